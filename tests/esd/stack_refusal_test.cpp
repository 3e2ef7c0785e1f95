// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Projects over a stack that cannot be checked: each refusal with its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "esd/assemble/tier_wiring.h"
#include "tests/esd/stack_support.h"

namespace sealring::esd::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// The only error of a stack that was changed.
core::Finding only_error(const StackText& text) {
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  const std::vector<core::Finding> found = errors(run.sink);
  EXPECT_THAT(found, SizeIs(1)) << (found.empty() ? "" : found.back().message);
  return found.empty() ? core::Finding{} : found.front();
}

std::string place(const core::Finding& finding) {
  return finding.location.file + ":" + std::to_string(finding.location.line);
}

TEST(StackRefusals, BondWithoutARowIsCountedByKind) {
  StackText text;
  text.replace("bonds.yaml", "cells: [HB]", "cells: [HB_*]");
  const core::Finding finding = only_error(text);
  ASSERT_NE(finding.code, nullptr);
  EXPECT_EQ(finding.code->id, "ESD-0604");
  EXPECT_EQ(finding.kind, core::FindingClass::kInput);
  EXPECT_EQ(finding.message,
            "4 bonds of interface 'face_to_face' (cell 'HB', 4 um and 'HB', 4 um) have no row in "
            "'bonds.yaml'");
  EXPECT_EQ(place(finding), "esd.yaml:4");
}

TEST(StackRefusals, FeedThroughWithoutARow) {
  StackText text;
  text.replace("bonds.yaml", "tier: u_logic, region: back", "tier: u_logic, region: front");
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  const core::Finding finding = first(run.sink, "ESD-0604");
  EXPECT_THAT(finding.message, HasSubstr("3 feed-throughs of region 'back' of tier 'u_logic'"));
}

TEST(StackRefusals, NoBondTableAtAll) {
  StackText text;
  text.replace("esd.yaml", "bonds: bonds.yaml\n", "");
  const core::Finding finding = only_error(text);
  ASSERT_NE(finding.code, nullptr);
  EXPECT_EQ(finding.code->id, "ESD-0604");
  EXPECT_EQ(place(finding), "esd.yaml:3");
}

TEST(StackRefusals, TwoRowsThatSayTheSame) {
  StackText text;
  text.replace(
      "bonds.yaml", "tsv:",
      "  - {name: hb_old, interface: face_to_face, resistance: 30 mohm, cells: [HB*]}\ntsv:");
  const core::Finding finding = only_error(text);
  ASSERT_NE(finding.code, nullptr);
  EXPECT_EQ(finding.code->id, "ESD-0605");
  EXPECT_THAT(finding.message, HasSubstr("rows 'hb' and 'hb_old' alike"));
  EXPECT_EQ(place(finding), "bonds.yaml:6");
}

TEST(StackRefusals, TheRowThatSaysMoreHolds) {
  StackText text;
  text.replace("bonds.yaml", "tsv:",
               "  - {name: hb4, interface: face_to_face, resistance: 1 ohm, size: 4 um}\ntsv:");
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  ASSERT_TRUE(run.project);
  EXPECT_THAT(errors(run.sink), IsEmpty());
  EXPECT_NEAR(between(*run.project, "u_logic.regions.front/s1", "u_memory.regions.front/n1"), 1,
              1e-12);
  EXPECT_THAT(first(run.sink, "ESD-0613").message, HasSubstr("row 'hb' of 'bonds.yaml'"));
}

TEST(StackRefusals, ValuesOfTheBondTable) {
  StackText text;
  text.replace("bonds.yaml", "resistance: 5 mohm", "resistance: 0.005");
  text.replace("bonds.yaml", "resistance: 50 mohm, ", "");
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  std::vector<std::string> places;
  for (const core::Finding& finding : run.sink.findings) {
    if (finding.code->id == "ESD-0606") places.push_back(place(finding));
  }
  EXPECT_THAT(places, ::testing::ElementsAre("bonds.yaml:5", "bonds.yaml:7"));
}

TEST(StackRefusals, TierThatTheStackDoesNotHave) {
  StackText text;
  text.replace("esd.yaml", "u_memory: {", "u_memry: {");
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  const core::Finding finding = first(run.sink, "ESD-0601");
  EXPECT_EQ(finding.message,
            "tier 'u_memry' is not in stack 'stack.3dbx', did you mean 'u_memory'?");
  EXPECT_EQ(place(finding), "esd.yaml:7");
  const core::Finding missing = first(run.sink, "ESD-0602");
  EXPECT_THAT(missing.message, AllOf(HasSubstr("tier 'u_memory' has no entry under 'tiers'"),
                                     HasSubstr("extracted connectivity"), HasSubstr("pin map")));
}

TEST(StackRefusals, AllFourThingsAreNamed) {
  StackText text;
  text.replace("esd.yaml",
               "network: memory.sp, pin_map: memory_pins.csv, instances: memory_inst.csv", "");
  text.replace("esd.yaml", "devices: devices.yaml\n", "");
  text.replace("esd.yaml", "rules: rules.yaml\n", "");
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  const core::Finding finding = first(run.sink, "ESD-0602");
  EXPECT_THAT(finding.message, HasSubstr("device types ('devices'), rule values ('rules')"));
  bool memory = false;
  for (const core::Finding& one : run.sink.findings) {
    memory = memory || (one.code->id == "ESD-0602" &&
                        one.message.find("tier 'u_memory' (team 'memory') lacks: extracted "
                                         "connectivity") == 0 &&
                        one.message.find("pin map") != std::string::npos);
  }
  EXPECT_TRUE(memory);
}

TEST(StackRefusals, PassFailDeliveriesAreRecognisedByContent) {
  for (const std::string report :
       {"schema: sealring.findings/1\nstatus: clean\nfindings: []\n",
        "{\"status\": \"pass\", \"violations\": 0}\n", "<report><verdict>PASS</verdict></report>\n",
        "Result: PASS\nRules checked 120 violations 0\nRun on host a\n",
        "ESD signoff of memory: all checks clean\n"}) {
    EXPECT_TRUE(looks_like_report(report)) << report;
    StackText text;
    text.files["memory.sp"] = report;
    const core::Finding finding = only_error(text);
    ASSERT_NE(finding.code, nullptr);
    EXPECT_EQ(finding.code->id, "ESD-0603");
    EXPECT_THAT(finding.message,
                HasSubstr("pin map, device types, extracted connectivity and rule values"));
    EXPECT_THAT(finding.fix, HasSubstr("team 'memory'"));
    EXPECT_EQ(place(finding), "esd.yaml:7");
  }
  for (const std::string network :
       {"* title\nR1 a b 1\n", "r1 a b 1k\n", "R1 a b rmod 4.7\n", "*SPEF \"IEEE 1481\"\n",
        "*|DSPF 1.5\n", "V1 a 0 1.8\n", ".subckt x a b\n", "title\nC1 a b 1p\n"}) {
    EXPECT_FALSE(looks_like_report(network)) << network;
  }
}

TEST(StackRefusals, PinMapAndBumpsMustGoTogether) {
  StackText text;
  text.replace("memory_pins.csv", "k2,K2", "k9,K2");
  text.replace("logic_pins.csv", "g1,G1", "g1,G9");
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  std::vector<std::string> told;
  std::string messages;
  for (const core::Finding& finding : run.sink.findings) {
    told.push_back(std::string(finding.code->id) + " " + place(finding));
    messages += finding.message + "\n";
  }
  EXPECT_THAT(told,
              ::testing::IsSupersetOf({"ESD-0607 memory_pins.csv:3", "ESD-0607 memory_pins.csv:0",
                                       "ESD-0101 logic_pins.csv:4"}));
  EXPECT_THAT(messages, HasSubstr("'k9' is neither a bump nor a port"));
  EXPECT_THAT(messages, HasSubstr("1 bump of tier 'u_memory' without a node in the pin map"));
}

TEST(StackRefusals, PinMapColumns) {
  StackText text;
  text.replace("memory_pins.csv", "pin,node", "bump,node");
  const core::Finding finding = first(
      [&] {
        Folder folder;
        return read_stack(folder, text);
      }()
          .sink,
      "ESD-0607");
  EXPECT_THAT(finding.message, HasSubstr("no column 'pin'"));
}

TEST(StackRefusals, SuppliesMustBeThere) {
  StackText text;
  text.replace("esd.yaml", "u_logic/VSS", "u_logic/VSX");
  const core::Finding port = only_error(text);
  ASSERT_NE(port.code, nullptr);
  EXPECT_EQ(port.code->id, "ESD-0601");
  EXPECT_EQ(port.message, "supply 'VSS': tier 'u_logic' has no port 'VSX', did you mean 'VSS'?");
  StackText other;
  other.replace("esd.yaml", "u_logic/VSS", "u_lgic/VSS");
  const core::Finding tier = only_error(other);
  EXPECT_THAT(tier.message, HasSubstr("did you mean 'u_logic'?"));
}

TEST(StackRefusals, UnknownInterfaceOrGroup) {
  StackText text;
  text.files["esd.yaml"] += "interfaces:\n  face2face: {group: d2d}\n  package: {group: externl}\n";
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  EXPECT_THAT(first(run.sink, "ESD-0601").message, HasSubstr("interface 'face2face'"));
  EXPECT_THAT(first(run.sink, "ESD-0108").message, HasSubstr("did you mean 'external'?"));
}

TEST(StackRefusals, KeysOfAStackNeedAStack) {
  StackText text;
  text.replace("esd.yaml", "stack: stack.3dbx\n", "");
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  EXPECT_THAT(ids(run.sink), ::testing::Contains("IO-0103"));
}

}  // namespace
}  // namespace sealring::esd::testing
