// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "tests/esd/check_support.h"

#include <fstream>
#include <sstream>

namespace sealring::esd::testing {

namespace {

std::string example(const std::string& name) {
  std::ifstream file(std::string(SEALRING_SOURCE_DIR) + "/examples/esd-p2p/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

ProjectText::ProjectText()
    : network(example("chip.dspf")),
      layers(example("layers.yaml")),
      devices(example("devices.yaml")),
      rules(example("rules.yaml")) {
  const std::string all = example("esd.yaml");
  const std::size_t pads_at = all.find("pads:\n");
  const std::size_t instances_at = all.find("instances:\n");
  head = all.substr(0, pads_at);
  pads = all.substr(pads_at + 6, instances_at - pads_at - 6);
  instances = all.substr(instances_at + 11);
}

std::string rule(const std::string& flow_mapping) {
  return "schema: sealring.esd.rules/1\nrevision: t\ngroups:\n  - {name: external, current: 1.33 "
         "A}\nrules:\n  - " +
         flow_mapping + "\n";
}

void write_project(const Folder& folder, const ProjectText& text) {
  folder.write("chip.dspf", text.network);
  folder.write("layers.yaml", text.layers);
  folder.write("devices.yaml", text.devices);
  folder.write("rules.yaml", text.rules);
  folder.write("esd.yaml", text.head + "pads:\n" + text.pads + "instances:\n" + text.instances);
}

ProjectRun read_only(const Folder& folder, const ProjectText& text) {
  write_project(folder, text);
  ProjectRun run;
  run.project = read_project(core::InputReader(folder.path), folder.path / "esd.yaml", run.sink);
  return run;
}

ProjectRun run_project(const Folder& folder, const ProjectText& text, const CheckOptions& options) {
  ProjectRun run = read_only(folder, text);
  if (run.project) run.outcome = check(*run.project, options, run.sink);
  return run;
}

std::uint64_t count_of(const CheckOutcome& outcome, const std::string& what) {
  for (const auto& [name, count] : outcome.checked) {
    if (name == what) return count;
  }
  return 0;
}

double value_of(const CheckOutcome& outcome, const std::string& rule_id) {
  for (const RuleSummary& summary : outcome.rules) {
    if (summary.id == rule_id) return summary.worst;
  }
  return -1;
}

std::string property(const core::Finding& finding, const std::string& name) {
  for (const auto& [key, value] : finding.properties) {
    if (key == name) return value;
  }
  return "";
}

}  // namespace sealring::esd::testing
