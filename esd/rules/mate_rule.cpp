// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/rules/mate_rule.h"

#include <cmath>

#include "esd/p2p.h"

namespace sealring::esd {

void MateRule::plan(core::Sink& sink) {
  std::vector<RuleTerminal> from = select_terminals(workspace_.project, rule_, rule_.from, sink);
  std::vector<unsigned char> taken(workspace_.project.pads.size(), 0);
  for (RuleTerminal& terminal : from) {
    const std::uint32_t mate = workspace_.project.pads[terminal.pad].mate;
    if (mate == kNone) {
      alone_.push_back(std::move(terminal));
      continue;
    }
    if (taken[mate] != 0) continue;
    taken[terminal.pad] = 1;
    const Pad& other = workspace_.project.pads[mate];
    Bond bond{std::move(terminal),
              {other.name, other.net, other.group, other.taps, other.location, SIZE_MAX, mate},
              nullptr};
    const auto rows = place_taps(bond.from.taps, workspace_.partition);
    const auto columns = place_taps(bond.to.taps, workspace_.partition);
    for (const auto& [part, taps] : rows) {
      const auto at = columns.find(part);
      if (at == columns.end() || bond.gap) continue;
      bond.gap = std::make_unique<Gap>(
          workspace_.engine(part), std::vector{std::pair{std::uint32_t{0}, taps}},
          std::vector{std::pair{std::uint32_t{0}, at->second}}, false, false);
    }
    bonds_.push_back(std::move(bond));
  }
}

void MateRule::evaluate_bond(const Bond& bond, RuleResult& result) const {
  PathResult path;
  path.from = bond.from.label;
  path.to = bond.to.label;
  path.net = bond.from.net;
  path.location = bond.from.location;
  path.current = rule_current(workspace_.project, rule_, bond.from);
  const bool failed = bond.gap && workspace_.failed.contains(bond.gap->engine().part());
  const Modes modes{rule_.from_terminal, rule_.to_terminal};
  path.ohm = kOpenOhm;
  if (bond.gap && !failed) path.ohm = bond.gap->pair(0, 0, modes, false).ohm;
  if (failed) {
    path.state = PathResult::State::kNotComputed;
    result.reported.push_back(std::move(path));
  } else if (std::isinf(path.ohm)) {
    path.state = PathResult::State::kUnreachable;
    path.explained = explained(bond.from) || explained(bond.to);
    result.reported.push_back(std::move(path));
    ++result.paths;
  } else {
    path.volt = path.ohm * path.current;
    if (!judge(result, path)) return;
    const Gap::Value value = bond.gap->pair(0, 0, modes, true);
    PathResult::Flow flow;
    flow.engine = &bond.gap->engine();
    flow.flow.amps = value.amps;
    flow.flow.current = path.current;
    if (value.ohm > 0) path.flows.push_back(std::move(flow));
    result.reported.push_back(std::move(path));
  }
}

RuleResult MateRule::evaluate() {
  RuleResult result;
  result.rule = &rule_;
  for (const RuleTerminal& pad : alone_) {
    PathResult path;
    path.from = pad.label;
    path.to = "another side of the bond";
    path.location = pad.location;
    path.state = PathResult::State::kNoDevice;
    result.reported.push_back(std::move(path));
    ++result.paths;
  }
  for (const Bond& bond : bonds_) evaluate_bond(bond, result);
  return result;
}

}  // namespace sealring::esd
