// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/solve/port_solver.h"

#include <algorithm>

#include "core/process/process.h"
#include "esd/solve/parallel.h"

namespace sealring::esd {

namespace {

/// Upper triangle of the Laplacian without the reference's row and column.
SymmetricMatrix grounded_laplacian(const Reduction& reduction, std::uint32_t reference) {
  SymmetricMatrix matrix;
  matrix.n = reduction.nodes - 1;
  const auto unknown = [&](std::uint32_t node) { return node > reference ? node - 1 : node; };
  std::vector<double> diagonal(matrix.n, 0.0);
  matrix.column.assign(matrix.n + 1ULL, 0);
  for (const Reduction::Edge& edge : reduction.edges) {
    for (const std::uint32_t end : {edge.a, edge.b}) {
      if (end != reference) diagonal[unknown(end)] += 1 / edge.ohm;
    }
    if (edge.a != reference && edge.b != reference) {
      ++matrix.column[unknown(std::max(edge.a, edge.b)) + 1ULL];
    }
  }
  for (std::uint32_t k = 0; k < matrix.n; ++k) matrix.column[k + 1] += matrix.column[k] + 1;
  matrix.row.resize(matrix.column[matrix.n]);
  matrix.value.resize(matrix.column[matrix.n]);
  std::vector<std::uint64_t> fill(matrix.column.begin(), matrix.column.end() - 1);
  for (const Reduction::Edge& edge : reduction.edges) {
    if (edge.a == reference || edge.b == reference) continue;
    const std::uint32_t low = unknown(std::min(edge.a, edge.b));
    const std::uint32_t high = unknown(std::max(edge.a, edge.b));
    matrix.row[fill[high]] = low;
    matrix.value[fill[high]++] = -1 / edge.ohm;
  }
  for (std::uint32_t k = 0; k < matrix.n; ++k) {
    matrix.row[fill[k]] = k;
    matrix.value[fill[k]] = diagonal[k];
  }
  return matrix;
}

std::uint32_t busiest_node(const Reduction& reduction) {
  std::vector<std::uint32_t> degree(reduction.nodes, 0);
  for (const Reduction::Edge& edge : reduction.edges) {
    ++degree[edge.a];
    ++degree[edge.b];
  }
  return static_cast<std::uint32_t>(std::max_element(degree.begin(), degree.end()) -
                                    degree.begin());
}

/// Sum of squared differences with eight running sums: fast without reordering by the compiler, and the same on
/// every machine.
double difference_square(const double* a, const double* b, std::size_t n) {
  double sum[8] = {};
  std::size_t k = 0;
  for (; k + 8 <= n; k += 8) {
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const double d = a[k + lane] - b[k + lane];
      sum[lane] += d * d;
    }
  }
  double total = ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
  for (; k < n; ++k) total += (a[k] - b[k]) * (a[k] - b[k]);
  return total;
}

}  // namespace

tl::expected<PortSolver, CholeskyFault> PortSolver::make(Graph graph,
                                                         std::vector<std::uint32_t> ports,
                                                         const SolveOptions& options) {
  PortSolver solver;
  solver.graph_ = std::move(graph);
  std::vector<std::uint8_t> keep(solver.graph_.nodes, 0);
  for (const std::uint32_t port : ports) keep[port] = 1;
  if (options.reference != kNone) keep[options.reference] = 1;
  solver.reduction_ = reduce_graph(solver.graph_, keep, options.reduce);
  const Reduction& reduction = solver.reduction_;
  solver.membership_ = make_membership(solver.graph_, reduction);
  for (const std::uint32_t port : ports) solver.port_nodes_.push_back(reduction.reduced[port]);
  solver.paths_.resize(ports.size());
  if (reduction.nodes < 2) return solver;
  solver.reference_ =
      options.reference != kNone ? reduction.reduced[options.reference] : busiest_node(reduction);
  {
    const SymmetricMatrix matrix = grounded_laplacian(reduction, solver.reference_);
    auto factor = CholeskyFactor::make(matrix, options.cholesky);
    if (!factor) {
      CholeskyFault fault = factor.error();
      const std::uint32_t node =
          fault.column >= solver.reference_ ? fault.column + 1 : fault.column;
      fault.column = reduction.graph_node[std::min(node, reduction.nodes - 1)];
      return tl::unexpected(fault);
    }
    solver.factor_ = std::move(*factor);
  }
  const unsigned threads = options.threads;
  std::vector<std::vector<double>> work(std::max(1U, threads));
  parallel_for(threads, ports.size(), [&](unsigned worker, std::size_t i) {
    if (core::interrupt_requested()) return;
    if (work[worker].empty()) work[worker].assign(solver.factor_->n(), 0.0);
    solver.paths_[i] = solver.path_of(solver.port_nodes_[i], work[worker]);
  });
  if (core::interrupt_requested()) {
    CholeskyFault fault;
    fault.kind = CholeskyFault::Kind::kInterrupted;
    return tl::unexpected(fault);
  }
  return solver;
}

std::uint32_t PortSolver::unknown(std::uint32_t reduced_node) const {
  return reduced_node > reference_ ? reduced_node - 1 : reduced_node;
}

PortSolver::Path PortSolver::path_of(std::uint32_t reduced_node, std::vector<double>& work) const {
  Path path;
  path.square.push_back(0);
  if (!factor_ || reduced_node == reference_) return path;
  factor_->forward_path(unknown(reduced_node), work, path.at, path.z);
  path.at.shrink_to_fit();
  path.z.shrink_to_fit();
  path.square.reserve(path.z.size() + 1);
  for (const double z : path.z) path.square.push_back(path.square.back() + z * z);
  return path;
}

double PortSolver::resistance_of(const Path& a, const Path& b) {
  // Both paths end at the root of their tree: find how much of their ends is common.
  std::size_t low = 0;
  std::size_t high = std::min(a.at.size(), b.at.size());
  const std::uint32_t* a_end = a.at.data() + a.at.size();
  const std::uint32_t* b_end = b.at.data() + b.at.size();
  while (low < high) {
    const std::size_t middle = (low + high + 1) / 2;
    if (a_end[-static_cast<std::ptrdiff_t>(middle)] ==
        b_end[-static_cast<std::ptrdiff_t>(middle)]) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  const std::size_t a_own = a.at.size() - low;
  const std::size_t b_own = b.at.size() - low;
  return a.square[a_own] + b.square[b_own] +
         difference_square(a.z.data() + a_own, b.z.data() + b_own, low);
}

double PortSolver::resistance(std::size_t i, std::size_t j) const {
  return i == j ? 0.0 : resistance_of(paths_[i], paths_[j]);
}

std::uint64_t PortSolver::path_entries() const {
  std::uint64_t entries = 0;
  for (const Path& path : paths_) entries += path.z.size();
  return entries;
}

std::vector<std::vector<double>> PortSolver::edge_currents(
    std::span<const std::vector<double>> amps) const {
  const std::size_t n = factor_ ? factor_->n() : 0;
  std::vector<double> potential(n * amps.size(), 0.0);
  for (std::size_t row = 0; row < amps.size(); ++row) {
    for (std::size_t port = 0; port < port_nodes_.size(); ++port) {
      if (port_nodes_[port] != reference_ && factor_) {
        potential[row * n + unknown(port_nodes_[port])] += amps[row][port];
      }
    }
  }
  if (factor_) factor_->solve(potential.data(), static_cast<std::uint32_t>(amps.size()));
  std::vector<std::vector<double>> result;
  std::vector<double> reduced(reduction_.edges.size());
  for (std::size_t row = 0; row < amps.size(); ++row) {
    const double* v = potential.data() + row * n;
    for (std::size_t e = 0; e < reduced.size(); ++e) {
      const Reduction::Edge& edge = reduction_.edges[e];
      const double va = edge.a == reference_ ? 0 : v[unknown(edge.a)];
      const double vb = edge.b == reference_ ? 0 : v[unknown(edge.b)];
      reduced[e] = (va - vb) / edge.ohm;
    }
    result.push_back(expand_currents(graph_, reduction_, reduced));
  }
  return result;
}

double PortSolver::with_edge_changed(std::uint32_t edge, double ohm, double total,
                                     std::span<const double> currents) const {
  const auto edges = static_cast<std::uint32_t>(graph_.edges.size());
  const auto ohm_of = [&](std::uint32_t ref) {
    return ref < edges ? graph_.edges[ref].ohm : reduction_.composites[ref - edges].ohm;
  };
  // Up through series and parallel to the reduced edge: its new resistance and its current.
  std::uint32_t ref = edge;
  double changed = ohm;
  double amps = currents[edge];
  while (membership_.parent[ref] != kNone) {
    const std::uint32_t up = membership_.parent[ref];
    const Composite& composite = reduction_.composites[up - edges];
    const double sibling = ohm_of(composite.left == ref ? composite.right : composite.left);
    if (composite.series) {
      changed += sibling;
    } else {
      amps *= ohm_of(ref) / composite.ohm;
      changed = changed * (sibling / (changed + sibling));
    }
    ref = up;
  }
  const std::uint32_t top = membership_.top[ref];
  if (top == kNone) return total;  // a dead end
  const Reduction::Edge& reduced = reduction_.edges[top];
  std::vector<double> work(factor_ ? factor_->n() : 0, 0.0);
  const double across = resistance_of(path_of(reduced.a, work), path_of(reduced.b, work));
  const double more = 1 / changed - 1 / reduced.ohm;
  const double volt = amps * reduced.ohm;
  return total - more * volt * volt / (1 + more * across);
}

}  // namespace sealring::esd
