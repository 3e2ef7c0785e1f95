// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include "stack3d/codes.h"
#include "stack3d/readers/source.h"
#include "tests/stack3d/stack_support.h"

namespace sealring::stack3d {
namespace {

using test::check_small;
using test::check_stack;
using test::CheckedStack;
using test::SmallStack;
using test::TempFolder;

TEST(SmallStackDescription, IsClean) {
  const CheckedStack result = check_small({});
  EXPECT_TRUE(result.findings.empty()) << result.all();
  EXPECT_TRUE(result.outcome.not_checked.empty());
  EXPECT_EQ(result.checked("bumps"), 6U);
  EXPECT_EQ(result.checked("matched_pairs"), 3U);
  EXPECT_EQ(result.checked("nets"), 3U);
}

TEST(Codes, AreUniqueAndDocumented) {
  std::set<std::string_view> ids;
  std::set<std::string_view> slugs;
  std::string_view last;
  for (const core::Code* code : code_table()) {
    EXPECT_TRUE(ids.insert(code->id).second) << code->id;
    EXPECT_TRUE(slugs.insert(code->slug).second) << code->slug;
    EXPECT_LT(last, code->id);
    last = code->id;
    for (const std::string_view text : {code->means, code->matters, code->fix, code->example}) {
      EXPECT_FALSE(text.empty()) << code->id;
    }
  }
}

TEST(Description, UnknownKeyIsAWarningWithASuggestion) {
  SmallStack stack;
  stack.a_extra = "    thicknes: 5\n";
  const CheckedStack result = check_small(stack);
  const core::Finding* finding = result.find("STK-0101");
  ASSERT_NE(finding, nullptr) << result.all();
  EXPECT_EQ(finding->severity, core::Severity::kWarning);
  EXPECT_NE(finding->message.find("did you mean 'thickness'"), std::string::npos)
      << finding->message;
  EXPECT_EQ(finding->location.line, 10U);
  EXPECT_EQ(finding->location.column, 5U);
}

TEST(Description, MissingKeys) {
  SmallStack stack;
  stack.b_place = "    loc: [0, 0]\n    z: 10\n";
  const CheckedStack result = check_small(stack);
  EXPECT_TRUE(result.has("STK-0102")) << result.all();
  EXPECT_TRUE(result.has("STK-0136")) << result.all();
}

TEST(Description, case_stack3d_a7) {
  // Absent is not 0: a missing z is an error, and nothing is placed by guess; the frame is printed.
  SmallStack stack;
  stack.b_place = "    loc: [0, 0]\n    orient: MZ_MY\n";
  const CheckedStack result = check_small(stack);
  EXPECT_TRUE(result.find("STK-0102", "'z'") != nullptr) << result.all();
  ASSERT_TRUE(result.stack);
  EXPECT_FALSE(result.stack->tiers[1].placed);
  ASSERT_FALSE(result.outcome.sections.empty());
  EXPECT_NE(result.outcome.sections[0].title.find("frame of the stack"), std::string::npos);
}

TEST(Description, BadValues) {
  SmallStack stack;
  stack.a_extra = "    seal_ring_width: [1, 2]\n    tsv: perhaps\n";
  stack.b_extra = "    shrink: -1\n";
  const CheckedStack result = check_small(stack);
  EXPECT_EQ(result.count("STK-0103"), 3U) << result.all();
  for (const core::Finding& finding : result.findings) {
    if (finding.code->id == "STK-0103") {
      EXPECT_NE(finding.location.line, 0U);
    }
  }
}

TEST(Description, UnknownUnitIsRefused) {
  SmallStack stack;
  stack.header = "Header:\n  version: \"3\"\n  unit: parsec\n  precision: 2000\n";
  EXPECT_TRUE(check_small(stack).find("STK-0103", "parsec") != nullptr);
}

TEST(Description, UnitNanometreIsApplied) {
  SmallStack stack;
  stack.header = "Header:\n  version: \"3\"\n  unit: nm\n  precision: 2\n";
  const TempFolder folder;
  const CheckedStack result = check_stack(stack.write(folder));
  ASSERT_TRUE(result.stack);
  EXPECT_EQ(result.stack->dbu_per_um, 2000);
  EXPECT_EQ(result.stack->chiplets[0].design_width, 200);  // 100 nm
}

TEST(Description, UnknownReferences) {
  SmallStack stack;
  stack.connection =
      "  c:\n    top: u_b.regions.fron\n    bot: u_x.regions.front\n    thickness: 0\n";
  const CheckedStack result = check_small(stack);
  EXPECT_TRUE(result.find("STK-0104", "did you mean 'front'") != nullptr) << result.all();
  EXPECT_TRUE(result.find("STK-0104", "no die 'u_x'") != nullptr) << result.all();
}

TEST(Description, DefinedTwice) {
  const TempFolder folder;
  const auto file = SmallStack{}.write(folder);
  folder.write("again.3dbv", folder.read("dies.3dbv"));
  folder.write("top.3dbx",
               test::replaced(folder.read("top.3dbx"), "[dies.3dbv]", "[dies.3dbv, again.3dbv]"));
  const CheckedStack result = check_stack(file);
  EXPECT_EQ(result.count("STK-0105"), 2U) << result.all();
}

TEST(Description, DuplicateYamlKeyIsReported) {
  SmallStack stack;
  stack.a_region = "      front:\n        side: back\n";
  EXPECT_TRUE(check_small(stack).has("IO-0102"));
}

TEST(Region, case_stack3d_a4) {
  SmallStack stack;
  stack.coords = "        coords: [[0, 0], [100, 0], [120, 90], [-5, 100]]\n";
  const CheckedStack result = check_small(stack);
  const core::Finding* finding = result.find("STK-0106");
  ASSERT_NE(finding, nullptr) << result.all();
  EXPECT_NE(finding->message.find("bounding box"), std::string::npos);
}

TEST(Region, case_stack3d_a3) {
  SmallStack polygon;
  polygon.coords = "        coords: [[0, 0], [100, 0], [100, 100], [0, 100], [50, 50]]\n";
  EXPECT_TRUE(check_small(polygon).find("STK-0107", "A.regions.front") != nullptr);
  SmallStack none;
  none.coords = "";
  const CheckedStack result = check_small(none);
  EXPECT_TRUE(result.find("STK-0108", "A.regions.front") != nullptr) << result.all();
  ASSERT_TRUE(result.stack);
  EXPECT_FALSE(result.stack->chiplets[0].regions[0].box);
}

TEST(Region, case_stack3d_a10) {
  const TempFolder folder;
  const auto file = folder.write(
      "h.3dbv",
      "Header:\n  precision: 1000\nChipletDef:\n  Sub:\n    type: hier\n    regions:\n      r:\n"
      "        side: front\n");
  const CheckedStack result = check_stack(file);
  EXPECT_TRUE(result.find("STK-0109", "'Sub'") != nullptr) << result.all();
  EXPECT_TRUE(result.has("STK-0110"));
}

TEST(Description, OrientationNonsenseListsTheLegalWords) {
  SmallStack stack;
  stack.b_place = "    loc: [0, 0]\n    z: 10\n    orient: R45\n";
  const core::Finding* finding = nullptr;
  const CheckedStack result = check_small(stack);
  finding = result.find("STK-0111");
  ASSERT_NE(finding, nullptr) << result.all();
  EXPECT_NE(finding->message.find("MZ_MX_R90"), std::string::npos);
}

TEST(Description, PrecisionsAreUnited) {
  const TempFolder folder;
  const auto file = SmallStack{}.write(folder);
  folder.write("dies.3dbv",
               test::replaced(folder.read("dies.3dbv"), "precision: 2000", "precision: 1500"));
  const CheckedStack result = check_stack(file);
  EXPECT_TRUE(result.find("STK-0112", "6000 are used") != nullptr) << result.all();
  EXPECT_EQ(result.stack->dbu_per_um, 6000);
  EXPECT_EQ(result.checked("matched_pairs"), 3U);
}

TEST(Defines, case_stack3d_a12) {
  core::CollectingSink sink;
  core::InputFile file{"t", "t.3dbv", "",
                       "#!define A x\n#!define AREA y\n#!define B z\nk: A/AREA/DATA\n# B\n"};
  apply_defines(file, sink);
  EXPECT_NE(file.text.find("k: x/y/DATA"), std::string::npos) << file.text;
  // B is not used (a comment does not count); A stands inside DATA; the value of none holds another.
  std::size_t unused = 0;
  std::size_t hidden = 0;
  for (const core::Finding& finding : sink.findings) {
    EXPECT_EQ(finding.code->id, "STK-0113");
    unused += finding.message.find("not used") != std::string::npos ? 1U : 0U;
    hidden += finding.message.find("longer word") != std::string::npos ? 1U : 0U;
  }
  EXPECT_EQ(unused, 1U);
  EXPECT_GE(hidden, 1U);
}

TEST(Defines, NestedAndRepeatedAreReported) {
  core::CollectingSink sink;
  core::InputFile file{"t", "t.3dbv", "", "#!define P q\n#!define P r\n#!define N P/x\nk: N\n"};
  apply_defines(file, sink);
  EXPECT_NE(file.text.find("k: P/x"), std::string::npos);
  EXPECT_GE(sink.findings.size(), 2U);
}

TEST(Description, OffGridLengthsAreExactlyRounded) {
  SmallStack stack;
  stack.a_map = "a1 UB 10.0001 10 s1 s1\na2 UB 20 10 s2 s2\na3 UB 30 10 VSS VSS\n";
  const CheckedStack result = check_small(stack);
  const core::Finding* finding = result.find("STK-0114");
  ASSERT_NE(finding, nullptr) << result.all();
  EXPECT_NE(finding->message.find("10.0001"), std::string::npos);
  EXPECT_EQ(result.checked("matched_pairs"), 3U);
}

TEST(Includes, Problems) {
  const TempFolder folder;
  folder.write("a.3dbx",
               "Header:\n  precision: 1000\n  include: [none*.3dbv, notes.txt, b.3dbx]\nDesign:\n  "
               "name: a\n");
  folder.write("b.3dbx", "Header:\n  precision: 1000\n  include: [a.3dbx]\nDesign:\n  name: b\n");
  folder.write("notes.txt", "x");
  const CheckedStack result = check_stack(folder.path() / "a.3dbx");
  EXPECT_EQ(result.count("STK-0115"), 3U) << result.all();
}

TEST(Includes, MissingFileNamesTheLine) {
  const TempFolder folder;
  const auto file = folder.write(
      "a.3dbx", "Header:\n  precision: 1000\n  include:\n    - gone.3dbv\nDesign:\n  name: a\n");
  const CheckedStack result = check_stack(file);
  const core::Finding* finding = result.find("IO-0001");
  ASSERT_NE(finding, nullptr) << result.all();
  EXPECT_EQ(finding->location.line, 4U);
}

TEST(Includes, case_stack3d_a13) {
  // The file on the command line is the top, whatever else is read.
  const TempFolder folder;
  SmallStack{}.write(folder);
  const auto top = folder.write(
      "whole.3dbx",
      "Header:\n  precision: 2000\n  include: [top.3dbx, pair.3dbv]\nDesign:\n  name: whole\n"
      "ChipletInst:\n  u:\n    reference: top\nStack:\n  u:\n    loc: [1000, 0]\n    z: 5\n    "
      "orient: R90\n");
  folder.write("pair.3dbv", "Header:\n  precision: 2000\nChipletDef:\n  top:\n    type: hier\n");
  const CheckedStack result = check_stack(top);
  ASSERT_TRUE(result.stack);
  EXPECT_EQ(result.stack->design, "whole");
  ASSERT_EQ(result.stack->tiers.size(), 2U) << result.all();
  EXPECT_EQ(result.stack->tiers[0].path, "u/u_a");
  EXPECT_EQ(result.stack->tiers[0].box.low, (Point3{2'000'000, 0, 10'000}));
  EXPECT_EQ(result.checked("matched_pairs"), 3U);
}

TEST(External, case_stack3d_a1) {
  // Scalars and lists; two DEF files for one die are refused with both names.
  SmallStack stack;
  stack.a_extra = "    external:\n      def_file: [one.def, two.def]\n      LEF_file: x*.lef\n";
  const CheckedStack result = check_small(stack);
  const core::Finding* finding = result.find("STK-0117");
  ASSERT_NE(finding, nullptr) << result.all();
  EXPECT_NE(finding->message.find("one.def"), std::string::npos);
  EXPECT_NE(finding->message.find("two.def"), std::string::npos);
  EXPECT_TRUE(result.has("STK-0116")) << result.all();
  EXPECT_TRUE(result.find("IO-0001", "one.def") != nullptr);
}

TEST(External, DefNamedTwiceIsAConflict) {
  const TempFolder folder;
  SmallStack stack;
  stack.a_extra = "    external:\n      DEF_file: a.def\n";
  const auto file = stack.write(folder);
  folder.write("top.3dbx", test::replaced(folder.read("top.3dbx"), "reference: A\n",
                                          "reference: A\n    external:\n      def_file: b.def\n"));
  EXPECT_TRUE(check_stack(file).find("STK-0137", "b.def") != nullptr);
}

TEST(Keys, OffsetIsRefusedOrApplied) {
  SmallStack stack;
  stack.a_extra = "    offset: [5, 0]\n";
  EXPECT_TRUE(check_small(stack).find("STK-0117", "offset") != nullptr);
  // Applied: A's bumps move by 5 um, so B must stand 5 um further.
  stack.b_place = "    loc: [5, 0]\n    z: 10\n    orient: MZ_MY\n";
  stack.coords = "        coords: [[0, 0], [95, 0], [95, 100], [0, 100]]\n";
  const CheckedStack result = check_small(stack, "offset: shift-layout\n");
  EXPECT_FALSE(result.has("STK-0117")) << result.all();
  EXPECT_EQ(result.checked("matched_pairs"), 3U) << result.all();
}

TEST(Keys, ShrinkIsAppliedAndSaid) {
  SmallStack stack;
  stack.a_extra = "    shrink: 0.5\n";
  stack.a_map = "a1 UB 20 20 s1 s1\na2 UB 40 20 s2 s2\na3 UB 60 20 VSS VSS\n";
  const CheckedStack result = check_small(stack);
  EXPECT_TRUE(result.has("STK-0118")) << result.all();
  EXPECT_EQ(result.checked("matched_pairs"), 3U);
  EXPECT_EQ(result.stack->chiplets[0].outline.high.x, 100'000);  // 50 um
}

TEST(Keys, CadLayerAndPmapAreNamed) {
  SmallStack stack;
  stack.a_extra = "    cad_layer:\n      108;101:\n        type: design_area\n";
  stack.a_region = "        pmap: x.pmap\n";
  const CheckedStack result = check_small(stack);
  EXPECT_TRUE(result.has("STK-0119")) << result.all();
  EXPECT_TRUE(result.has("STK-0120")) << result.all();
  ASSERT_EQ(result.outcome.not_checked.size(), 1U);
  SmallStack wrong;
  wrong.a_extra =
      "    seal_ring_width: [1, 1, 1, 1]\n    cad_layer:\n      108;102: {type: seal_ring, width: "
      "[2, 2, 2, 2]}\n"
      "      x: {type: scribe_line}\n";
  const CheckedStack again = check_small(wrong);
  EXPECT_TRUE(again.has("STK-0117")) << again.all();
  EXPECT_TRUE(again.has("STK-0103")) << again.all();
}

TEST(Description, UnusedDefinitionIsANote) {
  SmallStack stack;
  const TempFolder folder;
  const auto file = stack.write(folder);
  std::string dies = folder.read("dies.3dbv") +
                     "  Spare:\n    type: die\n    design_area: [1, 1]\n    thickness: 1\n";
  folder.write("dies.3dbv", dies);
  EXPECT_TRUE(check_stack(file).find("STK-0135", "Spare") != nullptr);
}

TEST(Description, ThreeNumbersInLocAreXyz) {
  SmallStack stack;
  stack.b_place = "    loc: [0, 0, 10]\n    orient: MZ_MY\n";
  EXPECT_TRUE(check_small(stack).findings.empty());
}

TEST(Description, TabsBackslashesAndCarriageReturns) {
  const TempFolder folder;
  const auto file = SmallStack{}.write(folder);
  std::string text;
  for (const char c : folder.read("top.3dbx"))
    text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  text = test::replaced(text, "[dies.3dbv]", "['.\\dies.3dbv']");
  text = test::replaced(text, "  u_a:\r\n    reference", "\tu_a:\r\n\t\treference");
  folder.write("top.3dbx", text);
  const CheckedStack result = check_stack(file);
  EXPECT_TRUE(result.findings.empty()) << result.all();
}

TEST(Description, case_stack3d_a6) {
  // One message with file, line, column and key path; not a chain of repeated texts.
  SmallStack stack;
  stack.b_place = "    loc: [0, zero]\n    z: 10\n    orient: MZ_MY\n";
  const CheckedStack result = check_small(stack);
  const core::Finding* finding = result.find("STK-0103");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(result.count("STK-0103"), 1U);
  EXPECT_NE(finding->location.column, 0U);
  EXPECT_NE(finding->message.find("'loc' of 'u_b'"), std::string::npos);
}

TEST(Description, case_stack3d_a15) {
  // Results depend on the inputs only: the same stack twice gives the same findings in the same order.
  SmallStack stack;
  stack.a_map = "a1 UB 10 10 s2 s2\na2 UB 20 10 s1 s1\na3 UB 33 10 VSS VSS\n";
  EXPECT_EQ(check_small(stack).all(), check_small(stack).all());
}

TEST(Description, HugeCoordinatesAreRefused) {
  SmallStack stack;
  stack.a_place = "    loc: [1e15, 0]\n    z: 0\n    orient: R0\n";
  EXPECT_TRUE(check_small(stack).has("STK-0103"));
  SmallStack wide;
  wide.a_map = "a1 UB 10 10 s1 s1\na2 UB 20 10 s2 s2\na3 UB 300000000 10 VSS VSS\n";
  EXPECT_TRUE(check_small(wide).has("STK-0138"));
}

TEST(Description, TruncatedAndBrokenFilesNeverCrash) {
  const TempFolder folder;
  const auto file = SmallStack{}.write(folder);
  const std::string whole = folder.read("top.3dbx");
  for (std::size_t cut = 0; cut < whole.size(); cut += 7) {
    folder.write("top.3dbx", whole.substr(0, cut));
    const CheckedStack result = check_stack(file);
    // An empty or halved description is never clean.
    if (cut + 30 < whole.size()) {
      EXPECT_FALSE(result.findings.empty()) << cut;
    }
  }
}

}  // namespace
}  // namespace sealring::stack3d
