// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/pads.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "tests/stack3d/stack_support.h"

namespace sealring::stack3d {
namespace {

using test::check_stack;
using test::CheckedStack;
using test::SmallStack;
using test::TempFolder;

constexpr const char* kRules =
    "schema: sealring.stack-rules/1\nrevision: \"1\"\n"
    "seal_ring: {keep_out_um: 2}\n"
    "bumps: {classes: {dummy: [\"DMY*\"]}}\n"
    "dummy_pads: {cell: DMY, size_um: 4, pitch_um: 10, spacing_um: 3}\n";

struct Row {
  std::string name;
  double x = 0;
  double y = 0;
};

std::vector<Row> rows_of(const std::string& map) {
  std::vector<Row> rows;
  std::istringstream lines(map);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    Row row;
    std::string cell;
    words >> row.name >> cell >> row.x >> row.y;
    rows.push_back(row);
  }
  return rows;
}

TEST(Pads, ThePlannedMapsAreCleanAndEveryPadMeetsAPad) {
  const TempFolder folder;
  const auto file = SmallStack().write(folder);
  const auto rules = folder.write("rules.yaml", kRules);
  const CheckedStack before = check_stack(file, rules);
  ASSERT_TRUE(before.stack);
  EXPECT_TRUE(before.findings.empty()) << before.all();
  const PadPlan plan = plan_pads(*before.stack, before.rules);
  ASSERT_EQ(plan.fields.size(), 1U);
  EXPECT_EQ(plan.fields[0].refused, "");
  // 11 x 11 places on a 100 x 100 um overlap; the outer ring of 40 crosses the border; three hold a bump.
  EXPECT_EQ(plan.fields[0].on_ring, 40U);
  EXPECT_EQ(plan.fields[0].near_bump, 3U);
  EXPECT_EQ(plan.pads(), 121U - 40U - 3U);
  EXPECT_EQ(plan.fields[0].bumps, 6U);
  ASSERT_EQ(plan.maps.size(), 2U);
  folder.write("A.bmap", plan.maps[0].second);
  folder.write("B.bmap", plan.maps[1].second);
  const CheckedStack after = check_stack(file, rules);
  EXPECT_TRUE(after.findings.empty()) << after.all();
  EXPECT_EQ(after.checked("matched_pairs"), 3U + plan.pads());
  EXPECT_EQ(after.checked("unpaired_bumps"), 0U);
}

TEST(Pads, SpacingAndRingsHoldByCountingInTheMapsThemselves) {
  const TempFolder folder;
  SmallStack small;
  small.a_map = "a1 UB 31.5 17.25 s1 s1\na2 UB 52 60 s2 s2\na3 UB 77 41 VSS VSS\n";
  small.b_map = "b1 UB 68.5 17.25 s1 s1\nb2 UB 48 60 s2 s2\nb3 UB 23 41 VSS VSS\n";
  small.a_extra = "    seal_ring_width: [4, 4, 4, 4]\n";
  small.b_extra = small.a_extra;
  const auto file = small.write(folder);
  const auto rules = folder.write("rules.yaml", kRules);
  const CheckedStack stack = check_stack(file, rules);
  ASSERT_TRUE(stack.stack);
  const PadPlan plan = plan_pads(*stack.stack, stack.rules);
  ASSERT_EQ(plan.maps.size(), 2U) << plan.fields[0].refused;
  EXPECT_GT(plan.pads(), 40U);
  for (const auto& [name, map] : plan.maps) {
    const std::vector<Row> rows = rows_of(map);
    EXPECT_EQ(rows.size(), 3U + plan.pads()) << name;
    for (std::size_t i = 3; i < rows.size(); ++i) {
      // Outline 108 x 108 um: ring 4, keep-out 2, half a pad 2.
      EXPECT_GE(std::min(rows[i].x, rows[i].y), 8) << rows[i].name;
      for (std::size_t j = 0; j < rows.size(); ++j) {
        if (i == j) continue;
        // Both are squares of 4 um: without LEF a bump counts as large as a pad.
        const double dx = std::max(0.0, std::abs(rows[i].x - rows[j].x) - 4);
        const double dy = std::max(0.0, std::abs(rows[i].y - rows[j].y) - 4);
        EXPECT_GE(std::hypot(dx, dy), 3) << rows[i].name << " and " << rows[j].name;
      }
    }
  }
}

TEST(Pads, AnInterfaceThatOneMapCannotAnswerIsRefused) {
  const TempFolder folder;
  SmallStack small;
  small.connection += "  d:\n    top: u_b.regions.front\n    bot: u_a.regions.front\n";
  const CheckedStack twice = check_stack(small.write(folder), folder.write("rules.yaml", kRules));
  ASSERT_TRUE(twice.stack);
  const PadPlan plan = plan_pads(*twice.stack, twice.rules);
  ASSERT_EQ(plan.fields.size(), 2U);
  EXPECT_NE(plan.fields[0].refused.find("used by 2 connections"), std::string::npos);
  EXPECT_TRUE(plan.maps.empty());
  EXPECT_EQ(plan.pads(), 0U);
}

TEST(Pads, APitchBelowSizeAndSpacingIsABadRule) {
  const CheckedStack result =
      test::check_small({}, "dummy_pads: {cell: DMY, size_um: 4, pitch_um: 6, spacing_um: 3}\n");
  ASSERT_TRUE(result.find("STK-0103", "at least size_um and spacing_um together") != nullptr)
      << result.all();
  EXPECT_FALSE(result.rules.dummy_pads);
}

}  // namespace
}  // namespace sealring::stack3d
