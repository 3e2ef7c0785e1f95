// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "core/files/yaml.h"
#include "manifest/codes.h"
#include "manifest/formats/base64.h"
#include "manifest/formats/json.h"
#include "manifest/grade.h"

namespace sealring::manifest {

namespace {

void fault(const core::Location& place, std::string message, core::Sink& sink) {
  sink.report(core::make_finding(codes::kPolicyFault, std::move(message))
                  .at(place)
                  .on(place.file, "policy"));
}

void read_input_rule(const core::YamlNode& node, const core::InputReader& reader,
                     const std::filesystem::path& folder, Policy& policy, core::Sink& sink) {
  core::YamlMap map(node, "input", sink);
  if (!map.valid()) return;
  InputRule rule;
  rule.role = map.require_text("role");
  const std::vector<std::string> files = map.get_texts("files");
  for (const std::string& text : map.get_texts("sha256")) {
    if (!is_sha256_hex(text))
      fault(node.location, "'" + text + "' is no sha256 of 64 lower-case hex digits", sink);
    rule.sha256.push_back(text);
  }
  rule.any = map.get_bool("any").value_or(false);
  map.finish();
  for (const std::string& file : files) {
    const auto input = reader.read(folder / file, reader.limits().design, sink, node.location);
    if (input) rule.sha256.push_back(input->sha256);
  }
  if (rule.sha256.empty()) {
    fault(node.location, "role '" + rule.role + "' has neither 'files' nor 'sha256'", sink);
  }
  std::sort(rule.sha256.begin(), rule.sha256.end());
  policy.inputs.push_back(std::move(rule));
}

/// Hidden expected values: `sealring.expected/1`, a list of cases by stimulus.
void read_expected(const core::InputReader& reader, const std::filesystem::path& file,
                   const core::Location& from, Policy& policy, core::Sink& sink) {
  const auto input = reader.read(file, reader.limits().yaml, sink, from);
  if (!input) return;
  const auto json = parse_json(input->text, input->name, sink);
  if (!json) return;
  const Json* cases = json->find("cases");
  if (json->text_at({"schema"}) != "sealring.expected/1" || cases == nullptr ||
      cases->items().empty()) {
    fault({input->name}, "'" + input->name + "' is no sealring.expected/1 document with cases",
          sink);
    return;
  }
  for (const Json& item : cases->items()) {
    const std::string stimulus = item.text_at({"stimulus_sha256"});
    const Json* data = item.find("data");
    if (!is_sha256_hex(stimulus) || data == nullptr || data->items().empty()) {
      fault({input->name}, "a case of '" + input->name + "' lacks its stimulus_sha256 or data",
            sink);
      continue;
    }
    std::vector<std::string>& words = policy.expected[stimulus];
    for (const Json& word : data->items()) {
      const auto whole = word.as_integer();
      words.push_back(whole ? std::to_string(*whole) : word.text());
    }
  }
}

void read_checker(const core::YamlNode& node, Policy& policy, core::Sink& sink) {
  core::YamlMap map(node, "checker", sink);
  policy.checker_role = map.get_text("role").value_or("scoreboard");
  policy.least_comparisons =
      static_cast<std::uint64_t>(map.get_int("least_comparisons", 1, 1LL << 50).value_or(1));
  map.finish();
}

void read_coverage_rule(const core::YamlNode& node, Policy& policy, core::Sink& sink) {
  core::YamlMap map(node, "coverage", sink);
  policy.coverage_role = map.get_text("role").value_or("coverage");
  const auto percent = map.get_int("percent", 1, 100);
  if (!percent) fault(node.location, "'coverage' names no 'percent' from 1 to 100", sink);
  policy.coverage_percent = static_cast<std::uint64_t>(percent.value_or(100));
  policy.bins = map.get_texts("bins");
  map.finish();
}

void check_demands(const Policy& policy, const core::Location& place, core::Sink& sink) {
  if (policy.runners.empty()) fault(place, "the policy names no accepted runner", sink);
  if (policy.inputs.empty()) fault(place, "the policy names no input of the task", sink);
  if (!policy.checker_role && policy.tests.empty() && policy.clean_roles.empty()) {
    fault(place, "the policy demands no evidence: give 'checker', 'tests' or 'clean'", sink);
  }
}

}  // namespace

std::optional<Policy> read_policy(const core::InputReader& reader,
                                  const std::filesystem::path& file, core::Sink& outer) {
  core::CountingSink sink(outer);
  const auto input = reader.read(file, reader.limits().yaml, sink);
  const core::YamlNode::Ptr tree = input ? core::parse_yaml(*input, sink) : nullptr;
  if (!tree) return {};
  core::YamlMap map(*tree, "the policy", sink);
  if (!map.valid() || !core::expect_schema(map, "sealring.policy/1", sink)) return {};
  Policy policy;
  const std::filesystem::path folder = file.parent_path();
  policy.name = input->name;
  policy.sha256 = input->sha256;
  policy.task = map.require_text("task");
  policy.stage = map.require_text("stage");
  policy.runners = map.get_texts("runners");
  if (const core::YamlNode* inputs = map.get("inputs")) {
    for (const auto& item : inputs->items) read_input_rule(*item, reader, folder, policy, sink);
  }
  const std::string sandbox = map.get_text("sandbox").value_or("required");
  if (sandbox != "required" && sandbox != "any") {
    fault(map.location(), "'sandbox' is '" + sandbox + "'; 'required' or 'any' was expected", sink);
  }
  policy.any_sandbox = sandbox == "any";
  if (const core::YamlNode* node = map.get("checker")) read_checker(*node, policy, sink);
  if (const core::YamlNode* node = map.get("coverage")) read_coverage_rule(*node, policy, sink);
  policy.trace_role = map.get_text("trace").value_or("trace");
  policy.same_trace = map.get_bool("same_trace").value_or(true);
  policy.tests = map.get_texts("tests");
  policy.clean_roles = map.get_texts("clean");
  if (const auto expected = map.get_text("expected")) {
    read_expected(reader, folder / *expected, map.location(), policy, sink);
  }
  map.finish();
  check_demands(policy, map.location(), sink);
  if (sink.errors > 0) return {};
  return policy;
}

}  // namespace sealring::manifest
