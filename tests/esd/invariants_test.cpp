// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// What every effective resistance must obey, on random networks.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <random>

#include "core/process/process.h"
#include "esd/format.h"
#include "esd/solve/port_solver.h"
#include "tests/esd/support.h"
#include "tests/support/soak.h"

namespace sealring::esd::testing {
namespace {

using sealring::testing::soak_count;

Graph graph_of(const std::vector<RandomEdge>& edges, std::uint32_t nodes) {
  Graph graph;
  graph.nodes = nodes;
  for (const RandomEdge& edge : edges) graph.edges.push_back({edge.a, edge.b, edge.ohm});
  return graph;
}

PortSolver solver_of(const std::vector<RandomEdge>& edges, std::uint32_t nodes,
                     std::vector<std::uint32_t> ports, const SolveOptions& options = {}) {
  auto solver = PortSolver::make(graph_of(edges, nodes), std::move(ports), options);
  RC_ASSERT(solver.has_value());
  return std::move(*solver);
}

struct Case {
  std::uint32_t nodes = 0;
  std::vector<RandomEdge> edges;
};

Case any_case() {
  Case result;
  result.nodes = *rc::gen::inRange<std::uint32_t>(4, 120);
  const auto extra = *rc::gen::inRange<std::uint32_t>(0, 2 * result.nodes);
  result.edges = random_edges(*rc::gen::arbitrary<std::uint64_t>(), result.nodes, extra);
  return result;
}

/// Three different nodes.
std::vector<std::uint32_t> any_nodes(std::uint32_t nodes) {
  const auto picked =
      *rc::gen::unique<std::vector<std::uint32_t>>(3, rc::gen::inRange<std::uint32_t>(0, nodes));
  return picked;
}

bool close(double a, double b, double relative) {
  return std::fabs(a - b) <= relative * std::max(std::fabs(a), std::fabs(b));
}

/// What two orders of the same sums may differ in: 1e-12, or more where resistances spread so far that the sum of a
/// node's conductances, once rounded, has lost digits of the smaller ones (a leak of that size at every node).
double rounding(const Case& c, double ohm) {
  std::vector<double> siemens(c.nodes + 1, 0.0);
  for (const RandomEdge& edge : c.edges) {
    siemens[edge.a] += 1 / edge.ohm;
    siemens[edge.b] += 1 / edge.ohm;
  }
  const double largest = *std::max_element(siemens.begin(), siemens.end());
  return std::max(1e-12, 4 * std::numeric_limits<double>::epsilon() * largest * ohm);
}

/// Runs `body` with a fixed seed and a count that SEALRING_SOAK multiplies.
template <class Body>
void property(const std::string& name, Body body) {
  const std::string parameters =
      "seed=20261130 max_success=" + std::to_string(soak_count(name, 60));
  ::setenv("RC_PARAMS", parameters.c_str(), 1);
  EXPECT_TRUE(rc::check(name, body));
}

TEST(Invariants, SymmetryTriangleAndDenseJudge) {
  property("random networks against Gaussian elimination", [] {
    const Case c = any_case();
    const auto at = any_nodes(c.nodes);
    const PortSolver solver = solver_of(c.edges, c.nodes, at);
    const double ab = solver.resistance(0, 1);
    const double bc = solver.resistance(1, 2);
    const double ac = solver.resistance(0, 2);
    RC_ASSERT(solver.resistance(1, 0) == ab);
    RC_ASSERT(ac <= (ab + bc) * (1 + 1e-12));
    RC_ASSERT(close(ab, dense_resistance(c.edges, c.nodes, at[0], at[1]), 1e-10));
  });
}

TEST(Invariants, RayleighMonotonicity) {
  property("removed, added and changed resistors", [] {
    Case c = any_case();
    const auto at = any_nodes(c.nodes);
    const double before = solver_of(c.edges, c.nodes, at).resistance(0, 1);
    std::vector<RandomEdge> more = c.edges;
    more.push_back({at[1], at[2], 0.5});
    RC_ASSERT(solver_of(more, c.nodes, at).resistance(0, 1) <= before * (1 + 1e-12));
    std::vector<RandomEdge> higher = c.edges;
    higher[*rc::gen::inRange<std::size_t>(0, higher.size())].ohm *= 3;
    RC_ASSERT(solver_of(higher, c.nodes, at).resistance(0, 1) >= before * (1 - 1e-12));
  });
}

TEST(Invariants, ScalingAndPermutation) {
  property("scaled and renumbered networks", [] {
    const Case c = any_case();
    const auto at = any_nodes(c.nodes);
    const double before = solver_of(c.edges, c.nodes, at).resistance(0, 1);
    std::vector<RandomEdge> scaled = c.edges;
    for (RandomEdge& edge : scaled) edge.ohm *= 1024;
    RC_ASSERT(
        close(solver_of(scaled, c.nodes, at).resistance(0, 1), before * 1024, rounding(c, before)));
    std::vector<std::uint32_t> number(c.nodes);
    std::iota(number.begin(), number.end(), 0U);
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    std::shuffle(number.begin(), number.end(), random);
    std::vector<RandomEdge> renumbered = c.edges;
    for (RandomEdge& edge : renumbered) edge = {number[edge.b], number[edge.a], edge.ohm};
    std::shuffle(renumbered.begin(), renumbered.end(), random);
    const PortSolver other = solver_of(renumbered, c.nodes, {number[at[0]], number[at[1]]});
    RC_ASSERT(close(other.resistance(0, 1), before, rounding(c, before)));
  });
}

TEST(Invariants, FostersSum) {
  property("sums of g R over all resistors", [] {
    const Case c = any_case();
    std::vector<std::uint32_t> all(c.nodes);
    std::iota(all.begin(), all.end(), 0U);
    const PortSolver solver = solver_of(c.edges, c.nodes, all);
    double sum = 0;
    for (const RandomEdge& edge : c.edges) sum += solver.resistance(edge.a, edge.b) / edge.ohm;
    RC_ASSERT(close(sum, c.nodes - 1, 1e-10));
  });
}

TEST(Invariants, ReductionAndReferenceChangeNothing) {
  property("reduced, unreduced and re-referenced networks", [] {
    const Case c = any_case();
    const auto at = any_nodes(c.nodes);
    const double before = solver_of(c.edges, c.nodes, at).resistance(0, 1);
    SolveOptions options;
    options.reduce = false;
    RC_ASSERT(close(solver_of(c.edges, c.nodes, at, options).resistance(0, 1), before,
                    rounding(c, before)));
    options.reference = *rc::gen::inRange<std::uint32_t>(0, c.nodes);
    RC_ASSERT(close(solver_of(c.edges, c.nodes, at, options).resistance(0, 1), before,
                    rounding(c, before)));
  });
}

TEST(Invariants, FarReference) {
  property("references behind large resistances", [] {
    Case c = any_case();
    const auto at = any_nodes(c.nodes);
    const double before = solver_of(c.edges, c.nodes, at).resistance(0, 1);
    c.edges.push_back({*rc::gen::inRange<std::uint32_t>(0, c.nodes), c.nodes,
                       std::pow(10, *rc::gen::inRange(0, 7))});
    SolveOptions options;
    options.reduce = false;
    options.reference = c.nodes;
    RC_ASSERT(close(solver_of(c.edges, c.nodes + 1, at, options).resistance(0, 1), before,
                    rounding(c, before)));
  });
}

TEST(Invariants, MergedIsNotAboveDistributedOrSingle) {
  property("merged against distributed and single terminals", [] {
    const Case c = any_case();
    const Network network = good_network(spice_text(c.edges));
    const auto at = any_nodes(c.nodes);
    const auto name = [&](std::size_t k) { return "n" + std::to_string(at[k]); };
    const double together = merged(network, {name(0), name(1)}, {name(2)});
    const double first = resistance(network, name(0), name(2));
    const double second = resistance(network, name(1), name(2));
    const double between = resistance(network, name(0), name(1));
    const double distributed = first / 2 + second / 2 - between / 4;
    RC_ASSERT(together <= std::min(first, second) * (1 + rounding(c, first + second)));
    RC_ASSERT(together <= distributed * (1 + rounding(c, first + second)));
    std::vector<RandomEdge> tied = c.edges;
    tied.push_back({at[0], at[1], 1e-9});
    RC_ASSERT(close(together, dense_resistance(tied, c.nodes, at[0], at[2]), 1e-6));
  });
}

TEST(Invariants, CurrentsBalanceAndPowerIsTheResistance) {
  property("currents of original conductors", [] {
    const Case c = any_case();
    const auto at = any_nodes(c.nodes);
    const PortSolver solver = solver_of(c.edges, c.nodes, at);
    const auto amps = solver.edge_currents(std::vector<std::vector<double>>{{1, -1, 0}});
    double power = 0;
    for (std::size_t e = 0; e < c.edges.size(); ++e)
      power += c.edges[e].ohm * amps[0][e] * amps[0][e];
    RC_ASSERT(close(power, solver.resistance(0, 1), 1e-11));
  });
}

/// ngspice as an independent judge: 1 A in at one node, out at the other, the printed difference of their voltages.
TEST(Ngspice, AgreesOnRandomNetworks) {
  const auto tool = core::find_tool("ngspice");
  ASSERT_TRUE(tool) << "ngspice is one of the packages the tests need";
  const int cases = soak_count("random networks against ngspice", 12);
  core::SystemProcessRunner runner;
  Folder folder;
  for (int k = 0; k < cases; ++k) {
    const std::uint32_t nodes = 5 + static_cast<std::uint32_t>(k) * 7 % 60;
    const std::vector<RandomEdge> edges =
        random_edges(1000 + static_cast<std::uint64_t>(k), nodes, nodes);
    std::string text = "* judge\n";
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto node = [](std::uint32_t n) {
        return n == 0 ? std::string("0") : "n" + std::to_string(n);
      };
      text += "R" + std::to_string(e) + " " + node(edges[e].a) + " " + node(edges[e].b) + " " +
              exact_number(edges[e].ohm) + "\n";
    }
    text +=
        "I1 0 n3 DC 1\n.options reltol=1e-12 vntol=1e-15 abstol=1e-18 numdgt=12\n.control\nop\nset "
        "numdgt=15\nprint v(n3)\n.endc\n.end\n";
    const auto file = folder.write("judge.sp", text);
    core::ProcessSpec spec;
    spec.argv = {tool->string(), "-b", file.string()};
    const auto result = runner.run(spec);
    ASSERT_TRUE(result);
    const std::size_t at = result->standard_output.find("v(n3) = ");
    ASSERT_NE(at, std::string::npos) << result->standard_output;
    const double judged = std::stod(result->standard_output.substr(at + 8));
    auto solver = PortSolver::make(graph_of(edges, nodes), {0, 3}, {});
    ASSERT_TRUE(solver);
    EXPECT_NEAR(solver->resistance(0, 1) / judged, 1, 1e-9) << k;
  }
}

}  // namespace
}  // namespace sealring::esd::testing
