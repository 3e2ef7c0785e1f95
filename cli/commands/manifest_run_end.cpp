// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/manifest_run_end.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/commands/manifest_shared.h"

namespace sealring::cli {

namespace {

/// The last lines of what the command wrote to its standard error.
std::vector<std::string> last_words(const std::filesystem::path& file) {
  constexpr std::size_t kLines = 3;
  constexpr std::size_t kLongest = 200;
  std::vector<std::string> lines;
  std::ifstream in(file, std::ios::binary);
  in.seekg(0, std::ios::end);
  const std::streamoff size = in.tellg();
  in.seekg(std::max<std::streamoff>(0, size - 4096));
  for (std::string line; std::getline(in, line);) {
    for (char& c : line) c = static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    if (line.find_first_not_of(' ') != std::string::npos) lines.push_back(line.substr(0, kLongest));
    if (lines.size() > kLines) lines.erase(lines.begin());
  }
  return lines;
}

core::Tree shown(const core::Workspace& workspace, const manifest::RunRecord& record) {
  core::Tree tree{record.id + " " + std::string(to_string(record.state)), {}};
  const std::string folder = ".sealring/runs/" + record.id;
  tree.children.push_back({record.task + "/" + record.stage + ", " + record.ending + ", " +
                               std::to_string(record.wall_ms) + " ms",
                           {}});
  tree.children.push_back({std::to_string(record.inputs.size()) + " inputs, " +
                               std::to_string(record.outputs.size()) + " outputs, logs in " +
                               folder,
                           {}});
  if (record.state == manifest::RunState::kCompleted) return tree;
  for (const std::string& line : last_words(workspace.root / folder / "stderr.log")) {
    tree.children.push_back({"stderr: " + line, {}});
  }
  return tree;
}

core::Section shown(const RunComparison& comparison) {
  const bool same = comparison.lines.empty();
  core::Tree tree{same ? "everything that was recorded is the same" : "differs (then, now):", {}};
  for (const std::string& line : comparison.lines) tree.children.push_back({line, {}});
  return {"compared with " + comparison.earlier, std::move(tree)};
}

}  // namespace

int finish_run(Context& context, const std::string& verb,
               const std::optional<manifest::RunRecord>& record,
               std::vector<core::Finding> findings,
               const std::optional<RunComparison>& comparison) {
  CheckResult check;
  check.verb = verb;
  check.findings = std::move(findings);
  check.schema = "sealring.manifest.run/1";
  check.checked = {{"runs", record ? 1 : 0}};
  if (record) {
    check.checked.emplace_back("outputs", record->outputs.size());
    const std::string text = manifest::to_json_text(*record);
    check.main_result = [text, &comparison](nlohmann::ordered_json& out) {
      out["run"] = nlohmann::ordered_json::parse(text);
      if (!comparison) return;
      out["repeats"] = comparison->earlier;
      out["differs"] = comparison->lines;
    };
    check.sections.push_back({"run", shown(workspace_of(context), *record)});
    if (comparison) check.sections.push_back(shown(*comparison));
  }
  const bool completed = record && record->state == manifest::RunState::kCompleted;
  const int status = finish_untouched(context, std::move(check));
  if (!record || record->ending == "not started") return std::max(status, 2);
  // How the command ended decides, not how its record reads: a record was written in any case.
  return completed ? status : (status == 130 ? 130 : 1);
}

}  // namespace sealring::cli
