// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/solve/terminals.h"

#include <numeric>
#include <utility>

namespace sealring::esd {

namespace {

double series_of(std::span<const double> series, std::size_t i) {
  return series.empty() ? 0.0 : series[i];
}

/// Potentials at port `row` for 1 ampere into port `column`, both against port `zero`.
double grounded(const DenseMatrix& r, std::size_t row, std::size_t column, std::size_t zero) {
  return (r.at(row, zero) + r.at(column, zero) - r.at(row, column)) / 2;
}

/// Second derivative of the power by the currents of all ports but `zero`, which takes what is left.
DenseMatrix power_matrix(const DenseMatrix& r, std::span<const double> series, std::size_t zero) {
  DenseMatrix h(r.n - 1);
  for (std::size_t i = 0, row = 0; i < r.n; ++i) {
    if (i == zero) continue;
    for (std::size_t j = 0, column = 0; j < r.n; ++j) {
      if (j == zero) continue;
      h.at(row, column++) = grounded(r, i, j, zero) + series_of(series, zero);
    }
    h.at(row, row) += series_of(series, i);
    ++row;
  }
  return h;
}

}  // namespace

double flow_power(const DenseMatrix& resistance, std::span<const double> amps,
                  std::span<const double> series) {
  double power = 0;
  for (std::size_t i = 0; i < resistance.n; ++i) {
    for (std::size_t j = i + 1; j < resistance.n; ++j) {
      power -= amps[i] * amps[j] * resistance.at(i, j);
    }
  }
  for (std::size_t i = 0; i < series.size(); ++i) power += series[i] * amps[i] * amps[i];
  return power;
}

PortFlow merged_resistance(const DenseMatrix& resistance, std::span<const unsigned char> side,
                           std::span<const double> series) {
  std::size_t zero = 0;
  while (side[zero] == 0) ++zero;
  const DenseCholesky factor(power_matrix(resistance, series, zero));
  std::vector<double> x;
  for (std::size_t i = 0; i < resistance.n; ++i) {
    if (i != zero) x.push_back(side[i] == 0 ? 1.0 : 0.0);
  }
  const std::vector<double> first = x;
  factor.solve(x);
  const double conductance = std::inner_product(x.begin(), x.end(), first.begin(), 0.0);
  PortFlow flow;
  double rest = 0;
  for (std::size_t i = 0, k = 0; i < resistance.n; ++i) {
    if (i == zero) {
      flow.amps.push_back(0);
      continue;
    }
    flow.amps.push_back(x[k++] / conductance);
    rest -= flow.amps.back();
  }
  flow.amps[zero] = rest;
  flow.ohm = flow_power(resistance, flow.amps, series);
  return flow;
}

ShortedGroup::ShortedGroup(DenseMatrix resistance, std::vector<double> series)
    : resistance_(std::move(resistance)),
      series_(std::move(series)),
      factor_(power_matrix(resistance_, series_, 0)) {}

PortFlow ShortedGroup::from(std::span<const double> to_member) const {
  const std::size_t n = resistance_.n;
  std::vector<double> x(n - 1);
  for (std::size_t i = 1; i < n; ++i) {
    x[i - 1] = (resistance_.at(i, 0) + to_member[0] - to_member[i]) / 2 + series_of(series_, 0);
  }
  factor_.solve(x);
  PortFlow flow;
  flow.amps.assign(n, 0);
  double rest = 1;
  for (std::size_t i = 1; i < n; ++i) {
    flow.amps[i] = x[i - 1];
    rest -= x[i - 1];
  }
  flow.amps[0] = rest;
  flow.ohm = flow_power(resistance_, flow.amps, series_);
  for (std::size_t i = 0; i < n; ++i) flow.ohm += flow.amps[i] * to_member[i];
  for (double& amps : flow.amps) amps = -amps;
  return flow;
}

}  // namespace sealring::esd
