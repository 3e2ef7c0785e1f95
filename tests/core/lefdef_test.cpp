// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include "tests/core/lefdef_testing.h"

namespace sealring::core::lefdef {
namespace {

TEST(Lef, LayersViasMacros) {
  const ReadLef result = lef_of(R"(VERSION 5.8 ;
BUSBITCHARS "[]" ;
DIVIDERCHAR "/" ;
UNITS
  DATABASE MICRONS 2000 ;
END UNITS
LAYER M1
  TYPE ROUTING ;
  DIRECTION HORIZONTAL ;
  PITCH 0.14 0.14 ;
  WIDTH 0.07 ;
  SPACING 0.065 ;
  SPACING 0.09 RANGE 0.09 100 ;
  THICKNESS 0.13 ;
  RESISTANCE RPERSQ 0.38 ;
END M1
LAYER V1
  TYPE CUT ;
  RESISTANCE 6.0 ;
END V1
LAYER BM1
  TYPE ROUTING ;
  PROPERTY LEF58_BACKSIDE "BACKSIDE ;" ;
END BM1
VIA V1_0 DEFAULT
  RESISTANCE 3 ;
  LAYER M1 ; RECT -0.05 -0.05 0.05 0.05 ;
  LAYER V1 ; RECT -0.035 -0.035 0.035 0.035 ;
  LAYER BM1 ; RECT -0.05 -0.05 0.05 0.05 ;
END V1_0
VIARULE R1 GENERATE
  LAYER M1 ;
    ENCLOSURE 0.01 0.02 ;
  LAYER BM1 ;
    ENCLOSURE 0.03 0.04 ;
  LAYER V1 ;
    RECT -0.035 -0.035 0.035 0.035 ;
    SPACING 0.15 BY 0.16 ;
    RESISTANCE 5 ;
END R1
SITE core
  SIZE 0.2 BY 1.4 ;
END core
MACRO BUMP
  CLASS COVER BUMP ;
  ORIGIN 5 5 ;
  FOREIGN BUMP -5 -5 ;
  SIZE 10 BY 12 ;
  PIN PAD
    DIRECTION INOUT ;
    USE SIGNAL ;
    PORT
      LAYER M1 ;
        RECT -5 -5 5 5 ;
        POLYGON 0 0 1 0 1 1 ;
        RECT ITERATE 0 0 1 1 DO 2 BY 3 STEP 2 2 ;
      LAYER BM1 ;
        WIDTH 2 ;
        PATH 0 0 4 0 4 4 ;
    END
  END PAD
  OBS
    LAYER M1 ;
      RECT 0 0 1 1 ;
  END
END BUMP
END LIBRARY
)");
  EXPECT_TRUE(result.ok);
  EXPECT_TRUE(result.sink.findings.empty());
  const Lef& lef = result.lef;
  EXPECT_EQ(lef.dbu_per_um, 2000);
  const Layer* m1 = lef.find_layer("M1");
  ASSERT_NE(m1, nullptr);
  EXPECT_EQ(m1->type, LayerType::kRouting);
  EXPECT_EQ(m1->width, 70'000);
  EXPECT_EQ(m1->spacing, 65'000);
  EXPECT_EQ(m1->thickness, 130'000);
  EXPECT_DOUBLE_EQ(*m1->ohm_per_square, 0.38);
  EXPECT_DOUBLE_EQ(*lef.find_layer("V1")->ohm_per_cut, 6.0);
  EXPECT_TRUE(lef.find_layer("BM1")->backside);
  EXPECT_FALSE(m1->backside);
  const Via* via = lef.find_via("V1_0");
  ASSERT_NE(via, nullptr);
  EXPECT_TRUE(via->is_default);
  EXPECT_EQ(other_layer(*via, "M1"), "BM1");
  EXPECT_EQ(via->cuts("V1"), 1U);
  const ViaRule* rule = lef.find_via_rule("R1");
  ASSERT_NE(rule, nullptr);
  ASSERT_EQ(rule->parts.size(), 3U);
  EXPECT_EQ(rule->parts[2].spacing, (Point{150'000, 160'000}));
  EXPECT_DOUBLE_EQ(*rule->parts[2].ohm_per_cut, 5);
  const Macro* bump = lef.find_macro("BUMP");
  ASSERT_NE(bump, nullptr);
  EXPECT_TRUE(bump->is_bump());
  EXPECT_EQ(bump->width, 10'000'000);
  ASSERT_EQ(bump->pins.size(), 1U);
  const auto& shapes = bump->pins[0].ports.at(0).shapes;
  ASSERT_EQ(shapes.size(), 10U);                                         // 1 + 1 + 6 + 2
  EXPECT_EQ(shapes[0].box(), (Rect{{0, 0}, {10'000'000, 10'000'000}}));  // ORIGIN added
  EXPECT_TRUE(shapes[1].polygon);
  EXPECT_EQ(shapes[7].box(), (Rect{{7'000'000, 9'000'000}, {8'000'000, 10'000'000}}));
  EXPECT_EQ(shapes[8].box(), (Rect{{4'000'000, 4'000'000}, {10'000'000, 6'000'000}}));
  EXPECT_EQ(bump->obstructions.size(), 1U);
}

TEST(Lef, KeywordsOfTheTopLevelInAnyCase) {
  const ReadLef read = lef_of(
      "Layer m1\n  TYPE ROUTING ;\nEND m1\nVia v\n  RESISTANCE 20.00 ;\n  LAYER m1 ;\n  RECT 0 0 1 "
      "1 "
      ";\nEND v\nmacro A\n  SIZE 1 BY 1 ;\nEND A\nEND LIBRARY\n");
  EXPECT_TRUE(read.ok);
  EXPECT_EQ(read.lef.layers.size(), 1U);
  ASSERT_EQ(read.lef.vias.size(), 1U);
  EXPECT_EQ(read.lef.vias[0].ohm, 20.0);
  EXPECT_TRUE(read.lef.find_macro("A"));
}

TEST(Lef, DatabaseUnitsAreAWholeNumberHoweverWritten) {
  const auto units = [](const std::string& value) {
    return lef_of("UNITS\n DATABASE MICRONS " + value + " ;\nEND UNITS\nSITE s\nEND s\n");
  };
  for (const std::string value : {"1000", "1000.0", "1e3"}) {
    const ReadLef read = units(value);
    EXPECT_TRUE(read.ok) << value;
    EXPECT_TRUE(read.sink.findings.empty()) << value;
    EXPECT_EQ(read.lef.dbu_per_um, 1000) << value;
  }
  for (const std::string value : {"1000.5", "0", "-1000", "1e30", "many", ""}) {
    const ReadLef read = units(value);
    EXPECT_FALSE(read.ok) << value;
    ASSERT_EQ(read.sink.findings.size(), 1U) << value;
    EXPECT_EQ(read.sink.findings[0].code->id, "IO-0402") << value;
    EXPECT_EQ(read.sink.findings[0].location.line, 2U) << value;
    EXPECT_FALSE(read.lef.dbu_per_um) << value;
  }
}

TEST(Lef, Problems) {
  const ReadLef cut = lef_of("MACRO A\n  SIZE 1 BY 1 ;\n  PIN P\n");
  EXPECT_FALSE(cut.ok);
  EXPECT_EQ(cut.sink.findings.at(0).code->id, "IO-0401");
  const ReadLef number = lef_of("MACRO A\n  SIZE 1,5 BY 1 ;\nEND A\n");
  EXPECT_EQ(number.sink.findings.at(0).code->id, "IO-0402");
  EXPECT_EQ(number.sink.findings.at(0).location.line, 2U);
  EXPECT_EQ(number.sink.findings.at(0).location.column, 8U);
  Lef both;
  CollectingSink sink;
  read_lef({"a", "a.lef", "", "MACRO A\n  SIZE 1 BY 1 ;\nEND A\n"}, both, sink);
  read_lef({"b", "b.lef", "", "MACRO A\n  SIZE 2 BY 1 ;\nEND A\n"}, both, sink);
  ASSERT_EQ(sink.findings.size(), 1U);
  EXPECT_EQ(sink.findings[0].code->id, "IO-0403");
  EXPECT_EQ(lef_of("module top; endmodule\n").sink.findings.at(0).code->id, "IO-0404");
}

TEST(Def, SectionsAndOrientations) {
  const ReadDef result = def_of(R"(DIEAREA ( 0 0 ) ( 0 2000 ) ( 4000 2000 ) ( 4000 0 ) ;
VIAS 2 ;
- v12 + VIARULE R1 + CUTSIZE 140 140 + LAYERS M1 V1 M2 + CUTSPACING 160 160 + ENCLOSURE 110 100 70 70 + ROWCOL 2 3 ;
- v23 + RECT M2 ( -50 -50 ) ( 50 50 ) + RECT V2 ( -20 -20 ) ( 20 20 ) + RECT M3 ( -60 -50 ) ( 60 50 ) ;
END VIAS
COMPONENTS 3 ;
- u1 BUMP + FIXED ( 100 200 ) FS ;
- u2 BUMP + UNPLACED ;
- u3 BUMP + SOURCE DIST + PLACED ( -5 6 ) W + WEIGHT 3 ;
END COMPONENTS
PINS 2 ;
- VDD + NET VDD + SPECIAL + DIRECTION INOUT + USE POWER
  + PORT
    + LAYER M1 ( -10 -20 ) ( 10 20 )
    + FIXED ( 1000 1000 ) E
  + PORT
    + LAYER M2 ( 0 0 ) ( 5 5 )
    + POLYGON M2 ( 0 0 ) ( 9 0 ) ( 0 9 )
    + PLACED ( 7 8 ) N ;
- d[3] + NET net7 + DIRECTION INPUT + USE SIGNAL + LAYER M1 ( 0 0 ) ( 2 4 ) + PLACED ( 10 20 ) N ;
END PINS
SPECIALNETS 1 ;
- VDD ( PIN VDD ) ( * VDD ) + USE POWER
  + ROUTED M1 400 + SHAPE STRIPE ( 0 0 ) ( 1000 * ) v12
    NEW M1 400 + SHAPE FOLLOWPIN ( 0 500 100 ) ( * 900 50 )
    NEW M2 0 + SHAPE STRIPE ( 5 5 ) v23 DO 4 BY 2 STEP 100 200
  + RECT M3 ( 0 0 ) ( 50 60 )
  + POLYGON M3 ( 0 0 ) ( 10 0 ) ( 0 10 )
  + VIA v23 ( 70 80 ) ( 90 100 ) ;
END SPECIALNETS
NETS 2 ;
- net7 ( PIN d[3] ) ( u1 PAD ) + USE SIGNAL
  + ROUTED M1 ( 10 20 ) ( 30 * ) v12 W ( 30 40 ) v23 ( 50 40 )
    NEW M2 TAPER ( 1 2 ) ( 1 9 0 ) RECT ( -1 -1 1 1 ) ;
- net8 ( u3 PAD ) ;
END NETS
END DESIGN
)");
  ASSERT_TRUE(result.def);
  EXPECT_TRUE(result.sink.findings.empty()) << result.all();
  const Def& def = *result.def;
  EXPECT_EQ(def.design, "die");
  EXPECT_EQ(def.dbu_per_um, 2000);
  EXPECT_EQ(def.die_box(), (Rect{{0, 0}, {4000, 2000}}));
  ASSERT_EQ(def.components.size(), 3U);
  EXPECT_EQ(def.components[0].orient, Orient::kFS);
  EXPECT_EQ(def.components[0].at, (Point{100, 200}));
  EXPECT_EQ(def.components[1].status, PlaceStatus::kUnplaced);
  EXPECT_EQ(def.components[2].orient, Orient::kW);
  const Pin* vdd = def.find_pin(def.names.find("VDD"));
  ASSERT_NE(vdd, nullptr);
  EXPECT_EQ(vdd->ports, 2U);
  ASSERT_EQ(vdd->shapes.count, 3U);
  // E turns (x, y) to (y, -x): the 20 x 40 shape lies down.
  EXPECT_EQ(def.pin_shapes[vdd->shapes.first].box, (Rect{{980, 990}, {1020, 1010}}));
  EXPECT_TRUE(def.pin_shapes[vdd->shapes.first + 2].polygon);
  const Net& special = def.nets[0];
  EXPECT_TRUE(special.special);
  EXPECT_TRUE(special.all_instances);
  ASSERT_EQ(special.wires.count, 2U);
  const auto wires = def.of(def.wires, special.wires);
  EXPECT_EQ(def.text(wires[0].layer), "M1");
  EXPECT_EQ(wires[0].width, 400);
  EXPECT_EQ(def.text(wires[0].shape), "STRIPE");
  EXPECT_EQ(wires[0].to, (Point{1000, 0}));
  EXPECT_EQ(wires[1].from_extension, 100);
  EXPECT_EQ(wires[1].to, (Point{0, 900}));
  EXPECT_EQ(wires[1].to_extension, 50);
  const auto vias = def.of(def.via_uses, special.vias);
  ASSERT_EQ(vias.size(), 4U);
  EXPECT_EQ(vias[1].columns, 4U);
  EXPECT_EQ(vias[1].rows, 2U);
  EXPECT_EQ(vias[1].step, (Point{100, 200}));
  EXPECT_EQ(special.rects.count, 1U);
  EXPECT_EQ(special.polygons.count, 1U);
  const Net* net7 = def.find_net(def.names.find("net7"));
  ASSERT_NE(net7, nullptr);
  const auto routed = def.of(def.wires, net7->wires);
  ASSERT_EQ(routed.size(), 4U);
  EXPECT_EQ(def.text(routed[0].layer), "M1");
  EXPECT_EQ(def.text(routed[1].layer), "M2");  // behind v12
  EXPECT_EQ(def.text(routed[2].layer), "M3");  // behind v23
  EXPECT_TRUE(routed[0].regular);
  EXPECT_TRUE(routed[0].from_half);
  EXPECT_EQ(net7->rects.count, 1U);
  EXPECT_EQ(net7->pins.count, 2U);
}

TEST(Def, LayersBehindLefViasAreResolved) {
  ReadDef result = def_of(
      "NETS 1 ;\n- n ( u A ) + ROUTED M1 ( 0 0 ) VA ( 0 5 ) VB ( 5 5 ) VC ( 9 5 ) ;\nEND NETS\nEND "
      "DESIGN\n");
  ASSERT_TRUE(result.def);
  ReadLef lef = lef_of(
      "VIA VA DEFAULT\n LAYER M1 ; RECT -2 -2 2 2 ;\n LAYER V1 ; RECT -1 -1 1 1 ;\n LAYER M2 ; "
      "RECT -2 -2 2 2 ;\nEND VA\n"
      "VIA VB DEFAULT\n LAYER M2 ; RECT -2 -2 2 2 ;\n LAYER V2 ; RECT -1 -1 1 1 ;\n LAYER M3 ; "
      "RECT -2 -2 2 2 ;\nEND VB\n");
  EXPECT_EQ(resolve_layers(*result.def, lef.lef), 1U);  // VC is nowhere
  ASSERT_EQ(result.def->wires.size(), 3U);
  EXPECT_EQ(result.def->text(result.def->wires[0].layer), "M2");
  EXPECT_EQ(result.def->text(result.def->wires[1].layer), "M3");
  EXPECT_NE(result.def->wires[2].layer_step, 0U);
}

TEST(Def, case_stack3d_e3) {
  // A number with an exponent is illegal; it is named, and used because it is whole.
  const ReadDef result =
      def_of("COMPONENTS 1 ;\n- u1 B + PLACED ( 1.89e+06 0 ) N ;\nEND COMPONENTS\nEND DESIGN\n");
  ASSERT_TRUE(result.has("IO-0412")) << result.all();
  EXPECT_NE(result.all().find("'1.89e+06'"), std::string::npos);
  EXPECT_NE(result.all().find("t.def:5:19"), std::string::npos) << result.all();
  ASSERT_EQ(result.def->components.size(), 1U);
  EXPECT_EQ(result.def->components[0].at.x, 1'890'000);
}

TEST(Def, case_stack3d_e4) {
  // Half a database unit is never rounded silently: the statement is left out by name.
  const ReadDef result = def_of(
      "COMPONENTS 2 ;\n- u1 B + PLACED ( 0.5 0 ) N ;\n- u2 B + PLACED ( 1 0 ) N ;\nEND "
      "COMPONENTS\nEND DESIGN\n");
  ASSERT_TRUE(result.has("IO-0412"));
  ASSERT_EQ(result.def->components.size(), 1U);
  EXPECT_EQ(result.def->text(result.def->components[0].name), "u2");
}

TEST(Def, case_stack3d_e7) {
  // UNPLACED with a point, pins named apart from their nets, and unknown sections.
  const ReadDef result = def_of(
      "COMPONENTS 1 ;\n- u1 B + UNPLACED ( 3 4 ) N ;\nEND COMPONENTS\nIOTIMINGS 1 ;\n- ( PIN x ) + "
      "RISE ;\nEND IOTIMINGS\n"
      "PINS 1 ;\n- in + NET data_in ;\nEND PINS\nEND DESIGN\n");
  ASSERT_TRUE(result.def);
  EXPECT_EQ(result.def->components[0].status, PlaceStatus::kUnplaced);
  EXPECT_EQ(result.def->components[0].at, (Point{3, 4}));
  EXPECT_EQ(result.def->text(result.def->pins[0].name), "in");
  ASSERT_EQ(result.sink.findings.size(), 1U) << result.all();
  EXPECT_EQ(result.sink.findings[0].code->id, "IO-0417");
}

TEST(Def, ProblemsAreFoundAndTheRestIsRead) {
  const ReadDef result = def_of(
      "COMPONENTS 5 ;\n- u1 B + PLACED 1 2 N ;\n- u2 B + PLACED ( 1 2 ) NORTH ;\n- u3 B + PLACED ( "
      "1 2 ) N ;\n- u3 C + PLACED ( 3 4 ) S "
      ";\nEND COMPONENTS\nEND DESIGN\n");
  EXPECT_TRUE(result.has("IO-0411")) << result.all();
  EXPECT_TRUE(result.has("IO-0414")) << result.all();  // 5 announced, 4 there
  EXPECT_TRUE(result.has("IO-0415")) << result.all();
  EXPECT_EQ(result.def->components.size(), 2U);
}

TEST(Def, TruncatedAndWithoutUnits) {
  EXPECT_TRUE(def_of("COMPONENTS 2 ;\n- u1 B ;\n").has("IO-0413"));
  EXPECT_TRUE(def_of("END DESIGN\n", "").has("IO-0416"));
  CollectingSink sink;
  EXPECT_FALSE(read_def({"x", "x.def", "", "hello world\n"}, sink));
  EXPECT_EQ(sink.findings.back().code->id, "IO-0416");
}

TEST(Def, EveryCutOfAFileIsReported) {
  const std::string whole =
      "VERSION 5.8 ;\nDESIGN d ;\nUNITS DISTANCE MICRONS 1000 ;\nCOMPONENTS 1 ;\n- u B + PLACED ( "
      "1 2 ) N ;\nEND COMPONENTS\nPINS 1 ;\n"
      "- p + NET n + LAYER M ( 0 0 ) ( 1 1 ) + PLACED ( 1 1 ) N ;\nEND PINS\nEND DESIGN\n";
  for (std::size_t cut = 1; cut + 8 < whole.size(); ++cut) {
    CollectingSink sink;
    read_def({"t", "t.def", "", whole.substr(0, cut)}, sink);
    EXPECT_FALSE(sink.findings.empty()) << cut;
  }
}

TEST(Geometry, case_stack3d_b12) {
  // The DEF table of orientations on a rectangular macro: 4 wide, 10 high, a mark at (1, 2).
  const auto at = [](const char* orient) {
    return place(Point{1, 2}, 4, 10, *parse_orient(orient), {100, 200});
  };
  EXPECT_EQ(at("N"), (Point{101, 202}));
  EXPECT_EQ(at("W"), (Point{108, 201}));
  EXPECT_EQ(at("S"), (Point{103, 208}));
  EXPECT_EQ(at("E"), (Point{102, 203}));
  EXPECT_EQ(at("FN"), (Point{103, 202}));
  EXPECT_EQ(at("FS"), (Point{101, 208}));
  EXPECT_EQ(at("FW"), (Point{102, 201}));
  EXPECT_EQ(at("FE"), (Point{108, 203}));
  EXPECT_FALSE(parse_orient("NW"));
  EXPECT_EQ(to_dbu(1'500'000, 2000), 3000);
  EXPECT_FALSE(to_dbu(100, 2000));
}

TEST(Geometry, PinShapesOfAPlacedMacro) {
  const ReadLef lef = lef_of(
      "MACRO B\n  ORIGIN 1 0 ;\n  SIZE 4 BY 10 ;\n  PIN P\n    PORT\n      LAYER M ;\n        RECT "
      "-1 0 1 3 ;\n    END\n  END P\nEND B\n");
  const Macro& macro = *lef.lef.find_macro("B");
  Component component;
  component.at = {1000, 2000};
  component.orient = Orient::kW;
  const auto shapes = pin_shapes(component, macro, macro.pins[0], 100);
  ASSERT_EQ(shapes.size(), 1U);
  EXPECT_EQ(shapes[0].layer, "M");
  EXPECT_EQ(shapes[0].box, (Rect{{1000 + 1000 - 300, 2000}, {2000, 2200}}));
}

}  // namespace
}  // namespace sealring::core::lefdef
