// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/rules/net_rule.h"

#include <cmath>
#include <limits>

#include "esd/format.h"
#include "esd/p2p.h"
#include "esd/solve/sharing.h"

namespace sealring::esd {

namespace {

using Placed = std::pair<std::uint32_t, PartTaps>;

std::map<std::uint32_t, std::vector<Placed>> by_part(const std::vector<RuleTerminal>& terminals,
                                                     const Partition& partition) {
  std::map<std::uint32_t, std::vector<Placed>> result;
  for (std::uint32_t t = 0; t < terminals.size(); ++t) {
    for (auto& [part, taps] : place_taps(terminals[t].taps, partition)) {
      result[part].emplace_back(t, std::move(taps));
    }
  }
  return result;
}

double in_parallel(double a, double b) {
  if (std::isinf(a)) return b;
  if (std::isinf(b)) return a;
  return a == 0 || b == 0 ? 0 : 1 / (1 / a + 1 / b);
}

}  // namespace

bool NetRule::uses_ron() const {
  return rule_.to.of == Selection::Of::kDevices &&
         (rule_.with_ron || rule_.check == Rule::Check::kCd);
}

double NetRule::ron_of(std::uint32_t to) const {
  const Instance& instance = workspace_.project.instances[to_[to].instance];
  return workspace_.project.devices.types[instance.type].ron_ohm;
}

void NetRule::plan(core::Sink& sink) {
  from_ = select_terminals(workspace_.project, rule_, rule_.from, sink);
  to_ = select_terminals(workspace_.project, rule_, rule_.to, sink);
  places_.resize(from_.size());
  const auto rows = by_part(from_, workspace_.partition);
  const auto columns = by_part(to_, workspace_.partition);
  const bool parallel = rule_.answer == Answer::kParallel;
  for (const auto& [part, row_ends] : rows) {
    const auto to = columns.find(part);
    if (to == columns.end()) continue;
    gaps_.push_back(
        std::make_unique<Gap>(workspace_.engine(part), row_ends, to->second, false, parallel));
    for (std::size_t i = 0; i < row_ends.size(); ++i) {
      places_[row_ends[i].first].push_back({gaps_.back().get(), i});
    }
  }
}

PathResult NetRule::path_from(std::uint32_t from, const std::string& to) const {
  PathResult path;
  path.from = from_[from].label;
  path.to = to;
  path.net = from_[from].net;
  path.location = from_[from].location;
  path.current = rule_current(workspace_.project, rule_, from_[from]);
  return path;
}

NetRule::Candidates NetRule::candidates_of(std::uint32_t from, bool& failed) const {
  Candidates found;
  const Modes modes{rule_.from_terminal, rule_.to_terminal};
  for (const RowPlace& place : places_[from]) {
    if (workspace_.failed.contains(place.gap->engine().part())) {
      failed = true;
      continue;
    }
    const std::vector<Gap::End>& columns = place.gap->columns();
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const std::uint32_t to = columns[j].terminal;
      if (match_nets(from_[from].net, to_[to].net) == NetMatch::kDifferent) continue;
      const double ohm =
          rule_.answer == Answer::kParallel ? 0 : place.gap->pair(place.row, j, modes, false).ohm;
      const auto [at, fresh] = found.try_emplace(to, Candidate{kOpenOhm, {}});
      at->second.ohm = in_parallel(at->second.ohm, ohm);
      at->second.through.emplace_back(place, j);
    }
  }
  return found;
}

/// Declared for one net but not joined; or, where nets are not told, joined to nothing at all.
void NetRule::report_unreached(std::uint32_t from, const Candidates& found,
                               RuleResult& result) const {
  const auto report = [&](const std::string& to) {
    PathResult path = path_from(from, to);
    path.state = PathResult::State::kUnreachable;
    path.ohm = kOpenOhm;
    result.reported.push_back(std::move(path));
    ++result.paths;
  };
  bool any_unknown = false;
  for (std::uint32_t to = 0; to < to_.size(); ++to) {
    const NetMatch match = match_nets(from_[from].net, to_[to].net);
    if (match == NetMatch::kUnknown) any_unknown = true;
    if (match != NetMatch::kSame) continue;
    const auto at = found.find(to);
    if (at == found.end() || std::isinf(at->second.ohm)) report(to_[to].label);
  }
  if (found.empty() && any_unknown)
    report("any of " + counted(to_.size(), "terminal", "terminals"));
}

void NetRule::add_flow(PathResult& path, Gap& gap, const Gap::Value& value, double share) const {
  PathResult::Flow flow;
  flow.engine = &gap.engine();
  for (const auto& [port, amps] : value.amps) flow.flow.amps.emplace_back(port, amps * share);
  flow.flow.current = path.current;
  path.flows.push_back(std::move(flow));
}

void NetRule::judge_candidate(std::uint32_t from, std::uint32_t to, const Candidate& candidate,
                              RuleResult& result) const {
  PathResult path = path_from(from, to_[to].label);
  path.ohm = candidate.ohm;
  path.volt = candidate.ohm * path.current;
  if (!judge(result, path)) return;
  const Modes modes{rule_.from_terminal, rule_.to_terminal};
  for (const auto& [place, column] : candidate.through) {
    const Gap::Value value = place.gap->pair(place.row, column, modes, true);
    if (value.ohm > 0 && std::isfinite(value.ohm)) {
      add_flow(path, *place.gap, value, candidate.ohm / value.ohm);
    }
  }
  result.reported.push_back(std::move(path));
}

bool NetRule::needs_sharing(const Gap& gap, const std::vector<std::size_t>& columns) const {
  if (!uses_ron()) return false;
  double hold = -1;
  for (const std::size_t j : columns) {
    const Instance& instance =
        workspace_.project.instances[to_[gap.columns()[j].terminal].instance];
    const DeviceType& type = workspace_.project.devices.types[instance.type];
    if (type.v_trigger > type.v_hold || (hold >= 0 && type.v_hold != hold)) return true;
    hold = type.v_hold;
  }
  return false;
}

/// Linear: every device is its ron (equal holding voltages change nothing in the split).
bool NetRule::parallel_in(const RowPlace& place, const std::vector<std::size_t>& columns,
                          PathResult& path, double& ohm) const {
  std::vector<double> ohms;
  for (const std::size_t j : columns) {
    if (uses_ron()) ohms.push_back(ron_of(place.gap->columns()[j].terminal));
  }
  std::vector<double> shares;
  const Gap::Value value = place.gap->parallel(place.row, columns, ohms,
                                               {rule_.from_terminal, rule_.to_terminal}, &shares);
  if (std::isinf(value.ohm)) return false;
  ohm = value.ohm;
  add_flow(path, *place.gap, value, 1);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const std::size_t instance = to_[place.gap->columns()[columns[k]].terminal].instance;
    if (instance != SIZE_MAX) path.devices.push_back({instance, shares[k]});
  }
  return true;
}

/// V = hold + ron * I per device, taps by weight.
bool NetRule::shared_in(const RowPlace& place, const std::vector<std::size_t>& columns,
                        PathResult& path) const {
  const Gap& gap = *place.gap;
  SharingProblem problem;
  DenseMatrix net(columns.size() + 1);
  for (std::size_t a = 0; a < columns.size(); ++a) {
    net.at(0, a + 1) = net.at(a + 1, 0) = gap.across(place.row, columns[a]);
    for (std::size_t b = 0; b < a; ++b) {
      net.at(a + 1, b + 1) = net.at(b + 1, a + 1) = gap.among_columns(columns[a], columns[b]);
    }
    const Instance& instance =
        workspace_.project.instances[to_[gap.columns()[columns[a]].terminal].instance];
    const DeviceType& type = workspace_.project.devices.types[instance.type];
    problem.branches.push_back({{0, a + 1}, {1, 0}, type.ron_ohm, type.v_hold, type.v_trigger, 0});
  }
  problem.nets = {net, DenseMatrix(1)};
  problem.source = {0, 0};
  problem.sink = {1, 0};
  problem.current = path.current;
  const SharingResult shared = share_current(problem);
  path.steps = shared.steps;
  if (!shared.converged) return false;
  path.ohm = shared.ohm;
  path.volt = shared.volt;
  Gap::Value value;
  const auto spread = [&](const Gap::End& end, double amps) {
    for (std::size_t k = 0; k < end.ports.size(); ++k)
      value.amps.emplace_back(end.ports[k], amps * end.weights[k]);
  };
  spread(gap.rows()[place.row], 1);
  for (std::size_t a = 0; a < columns.size(); ++a) {
    const double amps = shared.amps[a] / path.current;
    spread(gap.columns()[columns[a]], -amps);
    path.devices.push_back({to_[gap.columns()[columns[a]].terminal].instance, amps});
  }
  add_flow(path, *place.gap, value, 1);
  return true;
}

void NetRule::evaluate_parallel(std::uint32_t from, const Candidates& found,
                                RuleResult& result) const {
  std::map<Gap*, std::pair<RowPlace, std::vector<std::size_t>>> gaps;
  for (const auto& [to, candidate] : found) {
    for (const auto& [place, column] : candidate.through) {
      auto& entry = gaps[place.gap];
      entry.first = place;
      entry.second.push_back(column);
    }
  }
  PathResult path =
      path_from(from, counted(found.size(), "terminal in parallel", "terminals in parallel"));
  if (gaps.empty()) return;
  // A pad that touches several parts: each carries its own share; with sharing devices the first part decides.
  const auto& [place, columns] = gaps.begin()->second;
  if (needs_sharing(*place.gap, columns)) {
    if (path.current <= 0) {
      path.state = PathResult::State::kMissingCurrent;
      result.reported.push_back(std::move(path));
      return;
    }
    if (!shared_in(place, columns, path)) {
      path.state = PathResult::State::kNotConverged;
      path.to = counted(columns.size(), "device", "devices");
      result.reported.push_back(std::move(path));
      return;
    }
  } else {
    path.ohm = kOpenOhm;
    std::vector<double> ohms;
    for (const auto& [gap, entry] : gaps) {
      double ohm = kOpenOhm;
      if (!parallel_in(entry.first, entry.second, path, ohm)) continue;
      ohms.push_back(ohm);
      path.ohm = in_parallel(path.ohm, ohm);
    }
    for (std::size_t k = 0; k < path.flows.size() && path.flows.size() > 1; ++k) {
      for (auto& [port, amps] : path.flows[k].flow.amps) amps *= path.ohm / ohms[k];
    }
    path.volt = path.ohm * path.current;
  }
  if (judge(result, path)) result.reported.push_back(std::move(path));
}

void NetRule::evaluate_from(std::uint32_t from, RuleResult& result) {
  bool failed = false;
  const Candidates found = candidates_of(from, failed);
  if (failed) {
    PathResult path = path_from(from, "");
    path.state = PathResult::State::kNotComputed;
    result.reported.push_back(std::move(path));
    return;
  }
  report_unreached(from, found, result);
  if (rule_.answer == Answer::kParallel) {
    evaluate_parallel(from, found, result);
    return;
  }
  const Candidate* best = nullptr;
  std::uint32_t best_to = 0;
  for (const auto& [to, candidate] : found) {
    if (std::isinf(candidate.ohm)) continue;
    if (rule_.answer == Answer::kEach) {
      judge_candidate(from, to, candidate, result);
    } else if (best == nullptr || candidate.ohm < best->ohm) {
      best = &candidate;
      best_to = to;
    }
  }
  if (best != nullptr) judge_candidate(from, best_to, *best, result);
}

RuleResult NetRule::evaluate() {
  RuleResult result;
  result.rule = &rule_;
  for (std::uint32_t from = 0; from < from_.size(); ++from) evaluate_from(from, result);
  return result;
}

}  // namespace sealring::esd
