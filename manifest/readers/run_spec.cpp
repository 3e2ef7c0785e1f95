// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "core/diagnostics/suggest.h"
#include "core/files/yaml.h"
#include "core/units/parse.h"
#include "manifest/codes.h"
#include "manifest/formats/paths.h"
#include "manifest/readers/reports.h"
#include "manifest/run.h"
#include "manifest/runner/stages.h"

namespace sealring::manifest {

namespace {

constexpr std::int64_t kLargest = 9007199254740991;  // 2^53 - 1: what a signed JSON number can say

void fault(const core::Location& place, const std::string& object, std::string message,
           core::Sink& sink) {
  sink.report(
      core::make_finding(codes::kRunSpecFault, std::move(message)).at(place).on(object, "run"));
}

/// The items of an optional list of mappings.
std::vector<core::YamlNode::Ptr> items(core::YamlMap& map, std::string_view key, core::Sink& sink) {
  const core::YamlNode* node = map.get(key);
  if (node == nullptr) return {};
  if (node->kind != core::YamlNode::Kind::kSequence) {
    fault(node->location, std::string(key), "'" + std::string(key) + "' must be a list", sink);
    return {};
  }
  return node->items;
}

std::map<std::string, std::string> texts(core::YamlMap& map, std::string_view key,
                                         core::Sink& sink) {
  std::map<std::string, std::string> out;
  const core::YamlNode* node = map.get(key);
  if (node == nullptr) return out;
  if (node->kind != core::YamlNode::Kind::kMapping) {
    fault(node->location, std::string(key), "'" + std::string(key) + "' must map names to values",
          sink);
    return out;
  }
  for (const core::YamlNode::Entry& entry : node->entries) {
    if (const auto text = core::scalar_text(*entry.value, "'" + entry.key + "'", sink)) {
      out[entry.key] = *text;
    }
  }
  return out;
}

std::map<std::string, std::int64_t> amounts(core::YamlMap& map, std::string_view key,
                                            core::Sink& sink) {
  std::map<std::string, std::int64_t> out;
  for (const auto& [name, text] : texts(map, key, sink)) {
    const auto value = core::parse_integer(text);
    if (value && *value >= 0 && *value <= kLargest) {
      out[name] = *value;
    } else {
      fault(map.location(), name,
            "'" + name + "' under '" + std::string(key) + "' is '" + text +
                "'; a whole number from 0 was expected",
            sink);
    }
  }
  return out;
}

std::optional<std::uint64_t> limit(core::YamlMap& map, std::string_view key) {
  const auto value = map.get_int(key, 1, 1LL << 40);
  if (!value) return {};
  return static_cast<std::uint64_t>(*value);
}

void read_input(const core::YamlNode& node, const std::filesystem::path& folder, StageSpec& stage,
                core::Sink& sink) {
  core::YamlMap map(node, "input", sink);
  if (!map.valid()) return;
  InputSpec input;
  input.location = node.location;
  input.role = map.require_text("role");
  const std::string path = map.require_text("path");
  const std::optional<std::string> staged = map.get_text("as");
  input.copied = map.get_bool("copy").value_or(true);
  map.finish();
  if (path.empty()) return;
  input.path = folder / path;
  // A path that leads out of the folder of the description is staged under its own name.
  input.staged =
      staged.value_or(path_problem(path) ? std::filesystem::path(path).filename().string() : path);
  if (auto problem = path_problem(input.staged)) {
    sink.report(std::move(*problem).at(node.location));
    return;
  }
  stage.inputs.push_back(std::move(input));
}

void read_report(const core::YamlNode& node, StageSpec& stage, core::Sink& sink) {
  core::YamlMap map(node, "report", sink);
  if (!map.valid()) return;
  ReportRecord report;
  report.role = map.require_text("role");
  report.path = map.require_text("path");
  report.format = map.get_text("format").value_or("file");
  report.required = map.get_bool("required").value_or(true);
  map.finish();
  if (find_report_reader(report.format) == nullptr) {
    fault(node.location, report.path,
          "report '" + report.path + "' has the unknown format '" + report.format + "'" +
              core::did_you_mean(report.format, report_formats()),
          sink);
  }
  if (auto problem = path_problem(report.path)) sink.report(std::move(*problem).at(node.location));
  stage.reports.push_back(std::move(report));
}

void read_tool(const core::YamlNode& node, StageSpec& stage, core::Sink& sink) {
  core::YamlMap map(node, "tool", sink);
  if (!map.valid()) return;
  ToolSpec tool;
  tool.name = map.require_text("name");
  tool.probe = map.get_texts("probe");
  map.finish();
  if (tool.probe.empty()) {
    fault(node.location, tool.name, "tool '" + tool.name + "' has no 'probe' that prints its build",
          sink);
  }
  stage.tools.push_back(std::move(tool));
}

void read_surroundings(core::YamlMap& map, const std::filesystem::path& folder, StageSpec& stage,
                       core::Sink& sink) {
  stage.pass_environment = map.get_texts("environment");
  stage.set_environment = texts(map, "set_environment", sink);
  for (const std::string& path : map.get_texts("writable")) stage.writable.push_back(folder / path);
  for (const std::string& path : map.get_texts("protect")) stage.protect.push_back(folder / path);
  if (const core::YamlNode* node = map.get("limits")) {
    core::YamlMap limits(*node, "limits", sink);
    stage.wall_s = limit(limits, "wall_s");
    stage.cpu_s = limit(limits, "cpu_s");
    stage.memory_mib = limit(limits, "memory_mib");
    stage.output_mib = limit(limits, "output_mib");
    limits.finish();
  }
  if (const core::YamlNode* node = map.get("licence")) {
    core::YamlMap licence(*node, "licence", sink);
    stage.licence = licence.require_text("feature");
    stage.acquire = licence.get_texts("acquire");
    licence.finish();
  }
  stage.costs = amounts(map, "costs", sink);
  stage.budgets = amounts(map, "budgets", sink);
  const std::string sandbox = map.get_text("sandbox").value_or("auto");
  if (sandbox != "auto" && sandbox != "none") {
    fault(map.location(), "sandbox",
          "'sandbox' is '" + sandbox + "'; 'auto' or 'none' was expected", sink);
  }
  stage.sandboxed = sandbox != "none";
  for (const auto& [text, word] : texts(map, "failure_classes", sink)) {
    const auto kind = parse_failure_class(word);
    if (kind) stage.failure_texts.emplace_back(text, *kind);
    if (!kind) {
      fault(map.location(), text,
            "'" + word +
                "' is no class of failure (syntax, tool environment, "
                "functional, physical, budget)",
            sink);
    }
  }
}

/// A known stage lists everything its result depends on, or says why not.
void check_completeness(const StageSpec& stage, core::Sink& sink) {
  const StageKind* kind = find_stage_kind(stage.name);
  if (kind == nullptr) return;
  const auto lacks = [&](const std::string& what) {
    fault(stage.location, stage.name + "/" + what,
          "stage '" + stage.name + "' lists no " + what +
              "; list it, or give the reason under 'without'",
          sink);
  };
  for (const std::string_view role : kind->roles) {
    const bool listed = std::any_of(stage.inputs.begin(), stage.inputs.end(),
                                    [&](const InputSpec& input) { return input.role == role; });
    if (!listed && !stage.without.contains(std::string(role))) {
      lacks("input of role '" + std::string(role) + "'");
    }
  }
  for (const std::string_view name : kind->parameters) {
    if (!stage.parameters.contains(std::string(name)) &&
        !stage.without.contains(std::string(name))) {
      lacks("parameter '" + std::string(name) + "'");
    }
  }
  if (kind->tool && stage.tools.empty() && !stage.without.contains("tool")) lacks("tool");
}

void check_names(const StageSpec& stage, core::Sink& sink) {
  std::vector<std::string> staged;
  for (const InputSpec& input : stage.inputs) {
    if (input.copied) staged.push_back(input.staged);
  }
  report_collisions(staged, sink);
  for (const auto& [name, budget] : stage.budgets) {
    if (!stage.costs.contains(name)) {
      fault(stage.location, name,
            "budget '" + name +
                "' has no figure under 'costs' to be compared "
                "with",
            sink);
    }
  }
}

StageSpec read_stage(const std::string& name, const core::YamlNode& node,
                     const std::filesystem::path& folder, core::Sink& sink) {
  StageSpec stage;
  stage.name = name;
  stage.location = node.location;
  core::YamlMap map(node, "stage '" + name + "'", sink);
  if (!map.valid()) return stage;
  for (const auto& item : items(map, "inputs", sink)) read_input(*item, folder, stage, sink);
  stage.parameters = texts(map, "parameters", sink);
  stage.without = texts(map, "without", sink);
  for (const auto& item : items(map, "tools", sink)) read_tool(*item, stage, sink);
  for (const auto& item : items(map, "reports", sink)) read_report(*item, stage, sink);
  stage.outputs = map.get_texts("outputs");
  for (const std::string& output : stage.outputs) {
    std::string path = output;
    if (path.ends_with('/')) path.pop_back();
    if (auto problem = path_problem(path)) sink.report(std::move(*problem).at(node.location));
  }
  read_surroundings(map, folder, stage, sink);
  map.finish();
  check_completeness(stage, sink);
  check_names(stage, sink);
  return stage;
}

}  // namespace

std::optional<RunSpec> read_run_spec(const core::InputReader& reader,
                                     const std::filesystem::path& file, core::Sink& outer) {
  core::CountingSink sink(outer);
  const core::YamlNode::Ptr tree = core::read_yaml(reader, file, sink);
  if (!tree) return {};
  core::YamlMap map(*tree, "the run description", sink);
  if (!map.valid() || !core::expect_schema(map, "sealring.run/1", sink)) return {};
  RunSpec spec;
  spec.name = reader.shown(file);
  spec.folder = file.parent_path();
  spec.task = map.require_text("task");
  if (const core::YamlNode* stages = map.require("stages")) {
    for (const core::YamlNode::Entry& entry : stages->entries) {
      spec.stages.push_back(read_stage(entry.key, *entry.value, spec.folder, sink));
    }
    if (stages->entries.empty()) {
      fault(stages->location, "stages", "the run description holds no stage", sink);
    }
  }
  map.finish();
  if (sink.errors > 0) return {};
  return spec;
}

}  // namespace sealring::manifest
