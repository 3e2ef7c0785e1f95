// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Stacks whose dies are extracted from their own DEF and LEF: bumps and devices find their metal by place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/esd/layout.h"
#include "tests/esd/stack_support.h"
#include "tests/support/scratch.h"

namespace sealring::esd::testing {
namespace {

using sealring::testing::brief;

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string macros() {
  return R"(MACRO CLAMP
  CLASS CORE ;
  ORIGIN 0 0 ;
  SIZE 4 BY 10 ;
  PIN high
    PORT
      LAYER m3 ;
        RECT 1 0 3 2 ;
      LAYER m1 ;
        RECT 1 0 3 2 ;
    END
  END high
  PIN low
    PORT
      LAYER m3 ;
        RECT 1 8 3 10 ;
    END
  END low
END CLAMP
END LIBRARY
)";
}

std::string die(const std::string& name, const std::string& wires, const std::string& pins) {
  return "VERSION 5.8 ;\nDESIGN " + name +
         " ;\nUNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( 100000 100000 ) ;\n"
         "COMPONENTS 1 ;\n- cl CLAMP + FIXED ( 78000 19000 ) N ;\nEND COMPONENTS\n"
         "PINS 2 ;\n- VDD + NET VDD + USE POWER ;\n- VSS + NET VSS + USE GROUND ;\nEND PINS\n"
         "SPECIALNETS 2 ;\n" +
         wires + "END SPECIALNETS\n" + pins + "END DESIGN\n";
}

/// Both dies with one strap of m3 (0.1 ohm per square, 2 um wide) for VDD at y = 20 and for VSS at y = 28; the lower
/// die's strap goes on to its clamp. TSVs land at x = 10 on m3.
///
///   T(10) -0.5- h1(20) -2- h2(60) -1- clamp(80)      upper die: k2(40) -2- k1(80)
struct DefStack : StackText {
  DefStack() {
    files["tech.lef"] = small_lef();
    files["macros.lef"] = "VERSION 5.8 ;\n" + macros();
    files["logic.def"] =
        die("logic",
            "- VDD ( cl high ) + ROUTED m3 2000 ( 10000 20000 ) ( 80000 * ) + USE POWER ;\n"
            "- VSS ( * low ) + ROUTED m3 2000 ( 10000 28000 ) ( 80000 * ) + USE GROUND ;\n",
            "");
    files["memory.def"] =
        die("memory",
            "- VDD ( cl high ) + ROUTED m3 2000 ( 40000 20000 ) ( 80000 * ) + USE POWER ;\n"
            "- VSS ( * low ) + ROUTED m3 2000 ( 40000 28000 ) ( 80000 * ) + USE GROUND ;\n",
            "");
    files["logic_front.bmap"] = "h1 HB 20 20 VDD VDD\nh2 HB 60 20 VDD VDD\ng1 HB 60 28 VSS VSS\n";
    files["memory_front.bmap"] = "k1 HB 80 20 VDD VDD\nk2 HB 40 20 VDD VDD\nm1 HB 40 28 VSS VSS\n";
    files["logic_back.bmap"] = "b1 C4 10 20 VDD VDD\nb2 C4 10 28 VSS VSS\n";
    const std::string lefs = "APR_tech_file: [tech.lef], LEF_file: [bumps.lef, macros.lef]";
    replace("chiplets.3dbv", "LEF_file: [bumps.lef]", lefs + ", DEF_file: [logic.def]");
    replace("chiplets.3dbv", "{LEF_file: [bumps.lef]}", "{" + lefs + ", DEF_file: [memory.def]}");
    replace("bumps.lef", "LAYER TOPM", "LAYER m3");
    replace("bumps.lef", "LAYER TOPM", "LAYER m3");
    replace("bumps.lef", "RECT 2 2 18 18", "RECT 9 9 11 11");
    replace("bonds.yaml", "region: back,", "region: back, layer: m3,");
    replace("devices.yaml", "v_hold: 1 V}", "v_hold: 1 V, cells: [CLAMP]}");
    replace("esd.yaml", "network: logic.sp, pin_map: logic_pins.csv, instances: logic_inst.csv",
            "extract: def");
    replace("esd.yaml", "network: memory.sp, pin_map: memory_pins.csv, instances: memory_inst.csv",
            "extract: def");
    replace("esd.yaml",
            "supplies:\n  VDD: {kind: power, nets: [u_logic/VDD]}\n  VSS: {kind: ground, nets: "
            "[u_logic/VSS]}\n",
            "");
    replace("chiplets.3dbv", "{side: back,", "{side: back, layer: m3,");
  }
};

TEST(StackDef, ResistanceIsThatOfTheDrawnWires) {
  Folder folder;
  const ProjectRun run = run_stack(folder, DefStack());
  ASSERT_TRUE(run.project);
  EXPECT_THAT(errors(run.sink), IsEmpty()) << brief(run.sink.findings);
  constexpr double kAcross = 2 * (0.02 + 2 + 0.02) / (2 + 0.02 + 2 + 0.02);
  EXPECT_NEAR(between(*run.project, "u_logic.regions.back/b1", "u_logic/cl.high"),
              0.055 + 0.5 + kAcross + 1, 1e-9);
  EXPECT_NEAR(between(*run.project, "u_logic.regions.back/b2", "u_memory/cl.low"),
              0.055 + 2.5 + 0.02 + 2, 1e-9);
}

TEST(StackDef, KindsNetsAndDevicesComeFromTheDef) {
  Folder folder;
  const ProjectRun run = read_stack(folder, DefStack());
  ASSERT_TRUE(run.project);
  ASSERT_THAT(run.project->instances, SizeIs(2));
  const Instance& clamp = run.project->instances[0];
  EXPECT_EQ(clamp.name, "u_logic/cl");
  EXPECT_EQ(clamp.tier, "u_logic");
  EXPECT_EQ(clamp.nets, (std::vector<std::string>{"VDD", "VSS"}));
  ASSERT_TRUE(clamp.box);
  EXPECT_DOUBLE_EQ(clamp.box->x1_um, 78);
  EXPECT_DOUBLE_EQ(clamp.box->y2_um, 29);
  EXPECT_EQ(clamp.location.file, "logic.def");
  EXPECT_EQ(clamp.location.line, 6U);
  EXPECT_EQ(run.project->pads.front().kind, "power");
  EXPECT_THAT(run.project->supplies, SizeIs(2));
}

TEST(StackDef, BumpOfAPortThatTheDefDoesNotHave) {
  DefStack text;
  text.replace("logic_front.bmap", "g1 HB 60 28 VSS VSS", "g1 HB 60 28 VSSX VSSX");
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  const core::Finding finding = first(run.sink, "ESD-0611");
  EXPECT_THAT(finding.message, HasSubstr("1 bump of tier 'u_logic' with a port or label for which "
                                         "DEF 'logic.def' has neither pin nor net"));
  EXPECT_EQ(finding.location.file, "logic_front.bmap");
  EXPECT_EQ(finding.location.line, 3U);
}

TEST(StackDef, BumpWhoseCellHasNoMetal) {
  DefStack text;
  text.replace("bumps.lef", "LAYER m3", "LAYER OVERLAP");
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  EXPECT_THAT(first(run.sink, "ESD-0611").message,
              HasSubstr("whose cell has no shape on a routing layer of the LEF"));
}

// OR#9875: a clamp that no metal joins is unreachable, not a large number.
TEST(StackDef, case_esd_13) {
  DefStack text;
  text.replace("memory.def", "- cl CLAMP + FIXED ( 78000 19000 )",
               "- cl CLAMP + FIXED ( 90000 50000 )");
  Folder folder;
  const ProjectRun run = run_stack(folder, text);
  EXPECT_THAT(
      first(run.sink, "ESD-0612").message,
      HasSubstr("pin 'high' of 'u_memory/cl' (rail_clamp) meets no metal of its net 'VDD'"));
  EXPECT_THAT(ids(run.sink), Contains("ESD-0301"));
}

TEST(StackDef, DevicePinWithoutANet) {
  DefStack text;
  text.replace("logic.def", "( * low ) ", "");
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  EXPECT_THAT(first(run.sink, "ESD-0612").message,
              HasSubstr("pin 'low' of 'u_logic/cl' (rail_clamp) is in no net of 'logic.def'"));
}

// psm: a bump without metal is an error unless a snap distance is given; the distance is told.
TEST(StackDef, case_esd_51) {
  DefStack text;
  text.replace("logic_front.bmap", "h2 HB 60 20", "h2 HB 60 17.5");
  text.replace("memory_front.bmap", "k2 HB 40 20", "k2 HB 40 17.5");
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  EXPECT_THAT(ids(run.sink), Contains("ESD-0505"));
  text.files["esd.yaml"] += "snap: 1 um\n";
  Folder other;
  const ProjectRun snapped = read_stack(other, text);
  EXPECT_THAT(errors(snapped.sink), IsEmpty()) << brief(snapped.sink.findings);
  EXPECT_THAT(first(snapped.sink, "ESD-0506").message, HasSubstr("was moved by 0.5 um"));
}

TEST(StackDef, CellOfABumpInAnotherNetThanItsPort) {
  DefStack text;
  text.replace("logic.def", "COMPONENTS 1 ;\n",
               "COMPONENTS 2 ;\n- h2 HB + FIXED ( 58000 18000 ) N ;\n");
  text.replace(
      "logic.def", "SPECIALNETS 2 ;\n",
      "SPECIALNETS 3 ;\n- TAP ( h2 PAD ) + ROUTED m3 2000 ( 55000 18000 ) ( 65000 * ) ;\n");
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  const core::Finding finding = first(run.sink, "ESD-0109");
  EXPECT_THAT(
      finding.message,
      HasSubstr("bump 'u_logic.regions.front/h2' is declared for net 'VDD', its cell lies in "
                "net 'TAP' of 'logic.def'"));
  EXPECT_EQ(finding.location.line, 2U);
}

TEST(StackDef, EachDieMayHaveItsOwnLayerTable) {
  DefStack text;
  text.replace("esd.yaml", "u_memory: {team: memory,", "u_memory: {team: memory, layers: m.yaml,");
  text.replace("layers.yaml", "name: M1", "name: m3");
  text.files["m.yaml"] =
      "schema: sealring.esd.layers/1\nrevision: m\nlayers:\n  - {name: m3, class: metal, limit: 1 "
      "mA}\n";
  text.replace("rules.yaml", "limit: 3 ohm, operator: \"<\"", "answer: nearest");
  text.replace("rules.yaml", "check: p2p", "check: cd");
  Folder folder;
  const ProjectRun run = run_stack(folder, text);
  ASSERT_TRUE(run.project);
  std::uint64_t memory = 0;
  for (const core::Finding& finding : run.sink.findings) {
    if (finding.code->id != "ESD-0304") continue;
    if (finding.location.file == "memory.def") ++memory;
    EXPECT_NE(finding.location.file, "logic.def") << finding.message;
  }
  EXPECT_GT(memory, 0U);
  EXPECT_THAT(brief(run.sink.findings), HasSubstr("carries 1 A, limit 0.1 A"))
      << "the TSV's own limit out of the bond table";
}

TEST(StackDef, TierCannotBothBeExtractedAndDelivered) {
  DefStack text;
  text.replace("esd.yaml", "u_memory: {team: memory, extract: def",
               "u_memory: {team: memory, extract: def, network: memory.sp");
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  EXPECT_THAT(first(run.sink, "ESD-0108").message, HasSubstr("'extract' and 'network'"));
}

TEST(StackDef, MissingDefIsMissingConnectivity) {
  DefStack text;
  text.replace("chiplets.3dbv", ", DEF_file: [memory.def]", "");
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  const core::Finding finding = first(run.sink, "ESD-0602");
  EXPECT_EQ(finding.message,
            "tier 'u_memory' (team 'memory') lacks: extracted connectivity (its DEF)");
  EXPECT_EQ(finding.location.line, 7U);
}

}  // namespace
}  // namespace sealring::esd::testing
