// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/rules/gap.h"

#include <limits>

#include "esd/p2p.h"

namespace sealring::esd {

namespace {

std::vector<std::uint32_t> all_ports(const std::vector<Gap::End>& ends) {
  std::vector<std::uint32_t> ports;
  for (const Gap::End& end : ends) ports.insert(ports.end(), end.ports.begin(), end.ports.end());
  return ports;
}

}  // namespace

std::vector<Gap::End> Gap::ends(const std::vector<std::pair<std::uint32_t, PartTaps>>& terminals) {
  std::vector<End> result;
  std::size_t first = 0;
  for (const auto& [terminal, taps] : terminals) {
    End end{terminal, {}, taps.weights, taps.whole, first};
    for (const std::uint32_t node : taps.nodes) end.ports.push_back(engine_.add_port(node));
    first += end.ports.size();
    result.push_back(std::move(end));
  }
  return result;
}

Gap::Gap(PartEngine& engine, const std::vector<std::pair<std::uint32_t, PartTaps>>& rows,
         const std::vector<std::pair<std::uint32_t, PartTaps>>& columns, bool rows_among,
         bool columns_among)
    : engine_(engine), rows_(ends(rows)), columns_(ends(columns)) {
  const std::vector<std::uint32_t> row_ports = all_ports(rows_);
  const std::vector<std::uint32_t> column_ports = all_ports(columns_);
  cross_ = engine_.add_block(row_ports, column_ports);
  if (rows_among) rows_among_ = engine_.add_block(row_ports, row_ports);
  if (columns_among) columns_among_ = engine_.add_block(column_ports, column_ports);
  const auto own = [&](const std::vector<End>& side, bool among, std::vector<std::size_t>& blocks) {
    for (const End& end : side) {
      blocks.push_back(among || end.ports.size() < 2 ? SIZE_MAX
                                                     : engine_.add_block(end.ports, end.ports));
    }
  };
  own(rows_, rows_among, row_self_);
  own(columns_, columns_among, column_self_);
}

double Gap::tap_distance(const Point& a, std::size_t tap_a, const Point& b,
                         std::size_t tap_b) const {
  if (a.row != b.row) {
    const Point& row = a.row ? a : b;
    const Point& column = a.row ? b : a;
    const std::size_t row_tap = a.row ? tap_a : tap_b;
    const std::size_t column_tap = a.row ? tap_b : tap_a;
    return engine_.block(cross_).at(rows_[row.end].first + row_tap,
                                    columns_[column.end].first + column_tap);
  }
  const std::size_t among = a.row ? rows_among_ : columns_among_;
  if (among != SIZE_MAX) {
    return engine_.block(among).at(end_of(a).first + tap_a, end_of(b).first + tap_b);
  }
  const std::size_t self = a.row ? row_self_[a.end] : column_self_[a.end];
  return self == SIZE_MAX ? 0 : engine_.block(self).at(tap_a, tap_b);
}

/// Half the mean square distance of a point's taps: what a centroid lies below them.
double Gap::spread(const Point& a) const {
  const End& end = end_of(a);
  if (a.tap != SIZE_MAX || end.ports.size() < 2) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < end.ports.size(); ++i) {
    for (std::size_t j = i + 1; j < end.ports.size(); ++j) {
      sum += end.weights[i] * end.weights[j] * tap_distance(a, i, a, j);
    }
  }
  return sum;
}

double Gap::distance(const Point& a, const Point& b) const {
  if (a.row == b.row && a.end == b.end && a.tap == b.tap) return 0;
  const auto taps = [&](const Point& point) {
    return point.tap == SIZE_MAX ? end_of(point).ports.size() : std::size_t{1};
  };
  const auto tap = [](const Point& point, std::size_t k) {
    return point.tap == SIZE_MAX ? k : point.tap;
  };
  const auto weight = [&](const Point& point, std::size_t k) {
    return point.tap == SIZE_MAX ? end_of(point).weights[k] : 1.0;
  };
  double sum = 0;
  for (std::size_t i = 0; i < taps(a); ++i) {
    for (std::size_t j = 0; j < taps(b); ++j) {
      sum += weight(a, i) * weight(b, j) * tap_distance(a, tap(a, i), b, tap(b, j));
    }
  }
  return sum - spread(a) - spread(b);
}

std::vector<Gap::Point> Gap::points_of(bool row, std::size_t end, TerminalMode mode) const {
  const std::size_t taps = (row ? rows_ : columns_)[end].ports.size();
  if (mode == TerminalMode::kDistributed && taps > 1) return {{row, end, SIZE_MAX}};
  std::vector<Point> points;
  for (std::size_t tap = 0; tap < taps; ++tap) points.push_back({row, end, tap});
  return points;
}

void Gap::add_amps(Value& value, const Point& point, double amps) const {
  const End& end = end_of(point);
  if (point.tap != SIZE_MAX) {
    value.amps.emplace_back(end.ports[point.tap], amps);
    return;
  }
  for (std::size_t tap = 0; tap < end.ports.size(); ++tap) {
    value.amps.emplace_back(end.ports[tap], amps * end.weights[tap]);
  }
}

/// One point against all taps of a terminal, shorted: the terminal is factored once for all points.
Gap::Value Gap::single_to_merged(const Point& single, bool row, std::size_t end,
                                 bool with_flow) const {
  const std::vector<Point> taps = points_of(row, end, TerminalMode::kMerged);
  std::vector<double> to_member;
  for (const Point& tap : taps) {
    to_member.push_back(distance(single, tap));
    if (to_member.back() == 0) return {};  // they share a node
  }
  std::unique_ptr<ShortedGroup>& group = merged_[{row, end}];
  if (!group) {
    PointSet points(taps.size());
    for (std::size_t a = 0; a < taps.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        points.resistance.at(a, b) = points.resistance.at(b, a) = distance(taps[a], taps[b]);
      }
    }
    group = std::make_unique<ShortedGroup>(std::move(points));
  }
  const PointFlow flow = group->from(to_member);
  Value value{flow.ohm, {}};
  if (!with_flow) return value;
  const double sign = row ? -1 : 1;  // the flow leaves at the merged side unless that is the row
  add_amps(value, single, sign);
  for (std::size_t k = 0; k < taps.size(); ++k) add_amps(value, taps[k], sign * flow.amps[k]);
  return value;
}

Gap::Value Gap::between(const std::vector<Point>& from, const std::vector<Point>& to,
                        bool with_flow) const {
  Value value;
  if (from.size() == 1 && to.size() == 1) {
    value.ohm = distance(from[0], to[0]);
    if (with_flow) {
      add_amps(value, from[0], 1);
      add_amps(value, to[0], -1);
    }
    return value;
  }
  if (from.size() == 1) return single_to_merged(from[0], false, to[0].end, with_flow);
  if (to.size() == 1) return single_to_merged(to[0], true, from[0].end, with_flow);
  std::vector<Point> all = from;
  all.insert(all.end(), to.begin(), to.end());
  PointSet points(all.size());
  std::vector<unsigned char> side(all.size(), 1);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i < from.size()) side[i] = 0;
    for (std::size_t j = 0; j < i; ++j) {
      points.resistance.at(i, j) = points.resistance.at(j, i) = distance(all[i], all[j]);
      if (side[i] != side[j] && points.resistance.at(i, j) == 0)
        return value;  // the ends share a node
    }
  }
  const PointFlow flow = merged_resistance(points, side);
  value.ohm = flow.ohm;
  for (std::size_t i = 0; with_flow && i < all.size(); ++i) add_amps(value, all[i], flow.amps[i]);
  return value;
}

Gap::Value Gap::pair(std::size_t i, std::size_t j, Modes modes, bool with_flow) const {
  const bool complete = (modes.from == TerminalMode::kMerged || rows_[i].whole) &&
                        (modes.to == TerminalMode::kMerged || columns_[j].whole);
  if (!complete) return {kOpenOhm, {}};
  const std::vector<Point> from = points_of(true, i, modes.from);
  const std::vector<Point> to = points_of(false, j, modes.to);
  const bool each_from = modes.from == TerminalMode::kIndividual;
  const bool each_to = modes.to == TerminalMode::kIndividual;
  Value worst;
  for (std::size_t f = 0; f < (each_from ? from.size() : 1); ++f) {
    for (std::size_t t = 0; t < (each_to ? to.size() : 1); ++t) {
      Value value = between(each_from ? std::vector<Point>{from[f]} : from,
                            each_to ? std::vector<Point>{to[t]} : to, with_flow);
      if (value.ohm >= worst.ohm) worst = std::move(value);
    }
  }
  return worst;
}

Gap::Value Gap::to_group(const std::vector<Point>& from, const std::vector<std::size_t>& js,
                         const std::vector<double>& ohms, TerminalMode mode,
                         std::vector<double>* shares) const {
  std::vector<Point> to;
  std::vector<std::uint32_t> resistor;
  for (std::size_t k = 0; k < js.size(); ++k) {
    for (const Point& point : points_of(false, js[k], mode)) {
      to.push_back(point);
      resistor.push_back(static_cast<std::uint32_t>(k));
    }
  }
  const bool single = from.size() == 1;
  const std::size_t offset = single ? 0 : from.size();
  const auto fill = [&](PointSet& points) {
    std::vector<Point> all = single ? std::vector<Point>{} : from;
    all.insert(all.end(), to.begin(), to.end());
    for (std::size_t a = 0; a < all.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        points.resistance.at(a, b) = points.resistance.at(b, a) = distance(all[a], all[b]);
      }
    }
    if (ohms.empty()) return;
    points.resistor.assign(offset, kNone);
    points.resistor.insert(points.resistor.end(), resistor.begin(), resistor.end());
    points.resistor_ohm = ohms;
  };
  PointFlow flow;
  if (single) {
    std::unique_ptr<ShortedGroup>& group = groups_[js];
    if (!group) {
      PointSet points(to.size());
      fill(points);
      group = std::make_unique<ShortedGroup>(std::move(points));
    }
    std::vector<double> to_member;
    for (const Point& point : to) to_member.push_back(distance(from[0], point));
    flow = group->from(to_member);
    flow.amps.insert(flow.amps.begin(), 1.0);
  } else {
    PointSet points(from.size() + to.size());
    fill(points);
    std::vector<unsigned char> side(from.size() + to.size(), 1);
    std::fill(side.begin(), side.begin() + static_cast<std::ptrdiff_t>(from.size()), 0);
    flow = merged_resistance(points, side);
  }
  Value value{flow.ohm, {}};
  for (std::size_t a = 0; a < from.size(); ++a) add_amps(value, from[a], flow.amps[a]);
  if (shares != nullptr) shares->assign(js.size(), 0.0);
  for (std::size_t b = 0; b < to.size(); ++b) {
    const double amps = flow.amps[from.size() + b];
    add_amps(value, to[b], amps);
    if (shares != nullptr) (*shares)[resistor[b]] -= amps;
  }
  return value;
}

Gap::Value Gap::parallel(std::size_t i, const std::vector<std::size_t>& js,
                         const std::vector<double>& ohms, Modes modes,
                         std::vector<double>* shares) const {
  if (modes.from != TerminalMode::kMerged && !rows_[i].whole) return {kOpenOhm, {}};
  const std::vector<Point> from = points_of(true, i, modes.from);
  if (modes.from != TerminalMode::kIndividual) return to_group(from, js, ohms, modes.to, shares);
  Value worst;
  for (const Point& tap : from) {
    std::vector<double> mine;
    Value value = to_group({tap}, js, ohms, modes.to, &mine);
    if (value.ohm < worst.ohm) continue;
    worst = std::move(value);
    if (shares != nullptr) *shares = std::move(mine);
  }
  return worst;
}

double Gap::across(std::size_t i, std::size_t j) const {
  if (!rows_[i].whole || !columns_[j].whole) return kOpenOhm;
  return distance({true, i}, {false, j});
}

double Gap::among_rows(std::size_t i, std::size_t j) const {
  return distance({true, i}, {true, j});
}

double Gap::among_columns(std::size_t i, std::size_t j) const {
  return distance({false, i}, {false, j});
}

}  // namespace sealring::esd
