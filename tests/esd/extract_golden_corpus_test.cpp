// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// A published power grid as DEF, beside the resistor networks that another extractor wrote for it. That extractor (a) takes
// the metal of standard cells, whose LEF is not at hand, as part of the rails and joins all shapes of a cell's pin by
// 1 mohm each, which shorts the rail under the cell, and (b) moves the ends of vias onto nodes near by. So: every
// resistor away from cells is compared one by one; then the cells are taken out of its network and the moves of the
// vias are put into ours, and both must answer alike.
#include <gtest/gtest.h>

#include <Eigen/SparseLU>
#include <cmath>
#include <cstdlib>
#include <map>

#include "esd/extract/rect_tree.h"
#include "tests/esd/layout.h"

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

Layout read_layout(const std::string& def, const std::vector<std::string>& lefs) {
  core::CollectingSink sink;
  Layout layout;
  for (const std::string& lef : lefs) {
    const auto file = reader().read(corpus() / lef, 1ULL << 30, sink);
    EXPECT_TRUE(file && core::lefdef::read_lef(*file, layout.lef, sink)) << lef;
  }
  const auto file = reader().read(corpus() / def, 1ULL << 30, sink);
  auto read = file ? core::lefdef::read_def(*file, sink) : std::nullopt;
  EXPECT_TRUE(read) << def;
  if (read) layout.def = std::move(*read);
  core::lefdef::resolve_layers(layout.def, layout.lef);
  return layout;
}

/// "Node_metal1_100_200".
struct GoldenNode {
  std::string layer;
  core::lefdef::Coord x = 0;
  core::lefdef::Coord y = 0;
  bool of_cell = false;  ///< "ITermNode_..."
};

GoldenNode parse_node(std::string_view name) {
  GoldenNode node;
  node.of_cell = name.starts_with("ITerm");
  const std::size_t last = name.rfind('_');
  const std::size_t middle = name.rfind('_', last - 1);
  const std::size_t first = name.find('_');
  node.layer = name.substr(first + 1, middle - first - 1);
  node.x = std::stoll(std::string(name.substr(middle + 1, last - middle - 1)));
  node.y = std::stoll(std::string(name.substr(last + 1)));
  return node;
}

struct Resistor {
  NodeId a = 0;
  NodeId b = 0;
  double ohm = 0;
};

/// Potentials with `grounded` at 0 and currents into the other nodes; nodes without a way there stay at NaN.
std::vector<double> potentials(std::size_t nodes, const std::vector<Resistor>& resistors,
                               const std::vector<NodeId>& grounded,
                               const std::map<NodeId, double>& amps) {
  extraction::Joined shorted(nodes);
  extraction::Joined linked(nodes);
  for (const Resistor& r : resistors) {
    linked.join(r.a, r.b);
    if (r.ohm == 0) shorted.join(r.a, r.b);
  }
  for (const NodeId node : grounded) {
    shorted.join(grounded.front(), node);
    linked.join(grounded.front(), node);
  }
  std::vector<int> row(nodes, -1);
  int rows = 0;
  for (NodeId node = 0; node < nodes; ++node) {
    if (linked.find(node) != linked.find(grounded.front())) continue;
    if (shorted.find(node) == node && node != shorted.find(grounded.front())) row[node] = rows++;
  }
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::VectorXd b = Eigen::VectorXd::Zero(rows);
  for (const Resistor& r : resistors) {
    const int i = row[shorted.find(r.a)];
    const int j = row[shorted.find(r.b)];
    if (i == j || r.ohm == 0) continue;
    if (i >= 0) entries.emplace_back(i, i, 1 / r.ohm);
    if (j >= 0) entries.emplace_back(j, j, 1 / r.ohm);
    if (i < 0 || j < 0) continue;
    entries.emplace_back(i, j, -1 / r.ohm);
    entries.emplace_back(j, i, -1 / r.ohm);
  }
  for (const auto& [node, ampere] : amps) {
    const int i = row[shorted.find(node)];
    if (i >= 0) b[i] += ampere;
  }
  Eigen::SparseMatrix<double> matrix(rows, rows);
  matrix.setFromTriplets(entries.begin(), entries.end());
  Eigen::SparseLU<Eigen::SparseMatrix<double>> solver(matrix);
  const Eigen::VectorXd v = solver.solve(b);
  std::vector<double> result(nodes, NAN);
  for (NodeId node = 0; node < nodes; ++node) {
    if (linked.find(node) != linked.find(grounded.front())) continue;
    const int i = row[shorted.find(node)];
    result[node] = i < 0 ? 0 : v[i];
  }
  return result;
}

struct GoldenCase {
  const char* net;
  const char* spice;
  std::size_t plain_wires;  ///< resistors of wires without cell metal beside them
  std::size_t vias;
};
const GoldenCase kCases[] = {
    {"VDD", "openroad_psm/gcd_write_sp_test_vdd.spok.xz", 1291, 186},
    {"VSS", "openroad_psm/gcd_all_vss-spice.spok.xz", 1179, 93},
};

/// Both networks of one net.
class Beside : public ::testing::TestWithParam<GoldenCase> {
 protected:
  void SetUp() override {
    core::CollectingSink sink;
    auto golden = read_network(reader(), corpus() / GetParam().spice, {}, sink);
    ASSERT_TRUE(golden);
    golden_ = std::move(*golden);
    layout_ =
        read_layout("openroad_psm/Nangate45_data_gcd.def.xz", {"lefdef/ng45_layer_facts.lef"});
    std::vector<Touch> touches;
    for (NodeId node = 0; node < golden_.nodes.size(); ++node) {
      if (node == golden_.ground) {
        places_.emplace_back();
        continue;
      }
      places_.push_back(parse_node(golden_.nodes.name(node)));
      if (places_.back().of_cell) continue;
      touched_.push_back(node);
    }
    for (const NodeId node : touched_) {
      // A node in the metal of a cell has its place on the rail beside it.
      const GoldenNode& at = places_[node];
      touches.push_back(touch_at(GetParam().net, at.layer, at.x, rail(at)));
    }
    touches_ = std::move(touches);
    extract_mine({});
  }

  void extract_mine(ExtractOptions options) {
    options.nets = {GetParam().net};
    options.count_duplicates = true;
    core::CollectingSink findings;
    auto mine = extraction_of(layout_, findings, options, touches_);
    ASSERT_TRUE(mine) << findings.findings.front().message;
    mine_ = std::move(*mine);
    for (std::size_t k = 0; k < touched_.size(); ++k) node_of_[touched_[k]] = mine_.touches[k].node;
  }

  /// Rails stand at multiples of 2800, shifted by none.
  core::lefdef::Coord rail(const GoldenNode& at) const {
    if (at.layer != "metal1") return at.y;
    return (at.y + 1400) / 2800 * 2800;
  }
  bool on_rail(NodeId node) const { return rail(places_[node]) == places_[node].y; }

  /// Our resistance along one wire between two places.
  double along(const GoldenNode& a, const GoldenNode& b) const {
    const auto um = [&](core::lefdef::Coord value) { return static_cast<double>(value) / 2000; };
    double ohm = 0;
    double length = 0;
    for (ElementId id = 0; id < mine_.network.elements.size(); ++id) {
      const Element& element = mine_.network.elements[id];
      const ElementShape& shape = mine_.network.shapes[id];
      if (element.cls != ElementClass::kMetal || mine_.network.layers[element.layer] != a.layer)
        continue;
      const auto inside = [&](double v, double p, double q) {
        return v >= std::min(p, q) - 1e-9 && v <= std::max(p, q) + 1e-9;
      };
      if (!inside(shape.x1_um, um(a.x), um(b.x)) || !inside(shape.x2_um, um(a.x), um(b.x)) ||
          !inside(shape.y1_um, um(a.y), um(b.y)) || !inside(shape.y2_um, um(a.y), um(b.y)))
        continue;
      ohm += element.ohm;
      length += element.length_um;
    }
    EXPECT_NEAR(length, um(std::llabs(a.x - b.x) + std::llabs(a.y - b.y)), 1e-3);
    return ohm;
  }

  /// Its network without cells: each piece of rail by its length, nothing through pins.
  std::vector<Resistor> golden_without_cells() const {
    std::vector<Resistor> result;
    for (const Element& element : golden_.elements) {
      Resistor r{element.a, element.b, element.ohm};
      const GoldenNode& a = places_[element.a];
      const GoldenNode& b = places_[element.b];
      if (a.of_cell || b.of_cell) continue;
      if (a.layer == "metal1" && b.layer == "metal1")
        r.ohm = 0.38 * static_cast<double>(std::llabs(a.x - b.x)) / 340;
      result.push_back(r);
    }
    return result;
  }

  /// Our network; with `moved`, each via ends where the other extractor moved it to.
  std::vector<Resistor> own(bool moved) const {
    std::vector<Resistor> result;
    for (ElementId id = 0; id < mine_.network.elements.size(); ++id) {
      const Element& element = mine_.network.elements[id];
      Resistor r{element.a, element.b, element.ohm};
      if (moved && element.cls == ElementClass::kVia) {
        const Element& golden = golden_.elements[golden_via(id)];
        r.a = node_of_.at(golden.a);
        r.b = node_of_.at(golden.b);
      }
      result.push_back(r);
    }
    return result;
  }

  /// Its resistor for the via that our cut belongs to: same layers, both ends within 2 um.
  ElementId golden_via(ElementId cut) const {
    const Element& element = mine_.network.elements[cut];
    const auto a = parse_node("Node_" + std::string(mine_.network.nodes.name(element.a)));
    const auto b = parse_node("Node_" + std::string(mine_.network.nodes.name(element.b)));
    const auto distance = [](const GoldenNode& p, const GoldenNode& q) {
      return std::max(std::llabs(p.x - q.x), std::llabs(p.y - q.y));
    };
    ElementId best = kNone;
    core::lefdef::Coord nearest = 4001;
    for (ElementId id = 0; id < golden_.elements.size(); ++id) {
      const GoldenNode& p = places_[golden_.elements[id].a];
      const GoldenNode& q = places_[golden_.elements[id].b];
      if (p.of_cell || q.of_cell) continue;
      const bool same = p.layer == a.layer && q.layer == b.layer;
      if (!same) continue;
      const auto apart = std::max(distance(p, a), distance(q, b));
      if (apart < nearest) {
        nearest = apart;
        best = id;
      }
    }
    EXPECT_NE(best, kNone);
    return best;
  }

  std::vector<NodeId> pads() const {
    std::vector<NodeId> result;
    for (const Source& source : golden_.sources) {
      if (source.voltage) result.push_back(source.a == golden_.ground ? source.b : source.a);
    }
    return result;
  }

  Network golden_;
  Layout layout_;
  Extraction mine_;
  std::vector<GoldenNode> places_;
  std::vector<NodeId> touched_;
  std::vector<Touch> touches_;
  std::map<NodeId, NodeId> node_of_;
};

TEST_P(Beside, WiresOneByOne) {
  std::size_t equal = 0;
  std::size_t with_cells = 0;
  double worst = 0;
  for (const Element& element : golden_.elements) {
    GoldenNode a = places_[element.a];
    GoldenNode b = places_[element.b];
    if (a.of_cell || b.of_cell || a.layer != b.layer || !on_rail(element.a) || !on_rail(element.b))
      continue;
    const double ohm = along(a, b);
    const double difference = std::fabs(ohm / element.ohm - 1);
    if (difference <= 1e-6) {
      worst = std::max(worst, difference);
      ++equal;
    } else {
      // Metal of a cell beside the rail: it can only make the resistance smaller.
      EXPECT_EQ(a.layer, "metal1");
      EXPECT_LT(element.ohm, ohm);
      ++with_cells;
    }
  }
  EXPECT_EQ(equal, GetParam().plain_wires);
  std::printf("%s: %zu wires equal to %.1e, %zu with metal of cells beside them\n", GetParam().net,
              equal, worst, with_cells);
}

TEST_P(Beside, ViasOneByOne) {
  std::map<ElementId, double> siemens;
  for (ElementId id = 0; id < mine_.network.elements.size(); ++id) {
    const Element& element = mine_.network.elements[id];
    if (element.cls != ElementClass::kVia) continue;
    EXPECT_EQ(element.cuts, 1);
    siemens[golden_via(id)] += 1 / element.ohm;
  }
  EXPECT_EQ(siemens.size(), GetParam().vias);
  std::size_t golden_vias = 0;
  for (const Element& element : golden_.elements) {
    const GoldenNode& a = places_[element.a];
    const GoldenNode& b = places_[element.b];
    golden_vias += !a.of_cell && !b.of_cell && a.layer != b.layer;
  }
  EXPECT_EQ(golden_vias, GetParam().vias);
  for (const auto& [id, value] : siemens)
    EXPECT_NEAR(value * golden_.elements[id].ohm, 1, 1e-6)
        << golden_.nodes.name(golden_.elements[id].a);
}

TEST_P(Beside, EffectiveResistances) {
  const auto theirs = golden_without_cells();
  const auto ours = own(true);
  const NodeId pad = pads().front();
  double worst = 0;
  std::size_t compared = 0;
  std::vector<NodeId> sinks;
  for (const NodeId node : touched_) {
    if (places_[node].layer == "metal1" && on_rail(node)) sinks.push_back(node);
  }
  for (std::size_t k = 0; k < sinks.size(); k += 97) {
    const NodeId node = sinks[k];
    const auto v = potentials(golden_.nodes.size(), theirs, {pad}, {{node, 1}});
    const auto w =
        potentials(mine_.network.nodes.size(), ours, {node_of_.at(pad)}, {{node_of_.at(node), 1}});
    worst = std::max(worst, std::fabs(w[node_of_.at(node)] / v[node] - 1));
    ++compared;
  }
  EXPECT_GE(compared, 15U);
  EXPECT_LE(worst, 1e-6);
  std::printf("%s: %zu effective resistances, largest relative difference %.1e\n", GetParam().net,
              compared, worst);
}

TEST_P(Beside, Voltages) {
  std::map<NodeId, double> loads;  // as published, at the pins of cells
  std::map<NodeId, double> rail_loads;
  std::map<NodeId, double> own_loads;
  std::map<NodeId, NodeId> rail_of;
  for (const Element& element : golden_.elements) {
    if (places_[element.a].of_cell) rail_of.emplace(element.a, element.b);
    if (places_[element.b].of_cell) rail_of.emplace(element.b, element.a);
  }
  for (const Source& source : golden_.sources) {
    if (source.voltage) continue;
    const NodeId node = source.a == golden_.ground ? source.b : source.a;
    loads[node] += std::fabs(source.value);
    rail_loads[rail_of.at(node)] += std::fabs(source.value);
    own_loads[node_of_.at(rail_of.at(node))] += std::fabs(source.value);
  }
  std::vector<NodeId> own_pads;
  for (const NodeId pad : pads()) own_pads.push_back(node_of_.at(pad));
  std::vector<Resistor> raw;
  for (const Element& element : golden_.elements)
    raw.push_back({element.a, element.b, element.ohm});
  const auto published = potentials(golden_.nodes.size(), raw, pads(), loads);
  const auto without = potentials(golden_.nodes.size(), golden_without_cells(), pads(), rail_loads);
  const auto moved = potentials(mine_.network.nodes.size(), own(true), own_pads, own_loads);
  const auto plain = potentials(mine_.network.nodes.size(), own(false), own_pads, own_loads);
  double worst = 0;
  double off = 0;
  double largest = 0;
  std::size_t nodes = 0;
  for (const NodeId node : touched_) {
    if (places_[node].layer != "metal1" || !on_rail(node) || std::isnan(without[node])) continue;
    worst = std::max(worst, std::fabs(moved[node_of_.at(node)] - without[node]));
    off = std::max(off, std::fabs(plain[node_of_.at(node)] - published[node]));
    largest = std::max(largest, std::fabs(published[node]));
    ++nodes;
  }
  EXPECT_GE(nodes, 900U);
  EXPECT_LE(worst, 1e-4 * largest);
  EXPECT_LE(off, 0.2 * largest);
  std::printf(
      "%s: %zu voltages, drop up to %.3e V: differ by %.1e V with its moves and without "
      "cells, by %.1e V as published\n",
      GetParam().net, nodes, largest, worst, off);
}

/// With the cells' own LEF (from another folder of the corpus) as conductors, against the network as published.
TEST_P(Beside, VoltagesWithCells) {
  const std::string stack = "../stack/openroad/Nangate45/";
  layout_ = read_layout("openroad_psm/Nangate45_data_gcd.def.xz",
                        {stack + "Nangate45_tech.lef", stack + "Nangate45_stdcell.lef"});
  ExtractOptions options;
  options.component_pins = true;
  extract_mine(options);
  std::map<NodeId, double> loads;
  std::map<NodeId, double> own_loads;
  std::vector<Resistor> raw;
  std::map<NodeId, NodeId> rail_of;
  for (const Element& element : golden_.elements) {
    raw.push_back({element.a, element.b, element.ohm});
    if (places_[element.a].of_cell) rail_of.emplace(element.a, element.b);
    if (places_[element.b].of_cell) rail_of.emplace(element.b, element.a);
  }
  for (const Source& source : golden_.sources) {
    if (source.voltage) continue;
    const NodeId node = source.a == golden_.ground ? source.b : source.a;
    loads[node] += std::fabs(source.value);
    own_loads[node_of_.at(rail_of.at(node))] += std::fabs(source.value);
  }
  std::vector<NodeId> own_pads;
  for (const NodeId pad : pads()) own_pads.push_back(node_of_.at(pad));
  const auto published = potentials(golden_.nodes.size(), raw, pads(), loads);
  for (const bool moved : {true, false}) {
    const auto mine = potentials(mine_.network.nodes.size(), own(moved), own_pads, own_loads);
    double off = 0;
    double largest = 0;
    for (const NodeId node : touched_) {
      if (places_[node].layer != "metal1" || !on_rail(node)) continue;
      off = std::max(off, std::fabs(mine[node_of_.at(node)] - published[node]));
      largest = std::max(largest, std::fabs(published[node]));
    }
    EXPECT_LE(off, 0.07 * largest);
    std::printf("%s: with cells and %s moves, drop up to %.3e V, off by %.1e V\n", GetParam().net,
                moved ? "its" : "no", largest, off);
  }
}

INSTANTIATE_TEST_SUITE_P(Gcd, Beside, ::testing::ValuesIn(kCases),
                         [](const auto& one) { return std::string(one.param.net); });

}  // namespace
}  // namespace sealring::esd::testing
