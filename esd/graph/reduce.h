// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "esd/graph/partition.h"

namespace sealring::esd {

/// Two conductors taken as one: in series over a node that is gone, or parallel.
struct Composite {
  std::uint32_t left = 0;  ///< a graph edge, or edges + a composite's number
  std::uint32_t right = 0;
  bool series = false;
  std::uint32_t a = 0;  ///< ends (nodes of the graph); in series left touches a, right touches b
  std::uint32_t b = 0;
  double ohm = 0;
};

/// A graph after exact reductions (dead ends, series, parallel): every resistance between kept nodes is as before.
struct Reduction {
  struct Edge {
    std::uint32_t a = 0;  ///< reduced node numbers
    std::uint32_t b = 0;
    double ohm = 0;
    std::uint32_t ref = 0;  ///< a graph edge, or edges + a composite's number
  };
  std::uint32_t nodes = 0;
  std::vector<Edge> edges;
  std::vector<std::uint32_t> reduced;     ///< of each graph node, kNone when gone
  std::vector<std::uint32_t> graph_node;  ///< of each reduced node
  std::vector<Composite> composites;
  std::uint64_t dead_ends = 0;
  std::uint64_t in_series = 0;
  std::uint64_t in_parallel = 0;
};

/// Reduces `graph`, keeping every node with keep[node] != 0. `enabled` off: only parallel edges are merged.
Reduction reduce_graph(const Graph& graph, const std::vector<std::uint8_t>& keep,
                       bool enabled = true);

/// Currents of the graph's edges (from a to b, ampere) for given currents of the reduced edges; edges of dead ends
/// carry none.
std::vector<double> expand_currents(const Graph& graph, const Reduction& reduction,
                                    std::span<const double> reduced_currents);

/// Which reduced edge each graph edge is part of (kNone: a dead end), and through which composites.
struct Membership {
  std::vector<std::uint32_t>
      parent;  ///< of each ref (graph edges, then composites): the composite it is part of
  std::vector<std::uint32_t>
      top;  ///< of each ref that is a reduced edge's own: that edge, else kNone
};
Membership make_membership(const Graph& graph, const Reduction& reduction);

}  // namespace sealring::esd
