// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/topology.h"

#include "core/diagnostics/waivers.h"
#include "esd/rule_codes.h"
#include "esd/topology/rule_base.h"

namespace sealring::esd {

namespace {

using Kind = TopologyRule::Kind;

RuleCount run_rule(const TopologyRule& rule, const Wiring& wiring, core::Sink& sink) {
  switch (rule.kind) {
    case Kind::kPrimary: return run_primary(rule, wiring, sink);
    case Kind::kRailClamp: return run_rail_clamp(rule, wiring, sink);
    case Kind::kGroundsTied: return run_grounds_tied(rule, wiring, sink);
    case Kind::kCrossDomain: return run_cross_domain(rule, wiring, sink);
    case Kind::kSecondary: return run_secondary(rule, wiring, sink);
    case Kind::kReachable: return run_reachable(rule, wiring, sink);
    case Kind::kForbid: return run_forbid(rule, wiring, sink);
    case Kind::kJoined: break;
  }
  return {};
}

/// Globs of the nets that must be in one piece; each must take at least one.
std::vector<std::string> joined_nets(const std::vector<TopologyRule>& rules) {
  std::vector<std::string> globs;
  for (const TopologyRule& rule : rules) {
    if (rule.kind == Kind::kJoined) globs.insert(globs.end(), rule.nets.begin(), rule.nets.end());
  }
  if (globs.empty()) globs = {"*"};
  return globs;
}

void check_globs(const TopologyRule& rule, const Wiring& wiring, core::Sink& sink) {
  for (const std::string& glob : rule.nets) {
    bool any = false;
    for (const Wiring::Net& net : wiring.nets()) {
      any = any || (!net.name.empty() && core::glob_match(glob, net.name));
    }
    if (any) continue;
    sink.report(core::make_finding(codes::kEmptySelection,
                                   "rule '" + rule.id + "' selects no net '" + glob + "'")
                    .at(rule.location)
                    .on(rule.id, glob));
  }
}

}  // namespace

RulesOutcome check_topology(const Project& project, const Partition& partition, core::Scene& scene,
                            core::Sink& sink) {
  RulesOutcome outcome;
  outcome.misplaced.assign(project.instances.size(), 0);
  const std::vector<TopologyRule>& rules = project.rules.topology;
  const Wiring wiring(project, partition, joined_nets(rules));
  core::Table table;
  table.columns = {{"rule"},         {"check"},         {"looked at"},
                   {"number", true}, {"not met", true}, {"ref"}};
  std::uint64_t looked_at = 0;
  std::string joined_ids;
  for (const TopologyRule& rule : rules) {
    if (rule.kind == Kind::kJoined) {
      check_globs(rule, wiring, sink);
      joined_ids += (joined_ids.empty() ? "" : ", ") + rule.id;
      continue;
    }
    const RuleCount count = run_rule(rule, wiring, sink);
    looked_at += count.count;
    for (const std::uint32_t instance : count.misplaced) outcome.misplaced[instance] = 1;
    table.rows.push_back({rule.id, std::string(to_string(rule.kind)), count.looked_at,
                          std::to_string(count.count), std::to_string(count.not_met), rule.ref});
    if (count.count == 0)
      outcome.not_checked.push_back({"rule '" + rule.id + "'", "it found nothing to look at"});
  }
  const RuleCount nets = run_joined(wiring, outcome, scene, sink);
  table.rows.push_back({joined_ids.empty() ? "(always)" : joined_ids, "joined", nets.looked_at,
                        std::to_string(nets.count), std::to_string(nets.not_met), ""});
  if (nets.count == 0)
    outcome.not_checked.push_back({"nets in one piece", "no net has a name to be joined by"});
  outcome.sections.insert(outcome.sections.begin(), {"topology rules", std::move(table)});
  outcome.checked = {{"topology rules", rules.size()},
                     {"objects of topology rules", looked_at},
                     {"nets", nets.count}};
  return outcome;
}

}  // namespace sealring::esd
