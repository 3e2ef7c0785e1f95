// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/geometry.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/stack3d/stack_generator.h"
#include "tests/support/soak.h"

namespace sealring::stack3d {
namespace {

struct Row {
  const char* orient;
  Point3 origin;
  Box3 box;
  Point bump;
  Dbu front;
  Dbu back;
  int determinant;
};

// Chiplet 10 x 20 x 5, bump (2, 3), loc (100, 200), z 50: every orientation, worked out by hand.
const Row kRows[] = {
    {"R0", {100, 200, 50}, {{100, 200, 50}, {110, 220, 55}}, {102, 203}, 55, 50, 1},
    {"MZ", {100, 200, 55}, {{100, 200, 50}, {110, 220, 55}}, {102, 203}, 50, 55, -1},
    {"R90", {120, 200, 50}, {{100, 200, 50}, {120, 210, 55}}, {117, 202}, 55, 50, 1},
    {"MZ_R90", {120, 200, 55}, {{100, 200, 50}, {120, 210, 55}}, {117, 202}, 50, 55, -1},
    {"R180", {110, 220, 50}, {{100, 200, 50}, {110, 220, 55}}, {108, 217}, 55, 50, 1},
    {"MZ_R180", {110, 220, 55}, {{100, 200, 50}, {110, 220, 55}}, {108, 217}, 50, 55, -1},
    {"R270", {100, 210, 50}, {{100, 200, 50}, {120, 210, 55}}, {103, 208}, 55, 50, 1},
    {"MZ_R270", {100, 210, 55}, {{100, 200, 50}, {120, 210, 55}}, {103, 208}, 50, 55, -1},
    {"MX", {100, 220, 50}, {{100, 200, 50}, {110, 220, 55}}, {102, 217}, 55, 50, -1},
    {"MZ_MX", {100, 220, 55}, {{100, 200, 50}, {110, 220, 55}}, {102, 217}, 50, 55, 1},
    {"MY", {110, 200, 50}, {{100, 200, 50}, {110, 220, 55}}, {108, 203}, 55, 50, -1},
    {"MZ_MY", {110, 200, 55}, {{100, 200, 50}, {110, 220, 55}}, {108, 203}, 50, 55, 1},
    {"MX_R90", {100, 200, 50}, {{100, 200, 50}, {120, 210, 55}}, {103, 202}, 55, 50, -1},
    {"MZ_MX_R90", {100, 200, 55}, {{100, 200, 50}, {120, 210, 55}}, {103, 202}, 50, 55, 1},
    {"MY_R90", {120, 210, 50}, {{100, 200, 50}, {120, 210, 55}}, {117, 208}, 55, 50, -1},
    {"MZ_MY_R90", {120, 210, 55}, {{100, 200, 50}, {120, 210, 55}}, {117, 208}, 50, 55, 1},
};

TEST(Placement, WorkedTableOfAll16Orientations) {
  const Box3 outline{{0, 0, 0}, {10, 20, 5}};
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.orient);
    const auto orientation = parse_orientation(row.orient);
    ASSERT_TRUE(orientation);
    EXPECT_EQ(to_string(*orientation), row.orient);
    EXPECT_EQ(orientation->determinant(), row.determinant);
    const Transform transform = place(outline, *orientation, {100, 200, 50});
    EXPECT_EQ(transform.shift, row.origin);
    EXPECT_EQ(transform.apply(outline), row.box);
    EXPECT_EQ(transform.apply(Point{2, 3}), row.bump);
    EXPECT_EQ(transform.apply_z(5), row.front);
    EXPECT_EQ(transform.apply_z(0), row.back);
  }
}

TEST(Placement, case_stack3d_b1) {
  // loc and z always mean the lowest corner of the turned outline, whatever order they are written in.
  const Box3 outline{{0, 0, 0}, {10, 20, 5}};
  for (const Row& row : kRows) {
    const Transform transform = place(outline, *parse_orientation(row.orient), {7, -3, 2});
    EXPECT_EQ(transform.apply(outline).low, (Point3{7, -3, 2})) << row.orient;
  }
}

TEST(Placement, HierarchyWorkedByHand) {
  // Sub-assembly at (2000, 1500) turned by R90, child 1000 x 1000 at (0, 0): child bump (100, 50) is at (2950, 1600).
  const Box3 child{{0, 0, 0}, {1000, 1000, 10}};
  const Transform inner = place(child, Orientation{}, {0, 0, 0});
  const Transform outer = place(child, *parse_orientation("R90"), {2000, 1500, 0});
  EXPECT_EQ(outer.shift, (Point3{3000, 1500, 0}));
  EXPECT_EQ(combine(inner, outer).apply(Point{100, 50}), (Point{2950, 1600}));
}

TEST(Placement, SealRingAndScribeMakeTheFrame) {
  // Ring 10 and scribe 5 on every side of 100 x 100: the outline is 130 x 130, MY at 0, 0 takes (15, 15) to (115, 15).
  const Transform transform =
      place({{0, 0, 0}, {130, 130, 1}}, *parse_orientation("MY"), {0, 0, 0});
  EXPECT_EQ(transform.apply(Point{15, 15}), (Point{115, 15}));
}

TEST(Orientation, case_stack3d_a9) {
  // Every product of mirrors and rotations in any order is read and normalised; nonsense is refused.
  const auto same = [](const char* text, const char* canonical) {
    const auto orientation = parse_orientation(text);
    ASSERT_TRUE(orientation) << text;
    EXPECT_EQ(to_string(*orientation), canonical) << text;
  };
  same("MX_R270", "MY_R90");
  same("MX_R180", "MY");
  same("MY_R180", "MX");
  same("MY_R270", "MX_R90");
  same("MX_MZ_R0", "MZ_MX");
  same("R0_MZ", "MZ");
  same("MX_MZ_R90", "MZ_MX_R90");
  same("mxr90", "MX_R90");
  same("MZ_MZ", "R0");
  same("MX_MY", "R180");
  same("N", "R0");
  same("W", "R90");
  same("FN", "MY");
  same("FS", "MX");
  same("FW", "MX_R90");
  same("FE", "MY_R90");
  for (const char* text : {"", "R45", "MZ_", "_MZ", "NORTH", "R0 MZ", "MW"})
    EXPECT_FALSE(parse_orientation(text)) << text;
}

TEST(Transform, case_stack3d_b9) {
  // Mirrored exactly once: local to global and back is the identity, for every orientation and random points.
  std::mt19937 random(7);
  std::uniform_int_distribution<Dbu> length(-1'000'000, 1'000'000);
  const int rounds = testing::soak_count("transform round trips", 200);
  for (int i = 0; i < rounds; ++i) {
    for (const Row& row : kRows) {
      const Transform transform{*parse_orientation(row.orient),
                                {length(random), length(random), length(random)}};
      const Point p{length(random), length(random)};
      EXPECT_EQ(transform.inverse().apply(transform.apply(p)), p);
      const Dbu z = length(random);
      EXPECT_EQ(transform.inverse().apply_z(transform.apply_z(z)), z);
      const Transform other{*parse_orientation(kRows[static_cast<std::size_t>(i) % 16].orient),
                            {length(random), length(random), length(random)}};
      EXPECT_EQ(combine(transform, other).apply(p), other.apply(transform.apply(p)));
    }
  }
}

TEST(Transform, case_stack3d_b10) {
  // Asymmetric shapes at 90 degrees, against the generator's own table of orientations.
  std::mt19937 random(11);
  std::uniform_int_distribution<Dbu> length(1, 5000);
  for (const Row& row : kRows) {
    const Dbu w = length(random);
    const Dbu h = length(random) + 5000;
    const Transform transform =
        place({{0, 0, 0}, {w, h, 3}}, *parse_orientation(row.orient), {17, -29, 5});
    const Point p{length(random) % w, length(random)};
    test::Unit x = 0;
    test::Unit y = 0;
    test::place_point(row.orient, w, h, 17, -29, p.x, p.y, x, y);
    EXPECT_EQ(transform.apply(p), (Point{x, y})) << row.orient;
  }
}

}  // namespace
}  // namespace sealring::stack3d
