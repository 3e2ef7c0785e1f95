// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "esd/network.h"
#include "esd/solve/dense.h"

namespace sealring::esd {

/// Everything about groups of ports follows from the resistances between single points: for injections q that sum to
/// zero the power is -1/2 sum q_i q_j R_ij, and an ideal short of a group lets its currents take the split of least
/// power (Thomson). Values are always evaluated from the split, so that an error in it counts only squared.
struct PointSet {
  DenseMatrix resistance;  ///< between all points, ohm
  std::vector<std::uint32_t>
      resistor;  ///< of each point: the resistor behind it, kNone: none; may be empty
  std::vector<double> resistor_ohm;  ///< points of one resistor are joined before it

  explicit PointSet(std::size_t points) : resistance(points) {}
};

/// A split of 1 ampere: into the net at the first side (positive), out of it at the second (negative).
struct PointFlow {
  double ohm = 0;
  std::vector<double> amps;  ///< per point
};

/// Power of a given split: ohm when 1 ampere flows.
double flow_power(const PointSet& points, std::span<const double> amps);

/// Points with side 0 are shorted together, behind their resistors, and so are those with side 1.
PointFlow merged_resistance(const PointSet& points, std::span<const unsigned char> side);

/// One group of shorted points seen from many single points: one factorisation, then a solve per point.
class ShortedGroup {
 public:
  explicit ShortedGroup(PointSet points);

  /// From a point outside the group with resistances `to_member` to its members. Amperes of the members are negative.
  PointFlow from(std::span<const double> to_member) const;

 private:
  PointSet points_;
  DenseCholesky factor_;
};

}  // namespace sealring::esd
