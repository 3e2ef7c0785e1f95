// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/runner/stages.h"

namespace sealring::manifest {

namespace {

const std::vector<StageKind>& kinds() {
  static const std::vector<StageKind> kKinds = {
      {"simulation", {"rtl", "stimulus", "checker", "coverage-plan"}, {"seed"}},
      {"synthesis", {"rtl", "script", "sdc", "library", "elaboration"}, {}},
      {"equivalence", {"rtl", "netlist", "script"}, {}},
      {"apr", {"netlist", "floorplan", "physical-library", "recipe"}, {}},
      {"sta", {"netlist", "spef", "sdc"}, {"corner"}},
      {"gds", {"layout"}, {}},
      {"stack", {"die-layout", "netlist", "process-deck", "assembly", "waivers"}, {}},
  };
  return kKinds;
}

}  // namespace

const StageKind* find_stage_kind(std::string_view name) {
  for (const StageKind& kind : kinds()) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

std::vector<std::string> stage_names() {
  std::vector<std::string> names;
  for (const StageKind& kind : kinds()) names.emplace_back(kind.name);
  return names;
}

const std::vector<ChainRule>& chain_rules() {
  static const std::vector<ChainRule> kRules = {
      {"simulation", "rtl", false, "synthesis", "rtl"},
      {"synthesis", "rtl", false, "equivalence", "rtl"},
      {"synthesis", "netlist", true, "equivalence", "netlist"},
      {"equivalence", "netlist", false, "apr", "netlist"},
      {"equivalence", "netlist", false, "sta", "netlist"},
      {"apr", "layout", true, "gds", "layout"},
      {"apr", "spef", true, "sta", "spef"},
      {"gds", "gds", true, "stack", "die-layout"},
  };
  return kRules;
}

}  // namespace sealring::manifest
