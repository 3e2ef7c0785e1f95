// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <map>

#include "manifest/audit.h"
#include "manifest/checks/submission.h"
#include "manifest/codes.h"

namespace sealring::manifest {

namespace {

std::optional<RunRecord> record_of(const core::InputReader& reader,
                                   const std::filesystem::path& target, const Trust& trust,
                                   core::Sink& sink) {
  std::error_code error;
  if (std::filesystem::is_directory(target, error)) {
    auto manifest = open_submission(reader, target, trust, sink);
    if (!manifest) return {};
    return std::move(manifest->provenance.record);
  }
  const auto input = reader.read(target, kLargestManifest, sink);
  auto manifest = input ? verify_manifest(input->text, "", trust, input->name, sink) : std::nullopt;
  if (!manifest) return {};
  return std::move(manifest->provenance.record);
}

using Facts = std::map<std::pair<std::string, std::string>, std::string>;

/// Everything that makes two runs the same or not, by kind and name.
Facts facts_of(const RunRecord& record) {
  Facts facts;
  facts[{"task", ""}] = record.task;
  facts[{"stage", ""}] = record.stage;
  facts[{"sandbox", ""}] = record.sandbox;
  std::string command;
  for (const std::string& word : record.command) command += (command.empty() ? "" : " ") + word;
  facts[{"command", ""}] = command;
  for (const auto& [name, value] : record.parameters) facts[{"parameter", name}] = value;
  for (const auto& [name, value] : record.environment) facts[{"environment", name}] = value;
  for (const auto& [name, value] : record.without) facts[{"left out", name}] = value;
  for (const ToolRecord& tool : record.tools) {
    facts[{"tool", tool.name}] = tool.build + " (" + tool.sha256.substr(0, 12) + "...)";
  }
  for (const FileRecord& file : record.inputs) {
    facts[{"input " + file.role, file.path}] = file.sha256;
  }
  for (const FileRecord& file : record.outputs) facts[{"output", file.path}] = file.sha256;
  return facts;
}

std::string shown(const Facts& facts, const Facts::key_type& key) {
  const auto found = facts.find(key);
  if (found == facts.end()) return "absent";
  const bool digest = key.first == "output" || key.first.starts_with("input ");
  return digest ? found->second.substr(0, 12) + "..." : "'" + found->second + "'";
}

}  // namespace

std::vector<std::string> differences(const RunRecord& a, const RunRecord& b) {
  const Facts left = facts_of(a);
  const Facts right = facts_of(b);
  Facts all = left;
  all.insert(right.begin(), right.end());
  std::vector<std::string> lines;
  for (const auto& [key, ignored] : all) {
    const auto l = left.find(key);
    const auto r = right.find(key);
    if (l != left.end() && r != right.end() && l->second == r->second) continue;
    lines.push_back(key.first + (key.second.empty() ? "" : " '" + key.second + "'") + ": " +
                    shown(left, key) + ", " + shown(right, key));
  }
  return lines;
}

DiffResult diff(const core::InputReader& reader, const std::filesystem::path& a,
                const std::filesystem::path& b, const Trust& trust) {
  DiffResult result;
  core::CollectingSink sink;
  const std::optional<RunRecord> first = record_of(reader, a, trust, sink);
  const std::optional<RunRecord> second = record_of(reader, b, trust, sink);
  result.findings = std::move(sink.findings);
  if (!first || !second) return result;
  result.compared = true;
  const Facts left = facts_of(*first);
  const Facts right = facts_of(*second);
  Facts all = left;
  all.insert(right.begin(), right.end());
  result.items = all.size();
  for (const auto& [key, ignored] : all) {
    const auto l = left.find(key);
    const auto r = right.find(key);
    if (l != left.end() && r != right.end() && l->second == r->second) continue;
    const std::string what = key.first + (key.second.empty() ? "" : " '" + key.second + "'");
    result.findings.push_back(core::make_finding(codes::kDiffers, what + ": " + shown(left, key) +
                                                                      " in " + reader.shown(a) +
                                                                      ", " + shown(right, key) +
                                                                      " in " + reader.shown(b))
                                  .on(what, "diff"));
  }
  return result;
}

}  // namespace sealring::manifest
