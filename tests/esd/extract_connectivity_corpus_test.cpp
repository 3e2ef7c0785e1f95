// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Which metal hangs together, on published layouts with a known answer of another tool (its logs are in the corpus).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

#include "esd/extract/rect_tree.h"
#include "tests/esd/layout.h"

namespace sealring::esd::testing {
namespace {

using ::testing::HasSubstr;

std::filesystem::path corpus() {
  const char* given = std::getenv("SEALRING_CORPUS");
  return std::filesystem::path(given != nullptr ? given : SEALRING_SOURCE_DIR "/../shared/data") /
         "esd";
}

std::string text_of(const std::string& name) {
  const core::InputReader reader(corpus());
  core::CollectingSink sink;
  const auto file = reader.read(corpus() / name, 1ULL << 30, sink);
  EXPECT_TRUE(file) << name;
  return file ? file->text : "";
}

const char* const kFacts = "lefdef/ng45_layer_facts.lef";

Layout read_layout(const std::string& def, const std::vector<std::string>& lefs) {
  core::CollectingSink sink;
  Layout layout;
  for (const std::string& lef : lefs) {
    const core::InputFile file{lef, lef, "", text_of(lef)};
    EXPECT_TRUE(core::lefdef::read_lef(file, layout.lef, sink)) << lef;
  }
  const core::InputFile file{"t.def", "t.def", "", def};
  auto read = core::lefdef::read_def(file, sink);
  EXPECT_TRUE(read);
  if (read) layout.def = std::move(*read);
  core::lefdef::resolve_layers(layout.def, layout.lef);
  return layout;
}

/// A resistance for every layer, for technologies whose LEF has none.
LayerTable any_resistance(const core::lefdef::Lef& lef) {
  LayerTable table;
  for (const auto& layer : lef.layers) {
    LayerRow row;
    row.name = layer.name;
    if (layer.type == core::lefdef::LayerType::kCut) {
      row.ohm_per_cut = 1;
    } else {
      row.ohm_per_square = 0.1;
    }
    table.rows.push_back(row);
  }
  return table;
}

Extraction extracted(const Layout& layout, const ExtractOptions& options) {
  core::CollectingSink sink;
  auto result = extraction_of(layout, sink, options);
  EXPECT_TRUE(result) << (sink.findings.empty() ? "" : sink.findings.front().message);
  return result ? std::move(*result) : Extraction{};
}

/// Parts of each net.
std::map<std::string, std::size_t> parts_by_net(const Network& network) {
  extraction::Joined nodes(network.nodes.size());
  for (const Element& element : network.elements) nodes.join(element.a, element.b);
  std::map<std::string, std::size_t> result;
  for (NodeId node = 0; node < network.nodes.size(); ++node) {
    if (nodes.find(node) == node) ++result[network.nets[network.net_of_node[node]].name];
  }
  return result;
}

struct LoggedShape {
  double x1, y1, x2, y2;
  std::string layer;
};

/// "Unconnected shape on net VDD at (43.540um, 51.400um) - (43.820um, 104.600um), layer: metal4."
std::vector<LoggedShape> unconnected(const std::string& log) {
  std::vector<LoggedShape> shapes;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find("Unconnected shape on net VDD at ");
    if (at == std::string::npos) continue;
    LoggedShape shape{};
    char layer[32] = {};
    EXPECT_EQ(
        std::sscanf(
            line.c_str() + at,
            "Unconnected shape on net VDD at (%lfum, %lfum) - (%lfum, %lfum), layer: %31[a-z0-9]",
            &shape.x1, &shape.y1, &shape.x2, &shape.y2, layer),
        5);
    shape.layer = layer;
    shapes.push_back(shape);
  }
  return shapes;
}

TEST(ExtractConnectivity, IslandsAreTheShapesOfTheLog) {
  const Layout layout =
      read_layout(text_of("openroad_psm/Nangate45_data_check_power_grid_disconnected.def.xz"),
                  {kFacts, "openroad_psm/Nangate45_data_fakeram45_64x32.lef"});
  ExtractOptions options;
  options.nets = {"VDD"};
  options.component_pins = true;
  const Extraction result = extracted(layout, options);
  const Network& network = result.network;
  extraction::Joined nodes(network.nodes.size());
  for (const Element& element : network.elements) nodes.join(element.a, element.b);
  std::map<NodeId, std::size_t> sizes;
  for (NodeId node = 0; node < network.nodes.size(); ++node) ++sizes[nodes.find(node)];
  NodeId grid = 0;
  for (const auto& [root, size] : sizes) grid = size > sizes[grid] ? root : grid;
  EXPECT_EQ(sizes.size(), 3U);  // the grid and two macros' grids
  const auto logged = unconnected(text_of("openroad_psm/check_power_grid_disconnected.ok"));
  ASSERT_EQ(logged.size(), 28U);
  std::set<std::size_t> met;
  for (ElementId id = 0; id < network.elements.size(); ++id) {
    const Element& element = network.elements[id];
    if (element.cls != ElementClass::kMetal) continue;
    const ElementShape& s = network.shapes[id];
    std::size_t inside = logged.size();
    for (std::size_t k = 0; k < logged.size(); ++k) {
      constexpr double kNear = 1e-6;
      const LoggedShape& l = logged[k];
      if (network.layers[element.layer] == l.layer && s.x1_um >= l.x1 - kNear &&
          s.x2_um <= l.x2 + kNear && s.y1_um >= l.y1 - kNear && s.y2_um <= l.y2 + kNear)
        inside = k;
    }
    const bool island = nodes.find(element.a) != grid;
    EXPECT_EQ(island, inside < logged.size()) << network.nodes.name(element.a);
    if (inside < logged.size()) met.insert(inside);
  }
  EXPECT_EQ(met.size(), logged.size());
}

TEST(ExtractConnectivity, ConnectedGridsAreOnePart) {
  for (const std::string def :
       {"Nangate45_data_check_power_grid_ok_disconnected.def.xz", "check_power_grid_macros.def.xz",
        "Nangate45_data_aes_bterms.def.xz", "Nangate45_data_gcd_floorplanning.def.xz",
        "Nangate45_data_gcd.def.xz"}) {
    const auto parts =
        parts_by_net(extracted(read_layout(text_of("openroad_psm/" + def), {kFacts}), {}).network);
    EXPECT_EQ(parts, (std::map<std::string, std::size_t>{{"VDD", 1}, {"VSS", 1}})) << def;
  }
}

TEST(ExtractConnectivity, WithoutItsViasAGridFallsApart) {
  std::string def = text_of("openroad_psm/Nangate45_data_gcd.def.xz");
  const std::string via = " via6_960x2800";
  for (std::size_t at = 0; (at = def.find(via + "\n", at)) != std::string::npos;)
    def.erase(at, via.size());
  const auto parts = parts_by_net(extracted(read_layout(def, {kFacts}), {}).network);
  EXPECT_GT(parts.at("VDD"), 1U);
  EXPECT_GT(parts.at("VSS"), 1U);
}

const std::vector<std::string> kIhp = {"openroad_psm/ihp-sg13g2_data_sg13g2_tech.lef.xz",
                                       "openroad_psm/ihp-sg13g2_data_sg13g2_stdcell.lef.xz",
                                       "openroad_psm/ihp-sg13g2_data_IOLib.lef.xz"};

TEST(ExtractConnectivity, PadRingsByAbutment) {
  // The rings have no wires at all: pads, fillers and corners abut.
  const std::string def = text_of("openroad_psm/pad_connected_by_abutment.def.xz");
  ExtractOptions options;
  options.component_pins = true;
  const std::string ring = "IO_CORNER_NORTH_WEST_INST.iovdd_RING";
  const auto parts = parts_by_net(extracted(read_layout(def, kIhp), options).network);
  EXPECT_EQ(parts.at(ring), 1U);
  EXPECT_EQ(parts.at("IO_CORNER_NORTH_WEST_INST.iovss_RING"), 1U);
  EXPECT_EQ(parts.at("VDD"), 1U);  // as its log says: all shapes are connected
  EXPECT_EQ(parts.at("VSS"), 1U);
  // One filler away: still joined around the other side. Two away: two parts.
  const auto away = [](std::string text, const std::string& instance) {
    const std::string pin = "( " + instance + " iovdd )";
    const std::size_t at = text.find(pin);
    EXPECT_NE(at, std::string::npos) << instance;
    return text.erase(at, pin.size());
  };
  const std::string one = away(def, "IO_FILL_IO_NORTH_1_0");
  EXPECT_EQ(parts_by_net(extracted(read_layout(one, kIhp), options).network).at(ring), 1U);
  const std::string two = away(one, "IO_FILL_IO_SOUTH_0_300");
  EXPECT_EQ(parts_by_net(extracted(read_layout(two, kIhp), options).network).at(ring), 2U);
  // By the drawn shapes of each port alone, the rails of a ring stay apart.
  options.join_ports = false;
  EXPECT_GT(parts_by_net(extracted(read_layout(def, kIhp), options).network).at(ring), 10U);
}

/// Meetings of metal of two nets.
std::vector<core::Finding> meetings(const Layout& layout, const ExtractOptions& options = {}) {
  core::CollectingSink sink;
  EXPECT_TRUE(extraction_of(layout, sink, options));
  std::erase_if(sink.findings, [](const core::Finding& f) { return f.code->id != "ESD-0513"; });
  return sink.findings;
}

TEST(ExtractConnectivity, case_esd_12) {
  for (const std::string name :
       {"check_power_grid_macros.def.xz", "Nangate45_data_aes_bterms.def.xz",
        "Nangate45_data_gcd_floorplanning.def.xz", "Nangate45_data_gcd.def.xz"}) {
    const Layout layout = read_layout(text_of("openroad_psm/" + name), {kFacts});
    for (const core::Finding& finding : meetings(layout)) ADD_FAILURE() << name << finding.message;
  }
  const Layout ring = read_layout(text_of("openroad_psm/pad_connected_by_abutment.def.xz"), kIhp);
  for (const core::Finding& finding : meetings(ring)) ADD_FAILURE() << finding.message;
  // A rail of VDD that VSS has too.
  std::string def = text_of("openroad_psm/Nangate45_data_gcd.def.xz");
  const std::size_t vdd = def.find("- VDD ", def.find("SPECIALNETS"));
  const std::size_t rail = def.find("NEW metal1 340 + SHAPE FOLLOWPIN", vdd);
  ASSERT_NE(rail, std::string::npos);
  const std::string text = def.substr(rail, def.find('\n', rail) + 1 - rail);
  const std::size_t vss = def.find("- VSS ", vdd);
  ASSERT_LT(rail, vss);
  def.insert(def.find("NEW ", vss), text);
  const auto found = meetings(read_layout(def, {kFacts}));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].message, HasSubstr("meets on metal1 at ("));
}

TEST(ExtractConnectivity, FrontAndBackAreJoinedInsideTaps) {
  const Layout layout = read_layout(text_of("openroad_psm/backside_data_backside.def"),
                                    {"openroad_psm/backside_data_backside.lef"});
  const LayerTable table = any_resistance(layout.lef);
  ExtractOptions options;
  options.layers = &table;
  options.component_pins = true;
  const std::map<std::string, std::size_t> joined = {{"vdd", 1}, {"vss", 1}};
  EXPECT_EQ(parts_by_net(extracted(layout, options).network), joined);
  options.join_ports = false;
  const std::map<std::string, std::size_t> apart = {{"vdd", 3}, {"vss", 3}};
  EXPECT_EQ(parts_by_net(extracted(layout, options).network), apart);
}

TEST(ExtractConnectivity, BacksideGrid) {
  // Its technology is not published with it: the layers from the back to the front.
  std::string lef = "UNITS\n  DATABASE MICRONS 2000 ;\nEND UNITS\n";
  for (const std::string layer : {"BM2", "BM1", "BPR"})
    lef += "LAYER " + layer + "\n  TYPE ROUTING ;\n  WIDTH 0.1 ;\n  RESISTANCE RPERSQ 0.1 ;\nEND " +
           layer + "\n" +
           (layer == "BPR" ? ""
                           : "LAYER " + std::string(layer == "BM2" ? "BV1" : "BV0") +
                                 "\n  TYPE CUT ;\n  RESISTANCE 1 ;\nEND " +
                                 (layer == "BM2" ? "BV1" : "BV0") + "\n");
  const core::InputFile file{"t.lef", "t.lef", "", lef};
  core::CollectingSink sink;
  Layout layout = read_layout(text_of("openroad_psm/gt2n_gcd_data_gcd_pins.def.xz"), {});
  ASSERT_TRUE(core::lefdef::read_lef(file, layout.lef, sink));
  core::lefdef::resolve_layers(layout.def, layout.lef);
  const std::map<std::string, std::size_t> joined = {{"vdd", 1}, {"vss", 1}};
  EXPECT_EQ(parts_by_net(extracted(layout, {}).network), joined);
}

TEST(ExtractConnectivity, TechnologiesWithoutResistanceAreRefused) {
  const std::string sky = "lefdef/sky130hd_multi_patterned.tlef";
  const Layout layout =
      read_layout(text_of("openroad_psm/sky130hd_data_gcd_sky130hd_floorplan.def.xz"), {sky});
  core::CollectingSink sink;
  EXPECT_FALSE(extraction_of(layout, sink));
  const core::Finding finding = first(sink, "ESD-0502");
  EXPECT_THAT(finding.message, HasSubstr("cut layer 'via' has no resistance"));
  EXPECT_THAT(finding.message, HasSubstr("4560 uses in nets 'VDD', 'VSS'"));
  const LayerTable table = any_resistance(layout.lef);
  ExtractOptions options;
  options.layers = &table;
  const std::map<std::string, std::size_t> joined = {{"VDD", 1}, {"VSS", 1}};
  EXPECT_EQ(parts_by_net(extracted(layout, options).network), joined);
}

TEST(ExtractConnectivity, case_esd_16_asap7) {
  for (const std::string lef :
       {"lefdef/asap7_tech_1x.lef", "lefdef/asap7_tech_1x_noviarules.lef"}) {
    const Layout layout =
        layout_of(small_def("- VDD + ROUTED M1 18 ( 0 0 ) ( 0 1000 ) NEW M2 18 ( 0 0 ) ( 1000 0 "
                            ") NEW M1 0 ( 0 0 ) CUTS ;",
                            "VIAS 1 ;\n- CUTS + RECT M1 ( -9 -9 ) ( 9 9 ) + RECT V1 ( -9 -9 ) ( "
                            "9 9 ) + RECT M2 ( -9 -9 ) ( 9 9 ) "
                            ";\nEND VIAS\n"),
                  text_of(lef));
    core::CollectingSink sink;
    EXPECT_FALSE(extraction_of(layout, sink)) << lef;
    EXPECT_EQ(ids(sink), (std::vector<std::string>{"ESD-0501", "ESD-0501", "ESD-0502"})) << lef;
  }
}

}  // namespace
}  // namespace sealring::esd::testing
