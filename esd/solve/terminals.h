// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "esd/solve/dense.h"

namespace sealring::esd {

/// Everything about groups of ports follows from the resistances between single ports: for injections q that sum to
/// zero the power is -1/2 sum q_i q_j R_ij, and an ideal short of a group lets its currents take the split of least
/// power (Thomson). The final value is always evaluated from the split, so that an error in it counts only squared.

/// A split of 1 ampere: into the net at the first group (positive), out of it at the second (negative).
struct PortFlow {
  double ohm = 0;
  std::vector<double> amps;  ///< per port, in the order given
};

/// `resistance`: full table between all ports. Ports with side 0 are shorted together and so are those with side 1;
/// series[i] (ohm, may be empty: none) stands between port i and its group's short. The groups share no port.
PortFlow merged_resistance(const DenseMatrix& resistance, std::span<const unsigned char> side,
                           std::span<const double> series);

/// Power of a given split (watt at the given amperes; ohm when 1 ampere flows).
double flow_power(const DenseMatrix& resistance, std::span<const double> amps,
                  std::span<const double> series);

/// One group of shorted ports seen from many single ports: one factorisation, then a solve per port.
class ShortedGroup {
 public:
  /// `resistance` between the group's ports; `series` as above.
  ShortedGroup(DenseMatrix resistance, std::vector<double> series);

  /// From a port outside the group with resistances `to_member` to its members.
  PortFlow from(std::span<const double> to_member) const;

 private:
  DenseMatrix resistance_;
  std::vector<double> series_;
  DenseCholesky factor_;
};

}  // namespace sealring::esd
