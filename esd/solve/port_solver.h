// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "esd/graph/reduce.h"
#include "esd/solve/cholesky.h"

namespace sealring::esd {

/// Options of one component's solution.
struct SolveOptions {
  bool reduce = true;
  CholeskyOptions cholesky;
  unsigned threads = 1;
  /// Graph node taken as the zero of potential; kNone: the one with the most neighbours. Answers do not depend on it.
  std::uint32_t reference = kNone;
};

/// One component, reduced and factored once; then any number of exact effective resistances between ports at the
/// price of two elimination-tree paths each.
///
/// R_ij = |z_i|^2 + |z_j|^2 - 2 z_i.z_j with z = L^-1 P e loses digits when the reference is far from both; here the
/// sums outside the common end of the two paths and the squares of (z_i - z_j) on it are added instead, all of one
/// sign.
class PortSolver {
 public:
  /// `ports`: graph nodes, without repetition. The graph must be connected. An interrupt ends it with the fault
  /// kInterrupted before or behind the factorisation, or between ports.
  static tl::expected<PortSolver, CholeskyFault> make(Graph graph, std::vector<std::uint32_t> ports,
                                                      const SolveOptions& options);

  std::size_t ports() const { return paths_.size(); }
  /// Effective resistance (ohm) between ports i and j (indices into `ports`); 0 for i == j.
  double resistance(std::size_t i, std::size_t j) const;

  /// Currents (ampere) through the graph's edges for injections at ports: rows of `amps` are `ports()` long each and
  /// sum to 0. One full solve per row.
  std::vector<std::vector<double>> edge_currents(std::span<const std::vector<double>> amps) const;

  /// Resistance between two ports' nodes if edge `edge` had `ohm` instead, for the flow `currents` of 1 ampere with
  /// resistance `total`: exact, by a rank-one update.
  double with_edge_changed(std::uint32_t edge, double ohm, double total,
                           std::span<const double> currents) const;

  const Graph& graph() const { return graph_; }
  const Reduction& reduction() const { return reduction_; }
  /// nothing when the reduced graph has a single node
  const CholeskyFactor* factor() const { return factor_ ? &*factor_ : nullptr; }
  std::uint64_t path_entries() const;

 private:
  /// z of one port along its path, and the running sums of its squares from the port's end.
  struct Path {
    std::vector<std::uint32_t> at;
    std::vector<double> z;
    std::vector<double> square;  ///< one longer: square[k] is the sum over the first k
  };

  PortSolver() = default;
  Path path_of(std::uint32_t reduced_node, std::vector<double>& work) const;
  static double resistance_of(const Path& a, const Path& b);
  std::uint32_t unknown(std::uint32_t reduced_node) const;

  Graph graph_;
  Reduction reduction_;
  Membership membership_;
  std::uint32_t reference_ = 0;  ///< reduced node
  std::optional<CholeskyFactor> factor_;
  std::vector<std::uint32_t> port_nodes_;  ///< reduced nodes
  std::vector<Path> paths_;
};

}  // namespace sealring::esd
