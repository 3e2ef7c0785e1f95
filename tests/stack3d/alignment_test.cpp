// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include <cmath>

#include "tests/stack3d/stack_generator.h"
#include "tests/stack3d/stack_support.h"

namespace sealring::stack3d {
namespace {

using test::check_small;
using test::check_stack;
using test::CheckedStack;
using test::SmallStack;
using test::TempFolder;

/// A column of n bumps at pitch 10 from (10, 10), all ports s<i>.
SmallStack columns(int n, const std::string& b_lines = {}) {
  SmallStack stack;
  stack.a_map.clear();
  stack.b_map.clear();
  std::string ports;
  std::string wires;
  std::string a;
  for (int i = 0; i < n; ++i) {
    const std::string s = "s" + std::to_string(i);
    const int x = 10 + 10 * (i % 6);
    const int y = 10 + 10 * (i / 6);
    stack.a_map += "a" + std::to_string(i) + " UB " + std::to_string(x) + " " + std::to_string(y) +
                   " " + s + " " + s + "\n";
    stack.b_map += "b" + std::to_string(i) + " UB " + std::to_string(100 - x) + " " +
                   std::to_string(y) + " " + s + " " + s + "\n";
    ports += (i == 0 ? "" : ", ") + ("inout " + s);
    wires += "  wire x" + std::to_string(i) + ";\n";
    a += (i == 0 ? "" : ", ") + ("." + s + "(x" + std::to_string(i) + ")");
  }
  if (!b_lines.empty()) stack.b_map = b_lines;
  stack.top_v = "module A (" + ports + "); endmodule\nmodule B (" + ports +
                "); endmodule\nmodule top;\n" + wires + "  A u_a (" + a + ");\n  B u_b (" + a +
                ");\nendmodule\n";
  return stack;
}

TEST(Alignment, case_stack3d_c2) {
  // A bump without partner is a violation on both sides, with the nearest candidate and its distance.
  SmallStack stack;
  stack.b_map = "b1 UB 90 10 s1 s1\nb2 UB 80 10 s2 s2\nb3 UB 40 40 nc1 nc1\n";
  stack.top_v =
      "module A (inout s1, inout s2, inout VSS); endmodule\nmodule B (inout s1, inout s2, inout "
      "nc1); endmodule\n"
      "module top;\n  wire x1, x2;\n  A u_a (.s1(x1), .s2(x2), .VSS());\n  B u_b (.s1(x1), "
      ".s2(x2), .nc1());\nendmodule\n";
  const CheckedStack result = check_small(stack);
  EXPECT_EQ(result.count("STK-0301"), 2U) << result.all();
  const core::Finding* finding = result.find("STK-0301", "u_a.regions.front/a3");
  ASSERT_NE(finding, nullptr);
  EXPECT_NE(finding->message.find("the nearest, 'b2', is (-10, 0) um away"), std::string::npos)
      << finding->message;
  ASSERT_TRUE(finding->where);
  EXPECT_DOUBLE_EQ(finding->where->x_um, 30);
  EXPECT_DOUBLE_EQ(finding->where->z_um, 10);
}

TEST(Alignment, MisalignedBumpGivesVectorDistanceAndTolerance) {
  SmallStack stack = columns(12);
  stack.b_map = test::replaced(stack.b_map, "b7 UB 80 20 ", "b7 UB 79.9 20.05 ");
  const CheckedStack result = check_small(stack);
  EXPECT_EQ(result.codes(), (std::map<std::string, std::size_t>{{"STK-0302", 1}})) << result.all();
  const core::Finding* finding = result.find("STK-0302");
  EXPECT_NE(finding->message.find("(0.1, 0.05) um"), std::string::npos) << finding->message;
  EXPECT_NE(finding->message.find("112 nm, the tolerance is 0 nm"), std::string::npos)
      << finding->message;
  // Within a tolerance of the rules it is fine; the net is connected either way.
  EXPECT_TRUE(check_small(stack, "tolerance_nm: 112\n").findings.empty());
  EXPECT_FALSE(check_small(stack, "tolerance_nm: 111\n").findings.empty());
  EXPECT_TRUE(
      check_small(stack, "interfaces:\n  - {name: \"c*\", tolerance_nm: 200}\n").findings.empty());
}

TEST(Alignment, OneBumpFarAwayIsOneFindingWithItsNet) {
  SmallStack stack = columns(12);
  stack.b_map = test::replaced(stack.b_map, "b7 UB 80 20 ", "b7 UB 80 77 ");
  const CheckedStack result = check_small(stack);
  EXPECT_EQ(result.codes(), (std::map<std::string, std::size_t>{{"STK-0302", 1}})) << result.all();
  EXPECT_NE(result.find("STK-0302")->message.find("(0, 57) um"), std::string::npos);
  EXPECT_EQ(result.find("STK-0302")->notes.front().message, "its partner");
}

TEST(Alignment, DroppedBumpNamesTheOpenNet) {
  SmallStack stack = columns(12);
  stack.b_map = test::replaced(stack.b_map, "b7 UB 80 20 s7 s7\n", "");
  const CheckedStack result = check_small(stack);
  EXPECT_TRUE(result.find("STK-0301", "a7") != nullptr) << result.all();
  EXPECT_TRUE(result.find("STK-0205", "u_b/s7") != nullptr) << result.all();
  EXPECT_EQ(result.findings.size(), 2U) << result.all();
}

TEST(Fit, ShiftOfAWholeDieIsOneMessage) {
  SmallStack stack = columns(24);
  stack.b_place = "    loc: [3, -1.5]\n    z: 10\n    orient: MZ_MY\n";
  stack.coords = "        coords: [[-20, -20], [120, -20], [120, 120], [-20, 120]]\n";
  const CheckedStack result = check_small(stack);
  EXPECT_EQ(result.count("STK-0401"), 1U) << result.all();
  EXPECT_FALSE(result.has("STK-0301") || result.has("STK-0302") || result.has("STK-0203"))
      << result.all();
  EXPECT_NE(result.find("STK-0401")->message.find("24 of 24 misses"), std::string::npos);
  EXPECT_NE(result.find("STK-0401")->message.find("moved by (-3, 1.5) um"), std::string::npos);
}

TEST(Fit, ShiftByAWholePitchIsFoundByNames) {
  // Every bump still meets a bump, of the wrong net.
  SmallStack stack = columns(24);
  stack.b_place = "    loc: [10, 0]\n    z: 10\n    orient: MZ_MY\n";
  stack.coords = "        coords: [[-20, -20], [120, -20], [120, 120], [-20, 120]]\n";
  const CheckedStack result = check_small(stack);
  EXPECT_EQ(result.count("STK-0401"), 1U) << result.all();
  EXPECT_FALSE(result.has("STK-0212") || result.has("STK-0213") || result.has("STK-0301"))
      << result.all();
  EXPECT_NE(result.find("STK-0401")->message.find("moved by (-10, 0) um"), std::string::npos);
}

TEST(Fit, ShiftWithoutNamesIsFoundByPosition) {
  SmallStack stack;
  stack.netlist = false;
  stack.a_map.clear();
  stack.b_map.clear();
  for (int i = 0; i < 30; ++i) {
    const int x = 10 + 10 * (i % 6) + (i % 6 > 2 ? 5 : 0);
    const int y = 10 + 10 * (i / 6);
    stack.a_map +=
        "a" + std::to_string(i) + " UB " + std::to_string(x) + " " + std::to_string(y) + " - -\n";
    stack.b_map += "b" + std::to_string(i) + " UB " + std::to_string(100 - x) + " " +
                   std::to_string(y + 3) + " - -\n";
  }
  const CheckedStack result = check_small(stack);
  ASSERT_EQ(result.count("STK-0401"), 1U) << result.all();
  EXPECT_NE(result.find("STK-0401")->message.find("moved by (0, -3) um"), std::string::npos);
  EXPECT_FALSE(result.has("STK-0302")) << result.all();
}

TEST(Fit, case_stack3d_b15) {
  // A mirrored pinout: as it stands against mirrored, one message.
  SmallStack stack = columns(24);
  stack.b_place = "    loc: [0, 0]\n    z: 10\n    orient: MZ\n";
  const CheckedStack result = check_small(stack);
  ASSERT_EQ(result.count("STK-0402"), 1U) << result.all();
  EXPECT_NE(result.find("STK-0402")->message.find("mirrored in x (MY)"), std::string::npos);
  EXPECT_TRUE(result.has("STK-0320"));
  EXPECT_EQ(result.findings.size(), 2U) << result.all();
  // Read as a physical rotation the same description is right, and nothing is said.
  const TempFolder folder;
  const CheckedStack physical =
      check_stack(stack.write(folder), {}, Profile::kFinal, {}, Flip::kPhysical);
  EXPECT_TRUE(physical.findings.empty()) << physical.all();
}

TEST(Fit, RotationAndScale) {
  SmallStack turned = columns(24);
  turned.b_place = "    loc: [0, 0]\n    z: 10\n    orient: MZ_MX\n";
  const CheckedStack result = check_small(turned);
  ASSERT_EQ(result.count("STK-0403"), 1U) << result.all();
  EXPECT_NE(result.find("STK-0403")->message.find("turned by 180 degrees"), std::string::npos);
  SmallStack scaled = columns(24);
  scaled.b_extra = "    shrink: 0.98\n";
  const CheckedStack again = check_small(scaled);
  ASSERT_EQ(again.count("STK-0404"), 1U) << again.all();
  EXPECT_NE(again.find("STK-0404")->message.find("scaled by 1.0204"), std::string::npos)
      << again.all();
  EXPECT_FALSE(again.has("STK-0301") || again.has("STK-0302")) << again.all();
}

TEST(Fit, case_stack3d_b6) {
  // Two frames (die corner and layout origin) of the same bumps: one constant shift, said once.
  SmallStack stack = columns(24);
  stack.b_map.clear();
  for (int i = 0; i < 24; ++i) {
    const int x = 10 + 10 * (i % 6);
    const int y = 10 + 10 * (i / 6);
    stack.b_map += "b" + std::to_string(i) + " UB " + std::to_string(100 - x - 50) + " " +
                   std::to_string(y - 50) + " s" + std::to_string(i) + " s" + std::to_string(i) +
                   "\n";
  }
  const CheckedStack result = check_small(stack);
  EXPECT_EQ(result.count("STK-0401"), 1U) << result.all();
  EXPECT_FALSE(result.has("STK-0301") || result.has("STK-0302"));
}

TEST(Alignment, SharedInterposerFaceServesSeveralDies) {
  const TempFolder folder;
  const auto stack = test::interposer_system({.signals = 60, .supply_bumps = 2});
  const CheckedStack result = check_stack(test::write_stack(stack, folder.path()));
  EXPECT_TRUE(result.findings.empty()) << result.all();
  EXPECT_EQ(result.checked("dies"), 11U);
  EXPECT_EQ(result.checked("matched_pairs") * 2, result.checked("bumps"));
}

TEST(Alignment, BumpOutsideTheFacingRegionSaysSo) {
  SmallStack stack = columns(6);
  stack.a_map += "far UB 95 95 - -\n";
  stack.b_place = "    loc: [0, -50]\n    z: 10\n    orient: MZ_MY\n";
  for (char& c : stack.b_map) (void)c;
  std::string moved;
  for (int i = 0; i < 6; ++i) {
    moved += "b" + std::to_string(i) + " UB " + std::to_string(90 - 10 * i) + " 60 s" +
             std::to_string(i) + " s" + std::to_string(i) + "\n";
  }
  stack.b_map = moved;
  const CheckedStack result = check_small(stack);
  const core::Finding* finding = result.find("STK-0301", "far");
  ASSERT_NE(finding, nullptr) << result.all();
  EXPECT_NE(finding->message.find("does not reach it"), std::string::npos);
}

}  // namespace
}  // namespace sealring::stack3d
