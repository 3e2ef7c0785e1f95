// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/rules/net_rule.h"

#include <cmath>
#include <limits>
#include <unordered_map>

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
  make_net_index();
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
          rule_.answer == Answer::kParallel ? 0 : place.gap->ohm(place.row, j, modes);
      const auto [at, fresh] = found.try_emplace(to, Candidate{kOpenOhm, {}});
      at->second.ohm = in_parallel(at->second.ohm, ohm);
      at->second.through.emplace_back(place, j);
    }
  }
  return found;
}

/// Declared for one net but not joined; or, where nets are not told, joined to nothing at all. Whether anything was
/// reported.
template <class Reached>
bool NetRule::report_unreached(std::uint32_t from, bool any_found, Reached&& reached,
                               RuleResult& result) const {
  const std::size_t before = result.reported.size();
  const auto report = [&](const std::string& to, const RuleTerminal* end) {
    PathResult path = path_from(from, to);
    path.state = PathResult::State::kUnreachable;
    path.explained = explained(from_[from]) || (end != nullptr && explained(*end));
    path.ohm = kOpenOhm;
    result.reported.push_back(std::move(path));
    ++result.paths;
  };
  const std::uint32_t net = from_net_[from];
  if (net != 0) {
    for (const std::uint32_t to : to_of_net_[net]) {
      if (!reached(to)) report(to_[to].label, &to_[to]);
    }
  }
  const bool any_unknown = net == 0 ? !to_.empty() : !to_of_net_[0].empty();
  if (!any_found && any_unknown)
    report("any of " + counted(to_.size(), "terminal", "terminals"), nullptr);
  return result.reported.size() != before;
}

void NetRule::make_net_index() {
  std::unordered_map<std::string, std::uint32_t> numbers = {{"", 0}};
  const auto number = [&](const RuleTerminal& terminal) {
    return numbers.try_emplace(terminal.net, static_cast<std::uint32_t>(numbers.size()))
        .first->second;
  };
  for (const RuleTerminal& terminal : from_) from_net_.push_back(number(terminal));
  for (const RuleTerminal& terminal : to_) to_net_.push_back(number(terminal));
  to_of_net_.resize(numbers.size());
  for (std::uint32_t to = 0; to < to_.size(); ++to) to_of_net_[to_net_[to]].push_back(to);
  reached_.assign(to_.size(), 0);
}

/// Nothing to go to, and the rule wants every one to have something.
void NetRule::report_alone(std::uint32_t from, RuleResult& result) const {
  std::string to = rule_.to.device.empty() ? "pad" : rule_.to.device + "." + rule_.to.pin;
  if (!rule_.to.tier.empty()) to += " of " + rule_.to.tier;
  PathResult path = path_from(from, to);
  path.state = PathResult::State::kNoDevice;
  path.explained = explained(from_[from]);
  result.reported.push_back(std::move(path));
  ++result.paths;
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

const DeviceType& NetRule::type_of(const PartUse& use, std::size_t column) const {
  const std::size_t instance = to_[use.place.gap->columns()[column].terminal].instance;
  return workspace_.project.devices.types[workspace_.project.instances[instance].type];
}

bool NetRule::needs_sharing(const std::vector<PartUse>& uses) const {
  if (!uses_ron()) return false;
  double hold = -1;
  for (const PartUse& use : uses) {
    for (const std::size_t j : use.columns) {
      const DeviceType& type = type_of(use, j);
      if (type.v_trigger > type.v_hold || (hold >= 0 && type.v_hold != hold)) return true;
      hold = type.v_hold;
    }
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
  // Without their own resistance the split says nothing about the devices.
  for (std::size_t k = 0; uses_ron() && k < columns.size(); ++k) {
    path.devices.push_back({to_[place.gap->columns()[columns[k]].terminal].instance, shares[k]});
  }
  return true;
}

/// A pad that touches several parts: they lie in parallel.
void NetRule::linear_in(const std::vector<PartUse>& uses, PathResult& path) const {
  struct Done {
    double ohm = kOpenOhm;
    std::size_t flows = 0;
    std::size_t devices = 0;
  };
  std::vector<Done> done;
  path.ohm = kOpenOhm;
  for (const PartUse& use : uses) {
    Done mine{kOpenOhm, path.flows.size(), path.devices.size()};
    if (!parallel_in(use.place, use.columns, path, mine.ohm)) continue;
    path.ohm = in_parallel(path.ohm, mine.ohm);
    done.push_back(mine);
  }
  for (std::size_t k = 0; k < done.size() && done.size() > 1; ++k) {
    const double share = done[k].ohm > 0 ? path.ohm / done[k].ohm : 1;
    for (auto& [port, amps] : path.flows[done[k].flows].flow.amps) amps *= share;
    const std::size_t last = k + 1 < done.size() ? done[k + 1].devices : path.devices.size();
    for (std::size_t d = done[k].devices; d < last; ++d) path.devices[d].amps *= share;
  }
  path.volt = path.ohm * path.current;
}

/// V = hold + ron * I per device, taps by weight. Net u is the part of uses[u]; then the far side of the devices, and
/// the pad as an ideal node when it touches several parts.
bool NetRule::shared_in(const std::vector<PartUse>& uses, PathResult& path) const {
  SharingProblem problem;
  problem.current = path.current;
  const std::size_t far_side = uses.size();
  for (std::size_t u = 0; u < uses.size(); ++u) {
    const Gap& gap = *uses[u].place.gap;
    const std::vector<std::size_t>& columns = uses[u].columns;
    DenseMatrix net(columns.size() + 1);
    for (std::size_t a = 0; a < columns.size(); ++a) {
      net.at(0, a + 1) = net.at(a + 1, 0) = gap.across(uses[u].place.row, columns[a]);
      for (std::size_t b = 0; b < a; ++b) {
        net.at(a + 1, b + 1) = net.at(b + 1, a + 1) = gap.among_columns(columns[a], columns[b]);
      }
      const DeviceType& type = type_of(uses[u], columns[a]);
      problem.branches.push_back(
          {{u, a + 1}, {far_side, 0}, type.ron_ohm, type.v_hold, type.v_trigger, 1});
    }
    problem.nets.push_back(std::move(net));
  }
  problem.nets.emplace_back(1);
  problem.source = {0, 0};
  problem.sink = {far_side, 0};
  if (uses.size() > 1) {
    problem.source = {problem.nets.size(), 0};
    problem.nets.emplace_back(1);
    for (std::size_t u = 0; u < uses.size(); ++u)
      problem.branches.push_back({problem.source, {u, 0}, 0, 0, 0, 0});
  }
  const SharingResult shared = share_current(problem);
  path.steps = shared.steps;
  if (!shared.converged) return false;
  path.ohm = shared.ohm;
  path.volt = shared.volt;
  lead_shared(uses, shared.amps, path);
  return true;
}

/// The flows of shared currents: out of the pad's taps, into the devices.
void NetRule::lead_shared(const std::vector<PartUse>& uses, const std::vector<double>& amps,
                          PathResult& path) const {
  std::size_t branch = 0;
  for (const PartUse& use : uses) {
    const Gap& gap = *use.place.gap;
    Gap::Value value;
    const auto spread = [&](const Gap::End& end, double share) {
      for (std::size_t k = 0; k < end.ports.size(); ++k)
        value.amps.emplace_back(end.ports[k], share * end.weights[k]);
    };
    double total = 0;
    for (const std::size_t column : use.columns) {
      const double share = amps[branch++] / path.current;
      total += share;
      spread(gap.columns()[column], -share);
      path.devices.push_back({to_[gap.columns()[column].terminal].instance, share});
    }
    spread(gap.rows()[use.place.row], total);
    add_flow(path, *use.place.gap, value, 1);
  }
}

void NetRule::evaluate_parallel(std::uint32_t from, const Candidates& found,
                                RuleResult& result) const {
  std::map<std::uint32_t, PartUse> by_part_number;
  for (const auto& [to, candidate] : found) {
    for (const auto& [place, column] : candidate.through) {
      PartUse& use = by_part_number[place.gap->engine().part()];
      use.place = place;
      use.columns.push_back(column);
    }
  }
  if (by_part_number.empty()) return;
  std::vector<PartUse> uses;
  for (auto& [part, use] : by_part_number) uses.push_back(std::move(use));
  PathResult path =
      path_from(from, counted(found.size(), "terminal in parallel", "terminals in parallel"));
  if (!needs_sharing(uses)) {
    linear_in(uses, path);
  } else if (path.current <= 0) {
    path.state = PathResult::State::kMissingCurrent;
    result.reported.push_back(std::move(path));
    return;
  } else if (!shared_in(uses, path)) {
    path.state = PathResult::State::kNotConverged;
    path.to = counted(found.size(), "device", "devices");
    result.reported.push_back(std::move(path));
    return;
  }
  if (judge(result, path)) result.reported.push_back(std::move(path));
}

/// Nothing to tell of this value: within the limit, and not above the worst so far.
bool NetRule::within_and_no_worse(const RuleResult& result, double ohm, double current) const {
  if (rule_.check == Rule::Check::kCd || !result.any || rule_.shares) return false;
  if (rule_.in_volt && current <= 0) return false;
  const double value = rule_.in_volt ? ohm * current : ohm;
  return value <= (rule_.in_volt ? result.worst.volt : result.worst.ohm) &&
         within_limit(rule_, value);
}

/// The usual case by the millions: a terminal in one part, each or the nearest of many others. False: not that case.
bool NetRule::evaluate_single(std::uint32_t from, RuleResult& result) {
  if (places_[from].size() != 1 || rule_.answer == Answer::kParallel) return false;
  const RowPlace& place = places_[from].front();
  if (workspace_.failed.contains(place.gap->engine().part())) return false;
  const Modes modes{rule_.from_terminal, rule_.to_terminal};
  const std::vector<Gap::End>& columns = place.gap->columns();
  const double current = rule_current(workspace_.project, rule_, from_[from]);
  bool any_found = false;
  std::size_t best = columns.size();
  double best_ohm = kOpenOhm;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const std::uint32_t to = columns[j].terminal;
    if (from_net_[from] != 0 && to_net_[to] != 0 && from_net_[from] != to_net_[to]) continue;
    any_found = true;
    const double ohm = place.gap->ohm(place.row, j, modes);
    if (std::isinf(ohm)) continue;
    reached_[to] = from + 1;
    if (rule_.answer == Answer::kNearest) {
      if (ohm < best_ohm) {
        best_ohm = ohm;
        best = j;
      }
    } else if (within_and_no_worse(result, ohm, current)) {
      ++result.paths;
    } else {
      judge_candidate(from, to, Candidate{ohm, {{place, j}}}, result);
    }
  }
  const bool told = report_unreached(
      from, any_found, [&](std::uint32_t to) { return reached_[to] == from + 1; }, result);
  if (!any_found && rule_.every && !told) report_alone(from, result);
  if (best < columns.size()) {
    judge_candidate(from, columns[best].terminal, Candidate{best_ohm, {{place, best}}}, result);
  }
  return true;
}

void NetRule::evaluate_from(std::uint32_t from, RuleResult& result) {
  if (evaluate_single(from, result)) return;
  bool failed = false;
  const Candidates found = candidates_of(from, failed);
  if (failed) {
    PathResult path = path_from(from, "");
    path.state = PathResult::State::kNotComputed;
    result.reported.push_back(std::move(path));
    return;
  }
  const auto reached = [&](std::uint32_t to) {
    const auto at = found.find(to);
    return at != found.end() && !std::isinf(at->second.ohm);
  };
  const bool told = report_unreached(from, !found.empty(), reached, result);
  if (found.empty() && rule_.every && !told) report_alone(from, result);
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
