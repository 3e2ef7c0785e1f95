// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "esd/network.h"
#include "esd/solver_options.h"

namespace sealring::esd {

/// A place between which resistances are asked for: one node, or several taken as ideally shorted (merged).
struct Terminal {
  std::string label;  ///< as the user gave it
  std::vector<NodeId> nodes;
};

struct TerminalPair {
  std::uint32_t from = 0;  ///< into the list of terminals
  std::uint32_t to = 0;
};

/// Answer of a pair that no conductor joins.
inline constexpr double kOpenOhm = std::numeric_limits<double>::infinity();

struct P2pResult {
  std::vector<double>
      ohm;  ///< per pair; kOpenOhm; NaN where no answer could be computed (see the findings)
  SolverCounts counts;
};

/// Effective resistance of every pair over all parallel routes, exact to rounding (not the shortest path). Current
/// sources and sources to ground are out, shorts are ideal. One factorisation per electrically separate part that
/// holds both ends of a pair, one sparse forward solve per node. A part too large for the memory limit, or singular,
/// is reported and its pairs are NaN.
P2pResult point_to_point(const Network& network, const std::vector<Terminal>& terminals,
                         const std::vector<TerminalPair>& pairs, const SolverOptions& options,
                         core::Sink& sink);

}  // namespace sealring::esd
