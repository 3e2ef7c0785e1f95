// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/esd/topology_support.h"

namespace sealring::esd::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

ProjectRun run_layout(Circuit circuit, const std::string& rule) {
  circuit.layout = {rule};
  return circuit.run(only_layout());
}

/// C1 and C2 are parallel: 400 um and 10 fingers; C3 alone has as much.
TEST(EsdLayout, WidthsAddUp_ESD_0802) {
  EXPECT_THAT(
      ids(run_layout({}, "{id: L1, devices: [rail_clamp], min_width: 400 um, min_fingers: 10}")
              .sink),
      IsEmpty());
  Circuit circuit;
  Circuit::change(circuit.instances, "name: C2", "width: 200 um", "width: 199.9 um");
  const ProjectRun run = run_layout(circuit, "{id: L1, devices: [rail_clamp], min_width: 400 um}");
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0802"));
  EXPECT_THAT(run.sink.findings[0].message,
              HasSubstr("rail_clamp between 'VDD' and 'VSS' is 399.9 um wide (2 devices), at least "
                        "400 um"));
  EXPECT_EQ(run.sink.findings[0].notes.size(), 2U);
}

TEST(EsdLayout, Fingers_ESD_0803) {
  Circuit circuit;
  Circuit::change(circuit.instances, "name: C3", "fingers: 10", "fingers: 9");
  const ProjectRun run = run_layout(circuit, "{id: L1, devices: ['rail_*'], min_fingers: 10}");
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0803"));
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("has 9 fingers (1 device), at least 10"));
}

TEST(EsdLayout, MissingPropertyIsNoPass_ESD_0801) {
  Circuit circuit;
  Circuit::change(circuit.instances, "name: C3", ", width: 400 um", "");
  Circuit::change(circuit.instances, "name: DU0", "box: [8, 0, 12, 4], ", "");
  for (const char* rule :
       {"{id: L, devices: [rail_clamp], min_width: 1 um}",
        "{id: L, pads: {name: A0}, devices: [esd_diode], name: DU0, max_distance: 50 um}",
        "{id: L, devices: [esd_diode], name: DU0, guard: [guard_ring], within: 5 um}"}) {
    const ProjectRun run = run_layout(circuit, rule);
    EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0801")) << rule;
    EXPECT_EQ(run.sink.findings[0].kind, core::FindingClass::kInput);
  }
}

/// DU0 lies at x 8 ... 12, the pad at -2 ... 2: 6 um; DD0 in y the same.
TEST(EsdLayout, Distance_ESD_0804) {
  EXPECT_THAT(
      ids(run_layout({}, "{id: L, pads: {kind: signal}, devices: [esd_diode], max_distance: 6 um}")
              .sink),
      IsEmpty());
  const ProjectRun run =
      run_layout({}, "{id: L, pads: {kind: signal}, devices: [esd_diode], max_distance: 5.99 um}");
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0804", "ESD-0804"));
  EXPECT_THAT(run.sink.findings[0].message,
              HasSubstr("pad 'A0' is 6 um away from the nearest device, 'DU0' (esd_diode), at most "
                        "5.99 um"));
}

/// The diode is on the upper die: from the pad to the bond, and from its other side to the diode.
TEST(EsdLayout, DistanceThroughABond) {
  Circuit circuit;
  circuit.network.push_back("*|NET T 0PF");
  circuit.network.push_back("RT1 T:1 T:2 0.1");
  circuit.network.push_back("RT2 T:2 T:3 0.1");
  circuit.network.push_back("RT3 T:3 TU:a 0.1");
  circuit.pads.push_back(
      "{name: ball, kind: signal, net: T, nodes: 'T:1', tier: low, box: [0, 0, 10, 10]}");
  circuit.pads.push_back(
      "{name: hb_low, kind: signal, net: T, nodes: 'T:2', tier: low, box: [30, 0, 32, 10], mate: "
      "hb_up}");
  circuit.pads.push_back(
      "{name: hb_up, kind: signal, net: T, nodes: 'T:3', tier: up, box: [500, 500, 502, 502]}");
  circuit.instances.push_back(
      "{name: TU, type: esd_diode, pins: {a: 'TU:a', k: 'DU0:k'}, tier: up, box: [503, 506, 504, "
      "507]}");
  // 20 um in the lower die, hypot(1, 4) in the upper one
  EXPECT_THAT(
      ids(run_layout(circuit,
                     "{id: L, pads: {name: ball}, devices: [esd_diode], max_distance: 24.2 um}")
              .sink),
      IsEmpty());
  const ProjectRun run =
      run_layout(circuit, "{id: L, pads: {name: ball}, devices: [esd_diode], max_distance: 24 um}");
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0804"));
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("is 24.1231 um away"));
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("through the bond at 'hb_low' into up"));
}

TEST(EsdLayout, NothingToMeasure_ESD_0805) {
  const ProjectRun run =
      run_layout({}, "{id: L, pads: {name: A1}, devices: [sec_clamp], max_distance: 6 um}");
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0805"));
}

TEST(EsdLayout, ResistorRange_ESD_0806) {
  EXPECT_THAT(ids(run_layout({}, "{id: L, resistor: [sec_res], min: 200 ohm, max: 200 ohm}").sink),
              IsEmpty());
  EXPECT_THAT(ids(run_layout({}, "{id: L, resistor: [sec_res], min: 201 ohm}").sink),
              ElementsAre("ESD-0806"));
  EXPECT_THAT(ids(run_layout({}, "{id: L, resistor: [sec_res], max: 199 ohm}").sink),
              ElementsAre("ESD-0806"));
  Circuit circuit;  // two in parallel, one with a value of its own: 200 || 300
  circuit.instances.push_back(
      "{name: SR1, type: sec_res, pins: {b: 'SR0:a', a: 'SR0:b'}, resistance: 300 ohm}");
  const ProjectRun run = run_layout(circuit, "{id: L, resistor: [sec_res], min: 121 ohm}");
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("is 120 ohm (2 devices), at least 121 ohm"));
}

/// GR1 leaves 3 um around C1.
TEST(EsdLayout, Guard_ESD_0807) {
  EXPECT_THAT(ids(run_layout({},
                             "{id: L, devices: [rail_clamp], name: C1, guard: [guard_ring], "
                             "within: 3 um, net: VSS}")
                      .sink),
              IsEmpty());
  const ProjectRun near = run_layout(
      {}, "{id: L, devices: [rail_clamp], name: C1, guard: [guard_ring], within: 2.9 um}");
  EXPECT_THAT(ids(near.sink), ElementsAre("ESD-0807"));
  EXPECT_THAT(near.sink.findings[0].message, HasSubstr("'GR1' (guard_ring), leaves 3 um"));
  const ProjectRun none = run_layout(
      {}, "{id: L, devices: [rail_clamp], name: C2, guard: [guard_ring], within: 100 um}");
  EXPECT_THAT(ids(none.sink), ElementsAre("ESD-0807"));
}

TEST(EsdLayout, GuardOnAnotherNet_ESD_0808) {
  const ProjectRun run = run_layout(
      {},
      "{id: L, devices: [rail_clamp], name: C1, guard: [guard_ring], within: 3 um, net: VSSIO}");
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0808"));
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("lies on 'VSS', 'VSSIO' was expected"));
}

TEST(EsdLayout, EmptySelectionsAndFaultyRules) {
  EXPECT_THAT(ids(run_layout({}, "{id: L, devices: [zz], min_width: 1 um}").sink),
              ElementsAre("ESD-0202"));
  EXPECT_THAT(ids(run_layout({}, "{id: L, devices: [rail_clamp], name: zz, min_width: 1 um}").sink),
              ElementsAre("ESD-0202"));
  EXPECT_THAT(
      ids(run_layout({}, "{id: L, devices: [esd_diode], pads: {name: zz}, max_distance: 1 um}")
              .sink),
      ElementsAre("ESD-0202"));
  for (const char* rule :
       {"{id: L, devices: [rail_clamp]}", "{id: L, min_width: 1 um}",
        "{id: L, devices: [rail_clamp], min_width: 1}", "{id: L, resistor: [sec_res]}",
        "{id: L, resistor: [sec_res], min: 2 ohm, max: 1 ohm}",
        "{id: L, devices: [rail_clamp], guard: [guard_ring]}",
        "{id: L, devices: [rail_clamp], min_width: 1 um, max_distance: 1 um}"}) {
    const ProjectRun run = run_layout({}, rule);
    ASSERT_FALSE(run.sink.findings.empty()) << rule;
    EXPECT_EQ(run.sink.findings[0].kind, core::FindingClass::kInput) << rule;
  }
}

}  // namespace
}  // namespace sealring::esd::testing
