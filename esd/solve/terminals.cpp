// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/solve/terminals.h"

#include <numeric>
#include <utility>

namespace sealring::esd {

namespace {

std::uint32_t resistor_of(const PointSet& points, std::size_t i) {
  return points.resistor.empty() ? kNone : points.resistor[i];
}

/// Second derivative (halved) of the power by the currents of all points but `zero`, which takes what is left: its
/// resistor carries the sum of the currents that are not behind the same resistor.
DenseMatrix power_matrix(const PointSet& points, std::size_t zero) {
  const DenseMatrix& r = points.resistance;
  DenseMatrix h(r.n - 1);
  const std::uint32_t zero_resistor = resistor_of(points, zero);
  for (std::size_t i = 0, row = 0; i < r.n; ++i) {
    if (i == zero) continue;
    const std::uint32_t mine = resistor_of(points, i);
    for (std::size_t j = 0, column = 0; j < r.n; ++j) {
      if (j == zero) continue;
      const std::uint32_t other = resistor_of(points, j);
      double value = (r.at(i, zero) + r.at(j, zero) - r.at(i, j)) / 2;
      if (mine != kNone && mine == other && mine != zero_resistor)
        value += points.resistor_ohm[mine];
      if (zero_resistor != kNone && mine != zero_resistor && other != zero_resistor) {
        value += points.resistor_ohm[zero_resistor];
      }
      h.at(row, column++) = value;
    }
    ++row;
  }
  return h;
}

}  // namespace

double flow_power(const PointSet& points, std::span<const double> amps) {
  double power = 0;
  for (std::size_t i = 0; i < points.resistance.n; ++i) {
    for (std::size_t j = i + 1; j < points.resistance.n; ++j) {
      power -= amps[i] * amps[j] * points.resistance.at(i, j);
    }
  }
  std::vector<double> through(points.resistor_ohm.size(), 0.0);
  for (std::size_t i = 0; i < points.resistor.size(); ++i) {
    if (points.resistor[i] != kNone) through[points.resistor[i]] += amps[i];
  }
  for (std::size_t k = 0; k < through.size(); ++k)
    power += points.resistor_ohm[k] * through[k] * through[k];
  return power;
}

PointFlow merged_resistance(const PointSet& points, std::span<const unsigned char> side) {
  const std::size_t n = points.resistance.n;
  std::size_t zero = 0;
  while (side[zero] == 0) ++zero;
  const DenseCholesky factor(power_matrix(points, zero));
  std::vector<double> x;
  for (std::size_t i = 0; i < n; ++i) {
    if (i != zero) x.push_back(side[i] == 0 ? 1.0 : 0.0);
  }
  const std::vector<double> first = x;
  factor.solve(x);
  const double conductance = std::inner_product(x.begin(), x.end(), first.begin(), 0.0);
  PointFlow flow;
  flow.amps.assign(n, 0);
  double rest = 0;
  for (std::size_t i = 0, k = 0; i < n; ++i) {
    if (i == zero) continue;
    flow.amps[i] = x[k++] / conductance;
    rest -= flow.amps[i];
  }
  flow.amps[zero] = rest;
  flow.ohm = flow_power(points, flow.amps);
  return flow;
}

ShortedGroup::ShortedGroup(PointSet points)
    : points_(std::move(points)), factor_(power_matrix(points_, 0)) {}

PointFlow ShortedGroup::from(std::span<const double> to_member) const {
  const DenseMatrix& r = points_.resistance;
  const std::uint32_t zero_resistor = resistor_of(points_, 0);
  std::vector<double> x(r.n - 1);
  for (std::size_t i = 1; i < r.n; ++i) {
    x[i - 1] = (r.at(i, 0) + to_member[0] - to_member[i]) / 2;
    if (zero_resistor != kNone && resistor_of(points_, i) != zero_resistor) {
      x[i - 1] += points_.resistor_ohm[zero_resistor];
    }
  }
  factor_.solve(x);
  PointFlow flow;
  flow.amps.assign(r.n, 0);
  double rest = 1;
  for (std::size_t i = 1; i < r.n; ++i) {
    flow.amps[i] = -x[i - 1];
    rest -= x[i - 1];
  }
  flow.amps[0] = -rest;
  flow.ohm = flow_power(points_, flow.amps);
  for (std::size_t i = 0; i < r.n; ++i) flow.ohm -= flow.amps[i] * to_member[i];
  return flow;
}

}  // namespace sealring::esd
