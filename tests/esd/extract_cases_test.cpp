// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Extraction in the situations of public reports about other tools.
#include "esd/extract.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/esd/extract_support.h"

namespace sealring::esd::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

std::string without(std::string text, const std::string& part) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return text.erase(at, part.size());
}

TEST(ExtractCase, case_esd_1) {
  const std::string def = small_def(
      "- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) ;\n- VSS + ROUTED m1 1000 ( 0 5000 ) ( 10000 "
      "5000 ) ;");
  for (const std::string with : {"", "  RESISTANCE RPERSQ 0 ;\n"}) {
    std::string lef = small_lef();
    lef.replace(lef.find("  RESISTANCE RPERSQ 0.4 ;\n"), 26, with);
    const auto sink = findings_of(def, {}, {}, lef);
    const core::Finding finding = first(sink, "ESD-0501");
    EXPECT_THAT(finding.message, HasSubstr("layer 'm1' has no resistance"));
    EXPECT_THAT(finding.message, HasSubstr("2 uses in nets 'VDD', 'VSS'"));
    EXPECT_EQ(finding.kind, core::FindingClass::kInput);
  }
}

TEST(ExtractCase, case_esd_4) {
  // Straps and rails that are joined with each other but not with the upper grid: one part of their own.
  const auto result = good_extraction(small_def(
      "- VDD + ROUTED m3 1000 ( 0 0 ) ( 10000 0 ) VIA2 NEW m2 1000 ( 10000 0 ) ( 10000 5000 )\n"
      "NEW m1 500 ( 0 9000 ) ( 10000 9000 ) VIA1 NEW m2 500 ( 10000 8000 ) ( 10000 9000 ) ;"));
  EXPECT_EQ(parts(result.network), 2U);
}

TEST(ExtractCase, case_esd_6) {
  // A via at the corner of a ring: nothing ends at its centre, but the metal overlaps.
  const auto result =
      good_extraction(small_def("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) NEW m2 1000 ( 10400 "
                                "400 ) ( 10400 9000 ) NEW m1 0 ( 10050 "
                                "450 ) VIA1 ;"),
                      {}, {m1(0, 0), m2(10400, 9000)});
  EXPECT_EQ(parts(result.network), 1U);
  EXPECT_NEAR(between(result, 0, 1), 4 + 4 + 0.2 * 8.55, 1e-9);
}

TEST(ExtractCase, case_esd_7) {
  const auto result = good_extraction(small_def(
      "- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) NEW m2 1000 ( 5000 -5000 ) ( 5000 5000 ) ;"));
  EXPECT_EQ(parts(result.network), 2U);
}

TEST(ExtractCase, case_esd_9) {
  const std::string unplaced =
      "COMPONENTS 2 ;\n- a CELL ;\n- b CELL + UNPLACED ;\nEND COMPONENTS\n";
  ExtractOptions options;
  options.component_pins = true;
  core::CollectingSink sink;
  const Layout layout = layout_of(small_def(
      "- VDD ( * VDD ) + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) ;\n- VSS ( * VSS ) + USE GROUND ;",
      unplaced));
  EXPECT_TRUE(extraction_of(layout, sink, options));
  EXPECT_EQ(ids(sink), std::vector<std::string>{"ESD-0509"});
  EXPECT_THAT(first(sink, "ESD-0509").message, HasSubstr("net 'VSS' has no metal"));
  const auto none = findings_of(small_def("- VSS ( * VSS ) + USE GROUND ;"));
  EXPECT_THAT(ids(none), Contains("ESD-0512"));
}

std::string rule_vias() {
  return "VIAS 1 ;\n- GEN + VIARULE RULE1 + CUTSIZE 100 100 + LAYERS m1 v1 m2 + CUTSPACING 100 100 "
         "+ ENCLOSURE 50 50 50 50 "
         "+ ROWCOL 2 2 ;\nEND VIAS\n";
}

TEST(ExtractCase, case_esd_16) {
  const std::string wires =
      "- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) VIAS NEW m2 1000 ( 10000 0 ) ( 10000 5000 ) ;";
  const auto with = [&](const std::string& via) {
    std::string text = wires;
    return text.replace(text.find("VIAS"), 4, via);
  };
  const std::vector<Touch> ends = {m1(10000, 0), m2(10000, 0)};
  const auto value = [&](const std::string& via, const std::string& lef,
                         const ExtractOptions& options = {}) {
    return between(good_extraction(small_def(with(via), rule_vias()), options, ends, lef), 0, 1);
  };
  std::string lef = small_lef();
  // 4th: the cut layer, per cut.
  EXPECT_DOUBLE_EQ(value("GEN", lef), 4.0 / 4);
  // 3rd: the via rule.
  const std::string end = "END LIBRARY\n";
  lef.insert(lef.find(end),
             "VIARULE RULE1 GENERATE\n  LAYER m1 ;\n  LAYER m2 ;\n  LAYER v1 ;\n    RECT -0.05 "
             "-0.05 0.05 0.05 "
             ";\n    SPACING 0.2 BY 0.2 ;\n    RESISTANCE 6 ;\nEND RULE1\n");
  EXPECT_DOUBLE_EQ(value("GEN", lef), 6.0 / 4);
  // 2nd: the VIA's own, of the whole via.
  lef.insert(lef.find("  LAYER m1 ; RECT -0.3"), "  RESISTANCE 5 ;\n");
  EXPECT_DOUBLE_EQ(value("VIA1X2", lef), 5);
  // 1st: the table.
  LayerTable table;
  LayerRow row;
  row.name = "v1";
  row.ohm_per_cut = 1;
  table.rows.push_back(row);
  ExtractOptions options;
  options.layers = &table;
  EXPECT_DOUBLE_EQ(value("VIA1X2", lef, options), 0.5);
  // None: an error that names them.
  const std::string bare = without(small_lef(), "  RESISTANCE 4 ;\n");
  const auto sink = findings_of(small_def(with("VIA1X2")), {}, {}, bare);
  EXPECT_THAT(first(sink, "ESD-0502").message,
              HasSubstr("cut layer 'v1' has no resistance: neither in the layer table nor in its "
                        "vias, via rules or LEF "
                        "layer; 2 uses in net 'VDD'"));
}

/// The first row of a layer table with this resistance; none after findings.
std::optional<LayerRow> row_with(const std::string& resistance, core::CollectingSink& sink) {
  const Folder folder;
  const auto file = folder.write(
      "layers.yaml",
      "schema: sealring.esd.layers/1\nrevision: a\nlayers:\n  - {name: m1, class: metal, "
      "unlimited: true, resistance: " +
          resistance + "}\n");
  const auto table = read_layers(core::InputReader(folder.path), file, sink);
  if (!table || table->rows.empty()) return std::nullopt;
  return table->rows.front();
}

TEST(ExtractCase, case_esd_18) {
  // A sheet resistance or one per cut, each with its unit; a resistance per length is none of them.
  core::CollectingSink sink;
  for (const auto& [text, square] :
       {std::pair("0.38 ohm/sq", 0.38), std::pair("380 mohm/sq", 0.38),
        std::pair("0.38 ohm per square", 0.38), std::pair("0 ohm/sq", 0.0)}) {
    const auto row = row_with(text, sink);
    ASSERT_TRUE(row) << text;
    EXPECT_EQ(row->ohm_per_square, square) << text;
    EXPECT_FALSE(row->ohm_per_cut);
  }
  EXPECT_EQ(row_with("5 ohm", sink)->ohm_per_cut, 5.0);
  EXPECT_TRUE(sink.findings.empty());
  for (const std::string text : {"0.38", "3 ohm/um", "-1 ohm/sq", "5 mA"}) {
    core::CollectingSink faults;
    EXPECT_FALSE(row_with(text, faults)) << text;
    EXPECT_THAT(first(faults, "ESD-0201").message,
                HasSubstr("'0.38 ohm/sq' (routing layer) or '5 ohm' (each cut"))
        << text;
  }
  // A resistance per cut says nothing about a routing layer.
  LayerTable table;
  LayerRow row;
  row.name = "m1";
  row.ohm_per_cut = 5;
  table.rows.push_back(row);
  ExtractOptions options;
  options.layers = &table;
  const std::string bare = without(small_lef(), "  RESISTANCE RPERSQ 0.4 ;\n");
  const std::string def = small_def("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) ;");
  EXPECT_THAT(ids(findings_of(def, options, {}, bare)), Contains("ESD-0501"));
  // An explicit 0 is an ideal short, and the table goes before the LEF.
  table.rows[0].ohm_per_square = 0;
  EXPECT_EQ(between(good_extraction(def, options, {m1(0, 0), m1(10000, 0)}), 0, 1), 0);
}

TEST(ExtractCase, case_esd_19) {
  // Two levels on one place, each through its own cut; and one via of two levels.
  const std::string wires = "- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) ";
  EXPECT_DOUBLE_EQ(
      ohm(wires + "VIA1 VIA2 NEW m3 1000 ( 10000 0 ) ( 20000 0 ) ;", m1(10000, 0), m3(10000, 0)),
      4 + 2);
  const std::string both =
      "VIAS 1 ;\n- TALL + RECT m1 ( -100 -100 ) ( 100 100 ) + RECT v1 ( -50 -50 ) ( 50 50 ) + RECT "
      "m2 ( -100 -100 ) ( 100 "
      "100 )\n  + RECT v2 ( -50 -50 ) ( 50 50 ) + RECT m3 ( -100 -100 ) ( 100 100 ) ;\nEND VIAS\n";
  EXPECT_DOUBLE_EQ(ohm(wires + "NEW m1 0 ( 10000 0 ) TALL NEW m3 1000 ( 10000 0 ) ( 20000 0 ) ;",
                       m1(10000, 0), m3(10000, 0), {}, both),
                   4 + 2);
}

TEST(ExtractCase, case_esd_27) {
  const std::string def = small_def(
      "- BAD + POLYGON m1 ( 0 0 ) ( 3000 0 ) ( 9000 0 ) + POLYGON m1 ( 0 0 ) ( 4000 4000 ) ( 4000 "
      "0 ) ( 0 4000 )\n"
      "+ RECT m1 ( 0 0 ) ( 0 5000 ) + ROUTED m1 0 ( 0 0 ) ( 5000 0 ) NEW m1 1000 ( 0 2000 ) ( 0 "
      "8000 "
      ") ;\n"
      "- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) ;");
  core::CollectingSink sink;
  const auto result = extraction_of(layout_of(def), sink, {}, {m1(0, 0), m1(10000, 0)});
  ASSERT_TRUE(result);
  EXPECT_EQ(ids(sink), std::vector<std::string>(4, "ESD-0507"));
  EXPECT_THAT(first(sink, "ESD-0507").message, HasSubstr("of net 'BAD'"));
  EXPECT_DOUBLE_EQ(between(*result, 0, 1), 4);
}

TEST(ExtractCase, case_esd_39) {
  EXPECT_DOUBLE_EQ(ohm("- VDD ( * VDD ) + USE POWER + ROUTED m1 1000 ( 0 0 ) ( 5000 0 )\n + FIXED "
                       "m1 1000 ( 5000 0 ) ( 10000 0 "
                       ")\n + COVER m1 1000 ( 10000 0 ) ( 12000 0 )\n + ROUTED m1 1000 ( 12000 0 ) "
                       "( 20000 0 ) ;",
                       m1(0, 0), m1(20000, 0)),
                   8);
}

TEST(ExtractCase, case_esd_40) {
  // 3 by 2 vias, 400 apart: joined over a wide strap of each layer at three places along m1 and two along m2.
  const auto result = good_extraction(
      small_def(
          "- VDD + ROUTED m1 1000 ( 0 200 ) ( 10000 200 ) NEW m2 1000 ( 400 -5000 ) ( 400 5000 )\n"
          "NEW m1 0 ( 0 0 ) VIA1 DO 3 BY 2 STEP 400 400 ;"),
      {}, {m1(10000, 200), m2(400, 5000)});
  EXPECT_EQ(result.vias, 6U);
  // m1 taps at 0, 400, 800; m2 taps at 0, 400.
  const std::vector<RandomEdge> edges = {
      {0, 1, 0.16}, {1, 2, 0.16}, {3, 4, 0.08}, {0, 3, 4},         {1, 3, 4},        {2, 3, 4},
      {0, 4, 4},    {1, 4, 4},    {2, 4, 4},    {2, 5, 0.4 * 9.2}, {4, 6, 0.2 * 4.6}};
  EXPECT_NEAR(between(result, 0, 1), dense_resistance(edges, 7, 5, 6), 1e-12);
}

TEST(ExtractCase, case_esd_42) {
  // The path starts with a via: its first wire is on the layer behind it.
  const auto result = good_extraction(
      small_def("- VDD + ROUTED m1 1000 ( 0 0 ) VIA1 ( 0 10000 ) VIA2 ( 10000 * ) ;"), {},
      {m2(0, 0), m3(10000, 10000)});
  EXPECT_DOUBLE_EQ(between(result, 0, 1), 2 + 2 + 1);
  EXPECT_FALSE(result.network.nodes.find("m1_0_10000"));
}

TEST(ExtractCase, case_esd_43) {
  EXPECT_DOUBLE_EQ(
      ohm("- VDD + ROUTED m1 1000 + SHAPE STRIPE ( 0 0 ) MASK 2 ( 10000 0 ) MASK 1 VIA1 ;",
          m1(0, 0), m1(10000, 0)),
      4);
  // A width that is no number: one finding, and the next net is read.
  const core::InputFile file{"t.def", "t.def", "",
                             small_def("- BAD + ROUTED m1 x9 ( 0 0 ) ( 10000 0 ) NEW m1 1000 ( 0 0 "
                                       ") ( 0 900 ) ;\n- VDD + ROUTED "
                                       "m1 1000 ( 0 0 ) ( 10000 0 ) ;")};
  core::CollectingSink sink;
  const auto def = core::lefdef::read_def(file, sink);
  ASSERT_TRUE(def);
  std::size_t errors = 0;
  for (const core::Finding& finding : sink.findings)
    errors += finding.severity == core::Severity::kError;
  EXPECT_EQ(errors, 1U);
  EXPECT_EQ(def->nets.size(), 2U);
}

TEST(ExtractCase, case_esd_51) {
  const std::string def = small_def("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) ;");
  const std::vector<Touch> bump = {touch_at("VDD", "m1", 5000, 1250, 250), m1(10000, 0)};
  const auto refused = findings_of(def, {}, bump);
  EXPECT_THAT(
      first(refused, "ESD-0505").message,
      HasSubstr("'pad' on net 'VDD', layer 'm1' at (4.75, 1) - (5.25, 1.5) um has no metal"));
  ExtractOptions options;
  options.snap_um = 0.4;
  EXPECT_THAT(first(findings_of(def, options, bump), "ESD-0505").message,
              HasSubstr("within 0.4 um"));
  options.snap_um = 0.5;
  core::CollectingSink sink;
  const auto moved = extraction_of(layout_of(def), sink, options, bump);
  ASSERT_TRUE(moved);
  EXPECT_THAT(first(sink, "ESD-0506").message, HasSubstr("was moved by 0.5 um"));
  EXPECT_DOUBLE_EQ(moved->touches[0].moved_um, 0.5);
  EXPECT_DOUBLE_EQ(between(*moved, 0, 1), 2);
}

}  // namespace
}  // namespace sealring::esd::testing
