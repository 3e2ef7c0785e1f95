// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
//
// Exact point-to-point resistances on synthetic multi-layer power grids, each phase timed, beside what a user would
// take instead: one full solve per pair, batched full solves per port, Eigen SparseLU, ngspice. Without arguments the
// standard sizes run; `bench_esd grid N`, `tier`, `peers N` run one part.
#include <sys/mman.h>
#include <unistd.h>

#include <Eigen/SparseLU>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "core/process/process.h"
#include "esd/solve/port_solver.h"
#include "tests/bench/esd_small_nets.h"

namespace {

namespace esd = sealring::esd;
namespace core = sealring::core;
using namespace sealring::bench;

struct Solved {
  double total = 0;
  double order_and_factor = 0;
  double per_pair = 0;  ///< seconds for all pairs with one solve each, extrapolated
};

/// Resistances of all pads to all clamps.
std::vector<double> all_pairs(const esd::PortSolver& solver, std::size_t pads, std::size_t clamps) {
  std::vector<double> ohm(pads * clamps);
  for (std::size_t i = 0; i < pads; ++i) {
    for (std::size_t j = 0; j < clamps; ++j) ohm[i * clamps + j] = solver.resistance(i, pads + j);
  }
  return ohm;
}

void time_port(const esd::CholeskyFactor& factor) {
  constexpr std::uint32_t kPorts = 200;
  std::vector<double> work(factor.n(), 0.0);
  std::vector<std::uint32_t> path;
  std::vector<double> z;
  const auto start = Tick::now();
  for (std::uint32_t k = 0; k < kPorts; ++k) {
    path.clear();
    z.clear();
    factor.forward_path(k * (factor.n() / kPorts), work, path, z);
  }
  std::printf("further port: %.3f ms\n", 1e3 * since(start) / kPorts);
}

/// Largest relative difference between pairs and sum of r i^2 of full solves.
void check_pairs(const esd::PortSolver& solver, const std::vector<double>& ohm, std::size_t pads,
                 std::size_t clamps) {
  constexpr std::size_t kSolves = 50;
  double error = 0;
  const auto start = Tick::now();
  for (std::size_t k = 0; k < kSolves; ++k) {
    const std::size_t pad = k * pads / kSolves;
    const std::size_t clamp = k * clamps / kSolves;
    std::vector<double> amps(pads + clamps, 0.0);
    amps[pad] = 1;
    amps[pads + clamp] = -1;
    const auto currents = solver.edge_currents(std::vector<std::vector<double>>{amps});
    double power = 0;
    const auto& edges = solver.graph().edges;
    for (std::size_t e = 0; e < edges.size(); ++e)
      power += edges[e].ohm * currents[0][e] * currents[0][e];
    error = std::max(error, std::fabs(ohm[pad * clamps + clamp] / power - 1));
  }
  std::printf("largest relative difference to %zu full solves with all currents: %.1e (%.2f s)\n",
              kSolves, error, since(start));
}

/// Seconds per right-hand side of full solves, `width` at a time.
double full_solve(const esd::CholeskyFactor& factor, std::uint32_t width, std::uint32_t repeats) {
  std::vector<double> b(static_cast<std::size_t>(width) * factor.n());
  const auto start = Tick::now();
  for (std::uint32_t k = 0; k < repeats; ++k) {
    std::fill(b.begin(), b.end(), 0.0);
    for (std::size_t w = 0; w < width; ++w) b[w * factor.n() + (w * 131 + k * 97) % factor.n()] = 1;
    factor.solve(b.data(), width);
  }
  return since(start) / (width * repeats);
}

/// What the other ways to the same answers would take, on the same factor.
void baselines(const esd::CholeskyFactor& factor, std::size_t ports, std::size_t pairs,
               Solved& ours) {
  constexpr std::uint32_t kSolves = 50;
  const double each = full_solve(factor, 1, kSolves);
  ours.per_pair = each * static_cast<double>(pairs) + ours.order_and_factor;
  std::printf(
      "one solve per pair: %.3f s each, %.0f s for all pairs (extrapolated from %u solves): %.0f x "
      "ours\n",
      each, ours.per_pair, kSolves, ours.per_pair / ours.total);
  constexpr std::uint32_t kBlocks = 7;
  const double per_port =
      full_solve(factor, 8, kBlocks) * static_cast<double>(ports) + ours.order_and_factor;
  std::printf(
      "batched full solve per port: %.0f s for all ports (extrapolated from %u): %.1f x ours\n",
      per_port, 8 * kBlocks, per_port / ours.total);
}

/// One net: all pads times all clamps, the time of every phase, and the checks of the answer.
Solved solve_grid(std::uint32_t wanted, bool with_baselines, std::size_t pad_count = kPads,
                  std::size_t clamp_count = kClamps) {
  Grid grid = GridMaker(wanted, 1, pad_count, clamp_count).make();
  const double before = peak_mib();
  const std::size_t pads = grid.pads.size();
  const std::size_t clamps = grid.clamps.size();
  std::vector<std::uint32_t> ports = grid.pads;
  ports.insert(ports.end(), grid.clamps.begin(), grid.clamps.end());
  const auto n = grid.graph.nodes;
  const auto start = Tick::now();
  auto solver = esd::PortSolver::make(std::move(grid.graph), ports, {});
  if (!solver) {
    std::printf("| %u nodes: refused, about %.1f GiB needed |\n", n,
                static_cast<double>(solver.error().bytes_needed) / (1 << 30));
    return {};
  }
  const double made = since(start);
  const auto pairing = Tick::now();
  const std::vector<double> ohm = all_pairs(*solver, pads, clamps);
  const double pairs = since(pairing);
  const esd::CholeskyFactor& factor = *solver->factor();
  const double peak = peak_mib() - before;
  std::printf("| %u | %u | %.2f | %.2f | %.2f | %.1f | %.2f | %.2f | %.2f | %.0f | %.2f | %.2f |\n",
              n, solver->reduction().nodes, factor.order_seconds(), factor.factor_seconds(),
              made - factor.order_seconds() - factor.factor_seconds(),
              static_cast<double>(factor.entries()) / n, pairs,
              1e6 * pairs / static_cast<double>(ohm.size()), made + pairs, peak, peak * 1024 / n,
              static_cast<double>(factor.estimated_peak()) / 1024 / n);
  std::fflush(stdout);
  Solved result{made + pairs, factor.order_seconds() + factor.factor_seconds()};
  if (!with_baselines) return result;
  time_port(factor);
  check_pairs(*solver, ohm, pads, clamps);
  baselines(factor, ports.size(), ohm.size(), result);
  return result;
}

void grid_header() {
  std::printf(
      "\n| nodes | after reduction | order s | factor s | reduction and ports s | nnz(L)/N | pairs "
      "s | us per pair | all s | "
      "peak MiB | kB per node | estimate kB per node "
      "|\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
}

/// Eigen's SparseLU with COLAMD: one query, factor and solve.
void eigen_peer(std::uint32_t wanted) {
  const Grid grid = GridMaker(wanted, 1).make();
  const auto n = static_cast<int>(grid.graph.nodes - 1);
  std::vector<Eigen::Triplet<double>> entries;
  for (const esd::GraphEdge& edge : grid.graph.edges) {
    const double g = 1 / edge.ohm;
    for (const auto& [i, j] : {std::pair(edge.a, edge.b), std::pair(edge.b, edge.a)}) {
      if (static_cast<int>(i) == n) continue;
      entries.emplace_back(static_cast<int>(i), static_cast<int>(i), g);
      if (static_cast<int>(j) != n)
        entries.emplace_back(static_cast<int>(i), static_cast<int>(j), -g);
    }
  }
  Eigen::SparseMatrix<double> matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  Eigen::VectorXd b = Eigen::VectorXd::Zero(n);
  b[0] = 1;
  const auto start = Tick::now();
  Eigen::SparseLU<Eigen::SparseMatrix<double>> solver;
  solver.compute(matrix);
  const double factored = since(start);
  const Eigen::VectorXd v = solver.solve(b);
  std::printf("| Eigen SparseLU, COLAMD | %d | %.2f | %.2f | %.0f |\n", n + 1, factored,
              since(start) - factored, peak_mib());
  if (!std::isfinite(v[0])) std::printf("Eigen gave no answer\n");
}

void ours_peer(std::uint32_t wanted) {
  Grid grid = GridMaker(wanted, 1).make();
  const auto n = grid.graph.nodes;
  const auto start = Tick::now();
  auto solver = esd::PortSolver::make(std::move(grid.graph), {grid.pads[0], grid.clamps[0]}, {});
  const double made = since(start);
  const double ohm = solver ? solver->resistance(0, 1) : NAN;
  std::printf("| sealring | %u | %.2f | %.4f | %.0f |\n", n, made, since(start) - made, peak_mib());
  if (!std::isfinite(ohm)) std::printf("no answer\n");
}

void ngspice_peer(std::uint32_t wanted) {
  const auto tool = core::find_tool("ngspice");
  if (!tool) {
    std::printf("| ngspice | %u | not installed | | |\n", wanted);
    return;
  }
  const Grid grid = GridMaker(wanted, 1).make();
  const std::string file = "/tmp/sealring-bench-" + std::to_string(::getpid()) + ".sp";
  std::ofstream(file) << spice_of(grid) << "I1 0 n" << grid.pads[0] << " DC 1\n.op\n.end\n";
  core::ProcessSpec spec;
  spec.argv = {tool->string(), "-b", file, "-o", "/dev/null"};
  spec.time_limit = std::chrono::seconds(600);
  const auto result = core::SystemProcessRunner().run(spec);
  ::unlink(file.c_str());
  if (!result || result->end != core::ProcessResult::End::kExited) {
    std::printf("| ngspice | %u | not finished in 600 s | | |\n", grid.graph.nodes);
    return;
  }
  std::printf("| ngspice (one .op) | %u | %.2f | | %.0f |\n", grid.graph.nodes,
              static_cast<double>(result->wall.count()) / 1000,
              static_cast<double>(result->peak_memory_bytes) / (1 << 20));
}

void peers(std::uint32_t wanted, bool with_ngspice) {
  std::printf(
      "\none query on one net, whole time:\n| tool | nodes | order and factor s | solve s | peak "
      "MiB |\n|---|---|---|---|---|\n");
  in_child([&] { ours_peer(wanted); });
  in_child([&] { eigen_peer(wanted); });
  if (with_ngspice) in_child([&] { ngspice_peer(wanted); });
}

constexpr int kSupplyNets = 10;
constexpr std::uint32_t kSupplyNodes = 1000000;
constexpr int kIoNets = 128;
constexpr std::uint32_t kIoNodes = 20000;
constexpr std::uint32_t kSignalNets = 24000;

/// A tier of published size: 9 supply domains and ground, IO nets with their pads and the fingers of their diodes, and
/// small signal nets. `seconds` is shared with the child processes.
void tier() {
  std::printf(
      "\nsynthetic tier: %d supply nets of 10^6 nodes, 1000 pads x 200 clamps each; %d IO nets of "
      "%u nodes, 2 pads x 64 diode fingers each; %u signal nets\n",
      kSupplyNets, kIoNets, kIoNodes, kSignalNets);
  auto* seconds = static_cast<double*>(
      ::mmap(nullptr, sizeof(double), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  const auto measured = [&](auto work) {
    *seconds = -1;
    in_child([&] { *seconds = work(); });
    if (*seconds < 0) std::printf("a part of the tier was not solved\n");
    return *seconds;
  };
  const auto start = Tick::now();
  grid_header();
  double supplies = 0;
  for (int net = 0; net < kSupplyNets; ++net) {
    supplies += measured([] { return solve_grid(kSupplyNodes, false).total; });
  }
  grid_header();
  double ios = 0;
  for (int net = 0; net < kIoNets; ++net) {
    ios += measured([] { return solve_grid(kIoNodes, false, 2, 64).total; });
  }
  const double signals = measured([] { return solve_small_nets(kSignalNets, {1}); });
  const double total = since(start);
  const double each_net = measured([] { return solve_grid(kSupplyNodes, true).per_pair; });
  std::printf(
      "tier on one core: supplies %.1f s, IO %.1f s, signals with reading %.1f s: %.1f s, %.4f "
      "core-hours; %.0f s with the making of the grids\n",
      supplies, ios, signals, supplies + ios + signals, (supplies + ios + signals) / 3600, total);
  std::printf(
      "the same supply pairs with one full solve each: %.1f core-hours (extrapolated, %d nets)\n",
      kSupplyNets * each_net / 3600, kSupplyNets);
  ::munmap(seconds, sizeof(double));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string part = argc > 1 ? argv[1] : "all";
  const auto number = static_cast<std::uint32_t>(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 0);
  std::printf("%zu pads x %zu clamps; one thread unless said\n", kPads, kClamps);
  if (part == "grid") {
    grid_header();
    solve_grid(number, true);
  } else if (part == "tier") {
    tier();
  } else if (part == "peers") {
    peers(number, number <= 12000);
  } else {
    for (const std::uint32_t n : {100000U, 1000000U, 4000000U}) {
      grid_header();
      in_child([n] { solve_grid(n, n <= 1000000); });
    }
    peers(10000, true);
    peers(100000, false);
    tier();
  }
  return 0;
}
