// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sdcgen/diff.h"
#include "sdcgen/generate.h"
#include "tests/sdcgen/rich_soc.h"

namespace sealring::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::filesystem::path example(const std::string& name) {
  return std::filesystem::path(SEALRING_SOURCE_DIR) / "examples/serdes56g" / name;
}

/// "kind instance/object: before -> after"
std::vector<std::string> words(const sdcgen::DiffResult& result) {
  std::vector<std::string> list;
  for (const sdcgen::Change& change : result.changes)
    list.push_back(change.kind + " " + change.instance + "/" + change.object + ": " +
                   change.before + " -> " + change.after);
  return list;
}

/// Text of one instance in an SDC: from its header to the next one.
std::string section(const std::string& sdc, const std::string& instance) {
  const std::size_t at = sdc.find("# instance " + instance + ",");
  std::size_t next = sdc.find("\n# instance ", at + 1);
  if (next == std::string::npos) next = sdc.find("\n# design", at + 1);
  EXPECT_NE(at, std::string::npos);
  return sdc.substr(at, next - at);
}

/// Both revisions of the example chip, generated and proved once.
class ChipRevisions : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new Scratch;
    for (const char* revision : {"rev1", "rev2"}) {
      sdcgen::GenerateOptions options;
      options.config = example(std::string("chip_") + revision + ".yaml");
      options.out_dir = *folder_ / revision;
      options.prove = sdcgen::ProofMode::kRequire;
      options.sta = core::find_tool("sta").value_or("").string();
      core::SystemProcessRunner runner;
      core::CollectingSink sink;
      const auto result =
          sdcgen::generate(core::InputReader(example("").parent_path()), options, runner, sink);
      proved_ = proved_ && result && result->views.size() == 4;
      for (std::size_t i = 0; result && i < result->views.size(); ++i)
        proved_ = proved_ && result->views[i].proof.status == sdcgen::ProofStatus::kProved;
      if (!proved_) ADD_FAILURE() << brief(sink.findings);
    }
  }
  static void TearDownTestSuite() { delete folder_; }

  static std::string sdc(const std::string& revision, const std::string& view) {
    return read_bytes(*folder_ / (revision + "/chip." + view + ".sdc"));
  }

  static Scratch* folder_;
  static bool proved_;
};
Scratch* ChipRevisions::folder_ = nullptr;
bool ChipRevisions::proved_ = true;

TEST_F(ChipRevisions, EveryViewOfBothIsProved) {
  EXPECT_TRUE(proved_);
}

TEST_F(ChipRevisions, TheChangeListIsExact) {
  core::CollectingSink sink;
  const auto result =
      sdcgen::diff_documents(core::InputReader(example("").parent_path()),
                             example("chip_rev1.yaml"), example("chip_rev2.yaml"), {}, sink);
  ASSERT_TRUE(result.compared);
  EXPECT_THAT(words(result),
              ElementsAre("instance-moved s2/: u_core/u_s2 -> u_core/u_io/u_s2",
                          HasSubstr("design-netlist /: "), "mode s2/func: eth_56g -> pcie_g5",
                          "clock-on s2/pipe_clk: unused -> 1 ns"));
  EXPECT_THAT(result.unchanged, ElementsAre("s0", "s1", "bus0"));
  ASSERT_EQ(result.recheck.size(), 4U);
  for (const sdcgen::Recheck& recheck : result.recheck)
    EXPECT_THAT(recheck.instances, ElementsAre("s2"));
}

TEST_F(ChipRevisions, TheNewClockIsThereTheOldPathIsNowhereAndTheOthersAreTheSameBytes) {
  for (const char* view :
       {"func.pre-cts.tt_ns", "func.pre-cts.tt_ps", "func.signoff.tt_ns", "func.signoff.tt_ps"}) {
    const std::string before = sdc("rev1", view);
    const std::string after = sdc("rev2", view);
    EXPECT_THAT(before, Not(HasSubstr("s2_pipe_clk")));
    EXPECT_THAT(after, HasSubstr("create_generated_clock -name {s2_pipe_clk}"));
    EXPECT_THAT(before, HasSubstr("u_core/u_s2/"));
    EXPECT_THAT(after, Not(HasSubstr("u_core/u_s2/")));
    EXPECT_THAT(after, HasSubstr("set_false_path -hold -to [get_pins {u_core/u_io/u_s2/u_tx0/D}]"));
    for (const char* instance : {"s0", "s1", "bus0"})
      EXPECT_EQ(section(before, instance), section(after, instance)) << view;
    EXPECT_NE(section(before, "s2"), section(after, "s2"));
  }
}

/// Two configurations of the small project that differ by one edit.
class SmallDiff : public ::testing::Test {
 protected:
  sdcgen::DiffResult diff() {
    soc.write();
    folder_texts();
    core::CollectingSink sink;
    auto result =
        sdcgen::diff_documents(core::InputReader(soc.folder.path()), soc.folder / "old.yaml",
                               soc.folder / "soc.yaml", {}, sink);
    findings = std::move(sink.findings);
    return result;
  }

  /// The first state of every file under another name.
  void keep() {
    old_config =
        replaced(replaced(soc.config, "phy.yaml", "phy_old.yaml"), "phy0.csv", "phy0_old.csv");
    old_spec = soc.spec;
    old_table = soc.table;
  }

  void folder_texts() {
    soc.folder.write("old.yaml", old_config);
    soc.folder.write("phy_old.yaml", old_spec);
    soc.folder.write("phy0_old.csv", old_table);
  }

  RichSoc soc;
  std::string old_config;
  std::string old_spec;
  std::string old_table;
  std::vector<core::Finding> findings;
};

TEST_F(SmallDiff, NothingChangedIsNothing) {
  keep();
  const auto result = diff();
  EXPECT_TRUE(result.compared) << brief(findings);
  EXPECT_THAT(words(result), IsEmpty());
  EXPECT_THAT(result.unchanged, ElementsAre("phy0"));
  EXPECT_THAT(result.recheck, IsEmpty());
}

TEST_F(SmallDiff, CommentsAndOrderOfRowsAreNoChange) {
  keep();
  soc.table = "# reordered\nclock,period_ps\nbist,0\nrx,1000\nref,10000\nrx_div,derived\n";
  EXPECT_THAT(words(diff()), IsEmpty());
}

TEST_F(SmallDiff, PeriodsClocksAndRelationsAreNamedOnce) {
  keep();
  soc.table =
      "clock,period_ps,setup_uncertainty_ps\nref,8000,50\nrx,1000,\nrx_div,derived,\nbist,2000,\n";
  soc.spec +=
      "relations:\n  - {id: islands, kind: asynchronous, clocks: [ref, rx], reason: two "
      "references}\n";
  EXPECT_THAT(words(diff()),
              ElementsAre("clock-on phy0/bist: unused -> 2 ns", "period phy0/ref: 10 ns -> 8 ns",
                          "setup-uncertainty phy0/ref: none -> 50 ps",
                          "relation /phy0/ref phy0/rx: not declared -> asynchronous",
                          "relation /phy0/ref phy0/rx_div: not declared -> asynchronous",
                          "entry-added phy0/islands:  -> relation active"));
}

TEST_F(SmallDiff, ARenamedInstanceIsOneChange) {
  soc.spec +=
      "exceptions:\n  - {id: y, kind: false_path, from: {clock: rx}, to: {pin: u_y/D}, reason: "
      "static}\n";
  keep();
  soc.config = replaced(soc.config, "name: phy0", "name: phy_a");
  EXPECT_THAT(words(diff()), ElementsAre("instance-renamed phy_a/: phy0 -> phy_a"));
}

TEST_F(SmallDiff, AnExceptionThatChangesIsShownBeforeAndAfter) {
  soc.spec +=
      "exceptions:\n  - {id: y, kind: multicycle, to: {pin: u_y/D}, setup: 2, hold: 1, edge: end, "
      "reason: slow}\n";
  keep();
  soc.spec = replaced(soc.spec, "setup: 2", "setup: 3");
  const auto changes = words(diff());
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_THAT(changes[0], HasSubstr("entry-changed phy0/y: "));
  EXPECT_THAT(changes[0], HasSubstr("setup=2|hold=1"));
  EXPECT_THAT(changes[0], HasSubstr("setup=3|hold=1"));
}

TEST(SpecDiff, ANewRevisionListsWhatUsesTheChangedClocksAndNothingElse) {
  RichSoc soc;
  soc.write();
  soc.folder.write("phy2.yaml",
                   replaced(replaced(soc.spec, "revision: \"2.0\"", "revision: \"2.1\""),
                            "fast: {min: 400 ps, max: 4 ns}", "fast: {min: 500 ps, max: 4 ns}"));
  // A configuration in the mode that changed, and one in the mode that did not.
  soc.folder.write("slow.yaml", replaced(replaced(soc.config, "mode: fast", "mode: slow"),
                                         "phy0.csv", "slow.csv"));
  soc.folder.write("slow.csv", "clock,period_ps\nref,10000\nbist,0\n");
  core::CollectingSink sink;
  const core::InputReader reader(soc.folder.path());
  const auto result =
      sdcgen::diff_documents(reader, soc.folder / "phy.yaml", soc.folder / "phy2.yaml",
                             {soc.folder / "soc.yaml", soc.folder / "slow.yaml"}, sink);
  EXPECT_THAT(words(result), ElementsAre("document /: PHY-1 rev 2.0 -> PHY-1 rev 2.1",
                                         "range /rx: 400 ps to 4 ns -> 500 ps to 4 ns"));
  ASSERT_EQ(result.recheck.size(), 1U);
  EXPECT_EQ(result.recheck[0].config, "soc.yaml");
  EXPECT_THAT(result.recheck[0].instances, ElementsAre("phy0"));
  EXPECT_EQ(result.recheck[0].why, "rx");
}

TEST(SpecDiff, EverythingThatADocumentSaysIsCompared) {
  RichSoc soc;
  soc.spec += R"(case:
  - {id: on, port: sel, value: 1}
exceptions:
  - {id: y, kind: false_path, to: {pin: u_y/D}, reason: static}
io:
  - {id: d, port: d, direction: input, clock: ref, max: 2 ns, min: 1 ns, driving_cell: EX_BUF/Z}
)";
  const std::string before = soc.spec;
  struct Edit {
    const char* from;
    const char* to;
    const char* change;
  };
  for (const Edit& edit : {
           Edit{"    pin: u_div/Q\n", "    pin: u_div/Q\n    source_pin: u_div/CK\n",
                "object /rx_div"},
           Edit{"    divide_by: 2\n", "    divide_by: 4\n", "object /rx_div"},
           Edit{"    port: ref\n", "    port: ref\n    uncertainty: {setup: 1 ps, hold: 1 ps}\n",
                "object /ref"},
           Edit{"    port: ref\n", "    port: ref\n    required: false\n", "object /ref"},
           Edit{"    port: ref\n", "    port: ref\n    add: true\n", "object /ref"},
           Edit{"    port: ref\n", "    port: ref\n    transition: 10 ps\n",
                "entry-added /ref-transition"},
           Edit{"slow: {min: 8 ns, max: 12 ns}", "slow: {min: 8 ns, max: 13 ns}", "range /ref"},
           Edit{"value: 1", "value: 0", "entry-changed /on"},
           Edit{"value: 1", "value: 1, modes: [fast]", "entry-changed /on"},
           Edit{"reason: static", "reason: static, origin: {from: model}", "entry-changed /y"},
           Edit{"EX_BUF/Z", "EX_INV/ZN", "entry-changed /d"},
           Edit{"max: 2 ns", "max: 3 ns", "entry-changed /d"},
           Edit{"driving_cell: EX_BUF/Z", "virtual: false, driving_cell: EX_BUF/Z",
                "entry-changed /d"},
       }) {
    soc.spec = replaced(before, edit.from, edit.to);
    ASSERT_NE(soc.spec, before) << edit.from;
    soc.write();
    soc.folder.write("before.yaml", before);
    core::CollectingSink sink;
    const auto result =
        sdcgen::diff_documents(core::InputReader(soc.folder.path()), soc.folder / "before.yaml",
                               soc.folder / "phy.yaml", {soc.folder / "soc.yaml"}, sink);
    ASSERT_TRUE(result.compared) << brief(sink.findings);
    EXPECT_THAT(words(result), Contains(HasSubstr(edit.change))) << edit.to;
    const bool in_slow_only = std::string(edit.from).starts_with("slow:");
    EXPECT_EQ(result.recheck.size(), in_slow_only ? 0U : 1U) << edit.to;
  }
}

TEST(SpecDiff, ARevisionMayComeWithParameters) {
  core::CollectingSink sink;
  const auto result = sdcgen::diff_documents(
      core::InputReader(example("").parent_path()), example("ip/serdes56g.yaml"),
      example("ip/serdes56g_rev14.yaml"), {example("soc_a.yaml"), example("chip_rev1.yaml")}, sink);
  EXPECT_TRUE(result.compared) << brief(sink.findings);
  ASSERT_EQ(result.recheck.size(), 6U);  // two views of one configuration, four of the other
  EXPECT_EQ(result.recheck[0].config, "soc_a.yaml");
  EXPECT_THAT(result.recheck[5].instances, ElementsAre("s0", "s1", "s2"));
}

TEST(SpecDiff, AnInstanceIsComparedWithItsOwnParameters) {
  RichSoc soc;
  soc.spec = replaced(soc.spec, "clocks:\n",
                      "parameters: {fine: {default: 0, min: 0, max: 1}}\nclocks:\n");
  soc.spec = replaced(soc.spec, "fast: {min: 1 ns}", "fast: {min: \"${1000 - 100 * fine} ps\"}");
  soc.folder.write("phy2.yaml", replaced(soc.spec, "1000 - 100 * fine", "1000 - 200 * fine"));
  soc.config = replaced(soc.config, "    mode: fast", "    parameters: {fine: 1}\n    mode: fast");
  soc.write();
  soc.folder.write("plain.yaml", replaced(soc.config, "    parameters: {fine: 1}\n", ""));
  soc.folder.write("others.yaml", replaced(soc.config, "phy.yaml", "phy3.yaml"));
  soc.folder.write("phy3.yaml", soc.spec + "# another file\n");
  core::CollectingSink sink;
  const auto result = sdcgen::diff_documents(
      core::InputReader(soc.folder.path()), soc.folder / "phy.yaml", soc.folder / "phy2.yaml",
      {soc.folder / "soc.yaml", soc.folder / "plain.yaml", soc.folder / "others.yaml"}, sink);
  ASSERT_TRUE(result.compared) << brief(sink.findings);
  EXPECT_THAT(words(result), IsEmpty());  // with the default, both say the same
  ASSERT_EQ(result.recheck.size(), 1U);
  EXPECT_EQ(result.recheck[0].config, "soc.yaml");
  EXPECT_EQ(result.recheck[0].why, "bist");
  EXPECT_THAT(result.unused, ElementsAre("others.yaml"));
}

TEST_F(SmallDiff, LibrariesAndRangesAreWhatAProofDependsOnToo) {
  keep();
  soc.write();
  soc.folder.write("cells_old.lib", read_bytes(soc.folder / "cells.lib"));
  old_config = replaced(old_config, "cells.lib", "cells_old.lib");
  soc.liberty = read_bytes(soc.folder / "cells.lib") + "\n/* another release */\n";
  auto result = diff();
  EXPECT_THAT(words(result), IsEmpty());
  ASSERT_EQ(result.recheck.size(), 1U);
  EXPECT_EQ(result.recheck[0].why, "the Liberty files changed");
  soc.liberty = read_bytes(soc.folder / "cells_old.lib");
  soc.spec = replaced(soc.spec, "min: 400 ps", "min: 300 ps");
  result = diff();
  ASSERT_EQ(result.recheck.size(), 1U);
  EXPECT_THAT(result.recheck[0].instances, ElementsAre("phy0"));
  EXPECT_EQ(result.recheck[0].why, "other periods are allowed");
}

TEST(SpecDiff, DocumentsOfDifferentKindsCannotBeCompared) {
  RichSoc soc;
  soc.write();
  core::CollectingSink sink;
  const auto result =
      sdcgen::diff_documents(core::InputReader(soc.folder.path()), soc.folder / "phy.yaml",
                             soc.folder / "soc.yaml", {}, sink);
  EXPECT_FALSE(result.compared);
  ASSERT_EQ(sink.findings.size(), 1U);
  EXPECT_EQ(sink.findings[0].code->id, "SDC-0802");
}

TEST(SpecDiff, EachChangeIsAFinding) {
  core::CollectingSink sink;
  sdcgen::diff_documents(core::InputReader(example("").parent_path()), example("ip/serdes56g.yaml"),
                         example("ip/serdes56g_rev14.yaml"), {}, sink);
  std::vector<std::string> messages;
  for (const core::Finding& finding : sink.findings) {
    EXPECT_EQ(finding.code->id, "SDC-0801");
    messages.push_back(finding.message);
  }
  EXPECT_THAT(messages, Contains("document: SRD56-IG rev 1.3 -> SRD56-IG rev 1.4"));
  EXPECT_THAT(messages, Contains(HasSubstr("range 'pipe_clk': not in this mode -> any to any")));
  EXPECT_THAT(messages, Contains(HasSubstr("entry-added 'rx_3'")));
}

}  // namespace
}  // namespace sealring::testing
