// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/add.h"

#include <algorithm>

#include "core/units/parse.h"
#include "core/units/rational.h"
#include "rapidwright_bridge/check.h"
#include "rapidwright_bridge/checkpoint.h"
#include "rapidwright_bridge/codes.h"
#include "rapidwright_bridge/fit.h"
#include "rapidwright_bridge/metadata.h"
#include "rapidwright_bridge/xdc.h"

namespace sealring::rapidwright_bridge {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMemberLimit = 16ULL << 30;

/// What the module file itself says, whichever form it has.
struct Source {
  std::optional<EdifDigest> netlist;
  std::optional<Checkpoint> checkpoint;
  XdcFacts constraints;
  std::string sha256;
  std::string shown;
};

class Preparer {
 public:
  Preparer(const core::InputReader& reader, const ModuleFiles& files, core::Sink& sink,
           core::ExecutionRecord& record)
      : reader_(reader), files_(files), sink_(sink), record_(record) {}

  std::optional<ModuleRecord> prepare() {
    if (!read_source()) return std::nullopt;
    out_.circuit = {source_.netlist->canonical, source_.constraints.circuit_digest(),
                    source_.netlist->ports};
    out_.name = files_.name.empty() ? source_.netlist->top : files_.name;
    read_implementation();
    if (files_.metadata && !read_module_metadata()) return std::nullopt;
    if (files_.reports && !read_reports()) return std::nullopt;
    if (out_.outcome.empty()) out_.outcome = files_.failed.empty() ? "unchecked" : "failed";
    if (!files_.failed.empty()) {
      out_.outcome = "failed";
      out_.note = files_.failed;
    }
    return std::move(out_);
  }

  std::optional<CircuitIdentity> identify() {
    if (!read_source()) return std::nullopt;
    return CircuitIdentity{source_.netlist->canonical, source_.constraints.circuit_digest(),
                           source_.netlist->ports};
  }

 private:
  void report(const core::Code& code, std::string key, std::string message) {
    sink_.report(core::make_finding(code, std::move(message))
                     .at({source_.shown})
                     .on(source_.shown, std::move(key)));
  }

  bool read_source() {
    const auto file = reader_.read(files_.file, reader_.limits().design, sink_);
    if (!file) return false;
    source_.shown = file->name;
    source_.sha256 = file->sha256;
    record_.add_input("module", file->name, file->sha256);
    const FileKind kind = recognise(file->text);
    if (kind == FileKind::kCheckpoint) {
      fs::path root = files_.file;
      source_.checkpoint = read_checkpoint_bytes(file->text, file->name, kMemberLimit, sink_,
                                                 root.replace_extension());
      if (!source_.checkpoint) return false;
      source_.netlist = source_.checkpoint->netlist;
      source_.constraints = source_.checkpoint->constraints;
    } else if (kind == FileKind::kNetlist) {
      const auto bytes = memory_source(file->text);
      EdifDigest digest = digest_edif(*bytes, file->name, sink_);
      if (!digest.complete) return false;
      source_.netlist = std::move(digest);
    } else {
      report(codes::kUnknownKind, "kind",
             "'" + file->name + "' is a file of kind '" + std::string(to_string(kind)) +
                 "'; a checkpoint or an EDIF netlist was expected");
      return false;
    }
    if (!source_.netlist) {
      report(codes::kNetlistNeeded, "netlist",
             "'" + file->name +
                 "' holds no netlist that can be read, and no companion .edf lies beside it");
      return false;
    }
    return read_constraints() && tool_can_load();
  }

  bool read_constraints() {
    for (const fs::path& path : files_.constraints) {
      const auto file = reader_.read(path, reader_.limits().yaml, sink_);
      if (!file) return false;
      record_.add_input("constraints", file->name, file->sha256);
      read_xdc(file->text, file->name, source_.constraints);
    }
    return true;
  }

  bool tool_can_load() {
    if (!source_.checkpoint || files_.target_tool.empty()) return true;
    return check_checkpoint_tool(source_.shown, source_.checkpoint->tool_version,
                                 source_.checkpoint->version, files_.target_tool, sink_);
  }

  void read_implementation() {
    ImplementationIdentity& identity = out_.implementation;
    identity.part = parse_part(files_.part);
    if (identity.part.empty() && !files_.part.empty()) identity.part.device = files_.part;
    identity.tool = files_.tool;
    if (source_.checkpoint) {
      const Checkpoint& checkpoint = *source_.checkpoint;
      if (identity.part.empty()) identity.part = checkpoint.part;
      if (identity.tool.empty())
        identity.tool = checkpoint.tool_version + " build " + checkpoint.build;
      out_.checkpoint_name = fs::path(source_.shown).filename().string();
      out_.checkpoint_sha256 = source_.sha256;
      out_.checkpoint_format = checkpoint.version;
    } else {
      if (identity.part.empty()) identity.part = parse_part(source_.netlist->part);
      if (identity.tool.empty()) identity.tool = source_.netlist->program;
    }
    const XdcFacts& facts = source_.constraints;
    Pblock pblock;
    if (!facts.pblocks.empty()) pblock = facts.pblocks.front();
    if (!files_.pblock.empty()) pblock = ranges_of(files_.pblock);
    set_pblock(pblock);
    identity.place_directive = files_.place_directive;
    identity.route_directive = files_.route_directive;
    identity.clock_uncertainty_ns = files_.clock_uncertainty_ns;
    if (identity.clock_uncertainty_ns.empty() && !facts.uncertainties.empty())
      identity.clock_uncertainty_ns = facts.uncertainties.front();
    // 0.1 and 0.100 are one implementation.
    if (const auto value = core::parse_decimal(identity.clock_uncertainty_ns))
      identity.clock_uncertainty_ns = core::format_decimal(*value, 12);
    out_.has_implementation =
        !identity.pblock.empty() || !files_.failed.empty() || files_.reports ||
        (source_.checkpoint && (source_.checkpoint->placement || source_.checkpoint->routing));
    for (const auto& [name, period] : facts.clocks)
      out_.figures.emplace_back("clock " + name + " (ns)", period);
    for (const std::string& site : facts.clock_sources)
      out_.figures.emplace_back("clock source", site);
  }

  static Pblock ranges_of(const std::string& text) {
    Pblock pblock;
    for (const std::string& word : tcl_words(text)) {
      std::string problem;
      if (const auto range = parse_range(word, problem)) {
        pblock.ranges.push_back(*range);
      } else {
        pblock.verbatim.push_back(word);
      }
    }
    std::ranges::sort(pblock.ranges);
    return pblock;
  }

  void set_pblock(const Pblock& pblock) {
    out_.implementation.pblock = canonical_ranges(pblock);
    out_.shape = slice_shape(pblock);
  }

  bool read_module_metadata() {
    const auto file = reader_.read(*files_.metadata, reader_.limits().table, sink_);
    if (!file) return false;
    record_.add_input("metadata", file->name, file->sha256);
    const auto metadata = read_metadata(*file, sink_);
    if (!metadata) return false;
    core::CountingSink counting(sink_);
    compare_ports(*metadata, source_.netlist->ports, file->name, counting);
    if (counting.errors != 0) return false;
    if (out_.implementation.pblock.empty() && !metadata->pblocks.empty())
      set_pblock(metadata->pblocks.front());
    out_.has_implementation = out_.has_implementation || !metadata->pblocks.empty();
    return true;
  }

  /// False when the folder or a file in it cannot be read: what it would show is not known.
  bool read_reports() {
    CheckOptions options{
        .out_of_context = !source_.checkpoint || source_.checkpoint->out_of_context, .design = {}};
    options.part = out_.implementation.part;
    const std::vector<fs::path> folders = {*files_.reports};
    CheckOutcome outcome = check_files(reader_, folders, options);
    std::vector<core::Finding> all;
    bool readable = true;
    for (FileResult& file : outcome.files) {
      if (file.kind == FileKind::kUnknown) {
        readable = false;
        for (const core::Finding& finding : file.findings) sink_.report(finding);
        continue;
      }
      record_.add_input(std::string(to_string(file.kind)), file.file, file.sha256);
      std::string reasons;
      for (const std::string& id : reasons_of(file.findings))
        reasons += (reasons.empty() ? "" : " ") + id;
      out_.checks.push_back({std::string(to_string(file.kind)),
                             std::string(core::to_string(verdict_of(file.findings))), reasons});
      for (const auto& [name, value] : file.figures)
        out_.figures.emplace_back(std::string(to_string(file.kind)) + ": " + name, value);
      std::ranges::move(file.findings, std::back_inserter(all));
    }
    for (RunResult& run : outcome.runs) std::ranges::move(run.findings, std::back_inserter(all));
    const core::Verdict verdict = verdict_of(all);
    if (outcome.files.empty()) {
      out_.outcome = "unchecked";
    } else {
      out_.outcome = verdict == core::Verdict::kPass   ? "passed"
                     : verdict == core::Verdict::kFail ? "failed"
                                                       : "inconclusive";
    }
    for (const std::string& id : reasons_of(all)) out_.note += (out_.note.empty() ? "" : " ") + id;
    return readable;
  }

  const core::InputReader& reader_;
  const ModuleFiles& files_;
  core::Sink& sink_;
  core::ExecutionRecord& record_;
  Source source_;
  ModuleRecord out_;
};

}  // namespace

std::optional<ModuleRecord> prepare_module(const core::InputReader& reader,
                                           const ModuleFiles& files, core::Sink& sink,
                                           core::ExecutionRecord& record) {
  return Preparer(reader, files, sink, record).prepare();
}

std::optional<CircuitIdentity> identify_circuit(const core::InputReader& reader,
                                                const fs::path& file,
                                                const std::vector<fs::path>& constraints,
                                                core::Sink& sink, core::ExecutionRecord& record) {
  const ModuleFiles files{.file = file, .constraints = constraints};
  return Preparer(reader, files, sink, record).identify();
}

}  // namespace sealring::rapidwright_bridge
