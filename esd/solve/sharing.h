// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "esd/solve/dense.h"

namespace sealring::esd {

/// Devices V = hold + ron * I between resistive nets, led through by one current. Nets are given by the resistances
/// between the points where something touches them; an ideal node is a net of one point.
struct SharingProblem {
  struct Place {
    std::size_t net = 0;
    std::size_t point = 0;
  };
  struct Branch {
    Place leaves;  ///< current goes out of this net ...
    Place enters;  ///< ... and into that one
    double ron = 0;
    double hold = 0;
    double trigger = 0;     ///< starts to conduct above this voltage
    std::size_t stage = 0;  ///< place in the order of the path
  };
  std::vector<DenseMatrix> nets;
  std::vector<Branch> branches;
  Place source;
  Place sink;          ///< in another net, or in the same one
  double current = 0;  ///< ampere, above 0
};

struct SharingResult {
  bool converged = false;
  std::size_t steps = 0;
  std::vector<double> amps;  ///< per branch; 0 when it does not conduct
  double volt = 0;           ///< source against sink
  double ohm = 0;  ///< the resistive part: volt without the holding voltages, over the current
  std::vector<std::vector<double>> injected;  ///< per net and point, ampere
};

/// Finds which branches conduct (active set). Without snapback (trigger = hold) the answer is unique: the split of
/// least power. With snapback the branches of lowest trigger conduct first and others follow while their voltage
/// reaches their trigger. Not settled within 4 steps per branch + 20: `converged` is false.
SharingResult share_current(const SharingProblem& problem);

}  // namespace sealring::esd
