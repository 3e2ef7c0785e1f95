// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// The six path types on a hand-made pair of dies: tier "low" with balls, tier "up" bonded to it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "tests/esd/topology_support.h"

namespace sealring::esd::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// V: ball - 0.1 - v_low - 0.05 (bond) - v_up; clamps 0.2 behind v_low and 0.3 behind v_up. G the same for ground.
/// S: ball - 0.1 - s_low - 0.05 - s_up - 0.15 - diode up. D: driver side d_low with a diode behind 0.4, d_up with one behind 0.5.
Circuit two_tiers() {
  Circuit circuit;
  circuit.topology.clear();
  circuit.network = {
      "*|NET V 0PF",
      "R1 V:ball V:low 0.1 $layer=M5 $w=10",
      "R2 V:low V:up 0.05 $layer=HB",
      "R3 V:low CL:h 0.2 $layer=M5 $w=10",
      "R4 V:up CU:h 0.3 $layer=M5 $w=10",
      "*|NET G 0PF",
      "R5 G:ball G:low 0.1 $layer=M5 $w=10",
      "R6 G:low G:up 0.05 $layer=HB",
      "R7 G:low CL:l 0.2 $layer=M5 $w=10",
      "R8 G:up CU:l 0.3 $layer=M5 $w=10",
      "*|NET S 0PF",
      "R9 S:ball S:low 0.1 $layer=M5 $w=10",
      "R10 S:low S:up 0.05 $layer=HB",
      "R11 S:up SU:a 0.15 $layer=M5 $w=10",
      "*|NET D 0PF",
      "R12 D:low D:up 0.05 $layer=HB",
      "R13 D:low DL:a 0.4 $layer=M5 $w=10",
      "R14 D:up DU:a 0.5 $layer=M5 $w=10",
  };
  const auto bond = [&](const std::string& net, const std::string& kind) {
    circuit.pads.push_back("{name: " + net + "_low, kind: " + kind + ", group: d2d, net: " + net +
                           ", nodes: '" + net + ":low', tier: low, interface: f2f, mate: " + net +
                           "_up}");
    circuit.pads.push_back("{name: " + net + "_up, kind: " + kind + ", group: d2d, net: " + net +
                           ", nodes: '" + net + ":up', tier: up, interface: f2f}");
  };
  circuit.pads = {
      "{name: V_ball, kind: power, group: external, net: V, nodes: 'V:ball', tier: low}",
      "{name: G_ball, kind: ground, group: external, net: G, nodes: 'G:ball', tier: low}",
      "{name: S_ball, kind: signal, group: external, net: S, nodes: 'S:ball', tier: low}",
  };
  bond("V", "power");
  bond("G", "ground");
  bond("S", "signal");
  bond("D", "signal");
  circuit.instances = {
      "{name: CL, type: rail_clamp, domains: [V, G], pins: {h: 'CL:h', l: 'CL:l'}, tier: low}",
      "{name: CU, type: rail_clamp, domains: [V, G], pins: {h: 'CU:h', l: 'CU:l'}, tier: up}",
      "{name: SU, type: esd_diode, domains: [S, V], pins: {a: 'SU:a', k: 'V:up'}, tier: up}",
      "{name: DL, type: gnd_diode, domains: [D, V], pins: {a: 'DL:a', k: 'V:low'}, tier: low}",
      "{name: DU, type: gnd_diode, domains: [D, V], pins: {a: 'DU:a', k: 'V:up'}, tier: up}",
  };
  return circuit;
}

ProjectRun run_types(std::vector<std::string> types) {
  Circuit circuit = two_tiers();
  circuit.path_types = std::move(types);
  return circuit.run();
}

const core::Table* table(const CheckOutcome& outcome, const std::string& title) {
  for (const core::Section& section : outcome.sections) {
    if (section.title == title) return &std::get<core::Table>(section.content);
  }
  return nullptr;
}

TEST(EsdPathTypes, HybridBondsPairOnlyMates) {
  const ProjectRun run =
      run_types({"{type: hybrid-bond, id: P1, interface: f2f, limit: 0.05 ohm, operator: \"<=\"}"});
  EXPECT_THAT(ids(run.sink), IsEmpty());
  ASSERT_THAT(run.outcome.rules, SizeIs(1));
  EXPECT_EQ(run.outcome.rules[0].paths, 4U) << "each bond once, never one bond to another";
  EXPECT_NEAR(run.outcome.rules[0].worst, 0.05, 1e-12);
  const ProjectRun strict =
      run_types({"{type: hybrid-bond, id: P1, interface: f2f, limit: 0.05 ohm, operator: \"<\"}"});
  EXPECT_THAT(ids(strict.sink), ElementsAre("ESD-0302", "ESD-0302", "ESD-0302", "ESD-0302"));
}

TEST(EsdPathTypes, EachTypeHasItsValueAndRow) {
  const ProjectRun run = run_types({
      "{type: d2d-signal, id: P2, interface: f2f, pads: {net: D}, devices: [{type: gnd_diode, pin: "
      "a}], limit: 1 ohm, operator: \"<=\"}",
      "{type: signal-to-upper, id: P3, tier: up, pads: {group: external}, devices: [{type: "
      "esd_diode, pin: a}], limit: 1 ohm, operator: \"<=\"}",
      "{type: supply-to-lower-clamps, id: P4, tier: low, pads: {group: external}, devices: [{type: "
      "rail_clamp}], limit: 1 ohm, operator: \"<=\"}",
      "{type: supply-to-upper-clamps, id: P5, tier: up, pads: {group: external}, devices: [{type: "
      "rail_clamp}], limit: 1 ohm, operator: \"<=\"}",
      "{type: supply-to-both, id: P6, tiers: [low, up], pads: {group: external}, devices: [{type: "
      "rail_clamp}], limit: 2 ohm, operator: \"<=\"}",
  });
  for (const core::Finding& finding : run.sink.findings) ADD_FAILURE() << finding.message;
  EXPECT_NEAR(value_of(run.outcome, "P2.low.gnd_diode.a"), 0.4, 1e-12);
  EXPECT_NEAR(value_of(run.outcome, "P2.up.gnd_diode.a"), 0.5, 1e-12);
  EXPECT_NEAR(value_of(run.outcome, "P3"), 0.3, 1e-12);
  EXPECT_NEAR(value_of(run.outcome, "P4.low.rail_clamp.h"), 0.3, 1e-12);
  EXPECT_NEAR(value_of(run.outcome, "P4.low.rail_clamp.l"), 0.3, 1e-12);
  EXPECT_NEAR(value_of(run.outcome, "P5.up.rail_clamp.h"), 0.45, 1e-12);
  // 0.1 + (0.2 + 0.9) || (0.05 + 0.3 + 0.9)
  EXPECT_NEAR(value_of(run.outcome, "P6.rail_clamp.h"), 0.1 + 1 / (1 / 1.1 + 1 / 1.25), 1e-12);
  // V, G, S, D: types 4 to 6 share one factorisation per net.
  EXPECT_EQ(run.outcome.parts_solved, 4U);
  const core::Table* types = table(run.outcome, "path types");
  ASSERT_NE(types, nullptr);
  ASSERT_THAT(types->rows, SizeIs(5));
  EXPECT_THAT(types->rows[2], Contains("supply-to-lower-clamps"));
  EXPECT_EQ(types->rows[2][2], "low");
  EXPECT_EQ(types->rows[2][4], "2");
  const core::Table* shares = table(run.outcome, "current of clamps, TSVs and bonds");
  ASSERT_NE(shares, nullptr);
  // Net G first: two clamps and one bond; the lower clamp takes 1.25 / 2.35.
  ASSERT_THAT(shares->rows, SizeIs(6));
  EXPECT_EQ(shares->rows[0][3], "CL");
  EXPECT_EQ(shares->rows[0][6], "53.19");
  EXPECT_EQ(shares->rows[2][4], "bond");
  EXPECT_EQ(shares->rows[2][6], "46.81");
  EXPECT_EQ(shares->rows[2][7].substr(0, 5), "0.622") << "of 1.33 A";
}

TEST(EsdPathTypes, CurrentDensityRulesOnDemand) {
  const ProjectRun run = run_types({
      "{type: supply-to-both, id: P6, tiers: [low, up], pads: {group: external}, devices: [{type: "
      "rail_clamp}], limit: 2 ohm, operator: \"<=\", cd: true, current: 2.2 A}",
  });
  // The bond carries 2.2 A * 0.4681 = 1.03 A, limit 1 A; M5 stands 0.8 A of 2.2 A. One finding per conductor.
  EXPECT_THAT(ids(run.sink), Contains("ESD-0304"));
  EXPECT_THAT(run.outcome.rules, SizeIs(4));
}

TEST(EsdPathTypes, APadWithoutDeviceIsFound) {
  Circuit circuit = two_tiers();
  Circuit::remove(circuit.instances, "name: DL,");
  circuit.path_types = {
      "{type: d2d-signal, id: P2, interface: f2f, pads: {net: D}, devices: [{type: gnd_diode, pin: "
      "a}], limit: 1 ohm, operator: \"<=\"}"};
  const ProjectRun run = circuit.run();
  EXPECT_THAT(ids(run.sink), Contains("ESD-0202")) << "no such device on the lower tier at all";
  circuit.instances.push_back(
      "{name: DX, type: gnd_diode, domains: [G, V], pins: {a: 'G:low', k: 'V:low'}, tier: low}");
  const ProjectRun other = circuit.run();
  EXPECT_THAT(ids(other.sink), ElementsAre("ESD-0307"));
  EXPECT_THAT(other.sink.findings[0].message,
              HasSubstr("no device 'gnd_diode.a of low' is connected to 'D_low'"));
}

TEST(EsdPathTypes, FaultyEntriesAreRefused) {
  for (const char* entry :
       {"{type: hybrid-bnd, id: P}", "{type: hybrid-bond, id: P, limit: 1 ohm, operator: \"<\"}",
        "{type: hybrid-bond, id: P, interface: f2f}",
        "{type: hybrid-bond, id: P, interface: nowhere, limit: 1 ohm, operator: \"<\"}",
        "{type: d2d-signal, id: P, interface: f2f, devices: [{type: gnd_diode}], limit: 1 ohm, "
        "operator: \"<\"}",
        "{type: d2d-signal, id: P, interface: f2f, devices: [{type: zz, pin: a}], limit: 1 ohm, "
        "operator: \"<\"}",
        "{type: d2d-signal, id: P, interface: f2f, devices: [{type: gnd_diode, pin: z}], limit: 1 "
        "ohm, operator: \"<\"}",
        "{type: supply-to-both, id: P, tiers: [low], pads: {}, devices: [{type: rail_clamp}], "
        "limit: 1 ohm, operator: \"<\"}",
        "{type: supply-to-upper-clamps, id: P, tier: up, devices: [{type: rail_clamp}], limit: 1 "
        "ohm, operator: \"<\"}"}) {
    const ProjectRun run = run_types({entry});
    ASSERT_FALSE(run.sink.findings.empty()) << entry;
    EXPECT_EQ(run.sink.findings[0].kind, core::FindingClass::kInput) << entry;
  }
}

/// 3,000 bumps against 300 clamps on one net: 900,000 pairs without a map of them.
TEST(EsdPathTypes, ManyPairsAreFast) {
  Project project;
  Network& network = project.network;
  network.files.push_back({"made", "", ""});
  const auto node = [&](const std::string& name) { return network.nodes.intern(name); };
  const auto resistor = [&](NodeId a, NodeId b, double ohm) {
    Element element;
    element.a = a;
    element.b = b;
    element.ohm = ohm;
    network.elements.push_back(element);
  };
  constexpr std::size_t kBumps = 3000;
  constexpr std::size_t kClamps = 300;
  DeviceType type;
  type.name = "clamp";
  type.pins = {"h", "l"};
  project.devices.types = {type};
  const NodeId ground = node("g");
  for (std::size_t i = 0; i < kBumps; ++i) {
    const NodeId here = node("n" + std::to_string(i));
    if (i > 0) resistor(node("n" + std::to_string(i - 1)), here, 0.001);
    Pad pad;
    pad.name = "b" + std::to_string(i);
    pad.kind = "power";
    pad.net = "V";
    pad.taps = {{here}, {1}};
    project.pads.push_back(pad);
  }
  for (std::size_t i = 0; i < kClamps; ++i) {
    Instance instance;
    instance.name = "c" + std::to_string(i);
    instance.pins = {{{node("n" + std::to_string(10 * i))}, {1}}, {{ground}, {1}}};
    instance.nets = {"V", "G"};
    project.instances.push_back(instance);
  }
  Rule rule;
  rule.id = "R";
  rule.to.of = Selection::Of::kDevices;
  rule.to.device = "clamp";
  rule.to.pin = "h";
  rule.limit = 100;
  project.rules.rules = {rule};
  core::CollectingSink sink;
  const auto start = std::chrono::steady_clock::now();
  const CheckOutcome outcome = check(project, {}, sink);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_THAT(ids(sink), IsEmpty());
  EXPECT_EQ(outcome.rules[0].paths, kBumps * kClamps);
  EXPECT_NEAR(outcome.rules[0].worst, 2.999, 1e-9);
  EXPECT_LT(took.count(), 60) << "generous: also under a sanitizer";
}

}  // namespace
}  // namespace sealring::esd::testing
