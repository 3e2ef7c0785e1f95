// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/rules/rule_run.h"

#include <algorithm>

#include "esd/rules/mate_rule.h"
#include "esd/rules/net_rule.h"
#include "esd/rules/path_rule.h"

namespace sealring::esd {

namespace {

constexpr double kEqual = 1e-9;  ///< relative: closer than this to a limit counts as equal to it

}  // namespace

NetMatch match_nets(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return NetMatch::kUnknown;
  return a == b ? NetMatch::kSame : NetMatch::kDifferent;
}

void RuleRun::judge_devices(RuleResult& result, const PathResult& path) const {
  for (const PathResult::DeviceShare& share : path.devices) {
    const Instance& instance = workspace_.project.instances[share.instance];
    const DeviceType& type = workspace_.project.devices.types[instance.type];
    const double amps = share.amps * path.current;
    if (!type.i_max || amps <= *type.i_max * (1 + kEqual)) continue;
    const auto known =
        std::find_if(result.device_hits.begin(), result.device_hits.end(),
                     [&](const auto& hit) { return hit.instance == share.instance; });
    if (known == result.device_hits.end()) {
      result.device_hits.push_back({share.instance, amps, path.current, path.from});
    } else if (amps > known->amps) {
      *known = {share.instance, amps, path.current, path.from};
    }
  }
}

bool RuleRun::explained(const RuleTerminal& terminal) const {
  if (workspace_.stranded.empty()) return false;
  if (terminal.instance != SIZE_MAX && workspace_.misplaced[terminal.instance] != 0) return true;
  return std::any_of(terminal.taps.nodes.begin(), terminal.taps.nodes.end(), [&](NodeId node) {
    return workspace_.stranded[workspace_.partition.component_of(node)] != 0;
  });
}

/// The worst path of each net, with its flows.
void RuleRun::keep_shares(RuleResult& result, const PathResult& path) const {
  const auto [at, fresh] = result.shared.try_emplace(path.net, path);
  if (!fresh && path.ohm > at->second.ohm) at->second = path;
}

bool RuleRun::judge(RuleResult& result, PathResult& path) const {
  judge_devices(result, path);
  if (rule_.check == Rule::Check::kCd) {
    ++result.paths;
    if (path.current <= 0) path.state = PathResult::State::kMissingCurrent;
    return true;
  }
  if (rule_.in_volt && path.current <= 0) {
    path.state = PathResult::State::kMissingCurrent;
    return true;
  }
  ++result.paths;
  if (rule_.shares) keep_shares(result, path);
  const double value = rule_.in_volt ? path.volt : path.ohm;
  const double worst = rule_.in_volt ? result.worst.volt : result.worst.ohm;
  path.state = within_limit(rule_, value) ? PathResult::State::kWithin : PathResult::State::kOver;
  if (!result.any || value > worst) {
    result.any = true;
    result.worst = path;
    result.worst.flows.clear();
  }
  return path.state == PathResult::State::kOver;
}

std::unique_ptr<RuleRun> make_rule_run(const Rule& rule, Workspace& workspace) {
  if (rule.to.mate) return std::make_unique<MateRule>(rule, workspace);
  if (rule.through.empty()) return std::make_unique<NetRule>(rule, workspace);
  return std::make_unique<PathRule>(rule, workspace);
}

}  // namespace sealring::esd
