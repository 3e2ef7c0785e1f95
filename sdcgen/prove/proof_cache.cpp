// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/prove/proof_cache.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/files/digest.h"
#include "core/store/execution_record.h"
#include "sdcgen/codes.h"
#include "sdcgen/select/frozen.h"

namespace sealring::sdcgen {

namespace {

using nlohmann::json;

constexpr std::string_view kKind = "sdc.proof/2";

/// Stands for the SDC, which the next run may write somewhere else.
constexpr std::string_view kSdcItself = "<sdc>";

json to_json(const core::Finding& finding) {
  json notes = json::array();
  for (const core::Note& note : finding.notes)
    notes.push_back({note.location.file, note.location.line, note.location.column, note.message});
  return {{"code", finding.code->id},
          {"message", finding.message},
          {"file", finding.location.file},
          {"line", finding.location.line},
          {"column", finding.location.column},
          {"object", finding.object},
          {"key", finding.key},
          {"fix", finding.fix},
          {"owner", static_cast<int>(finding.owner)},
          {"notes", std::move(notes)}};
}

std::optional<core::Finding> to_finding(const json& given) {
  for (const core::Code* code : code_table()) {
    if (code->id != given.at("code").get<std::string>()) continue;
    core::Finding finding = core::make_finding(*code, given.at("message"));
    finding.location = {given.at("file"), given.at("line"), given.at("column")};
    finding.object = given.at("object");
    finding.key = given.at("key");
    finding.fix = given.at("fix");
    finding.owner = static_cast<core::Owner>(given.at("owner").get<int>());
    for (const json& note : given.at("notes"))
      finding.notes.push_back({{note.at(0), note.at(1), note.at(2)}, note.at(3)});
    return finding;
  }
  return std::nullopt;
}

json to_json(const Proof& proof) {
  json touched = json::array();
  for (const Proof::Touched& one : proof.touched)
    touched.push_back({one.entry, one.starts, one.ends});
  return {{"engine", proof.engine},
          {"entries", proof.entries},
          {"pairs_compared", proof.pairs_compared},
          {"pairs_probed", proof.pairs_probed},
          {"queries", proof.queries},
          {"queries_empty", proof.queries_empty},
          {"unconstrained", proof.unconstrained_endpoints},
          {"unclocked", proof.unclocked_registers},
          {"touched", std::move(touched)}};
}

Proof to_proof(const json& given) {
  Proof proof;
  proof.status = ProofStatus::kProved;
  proof.engine = given.at("engine");
  proof.entries = given.at("entries");
  proof.pairs_compared = given.at("pairs_compared");
  proof.pairs_probed = given.at("pairs_probed");
  proof.queries = given.at("queries");
  proof.queries_empty = given.at("queries_empty");
  proof.unconstrained_endpoints = given.at("unconstrained");
  proof.unclocked_registers = given.at("unclocked");
  for (const json& one : given.at("touched"))
    proof.touched.push_back({one.at(0), one.at(1), one.at(2)});
  return proof;
}

}  // namespace

ProofCache::ProofCache(const std::filesystem::path& file)
    : execution_id_(core::new_execution_id()) {
  if (file.empty()) return;
  if (auto opened = core::Cache::open(file)) cache_.emplace(std::move(*opened));
}

namespace {

/// The list without what says where it comes from: revisions, places, citations and reasons.
Selection without_origins(const Selection& selection) {
  Selection bare = selection;
  for (SelectedClock& clock : bare.clocks) {
    for (std::string* text : {&clock.parameters, &clock.document, &clock.table_cell,
                              &clock.spec_place, &clock.citation})
      text->clear();
  }
  for (SelectedEntry& entry : bare.entries) {
    for (std::string* text : {&entry.reason, &entry.document, &entry.place, &entry.citation})
      text->clear();
  }
  return bare;
}

/// The commands of an SDC with every comment between them emptied: each command keeps its line. Within braces, brackets,
/// quotes and continued lines a # may be part of a command and stays.
std::string without_comments(std::string_view sdc) {
  std::string text;
  int depth = 0;
  bool quoted = false;
  bool continued = false;
  while (!sdc.empty()) {
    const std::string_view line = sdc.substr(0, sdc.find('\n'));
    sdc.remove_prefix(std::min(line.size() + 1, sdc.size()));
    if (!line.starts_with('#') || depth != 0 || quoted || continued) {
      for (const char c : line) {
        depth += (c == '{' || c == '[' ? 1 : 0) - (c == '}' || c == ']' ? 1 : 0);
        quoted = quoted != (c == '"');
      }
      continued = line.ends_with('\\');
      text += line;
    } else {
      continued = line.ends_with('\\');  // Tcl continues a comment too
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string allowed_text(const Project& project, const Instance& instance, const View& view) {
  const core::Unit seconds{"s", core::Rational(1)};
  const auto show = [&](const std::optional<core::Time>& time) {
    return time ? exact_text(*time, seconds) : std::string("any");
  };
  const IpSpec* spec = project.spec_of(instance);
  const PerMode::Entry* mode = instance.mode.in(view.mode);
  if (spec == nullptr || mode == nullptr) return {};
  std::string text = spec->ip + " " + mode->value + "\n";
  for (const ClockSpec& clock : spec->clocks) {
    const ModeRange* range = clock.in_mode(mode->value);
    if (range == nullptr) continue;
    text += clock.name + (clock.required ? " required " : " optional ") + show(range->min) + " " +
            show(range->max) + "\n";
  }
  return text;
}

std::string ProofCache::key(const Project& project, const Selection& expected,
                            const std::string& sdc, const std::string& sta_version,
                            const ProofLimits& limits, const std::string& tool_build) {
  const FrozenList list = freeze(project, without_origins(expected));
  std::string text = std::string(kKind) + "\n" + tool_build + "\n" + sta_version + "\n" +
                     expected.view.name() + "\n" + project.config.top + "\n" +
                     std::to_string(limits.pairs) + " " +
                     std::to_string(limits.period_tolerance * 1e12) + "\n" + list.digest + "\n" +
                     list.entries_digest + "\n" + core::sha256_hex(without_comments(sdc)) + "\n";
  for (const Instance& instance : project.config.instances)
    text +=
        instance.name + " " + instance.path + " " + allowed_text(project, instance, expected.view);
  for (std::size_t i = 0; i < project.netlist_digests.size(); ++i)
    text += project.netlist_names[i] + " " + project.netlist_digests[i] + "\n";
  for (const auto& [path, location] : project.config.corner(expected.view.corner)->liberty) {
    const LibertyFile& library = project.liberty.at(path.string());
    text += library.input.name + " " + library.input.sha256 + "\n";
  }
  for (const std::string& pattern : project.config.physical_only) text += pattern + "\n";
  return core::sha256_hex(text);
}

std::optional<std::pair<Proof, std::vector<core::Finding>>> ProofCache::get(
    const std::string& key, const std::string& sdc_name) {
  const std::lock_guard<std::mutex> lock(guard_);
  if (!cache_) return std::nullopt;
  const auto found = cache_->get(kKind, key);
  if (!found || !*found) return std::nullopt;
  const json document = json::parse((*found)->result, nullptr, false);
  if (!document.is_object()) return std::nullopt;
  try {
    Proof proof = to_proof(document.at("proof"));
    proof.reused_from = (*found)->execution_id;
    std::vector<core::Finding> findings;
    for (const json& one : document.at("findings")) {
      auto finding = to_finding(one);
      if (!finding) return std::nullopt;
      if (finding->location.file == kSdcItself) finding->location.file = sdc_name;
      findings.push_back(std::move(*finding));
    }
    return std::pair{std::move(proof), std::move(findings)};
  } catch (const json::exception&) {
    return std::nullopt;  // written by another version: as if it were not there
  }
}

void ProofCache::put(const std::string& key, const Proof& proof,
                     const std::vector<core::Finding>& findings, const std::string& sdc_name) {
  if (proof.status != ProofStatus::kProved) return;
  json list = json::array();
  for (const core::Finding& finding : findings) {
    list.push_back(to_json(finding));
    if (finding.location.file == sdc_name) list.back()["file"] = kSdcItself;
  }
  const json document{{"proof", to_json(proof)}, {"findings", std::move(list)}};
  const std::lock_guard<std::mutex> lock(guard_);
  // A cache that cannot be written costs the next run its time and nothing else.
  if (cache_) static_cast<void>(cache_->put(kKind, key, execution_id_, document.dump()));
}

}  // namespace sealring::sdcgen
