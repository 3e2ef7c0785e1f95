// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/readers/bump_map.h"

#include <gtest/gtest.h>

#include <random>

#include "core/units/parse.h"
#include "stack3d/export.h"
#include "stack3d/readers/keys.h"
#include "tests/stack3d/stack_support.h"
#include "tests/support/soak.h"

namespace sealring::stack3d {
namespace {

struct Read {
  BumpMap map;
  NamePool names;
  core::CollectingSink sink;
};

Read read(const std::string& text, const core::Rational& dbu = 2000, Point offset = {}) {
  Read result;
  result.map = read_bump_map({"t.bmap", "t.bmap", "sha", text}, "die.regions.r", {dbu, offset},
                             result.names, result.sink);
  return result;
}

TEST(BumpMap, ColumnsCommentsAndBlanks) {
  const Read result =
      read("# head\n  # indented\n\n \t\r\nb1 UB 1.5 -2 p n # trailing\nb2\tUB\t3 4\t-\t-\r\n");
  EXPECT_TRUE(result.sink.findings.empty());
  ASSERT_EQ(result.map.bumps.size(), 2U);
  const Bump& one = result.map.bumps[0];
  EXPECT_EQ(result.map.name(one), "b1");
  EXPECT_EQ(one.x, 3000);
  EXPECT_EQ(one.y, -4000);
  EXPECT_EQ(result.names.text(one.port), "p");
  EXPECT_EQ(result.names.text(one.net), "n");
  const Bump& two = result.map.bumps[1];
  EXPECT_EQ(two.port, NameId::kNone);
  EXPECT_EQ(two.net, NameId::kNone);
  EXPECT_EQ(result.map.locate(one), (core::Location{"t.bmap", 5, 1, 3}));
  EXPECT_EQ(result.map.locate(two).line, 6U);
}

TEST(BumpMap, BadLinesAreNamedAndTheRestIsRead) {
  const Read result =
      read("b1 UB 1 2 p\nb2 UB 1,5 2 p n\nb3 UB 1 2 p n x\nb4 UB 1 2 p n\nb5 UB nan 2 p n\n");
  ASSERT_EQ(result.map.bumps.size(), 1U);
  ASSERT_EQ(result.sink.findings.size(), 4U);
  EXPECT_EQ(result.sink.findings[0].code->id, "STK-0121");
  EXPECT_EQ(result.sink.findings[0].location.line, 1U);
  EXPECT_EQ(result.sink.findings[1].code->id, "STK-0122");
  EXPECT_EQ(result.sink.findings[1].location, (core::Location{"t.bmap", 2, 7, 0}));
  EXPECT_EQ(result.sink.findings[2].code->id, "STK-0121");
  EXPECT_EQ(result.sink.findings[3].code->id, "STK-0122");
}

TEST(BumpMap, NothingUsableIsNotAnEmptyFace) {
  EXPECT_EQ(read("# only a comment\n").sink.findings.at(0).code->id, "STK-0123");
}

TEST(BumpMap, ManyBadLinesAreCountedExactly) {
  std::string text = "ok UB 1 2 p n\n";
  for (int i = 0; i < 1500; ++i) text += "bad line\n";
  const Read result = read(text);
  ASSERT_EQ(result.sink.findings.size(), kListedLines + 1);
  EXPECT_NE(result.sink.findings.back().message.find("1500 such lines"), std::string::npos);
}

TEST(BumpMap, case_stack3d_c7) {
  // Centres, exact decimals to the grid, halves away from zero, off-grid values said once with their number.
  const Read result =
      read("a C 1036.800 5991.840 - -\nb C 0.00025 -0.00025 - -\nc C 0.00024 0 - -\n", 2000);
  ASSERT_EQ(result.map.bumps.size(), 3U);
  EXPECT_EQ(result.map.bumps[0].x, 2'073'600);
  EXPECT_EQ(result.map.bumps[0].y, 11'983'680);
  EXPECT_EQ(result.map.bumps[1].x, 1);
  EXPECT_EQ(result.map.bumps[1].y, -1);
  EXPECT_EQ(result.map.bumps[2].x, 0);
  ASSERT_EQ(result.sink.findings.size(), 1U);
  EXPECT_EQ(result.sink.findings[0].code->id, "STK-0114");
  EXPECT_NE(result.sink.findings[0].message.find("3 coordinates"), std::string::npos)
      << result.sink.findings[0].message;
}

TEST(BumpMap, NumbersAgreeWithExactArithmetic) {
  std::mt19937_64 random(3);
  const int rounds = testing::soak_count("bump map numbers", 2000);
  for (int i = 0; i < rounds; ++i) {
    std::string text = random() % 2 == 0 ? "-" : "";
    const int whole = static_cast<int>(random() % 7);
    for (int d = 0; d <= whole; ++d) text += static_cast<char>('0' + random() % 10);
    const int digits = static_cast<int>(random() % 8);
    if (digits > 0) text += '.';
    for (int d = 0; d < digits; ++d) text += static_cast<char>('0' + random() % 10);
    if (random() % 16 == 0) text += "e" + std::to_string(static_cast<int>(random() % 4) - 2);
    const core::Rational scale =
        random() % 4 == 0 ? core::Rational(1961, 1) * core::Rational(49, 50) : core::Rational(2000);
    const Read result = read("b C " + text + " 0 p n\n", scale);
    const auto exact = core::parse_decimal(text);
    ASSERT_TRUE(exact) << text;
    ASSERT_EQ(result.map.bumps.size(), 1U) << text;
    EXPECT_EQ(result.map.bumps[0].x, round_half_away(*exact * scale)) << text;
  }
}

TEST(BumpMap, OffsetAndLocationsOfManyLines) {
  std::string text;
  for (int i = 0; i < 2000; ++i)
    text += "b" + std::to_string(i) + " UB " + std::to_string(i) + " 0 p n\n";
  const Read result = read(text, 1000, {7, 9});
  ASSERT_EQ(result.map.bumps.size(), 2000U);
  EXPECT_EQ(result.map.bumps[5].x, 5007);
  EXPECT_EQ(result.map.bumps[5].y, 9);
  for (int i : {0, 1, 255, 256, 257, 1999}) {
    EXPECT_EQ(result.map.locate(result.map.bumps[static_cast<std::size_t>(i)]).line,
              static_cast<std::uint32_t>(i + 1));
  }
}

TEST(BumpMap, case_stack3d_c4) {
  // Port, net and DEF are compared independently; a three-way mismatch names all three.
  test::TempFolder folder;
  test::SmallStack stack;
  stack.a_extra = "    external:\n      DEF_file: A.def\n";
  stack.a_map = "a1 UB 10 10 s1 s2\na2 UB 20 10 s2 s2\na3 UB 30 10 VSS VSS\n";
  const auto file = stack.write(folder);
  folder.write("A.def",
               "VERSION 5.8 ;\nDESIGN A ;\nUNITS DISTANCE MICRONS 2000 ;\nDIEAREA ( 0 0 ) ( 200000 "
               "200000 ) ;\nPINS 3 ;\n"
               "- s1 + NET net1 ;\n- s2 + NET s2 ;\n- VSS + NET VSS ;\nEND PINS\nEND DESIGN\n");
  const auto result = test::check_stack(file);
  const core::Finding* finding = result.find("STK-0128");
  ASSERT_NE(finding, nullptr) << result.all();
  for (const char* part : {"'s1'", "'s2'", "'net1'"}) {
    EXPECT_NE(finding->message.find(part), std::string::npos) << finding->message;
  }
  EXPECT_FALSE(result.has("STK-0127")) << result.all();
}

TEST(BumpMap, case_stack3d_c10) {
  test::SmallStack stack;
  stack.a_map = "a1 UB 10 10 s1 s1\na2 UB 20 10 s2 s2\na1 UB 30 10 VSS VSS\n";
  const auto result = test::check_small(stack);
  const core::Finding* finding = result.find("STK-0124");
  ASSERT_NE(finding, nullptr) << result.all();
  EXPECT_EQ(finding->location.line, 3U);
  ASSERT_EQ(finding->notes.size(), 1U);
  EXPECT_EQ(finding->notes[0].location.line, 1U);
  test::SmallStack same_place;
  same_place.a_map =
      "a1 UB 10 10 s1 s1\na2 UB 20 10 s2 s2\na3 UB 30 10 VSS VSS\na4 UB 30 10 VSS VSS\n";
  EXPECT_TRUE(test::check_small(same_place).find("STK-0124", "same place") != nullptr);
}

TEST(BumpMap, case_stack3d_c14) {
  // A bump list as a table, in and out: what is written reads back the same.
  const test::TempFolder folder;
  test::SmallStack stack;
  const auto file = stack.write(folder);
  folder.write(
      "B.csv",
      "net,name,x,y,port,cell\ns1,b1,90,10,s1,UB\ns2,b2,80,10,s2,UB\n\nVSS,\"b3\",70,10,VSS,UB\n");
  folder.write("dies.3dbv", test::replaced(folder.read("dies.3dbv"), "B.bmap", "B.csv"));
  const auto result = test::check_stack(file);
  EXPECT_TRUE(result.findings.empty()) << result.all();
  EXPECT_EQ(result.stack->chiplets[1]
                .regions[0]
                .map.locate(result.stack->chiplets[1].regions[0].map.bumps[2])
                .line,
            5U);
  const auto lists = export_bump_lists(*result.stack);
  ASSERT_EQ(lists.size(), 2U);
  folder.write("B.csv", lists[1].second);
  const auto again = test::check_stack(file);
  EXPECT_TRUE(again.findings.empty()) << again.all();
  EXPECT_EQ(export_bump_lists(*again.stack), lists);
  folder.write("B.csv", "name,x\nb1,90\n");
  EXPECT_TRUE(test::check_stack(file).find("STK-0102", "no column 'y'") != nullptr);
}

TEST(BumpMap, PortWithoutNetIsANote) {
  test::SmallStack stack;
  stack.a_map = "a1 UB 10 10 s1 -\na2 UB 20 10 s2 -\na3 UB 30 10 VSS -\n";
  const auto result = test::check_small(stack);
  ASSERT_TRUE(result.find("STK-0125", "3 bumps") != nullptr) << result.all();
  EXPECT_EQ(result.findings.size(), 1U) << result.all();
}

}  // namespace
}  // namespace sealring::stack3d
