// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Extraction by rules: small layouts whose resistances can be computed by hand.
#include "esd/extract.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/esd/extract_support.h"

namespace sealring::esd::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

TEST(ExtractWire, SquaresOfItsCentreLine) {
  EXPECT_DOUBLE_EQ(ohm("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) ;", m1(0, 0), m1(10000, 0)), 4);
  EXPECT_DOUBLE_EQ(ohm("- VDD + ROUTED m1 2000 ( 0 0 ) ( 10000 0 ) ;", m1(1000, 500), m1(6000, 0)),
                   1);
  // Its direction does not matter.
  EXPECT_DOUBLE_EQ(ohm("- VDD + ROUTED m1 500 ( 0 7000 ) ( 0 1000 ) ;", m1(0, 2000), m1(0, 4500)),
                   2);
}

TEST(ExtractWire, SpecialWiresEndAtTheirPoints) {
  const auto touches = std::vector{touch_at("VDD", "m1", 10400, 0)};
  const auto sink =
      findings_of(small_def("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) ;"), {}, touches);
  EXPECT_THAT(ids(sink), Contains("ESD-0505"));
  // "( 10000 0 600 )" goes on for 600.
  EXPECT_DOUBLE_EQ(ohm("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 600 ) ;", m1(0, 0), m1(10400, 0)),
                   4.16);
}

TEST(ExtractWire, RegularWiresGoOnForHalfTheirWidth) {
  ExtractOptions options;
  options.nets = {"sig"};
  const std::string def = small_def("- VDD + USE POWER ;", {},
                                    "- sig + ROUTED m1 ( 0 0 ) ( 1000 0 ) VIA1 ( 1000 3000 ) ;");
  const std::vector<Touch> touches = {touch_at("sig", "m1", -50, 0),
                                      touch_at("sig", "m2", 1000, 3050)};
  // 1.05 um and 3.05 um of 0.1 um width, one cut.
  EXPECT_NEAR(between(good_extraction(def, options, touches), 0, 1), 4.2 + 4 + 6.1, 1e-12);
}

TEST(ExtractWire, CornersMeetWhereCentreLinesCross) {
  EXPECT_DOUBLE_EQ(
      ohm("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) NEW m1 1000 ( 10000 0 ) ( 10000 5000 ) ;",
          m1(0, 0), m1(10000, 5000)),
      6);
  // A ring: two ways of 20 um each between opposite corners.
  EXPECT_DOUBLE_EQ(ohm("- VDD + ROUTED m1 1000 + SHAPE RING ( 0 0 ) ( 10000 0 ) ( 10000 10000 ) ( "
                       "0 10000 ) ( 0 0 ) ;",
                       m1(0, 0), m1(10000, 10000)),
                   4);
}

TEST(ExtractWire, CrossingOverlappingAndAbuttingWiresAreJoined) {
  EXPECT_DOUBLE_EQ(
      ohm("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) NEW m1 1000 ( 4000 -5000 ) ( 4000 5000 ) ;",
          m1(0, 0), m1(4000, 5000)),
      0.4 * 4 + 0.4 * 5);
  // Two wires of one track: as one, whether they abut or overlap.
  for (const std::string second : {"( 5000 0 )", "( 2000 0 )", "( 0 0 )"}) {
    EXPECT_DOUBLE_EQ(
        ohm("- VDD + ROUTED m1 1000 ( 0 0 ) ( 5000 0 ) NEW m1 1000 " + second + " ( 10000 0 ) ;",
            m1(0, 0), m1(10000, 0)),
        4);
  }
  // Side by side they are one wire of their common width.
  EXPECT_DOUBLE_EQ(
      ohm("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) NEW m1 1000 ( 0 1000 ) ( 10000 1000 ) ;",
          m1(0, 0), m1(10000, 0)),
      2);
  // Ends at the edge of the other: joined, no resistance across the other's half width.
  EXPECT_DOUBLE_EQ(
      ohm("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) NEW m1 1000 ( 5000 500 ) ( 5000 3000 ) ;",
          m1(0, 0), m1(5000, 3000)),
      2 + 1);
  // Corner to corner is no contact.
  const auto apart = good_extraction(small_def(
      "- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) NEW m1 1000 ( 10000 1000 ) ( 20000 1000 ) ;"));
  EXPECT_EQ(parts(apart.network), 2U);
}

TEST(ExtractWire, WidthChangesAlongATrack) {
  // 4 um of 1 um, 4 um of 3 um (the union), 2 um of 1 um.
  EXPECT_DOUBLE_EQ(
      ohm("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) NEW m1 3000 ( 4000 0 ) ( 8000 0 ) ;",
          m1(0, 0), m1(10000, 0)),
      0.4 * 4 + 0.4 * 4 / 3 + 0.4 * 2);
}

TEST(ExtractWire, SlantingWires) {
  EXPECT_NEAR(ohm("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) ( 13000 4000 ) ( 13000 9000 ) ;",
                  m1(0, 0), m1(13000, 9000)),
              0.4 * (10 + 5 + 5), 1e-9);
}

TEST(ExtractShape, RectanglesAndPolygonsAreConductors) {
  EXPECT_DOUBLE_EQ(ohm("- VDD + RECT m1 ( 0 0 ) ( 10000 2000 ) ;", m1(1000, 1000), m1(6000, 1000)),
                   1);
  // A plus: crossing arms of 1 um, as polygon.
  EXPECT_DOUBLE_EQ(ohm("- VDD + POLYGON m1 ( 0 0 ) ( 4000 0 ) ( 4000 3000 ) ( 3000 3000 ) ( 3000 "
                       "1000 ) ( 0 1000 ) ;",
                       m1(0, 500), m1(3000, 500)),
                   0.4 * 3);
  // A rectangle beside a wire's path: RECT of a wire is relative to its point.
  EXPECT_DOUBLE_EQ(ohm("- VDD + ROUTED m1 1000 ( 0 0 ) ( 4000 0 ) RECT ( 0 -500 6000 500 ) ;",
                       m1(0, 0), m1(10000, 0)),
                   4);
}

TEST(ExtractShape, BlockPinsAreConductors) {
  const std::string pins =
      "PINS 1 ;\n- VDD + NET VDD + DIRECTION INOUT + USE POWER\n  + LAYER m1 ( 0 -500 ) ( 5000 500 "
      ")\n  + "
      "PLACED ( 10000 0 ) N ;\nEND PINS\n";
  EXPECT_DOUBLE_EQ(
      ohm("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) ;", m1(0, 0), m1(15000, 0), {}, pins), 6);
}

/// A cell of 4 by 2 um: pin P with a rail of m1 along its lower edge and, in another port, a bar of m2 at its left end.
std::string cell_lef() {
  std::string text = small_lef();
  const std::string cell =
      "MACRO CELL\n  SIZE 4 BY 2 ;\n  PIN P\n    USE POWER ;\n    PORT\n      LAYER m1 ;\n        "
      "RECT 0 0 4 0.5 ;\n    "
      "END\n    PORT\n      LAYER m2 ;\n        RECT 0 0 0.5 2 ;\n    END\n  END P\nEND CELL\n";
  return text.insert(text.find("END LIBRARY"), cell);
}

TEST(ExtractComponents, PinsAbutInEveryOrientation) {
  // Three cells in a row, the second mirrored: their rails are one of 12 um; the bars of m2 hang on each.
  const std::string row =
      "COMPONENTS 3 ;\n- a CELL + PLACED ( 0 0 ) N ;\n- b CELL + PLACED ( 4000 0 ) FN ;\n- c CELL "
      "+ PLACED ( 8000 0 ) N ;\nEND "
      "COMPONENTS\n";
  ExtractOptions options;
  options.component_pins = true;
  options.join_ports = false;
  const auto result =
      good_extraction(small_def("- VDD ( * P ) + USE POWER ;", row), options,
                      {m1(0, 250), m1(12000, 250), m2(7750, 1000), m2(250, 1000)}, cell_lef());
  EXPECT_DOUBLE_EQ(between(result, 0, 1), 0.4 * 24);
  EXPECT_EQ(parts(result.network), 3U);  // m1, m2 of a, m2 of b and c that abut
  options.join_ports = true;
  const auto joined = good_extraction(small_def("- VDD ( a P ) ( b P ) ( c P ) + USE POWER ;", row),
                                      options, {m1(0, 250), m2(7750, 1000)}, cell_lef());
  EXPECT_EQ(parts(joined.network), 1U);
  // Turned by a quarter, the rail stands on its right side.
  const std::string turned = "COMPONENTS 1 ;\n- a CELL + FIXED ( 1000 1000 ) W ;\nEND COMPONENTS\n";
  options.join_ports = false;
  const auto west = good_extraction(small_def("- VDD ( * P ) + USE POWER ;", turned), options,
                                    {m1(2750, 1000), m1(2750, 5000)}, cell_lef());
  EXPECT_DOUBLE_EQ(between(west, 0, 1), 0.4 * 8);
}

TEST(ExtractVia, EveryCutIsAnElement) {
  const auto result = good_extraction(small_def("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) VIA1X2 "
                                                "NEW m2 1000 ( 10000 0 ) ( 10000 5000 ) ;"),
                                      {}, {m1(0, 0), m2(10000, 5000)});
  EXPECT_DOUBLE_EQ(between(result, 0, 1), 4 + 4.0 / 2 + 1);
  std::size_t cuts = 0;
  for (ElementId id = 0; id < result.network.elements.size(); ++id) {
    const Element& element = result.network.elements[id];
    if (element.cls != ElementClass::kVia) continue;
    ++cuts;
    EXPECT_EQ(element.cuts, 1);
    EXPECT_EQ(result.network.layers[element.layer], "v1");
    EXPECT_TRUE(result.network.shapes[id].known);
  }
  EXPECT_EQ(cuts, 2U);
  EXPECT_EQ(result.network.shapes.size(), result.network.elements.size());
  EXPECT_EQ(result.network.points.size(), result.network.nodes.size());
  EXPECT_EQ(result.network.nets.front().name, "VDD");
}

/// A generated via of 3 rows and 6 columns about ( 10 20 ), with its metals moved apart.
std::string patterned_via(const std::string& pattern) {
  return "VIAS 1 ;\n- P + VIARULE none + CUTSIZE 100 100 + LAYERS m1 v1 m2 + CUTSPACING 100 100\n"
         "+ ENCLOSURE 50 50 60 60 + ROWCOL 3 6 + ORIGIN 10 20 + OFFSET 7 9 30 40" +
         pattern + " ;\nEND VIAS\n";
}

TEST(ExtractVia, PatternSaysWhichCutsExist) {
  const std::string wires =
      "- VDD + ROUTED m1 3000 ( 0 5000 ) ( 10000 5000 ) NEW m2 3000 ( 5000 0 ) ( 5000 10000 ) NEW "
      "m1 "
      "0 ( 5000 5000 ) P ;";
  const auto all = std::vector{m1(5000, 5000), m2(5000, 5000)};
  EXPECT_NEAR(ohm(wires, all[0], all[1], {}, patterned_via("")), 4.0 / 18, 1e-12);
  EXPECT_NEAR(ohm(wires, all[0], all[1], {}, patterned_via(" + PATTERN 2_80_1_R1F8")), 4.0 / 7,
              1e-12);
  // Places as KLayout draws them: rows from the bottom, columns from the left.
  const auto result = good_extraction(small_def(wires, patterned_via(" + PATTERN 2_80_1_R1F8")));
  std::vector<std::string> places;
  for (ElementId id = 0; id < result.network.elements.size(); ++id) {
    if (result.network.elements[id].cls != ElementClass::kVia) continue;
    const ElementShape& shape = result.network.shapes[id];
    const auto nm = [](double a, double b) { return std::to_string(std::lround(500 * (a + b))); };
    places.push_back(nm(shape.x1_um, shape.x2_um) + " " + nm(shape.y1_um, shape.y2_um));
  }
  EXPECT_THAT(places,
              ::testing::UnorderedElementsAre("4510 4820", "4510 5020", "4510 5220", "4710 5220",
                                              "4910 5220", "5110 5220", "5310 5220"));
}

TEST(ExtractVia, OffsetMovesItsMetal) {
  // m2 without a wire: metal of the via alone reaches from 4.43 to 5.65 um.
  const std::string wires =
      "- VDD + ROUTED m1 3000 ( 0 5000 ) ( 10000 5000 ) NEW m1 0 ( 5000 5000 ) P ;";
  const std::string via = patterned_via(" + PATTERN 3_FC");
  EXPECT_NEAR(ohm(wires, m1(5000, 5000), m2(5650, 5000), {}, via), 4.0 / 18, 1e-12);
  for (const int x : {4429, 5651}) {
    const auto sink = findings_of(small_def(wires, via), {}, {m2(x, 5000)});
    EXPECT_THAT(ids(sink), Contains("ESD-0505")) << x;
  }
}

TEST(ExtractVia, LargeOnesWithMissingCutsHangTogether) {
  // A diagonal of cuts and no wire on m2: its metal is one piece, whatever cuts are missing.
  const std::string via =
      "VIAS 1 ;\n- P + VIARULE none + CUTSIZE 100 100 + LAYERS m1 v1 m2 + CUTSPACING 2900 2900\n"
      "+ ENCLOSURE 50 50 50 50 + ROWCOL 3 4 + PATTERN 1_8_1_1_1_8 ;\nEND VIAS\n";
  const auto result = good_extraction(small_def(
      "- VDD + ROUTED m1 9000 ( 0 5000 ) ( 10000 5000 ) NEW m1 0 ( 5000 5000 ) P ;", via));
  EXPECT_EQ(parts(result.network), 1U);
}

TEST(ExtractVia, PatternThatCannotBeReadIsAnError) {
  core::CollectingSink sink;
  const std::string def =
      small_def("- VDD + ROUTED m1 3000 ( 0 0 ) ( 10000 0 ) P ;", patterned_via(" + PATTERN 3_X"));
  auto read = core::lefdef::read_def({"t.def", "t.def", "", def}, sink);
  ASSERT_TRUE(read);
  EXPECT_THAT(ids(sink), Contains("IO-0411"));
  Layout layout = layout_of(small_def("- VDD ;"));
  layout.def = std::move(*read);
  EXPECT_FALSE(extraction_of(layout, sink));
  EXPECT_THAT(ids(sink), Contains("ESD-0504"));
}

TEST(ExtractVia, PlaceAndSizeOfACutFollowTheOrientation) {
  for (const auto& [orient, dx, dy] : {std::tuple("N", 0.2, 0.0), std::tuple("W", 0.0, 0.2),
                                       std::tuple("S", 0.2, 0.0), std::tuple("FE", 0.0, 0.2)}) {
    const auto result = good_extraction(small_def(
        "- VDD + ROUTED m1 2000 ( 0 0 ) ( 10000 0 ) VIA1X2 " + std::string(orient) + " ;"));
    double reach_x = 0;
    double reach_y = 0;
    for (ElementId id = 0; id < result.network.elements.size(); ++id) {
      if (result.network.elements[id].cls != ElementClass::kVia) continue;
      const ElementShape& shape = result.network.shapes[id];
      reach_x = std::max(reach_x, (shape.x1_um + shape.x2_um) / 2 - 10);
      reach_y = std::max(reach_y, shape.y1_um);
    }
    EXPECT_NEAR(reach_x, dx, 1e-12) << orient;
    EXPECT_NEAR(reach_y, dy, 1e-12) << orient;
  }
}

TEST(ExtractVia, DuplicatesCountOnce) {
  const std::string def =
      "- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) VIA1 NEW m2 1000 ( 10000 0 ) ( 10000 5000 )\n"
      "NEW m1 0 ( 10000 0 ) VIA1 NEW m1 0 ( 10000 0 ) VIA1 ;";
  EXPECT_DOUBLE_EQ(ohm(def, m1(0, 0), m2(10000, 5000)), 4 + 4 + 1);
  ExtractOptions each;
  each.count_duplicates = true;
  EXPECT_DOUBLE_EQ(ohm(def, m1(0, 0), m2(10000, 5000), each), 4 + 4.0 / 3 + 1);
  EXPECT_EQ(good_extraction(small_def(def)).duplicates, 2U);
  EXPECT_THAT(ids(findings_of(small_def(def))), Contains("ESD-0510"));
  // Another via that holds the same cut and one more adds that one.
  const std::string other =
      "- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) NEW m1 0 ( 5000 0 ) VIA1 NEW m1 0 ( 5000 0 ) "
      "BOTH\n"
      "NEW m2 1000 ( 5000 0 ) ( 5000 5000 ) ;";
  const std::string vias =
      "VIAS 1 ;\n- BOTH + RECT m1 ( -100 -100 ) ( 300 100 ) + RECT m2 ( -100 -100 ) ( 300 100 )\n  "
      "+ RECT v1 ( "
      "-50 -50 ) ( 50 50 ) + RECT v1 ( 150 -50 ) ( 250 50 ) ;\nEND VIAS\n";
  EXPECT_DOUBLE_EQ(ohm(other, m1(5000, 0), m2(5000, 0), {}, vias), 2);
}

TEST(ExtractVia, CutsOfLargeViasMeetWiresEachAtItsPlace) {
  // 3 cuts in a row along m1, 4 um apart, under a wire of m2 along the same line.
  const std::string vias =
      "VIAS 1 ;\n- BIG + VIARULE none + CUTSIZE 1000 1000 + LAYERS m1 v1 m2 + CUTSPACING 3000 "
      "3000\n  + ENCLOSURE 500 500 "
      "500 500 + ROWCOL 1 3 ;\nEND VIAS\n";
  const std::string def =
      "- VDD + ROUTED m1 2000 ( 0 0 ) ( 10000 0 ) NEW m2 2000 ( 0 0 ) ( 10000 0 ) NEW m1 0 ( 5000 "
      "0 ) BIG ;";
  const auto result = good_extraction(small_def(def, vias), {}, {m1(1000, 0), m2(9000, 0)});
  // Ladder: m1 0.8 ohm, m2 0.4 ohm between cuts of 4 ohm.
  const std::vector<RandomEdge> ladder = {{0, 1, 0.8}, {1, 2, 0.8}, {3, 4, 0.4}, {4, 5, 0.4},
                                          {0, 3, 4},   {1, 4, 4},   {2, 5, 4}};
  EXPECT_NEAR(between(result, 0, 1), dense_resistance(ladder, 6, 0, 5), 1e-12);
  ExtractOptions lumped;
  lumped.cut_nodes_above_um = 100;
  EXPECT_NEAR(
      between(good_extraction(small_def(def, vias), lumped, {m1(1000, 0), m2(9000, 0)}), 0, 1),
      0.8 + 4.0 / 3 + 0.4, 1e-12);
}

TEST(ExtractVia, PadsWithoutAWireBetween) {
  // VIA1 and VIA2 0.15 um apart: their metal on m2 overlaps.
  EXPECT_DOUBLE_EQ(
      ohm("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) VIA1 NEW m2 0 ( 10150 0 ) VIA2 NEW m3 1000 ( "
          "10150 0 ) ( 20150 0 ) ;",
          m1(0, 0), m3(20150, 0)),
      4 + 4 + 2 + 1);
}

TEST(ExtractVia, Unknown) {
  const auto missing =
      findings_of(small_def("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) VIA9 ( 10000 5000 ) ;"));
  EXPECT_THAT(ids(missing), Contains("ESD-0504"));
  EXPECT_THAT(first(missing, "ESD-0504").message, HasSubstr("'VIA9'"));
  const std::string vias =
      "VIAS 1 ;\n- FLAT + RECT m1 ( -100 -100 ) ( 100 100 ) + RECT v1 ( -50 -50 ) ( 50 50 ) ;\nEND "
      "VIAS\n";
  const auto flat =
      findings_of(small_def("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) FLAT ;", vias));
  EXPECT_THAT(first(flat, "ESD-0504").message, HasSubstr("no conductor above its cut layer 'v1'"));
}

TEST(ExtractVia, ThatDoesNotTouchItsWire) {
  const auto sink =
      findings_of(small_def("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) VIA2 ( 10000 5000 ) ;"));
  EXPECT_THAT(first(sink, "ESD-0504").message,
              HasSubstr("via 'VIA2' does not touch the layer of the wire before it"));
}

TEST(ExtractVia, AbsurdArraysAreRefused) {
  const auto sink = findings_of(small_def(
      "- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) VIA1 DO 1000000 BY 1000000 STEP 10 10 ;"));
  EXPECT_THAT(first(sink, "ESD-0511").message, HasSubstr("200000000 cuts"));
}

TEST(ExtractTouch, AnotherNetOrLayer) {
  const std::string def = small_def("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) ;");
  const auto net = findings_of(def, {}, {touch_at("VDDX", "m1", 0, 0)});
  EXPECT_THAT(first(net, "ESD-0508").message, HasSubstr("did you mean 'VDD'"));
  const auto layer = findings_of(def, {}, {touch_at("VDD", "m9", 0, 0)});
  EXPECT_THAT(first(layer, "ESD-0503").message, HasSubstr("this layer is not in the LEF"));
  ExtractOptions options;
  options.nets = {"VSS"};
  EXPECT_THAT(ids(findings_of(def, options)), Contains("ESD-0508"));
}

TEST(ExtractTouch, JoinsEveryWireUnderIt) {
  // A bump over three straps: they are one node there.
  const std::string def =
      "- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) NEW m1 1000 ( 0 2000 ) ( 10000 2000 ) NEW m1 "
      "1000 ( 0 4000 ) ( 10000 "
      "4000 ) ;";
  const auto result = good_extraction(
      small_def(def), {}, {touch_at("VDD", "m1", 5000, 2000, 2500), m1(10000, 0), m1(10000, 4000)});
  EXPECT_EQ(parts(result.network), 1U);
  EXPECT_DOUBLE_EQ(between(result, 0, 1), 2);
  EXPECT_DOUBLE_EQ(between(result, 1, 2), 4);
}

TEST(ExtractNets, UnknownLayerIsNamedWithItsUses) {
  const auto sink = findings_of(
      small_def("- VDD + ROUTED m7 1000 ( 0 0 ) ( 10000 0 ) NEW m7 1000 ( 0 0 ) ( 0 900 ) ;"));
  EXPECT_EQ(first(sink, "ESD-0503").message, "layer 'm7' is not in the LEF; 2 uses in net 'VDD'");
}

TEST(ExtractNets, PlacesOfTwoNetsStaySeparate) {
  // Two nets drawn on one place: their nodes have names of their own.
  const auto result =
      good_extraction(small_def("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) ;\n- VSS + ROUTED m1 "
                                "1000 ( 0 0 ) ( 10000 0 ) ;"));
  EXPECT_EQ(parts(result.network), 2U);
  EXPECT_TRUE(result.network.nodes.find("m1_0_0"));
  EXPECT_TRUE(result.network.nodes.find("m1_0_0#2"));
}

}  // namespace
}  // namespace sealring::esd::testing
