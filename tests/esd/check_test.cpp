// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "esd/check.h"
#include "esd/format.h"
#include "tests/esd/check_support.h"

namespace sealring::esd::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(EsdCheck, ExampleIsClean) {
  core::CollectingSink sink;
  const core::InputReader reader(SEALRING_SOURCE_DIR);
  const auto project =
      read_project(reader, std::string(SEALRING_SOURCE_DIR) + "/examples/esd-p2p/esd.yaml", sink);
  ASSERT_TRUE(project);
  const CheckOutcome outcome = check(*project, {}, sink);
  EXPECT_THAT(sink.findings, IsEmpty()) << sink.findings.front().message;
  EXPECT_EQ(count_of(outcome, "rules"), 4U);
  EXPECT_GE(count_of(outcome, "paths"), 4U);
  EXPECT_GT(count_of(outcome, "currents"), 10U);
  // Written down by hand: 0.08 + 0.02 / 2.
  EXPECT_NEAR(value_of(outcome, "R1"), 0.09, 1e-12);
  EXPECT_NEAR(value_of(outcome, "R2"), 0.06 + 0.056 + 0.01, 1e-12);
}

TEST(EsdCheck, LoopVoltageByHand) {
  // One diode, one clamp: I * (0.09 + 0.6 + 0.126 + 0.9 + 0.01 + 0.056 + 0.024) + 0.8 + 1.1
  Folder folder;
  ProjectText text;
  text.rules = rule(
      "{id: L, check: p2p, from: {pads: {kind: signal}}, through: [esd_diode, rail_clamp], "
      "to: {pads: {kind: ground}}, answer: nearest, limit: 1 V, operator: \"<=\"}");
  const ProjectRun run = run_project(folder, text);
  // A single clamp takes all of 1.33 A, its library entry allows 1.2 A.
  ASSERT_THAT(ids(run.sink), ElementsAre("ESD-0303", "ESD-0305"));
  const core::Finding& finding = run.sink.findings[0];
  const double volt = 1.33 * (0.09 + 0.6 + 0.126 + 0.9 + 0.01 + 0.056 + 0.024) + 1.9;
  EXPECT_NEAR(std::stod(property(finding, "volt")), volt, 1e-9);
  EXPECT_THAT(finding.message, HasSubstr("rule 'L': 'A0' to 'VSS'"));
  EXPECT_THAT(finding.message, HasSubstr("limit <= 1 V"));
}

TEST(EsdCheck, ContributionsAddUpAndNameConductors) {
  Folder folder;
  ProjectText text;
  text.rules = rule(
      "{id: R1, check: p2p, from: {pads: {kind: signal}}, to: {devices: {type: esd_diode, pin: "
      "anode, "
      "name: DU}}, limit: 0.05 ohm, operator: \"<\", ref: sheet 4}");
  const ProjectRun run = run_project(folder, text);
  ASSERT_THAT(ids(run.sink), ElementsAre("ESD-0302"));
  const core::Finding& finding = run.sink.findings[0];
  EXPECT_NEAR(std::stod(property(finding, "ohm")), 0.09, 1e-12);
  double sum = 0;
  for (const core::Share& share : finding.shares) sum += share.value;
  EXPECT_NEAR(sum, 0.09, 1e-12) << "shares are exact";
  EXPECT_EQ(finding.shares[0].what, "M6 metal");
  EXPECT_EQ(finding.owner, core::Owner::kDesign);
  const auto note = std::find_if(
      finding.notes.begin(), finding.notes.end(),
      [](const core::Note& n) { return n.message.find("'R1' (M6") != std::string::npos; });
  ASSERT_NE(note, finding.notes.end());
  EXPECT_THAT(note->message, HasSubstr("twice as wide gains 0.04 ohm"));
  EXPECT_EQ(note->location.line, 13U);
  ASSERT_THAT(run.outcome.scene.views, SizeIs(1));
  EXPECT_EQ(run.outcome.scene.views[0].shapes[0].fingerprint, core::fingerprint(finding));
  EXPECT_EQ(run.outcome.sections.size(), 2U);
}

/// The published case: a limit "< 0.1 ohm" and a path of exactly 0.1 ohm.
TEST(EsdCheck, OperatorDecidesAtTheLimit) {
  for (const char* op : {"<", "<="}) {
    Folder folder;
    ProjectText text;
    text.network.replace(text.network.find("0.08 $layer"), 4, "0.09");  // 0.09 + 0.02 / 2 = 0.1
    text.rules = rule(
        std::string(
            "{id: R1, check: p2p, from: {pads: {kind: signal}}, to: {devices: {type: esd_diode, "
            "pin: anode, name: DU}}, limit: 0.1 ohm, operator: \"") +
        op + "\"}");
    const ProjectRun run = run_project(folder, text);
    if (std::string(op) == "<") {
      EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0302"));
    } else {
      EXPECT_THAT(run.sink.findings, IsEmpty());
    }
  }
}

TEST(EsdCheck, EachNearestParallel) {
  const auto worst = [](const std::string& answer, const std::string& more = "") {
    Folder folder;
    ProjectText text;
    text.rules = rule(
        "{id: R, check: p2p, from: {pads: {kind: power}}, to: {devices: {type: rail_clamp, pin: "
        "high}}, "
        "answer: " +
        answer + more + ", limit: 99 ohm, operator: \"<\"}");
    const ProjectRun run = run_project(folder, text);
    EXPECT_THAT(run.sink.findings, IsEmpty());
    return value_of(run.outcome, "R");
  };
  const double near = 0.024 + 0.056 + 0.01;
  const double far = 0.024 + 0.056 + 0.1 + 0.01;
  EXPECT_NEAR(worst("each"), far, 1e-12);
  EXPECT_NEAR(worst("nearest"), near, 1e-12);
  EXPECT_NEAR(worst("parallel"), 0.08 + 1 / (1 / 0.01 + 1 / 0.11), 1e-12);
  EXPECT_NEAR(worst("parallel", ", with_ron: true"), 0.08 + 1 / (1 / 0.91 + 1 / 1.01), 1e-12);
}

TEST(EsdCheck, TapsMergedIndividualDistributed) {
  const auto worst = [](const std::string& mode) {
    Folder folder;
    ProjectText text;
    // pad VDD gets a second tap at the far end of the rail, weighted 1 : 3
    text.pads =
        "  - {name: VDD, kind: power, net: VDD, nodes: [VDD, \"VDD:3\"], weights: [1, 3]}\n";
    text.rules = rule(
        "{id: R, check: p2p, from: {pads: {name: VDD}}, to: {devices: {type: rail_clamp, pin: "
        "high, "
        "name: CL1}}, from_terminal: " +
        mode + ", limit: 99 ohm, operator: \"<\"}");
    const ProjectRun run = run_project(folder, text);
    EXPECT_THAT(run.sink.findings, IsEmpty());
    return value_of(run.outcome, "R");
  };
  EXPECT_NEAR(worst("merged"), 0.01 + 1 / (1 / 0.08 + 1 / 0.1), 1e-12);
  EXPECT_NEAR(worst("individual"), 0.11, 1e-12);
  EXPECT_NEAR(worst("distributed"), 0.01 + 0.0625 * 0.08 + 0.5625 * 0.1, 1e-12);
}

TEST(EsdCheck, Unreachable_ESD_0301) {
  Folder folder;
  ProjectText text;
  text.network.replace(text.network.find("R13 VDD:2"), 3, "*cut");
  text.rules = rule(
      "{id: R, check: p2p, from: {pads: {kind: power}}, to: {devices: {type: rail_clamp, pin: "
      "high}}, "
      "limit: 99 ohm, operator: \"<\"}");
  const ProjectRun run = run_project(folder, text);
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0301"));
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("'VDD' and 'CL2.high'"));
  EXPECT_EQ(run.sink.findings[0].kind, core::FindingClass::kDesign);
}

TEST(Cases, case_esd_13) {
  // A clamp that exists but has no metal to the pad is unreachable, not a large number.
  Folder folder;
  ProjectText text;
  text.network.replace(text.network.find("R11 DU"), 3, "*cut");
  text.rules = rule(
      "{id: L, check: p2p, from: {pads: {kind: signal}}, through: [esd_diode, rail_clamp], "
      "to: {pads: {kind: ground}}, answer: nearest, limit: 99 ohm, operator: \"<\"}");
  const ProjectRun run = run_project(folder, text);
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0301"));
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("'A0' and 'VSS'"));
}

TEST(EsdCheck, NoDevice_ESD_0307) {
  Folder folder;
  ProjectText text;
  text.instances.erase(text.instances.find("  - {name: DU"),
                       text.instances.find("  - {name: DD") - text.instances.find("  - {name: DU"));
  text.rules = rule(
      "{id: L, check: p2p, from: {pads: {kind: signal}}, through: [esd_diode, rail_clamp], "
      "to: {pads: {kind: ground}}, answer: nearest, limit: 99 ohm, operator: \"<\"}");
  const ProjectRun run = run_project(folder, text);
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0307"));
}

TEST(EsdCheck, CurrentDensityPerConductor_ESD_0304) {
  Folder folder;
  ProjectText text;
  text.layers.replace(text.layers.find("limit: 0.8 A"), 12,
                      "limit: 0.6 A");  // each V5 cut carries 0.665 A
  text.rules = rule(
      "{id: C, check: cd, from: {pads: {kind: signal}}, through: [esd_diode, rail_clamp], "
      "to: {pads: {kind: ground}}}");
  const ProjectRun run = run_project(folder, text);
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0304", "ESD-0304"));
  EXPECT_NEAR(std::stod(property(run.sink.findings[0], "amps")), 0.665, 1e-9);
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("'R2' (V5"));
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("limit 0.6 A"));
}

TEST(EsdCheck, WidthBracketsDecide) {
  Folder folder;
  ProjectText text;
  text.network.replace(text.network.find("$w=20 $l=10"), 5,
                       "$w=9 ");  // now below 10 um: 60 mA/um, 0.54 A
  text.rules = rule(
      "{id: C, check: cd, from: {pads: {kind: signal}}, through: [esd_diode, rail_clamp], "
      "to: {pads: {kind: ground}}}");
  const ProjectRun run = run_project(folder, text);
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0304"));
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("limit 0.54 A (0.06 A/um at 9 um)"));
}

TEST(EsdCheck, CurrentDensityGaps_ESD_0205_ESD_0206_ESD_0207) {
  Folder folder;
  ProjectText text;
  text.network.replace(text.network.find("$layer=M6 $w=20 $l=10"), 9, "$layer=M9");
  text.network.replace(text.network.find("$w=30 $l=12"), 5, "     ");
  text.network.replace(text.network.find("$layer=V6 $cuts=1 $X=40 $Y=90"), 17, "$layer=V6 $cuts=9");
  text.rules = rule(
      "{id: C, check: cd, from: {pads: {kind: signal}}, through: [esd_diode, rail_clamp], "
      "to: {pads: {kind: ground}}}");
  const ProjectRun run = run_project(folder, text);
  EXPECT_THAT(ids(run.sink), ::testing::UnorderedElementsAre("ESD-0205", "ESD-0206", "ESD-0207"));
  EXPECT_THAT(first(run.sink, "ESD-0207").message, HasSubstr("9"));
  EXPECT_EQ(first(run.sink, "ESD-0205").kind, core::FindingClass::kInput);
}

TEST(EsdCheck, DeviceCurrent_ESD_0305) {
  Folder folder;
  ProjectText text;
  text.devices.replace(text.devices.find("i_max: 1.2 A"), 12, "i_max: 0.5 A");
  text.rules = rule(
      "{id: L, check: p2p, from: {pads: {kind: signal}}, through: [esd_diode, rail_clamp], "
      "to: {pads: {kind: ground}}, answer: parallel, limit: 99 V, operator: \"<\"}");
  const ProjectRun run = run_project(folder, text);
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0305", "ESD-0305"));
  const double near = std::stod(property(run.sink.findings[0], "amps"));
  const double far = std::stod(property(run.sink.findings[1], "amps"));
  EXPECT_NEAR(near + far, 1.33, 1e-9);
  // from VDD:2 and VSS:2 on: 0.02 + 0.9 against 0.22 + 0.9
  EXPECT_NEAR(near / far, 1.12 / 0.92, 1e-9);
}

TEST(EsdCheck, SharingNotConverged_ESD_0306) {
  Folder folder;
  ProjectText text;
  for (std::size_t at = 0; (at = text.devices.find("ron: 0.9 ohm", at)) != std::string::npos;) {
    text.devices.replace(at, 12, "ron: 0 ohm");
  }
  // both clamps ideal and on one node each side: their split has no meaning
  text.instances.replace(text.instances.find("CL2:high"), 8, "CL1:high");
  text.instances.replace(text.instances.find("CL2:low"), 7, "CL1:low");
  text.rules = rule(
      "{id: L, check: p2p, from: {pads: {kind: signal}}, through: [esd_diode, rail_clamp], "
      "to: {pads: {kind: ground}}, answer: parallel, limit: 99 V, operator: \"<\"}");
  const ProjectRun run = run_project(folder, text);
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0306"));
  EXPECT_EQ(run.sink.findings[0].kind, core::FindingClass::kInput);
}

TEST(EsdCheck, MissingCurrent_ESD_0203) {
  Folder folder;
  ProjectText text;
  text.pads.replace(text.pads.find("group: external, "), 17, "");
  text.rules = rule(
      "{id: V, check: p2p, from: {pads: {kind: signal}}, to: {devices: {type: esd_diode, pin: "
      "anode, name: DU}}, "
      "limit: 1 V, operator: \"<\"}");
  const ProjectRun run = run_project(folder, text);
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0203"));
}

TEST(EsdCheck, SelectionsThatFindNothing_ESD_0202) {
  Folder folder;
  ProjectText text;
  text.rules = rule(
      "{id: R, check: p2p, from: {pads: {kind: signal, name: \"B*\"}}, to: {devices: {type: "
      "rail_clamp, pin: high}}, "
      "limit: 1 ohm, operator: \"<\"}");
  const ProjectRun run = run_project(folder, text);
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0202"));
  EXPECT_EQ(count_of(run.outcome, "paths"), 0U);
}

TEST(EsdCheck, ARuleThatLookedAtNothingIsNoPass) {
  Folder folder;
  ProjectText text;
  text.rules = rule(
      "{id: R, check: p2p, from: {pads: {kind: signal}}, to: {devices: {type: rail_clamp, pin: "
      "high}}, limit: 1 ohm, operator: \"<\"}");
  const ProjectRun run = run_project(folder, text);  // pad A0 and the clamps lie on different nets
  EXPECT_EQ(count_of(run.outcome, "paths"), 0U);
  ASSERT_THAT(run.outcome.not_checked, SizeIs(1));
  EXPECT_EQ(run.outcome.not_checked[0].what, "rule 'R'");
}

TEST(EsdCheck, NoRuleOfTheKind_ESD_0208) {
  Folder folder;
  ProjectText text;
  text.rules = rule(
      "{id: R, check: p2p, from: {pads: {kind: power}}, to: {devices: {type: rail_clamp, pin: "
      "high}}, "
      "limit: 9 ohm, operator: \"<\"}");
  CheckOptions options;
  options.p2p = false;
  const ProjectRun run = run_project(folder, text, options);
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0208"));
}

TEST(EsdCheck, MemoryRefusalLeavesTheRestChecked) {
  Folder folder;
  ProjectText text;
  text.rules = rule(
      "{id: R, check: p2p, from: {pads: {kind: power}}, to: {devices: {type: rail_clamp, pin: "
      "high}}, "
      "limit: 9 ohm, operator: \"<\"}");
  CheckOptions options;
  options.solver.memory_limit = 100;
  options.solver.reduce = false;
  const ProjectRun run = run_project(folder, text, options);
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0401"));
  ASSERT_THAT(run.outcome.not_checked, SizeIs(1));
  EXPECT_THAT(run.outcome.not_checked[0].what, HasSubstr("'VDD'"));
}

TEST(EsdCheck, SameBytesWhateverTheJobs) {
  std::string before;
  for (const std::uint64_t jobs : {1U, 2U, 5U}) {
    Folder folder;
    ProjectText text;
    CheckOptions options;
    options.solver.jobs = jobs;
    const ProjectRun run = run_project(folder, text, options);
    std::string now;
    for (const core::Finding& finding : run.sink.findings)
      now += finding.message + core::fingerprint(finding);
    for (const auto& row : std::get<core::Table>(run.outcome.sections[0].content).rows) {
      for (const std::string& cell : row) now += cell + "|";
    }
    if (!before.empty()) {
      EXPECT_EQ(now, before);
    }
    before = now;
  }
}

TEST(EsdPath, TakesAPathApart) {
  Folder folder;
  ProjectText text;
  ProjectRun run = run_project(folder, text);
  core::CollectingSink sink;
  const auto answer = find_path(*run.project, "VDD", "CL2.high", {}, sink);
  ASSERT_TRUE(answer);
  EXPECT_NEAR(answer->merged, 0.19, 1e-12);
  EXPECT_NEAR(answer->total, answer->distributed, 1e-12);
  EXPECT_EQ(std::get<core::Table>(answer->segments.content).rows.front().front(), "R13");
  EXPECT_FALSE(find_path(*run.project, "VDX", "CL2.high", {}, sink));
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0101"));
  const auto open = find_path(*run.project, "VDD", "VSS", {}, sink);
  ASSERT_TRUE(open);
  EXPECT_FALSE(open->reachable);
}

TEST(Cases, case_esd_10) {
  // Every violation can be drawn: its conductors with their places, tied to it by the fingerprint.
  Folder folder;
  ProjectText text;
  text.rules = rule(
      "{id: R, check: p2p, from: {pads: {kind: power}}, to: {devices: {type: rail_clamp, pin: "
      "high}}, limit: 0.001 ohm, operator: \"<\"}");
  const ProjectRun run = run_project(folder, text);
  ASSERT_THAT(run.sink.findings, SizeIs(2));
  ASSERT_THAT(run.outcome.scene.views, SizeIs(1));
  for (const core::Finding& finding : run.sink.findings) {
    const auto& shapes = run.outcome.scene.views[0].shapes;
    EXPECT_GE(std::count_if(shapes.begin(), shapes.end(),
                            [&](const core::SceneShape& shape) {
                              return shape.fingerprint == core::fingerprint(finding) &&
                                     !shape.points.empty();
                            }),
              3)
        << finding.message;
    EXPECT_TRUE(finding.where.has_value());
  }
}

TEST(Cases, case_esd_52) {
  // Two equal routes: widening the shortest alone gains little; the gain stated is what really comes.
  Folder folder;
  ProjectText text;
  text.network.replace(text.network.find("R12 VDD:1"), 0,
                       "R12b VDD:1 VDD:2 0.06 $layer=M7 $w=30\n");
  text.rules = rule(
      "{id: R, check: p2p, from: {pads: {kind: power}}, to: {devices: {type: rail_clamp, pin: "
      "high, name: CL1}}, "
      "limit: 0.001 ohm, operator: \"<\"}");
  const ProjectRun run = run_project(folder, text);
  ASSERT_THAT(ids(run.sink), ElementsAre("ESD-0302"));
  const double both = 1 / (1 / 0.056 + 1 / 0.06);
  const double wider = 1 / (1 / 0.028 + 1 / 0.06);
  const auto& rows = std::get<core::Table>(run.outcome.sections[1].content).rows;
  const auto row =
      std::find_if(rows.begin(), rows.end(), [](const auto& r) { return r[3] == "R12"; });
  ASSERT_NE(row, rows.end());
  EXPECT_NEAR(std::stod(row->back()), both - wider, 1e-12);
  EXPECT_LT(std::stod(row->back()), 0.028 * 0.5)
      << "far less than half the conductor's own resistance";
}

TEST(Cases, case_esd_54) {
  // The split per layer is part of every violation.
  Folder folder;
  ProjectText text;
  text.rules = rule(
      "{id: R, check: p2p, from: {pads: {kind: power}}, to: {devices: {type: rail_clamp, pin: "
      "high, name: CL1}}, "
      "limit: 0.001 ohm, operator: \"<\"}");
  const ProjectRun run = run_project(folder, text);
  ASSERT_THAT(run.sink.findings, SizeIs(1));
  EXPECT_THAT(run.sink.findings[0].notes.back().message,
              HasSubstr("M7 metal 0.08 ohm (88.9 %), V6 via 0.01 ohm (11.1 %)"));
}

TEST(Cases, case_esd_55) {
  // The reduction must not cost the layer: nodes between the segments are gone, the segments are not.
  Folder folder;
  ProjectText text;
  text.rules = rule(
      "{id: R, check: p2p, from: {pads: {kind: power}}, to: {devices: {type: rail_clamp, pin: "
      "high, name: CL2}}, "
      "limit: 0.001 ohm, operator: \"<\"}");
  const ProjectRun run = run_project(folder, text);
  const auto& rows = std::get<core::Table>(run.outcome.sections[1].content).rows;
  EXPECT_THAT(rows, SizeIs(4));
}

}  // namespace
}  // namespace sealring::esd::testing
