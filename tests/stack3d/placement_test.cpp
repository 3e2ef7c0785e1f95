// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include "tests/stack3d/stack_support.h"

namespace sealring::stack3d {
namespace {

using test::check_small;
using test::check_stack;
using test::CheckedStack;
using test::replaced;
using test::SmallStack;
using test::TempFolder;

TEST(Gaps, WrongGapGivesBothNumbers) {
  SmallStack stack;
  stack.b_place = "    loc: [0, 0]\n    z: 10.5\n    orient: MZ_MY\n";
  const CheckedStack result = check_small(stack);
  const core::Finding* finding = result.find("STK-0312");
  ASSERT_NE(finding, nullptr) << result.all();
  EXPECT_NE(finding->message.find("is 0.5 um, its thickness is 0 um"), std::string::npos)
      << finding->message;
  EXPECT_TRUE(result.has("STK-0319")) << result.all();  // held by nothing, then
  EXPECT_FALSE(check_small(stack, "gap_tolerance_nm: 500\n").has("STK-0312"));
  EXPECT_TRUE(check_small(stack, "gap_tolerance_nm: 499\n").has("STK-0312"));
}

TEST(Gaps, case_stack3d_b4) {
  // z of a turned-over die read as the mirror plane: one message for all of them.
  SmallStack stack;
  stack.b_place =
      "    loc: [0, 0]\n    z: 20\n    orient: MZ_MY\n";  // one die thickness (10 um) too high
  const CheckedStack result = check_small(stack);
  EXPECT_EQ(result.count("STK-0405"), 1U) << result.all();
  EXPECT_FALSE(result.has("STK-0312")) << result.all();
  EXPECT_NE(result.find("STK-0405")->message.find("mirror plane"), std::string::npos);
}

TEST(Gaps, case_stack3d_b7) {
  // The gap is measured between declared surfaces: a bond of 2 um between faces 2 um apart is right.
  SmallStack stack;
  stack.b_place = "    loc: [0, 0]\n    z: 12\n    orient: MZ_MY\n";
  stack.connection = replaced(stack.connection, "thickness: 0", "thickness: 2");
  EXPECT_TRUE(check_small(stack).findings.empty());
}

TEST(Orientation, case_stack3d_b3) {
  // Faces are tested against the global z; exchanged top and bot are named and the exchange is offered.
  SmallStack stack;
  stack.connection =
      "  c:\n    top: u_a.regions.front\n    bot: u_b.regions.front\n    thickness: 0\n";
  const CheckedStack swapped = check_small(stack);
  ASSERT_TRUE(swapped.has("STK-0314")) << swapped.all();
  EXPECT_NE(swapped.find("STK-0314")->message.find("faces up"), std::string::npos);
  SmallStack away;
  away.b_place = "    loc: [0, 0]\n    z: 10\n    orient: MY\n";
  const CheckedStack facing = check_small(away);
  EXPECT_TRUE(facing.find("STK-0313", "faces up, away") != nullptr) << facing.all();
}

TEST(Orientation, MirrorImageIsALint) {
  SmallStack stack;
  stack.b_place = "    loc: [0, 0]\n    z: 10\n    orient: MZ\n";
  stack.b_map = "b1 UB 10 10 s1 s1\nb2 UB 20 10 s2 s2\nb3 UB 30 10 VSS VSS\n";  // already mirrored
  const CheckedStack result = check_small(stack);
  EXPECT_EQ(result.codes(), (std::map<std::string, std::size_t>{{"STK-0320", 1}})) << result.all();
  EXPECT_EQ(result.find("STK-0320")->severity, core::Severity::kWarning);
  EXPECT_EQ(result.find("STK-0320")->properties.front(),
            (std::pair<std::string, std::string>{"flip", "as-is"}));
}

TEST(Overlaps, DiesInTheSameSpace) {
  SmallStack stack;
  stack.b_place = "    loc: [0, 0]\n    z: 4\n    orient: MZ_MY\n";
  const CheckedStack result = check_small(stack);
  ASSERT_TRUE(result.has("STK-0310")) << result.all();
  EXPECT_NE(result.find("STK-0310")->message.find("100 x 100 x 6 um"), std::string::npos);
}

TEST(Overlaps, case_stack3d_f11) {
  // A die embedded in another through an internal_ext region is no violation; the volume is shown.
  const TempFolder folder;
  SmallStack stack;
  stack.b_place = "    loc: [0, 0]\n    z: 4\n    orient: MZ_MY\n";
  stack.connection =
      "  c:\n    top: u_b.regions.front\n    bot: u_a.regions.cavity\n    thickness: 0\n";
  stack.a_region =
      "      cavity:\n        side: internal_ext\n        coords: [[0, 0], [100, 0], [100, 100], "
      "[0, 100]]\n"
      "      unused:\n        side: internal_ext\n        coords: [[0, 0], [100, 0], [100, 100], "
      "[0, 100]]\n        layer: other\n";
  const CheckedStack result = check_stack(stack.write(folder));
  EXPECT_TRUE(result.find("STK-0311", "100 x 100 x 6 um") != nullptr) << result.all();
  EXPECT_FALSE(result.has("STK-0310")) << result.all();
  EXPECT_TRUE(result.find("STK-0318", "unused") != nullptr) << result.all();
}

TEST(Regions, OutsideDieAndOverlap) {
  SmallStack stack;
  stack.coords = "        coords: [[-5, 0], [100, 0], [100, 100], [-5, 100]]\n";
  stack.a_region =
      "      second:\n        side: front\n        coords: [[50, 50], [100, 50], [100, 100], [50, "
      "100]]\n";
  const CheckedStack result = check_small(stack);
  EXPECT_TRUE(result.find("STK-0308", "5 um beyond") != nullptr) << result.all();
  EXPECT_TRUE(result.find("STK-0309", "50 x 50 um") != nullptr) << result.all();
}

TEST(Regions, ApartAndUnused) {
  SmallStack apart;
  apart.b_place = "    loc: [130, 0]\n    z: 10\n    orient: MZ_MY\n";
  const CheckedStack result = check_small(apart);
  EXPECT_TRUE(result.find("STK-0315", "(30, 0) um apart") != nullptr) << result.all();
  EXPECT_TRUE(result.has("STK-0319"));
  SmallStack empty;
  const TempFolder folder;
  const auto file = empty.write(folder);
  folder.write("dies.3dbv", replaced(folder.read("dies.3dbv"), "        bmap: B.bmap\n", ""));
  EXPECT_TRUE(check_stack(file).find("STK-0316", "no bump map") != nullptr);
}

TEST(Floating, NoConnectionIsOneFinding) {
  SmallStack stack;
  stack.connection = "";
  const CheckedStack result = check_small(stack);
  EXPECT_EQ(result.count("STK-0319"), 1U) << result.all();
  EXPECT_EQ(result.count("STK-0317"), 2U) << result.all();
}

TEST(BumpPlaces, case_stack3d_c1) {
  // Outside their region: counted exactly, one group per region, the outline counts and not only the centre.
  SmallStack stack;
  stack.coords = "        coords: [[0, 0], [25, 0], [25, 100], [0, 100]]\n";
  const CheckedStack result = check_small(stack);
  const core::Finding* finding = result.find("STK-0306", "A.regions.front");
  ASSERT_NE(finding, nullptr) << result.all();
  EXPECT_NE(finding->message.find("1 of 3 bumps"), std::string::npos) << finding->message;
  SmallStack outside;
  outside.a_map += "a4 UB 101 50 - -\n";
  outside.b_map += "b4 UB -1 50 - -\n";
  EXPECT_EQ(check_small(outside).count("STK-0307"), 2U);
}

constexpr const char* kLef =
    "MACRO UB\n  CLASS COVER BUMP ;\n  ORIGIN 0 0 ;\n  SIZE 4 BY 4 ;\n  PIN PAD\n    PORT\n      "
    "LAYER M ;\n"
    "        RECT 0 0 4 4 ;\n    END\n  END PAD\nEND UB\n"
    "MACRO OFF\n  CLASS COVER BUMP ;\n  SIZE 29 BY 29 ;\n  PIN PAD\n    PORT\n      LAYER M ;\n    "
    "    RECT -5 -5 5 5 ;\n"
    "    END\n  END PAD\nEND OFF\nMACRO TSV1\n  CLASS COVER BUMP ;\n  SIZE 2 BY 2 ;\n  PIN PAD\n   "
    " PORT\n      LAYER M ;\n"
    "        RECT 0 0 2 2 ;\n    END\n  END PAD\nEND TSV1\nEND LIBRARY\n";

CheckedStack with_lef(SmallStack stack, const std::string& rules = {}) {
  const TempFolder folder;
  stack.a_extra += "    external:\n      LEF_file: b.lef\n";
  stack.b_extra += "    external:\n      LEF_file: b.lef\n";
  const auto file = stack.write(folder);
  folder.write("b.lef", kLef);
  if (rules.empty()) return check_stack(file);
  return check_stack(
      file,
      folder.write("rules.yaml", "schema: sealring.stack-rules/1\nrevision: \"1\"\n" + rules));
}

TEST(BumpPlaces, PitchSpacingAndOverlap) {
  SmallStack stack;
  EXPECT_TRUE(with_lef(stack).findings.empty()) << with_lef(stack).all();
  const CheckedStack pitch = with_lef(stack, "bumps: {min_pitch_um: 10.5}\n");
  EXPECT_EQ(pitch.count("STK-0303"), 2U) << pitch.all();
  EXPECT_NE(pitch.find("STK-0303")->message.find("2 pairs"), std::string::npos);
  const CheckedStack spacing = with_lef(stack, "bumps: {min_spacing_um: 6.5}\n");
  EXPECT_EQ(spacing.count("STK-0304"), 2U) << spacing.all();
  EXPECT_NE(spacing.find("STK-0304")->message.find("of 6.5 um: 6 um"), std::string::npos)
      << spacing.all();
  EXPECT_TRUE(with_lef(stack, "bumps: {min_spacing_um: 6, min_pitch_um: 10}\n").findings.empty());
  stack.a_map += "a4 UB 13 10 - -\n";
  EXPECT_TRUE(with_lef(stack).find("STK-0305", "1 pairs") != nullptr);
}

TEST(BumpPlaces, PadsAreComparedAcrossColumns) {
  // Every close pair is counted once, wherever the columns of the search fall.
  SmallStack stack;
  stack.netlist = false;
  stack.a_map.clear();
  stack.b_map.clear();
  std::size_t pairs = 0;
  for (int x = 0; x < 9; ++x) {
    for (int y = 0; y < 9; ++y) {
      stack.a_map += "a" + std::to_string(x * 9 + y) + " UB " + std::to_string(5 + 7 * x) + " " +
                     std::to_string(5 + 7 * y) + " - -\n";
      pairs += (x > 0 ? 1U : 0U) + (y > 0 ? 1U : 0U);
    }
  }
  stack.b_map = "b UB 1 1 - -\n";
  const CheckedStack result = with_lef(stack, "bumps: {min_pitch_um: 7.1}\n");
  ASSERT_TRUE(result.has("STK-0303"));
  EXPECT_NE(result.find("STK-0303")->message.find(std::to_string(pairs) + " pairs"),
            std::string::npos)
      << result.all();
}

TEST(BumpPlaces, case_stack3d_b13) {
  // A pad that is not at the centre of SIZE: ORIGIN is applied, and the distance said.
  SmallStack stack;
  stack.a_map = replaced(stack.a_map, "a1 UB", "a1 OFF");
  const CheckedStack result = with_lef(stack);
  ASSERT_TRUE(result.has("STK-0326")) << result.all();
  EXPECT_NE(result.find("STK-0326")->message.find("(-14.5, -14.5) um"), std::string::npos)
      << result.all();
}

TEST(BumpNames, UnknownCellPortAndNet) {
  SmallStack stack;
  stack.a_map = replaced(stack.a_map, "a1 UB", "a1 UBB");
  stack.b_map = replaced(stack.b_map, "s2 s2", "s22 s22");
  const CheckedStack result = with_lef(stack);
  EXPECT_TRUE(result.find("STK-0129", "did you mean 'UB'") != nullptr) << result.all();
  EXPECT_TRUE(result.find("STK-0126", "'s22'") != nullptr) << result.all();
}

TEST(BumpNames, case_stack3d_c11) {
  // One signal bump on a ground cell, found against the net's use.
  SmallStack stack;
  stack.a_map = replaced(stack.a_map, "a1 UB", "a1 GND_UB");
  const CheckedStack result =
      check_small(stack, "bumps:\n  classes: {ground: [GND_*], dummy: [DMY*]}\n");
  ASSERT_EQ(result.count("STK-0130"), 1U) << result.all();
  EXPECT_NE(result.find("STK-0130")->message.find("ground bump"), std::string::npos);
}

TEST(Process, TsvLanding) {
  SmallStack stack;
  stack.a_map = replaced(stack.a_map, "a1 UB", "a1 TSV1");
  EXPECT_TRUE(with_lef(stack, "tsv: {cells: [TSV*], min_landing_um: 4}\n").findings.empty());
  const CheckedStack small = with_lef(stack, "tsv: {cells: [TSV*], min_landing_um: 5}\n");
  EXPECT_TRUE(small.find("STK-0321", "of 4 um; the rules ask for 5 um") != nullptr) << small.all();
  stack.b_map = replaced(stack.b_map, "b1 UB 90 10", "b1 UB 92.5 10");
  const CheckedStack off =
      with_lef(stack, "tolerance_nm: 3000\ntsv: {cells: [TSV*], min_landing_um: 4}\n");
  EXPECT_TRUE(off.find("STK-0321", "does not lie whole") != nullptr) << off.all();
  EXPECT_FALSE(
      check_small(stack, "tolerance_nm: 3000\ntsv: {cells: [TSV*]}\n").outcome.not_checked.empty());
}

TEST(Process, BacksidePadsAndRoutes) {
  const TempFolder folder;
  SmallStack stack;
  stack.a_extra = "    external:\n      LEF_file: b.lef\n      DEF_file: A.def\n";
  const auto file = stack.write(folder);
  folder.write("b.lef", kLef);
  folder.write("back.bmap", "k1 UB 50 50 VSS VSS\n");
  std::string dies = folder.read("dies.3dbv");
  const std::size_t b = dies.find("  B:");
  folder.write("dies.3dbv", dies.substr(0, b) +
                                "      back:\n        side: back\n        bmap: back.bmap\n        "
                                "coords: [[0, 0], [100, 0], [100, "
                                "100], [0, 100]]\n" +
                                dies.substr(b));
  folder.write("A.def",
               "VERSION 5.8 ;\nDESIGN A ;\nUNITS DISTANCE MICRONS 2000 ;\nDIEAREA ( 0 0 ) ( 200000 "
               "200000 ) ;\nPINS 3 ;\n"
               "- s1 + NET s1 ;\n- s2 + NET s2 ;\n- VSS + NET VSS + USE GROUND ;\nEND "
               "PINS\nSPECIALNETS 1 ;\n- VSS ( PIN VSS )\n"
               "  + ROUTED BM1 1000 ( 0 0 ) ( 5000 0 )\n    NEW BM1 4000 ( 0 0 ) ( 0 5000 )\n  + "
               "USE GROUND ;\nEND SPECIALNETS\n"
               "NETS 2 ;\n- s1 ( PIN s1 ) ;\n- s2 ( PIN s2 ) ;\nEND NETS\nEND DESIGN\n");
  const auto rules = folder.write(
      "r.yaml",
      "schema: sealring.stack-rules/1\nrevision: \"1\"\nbackside: {layers: [BM*], min_pad_um: 5, "
      "min_width_um: 1}\n");
  const CheckedStack result = check_stack(file, rules);
  EXPECT_TRUE(result.find("STK-0322", "smaller than the 5 um") != nullptr) << result.all();
  ASSERT_TRUE(result.find("STK-0323", "1 backside routes of net 'VSS'") != nullptr) << result.all();
  EXPECT_NE(result.find("STK-0323")->message.find("0.5 um on 'BM1'"), std::string::npos);
}

TEST(Process, MechanicalDieCarriesNothing) {
  SmallStack stack;
  const CheckedStack result = check_small(stack, "mechanical: [B]\n");
  EXPECT_EQ(result.count("STK-0324"), 6U) << result.all();
  SmallStack quiet;
  quiet.b_map = "b1 UB 90 10 - -\nb2 UB 80 10 - -\nb3 UB 70 10 - -\n";
  quiet.a_map = "a1 UB 10 10 - -\na2 UB 20 10 - -\na3 UB 30 10 - -\n";
  quiet.top_v = "module A (inout q); endmodule\nmodule top;\n  A u_a (.q());\nendmodule\n";
  EXPECT_TRUE(check_small(quiet, "mechanical: [B]\n").findings.empty())
      << check_small(quiet, "mechanical: [B]\n").all();
}

TEST(Process, SealRingKeepOut) {
  SmallStack stack;
  stack.a_extra = "    seal_ring_width: [9, 9, 9, 9]\n";
  stack.b_extra = "    seal_ring_width: [9, 9, 9, 9]\n";
  stack.b_map = "b1 UB 108 10 s1 s1\nb2 UB 98 10 s2 s2\nb3 UB 88 10 VSS VSS\n";
  EXPECT_FALSE(check_small(stack).has("STK-0325")) << check_small(stack).all();
  const CheckedStack close = check_small(stack, "seal_ring: {keep_out_um: 2}\n");
  EXPECT_EQ(close.count("STK-0325"), 2U) << close.all();
  stack.a_extra = "    seal_ring_width: [11, 11, 11, 11]\n";
  EXPECT_TRUE(check_small(stack).has("STK-0325"));
}

TEST(Layout, SealRingShiftOfTheDefIsOneMessage) {
  const TempFolder folder;
  SmallStack stack;
  stack.a_extra =
      "    seal_ring_width: [3, 3, 3, 3]\n    scribe_line_remaining_width: [2, 2, 2, 2]\n    "
      "external:\n      LEF_file: "
      "b.lef\n      DEF_file: A.def\n";
  const auto file = stack.write(folder);
  folder.write("b.lef", kLef);
  const auto def = [&](int shift, int more) {
    std::string text =
        "VERSION 5.8 ;\nDESIGN A ;\nUNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( 100000 100000 "
        ") ;\nCOMPONENTS 3 ;\n";
    for (int i = 1; i <= 3; ++i) {
      text += "- a" + std::to_string(i) + " UB + FIXED ( " +
              std::to_string(10000 * i - 2000 + shift + (i == 2 ? more : 0)) + " " +
              std::to_string(8000 + shift) + " ) N ;\n";
    }
    return text +
           "END COMPONENTS\nPINS 3 ;\n- s1 + NET s1 ;\n- s2 + NET s2 ;\n- VSS + NET VSS ;\nEND "
           "PINS\nEND DESIGN\n";
  };
  folder.write("A.def", def(-5000, 0));
  const CheckedStack result = check_stack(file);
  ASSERT_EQ(result.count("STK-0132"), 1U) << result.all();
  EXPECT_NE(result.find("STK-0132")->message.find("(-5, -5) um"), std::string::npos);
  EXPECT_NE(result.find("STK-0132")->message.find("seal ring and scribe line"), std::string::npos);
  EXPECT_FALSE(result.has("STK-0131"));
  folder.write("A.def", def(0, 500));
  EXPECT_TRUE(check_stack(file).find("STK-0131", "'a2'") != nullptr) << check_stack(file).all();
  folder.write("A.def", replaced(def(0, 0), "- a2 UB", "- other UB"));
  const CheckedStack missing = check_stack(file);
  EXPECT_EQ(missing.count("STK-0134"), 2U) << missing.all();
  // Pads added after the layout are one cause, and a DEF that was cut off says nothing about what it lacks.
  for (int i = 0; i < 20; ++i)
    stack.a_map += "p" + std::to_string(i) + " UB " + std::to_string(4 * i + 8) + " 50 - -\n";
  stack.write(folder);
  folder.write("A.def", def(0, 0));
  const CheckedStack added = check_stack(file);
  ASSERT_EQ(added.count("STK-0134"), 1U) << added.all();
  EXPECT_NE(added.find("STK-0134")->message.find("20 of 23 bumps"), std::string::npos);
  folder.write("A.def", def(0, 0).substr(0, 160));
  const CheckedStack cut = check_stack(file);
  EXPECT_TRUE(cut.has("IO-0413")) << cut.all();
  EXPECT_FALSE(cut.has("STK-0134") || cut.has("STK-0126") || cut.has("STK-0127")) << cut.all();
  EXPECT_FALSE(cut.outcome.not_checked.empty());
}

TEST(Layout, case_stack3d_e6) {
  // Die area against design area; a clean factor is called a mix-up of units.
  const TempFolder folder;
  SmallStack stack;
  stack.a_extra = "    external:\n      DEF_file: A.def\n";
  const auto file = stack.write(folder);
  const auto def = [](const std::string& dbu) {
    return "VERSION 5.8 ;\nDESIGN A ;\nUNITS DISTANCE MICRONS " + dbu +
           " ;\nDIEAREA ( 0 0 ) ( 200000 200000 ) ;\nPINS 3 ;\n- s1 + NET s1 ;\n- s2 + NET s2 ;\n- "
           "VSS + NET VSS ;\nEND PINS\nEND "
           "DESIGN\n";
  };
  folder.write("A.def", def("2000"));
  EXPECT_TRUE(check_stack(file).findings.empty()) << check_stack(file).all();
  folder.write("A.def", def("1000"));
  const CheckedStack doubled = check_stack(file);
  ASSERT_TRUE(doubled.has("STK-0133")) << doubled.all();
  EXPECT_NE(doubled.find("STK-0133")->message.find("2 times as much: a mix-up of units?"),
            std::string::npos);
  EXPECT_NE(doubled.find("STK-0133")->message.find("1000 database units per um"),
            std::string::npos);
}

TEST(Layout, case_stack3d_e1) {
  // Each file is scaled by its own unit: a DEF with 4000 units in a stack of 2000 stands where the map says.
  const TempFolder folder;
  SmallStack stack;
  stack.a_extra = "    external:\n      LEF_file: b.lef\n      DEF_file: A.def\n";
  const auto file = stack.write(folder);
  folder.write("b.lef", kLef);
  folder.write("A.def",
               "VERSION 5.8 ;\nDESIGN A ;\nUNITS DISTANCE MICRONS 4000 ;\nDIEAREA ( 0 0 ) ( 400000 "
               "400000 ) ;\nCOMPONENTS 3 ;\n"
               "- a1 UB + FIXED ( 32000 32000 ) N ;\n- a2 UB + FIXED ( 72000 32000 ) FS ;\n- a3 UB "
               "+ FIXED ( 112000 32000 ) W ;\n"
               "END COMPONENTS\nPINS 3 ;\n- s1 + NET s1 ;\n- s2 + NET s2 ;\n- VSS + NET VSS ;\nEND "
               "PINS\nEND DESIGN\n");
  const CheckedStack result = check_stack(file);
  EXPECT_TRUE(result.findings.empty()) << result.all();
  EXPECT_EQ(result.checked("bumps_in_def"), 3U);
}

}  // namespace
}  // namespace sealring::stack3d
