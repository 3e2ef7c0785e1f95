// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Real power grids with published or separately computed answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/SparseLU>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include "core/units/parse.h"
#include "esd/graph/partition.h"
#include "esd/p2p.h"
#include "esd/solve/port_solver.h"
#include "tests/esd/support.h"

namespace sealring::esd::testing {
namespace {

std::filesystem::path corpus() {
  const char* given = std::getenv("SEALRING_CORPUS");
  return std::filesystem::path(given != nullptr ? given : SEALRING_SOURCE_DIR "/../shared/data") /
         "esd";
}

const core::InputReader& reader() {
  static const core::InputReader kReader(corpus());
  return kReader;
}

Network read(const std::string& name) {
  core::CollectingSink sink;
  auto network = read_network(reader(), corpus() / name, {}, sink);
  if (!network) {
    ADD_FAILURE() << name << ": " << (sink.findings.empty() ? "" : sink.findings.front().message);
    return Network{};
  }
  return std::move(*network);
}

/// Whitespace- or comma-separated fields of each line that is no comment.
std::vector<std::vector<std::string>> rows_of(const std::string& name) {
  core::CollectingSink sink;
  const auto file = reader().read(corpus() / name, 1ULL << 30, sink);
  EXPECT_TRUE(file) << name;
  std::vector<std::vector<std::string>> rows;
  std::istringstream text(file ? file->text : "");
  for (std::string line; std::getline(text, line);) {
    if (line.empty() || line.front() == '#') continue;
    for (char& c : line) c = c == ',' ? ' ' : c;
    std::istringstream words(line);
    std::vector<std::string> row;
    for (std::string word; words >> word;) row.push_back(word);
    if (!row.empty()) rows.push_back(row);
  }
  return rows;
}

/// Pads: nodes that a voltage source ties to ground.
std::set<NodeId> pads_of(const Network& network) {
  std::set<NodeId> pads;
  for (const Source& source : network.sources) {
    if (!source.voltage) continue;
    if (source.a != network.ground) pads.insert(source.a);
    if (source.b != network.ground) pads.insert(source.b);
  }
  return pads;
}

struct Golden {
  std::string network;
  std::string values;
  std::size_t count;
};
const Golden kGolden[] = {
    {"ibmpg/ibmpg1.spice.xz", "golden_p2p/ibmpg1.p2p.tsv", 288},
    {"openroad_psm/gcd_write_sp_test_vdd.spok.xz", "golden_p2p/gcd_vdd.p2p.tsv", 72},
    {"openroad_psm/gcd_all_vss-spice.spok.xz", "golden_p2p/gcd_vss.p2p.tsv", 72},
    {"iccad23/testcase1.netlist.sp.xz", "golden_p2p/iccad_testcase1.p2p.tsv", 72}};

/// Terminals and pairs of a golden file: merged rows take all pads of the sink's part.
struct Questions {
  std::vector<Terminal> terminals;
  std::vector<TerminalPair> pairs;
  std::vector<double> expected;
};

Questions questions_of(const Network& network, const std::string& values) {
  Questions q;
  const Partition partition = make_partition(network);
  const std::set<NodeId> pads = pads_of(network);
  std::map<std::string, std::uint32_t> known;
  const auto terminal = [&](const std::string& label, std::vector<NodeId> nodes) {
    const auto [at, fresh] = known.emplace(label, static_cast<std::uint32_t>(q.terminals.size()));
    if (fresh) q.terminals.push_back({label, std::move(nodes)});
    return at->second;
  };
  for (const auto& row : rows_of(values)) {
    const NodeId sink = network.nodes.find(row[3]).value();
    std::uint32_t from = 0;
    if (row[1] == "single") {
      from = terminal(row[2], {network.nodes.find(row[2]).value()});
    } else {
      std::vector<NodeId> mine;
      for (const NodeId pad : pads) {
        if (partition.component_of(pad) == partition.component_of(sink)) mine.push_back(pad);
      }
      from = terminal("pads of part " + std::to_string(partition.component_of(sink)), mine);
    }
    q.pairs.push_back({from, terminal(row[3], {sink})});
    q.expected.push_back(std::stod(row[4]));
  }
  return q;
}

TEST(Golden, EffectiveResistances) {
  std::size_t total = 0;
  for (const Golden& golden : kGolden) {
    const Network network = read(golden.network);
    const Questions q = questions_of(network, golden.values);
    EXPECT_EQ(q.pairs.size(), golden.count);
    total += q.pairs.size();
    core::CollectingSink sink;
    const P2pResult result = point_to_point(network, q.terminals, q.pairs, {}, sink);
    double worst = 0;
    for (std::size_t i = 0; i < q.pairs.size(); ++i)
      worst = std::max(worst, std::fabs(result.ohm[i] / q.expected[i] - 1));
    EXPECT_LE(worst, 1e-9) << golden.network;
    std::printf("%s: %zu values, largest relative difference %.1e\n", golden.network.c_str(),
                q.pairs.size(), worst);
  }
  EXPECT_EQ(total, 504U);
}

/// Resistances by Eigen's SparseLU on the whole Laplacian: another library, another method, no reduction.
class EigenJudge {
 public:
  EigenJudge(const Network& network, const Partition& partition, std::uint32_t part) {
    const Graph graph = make_graph(network, partition, part);
    n_ = graph.nodes - 1;
    std::vector<Eigen::Triplet<double>> entries;
    for (const GraphEdge& edge : graph.edges) {
      const double g = 1 / edge.ohm;
      for (const auto& [i, j] : {std::pair(edge.a, edge.b), std::pair(edge.b, edge.a)}) {
        if (i == n_) continue;
        entries.emplace_back(static_cast<int>(i), static_cast<int>(i), g);
        if (j != n_) entries.emplace_back(static_cast<int>(i), static_cast<int>(j), -g);
      }
    }
    Eigen::SparseMatrix<double> matrix(static_cast<int>(n_), static_cast<int>(n_));
    matrix.setFromTriplets(entries.begin(), entries.end());
    solver_.compute(matrix);
  }
  Eigen::VectorXd potentials(std::uint32_t from, std::uint32_t to) const {
    Eigen::VectorXd b = Eigen::VectorXd::Zero(static_cast<int>(n_));
    if (from != n_) b[static_cast<int>(from)] += 1;
    if (to != n_) b[static_cast<int>(to)] -= 1;
    return solver_.solve(b);
  }
  double resistance(std::uint32_t from, std::uint32_t to) const {
    const Eigen::VectorXd v = potentials(from, to);
    return (from == n_ ? 0 : v[static_cast<int>(from)]) - (to == n_ ? 0 : v[static_cast<int>(to)]);
  }

 private:
  std::uint32_t n_ = 0;
  Eigen::SparseLU<Eigen::SparseMatrix<double>> solver_;
};

TEST(Golden, EigenSparseLuAgrees) {
  for (const Golden& golden : kGolden) {
    const Network network = read(golden.network);
    const Partition partition = make_partition(network);
    const Questions q = questions_of(network, golden.values);
    std::map<std::uint32_t, std::unique_ptr<EigenJudge>> judges;
    double worst = 0;
    std::size_t judged = 0;
    for (std::size_t i = 0; i < q.pairs.size(); ++i) {
      const Terminal& from = q.terminals[q.pairs[i].from];
      const Terminal& to = q.terminals[q.pairs[i].to];
      if (from.nodes.size() > 1) continue;
      auto& judge = judges[partition.component_of(to.nodes[0])];
      if (!judge)
        judge =
            std::make_unique<EigenJudge>(network, partition, partition.component_of(to.nodes[0]));
      const double ohm =
          judge->resistance(partition.local_of(from.nodes[0]), partition.local_of(to.nodes[0]));
      worst = std::max(worst, std::fabs(ohm / q.expected[i] - 1));
      ++judged;
    }
    EXPECT_GT(judged, 30U);
    EXPECT_LE(worst, 1e-9) << golden.network;
  }
}

/// One part with its sources on: pads shorted (they have one potential), loads as injections; voltages by walking from
/// the pads along the conductors, drop by drop, with the currents of the product's own reduction and factor.
std::vector<double> part_voltages(const Graph& graph, const std::vector<std::uint32_t>& pads,
                                  double pad_volt, const std::map<std::uint32_t, double>& loads) {
  const std::uint32_t first = pads.front();
  std::vector<std::uint32_t> number(graph.nodes);
  std::iota(number.begin(), number.end(), 0U);
  for (const std::uint32_t pad : pads) number[pad] = first;
  Graph shorted;
  shorted.nodes = graph.nodes;
  for (const GraphEdge& edge : graph.edges) {
    if (number[edge.a] != number[edge.b])
      shorted.edges.push_back({number[edge.a], number[edge.b], edge.ohm});
  }
  for (const std::uint32_t pad :
       pads) {  // unused numbers hang on by a dead end, so that the graph stays connected
    if (pad != first) shorted.edges.push_back({pad, first, 1});
  }
  std::vector<std::uint32_t> ports = {first};
  std::vector<double> amps = {0};
  for (const auto& [node, current] : loads) {
    if (number[node] == first) continue;
    ports.push_back(node);
    amps.push_back(current);
    amps[0] -= current;
  }
  auto solver = PortSolver::make(shorted, ports, {});
  EXPECT_TRUE(solver);
  const auto currents = solver->edge_currents(std::vector<std::vector<double>>{amps});
  std::vector<std::vector<std::pair<std::uint32_t, std::size_t>>> next(shorted.nodes);
  for (std::size_t e = 0; e < shorted.edges.size(); ++e) {
    next[shorted.edges[e].a].emplace_back(shorted.edges[e].b, e);
    next[shorted.edges[e].b].emplace_back(shorted.edges[e].a, e);
  }
  std::vector<double> v(shorted.nodes, NAN);
  v[first] = pad_volt;
  std::vector<std::uint32_t> queue = {first};
  for (std::size_t k = 0; k < queue.size(); ++k) {
    for (const auto& [far, e] : next[queue[k]]) {
      if (!std::isnan(v[far])) continue;
      const double drop = shorted.edges[e].ohm * currents[0][e];
      v[far] = v[queue[k]] - (shorted.edges[e].a == queue[k] ? drop : -drop);
      queue.push_back(far);
    }
  }
  for (std::uint32_t node = 0; node < graph.nodes; ++node) v[node] = v[number[node]];
  return v;
}

/// Half a unit of the fourth digit, which is the last one that the netlists' currents are written with.
double half_digit(double value) {
  return value == 0 ? 0 : 0.5 * std::pow(10.0, std::floor(std::log10(std::fabs(value))) - 3);
}

/// Voltages of all nodes of the parts that have a pad; `rounding` of -1 to 1 moves every current by that much of half a
/// last digit.
std::map<NodeId, double> operating_point(const Network& network, double rounding = 0) {
  const Partition partition = make_partition(network);
  std::map<std::uint32_t, double> pad_volt;
  std::map<std::uint32_t, std::vector<std::uint32_t>> pads;
  std::map<std::uint32_t, std::map<std::uint32_t, double>>
      loads;  // ampere into the net, per part and local node
  const auto load = [&](NodeId node, double amps) {
    if (node != network.ground)
      loads[partition.component_of(node)][partition.local_of(node)] += amps;
  };
  for (const Source& source : network.sources) {
    if (!source.voltage) {
      const double amps = source.value + rounding * half_digit(source.value);
      load(source.a, -amps);
      load(source.b, amps);
      continue;
    }
    const bool reversed = source.a == network.ground;
    const NodeId node = reversed ? source.b : source.a;
    if (node == network.ground) continue;
    pad_volt[partition.component_of(node)] = reversed ? -source.value : source.value;
    pads[partition.component_of(node)].push_back(partition.local_of(node));
  }
  std::map<std::uint32_t, std::vector<double>> by_part;
  for (const auto& [part, nodes] : pads) {
    by_part[part] =
        part_voltages(make_graph(network, partition, part), nodes, pad_volt[part], loads[part]);
  }
  std::map<NodeId, double> volts;
  for (NodeId node = 0; node < network.nodes.size(); ++node) {
    const auto part = by_part.find(partition.component_of(node));
    if (part != by_part.end()) volts[node] = part->second[partition.local_of(node)];
  }
  return volts;
}

TEST(Golden, IbmPowerGridVoltages) {
  const Network network = read("ibmpg/ibmpg1.spice.xz");
  const auto volts = operating_point(network);
  double worst = 0;
  std::size_t nodes = 0;
  for (const auto& row : rows_of("ibmpg/ibmpg1.solution.xz")) {
    if (row[0] == "G") continue;
    const double mine = volts.at(network.nodes.find(row[0]).value());
    worst = std::max(worst, std::fabs(mine - std::stod(row[1])));
    ++nodes;
  }
  EXPECT_EQ(nodes, 30635U);
  EXPECT_LE(worst, 1e-5);
  std::printf("ibmpg1: %zu node voltages, largest difference %.2e V\n", nodes, worst);
}

/// The report has six decimals and the netlist gives its currents with four digits. Voltage drops grow with every
/// current, so the report must lie between the drops for all currents rounded up and all rounded down, half a last
/// decimal of its own added: nothing else is allowed for.
TEST(Golden, OpenroadInstanceVoltages) {
  constexpr double kHalfDecimal = 5.0000001e-7;
  for (const auto& [spice, report, sign] :
       {std::tuple("openroad_psm/gcd_all_vss-spice.spok.xz",
                   "openroad_psm/gcd_all_vss-voltage.rptok", -1.0),
        std::tuple("openroad_psm/gcd_write_sp_test_vdd.spok.xz",
                   "openroad_psm/gcd_test_vdd-voltage.rptok", 1.0)}) {
    const Network network = read(spice);
    const auto volts = operating_point(network);
    const auto low = operating_point(network, -1);
    const auto high = operating_point(network, 1);
    double worst = 0;
    std::size_t found = 0;
    std::size_t above = 0;
    for (const auto& row : rows_of(report)) {
      if (row[0] == "Instance") continue;
      const auto dbu = [](const std::string& um) {
        return std::to_string(std::llround(std::stod(um) * 2000));
      };
      const auto node =
          network.nodes.find("ITermNode_" + row[2] + "_" + dbu(row[3]) + "_" + dbu(row[4]));
      if (!node || !volts.contains(*node)) continue;
      const double reported = std::stod(row[5]);
      const auto [least, most] = std::minmax({sign * low.at(*node), sign * high.at(*node)});
      EXPECT_GE(reported, least - kHalfDecimal) << row[0];
      EXPECT_LE(reported, most + kHalfDecimal) << row[0];
      const double difference = std::fabs(sign * volts.at(*node) - reported);
      if (difference > kHalfDecimal) ++above;
      worst = std::max(worst, difference);
      ++found;
    }
    EXPECT_GE(found, 500U) << report;
    EXPECT_LE(above, found / 50) << report;
    EXPECT_LE(worst, 5.5e-7) << report;
    std::printf("%s: %zu instance voltages, largest difference %.2e V, %zu above 5e-7 V\n", report,
                found, worst, above);
  }
}

TEST(Golden, RealFilesAreReadWithoutErrors) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus())) {
    const std::string name = entry.path().filename().string();
    const bool spef = name.find(".spef") != std::string::npos;
    const bool spice = name.find(".sp.xz") != std::string::npos;
    if (!spef && !spice) continue;
    core::CollectingSink sink;
    const auto network = read_network(reader(), entry.path(), {}, sink);
    for (const core::Finding& finding : sink.findings) {
      EXPECT_NE(finding.severity, core::Severity::kError) << name << ": " << finding.message;
    }
    EXPECT_TRUE(network) << name;
    ++files;
  }
  EXPECT_GE(files, 11U);
}

}  // namespace
}  // namespace sealring::esd::testing
