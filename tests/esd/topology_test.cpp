// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/esd/topology_support.h"

namespace sealring::esd::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> topology_ids(const Circuit& circuit) {
  return ids(circuit.run(only_topology()).sink);
}

bool has_note(const core::Finding& finding, const std::string& text) {
  return std::any_of(finding.notes.begin(), finding.notes.end(), [&](const core::Note& note) {
    return note.message.find(text) != std::string::npos;
  });
}

TEST(EsdTopology, CircuitIsClean) {
  const ProjectRun run = Circuit().run(only_topology());
  for (const core::Finding& finding : run.sink.findings) ADD_FAILURE() << finding.message;
  EXPECT_THAT(run.outcome.not_checked, IsEmpty());
  EXPECT_EQ(count_of(run.outcome, "topology rules"), 7U);
  // 2 pads + 2 pairs + 1 pair of grounds + 1 + 1 receivers + 2 pads + 4 pairs of nets
  EXPECT_EQ(count_of(run.outcome, "objects of topology rules"), 13U);
}

TEST(EsdTopology, PadWithoutDiode_ESD_0701) {
  for (const auto& [device, rail] :
       {std::pair{"name: DU1", "'VDD'"}, std::pair{"name: DD1", "'VSS'"}}) {
    Circuit circuit;
    Circuit::remove(circuit.instances, device);
    if (std::string(device) == "name: DD1") circuit.topology.pop_back();
    const ProjectRun run = circuit.run(only_topology());
    const core::Finding& finding = only(run, "ESD-0701");
    EXPECT_EQ(finding.object, "A1");
    EXPECT_THAT(finding.message, HasSubstr(std::string("no device to ") + rail));
    ASSERT_TRUE(finding.where);
    EXPECT_EQ(finding.where->y_um, 50);
  }
}

TEST(EsdTopology, RailsByKind) {
  Circuit circuit;
  Circuit::change(circuit.topology, "id: T1", "[VDD, VSS]", "[power, ground]");
  EXPECT_THAT(topology_ids(circuit), IsEmpty());
  Circuit::remove(circuit.instances, "name: DU1");
  const ProjectRun run = circuit.run(only_topology());
  EXPECT_THAT(only(run, "ESD-0701").message, HasSubstr("no device to a power rail"));
}

TEST(EsdTopology, DiodeTurned_ESD_0702) {
  Circuit circuit;
  Circuit::change(circuit.instances, "name: DU0", "{a: 'DU0:a', k: 'DU0:k'}",
                  "{a: 'DU0:k', k: 'DU0:a'}");
  Circuit::remove(circuit.topology, "id: T7");
  const ProjectRun run = circuit.run(only_topology());
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0702"));
  EXPECT_THAT(
      only(run, "ESD-0702").message,
      HasSubstr("'DU0' (esd_diode) between pad 'A0' and 'VDD' conducts only the other way"));
}

TEST(EsdTopology, DiodeToOtherDomain_ESD_0703) {
  Circuit circuit;
  Circuit::change(circuit.instances, "name: DU0", "k: 'DU0:k'", "k: 'VDDIO:1'");
  const ProjectRun run = circuit.run(only_topology());
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0703"));
  EXPECT_THAT(only(run, "ESD-0703").message, HasSubstr("leads to 'VDDIO' instead"));
}

TEST(EsdTopology, ClampMissingOrTooFew_ESD_0704) {
  Circuit circuit;
  Circuit::remove(circuit.instances, "name: C1");
  EXPECT_THAT(topology_ids(circuit), IsEmpty()) << "one of two is enough";
  Circuit::change(circuit.topology, "id: T2", "[rail_clamp]", "[rail_clamp], at_least: 2");
  const ProjectRun run = circuit.run(only_topology());
  std::vector<std::string> objects;
  for (const core::Finding& finding : run.sink.findings) {
    EXPECT_EQ(finding.code->id, std::string("ESD-0704"));
    objects.push_back(finding.object);
  }
  EXPECT_THAT(objects, ElementsAre("VDD/VSS", "VDDIO/VSSIO"));
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("have 1 clamp between them"));
}

TEST(EsdTopology, ClampTurned) {
  Circuit circuit;
  Circuit::change(circuit.instances, "name: C3", "{h: 'C3:h', l: 'C3:l'}",
                  "{h: 'C3:l', l: 'C3:h'}");
  Circuit::change(circuit.instances, "name: C3", "[VDDIO, VSSIO]", "[VSSIO, VDDIO]");
  const ProjectRun run = circuit.run(only_topology());
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0702"));
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("conducts only from 'VSSIO' to 'VDDIO'"));
}

/// A clamp between a supply and the ground of another domain looks like one and is none.
TEST(EsdTopology, ClampOfWrongPair) {
  Circuit circuit;
  Circuit::change(circuit.instances, "name: C3", "l: 'C3:l'", "l: 'VSS:1'");
  Circuit::change(circuit.instances, "name: C3", "[VDDIO, VSSIO]", "[VDDIO, VSS]");
  const ProjectRun run = circuit.run(only_topology());
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0703"));
  EXPECT_THAT(run.sink.findings[0].message,
              HasSubstr("'C3' (rail_clamp) lies between 'VDDIO' and 'VSS', which is no pair of the "
                        "rule (VDD/VSS, VDDIO/VSSIO)"));
}

TEST(EsdTopology, PairsOfAnotherRuleAreAllowed) {
  Circuit circuit;
  Circuit::change(circuit.topology, "id: T2", "[[VDD, VSS], [VDDIO, VSSIO]]", "[[VDD, VSS]]");
  circuit.topology.push_back(
      "{id: T2b, require: rail-clamp, pairs: [[VDDIO, VSSIO]], devices: ['rail_*']}");
  EXPECT_THAT(topology_ids(circuit), IsEmpty());
}

TEST(EsdTopology, GroundsTied_ESD_0705) {
  for (const char* gone : {"name: BB1", "name: BB2"}) {
    Circuit circuit;
    Circuit::remove(circuit.instances, gone);
    circuit.topology.pop_back();
    const ProjectRun run = circuit.run(only_topology());
    EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0705"));
    EXPECT_THAT(run.sink.findings[0].message, HasSubstr("only the other way"));
  }
  // By metal: one conductor.
  Circuit circuit;
  Circuit::remove(circuit.instances, "name: BB1");
  Circuit::remove(circuit.instances, "name: BB2");
  Circuit::remove(circuit.instances, "name: RXB");
  Circuit::remove(circuit.topology, "id: T4");
  circuit.network.push_back("RTIE VSSIO:1 VSS:1 0.01");
  const ProjectRun run = circuit.run(only_topology());
  EXPECT_THAT(ids(run.sink), IsEmpty());
}

TEST(EsdTopology, CrossDomain_ESD_0706) {
  Circuit circuit;
  Circuit::remove(circuit.instances, "name: XD");
  const ProjectRun run = circuit.run(only_topology());
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0706"));
  EXPECT_THAT(run.sink.findings[0].message,
              HasSubstr("gate of 'RXB' is driven from another domain by 'DRV' and has no device "
                        "(esd_diode) to its own ground 'VSSIO'"));
}

TEST(EsdTopology, CrossDomainToTheOtherDomain) {
  Circuit circuit;
  Circuit::change(circuit.instances, "name: XD", "a: 'XD:a'", "a: 'VSS:1'");
  const ProjectRun run = circuit.run(only_topology());
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0703"));
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("leads to 'VSS' instead"));
}

TEST(EsdTopology, OwnDomainNeedsNothing) {
  Circuit circuit;
  Circuit::remove(circuit.instances, "name: XU");
  Circuit::remove(circuit.instances, "name: XD");
  Circuit::change(circuit.instances, "name: DRV", "p: 'DRV:p', n: 'DRV:n'",
                  "p: 'RXB:p', n: 'RXB:n'");
  EXPECT_THAT(topology_ids(circuit), IsEmpty());
}

/// The marker layer was wrong: the drawn resistor was extracted as plain metal.
TEST(EsdTopology, case_esd_30) {
  Circuit circuit;
  Circuit::remove(circuit.instances, "name: SR0");
  circuit.network.push_back("RM1 SR0:a SRM 3 $layer=M1 $w=2");
  circuit.network.push_back("RM2 SRM SR0:b 3 $layer=M1 $w=2");
  const ProjectRun run = circuit.run(only_topology());
  const core::Finding& finding = only(run, "ESD-0707");
  EXPECT_THAT(finding.message,
              HasSubstr("no resistor (sec_res) between pad 'A0' and the gate of 'RX0'; joined by 4 "
                        "conductors (M1 4)"));
  EXPECT_TRUE(has_note(finding, "'RM1' (M1, 3 ohm)"));
  EXPECT_TRUE(has_note(finding, "'RA3' (M1, 0.2 ohm)"));
}

TEST(EsdTopology, ResistorMissingAltogether) {
  Circuit circuit;
  Circuit::remove(circuit.instances, "name: SR0");
  const ProjectRun run = circuit.run(only_topology());
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0707"));
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("nothing joins the gate and a pad"));
  Circuit other;
  Circuit::change(other.instances, "name: SR0", "sec_res", "gnd_diode");
  Circuit::change(other.instances, "name: SR0", "b: 'SR0:b'", "k: 'SR0:b'");
  EXPECT_THAT(only(other.run(only_topology()), "ESD-0707").message,
              HasSubstr("joined by 'SR0' (gnd_diode)"));
}

TEST(EsdTopology, ResistorBypassed) {
  Circuit circuit;
  circuit.network.push_back("RBY SR0:a SR0:b 1 $layer=M1 $w=2");
  const core::Finding finding = only(circuit.run(only_topology()), "ESD-0707");
  EXPECT_TRUE(has_note(finding, "'SR0' (sec_res) is there, but conductors lead around it"));
}

TEST(EsdTopology, SecondaryClampMissing_ESD_0708) {
  Circuit circuit;
  Circuit::remove(circuit.instances, "name: SC0");
  const ProjectRun run = circuit.run(only_topology());
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0708"));
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("its own ground 'VSS'"));
}

TEST(EsdTopology, ForbiddenDevice_ESD_0709) {
  Circuit circuit;
  circuit.instances.push_back("{name: TG, type: thin_gate, pins: {g: 'A1'}}");
  const ProjectRun run = circuit.run(only_topology());
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0709"));
  EXPECT_THAT(run.sink.findings[0].message,
              HasSubstr("'TG' (thin_gate) lies on pad 'A1' with its pin 'g'"));
}

/// A0 reaches VSSIO through DU0, a clamp and BB1: three devices; two are not enough.
TEST(EsdTopology, Stages_ESD_0710) {
  for (const int stages : {3, 2}) {
    Circuit circuit;
    Circuit::change(circuit.topology, "id: T7", "stages: 3", "stages: " + std::to_string(stages));
    const ProjectRun run = circuit.run(only_topology());
    if (stages == 3) {
      EXPECT_THAT(ids(run.sink), IsEmpty());
      continue;
    }
    // A0 and A1 have devices to the same rails, and A0 has its resistor beside: T7 does not pass resistors.
    EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0710"));
    EXPECT_THAT(run.sink.findings[0].message,
                HasSubstr("to 'VSSIO' the current passes 3 devices, at most 2 are allowed"));
    EXPECT_TRUE(has_note(run.sink.findings[0], "2 pairs of nets"));
  }
}

TEST(EsdTopology, NoPathAtAll_ESD_0711) {
  Circuit circuit;
  Circuit::change(circuit.topology, "id: T7", "devices: ['*_diode', rail_clamp]",
                  "devices: [esd_diode, rail_clamp]");
  const ProjectRun run = circuit.run(only_topology());
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0711"));
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("from pad 'A0' to 'VSSIO'"));
}

/// Between pads of equal neighbours: A0 to A1 and back goes through the rails.
TEST(EsdTopology, StagesBetweenPadsOfOneClass) {
  Circuit circuit;
  Circuit::change(circuit.topology, "id: T7", "to: {kind: ground}, stages: 3",
                  "to: {kind: signal}, stages: 3");
  EXPECT_THAT(topology_ids(circuit), IsEmpty()) << "diode, clamp, diode";
  Circuit::change(circuit.topology, "id: T7", "stages: 3", "stages: 2");
  EXPECT_THAT(topology_ids(circuit), ElementsAre("ESD-0710"));
}

// --- islands ---------------------------------------------------------------------------------------------------

/// Conductors and pins that hang together and never reach the grid: one finding, with what is nearest.
TEST(EsdTopology, case_esd_4) {
  Circuit circuit;
  Circuit::remove(circuit.network, "RV2 ");
  const ProjectRun run = circuit.run(only_topology());
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0712"));
  const core::Finding& finding = run.sink.findings[0];
  EXPECT_THAT(finding.message,
              HasSubstr("net 'VDD': an island of 4 conductors is not joined to the rest (3 "
                        "conductors); it strands 0 pads and 4 pins"));
  // 110 .. 90 of x = 100 +- 5 against x = 50 +- 5
  EXPECT_THAT(finding.message, HasSubstr("nearest: layer 'M5', 40 um away at (55, "));
  EXPECT_TRUE(has_note(finding, "'C2.h'"));
  ASSERT_TRUE(finding.where);
  EXPECT_FALSE(run.outcome.scene.views.empty());
}

/// One line for each net in pieces: pieces, conductors, biggest, stranded.
TEST(EsdTopology, case_esd_3) {
  Circuit circuit;
  Circuit::remove(circuit.network, "RV2 ");
  const ProjectRun run = circuit.run(only_topology());
  const auto section = std::find_if(run.outcome.sections.begin(), run.outcome.sections.end(),
                                    [](const core::Section& s) { return s.title == "nets"; });
  ASSERT_NE(section, run.outcome.sections.end());
  const core::Table& table = std::get<core::Table>(section->content);
  ASSERT_GE(table.rows.size(), 2U);
  EXPECT_THAT(table.rows[0], ElementsAre("VDD", "2", "7", "4", "0", "4"));
  EXPECT_THAT(table.rows[1][0], HasSubstr("whole nets"));
}

/// The ring is drawn short of the pad: unreachable, not a large number, and p2p does not say it again.
TEST(EsdTopology, case_esd_13) {
  Circuit circuit;
  Circuit::change(circuit.network, "RV1 ", "VDD VDD:1", "VDD VDD:x");
  circuit.rules = {
      "{id: R, check: p2p, from: {pads: {kind: power}}, to: {devices: {type: rail_clamp, pin: h}}, "
      "limit: 1 ohm, operator: \"<=\"}"};
  const ProjectRun run = circuit.run();
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0712"));
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("nearest: "));
  ASSERT_EQ(run.outcome.rules.size(), 1U);
  EXPECT_EQ(run.outcome.rules[0].not_met, 2U) << "both clamps are out of reach of the pad";
  // Without topology rules p2p says it itself.
  circuit.topology.clear();
  EXPECT_THAT(ids(circuit.run().sink), ElementsAre("ESD-0301", "ESD-0301"));
}

TEST(EsdTopology, MissingViaIsNamed) {
  Circuit circuit;
  Circuit::change(circuit.network, "RV2 ", "VDD:1 VDD:2 0.05", "VDD:2 VDD:3 0.05");
  Circuit::change(circuit.network, "RV2 ", "$layer=M5", "$layer=M6");
  const core::Finding finding = only(circuit.run(only_topology()), "ESD-0712");
  EXPECT_THAT(finding.message, HasSubstr("its layer 'M6' crosses layer 'M5' of the main piece "
                                         "without a via at (50, 100) um"));
  EXPECT_TRUE(has_note(finding, "also near: layer 'M5', 40 um away"));
}

TEST(EsdTopology, MetalWithoutTerminalsIsAWarning) {
  Circuit circuit;
  circuit.network.insert(circuit.network.begin() + 17,
                         "RV9 VDD:8 VDD:9 1 $layer=M5 $w=2 $x=0 $y=120 $x2=5 $y2=120");
  const ProjectRun run = circuit.run(only_topology());
  const core::Finding& finding = only(run, "ESD-0712");
  EXPECT_EQ(finding.severity, core::Severity::kWarning);
  EXPECT_THAT(finding.message, HasSubstr("nearest: layer 'M5', "));
}

TEST(EsdTopology, OpenBondIsNamed) {
  Circuit circuit;
  circuit.network.push_back("*|NET B 0PF");
  circuit.network.push_back("RB9 B:1 B:2 1");
  circuit.network.push_back("RB8 B:3 B:4 1");
  circuit.pads.push_back(
      "{name: b_low, kind: signal, net: B, nodes: 'B:1', tier: low, mate: b_up}");
  circuit.pads.push_back("{name: b_up, kind: signal, net: B, nodes: 'B:3', tier: up}");
  Circuit::change(circuit.topology, "id: T1", "{kind: signal}", "{kind: signal, group: external}");
  Circuit::change(circuit.topology, "id: T7", "from: {kind: signal}", "from: {group: external}");
  EXPECT_THAT(only(circuit.run(only_topology()), "ESD-0712").message,
              HasSubstr("the bond between 'b_up' and 'b_low' does not conduct"));
}

/// A core supply that lost its pads by a rename.
TEST(EsdTopology, case_esd_12_ESD_0713) {
  Circuit circuit;
  Circuit::remove(circuit.pads, "name: VDDIO,");
  const ProjectRun run = circuit.run(only_topology());
  const core::Finding& finding = only(run, "ESD-0713");
  EXPECT_EQ(finding.severity, core::Severity::kWarning);
  EXPECT_EQ(finding.code->id, std::string("ESD-0713"));
  EXPECT_THAT(finding.message,
              HasSubstr("net 'VDDIO' is the supply of 2 device pins and reaches no pad"));
}

/// Every open pin on a net of its own: no domains, counted in one line.
TEST(EsdTopology, case_esd_15) {
  Circuit circuit;
  circuit.network.push_back("*|NET OPEN1 0PF");
  circuit.network.push_back("*|I (C9:h C9 h B 0 1 1)");
  circuit.network.push_back("C9 C9:h 0 1e-15");
  const ProjectRun run = circuit.run(only_topology());
  EXPECT_THAT(ids(run.sink), Not(Contains("ESD-0713")));
  EXPECT_THAT(ids(run.sink), Not(Contains("ESD-0712")));
}

// --- nothing looked at is never a pass ---------------------------------------------------------------------------

TEST(EsdTopology, EmptySelectionsAreErrors) {
  const auto with = [](const std::string& id, const std::string& from, const std::string& to) {
    Circuit circuit;
    Circuit::change(circuit.topology, "id: " + id + ",", from, to);
    return topology_ids(circuit);
  };
  EXPECT_THAT(with("T1", "{kind: signal}", "{name: zz}"), Contains("ESD-0202"));
  EXPECT_THAT(with("T1", "[esd_diode]", "[esd_dode]"), Contains("ESD-0202"));
  EXPECT_THAT(with("T1", "[VDD, VSS]", "[VDD2, VSS]"), Contains("ESD-0202"));
  EXPECT_THAT(with("T2", "[VDDIO, VSSIO]", "[VDDX, VSSIO]"), Contains("ESD-0202"));
  EXPECT_THAT(with("T3", "VSSIO", "VSSX"), Contains("ESD-0202"));
  EXPECT_THAT(with("T4", "name: RXB", "name: RXC"), Contains("ESD-0202"));
  EXPECT_THAT(with("T5", "[sec_res]", "[sec_rez]"), Contains("ESD-0202"));
  EXPECT_THAT(with("T6", "[thin_gate]", "[thick_gate]"), Contains("ESD-0202"));
  EXPECT_THAT(with("T7", "{kind: ground}", "{kind: ground, group: d2d}"), Contains("ESD-0202"));
  Circuit circuit;
  circuit.topology.push_back("{id: T8, require: joined, nets: [VDX]}");
  EXPECT_THAT(topology_ids(circuit), Contains("ESD-0202"));
}

TEST(EsdTopology, FaultyRulesAreRefused) {
  for (const char* rule : {"{id: Q, require: primry, pads: {}, devices: [esd_diode]}",
                           "{id: Q, pads: {}}", "{id: Q, require: primary, forbid: [x], pads: {}}",
                           "{id: Q, require: primary, devices: [x]}",
                           "{id: Q, require: rail-clamp, pairs: [[VDD]], devices: [x]}",
                           "{id: Q, require: rail-clamp, devices: [x]}",
                           "{id: Q, require: grounds-tied, grounds: [VSS]}",
                           "{id: Q, require: reachable, from: {}, to: {}}",
                           "{id: Q, require: secondary, receivers: {}, devices: [x]}"}) {
    Circuit circuit;
    circuit.topology.push_back(rule);
    const ProjectRun run = circuit.run(only_topology());
    ASSERT_FALSE(run.sink.findings.empty()) << rule;
    EXPECT_EQ(run.sink.findings[0].kind, core::FindingClass::kInput) << rule;
  }
}

}  // namespace
}  // namespace sealring::esd::testing
