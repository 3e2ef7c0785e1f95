// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "tests/esd/topology_support.h"

#include <stdexcept>

namespace sealring::esd::testing {

namespace {

std::string& line_with(std::vector<std::string>& lines, const std::string& text) {
  std::string* found = nullptr;
  for (std::string& line : lines) {
    if (line.find(text) == std::string::npos) continue;
    if (found != nullptr) throw std::logic_error("two lines hold " + text);
    found = &line;
  }
  if (found == nullptr) throw std::logic_error("no line holds " + text);
  return *found;
}

std::string list(const std::string& key, const std::vector<std::string>& entries) {
  if (entries.empty()) return "";
  std::string text = key + ":\n";
  for (const std::string& entry : entries) text += "  - " + entry + "\n";
  return text;
}

}  // namespace

Circuit::Circuit() {
  network = {
      "*|NET A0 0PF",
      "RA1 A0 DU0:a 0.1 $layer=M1 $w=2 $x=0 $y=0 $x2=10 $y2=0",
      "RA2 A0 DD0:c 0.1 $layer=M1 $w=2 $x=0 $y=0 $x2=0 $y2=10",
      "RA3 A0 SR0:a 0.2 $layer=M1 $w=2 $x=0 $y=0 $x2=-10 $y2=0",
      "*|NET A1 0PF",
      "RB1 A1 DU1:a 0.1 $layer=M1 $w=2 $x=0 $y=50 $x2=10 $y2=50",
      "RB2 A1 DD1:c 0.1 $layer=M1 $w=2 $x=0 $y=50 $x2=0 $y2=60",
      "*|NET G0 0PF",
      "RG1 SR0:b RX0:g 0.1 $layer=M1 $w=2 $x=-20 $y=0 $x2=-30 $y2=0",
      "RG2 SR0:b SC0:h 0.1 $layer=M1 $w=2 $x=-20 $y=0 $x2=-20 $y2=10",
      "*|NET X 0PF",
      "RX1 DRV:o X:1 0.1 $layer=M1 $w=2 $x=-40 $y=0 $x2=-50 $y2=0",
      "RX2 X:1 RXB:g 0.1 $layer=M1 $w=2 $x=-50 $y=0 $x2=-60 $y2=0",
      "RX3 X:1 XU:a 0.1 $layer=M1 $w=2 $x=-50 $y=0 $x2=-50 $y2=10",
      "RX4 X:1 XD:c 0.1 $layer=M1 $w=2 $x=-50 $y=0 $x2=-50 $y2=-10",
      "*|NET VDD 0PF",
      "RV1 VDD VDD:1 0.05 $layer=M5 $w=10 $x=0 $y=100 $x2=50 $y2=100",
      "RV2 VDD:1 VDD:2 0.05 $layer=M5 $w=10 $x=50 $y=100 $x2=100 $y2=100",
      "RV3 VDD:1 C1:h 0.01 $layer=M5 $w=10 $x=50 $y=100 $x2=50 $y2=110",
      "RV4 VDD:2 C2:h 0.01 $layer=M5 $w=10 $x=100 $y=100 $x2=100 $y2=110",
      "RV5 VDD:1 DU0:k 0.01 $layer=M5 $w=10 $x=50 $y=100 $x2=50 $y2=90",
      "RV6 VDD:2 DU1:k 0.01 $layer=M5 $w=10 $x=100 $y=100 $x2=100 $y2=90",
      "RV7 VDD:2 RX0:p 0.01 $layer=M5 $w=10 $x=100 $y=100 $x2=120 $y2=100",
      "RV8 VDD:2 DRV:p 0.01 $layer=M5 $w=10 $x=100 $y=100 $x2=130 $y2=100",
      "*|NET VSS 0PF",
      "RS1 VSS VSS:1 0.05 $layer=M5 $w=10 $x=0 $y=200 $x2=50 $y2=200",
      "RS2 VSS:1 C1:l 0.01 $layer=M5 $w=10 $x=50 $y=200 $x2=50 $y2=190",
      "RS3 VSS:1 C2:l 0.01 $layer=M5 $w=10 $x=50 $y=200 $x2=100 $y2=200",
      "RS4 VSS:1 DD0:a 0.01 $layer=M5 $w=10 $x=50 $y=200 $x2=50 $y2=210",
      "RS5 VSS:1 DD1:a 0.01 $layer=M5 $w=10 $x=50 $y=200 $x2=60 $y2=200",
      "RS6 VSS:1 SC0:l 0.01 $layer=M5 $w=10 $x=50 $y=200 $x2=70 $y2=200",
      "RS7 VSS:1 RX0:n 0.01 $layer=M5 $w=10 $x=50 $y=200 $x2=80 $y2=200",
      "RS8 VSS:1 DRV:n 0.01 $layer=M5 $w=10 $x=50 $y=200 $x2=90 $y2=200",
      "RS9 VSS:1 BB1:a 0.01 $layer=M5 $w=10 $x=50 $y=200 $x2=95 $y2=200",
      "RS10 VSS:1 BB2:k 0.01 $layer=M5 $w=10 $x=50 $y=200 $x2=96 $y2=200",
      "RS11 VSS:1 GR1:t 0.01 $layer=M5 $w=10 $x=50 $y=200 $x2=97 $y2=200",
      "*|NET VDDIO 0PF",
      "RP1 VDDIO VDDIO:1 0.05 $layer=M5 $w=10 $x=0 $y=300 $x2=50 $y2=300",
      "RP2 VDDIO:1 C3:h 0.01 $layer=M5 $w=10 $x=50 $y=300 $x2=50 $y2=310",
      "RP3 VDDIO:1 XU:k 0.01 $layer=M5 $w=10 $x=50 $y=300 $x2=60 $y2=300",
      "RP4 VDDIO:1 RXB:p 0.01 $layer=M5 $w=10 $x=50 $y=300 $x2=70 $y2=300",
      "*|NET VSSIO 0PF",
      "RQ1 VSSIO VSSIO:1 0.05 $layer=M5 $w=10 $x=0 $y=400 $x2=50 $y2=400",
      "RQ2 VSSIO:1 C3:l 0.01 $layer=M5 $w=10 $x=50 $y=400 $x2=50 $y2=410",
      "RQ3 VSSIO:1 XD:a 0.01 $layer=M5 $w=10 $x=50 $y=400 $x2=60 $y2=400",
      "RQ4 VSSIO:1 RXB:n 0.01 $layer=M5 $w=10 $x=50 $y=400 $x2=70 $y2=400",
      "RQ5 VSSIO:1 BB1:k 0.01 $layer=M5 $w=10 $x=50 $y=400 $x2=80 $y2=400",
      "RQ6 VSSIO:1 BB2:a 0.01 $layer=M5 $w=10 $x=50 $y=400 $x2=90 $y2=400",
  };
  devices = {
      "{name: esd_diode, kind: diode, pins: [a, k], conducts: a -> k, ron: 0.6 ohm, v_hold: 0.8 V}",
      "{name: gnd_diode, kind: diode, pins: [a, k], conducts: a -> k, ron: 0.6 ohm, v_hold: 0.8 V}",
      "{name: rail_clamp, kind: clamp, pins: [h, l], conducts: h -> l, ron: 0.9 ohm, v_hold: 1.1 "
      "V}",
      "{name: sec_clamp, kind: clamp, pins: [h, l], conducts: h <-> l, ron: 2 ohm, v_hold: 1.5 V}",
      "{name: sec_res, kind: resistor, pins: [a, b], resistance: 200 ohm}",
      "{name: rx, kind: receiver, pins: [g, p, n], gate: g, power: p, ground: n}",
      "{name: drv, kind: driver, pins: [o, p, n], output: o, power: p, ground: n}",
      "{name: thin_gate, kind: receiver, pins: [g], gate: g}",
      "{name: guard_ring, kind: guard, pins: [t]}",
  };
  pads = {
      "{name: A0, kind: signal, group: external, net: A0, nodes: A0, box: [-2, -2, 2, 2]}",
      "{name: A1, kind: signal, group: external, net: A1, nodes: A1, box: [-2, 48, 2, 52]}",
      "{name: VDD, kind: power, group: external, net: VDD, nodes: VDD, box: [-2, 98, 2, 102]}",
      "{name: VSS, kind: ground, group: external, net: VSS, nodes: VSS, box: [-2, 198, 2, 202]}",
      "{name: VDDIO, kind: power, group: external, net: VDDIO, nodes: VDDIO, box: [-2, 298, 2, "
      "302]}",
      "{name: VSSIO, kind: ground, group: external, net: VSSIO, nodes: VSSIO, box: [-2, 398, 2, "
      "402]}",
  };
  instances = {
      "{name: DU0, type: esd_diode, pins: {a: 'DU0:a', k: 'DU0:k'}, box: [8, 0, 12, 4], width: 100 "
      "um}",
      "{name: DD0, type: esd_diode, pins: {a: 'DD0:a', k: 'DD0:c'}, box: [0, 8, 4, 12], width: 100 "
      "um}",
      "{name: DU1, type: esd_diode, pins: {a: 'DU1:a', k: 'DU1:k'}, box: [8, 50, 12, 54], width: "
      "100 um}",
      "{name: DD1, type: esd_diode, pins: {a: 'DD1:a', k: 'DD1:c'}, box: [0, 58, 4, 62], width: "
      "100 um}",
      "{name: C1, type: rail_clamp, domains: [VDD, VSS], pins: {h: 'C1:h', l: 'C1:l'}, box: [45, "
      "110, 55, 120], width: 200 um, fingers: 5}",
      "{name: C2, type: rail_clamp, domains: [VDD, VSS], pins: {h: 'C2:h', l: 'C2:l'}, box: [95, "
      "110, 105, 120], width: 200 um, fingers: 5}",
      "{name: C3, type: rail_clamp, domains: [VDDIO, VSSIO], pins: {h: 'C3:h', l: 'C3:l'}, box: "
      "[45, 310, 55, 320], width: 400 um, fingers: 10}",
      "{name: BB1, type: gnd_diode, pins: {a: 'BB1:a', k: 'BB1:k'}}",
      "{name: BB2, type: gnd_diode, pins: {a: 'BB2:a', k: 'BB2:k'}}",
      "{name: SR0, type: sec_res, pins: {a: 'SR0:a', b: 'SR0:b'}}",
      "{name: SC0, type: sec_clamp, pins: {h: 'SC0:h', l: 'SC0:l'}}",
      "{name: RX0, type: rx, pins: {g: 'RX0:g', p: 'RX0:p', n: 'RX0:n'}}",
      "{name: DRV, type: drv, pins: {o: 'DRV:o', p: 'DRV:p', n: 'DRV:n'}}",
      "{name: RXB, type: rx, pins: {g: 'RXB:g', p: 'RXB:p', n: 'RXB:n'}}",
      "{name: XU, type: esd_diode, pins: {a: 'XU:a', k: 'XU:k'}, width: 100 um}",
      "{name: XD, type: esd_diode, pins: {a: 'XD:a', k: 'XD:c'}, width: 100 um}",
      "{name: GR1, type: guard_ring, pins: {t: 'GR1:t'}, box: [42, 107, 58, 123]}",
  };
  topology = {
      "{id: T1, require: primary, pads: {kind: signal}, to: [VDD, VSS], devices: [esd_diode]}",
      "{id: T2, require: rail-clamp, pairs: [[VDD, VSS], [VDDIO, VSSIO]], devices: [rail_clamp]}",
      "{id: T3, require: grounds-tied, grounds: [VSS, VSSIO], devices: [gnd_diode]}",
      "{id: T4, require: cross-domain, receivers: {name: RXB}, devices: [esd_diode]}",
      "{id: T5, require: secondary, receivers: {name: RX0}, resistor: [sec_res], devices: "
      "[sec_clamp]}",
      "{id: T6, forbid: [thin_gate], pads: {kind: signal}}",
      "{id: T7, require: reachable, from: {kind: signal}, to: {kind: ground}, stages: 3, devices: "
      "['*_diode', rail_clamp]}",
  };
}

void Circuit::remove(std::vector<std::string>& lines, const std::string& text) {
  const std::string gone = line_with(lines, text);
  std::erase(lines, gone);
}

void Circuit::change(std::vector<std::string>& lines, const std::string& line,
                     const std::string& from, const std::string& to) {
  std::string& text = line_with(lines, line);
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::logic_error(line + " holds no " + from);
  text.replace(at, from.size(), to);
}

std::string Circuit::rules_text() const {
  return "schema: sealring.esd.rules/1\nrevision: t\ngroups:\n"
         "  - {name: external, current: 1.33 A}\n  - {name: d2d, current: 0.1 A}\n" +
         list("rules", rules) + list("topology", topology) + list("layout", layout) +
         list("path_types", path_types);
}

void Circuit::write(const Folder& folder) const {
  std::string cards = "*|DSPF 1.3\n*|DESIGN \"c\"\n.subckt c A0 A1 VDD VSS VDDIO VSSIO\n";
  for (const std::string& card : network) cards += card + "\n";
  folder.write("c.dspf", cards + ".ends\n");
  folder.write("devices.yaml",
               "schema: sealring.esd.devices/1\nrevision: t\n" + list("devices", devices));
  folder.write("rules.yaml", rules_text());
  folder.write("layers.yaml",
               "schema: sealring.esd.layers/1\nrevision: t\nlayers:\n"
               "  - {name: M1, class: metal, unlimited: true}\n"
               "  - {name: M5, class: metal, limit: 80 mA/um}\n"
               "  - {name: HB, class: bond, limit: 1 A}\n");
  folder.write("esd.yaml",
               "schema: sealring.esd/1\nname: c\nnetworks: [{file: c.dspf}]\nlayers: layers.yaml\n"
               "devices: devices.yaml\nrules: rules.yaml\n" +
                   list("pads", pads) + list("instances", instances));
}

ProjectRun Circuit::run_in(const Folder& folder, const CheckOptions& options) const {
  write(folder);
  ProjectRun run;
  run.project = read_project(core::InputReader(folder.path), folder.path / "esd.yaml", run.sink);
  if (run.project) run.outcome = check(*run.project, options, run.sink);
  return run;
}

ProjectRun Circuit::run(const CheckOptions& options) const {
  const Folder folder;
  return run_in(folder, options);
}

const core::Finding& only(const ProjectRun& run, const std::string& code) {
  const core::Finding* found = nullptr;
  for (const core::Finding& finding : run.sink.findings) {
    if (finding.code->id != code) continue;
    if (found != nullptr) throw std::logic_error("two findings " + code);
    found = &finding;
  }
  if (found == nullptr) throw std::logic_error("no finding " + code);
  return *found;
}

CheckOptions only_topology() {
  CheckOptions options;
  options.p2p = options.cd = options.layout = false;
  return options;
}

CheckOptions only_layout() {
  CheckOptions options;
  options.p2p = options.cd = options.topology = false;
  return options;
}

}  // namespace sealring::esd::testing
