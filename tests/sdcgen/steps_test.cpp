// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/files/digest.h"
#include "sdcgen/rules/raw_count.h"
#include "sdcgen/select/frozen.h"
#include "tests/sdcgen/small_soc.h"

namespace sealring::testing {
namespace {

using sdcgen::Step;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kView = "soc.func.signoff.tt";

class Steps : public ::testing::Test {
 protected:
  sdcgen::GenerateResult step(Step which) {
    soc.options.step = which;
    return soc.generate();
  }
  std::string file(const std::string& suffix) const {
    return read_bytes(soc.folder / ("out/" + std::string(kView) + suffix));
  }
  void overwrite(const std::string& suffix, const std::string& text) const {
    soc.folder.write("out/" + std::string(kView) + suffix, text);
  }
  SmallSoc soc;
};

TEST_F(Steps, OneByOneGivesTheSameBytesAsAllAtOnce) {
  step(Step::kAll);
  const std::string whole = file(".sdc");
  const std::string clocks = file(".clocks.sdc");
  const std::string list = file(".select.csv");
  std::filesystem::remove_all(soc.folder / "out");
  step(Step::kSelect);
  EXPECT_EQ(file(".select.csv"), list);
  EXPECT_FALSE(std::filesystem::exists(soc.folder / ("out/" + std::string(kView) + ".sdc")));
  step(Step::kClocks);
  EXPECT_EQ(file(".clocks.sdc"), clocks);
  step(Step::kConstraints);
  EXPECT_THAT(soc.errors(), IsEmpty());
  EXPECT_EQ(file(".sdc"), whole);
}

TEST_F(Steps, ALaterStepNeedsTheEarlierOne) {
  EXPECT_FALSE(step(Step::kClocks).written);
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0402"));
  step(Step::kSelect);
  EXPECT_FALSE(step(Step::kConstraints).written);
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0402"));
  EXPECT_THAT(soc.message("SDC-0402"), HasSubstr("--step clocks first"));
}

TEST_F(Steps, AFrozenListThatWasEditedIsRefused) {
  step(Step::kSelect);
  overwrite(".select.csv", replaced(file(".select.csv"), "10000", "20000"));
  EXPECT_FALSE(step(Step::kClocks).written);
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0401"));
}

TEST_F(Steps, AFrozenListThatIsNoneIsRefused) {
  step(Step::kSelect);
  const std::string csv = "a,b\n1,2\n";
  overwrite(".select.json", replaced(file(".select.json"), core::sha256_hex(file(".select.csv")),
                                     core::sha256_hex(csv)));
  overwrite(".select.csv", csv);
  EXPECT_FALSE(step(Step::kClocks).written);
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0402"));
}

TEST_F(Steps, AnEditedClocksFileIsRefusedWithItsLine) {
  step(Step::kSelect);
  step(Step::kClocks);
  overwrite(".clocks.sdc", replaced(file(".clocks.sdc"), "-period 10 ", "-period 11 "));
  EXPECT_FALSE(step(Step::kConstraints).written);
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0404"));
  EXPECT_EQ(soc.place("SDC-0404"), "out/" + std::string(kView) + ".clocks.sdc:6");
}

/// The fault that both later steps would repeat: select loses a row. The list is consistent in itself (its digest is
/// right), so only the second count from the raw tables can see it.
TEST_F(Steps, ARowThatSelectDropsIsFoundByTheSecondCount) {
  step(Step::kSelect);
  std::string csv = file(".select.csv");
  const std::string before = core::sha256_hex(csv);
  const std::size_t at = csv.find("phy0,rx,active");
  ASSERT_NE(at, std::string::npos);
  csv.erase(at, csv.find('\n', at) + 1 - at);
  overwrite(".select.json", replaced(file(".select.json"), before, core::sha256_hex(csv)));
  overwrite(".select.csv", csv);
  EXPECT_FALSE(step(Step::kClocks).written);
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0403"));
  EXPECT_THAT(soc.message("SDC-0403"), HasSubstr("'rx' of 'phy0' has a period in its table"));
}

TEST_F(Steps, ARowThatSelectInventsIsFoundToo) {
  step(Step::kSelect);
  std::string csv = file(".select.csv");
  const std::string before = core::sha256_hex(csv);
  csv = replaced(csv, "phy0,bist,unused", "phy0,bist,active");
  overwrite(".select.json", replaced(file(".select.json"), before, core::sha256_hex(csv)));
  overwrite(".select.csv", csv);
  step(Step::kClocks);
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0403"));
}

TEST_F(Steps, ATableChangedAfterFreezingIsSeen) {
  step(Step::kSelect);
  soc.table = replaced(soc.table, "io,5000", "io,0");
  step(Step::kClocks);
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0403"));
}

TEST_F(Steps, TheFrozenListSaysEverythingAboutAClock) {
  step(Step::kSelect);
  EXPECT_THAT(file(".select.csv"),
              HasSubstr("phy0,ref,active,primary,phy0_ref,10000,ps,100,50,,,pin,u_core/u_phy/"
                        "ref,,none,,1,1,false,,,,false,false,,,"
                        "PHY-1 rev 2.0,phy0.csv:2:5,phy.yaml:6:5,\"section 4.2, page 31\",end\n"));
  EXPECT_THAT(file(".select.csv"), HasSubstr("phy0,bist,unused,primary,phy0_bist,0,ps,"));
  EXPECT_THAT(file(".select.json"), HasSubstr("\"active\": 4"));
  EXPECT_THAT(file(".select.json"), HasSubstr("\"unused\": 1"));
}

TEST_F(Steps, UnknownViewIsRefusedWithTheOnesThereAre) {
  soc.options.views = {"func.signoff.t"};
  EXPECT_FALSE(soc.generate().written);
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0308"));
  EXPECT_THAT(soc.message("SDC-0308"), HasSubstr("did you mean 'func.signoff.tt'"));
}

TEST_F(Steps, TraceLeadsToCellAndDocumentAndDiesWithAChange) {
  step(Step::kAll);
  const core::InputReader reader(soc.folder.path());
  const auto path = soc.folder / ("out/" + std::string(kView) + ".sdc");
  core::CollectingSink sink;
  const auto origin = sdcgen::trace_line(reader, path, 6, sink);
  ASSERT_TRUE(origin.has_value());
  EXPECT_THAT(origin->command, HasSubstr("create_clock -name {phy0_ref}"));
  EXPECT_EQ(origin->origins.at(0).table_cell, "phy0.csv:2:5");
  EXPECT_EQ(origin->origins.at(0).spec_place, "phy.yaml:6:5");
  EXPECT_EQ(origin->origins.at(0).citation, "section 4.2, page 31");
  EXPECT_FALSE(sdcgen::trace_line(reader, path, 1, sink).has_value());
  overwrite(".sdc", file(".sdc") + "# edited\n");
  EXPECT_FALSE(sdcgen::trace_line(reader, path, 6, sink).has_value());
  ASSERT_EQ(sink.findings.size(), 2U);
  EXPECT_EQ(sink.findings[1].code->id, "SDC-0405");
  EXPECT_THAT(sink.findings[1].message, HasSubstr("was changed"));
}

TEST_F(Steps, EveryEmittedCommandHasATrace) {
  step(Step::kAll);
  const std::string sdc = file(".sdc");
  std::uint32_t line = 0;
  std::size_t commands = 0;
  core::CollectingSink sink;
  for (std::size_t at = 0; at < sdc.size(); at = sdc.find('\n', at) + 1) {
    ++line;
    if (sdc[at] == '#' || sdc[at] == '\n') continue;
    ++commands;
    EXPECT_TRUE(sdcgen::trace_line(core::InputReader(soc.folder.path()),
                                   soc.folder / ("out/" + std::string(kView) + ".sdc"), line, sink))
        << line;
  }
  EXPECT_EQ(commands, 8U);
}

TEST_F(Steps, AnSdcOfAViewThatIsNoMoreIsWarnedAbout) {
  step(Step::kAll);
  soc.config = replaced(soc.config, "  tt: {", "  ff: {");
  step(Step::kAll);
  EXPECT_EQ(soc.codes()["SDC-0406"], 2);
}

TEST_F(Steps, AFolderThatCannotBeWrittenLeavesNothingBehind) {
  soc.write();
  soc.folder.write("out", "a file where the folder should be");
  core::CollectingSink sink;
  core::SystemProcessRunner runner;
  soc.options.config = soc.folder / "soc.yaml";
  soc.options.out_dir = soc.folder / "out";
  const auto result =
      sdcgen::generate(core::InputReader(soc.folder.path()), soc.options, runner, sink);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, "IO-0008");
}

TEST_F(Steps, ViewOfAFileMustBeKnown) {
  soc.config = replaced(soc.config, "  tt: {liberty: [cells.lib]}",
                        "  tt: {liberty: [cells.lib]}\n  ss: {liberty: [cells.lib]}");
  soc.check("create_clock -name a -period 1\n");
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0312"));
}

}  // namespace
}  // namespace sealring::testing
