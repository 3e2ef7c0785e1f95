// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/rules/path_rule.h"

#include <algorithm>
#include <cmath>

#include "core/diagnostics/suggest.h"
#include "esd/format.h"
#include "esd/p2p.h"
#include "esd/project_codes.h"
#include "esd/rule_codes.h"

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

/// The same selection with its pads one by one: here they are joined by the sharing of the current.
Selection one_by_one(Selection selection) {
  selection.together = false;
  return selection;
}

}  // namespace

bool PathRule::select_stages(core::Sink& sink) {
  const Project& project = workspace_.project;
  for (const std::string& name : rule_.through) {
    const DeviceType* type = project.devices.find(name);
    if (type != nullptr && !type->conducts()) {
      sink.report(core::make_finding(codes::kRuleValue, "rule '" + rule_.id + "': through names '" +
                                                            name + "', which conducts nothing")
                      .at(rule_.location)
                      .on(rule_.id, name));
      return false;
    }
    if (type == nullptr) {
      sink.report(core::make_finding(codes::kUnknownDeviceType,
                                     "rule '" + rule_.id + "' names the device type '" + name +
                                         "', which the library does not hold" +
                                         core::did_you_mean(name, project.devices.names()))
                      .at(rule_.location)
                      .on(rule_.id, name));
      return false;
    }
    auto& devices = stages_.emplace_back();
    auto& in = in_.emplace_back();
    auto& out = out_.emplace_back();
    for (std::size_t i = 0; i < project.instances.size(); ++i) {
      const Instance& instance = project.instances[i];
      if (&project.devices.types[instance.type] != type) continue;
      const auto terminal = [&](std::size_t pin) {
        return RuleTerminal{instance.name + "." + type->pins[pin],
                            instance.nets[pin],
                            "",
                            instance.pins[pin],
                            instance.location,
                            i};
      };
      for (int way = 0; way < (type->both_ways ? 2 : 1); ++way) {
        devices.push_back({i, type});
        in.push_back(terminal(way == 0 ? type->from_pin : type->to_pin));
        out.push_back(terminal(way == 0 ? type->to_pin : type->from_pin));
      }
    }
  }
  return true;
}

void PathRule::make_gaps(std::size_t k) {
  const bool parallel = rule_.answer == Answer::kParallel;
  const std::vector<RuleTerminal>& starts = k == 0 ? from_ : out_[k - 1];
  const std::vector<RuleTerminal>& ends = k == stages_.size() ? to_ : in_[k];
  auto& gaps = gaps_.emplace_back();
  auto& row_spots = row_spots_.emplace_back(starts.size());
  auto& column_spots = column_spots_.emplace_back(ends.size());
  const auto rows = by_part(starts, workspace_.partition);
  const auto columns = by_part(ends, workspace_.partition);
  const bool rows_among = parallel && (k > 0 || rule_.from.together);
  for (const auto& [part, row_ends] : rows) {
    const auto at = columns.find(part);
    if (at == columns.end()) continue;
    gaps.push_back(
        std::make_unique<Gap>(workspace_.engine(part), row_ends, at->second, rows_among, parallel));
    Gap* gap = gaps.back().get();
    for (std::size_t i = 0; i < row_ends.size(); ++i)
      row_spots[row_ends[i].first].push_back({gap, i});
    for (std::size_t j = 0; j < at->second.size(); ++j)
      column_spots[at->second[j].first].push_back({gap, j});
  }
}

void PathRule::plan(core::Sink& sink) {
  from_ = select_terminals(workspace_.project, rule_, one_by_one(rule_.from), sink);
  to_ = select_terminals(workspace_.project, rule_, one_by_one(rule_.to), sink);
  if (!select_stages(sink) || from_.empty() || to_.empty()) {
    from_.clear();
    return;
  }
  for (std::size_t k = 0; k <= stages_.size(); ++k) make_gaps(k);
  for (std::uint32_t d = 0; d < stages_[0].size(); ++d) first_of_net_[in_[0][d].net].push_back(d);
}

bool PathRule::compatible(std::size_t k, std::uint32_t row, std::uint32_t column) const {
  const RuleTerminal& start = k == 0 ? from_[row] : out_[k - 1][row];
  const RuleTerminal& end = k == stages_.size() ? to_[column] : in_[k][column];
  const bool same_device = start.instance != SIZE_MAX && start.instance == end.instance;
  return !same_device && match_nets(start.net, end.net) != NetMatch::kDifferent;
}

double PathRule::cross(std::size_t k, std::uint32_t row, std::uint32_t column) const {
  for (const Spot& spot : row_spots_[k][row]) {
    if (workspace_.failed.contains(spot.gap->engine().part())) continue;
    for (const Spot& end : column_spots_[k][column]) {
      if (end.gap == spot.gap) return spot.gap->across(spot.index, end.index);
    }
  }
  return kOpenOhm;
}

bool PathRule::any_failed(std::size_t k, std::uint32_t row) const {
  for (const Spot& spot : row_spots_[k][row]) {
    if (workspace_.failed.contains(spot.gap->engine().part())) return true;
  }
  return false;
}

double PathRule::device(const StageDevice& device, double current) const {
  return rule_.in_volt ? device.type->v_hold + device.type->ron_ohm * current
                       : device.type->ron_ohm;
}

bool PathRule::better(double a, double b) const {
  if (std::isinf(a)) return false;
  if (std::isinf(b)) return true;
  return rule_.answer == Answer::kEach ? a > b : a < b;
}

/// Backwards over the stages: what it costs to go on from each device to each end.
const PathRule::Tails& PathRule::tails_for(double current) {
  const auto [at, fresh] = tails_.try_emplace(rule_.in_volt ? current : 0.0);
  Tails& tails = at->second;
  if (!fresh) return tails;
  tails.resize(stages_.size());
  for (std::size_t k = stages_.size(); k-- > 0;) {
    const bool last = k + 1 == stages_.size();
    tails[k].assign(stages_[k].size(), std::vector<Tail>(to_.size(), {kOpenOhm, kNone}));
    const std::size_t following = last ? to_.size() : stages_[k + 1].size();
    for (std::uint32_t d = 0; d < stages_[k].size(); ++d) {
      for (std::uint32_t n = 0; n < following; ++n) {
        if (!compatible(k + 1, d, n)) continue;
        const double ohm = cross(k + 1, d, n);
        if (std::isinf(ohm)) continue;
        const double own = device(stages_[k][d], current) + wire(ohm, current);
        for (std::uint32_t t = last ? n : 0; t < (last ? n + 1 : to_.size()); ++t) {
          const double cost = own + (last ? 0 : tails[k + 1][n][t].cost);
          if (better(cost, tails[k][d][t].cost)) tails[k][d][t] = {cost, n};
        }
      }
    }
  }
  return tails;
}

PathResult PathRule::path_from(std::uint32_t from, std::uint32_t to) const {
  PathResult path;
  path.from = from_[from].label;
  path.to = to_[to].label;
  path.net = from_[from].net;
  path.location = from_[from].location;
  path.current = rule_current(workspace_.project, rule_, from_[from]);
  return path;
}

std::vector<std::uint32_t> PathRule::first_devices(std::uint32_t from) const {
  std::vector<std::uint32_t> devices;
  for (const Spot& spot : row_spots_[0][from]) {
    for (const Gap::End& column : spot.gap->columns()) devices.push_back(column.terminal);
  }
  std::sort(devices.begin(), devices.end());
  devices.erase(std::unique(devices.begin(), devices.end()), devices.end());
  return devices;
}

bool PathRule::stranded_on_the_way(std::uint32_t from) const {
  if (explained(from_[from])) return true;
  const std::vector<std::uint32_t> devices = first_devices(from);
  return std::any_of(devices.begin(), devices.end(), [&](std::uint32_t d) {
    return explained(in_[0][d]) || explained(out_[0][d]);
  });
}

/// True when the pad has no first device at all, or one that is declared for its net but not joined to it.
bool PathRule::report_missing(std::uint32_t from, RuleResult& result) const {
  bool joined = false;
  for (const std::uint32_t d : first_devices(from))
    joined = joined || (compatible(0, from, d) && !std::isinf(cross(0, from, d)));
  const auto declared = first_of_net_.find(from_[from].net);
  if (!from_[from].net.empty() && declared != first_of_net_.end()) {
    for (const std::uint32_t d : declared->second) {
      if (!compatible(0, from, d) || !std::isinf(cross(0, from, d))) continue;
      PathResult path = path_from(from, 0);
      path.to = in_[0][d].label;
      path.state = PathResult::State::kUnreachable;
      path.explained = explained(from_[from]) || explained(in_[0][d]);
      result.reported.push_back(std::move(path));
      ++result.paths;
    }
  }
  if (joined) return false;
  PathResult path = path_from(from, 0);
  path.to = rule_.through.front();
  path.state = PathResult::State::kNoDevice;
  path.explained = explained(from_[from]);
  result.reported.push_back(std::move(path));
  ++result.paths;
  return true;
}

void PathRule::add_step(PathResult& path, std::size_t k, std::uint32_t row,
                        std::uint32_t column) const {
  for (const Spot& spot : row_spots_[k][row]) {
    for (const Spot& end : column_spots_[k][column]) {
      if (end.gap != spot.gap) continue;
      PathResult::Flow flow;
      flow.engine = &spot.gap->engine();
      flow.flow.current = path.current;
      const Gap::End& start = spot.gap->rows()[spot.index];
      const Gap::End& finish = spot.gap->columns()[end.index];
      for (std::size_t i = 0; i < start.ports.size(); ++i)
        flow.flow.amps.emplace_back(start.ports[i], start.weights[i]);
      for (std::size_t i = 0; i < finish.ports.size(); ++i) {
        flow.flow.amps.emplace_back(finish.ports[i], -finish.weights[i]);
      }
      path.ohm += spot.gap->across(spot.index, end.index);
      path.flows.push_back(std::move(flow));
      return;
    }
  }
}

void PathRule::evaluate_chain(std::uint32_t from, RuleResult& result) {
  const double current = rule_current(workspace_.project, rule_, from_[from]);
  const Tails& tails = tails_for(current);
  const std::vector<std::uint32_t> first_stage = first_devices(from);
  for (std::uint32_t t = 0; t < to_.size(); ++t) {
    std::uint32_t first = kNone;
    double best = kOpenOhm;
    for (const std::uint32_t d : first_stage) {
      if (!compatible(0, from, d)) continue;
      const double cost = wire(cross(0, from, d), current) + tails[0][d][t].cost;
      if (better(cost, best)) {
        best = cost;
        first = d;
      }
    }
    PathResult path = path_from(from, t);
    if (first == kNone) {
      path.state = PathResult::State::kUnreachable;
      path.explained = stranded_on_the_way(from) || explained(to_[t]);
      path.ohm = kOpenOhm;
      result.reported.push_back(std::move(path));
      ++result.paths;
      continue;
    }
    std::uint32_t row = from;
    std::uint32_t column = first;
    for (std::size_t k = 0; k <= stages_.size(); ++k) {
      add_step(path, k, row, column);
      if (k == stages_.size()) break;
      const StageDevice& device = stages_[k][column];
      path.devices.push_back({device.instance, 1});
      path.ohm += device.type->ron_ohm;
      path.volt += device.type->v_hold;
      row = column;
      column = tails[k][row][t].next;
    }
    path.volt += path.ohm * current;
    if (current <= 0) path.volt = 0;
    if (judge(result, path)) result.reported.push_back(std::move(path));
  }
}

RuleResult PathRule::evaluate() {
  RuleResult result;
  result.rule = &rule_;
  std::vector<std::uint32_t> starts;
  for (std::uint32_t from = 0; from < from_.size(); ++from) {
    if (any_failed(0, from)) {
      PathResult path = path_from(from, 0);
      path.state = PathResult::State::kNotComputed;
      result.reported.push_back(std::move(path));
    } else if (!report_missing(from, result)) {
      starts.push_back(from);
    }
  }
  if (rule_.answer != Answer::kParallel) {
    for (const std::uint32_t from : starts) evaluate_chain(from, result);
    return result;
  }
  std::vector<std::vector<std::uint32_t>> groups;
  for (std::uint32_t t = 0; t < to_.size(); ++t) {
    if (rule_.to.together && t > 0) {
      groups.front().push_back(t);
    } else {
      groups.push_back({t});
    }
  }
  for (const std::vector<std::uint32_t>& ends : groups) {
    if (rule_.from.together && !starts.empty()) {
      evaluate_parallel(starts, ends, result);
      continue;
    }
    for (const std::uint32_t from : starts) evaluate_parallel({from}, ends, result);
  }
  return result;
}

}  // namespace sealring::esd
