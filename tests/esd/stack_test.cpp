// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Projects over a stack: exact resistances through both dies and the bonds between them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/esd/stack_support.h"
#include "tests/support/scratch.h"

namespace sealring::esd::testing {
namespace {

using sealring::testing::brief;

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr double kOuter = 0.005 + 0.05;  // c4 and TSV
constexpr double kOver = 1 + 0.02 + 2;   // T - H1 - K1 - C
constexpr double kUnder = 3 + 0.02 + 4;  // T - H2 - K2 - C
constexpr double kUp = kOuter + kOver * kUnder / (kOver + kUnder);

const Pad& pad(const Project& project, const std::string& name) {
  for (const Pad& one : project.pads) {
    if (one.name == name) return one;
  }
  ADD_FAILURE() << "no pad " << name;
  return project.pads.front();
}

TEST(StackProject, ResistanceThroughBothDiesIsExact) {
  Folder folder;
  const ProjectRun run = run_stack(folder, StackText());
  ASSERT_TRUE(run.project);
  EXPECT_THAT(run.sink.findings, IsEmpty()) << brief(run.sink.findings);
  EXPECT_NEAR(value_of(run.outcome, "UP"), kUp, 1e-12);
  EXPECT_NEAR(between(*run.project, "u_logic.regions.back/b2", "u_memory/CL.low"),
              kOuter + 0.5 + 0.02 + 0.75, 1e-12);
  EXPECT_NEAR(between(*run.project, "u_logic.regions.front/s1", "u_memory.regions.front/n1"), 0.02,
              1e-12);
  // The upper die carries current between two bumps of the lower one.
  const double up = 0.02 + 2 + 4 + 0.02;
  EXPECT_NEAR(between(*run.project, "u_logic.regions.front/h1", "u_logic/CL.high"),
              4 * up / (4 + up), 1e-12);
}

TEST(StackProject, PadsSayWhereTheyAre) {
  Folder folder;
  const ProjectRun run = read_stack(folder, StackText());
  ASSERT_TRUE(run.project);
  EXPECT_THAT(run.project->pads, SizeIs(11));
  const Pad& bump = pad(*run.project, "u_logic.regions.front/h1");
  EXPECT_EQ(bump.net, "VDD");
  EXPECT_EQ(bump.kind, "power");
  EXPECT_EQ(bump.group, "d2d");
  EXPECT_EQ(bump.tier, "u_logic");
  EXPECT_EQ(bump.interface, "face_to_face");
  EXPECT_EQ(run.project->pads[bump.mate].name, "u_memory.regions.front/k1");
  ASSERT_TRUE(bump.box);
  EXPECT_DOUBLE_EQ(bump.box->x1_um, 19);
  EXPECT_DOUBLE_EQ(bump.box->y2_um, 21);
  const Pad& ball = pad(*run.project, "u_logic.regions.back/b3");
  EXPECT_EQ(ball.group, "external");
  EXPECT_EQ(ball.kind, "signal");
  EXPECT_EQ(ball.net, "io");
  EXPECT_EQ(ball.mate, kNone);
  EXPECT_EQ(ball.location.file, "logic_back.bmap");
  EXPECT_EQ(ball.location.line, 3U);
}

TEST(StackProject, ABumpOnWiringOfAnotherNetJoinsNets) {
  StackText text;
  text.replace("memory_pins.csv", "m1,M1", "m1,K2");
  Folder folder;
  const ProjectRun run = run_stack(folder, text);
  const core::Finding joined = first(run.sink, "ESD-0609");
  EXPECT_THAT(joined.message, HasSubstr("conductors join net 'VDD'"));
  EXPECT_THAT(joined.message, HasSubstr("and net 'VSS'"));
}

TEST(StackProject, OneNetOfTheStackIsOneSupply) {
  StackText text;
  text.replace("esd.yaml", "nets: [u_logic/VSS]", "nets: [u_logic/VSS, u_memory/VDD]");
  Folder folder;
  const ProjectRun run = run_stack(folder, text);
  const core::Finding joined = first(run.sink, "ESD-0608");
  EXPECT_EQ(joined.message,
            "net 'u_logic/VDD' belongs to the supplies 'VDD' and 'VSS' (by 'u_memory/VDD')");
  EXPECT_EQ(joined.location.line, 10U);
}

TEST(StackProject, SwappedBumpsShortSupplies) {
  StackText text;
  text.replace("logic_front.bmap", "h2 HB 40 20 VDD VDD\ng1 HB 60 20 VSS VSS",
               "h2 HB 40 20 VSS VSS\ng1 HB 60 20 VDD VDD");
  Folder folder;
  const ProjectRun run = run_stack(folder, text);
  EXPECT_THAT(ids(run.sink), ::testing::Contains("ESD-0608"));
}

// ORFS#3867: a supply that lost its pads must not look clean.
TEST(StackProject, case_esd_12) {
  StackText text;
  text.replace("memory_front.bmap", "k1 HB 80 20 VDD VDD\nk2 HB 60 20 VDD VDD\n",
               "k1 HB 80 20 vdd vdd\nk2 HB 60 20 vdd vdd\n");
  text.replace("logic_front.bmap", "h1 HB 20 20 VDD VDD\nh2 HB 40 20 VDD VDD\n", "");
  text.replace("logic_pins.csv", "h1,H1\nh2,H2\n", "");
  text.replace("esd.yaml", "nets: [u_logic/VDD]",
               "nets: [u_logic/VDD]}\n  VDDM: {kind: power, nets: [u_memory/vdd]");
  text.replace("memory_inst.csv", "C,VDD", "C,vdd");
  Folder folder;
  const ProjectRun run = run_stack(folder, text);
  EXPECT_THAT(first(run.sink, "ESD-0610").message,
              HasSubstr("supply net 'VDDM' has 1 device pin and no pad"));
  EXPECT_EQ(
      first(run.sink, "ESD-0614").message,
      "2 bumps of interface 'face_to_face' without a partner, first 'u_memory.regions.front/k1'");
}

// magic#184: the same stack, flat and with the pair of dies as an assembly of its own, is the same network.
TEST(StackProject, case_esd_21) {
  Folder folder;
  const ProjectRun flat = run_stack(folder, StackText());
  StackText nested;
  nested.files["pair.3dbx"] = nested.files["stack.3dbx"];
  nested.replace("pair.3dbx", "  package: {top: u_logic.regions.back, bot: ~, thickness: 0}\n", "");
  nested.replace("chiplets.3dbv", "ChipletDef:\n",
                 "ChipletDef:\n  pair: {type: hier, design_area: [100, 100], thickness: 90}\n");
  nested.files["stack.3dbx"] = R"(Header:
  version: "3.0"
  unit: micron
  precision: 1000
  include: [chiplets.3dbv, pair.3dbx]
Design: {name: system}
ChipletInst:
  u_pair: {reference: pair}
Stack:
  u_pair: {loc: [0, 0], z: 0, orient: R90}
Connection:
  package: {top: u_pair/u_logic.regions.back, bot: ~, thickness: 0}
)";
  nested.replace("esd.yaml", "  u_logic:", "  u_pair/u_logic:");
  nested.replace("esd.yaml", "  u_memory:", "  u_pair/u_memory:");
  nested.replace("esd.yaml", "[u_logic/VDD]", "[u_pair/u_logic/VDD]");
  nested.replace("esd.yaml", "[u_logic/VSS]", "[u_pair/u_logic/VSS]");
  nested.replace("bonds.yaml", "interface: face_to_face", "interface: \"*face_to_face\"");
  nested.replace("bonds.yaml", "tier: u_logic", "tier: \"*u_logic\"");
  nested.replace("rules.yaml", "tier: u_memory", "tier: \"*u_memory\"");
  Folder other;
  const ProjectRun deep = run_stack(other, nested);
  ASSERT_TRUE(deep.project) << brief(deep.sink.findings);
  EXPECT_THAT(errors(deep.sink), IsEmpty()) << brief(deep.sink.findings);
  EXPECT_NEAR(value_of(deep.outcome, "UP"), value_of(flat.outcome, "UP"), 1e-12);
  EXPECT_EQ(deep.project->pads.size(), flat.project->pads.size());
}

TEST(StackProject, ViolationsAreSplitByTierClassAndTeam) {
  StackText text;
  text.replace("rules.yaml", "limit: 3 ohm", "limit: 1 ohm");
  Folder folder;
  const ProjectRun run = run_stack(folder, text);
  const core::Finding finding = first(run.sink, "ESD-0302");
  std::string notes;
  for (const core::Note& note : finding.notes) notes += note.message + "\n";
  EXPECT_THAT(notes, HasSubstr("by team: "));
  EXPECT_THAT(notes, HasSubstr("u_logic tsv tsv (team logic) 0.05 ohm"));
  EXPECT_THAT(notes, HasSubstr("package c4 bump (team package) 0.005 ohm"));
  // The bonds carry 7.02/10.04 and 3.02/10.04 of the current.
  const double bonds =
      0.02 * (kOver * kOver + kUnder * kUnder) / ((kOver + kUnder) * (kOver + kUnder));
  EXPECT_NEAR(std::stod(property(finding, "team stacking")), bonds, 1e-12);
  EXPECT_NEAR(std::stod(property(finding, "team package")), 0.005, 1e-12);
  double sum = 0;
  for (const core::Share& share : finding.shares) sum += share.value;
  EXPECT_NEAR(sum, kUp, 1e-9);
}

TEST(StackProject, BondsAreDrawnInBothDies) {
  StackText text;
  text.replace("bonds.yaml", "limit: 20 mA", "limit: 1 mA");
  text.replace("rules.yaml", "limit: 3 ohm, operator: \"<\"", "answer: nearest");
  text.replace("rules.yaml", "check: p2p", "check: cd");
  text.replace("layers.yaml", "limit: 1 A", "limit: 100 A");
  Folder folder;
  const ProjectRun run = run_stack(folder, text);
  std::uint64_t bonds = 0;
  for (const core::Finding& finding : run.sink.findings) {
    if (finding.location.file != "bonds.yaml" || finding.location.line != 4) continue;
    ++bonds;
    EXPECT_EQ(finding.code->id, "ESD-0304");
    EXPECT_EQ(finding.owner, core::Owner::kPackage);
    EXPECT_EQ(property(finding, "team"), "stacking");
    ASSERT_TRUE(finding.where);
    EXPECT_EQ(finding.where->die, "u_logic");
    EXPECT_EQ(finding.where->side, "front");
  }
  EXPECT_EQ(bonds, 2U);
  std::map<std::string, std::size_t> drawn;
  for (const core::SceneView& view : run.outcome.scene.views) drawn[view.name] = view.shapes.size();
  EXPECT_GE(drawn["u_logic"], 2U);
  EXPECT_EQ(drawn["u_memory"], 2U) << "each bond, where the upper die sees it";
}

}  // namespace
}  // namespace sealring::esd::testing
