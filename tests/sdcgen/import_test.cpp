// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sdcgen/import.h"
#include "tests/sdcgen/rich_soc.h"

namespace sealring::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Import, HammersClocksBecomeADraftThatGeneratesAndProves) {
  RichSoc soc;
  soc.write();
  soc.folder.write("chip.yml", R"(vlsi.inputs.clocks:
  - {name: ref, period: "10 ns", uncertainty: "0.1 ns", path: "u_core/u_phy/ref"}
  - {name: rx, period: "1000 ps", path: "u_core/u_phy/u_buf/Z"}
  - {name: half, generated: true, source_path: "u_core/u_phy/u_buf/Z", divisor: 2, path: "u_core/u_phy/u_div/Q"}
)");
  core::CollectingSink sink;
  const core::InputReader reader(soc.folder.path());
  const auto imported = sdcgen::import_hammer(reader, {.file = soc.folder / "chip.yml"}, sink);
  ASSERT_TRUE(imported.has_value()) << brief(sink.findings);
  EXPECT_EQ(imported->clocks, 3U);
  ASSERT_TRUE(sdcgen::write_imported(reader, *imported, soc.folder.path(), sink).has_value());
  soc.config = replaced(replaced(replaced(replaced(soc.config, "ip: phy.yaml", "ip: chip.ip.yaml"),
                                          "path: u_core/u_phy", "path: ."),
                                 "mode: fast", "mode: default"),
                        "phy0.csv", "chip.csv");
  EXPECT_EQ(soc.prove().status, sdcgen::ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(soc.sdc(),
              HasSubstr("create_clock -name {phy0_ref} -period 10 [get_pins {u_core/u_phy/ref}]"));
  EXPECT_THAT(soc.sdc(), HasSubstr("set_clock_uncertainty -setup 0.1 [get_clocks {phy0_ref}]"));
  EXPECT_THAT(soc.sdc(), HasSubstr("-divide_by 2"));
  // What Hammer takes for granted waits for somebody to confirm it.
  EXPECT_THAT(soc.sdc(), Not(HasSubstr("set_clock_groups")));
  EXPECT_THAT(soc.message("SDC-0710"),
              HasSubstr("relation 'groups' of 'phy0' is a candidate from extraction"));
}

TEST(Import, ConstantsOfAHeaderKeepTheirPlacesAndFloatsAreLeftOut) {
  Scratch folder;
  folder.write("cfg.h", "#define LANES (1u << 2)\nenum { WIDTH = 3 };\n#define RATE 1.5\n");
  core::CollectingSink sink;
  const auto imported =
      sdcgen::import_header(core::InputReader(folder.path()), {.file = folder / "cfg.h"}, sink);
  ASSERT_TRUE(imported.has_value());
  EXPECT_EQ(imported->parameters, 2U);
  EXPECT_EQ(imported->left_out, 1U);
  EXPECT_EQ(imported->files.at(0).first, "cfg.parameters.yaml");
  EXPECT_THAT(imported->files.at(0).second, HasSubstr("'LANES': 4  # cfg.h:1:9, macro\n"));
  EXPECT_THAT(imported->files.at(0).second, HasSubstr("'WIDTH': 3  # cfg.h:2:8, enumerator\n"));
}

TEST(Import, ParametersOfAnNvdlaSpecAndItsDefines) {
  Scratch folder;
  folder.write("small.spec", "#ifdef BIG\n%define ATOMS 64\n#else\n%define ATOMS 8\n#endif\n");
  core::CollectingSink sink;
  const core::InputReader reader(folder.path());
  EXPECT_THAT(
      sdcgen::import_nvdla_spec(reader, {.file = folder / "small.spec"}, sink)->files.at(0).second,
      HasSubstr("'ATOMS': 8"));
  EXPECT_THAT(
      sdcgen::import_nvdla_spec(reader, {.file = folder / "small.spec", .defines = {"BIG"}}, sink)
          ->files.at(0)
          .second,
      HasSubstr("'ATOMS': 64"));
}

TEST(Import, ASkeletonGivesCandidatesThatHoldOnceSomebodyConfirmsThem) {
  RichSoc soc;
  soc.write();
  soc.folder.write("phy.skeleton.sdc", R"(# skeleton of the IP
set_false_path -to [get_pins {@I@/u_a/D @I@/u_y/D}]
set_multicycle_path 2 -setup -end -from [get_pins {@I@/u_y/CK}] \
  -to [get_pins {@I@/u_c/D}]
set_multicycle_path 1 -hold -end -from [get_pins {@I@/u_y/CK}] -to [get_pins {@I@/u_c/D}]
set_clock_groups -asynchronous -group {ref} -group [get_clocks {rx}]
set_clock_groups -asynchronous -group {ref}
set_case_analysis 1 [get_pins {@I@/sel}]
set_max_fanout 8 [get_cells {@I@/u_a}]
)");
  core::CollectingSink sink;
  const core::InputReader reader(soc.folder.path());
  const auto imported = sdcgen::import_skeleton(
      reader, {.file = soc.folder / "phy.skeleton.sdc", .placeholder = "@I@"}, sink);
  ASSERT_TRUE(imported.has_value()) << brief(sink.findings);
  EXPECT_EQ(imported->entries, 6U);
  const std::string draft = imported->files.at(0).second;
  EXPECT_THAT(draft, HasSubstr("to: {pin: ['u_a/D', 'u_y/D']}"));
  EXPECT_THAT(draft, HasSubstr("setup: 2\n    hold: 1\n    edge: end\n"));
  EXPECT_THAT(draft, HasSubstr("between: [['ref'], ['rx']]"));
  EXPECT_THAT(
      draft, HasSubstr("text: 'set_clock_groups -asynchronous -group {ref}'"));  // never a relation
  EXPECT_THAT(draft, HasSubstr("text: 'set_max_fanout 8 [get_cells {{path}/u_a}]'"));
  // In the specification: candidates, then, confirmed and without the single group, constraints that are proved.
  const std::string spec = soc.spec;
  soc.spec = spec + draft;
  EXPECT_EQ(soc.prove().status, sdcgen::ProofStatus::kProved) << brief(soc.findings);
  EXPECT_EQ(soc.codes()["SDC-0710"], 6);
  EXPECT_THAT(soc.sdc(), Not(HasSubstr("set_false_path")));
  std::string confirmed = draft.substr(0, draft.find("raw:\n"));
  for (std::size_t at = confirmed.find("    origin:"); at != std::string::npos;
       at = confirmed.find("    origin:", at + 60))
    confirmed.insert(at, "    confirmed: {by: A. Reviewer, on: 2026-12-01}\n");
  soc.spec = spec + confirmed;
  EXPECT_EQ(soc.prove().status, sdcgen::ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(soc.sdc(),
              HasSubstr("set_false_path -to [get_pins {u_core/u_phy/u_a/D u_core/u_phy/u_y/D}]"));
}

TEST(Import, WhatOneEntryCannotSayStaysAsItWasWritten) {
  RichSoc soc;
  soc.write();
  const std::string commands = R"(set margin 0.2
set_clock_uncertainty -setup ${margin} [get_clocks {phy0_ref}]
set_false_path -through [get_pins {@I@/u_a/Q}] -through [get_pins {@I@/u_gate/Z}]
set_multicycle_path 2 -setup -end -from [get_pins {@I@/u_y/CK}] -to [get_pins {@I@/u_c/D}]
set_multicycle_path 1 -hold -start -from [get_pins {@I@/u_y/CK}] -to [get_pins {@I@/u_c/D}]
)";
  soc.folder.write("phy.sdc", commands);
  core::CollectingSink sink;
  const core::InputReader reader(soc.folder.path());
  const auto imported =
      sdcgen::import_skeleton(reader, {.file = soc.folder / "phy.sdc", .placeholder = "@I@"}, sink);
  ASSERT_TRUE(imported.has_value()) << brief(sink.findings);
  std::string draft = imported->files.at(0).second;
  EXPECT_THAT(draft, Not(HasSubstr("kind:")));
  EXPECT_THAT(draft, HasSubstr("-setup $${margin} "));
  for (std::size_t at = draft.find("    origin:"); at != std::string::npos;
       at = draft.find("    origin:", at + 60))
    draft.insert(at, "    confirmed: {by: A. Reviewer, on: 2026-12-01}\n");
  soc.spec += draft;
  soc.options.prove = sdcgen::ProofMode::kNever;
  soc.generate();
  EXPECT_THAT(soc.errors(), ::testing::IsEmpty()) << brief(soc.findings);
  std::istringstream lines(commands);
  for (std::string line; std::getline(lines, line);) {
    for (std::size_t at = line.find("@I@"); at != std::string::npos; at = line.find("@I@"))
      line.replace(at, 3, "u_core/u_phy");
    EXPECT_THAT(soc.sdc(), HasSubstr("\n" + line + "\n"));
  }
}

TEST(Import, NothingIsOverwritten) {
  Scratch folder;
  folder.write("cfg.h", "#define LANES 4\n");
  folder.write("cfg.parameters.yaml", "work of people\n");
  core::CollectingSink sink;
  const core::InputReader reader(folder.path());
  const auto imported = sdcgen::import_header(reader, {.file = folder / "cfg.h"}, sink);
  const auto written = sdcgen::write_imported(reader, *imported, folder.path(), sink);
  ASSERT_TRUE(written.has_value());
  EXPECT_TRUE(written->empty());
  ASSERT_EQ(sink.findings.size(), 1U);
  EXPECT_EQ(sink.findings[0].code->id, "SDC-0631");
  EXPECT_EQ(read_bytes(folder / "cfg.parameters.yaml"), "work of people\n");
}

}  // namespace
}  // namespace sealring::testing
