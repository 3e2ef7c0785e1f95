// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "tests/esd/stack_support.h"

#include <gtest/gtest.h>

namespace sealring::esd::testing {

StackText::StackText() {
  files["chiplets.3dbv"] = R"(Header: {version: "3.0", unit: micron, precision: 1000}
ChipletDef:
  logic:
    type: die
    design_area: [100, 100]
    thickness: 50
    tsv: true
    external: {LEF_file: [bumps.lef]}
    regions:
      front: {side: front, bmap: logic_front.bmap, coords: [[0, 0], [100, 0], [100, 100], [0, 100]]}
      back: {side: back, bmap: logic_back.bmap, coords: [[0, 0], [100, 0], [100, 100], [0, 100]]}
  memory:
    type: die
    design_area: [100, 100]
    thickness: 40
    external: {LEF_file: [bumps.lef]}
    regions:
      front: {side: front, bmap: memory_front.bmap, coords: [[0, 0], [100, 0], [100, 100], [0, 100]]}
)";
  files["bumps.lef"] = R"(VERSION 5.8 ;
MACRO HB
  CLASS COVER BUMP ;
  SIZE 4 BY 4 ;
  PIN PAD
    PORT
      LAYER TOPM ;
        RECT 1 1 3 3 ;
    END
  END PAD
END HB
MACRO C4
  CLASS COVER BUMP ;
  SIZE 20 BY 20 ;
  PIN PAD
    PORT
      LAYER TOPM ;
        RECT 2 2 18 18 ;
    END
  END PAD
END C4
END LIBRARY
)";
  files["stack.3dbx"] = R"(Header:
  version: "3.0"
  unit: micron
  precision: 1000
  include: [chiplets.3dbv]
Design: {name: pair}
ChipletInst:
  u_logic: {reference: logic}
  u_memory: {reference: memory}
Stack:
  u_logic: {loc: [0, 0], z: 0, orient: R0}
  u_memory: {loc: [0, 0], z: 50, orient: MZ_MY}
Connection:
  face_to_face: {top: u_memory.regions.front, bot: u_logic.regions.front, thickness: 0}
  package: {top: u_logic.regions.back, bot: ~, thickness: 0}
)";
  files["logic_front.bmap"] = R"(h1 HB 20 20 VDD VDD
h2 HB 40 20 VDD VDD
g1 HB 60 20 VSS VSS
s1 HB 80 20 data data
)";
  files["logic_back.bmap"] = R"(b1 C4 20 60 VDD VDD
b2 C4 50 60 VSS VSS
b3 C4 80 60 io io
)";
  files["memory_front.bmap"] = R"(k1 HB 80 20 VDD VDD
k2 HB 60 20 VDD VDD
m1 HB 40 20 VSS VSS
n1 HB 20 20 data data
)";
  files["logic.sp"] = R"(* lower die
R1 T H1 1
R2 T H2 3
R3 G0 G1 0.5
R4 S1 D1 0.25
R5 IO IOD 0.125
.end
)";
  files["memory.sp"] = R"(* upper die
R1 K1 C 2
R2 K2 C 4
R3 M1 L 0.75
R4 N1 D2 0.5
.end
)";
  files["logic_pins.csv"] = "pin,node\nh1,H1\nh2,H2\ng1,G1\ns1,S1\nb1,T\nb2,G0\nb3,IO\n";
  files["memory_pins.csv"] = "pin,node\nk1,K1\nk2,K2\nm1,M1\ndata,N1\n";
  files["logic_inst.csv"] =
      "instance,type,pin,node,net\nCL,rail_clamp,high,H2,VDD\nCL,rail_clamp,low,G0,VSS\n"
      "DU,d2d_diode,anode,D1,data\nDU,d2d_diode,cathode,H1,VDD\n";
  files["memory_inst.csv"] =
      "instance,type,pin,node,net\nCL,rail_clamp,high,C,VDD\nCL,rail_clamp,low,L,VSS\n";
  files["bonds.yaml"] = R"(schema: sealring.esd.bonds/1
revision: b1
bonds:
  - {name: hb, interface: face_to_face, class: bond, resistance: 20 mohm, limit: 20 mA, team: stacking, cells: [HB]}
  - {name: c4, interface: package, class: bump, resistance: 5 mohm, limit: 0.8 A, team: package}
tsv:
  - {name: tsv, tier: u_logic, region: back, resistance: 50 mohm, limit: 0.1 A}
)";
  files["layers.yaml"] =
      "schema: sealring.esd.layers/1\nrevision: l1\nlayers:\n  - {name: M1, class: metal, limit: 1 "
      "A}\n";
  files["devices.yaml"] = R"(schema: sealring.esd.devices/1
revision: lib
devices:
  - {name: rail_clamp, kind: clamp, pins: [high, low], conducts: high -> low, domains: [VDD, VSS], ron: 0.5 ohm, v_hold: 1 V}
  - {name: d2d_diode, kind: diode, pins: [anode, cathode], conducts: anode -> cathode, ron: 1 ohm, v_hold: 0.7 V}
)";
  files["rules.yaml"] = R"(schema: sealring.esd.rules/1
revision: r1
groups:
  - {name: external, current: 1 A}
  - {name: d2d, current: 0.1 A}
rules:
  - {id: UP, check: p2p, from: {pads: {kind: power, group: external}}, to: {devices: {type: rail_clamp, pin: high, tier: u_memory}}, limit: 3 ohm, operator: "<"}
)";
  files["esd.yaml"] = R"(schema: sealring.esd/1
name: pair
stack: stack.3dbx
bonds: bonds.yaml
tiers:
  u_logic: {team: logic, network: logic.sp, pin_map: logic_pins.csv, instances: logic_inst.csv}
  u_memory: {team: memory, network: memory.sp, pin_map: memory_pins.csv, instances: memory_inst.csv}
supplies:
  VDD: {kind: power, nets: [u_logic/VDD]}
  VSS: {kind: ground, nets: [u_logic/VSS]}
layers: layers.yaml
devices: devices.yaml
rules: rules.yaml
)";
}

void StackText::replace(const std::string& file, const std::string& what, const std::string& by) {
  std::string& text = files[file];
  const std::size_t at = text.find(what);
  ASSERT_NE(at, std::string::npos) << file << ": " << what;
  text.replace(at, what.size(), by);
}

ProjectRun read_stack(const Folder& folder, const StackText& text) {
  for (const auto& [name, content] : text.files) folder.write(name, content);
  ProjectRun run;
  run.project = read_project(core::InputReader(folder.path), folder.path / "esd.yaml", run.sink);
  return run;
}

ProjectRun run_stack(const Folder& folder, const StackText& text, const CheckOptions& options) {
  ProjectRun run = read_stack(folder, text);
  if (run.project) run.outcome = check(*run.project, options, run.sink);
  return run;
}

double between(const Project& project, const std::string& from, const std::string& to) {
  core::CollectingSink sink;
  const auto answer = find_path(project, from, to, {}, sink);
  if (!answer || !answer->reachable) return -1;
  return answer->merged;
}

std::vector<core::Finding> errors(const core::CollectingSink& sink) {
  std::vector<core::Finding> result;
  for (const core::Finding& finding : sink.findings) {
    if (finding.severity == core::Severity::kError) result.push_back(finding);
  }
  return result;
}

}  // namespace sealring::esd::testing
