// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include "stack3d/compare.h"
#include "tests/stack3d/stack_generator.h"
#include "tests/stack3d/stack_support.h"

namespace sealring::stack3d {
namespace {

using test::check_stack;
using test::CheckedStack;
using test::replaced;
using test::TempFolder;

/// A signed-off stack; the test then changes one file.
class Signed {
 public:
  Signed() {
    test::GenStack stack = test::two_dies({.signals = 16, .supply_bumps = 1, .power_domains = 2});
    stack.with_signoff = true;
    stack.chiplet("Interposer").with_def = true;
    file_ = test::write_stack(stack, folder_.path());
  }
  void change(const std::string& name, std::string_view from, std::string_view to) {
    const std::string text = folder_.read(name);
    const std::string changed = replaced(text, from, to);
    ASSERT_NE(changed, text) << name << " has no '" << from << "'";
    folder_.write(name, changed);
  }
  CheckedStack check() const { return check_stack(file_); }
  const TempFolder& folder() const { return folder_; }

 private:
  TempFolder folder_;
  std::filesystem::path file_;
};

TEST(Signoff, CompleteProjectIsClean) {
  const CheckedStack result = Signed().check();
  EXPECT_TRUE(result.findings.empty()) << result.all();
  EXPECT_TRUE(result.outcome.not_checked.empty());
  EXPECT_EQ(result.checked("signoff_results"), 12U);
}

TEST(Signoff, MissingResult) {
  Signed stack;
  stack.change("stack.yaml", "Lower_drc.yaml, ", "");
  const CheckedStack result = stack.check();
  EXPECT_EQ(result.codes(), (std::map<std::string, std::size_t>{{"STK-0501", 1}})) << result.all();
}

TEST(Signoff, NoEntryForADieAtAll) {
  Signed stack;
  stack.change("stack.yaml", "  Upper:\n", "  Dummy:\n");
  const CheckedStack result = stack.check();
  EXPECT_TRUE(result.find("STK-0501", "'Upper' at all") != nullptr) << result.all();
}

TEST(Signoff, BoundToAnotherLayout) {
  Signed stack;
  stack.change(
      "Lower_drc.yaml", "layout_sha256: ",
      "layout_sha256: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef # ");
  const CheckedStack result = stack.check();
  EXPECT_EQ(result.codes(), (std::map<std::string, std::size_t>{{"STK-0502", 1}})) << result.all();
}

TEST(Signoff, LayoutChangedAfterwards) {
  Signed stack;
  stack.change("Lower.def", "DIVIDERCHAR", "# edited\nDIVIDERCHAR");
  const CheckedStack result = stack.check();
  EXPECT_EQ(result.count("STK-0502"), 4U) << result.all();
  EXPECT_EQ(result.count("STK-0508"), 1U) << result.all();
}

TEST(Signoff, PinMapChangedAfterwards) {
  Signed stack;
  stack.change("Lower_front.bmap", "# bumpInst", "# a new export\n# bumpInst");
  const CheckedStack result = stack.check();
  EXPECT_EQ(result.count("STK-0502"), 4U) << result.all();
}

TEST(Signoff, DecksOwnRevision) {
  Signed stack;
  stack.change("Upper_esd.yaml", "revision: \"1.4\"", "revision: \"1.3\"");
  const CheckedStack result = stack.check();
  EXPECT_EQ(result.codes(), (std::map<std::string, std::size_t>{{"STK-0503", 1}})) << result.all();
  EXPECT_NE(result.find("STK-0503")->message.find("revision '1.3'"), std::string::npos);
  stack.change("stack.yaml",
               "  Upper:\n    layout: Upper.def\n    decks:\n      drc: {name: deck_drc, revision: "
               "\"1.4\"}\n",
               "  Upper:\n    layout: Upper.def\n    decks:\n");
  EXPECT_TRUE(stack.check().find("STK-0507", "drc result of 'Upper'") != nullptr)
      << stack.check().all();
}

TEST(Signoff, BareResultIsRefused) {
  Signed stack;
  stack.folder().write("Lower_drc.yaml",
                       "schema: sealring.signoff/1\nkind: drc\nsubject: Lower\nstatus: clean\n");
  const CheckedStack result = stack.check();
  const core::Finding* finding = result.find("STK-0504");
  ASSERT_NE(finding, nullptr) << result.all();
  EXPECT_EQ(finding->kind, core::FindingClass::kInput);
  EXPECT_NE(finding->message.find("layout_sha256"), std::string::npos);
  EXPECT_NE(finding->message.find("deck"), std::string::npos);
}

TEST(Signoff, NothingRunIsNotAPass) {
  Signed stack;
  stack.change("Lower_lvs.yaml", "checks_run: 120", "checks_run: 0");
  EXPECT_TRUE(stack.check().find("STK-0504", "ran no check") != nullptr);
}

TEST(Signoff, ViolationsAndWrongSubject) {
  Signed stack;
  stack.change("Lower_drc.yaml", "status: clean\nviolations: 0", "status: findings\nviolations: 3");
  stack.change("Upper_drc.yaml", "subject: Upper", "subject: Lower");
  const CheckedStack result = stack.check();
  EXPECT_TRUE(result.find("STK-0505", "3 violations") != nullptr) << result.all();
  EXPECT_TRUE(result.find("STK-0506", "about 'Lower'") != nullptr) << result.all();
}

TEST(Identity, StaleAndUnusedDigests) {
  Signed stack;
  stack.change("top.v", "module Interposer", "// touched\nmodule Interposer");
  stack.change(
      "stack.yaml", "digests:\n",
      "digests:\n  old.bmap: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n");
  const CheckedStack result = stack.check();
  EXPECT_TRUE(result.find("STK-0508", "top.v") != nullptr) << result.all();
  EXPECT_TRUE(result.find("STK-0509", "old.bmap") != nullptr) << result.all();
}

TEST(Against, CountsReproducedGoneAndNew) {
  const TempFolder folder;
  test::SmallStack small;
  small.b_place = "    loc: [0, 0]\n    z: 10.5\n    orient: MZ_MY\n";
  const CheckedStack early = check_stack(small.write(folder), {}, Profile::kFloorplan);
  ASSERT_TRUE(early.has("STK-0312")) << early.all();
  std::string json = "{\"schema\": \"sealring.findings/1\", \"findings\": [";
  for (const core::Finding& finding : early.findings) {
    json += "{\"code\": \"" + std::string(finding.code->id) + "\", \"fingerprint\": \"" +
            core::fingerprint(finding) + "\"},";
  }
  json += "{\"code\": \"STK-0301\", \"fingerprint\": \"gone\"}]}";
  folder.write("early.json", json);
  // Later the gap is still wrong, a net is swapped (seen by the final profile only) and a bump lies outside the die.
  small.b_map = "b1 UB 90 10 s2 s2\nb2 UB 80 10 s1 s1\nb3 UB 70 10 VSS VSS\nb4 UB 101 50 - -\n";
  const CheckedStack late = check_stack(small.write(folder));
  core::CollectingSink sink;
  const core::InputReader reader(folder.path());
  const auto against = compare_runs(late.findings, folder / "early.json", reader, sink);
  ASSERT_TRUE(against);
  EXPECT_EQ(against->reproduced, early.findings.size());
  EXPECT_EQ(against->gone, 1U);
  EXPECT_EQ(against->fresh, late.findings.size() - early.findings.size());
  EXPECT_LT(against->fresh_but_visible_early, against->fresh);
  EXPECT_GT(against->fresh_but_visible_early, 0U);
}

TEST(Against, OtherDocumentsAreRefused) {
  const TempFolder folder;
  core::CollectingSink sink;
  const core::InputReader reader(folder.path());
  for (const char* text : {"{}", "[", "{\"schema\": \"sealring.findings/1\"}", "null"}) {
    EXPECT_FALSE(compare_runs({}, folder.write("x.json", text), reader, sink));
  }
  EXPECT_EQ(sink.findings.size(), 4U);
  EXPECT_EQ(sink.findings[0].code->id, "STK-0602");
}

TEST(Profiles, FloorplanListsWhatItDoesNotCheck) {
  const TempFolder folder;
  test::SmallStack small;
  small.netlist = false;
  const CheckedStack result = check_stack(small.write(folder), {}, Profile::kFloorplan);
  EXPECT_TRUE(result.findings.empty()) << result.all();
  EXPECT_FALSE(result.outcome.not_checked.empty());
  const bool connectivity =
      std::any_of(result.outcome.not_checked.begin(), result.outcome.not_checked.end(),
                  [](const core::NotChecked& item) { return item.what == "check 'connectivity'"; });
  EXPECT_TRUE(connectivity);
}

TEST(Profiles, EveryFindingOfACheckSaysWhetherItWasVisibleEarly) {
  test::SmallStack small;
  small.b_map = "b1 UB 90 10 s2 s2\nb2 UB 80 10 s1 s1\nb3 UB 70 10.5 VSS VSS\n";
  const CheckedStack result = test::check_small(small);
  ASSERT_FALSE(result.findings.empty());
  for (const core::Finding& finding : result.findings) {
    const bool said =
        std::any_of(finding.properties.begin(), finding.properties.end(),
                    [](const auto& property) { return property.first == "visible_early"; });
    EXPECT_TRUE(said) << finding.message;
  }
}

}  // namespace
}  // namespace sealring::stack3d
