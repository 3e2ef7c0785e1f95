// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Generated vias with missing cuts, and rules for the widths of wires.
#include <gtest/gtest.h>

#include "tests/core/lefdef_testing.h"

namespace sealring::core::lefdef {
namespace {

TEST(Lef, CutPatterns) {
  const auto cuts = [](const std::string& text, std::uint32_t rows, std::uint32_t columns) {
    Via via;
    via.rows = rows;
    via.columns = columns;
    std::string drawn = read_cut_pattern(text, via);
    if (!drawn.empty()) return drawn;
    for (std::uint32_t row = 0; row < rows; ++row) {
      for (std::uint32_t column = 0; column < columns; ++column)
        drawn += via.has_cut(row, column) ? 'x' : '.';
      drawn += '/';
    }
    return drawn;
  };
  EXPECT_EQ(cuts("2_80_1_F8", 3, 6), "x...../x...../xxxxx./");
  EXPECT_EQ(cuts("1_5", 1, 4), ".x.x/");
  EXPECT_EQ(cuts("1_7_1_e0", 2, 3), "row '7' has a cut in column 4 of 3");
  EXPECT_EQ(cuts("1_R2F8", 1, 9), "xxxxxxxxx/");
  EXPECT_EQ(cuts("1_3R2A8", 1, 13), "..xxx.x.x.x.x/");
  EXPECT_EQ(cuts("A_8", 10, 1), "x/x/x/x/x/x/x/x/x/x/");
  EXPECT_EQ(cuts("10_8", 16, 1).size(), 32U);
  EXPECT_EQ(cuts("1_80", 1, 2), "x./") << "zeros behind the last column";
  EXPECT_EQ(cuts("1_F", 1, 5), "row 'F' says 4 of 5 columns");
  EXPECT_EQ(cuts("1_F", 2, 4), "it has 1 rows, ROWCOL has 2");
  EXPECT_EQ(cuts("FFFFFFFF_F", 2, 4), "it has at least 4294967295 rows, ROWCOL has 2");
  EXPECT_EQ(cuts("", 1, 1), "'' is no number of rows");
  EXPECT_EQ(cuts("1", 1, 1), "row '' says 0 of 1 columns");
  EXPECT_EQ(cuts("0_8", 1, 1), "'0' is no number of rows");
  EXPECT_EQ(cuts("-1_8", 1, 1), "'-1' is no number of rows");
  EXPECT_EQ(cuts("1_R", 1, 1), "'R' without a number in row 'R'");
  EXPECT_EQ(cuts("1_R08", 1, 1), "'R' without a number in row 'R08'");
  EXPECT_EQ(cuts("1_R2", 1, 1), "no hexadecimal digit in row 'R2'");
  EXPECT_EQ(cuts("1_8G", 1, 8), "no hexadecimal digit in row '8G'");
  EXPECT_EQ(cuts("1_8__8", 1, 1), "'' is no number of rows");
  EXPECT_EQ(cuts("1_8", 1000000, 2), "ROWCOL says 1000000 x 2 cuts, more than 1000000");
}

TEST(Lef, ViasWithAPattern) {
  const std::string head =
      "VIA P\n VIARULE R ;\n CUTSIZE 1 1 ;\n LAYERS a b c ;\n CUTSPACING 1 1 ;\n ENCLOSURE 1 1 1 1 "
      ";\n ROWCOL 2 3 ;\n";
  const ReadLef good = lef_of(head + " OFFSET 0.1 0.2 -0.3 0.4 ;\n PATTERN 1_E_1_4 ;\nEND P\n");
  EXPECT_TRUE(good.ok);
  ASSERT_EQ(good.lef.vias.size(), 1U);
  EXPECT_EQ(good.lef.vias[0].cuts("b"), 4U);
  EXPECT_EQ(good.lef.vias[0].bottom_offset, (Point{100'000, 200'000}));
  EXPECT_EQ(good.lef.vias[0].top_offset, (Point{-300'000, 400'000}));
  const ReadLef bad = lef_of(head + " PATTERN 1_E ;\nEND P\n");
  EXPECT_FALSE(bad.ok);
  ASSERT_EQ(bad.sink.findings.size(), 1U);
  EXPECT_EQ(bad.sink.findings[0].code->id, "IO-0401");
  EXPECT_EQ(bad.sink.findings[0].location.line, 8U);
  EXPECT_TRUE(bad.lef.vias.empty());
}

TEST(Lef, RulesOfWires) {
  const auto rule = [](const std::string& width) {
    return lef_of(
        "NONDEFAULTRULE wide\n HARDSPACING ;\n LAYER M1\n  WIDTH " + width +
        " ;\n  SPACING 0.2 ;\n END M1\n LAYER M2\n  WIDTH 0.5 ;\n END M2\n SPACING\n  SAMENET\n  "
        "END SPACING\nEND wide\nMACRO A\n SIZE 1 BY 1 ;\nEND A\n");
  };
  const ReadLef good = rule("0.14");
  EXPECT_TRUE(good.ok);
  const NonDefaultRule* wide = good.lef.find_wire_rule("wide");
  ASSERT_NE(wide, nullptr);
  EXPECT_EQ(wide->width_on("M1"), 140'000);
  EXPECT_EQ(wide->width_on("M2"), 500'000);
  EXPECT_EQ(wide->width_on("M3"), std::nullopt);
  EXPECT_TRUE(good.lef.find_macro("A"));
  for (const std::string width : {"0", "-1", "w"}) {
    const ReadLef bad = rule(width);
    EXPECT_FALSE(bad.ok) << width;
    EXPECT_EQ(bad.sink.findings.at(0).code->id, "IO-0402") << width;
    EXPECT_EQ(bad.lef.find_wire_rule("wide"), nullptr) << width;
    EXPECT_TRUE(bad.lef.find_macro("A")) << width;
  }
}

TEST(Def, ViasWithAPattern) {
  const auto via_of = [](const std::string& end) {
    return def_of(
        "VIAS 1 ;\n- P + VIARULE R + CUTSIZE 100 100 + LAYERS M1 V1 M2 + CUTSPACING 50 50\n"
        "+ ENCLOSURE 5 5 6 6 + OFFSET 1 2 -3 4\n" +
        end + " ;\nEND VIAS\nEND DESIGN\n");
  };
  // PATTERN may stand before ROWCOL.
  for (const std::string end :
       {"+ ROWCOL 2 3 + PATTERN 1_A_1_4", "+ PATTERN 1_A_1_4 + ROWCOL 2 3"}) {
    const ReadDef good = via_of(end);
    EXPECT_EQ(good.all(), "");
    ASSERT_EQ(good.def->vias.size(), 1U);
    const Via& via = good.def->vias[0];
    EXPECT_EQ(via.cuts("V1"), 3U);
    EXPECT_TRUE(via.has_cut(0, 0));
    EXPECT_FALSE(via.has_cut(0, 1));
    EXPECT_TRUE(via.has_cut(1, 1));
    EXPECT_EQ(via.bottom_offset, (Point{1, 2}));
    EXPECT_EQ(via.top_offset, (Point{-3, 4}));
  }
  for (const std::string end :
       {"+ ROWCOL 2 3 + PATTERN 1_A", "+ ROWCOL 2 3 + PATTERN", "+ ROWCOL 2 3 + PATTERN 2_F"}) {
    const ReadDef bad = via_of(end);
    EXPECT_TRUE(bad.def->vias.empty()) << end;
    ASSERT_EQ(bad.sink.findings.size(), 1U) << end;
    EXPECT_EQ(bad.sink.findings[0].code->id, "IO-0411") << end;
    EXPECT_EQ(bad.sink.findings[0].location.line, 7U) << end;
  }
  const ReadDef shapes =
      def_of("VIAS 1 ;\n- S + RECT M1 ( 0 0 ) ( 1 1 ) + PATTERN 1_8 ;\nEND VIAS\nEND DESIGN\n");
  EXPECT_TRUE(shapes.has("IO-0411"));
}

TEST(Def, RulesOfWires) {
  const auto rules = [](const std::string& width) {
    return def_of(
        "NONDEFAULTRULES 1 ;\n- wide + HARDSPACING + LAYER M1 WIDTH " + width +
        " DIAGWIDTH 9 SPACING 3 + MINCUTS V1 2 ;\nEND NONDEFAULTRULES\nNETS 1 ;\n- n + "
        "NONDEFAULTRULE wide + ROUTED M1 ( 0 0 0 ) ( 9 0 )\n NEW M2 TAPER ( 0 0 ) ( 0 9 ) NEW M1 "
        "TAPERRULE other ( 0 0 ) ( 0 9 ) ;\nEND NETS\nEND DESIGN\n");
  };
  ReadDef good = rules("280");
  EXPECT_EQ(good.all(), "");
  ASSERT_EQ(good.def->wires.size(), 3U);
  resolve_layers(*good.def, {});
  const std::vector<Wire>& wires = good.def->wires;
  EXPECT_EQ(wires[0].width, 280);
  EXPECT_EQ(wires[0].rule, Symbol::kNone);
  EXPECT_FALSE(wires[0].from_half) << "an extension of 0 is written";
  EXPECT_TRUE(wires[0].to_half);
  EXPECT_EQ(wires[1].width, 0);
  EXPECT_EQ(wires[1].rule, Symbol::kNone);
  EXPECT_EQ(good.def->text(wires[2].rule), "other") << "defined nowhere";
  for (const std::string width : {"0", "-5", "x"}) {
    const ReadDef bad = rules(width);
    EXPECT_TRUE(bad.has("IO-0412")) << width;
    EXPECT_TRUE(bad.def->wire_rules.empty()) << width;
  }
}

}  // namespace
}  // namespace sealring::core::lefdef
