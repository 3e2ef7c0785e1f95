// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "esd/graph/partition.h"
#include "esd/graph/reduce.h"
#include "esd/solve/faults.h"
#include "esd/solve/part_engine.h"
#include "esd/solve/port_solver.h"
#include "tests/esd/support.h"

namespace sealring::esd::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(PointToPoint, HandCircuits) {
  const Network bridge = good_network(
      "R1 a b 1\nR2 a c 2\nR3 b c 5\nR4 b d 2\nR5 c d 4\n.end\n");  // balanced: b and c are equal
  EXPECT_NEAR(resistance(bridge, "a", "d"), 2.0, 1e-14);
  const Network ladder =
      good_network("R1 a b 1\nR2 b c 1\nR3 c d 1\nR4 a d 3\nR5 d dead 7\n.end\n");
  EXPECT_NEAR(resistance(ladder, "a", "d"), 1.5, 1e-14);
  EXPECT_NEAR(resistance(ladder, "a", "dead"), 8.5, 1e-14);
}

TEST(PointToPoint, MergedTerminals) {
  const Network star = good_network("R1 c p1 2\nR2 c p2 2\nR3 c q 1\n.end\n");
  EXPECT_NEAR(merged(star, {"p1", "p2"}, {"q"}), 2.0, 1e-14);
  EXPECT_NEAR(merged(star, {"q"}, {"p1", "p2"}), 2.0, 1e-14);
  const Network two = good_network("R1 a c 2\nR2 b d 6\nR3 x y 1\n.end\n");
  EXPECT_NEAR(merged(two, {"a", "b"}, {"c", "d"}), 1.5, 1e-14) << "parts in parallel";
  EXPECT_EQ(merged(two, {"a", "b"}, {"y"}), kOpenOhm);
  EXPECT_EQ(merged(two, {"a", "b"}, {"b", "x"}), 0.0) << "a shared node";
  const Network square = good_network("R1 a b 1\nR2 b c 1\nR3 c d 1\nR4 d a 1\n.end\n");
  EXPECT_NEAR(merged(square, {"a", "b"}, {"c", "d"}), 0.5, 1e-14) << "both sides merged";
}

TEST(PointToPoint, CountsWhatItSolved) {
  const Network network = good_network("R1 a b 1\nR2 b c 1\nR3 x y 1\nR4 p q 1\n.end\n");
  core::CollectingSink sink;
  const std::vector<Terminal> terminals = {{"a", {network.nodes.find("a").value()}},
                                           {"c", {network.nodes.find("c").value()}}};
  const P2pResult result = point_to_point(network, terminals, {{0, 1}}, {}, sink);
  EXPECT_EQ(result.counts.parts, 1U);
  EXPECT_EQ(result.counts.parts_dropped, 2U);
  EXPECT_EQ(result.counts.nodes, 3U);
  EXPECT_EQ(result.counts.reduced_nodes, 2U);
}

/// All ways to solve one network must agree: reduction off, both orderings, both index widths.
TEST(PointToPoint, AllWaysAgree) {
  const std::vector<RandomEdge> edges = random_edges(7, 300, 500);
  const Network network = good_network(spice_text(edges));
  const Partition partition = make_partition(network);
  const std::vector<std::uint32_t> ports = {0, 17, 150, 299};
  std::vector<double> reference;
  for (int way = 0; way < 8; ++way) {
    SolveOptions options;
    options.reduce = (way & 1) != 0;
    options.cholesky.ordering =
        (way & 2) != 0 ? CholeskyOptions::Ordering::kMetis : CholeskyOptions::Ordering::kAmd;
    options.cholesky.force_64 = (way & 4) != 0;
    options.threads = way < 4 ? 1 : 3;
    auto solver = PortSolver::make(make_graph(network, partition, 0), ports, options);
    ASSERT_TRUE(solver);
    EXPECT_EQ(solver->factor()->is_64(), (way & 4) != 0);
    EXPECT_EQ(solver->factor()->used_metis(), (way & 2) != 0);
    std::vector<double> values;
    for (std::size_t i = 0; i < ports.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) values.push_back(solver->resistance(i, j));
    }
    if (reference.empty()) reference = values;
    for (std::size_t k = 0; k < values.size(); ++k) EXPECT_NEAR(values[k] / reference[k], 1, 1e-12);
  }
  EXPECT_NEAR(reference[0] / dense_resistance(edges, 300, 17, 0), 1, 1e-12);
}

/// A pair of 1e-4 ohm, the reference behind 1, 1e3, 1e6 ohm. The textbook form loses six digits, this one none.
TEST(PointToPoint, FarReferenceLosesNoDigits) {
  for (const double far : {1.0, 1e3, 1e6}) {
    Graph graph;
    graph.nodes = 6;
    // 0 - 1 and 1 - 2 - 3 - 0 form the near loop, 4 - 5 are the way to the far reference.
    graph.edges = {{0, 1, 2e-4}, {1, 2, 1e-4},    {2, 3, 0.5e-4}, {3, 0, 0.5e-4},
                   {0, 4, far},  {1, 4, 2 * far}, {4, 5, far}};
    SolveOptions options;
    options.reduce = false;
    options.reference = 5;
    auto solver = PortSolver::make(graph, {0, 1}, options);
    ASSERT_TRUE(solver);
    const double loop = 1 / (1 / 2e-4 + 1 / 2e-4 + 1 / (3 * far));
    EXPECT_NEAR(solver->resistance(0, 1) / loop, 1, 1e-14) << far;
  }
}

TEST(PointToPoint, TextbookFormWouldLoseDigits) {
  // The same pair by |z0|^2 + |z1|^2 - 2 z0.z1, with z from the factor, to show what the test above guards against.
  Reduction flat;
  flat.nodes = 3;
  const double far = 1e6;
  SymmetricMatrix matrix;
  matrix.n = 2;
  matrix.column = {0, 1, 3};
  matrix.row = {0, 0, 1};
  matrix.value = {1e4 + 1 / far, -1e4, 1e4 + 1 / (2 * far)};
  const auto factor = CholeskyFactor::make(matrix, {});
  ASSERT_TRUE(factor);
  double square[2] = {};
  double product = 0;
  std::vector<double> work(2, 0.0);
  std::vector<double> dense[2] = {std::vector<double>(2, 0.0), std::vector<double>(2, 0.0)};
  for (std::uint32_t i = 0; i < 2; ++i) {
    std::vector<std::uint32_t> at;
    std::vector<double> z;
    factor->forward_path(i, work, at, z);
    for (std::size_t k = 0; k < at.size(); ++k) dense[i][at[k]] = z[k];
    square[i] = std::inner_product(z.begin(), z.end(), z.begin(), 0.0);
  }
  product = std::inner_product(dense[0].begin(), dense[0].end(), dense[1].begin(), 0.0);
  const double exact = 1 / (1e4 + 1 / (3 * far));
  const double textbook = square[0] + square[1] - 2 * product;
  EXPECT_GT(std::fabs(textbook / exact - 1), 1e-9);
}

TEST(Reduction, KeepsPortsAndAnswers) {
  const std::vector<RandomEdge> edges = random_edges(3, 200, 60);
  Graph graph;
  graph.nodes = 200;
  for (const RandomEdge& edge : edges) graph.edges.push_back({edge.a, edge.b, edge.ohm});
  std::vector<std::uint8_t> keep(200, 0);
  keep[0] = keep[100] = 1;
  const Reduction reduction = reduce_graph(graph, keep);
  EXPECT_NE(reduction.reduced[0], kNone);
  EXPECT_NE(reduction.reduced[100], kNone);
  EXPECT_LT(reduction.nodes, 80U);
  EXPECT_GT(reduction.dead_ends, 0U);
  EXPECT_GT(reduction.in_series, 0U);
  std::vector<std::uint32_t> degree(reduction.nodes, 0);
  for (const Reduction::Edge& edge : reduction.edges) {
    ++degree[edge.a];
    ++degree[edge.b];
  }
  for (std::uint32_t node = 0; node < reduction.nodes; ++node) {
    if (keep[reduction.graph_node[node]] == 0) {
      EXPECT_GE(degree[node], 3U);
    }
  }
}

TEST(Currents, ObeyKirchhoffOnTheOriginalConductors) {
  const std::vector<RandomEdge> edges = random_edges(11, 120, 90);
  Graph graph;
  graph.nodes = 120;
  for (const RandomEdge& edge : edges) graph.edges.push_back({edge.a, edge.b, edge.ohm});
  auto solver = PortSolver::make(graph, {5, 77, 30}, {});
  ASSERT_TRUE(solver);
  const std::vector<double> injected = {1, -0.25, -0.75};
  const auto currents = solver->edge_currents(std::vector<std::vector<double>>{injected});
  std::vector<double> balance(120, 0.0);
  double power = 0;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    balance[edges[e].a] += currents[0][e];
    balance[edges[e].b] -= currents[0][e];
    power += edges[e].ohm * currents[0][e] * currents[0][e];
  }
  balance[5] -= 1;
  balance[77] += 0.25;
  balance[30] += 0.75;
  for (const double b : balance) EXPECT_NEAR(b, 0, 1e-12);
  const double by_ports = 0.25 * solver->resistance(0, 1) + 0.75 * solver->resistance(0, 2) -
                          0.25 * 0.75 * solver->resistance(1, 2);
  EXPECT_NEAR(power / by_ports, 1, 1e-12) << "sum of r i^2 is the resistance";
}

TEST(Currents, GainFromWideningIsExact) {
  const std::vector<RandomEdge> edges = random_edges(23, 90, 70);
  Graph graph;
  graph.nodes = 90;
  for (const RandomEdge& edge : edges) graph.edges.push_back({edge.a, edge.b, edge.ohm});
  auto solver = PortSolver::make(graph, {1, 60}, {});
  ASSERT_TRUE(solver);
  const auto currents = solver->edge_currents(std::vector<std::vector<double>>{{1, -1}});
  const double before = solver->resistance(0, 1);
  for (std::uint32_t e = 0; e < edges.size(); e += 7) {
    std::vector<RandomEdge> wider = edges;
    wider[e].ohm /= 2;
    const double after = dense_resistance(wider, 90, 1, 60);
    EXPECT_NEAR(solver->with_edge_changed(e, edges[e].ohm / 2, before, currents[0]) / after, 1,
                1e-10)
        << e;
  }
}

TEST(Cases, case_esd_46) {
  // The memory estimate comes before the factorisation; above the limit nothing is factored. ESD-0401
  const Network network = good_network(spice_text(random_edges(5, 400, 900)));
  SolverOptions options;
  options.memory_limit = 10000;
  core::CollectingSink sink;
  const std::vector<Terminal> terminals = {{"a", {0}}, {"b", {1}}};
  const P2pResult result = point_to_point(network, terminals, {{0, 1}}, options, sink);
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0401"));
  EXPECT_THAT(sink.findings[0].message, HasSubstr("limit"));
  EXPECT_THAT(sink.findings[0].message, HasSubstr("nnz(L)"));
  EXPECT_EQ(sink.findings[0].kind, core::FindingClass::kInput);
  EXPECT_TRUE(std::isnan(result.ohm[0]));
}

TEST(Solver, NamesASingularNode_ESD_0402) {
  // 1e-20 ohm beside 1e20 ohm: no double holds both in one sum.
  const Network network = good_network(
      "R1 a b 1e-20\nR2 b c 1e20\nR3 a c 1e20\nR4 c d 1\nR5 a d 1e20\nR6 b d 1e20\nR7 d e 1e20\nR8 "
      "a e 1e20\n"
      "R9 b e 1e20\nRa c e 1e20\n.end\n");
  const Partition partition = make_partition(network);
  SolveOptions options;
  options.reduce = false;
  options.reference = 4;
  const auto solver = PortSolver::make(make_graph(network, partition, 0), {0, 1}, options);
  ASSERT_FALSE(solver);
  core::CollectingSink sink;
  report_fault(solver.error(), network, partition, 0, 0, sink);
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0402"));
  EXPECT_THAT(sink.findings[0].message, HasSubstr("S meet there"));
}

TEST(Cases, case_esd_49) {
  // The wide interface gives the same answers; the narrow one is left before it can overflow.
  const std::vector<RandomEdge> edges = random_edges(19, 60, 90);
  Graph graph;
  graph.nodes = 60;
  for (const RandomEdge& edge : edges) graph.edges.push_back({edge.a, edge.b, edge.ohm});
  SolveOptions wide;
  wide.cholesky.force_64 = true;
  auto a = PortSolver::make(graph, {0, 59}, {});
  auto b = PortSolver::make(graph, {0, 59}, wide);
  ASSERT_TRUE(a && b);
  EXPECT_NEAR(a->resistance(0, 1) / b->resistance(0, 1), 1, 1e-13);
}

TEST(Cases, case_esd_48) {
  // Right-hand sides go in blocks: the same answers whatever their number.
  const std::vector<RandomEdge> edges = random_edges(29, 80, 100);
  Graph graph;
  graph.nodes = 80;
  for (const RandomEdge& edge : edges) graph.edges.push_back({edge.a, edge.b, edge.ohm});
  auto solver = PortSolver::make(graph, {0, 40, 79}, {});
  ASSERT_TRUE(solver);
  const std::vector<double> flow = {1, -0.5, -0.5};
  const auto one = solver->edge_currents(std::vector<std::vector<double>>{flow});
  const auto many = solver->edge_currents(std::vector<std::vector<double>>(19, flow));
  ASSERT_EQ(many.size(), 19U);
  for (const auto& currents : many) EXPECT_EQ(currents, one[0]);
}

}  // namespace
}  // namespace sealring::esd::testing
