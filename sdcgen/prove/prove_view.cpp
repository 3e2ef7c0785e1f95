// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/prove/prove_view.h"

#include <stdlib.h>

#include <fstream>
#include <iterator>
#include <mutex>

#include "core/diagnostics/waivers.h"
#include "core/files/atomic_write.h"
#include "core/files/digest.h"
#include "core/netlist/resolve.h"
#include "sdcgen/codes.h"
#include "sdcgen/emit/sdc_writer.h"
#include "sdcgen/prove/facts.h"
#include "sdcgen/prove/probes.h"
#include "sdcgen/prove/sta_output.h"
#include "sdcgen/prove/sta_script.h"
#include "sdcgen/rules/compare_clocks.h"
#include "sdcgen/rules/compare_entries.h"
#include "sdcgen/rules/relations.h"

namespace sealring::sdcgen {

namespace fs = std::filesystem;
using core::make_finding;

namespace {

/// Seconds that sta 2.0.17 needs for n clocks: creating a clock is compared with every clock before it (measured:
/// 10,000 clocks 2.2 s, 40,000 clocks 95.5 s with two uncertainties each; the larger figure sets the factor).
constexpr double kSecondsPerClockPair = 95.5 / (40'000.0 * 40'000.0);

/// Bytes that sta 2.0.17 takes for a pair of clocks in one set_clock_groups command (measured: 10,000 clocks 3.15 GB).
constexpr double kBytesPerGroupPair = 3.15e9 / (10'000.0 * 10'000.0);

std::string read_text(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \n");
  if (end == std::string::npos) return {};
  const std::size_t start = text.rfind('\n', end);
  return text.substr(start == std::string::npos ? 0 : start + 1,
                     end - (start == std::string::npos ? 0 : start + 1) + 1);
}

}  // namespace

/// The private folder and the paths that sta reads.
struct Prover::Files {
  std::mutex guard;
  fs::path folder;
  bool prepared = false;
  bool good = false;
  std::map<std::string, fs::path> liberty;  ///< by the project's key
  std::vector<fs::path> netlists;
  std::vector<std::pair<std::string, std::string>>
      shown;  ///< what sta sees, what the user calls it
  std::size_t next_run = 0;

  /// Places a file where sta reads it. sta 2.0.17 cannot read a Liberty file whose path holds a blank or a brace, so
  /// every file gets a plain name, and sta runs one folder below it: it sees no path of the user's.
  bool place(const fs::path& original, const core::InputFile& file, bool packed, fs::path& where) {
    const std::string name = "input" + std::to_string(shown.size()) + ".file";
    where = fs::path("..") / name;
    shown.emplace_back(where.string(), file.name);
    if (packed) return core::write_atomically(folder / name, file.text).has_value();
    std::error_code error;
    fs::create_symlink(fs::absolute(original), folder / name, error);
    return !error;
  }

  /// sta's words with the names the user knows.
  std::string with_shown_names(std::string text) const {
    for (const auto& [seen, name] : shown) {
      for (std::size_t at = text.find(seen); at != std::string::npos;
           at = text.find(seen, at + name.size())) {
        text.replace(at, seen.size(), name);
      }
    }
    return text;
  }

  Files() {
    std::error_code error;
    std::string pattern = (fs::temp_directory_path(error) / "sealring-proof-XXXXXX").string();
    if (::mkdtemp(pattern.data()) != nullptr) folder = pattern;
  }
  ~Files() {
    std::error_code error;
    if (!folder.empty()) fs::remove_all(folder, error);
  }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
};

Prover::Prover(const Project& project, const core::InputReader& reader, core::ProcessRunner& runner,
               std::string sta, ProofLimits limits)
    : project_(project),
      reader_(reader),
      runner_(runner),
      sta_(std::move(sta)),
      limits_(limits),
      files_(std::make_unique<Files>()) {
  if (sta_.empty()) return;
  core::ProcessSpec spec;
  spec.argv = {sta_, "-version"};
  spec.time_limit = std::chrono::seconds(20);
  const auto result = runner_.run(spec);
  if (result) version_ = last_line(result->standard_output);
}

Prover::~Prover() = default;

bool Prover::prepare_files(core::Sink& sink) {
  const std::lock_guard<std::mutex> lock(files_->guard);
  if (files_->prepared) return files_->good;
  files_->prepared = true;
  const auto fail = [&](const std::string& why) {
    sink.report(make_finding(codes::kProofError, why).on(project_.config.top, "files"));
    return false;
  };
  if (files_->folder.empty())
    return fail("cannot make a temporary folder; set TMPDIR to a folder with free space");
  for (const auto& [key, file] : project_.liberty) {
    if (!files_->place(key, file.input, file.packed, files_->liberty[key])) {
      return fail("cannot place '" + file.input.name + "' into '" + files_->folder.string() + "'");
    }
  }
  for (const auto& [path, location] : project_.config.netlists) {
    const auto file = reader_.read(path, reader_.limits().design, sink, location);
    std::error_code error;
    const bool packed = file && fs::file_size(path, error) != file->text.size();
    files_->netlists.emplace_back();
    if (!file || !files_->place(path, *file, packed, files_->netlists.back())) {
      return fail("cannot place '" + path.string() + "' into '" + files_->folder.string() + "'");
    }
  }
  files_->good = true;
  return true;
}

bool Prover::too_large(const Selection& expected, core::Sink& sink) const {
  double bytes = 0;
  for (const GroupCommand& command : group_commands(expected)) {
    double members = 0;
    for (const auto& group : command.groups) members += static_cast<double>(group.size());
    bytes += kBytesPerGroupPair * members * members;
  }
  if (bytes > static_cast<double>(limits_.memory_bytes)) {
    sink.report(
        make_finding(
            codes::kProofTooLarge,
            "the groups of clocks need an estimated " +
                std::to_string(static_cast<long>(bytes / 1e9)) + " GB in sta; the limit is " +
                std::to_string(static_cast<long>(static_cast<double>(limits_.memory_bytes) / 1e9)) +
                " GB")
            .on(expected.view.name(), "too large"));
    return true;
  }
  const double clocks = static_cast<double>(expected.count(ClockState::kActive));
  const double seconds = kSecondsPerClockPair * clocks * clocks;
  const double limit = static_cast<double>(limits_.time.count());
  if (seconds <= limit) return false;
  sink.report(make_finding(codes::kProofTooLarge,
                           std::to_string(expected.count(ClockState::kActive)) +
                               " clocks need an estimated " +
                               std::to_string(static_cast<long>(seconds)) + " s; the limit is " +
                               std::to_string(limits_.time.count()) + " s")
                  .on(expected.view.name(), "too large"));
  return true;
}

namespace {

/// Whether a cell has no timing role: named so by the configuration, or none of its instances is connected to anything.
bool is_physical_only(const Project& project, const std::string& cell) {
  for (const std::string& pattern : project.config.physical_only) {
    if (core::glob_match(pattern, cell)) return true;
  }
  bool found = false;
  for (const core::Module& module : project.netlist.modules) {
    for (const core::Instance& instance : module.instances) {
      if (project.netlist.text(instance.cell) != cell) continue;
      found = true;
      if (instance.connection_count != 0) return false;
    }
  }
  return found;
}

/// Reports, once per cell, the black boxes that cut timing paths. True when there was any.
bool report_black_boxes(const Project& project, const std::vector<std::string>& messages,
                        const std::string& sdc_name, const std::string& view, core::Sink& sink) {
  std::map<std::string, std::string> cells;  // cell -> first message
  for (const std::string& message : messages) {
    static constexpr std::string_view kBefore = "module ";
    const std::size_t start = message.find(kBefore);
    const std::size_t end = message.find(" not found", std::min(start, message.size()));
    const bool named = start != std::string::npos && end != std::string::npos;
    cells.emplace(
        named ? message.substr(start + kBefore.size(), end - start - kBefore.size()) : message,
        message);
  }
  bool any = false;
  for (const auto& [cell, message] : cells) {
    if (is_physical_only(project, cell)) continue;
    any = true;
    sink.report(
        make_finding(
            codes::kBlackBox,
            "cell '" + cell + "' is in no Liberty file of this view (OpenSTA: " + message + ")")
            .at({sdc_name})
            .on(view, cell)
            .advise(
                "add its Liberty file, or list it under 'physical_only' if it has no timing role"));
  }
  return any;
}

/// Says when the paths of some pairs were not looked for.
void report_unprobed(const Selection& expected, const Proof& proof, bool probed,
                     const std::string& sdc_name, core::Sink& sink) {
  const std::size_t clocks = expected.count(ClockState::kActive);
  if (!probed || proof.pairs_probed >= clocks * clocks) return;
  sink.report(make_finding(codes::kPairsNotProbed,
                           "of " + std::to_string(clocks * clocks) +
                               " ordered pairs of clocks, the paths of " +
                               std::to_string(proof.pairs_probed) +
                               " were looked for; the groups of all were compared as held")
                  .at({sdc_name})
                  .on(expected.view.name(), "pairs"));
}

/// Why a finished run gives no verdict, or "".
std::string no_verdict(const core::ProcessResult& result, const StaObservation& seen) {
  if (!seen.load_errors.empty())
    return "the design could not be loaded: " + seen.load_errors.front();
  if (result.end != core::ProcessResult::End::kExited)
    return "sta was " + core::describe_end(result);
  if (!seen.begun)
    return "sta did not run the proof: no begin mark in its output (" +
           last_line(result.standard_error) + ")";
  if (!seen.ended)
    return "sta stopped early: no end mark in its output (" + core::describe_end(result) + ")";
  return {};
}

}  // namespace

Prover::StaRun Prover::run_sta(const View& view, const std::string& sdc,
                               const std::string& probes) {
  StaRun run;
  fs::path folder;
  {
    const std::lock_guard<std::mutex> lock(files_->guard);
    folder = files_->folder / ("run" + std::to_string(files_->next_run++));
  }
  std::error_code error;
  fs::create_directory(folder, error);
  StaJob job;
  job.mark = "@@sealring-" + core::sha256_hex(sdc + view.name()).substr(0, 16);
  job.top = project_.config.top;
  for (const auto& [path, location] : project_.config.corner(view.corner)->liberty)
    job.liberty.push_back(files_->liberty.at(path.string()));
  job.netlists = files_->netlists;
  job.sdc = "view.sdc";
  job.written_sdc = "written.sdc";
  job.probes = probes;
  const std::string script = "proof.tcl";
  if (!core::write_atomically(folder / job.sdc, sdc) ||
      !core::write_atomically(folder / script, sta_script(job, dialect_of(version_)))) {
    run.failure = "cannot write into '" + folder.string() + "'";
    return run;
  }
  core::ProcessSpec spec;
  spec.argv = {sta_, "-no_init", "-no_splash", "-exit", script};
  spec.directory = folder;
  spec.time_limit = limits_.time;
  spec.memory_limit_bytes = limits_.memory_bytes;
  const auto result = runner_.run(spec);
  if (!result) {
    run.failure = result.error().message;
    return run;
  }
  run.timeout = result->end == core::ProcessResult::End::kTimeout;
  if (run.timeout) {
    run.failure = "sta was " + core::describe_end(*result);
    return run;
  }
  run.written = read_text(folder / job.written_sdc);
  run.seen = parse_sta_output(job.mark, files_->with_shown_names(result->standard_output),
                              files_->with_shown_names(result->standard_error), run.written);
  run.no_verdict = no_verdict(*result, run.seen);
  if (run.no_verdict.empty() && !run.written.ends_with("# " + job.mark + " written\n"))
    run.no_verdict = "what sta holds could not be written whole into '" +
                     files_->folder.parent_path().string() +
                     "'; set TMPDIR to a folder with free space";
  fs::remove_all(folder, error);
  return run;
}

/// Compares everything that sta holds with the list.
void Prover::compare_all(const Comparison& comparison, const SdcUnits& units,
                         const std::string& written, Proof& proof, core::Sink& sink) const {
  compare_clocks(comparison, proof, sink);
  compare_messages(comparison, proof, sink);
  const Facts held = read_written_facts(written);
  const auto is_hierarchical = [&](const std::string& pin) {
    const std::size_t slash = pin.rfind('/');
    const std::string owner = slash == std::string::npos ? std::string() : pin.substr(0, slash);
    return core::resolve(project_.netlist, *project_.top, owner).kind ==
           core::ObjectKind::kInstance;
  };
  compare_entries(comparison, units, held, is_hierarchical, proof, sink);
  compare_groups(comparison, held, proof, sink);
}

/// The same view without what takes paths away says which paths there are. Where relations may take the paths of an
/// exception, the exception is looked at once more with them.
Prover::StaRun Prover::run_without_cuts(const Selection& expected, const std::string& pairs) {
  const SdcUnits units = units_of(project_, expected.view.corner);
  const auto look = [&](const Selection& rest, const std::string& probes) {
    const std::vector<SdcSection> clocks = write_clocks(rest, units.time);
    const std::vector<SdcSection> constraints = write_constraints(rest, units);
    return run_sta(expected.view, assemble_sdc(project_, rest, {}, clocks, &constraints).text,
                   probes);
  };
  StaRun bare = look(without_cuts(expected), pairs + touch_probes(expected, false));
  if (!bare.failure.empty() || !bare.no_verdict.empty() || !relations_may_hide_exceptions(expected))
    return bare;
  StaRun related = look(without_exceptions(expected), touch_probes(expected, true));
  if (!related.failure.empty() || !related.no_verdict.empty()) return related;
  for (const StaTouch& touch : related.seen.touches) {
    for (StaTouch& all : bare.seen.touches) {
      if (all.entry == touch.entry) all = touch;
    }
  }
  return bare;
}

Proof Prover::prove(const Selection& expected, const std::string& sdc, const std::string& sdc_name,
                    core::Sink& sink) {
  Proof proof;
  const std::string view = expected.view.name();
  if (sta_.empty()) return proof;
  proof.engine = "opensta " + version_;
  const auto no_result = [&](ProofStatus status, const core::Code& code, std::string why) {
    proof.status = status;
    sink.report(make_finding(code, std::move(why)).at({sdc_name}).on(view, "proof"));
    return proof;
  };
  if (too_large(expected, sink)) {
    proof.status = ProofStatus::kTooLarge;
    return proof;
  }
  if (!prepare_files(sink)) {
    proof.status = ProofStatus::kError;
    return proof;
  }
  const bool probed = needs_probes(expected, sdc);
  const std::string pairs = probed ? pair_probes(expected, limits_.pairs) : std::string();
  const StaRun run = run_sta(expected.view, sdc, pairs);
  if (!run.failure.empty())
    return no_result(run.timeout ? ProofStatus::kTimeout : ProofStatus::kError,
                     run.timeout ? codes::kProofTimeout : codes::kProofError, run.failure);
  const StaObservation& seen = run.seen;
  if (report_black_boxes(project_, seen.black_boxes, sdc_name, view, sink)) {
    proof.status = ProofStatus::kError;
    return proof;
  }
  if (!run.no_verdict.empty())
    return no_result(ProofStatus::kError, codes::kProofError, run.no_verdict);
  if (!dialect_of(version_).tried) {
    sink.report(make_finding(codes::kUnknownDialect,
                             "sta reports version " + version_ + "; tried are 2.0.17")
                    .on(view, version_));
  }
  const SdcUnits units = units_of(project_, expected.view.corner);
  StaRun bare;
  if (probed) {
    bare = run_without_cuts(expected, pairs);
    const std::string& why = bare.failure.empty() ? bare.no_verdict : bare.failure;
    if (!why.empty())
      return no_result(bare.timeout ? ProofStatus::kTimeout : ProofStatus::kError,
                       bare.timeout ? codes::kProofTimeout : codes::kProofError,
                       why + " (while the paths without cuts were looked at)");
  }
  core::CountingSink counted(sink);
  const Comparison comparison{expected, seen, units.time, sdc_name, sdc, limits_.period_tolerance};
  compare_all(comparison, units, run.written, proof, counted);
  if (probed) compare_paths(comparison, bare.seen, proof, counted);
  report_unprobed(expected, proof, probed, sdc_name, sink);
  proof.status = counted.errors == 0 ? ProofStatus::kProved : ProofStatus::kFailed;
  return proof;
}

}  // namespace sealring::sdcgen
