// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// All devices of every stage together: the conductors as resistances between their ends, the devices as
// V = hold + ron * I, the current shared among them.
#include <algorithm>
#include <map>
#include <set>

#include "esd/format.h"
#include "esd/p2p.h"
#include "esd/rules/path_rule.h"

namespace sealring::esd {

std::vector<std::vector<std::uint32_t>> PathRule::on_the_way(
    const std::vector<std::uint32_t>& starts, const std::vector<std::uint32_t>& ends) const {
  std::vector<std::vector<std::uint32_t>> levels(stages_.size() + 2);
  levels.front() = starts;
  for (std::size_t k = 0; k <= stages_.size(); ++k) {
    std::set<std::uint32_t> next;
    const bool last = k == stages_.size();
    std::set<std::uint32_t> near;  // columns on the conductors of a row
    for (const std::uint32_t row : levels[k]) {
      for (const Spot& spot : row_spots_[k][row]) {
        for (const Gap::End& end : spot.gap->columns()) near.insert(end.terminal);
      }
    }
    for (const std::uint32_t column : near) {
      if (last && std::find(ends.begin(), ends.end(), column) == ends.end()) continue;
      for (const std::uint32_t row : levels[k]) {
        if (compatible(k, row, column) && cross(k, row, column) != kOpenOhm) {
          next.insert(column);
          break;
        }
      }
    }
    levels[k + 1].assign(next.begin(), next.end());
  }
  for (std::size_t k = stages_.size() + 1; k-- > 0;) {  // drop what leads nowhere
    std::erase_if(levels[k], [&](std::uint32_t row) {
      return std::none_of(levels[k + 1].begin(), levels[k + 1].end(), [&](std::uint32_t column) {
        return compatible(k, row, column) && cross(k, row, column) != kOpenOhm;
      });
    });
  }
  return levels;
}

/// Builds the sharing problem of one path and turns its answer into flows.
class PathSharing {
 public:
  PathSharing(const PathRule& rule, const std::vector<std::vector<std::uint32_t>>& levels,
              double current)
      : rule_(rule), levels_(levels) {
    problem.current = current;
    for (std::size_t k = 0; k + 1 < levels.size(); ++k) collect(k);
    fill_nets();
    add_branches();
  }

  SharingProblem problem;

  void into(const SharingResult& shared, PathResult& path) const;

 private:
  /// One part at one level: first its rows, then its columns.
  struct Net {
    Gap* gap = nullptr;
    std::vector<std::size_t> rows;
    std::vector<std::size_t> columns;
  };
  using Place = SharingProblem::Place;

  void collect(std::size_t k) {
    std::map<Gap*, std::size_t> known;
    const auto net_of = [&](Gap* gap) {
      const auto [at, fresh] = known.emplace(gap, nets_.size());
      if (fresh) nets_.push_back({gap, {}, {}});
      return at->second;
    };
    auto& rows = row_place_.emplace_back();
    auto& columns = column_place_.emplace_back();
    for (const std::uint32_t row : levels_[k]) {
      for (const PathRule::Spot& spot : rule_.row_spots_[k][row]) {
        const std::size_t net = net_of(spot.gap);
        rows[row] = {net, nets_[net].rows.size()};
        nets_[net].rows.push_back(spot.index);
      }
    }
    for (const std::uint32_t column : levels_[k + 1]) {
      for (const PathRule::Spot& spot : rule_.column_spots_[k][column]) {
        const std::size_t net = net_of(spot.gap);
        columns[column] = {net, nets_[net].columns.size()};
        nets_[net].columns.push_back(spot.index);
      }
    }
    for (auto& [column, place] : columns) place.point += nets_[place.net].rows.size();
  }

  void fill_nets() {
    for (const Net& net : nets_) {
      const std::size_t rows = net.rows.size();
      DenseMatrix r(rows + net.columns.size());
      for (std::size_t a = 0; a < r.n; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
          double ohm = 0;
          if (a < rows) {
            ohm = net.gap->among_rows(net.rows[a], net.rows[b]);
          } else if (b < rows) {
            ohm = net.gap->across(net.rows[b], net.columns[a - rows]);
          } else {
            ohm = net.gap->among_columns(net.columns[a - rows], net.columns[b - rows]);
          }
          r.at(a, b) = r.at(b, a) = ohm;
        }
      }
      problem.nets.push_back(std::move(r));
    }
  }

  /// An ideal node that joins several places through branches without resistance.
  Place joined(const std::map<std::uint32_t, Place>& places, std::size_t stage, bool source) {
    if (places.size() == 1) return places.begin()->second;
    const Place ideal{problem.nets.size(), 0};
    problem.nets.emplace_back(1);
    for (const auto& [terminal, place] : places) {
      problem.branches.push_back({source ? ideal : place, source ? place : ideal, 0, 0, 0, stage});
      instance_.push_back(SIZE_MAX);
    }
    return ideal;
  }

  void add_branches() {
    const std::size_t stages = rule_.stages_.size();
    problem.source = joined(row_place_.front(), 0, true);
    problem.sink = joined(column_place_.back(), stages + 1, false);
    for (std::size_t k = 0; k < stages; ++k) {
      for (const std::uint32_t d : levels_[k + 1]) {
        const PathRule::StageDevice& device = rule_.stages_[k][d];
        problem.branches.push_back({column_place_[k].at(d), row_place_[k + 1].at(d),
                                    device.type->ron_ohm, device.type->v_hold,
                                    device.type->v_trigger, k + 1});
        instance_.push_back(device.instance);
      }
    }
  }

  const PathRule& rule_;
  const std::vector<std::vector<std::uint32_t>>& levels_;
  std::vector<Net> nets_;
  std::vector<std::map<std::uint32_t, Place>> row_place_;
  std::vector<std::map<std::uint32_t, Place>> column_place_;
  std::vector<std::size_t> instance_;  ///< of each branch
};

void PathSharing::into(const SharingResult& shared, PathResult& path) const {
  path.ohm = shared.ohm;
  path.volt = shared.volt;
  for (std::size_t b = 0; b < shared.amps.size(); ++b) {
    if (instance_[b] != SIZE_MAX)
      path.devices.push_back({instance_[b], shared.amps[b] / path.current});
  }
  for (std::size_t m = 0; m < nets_.size(); ++m) {
    PathResult::Flow flow;
    flow.engine = &nets_[m].gap->engine();
    flow.flow.current = path.current;
    for (std::size_t point = 0; point < shared.injected[m].size(); ++point) {
      const double amps = shared.injected[m][point] / path.current;
      if (amps == 0) continue;
      const std::size_t rows = nets_[m].rows.size();
      const Gap::End& end = point < rows ? nets_[m].gap->rows()[nets_[m].rows[point]]
                                         : nets_[m].gap->columns()[nets_[m].columns[point - rows]];
      for (std::size_t i = 0; i < end.ports.size(); ++i)
        flow.flow.amps.emplace_back(end.ports[i], amps * end.weights[i]);
    }
    path.flows.push_back(std::move(flow));
  }
}

void PathRule::evaluate_parallel(const std::vector<std::uint32_t>& starts,
                                 const std::vector<std::uint32_t>& ends, RuleResult& result) {
  PathResult path = path_from(starts.front(), ends.front());
  if (starts.size() > 1) path.from = counted(starts.size(), "pad together", "pads together");
  if (ends.size() > 1) path.to = counted(ends.size(), "pad together", "pads together");
  if (path.current <= 0) {
    path.state = PathResult::State::kMissingCurrent;
    result.reported.push_back(std::move(path));
    return;
  }
  const auto levels = on_the_way(starts, ends);
  if (levels.front().empty()) {
    path.state = PathResult::State::kUnreachable;
    for (const std::uint32_t from : starts)
      path.explained = path.explained || stranded_on_the_way(from);
    for (const std::uint32_t to : ends) path.explained = path.explained || explained(to_[to]);
    path.ohm = kOpenOhm;
    result.reported.push_back(std::move(path));
    ++result.paths;
    return;
  }
  const PathSharing sharing(*this, levels, path.current);
  const SharingResult shared = share_current(sharing.problem);
  path.steps = shared.steps;
  if (!shared.converged) {
    path.state = PathResult::State::kNotConverged;
    path.to = counted(sharing.problem.branches.size(), "device", "devices");
    result.reported.push_back(std::move(path));
    return;
  }
  sharing.into(shared, path);
  if (judge(result, path)) result.reported.push_back(std::move(path));
}

}  // namespace sealring::esd
