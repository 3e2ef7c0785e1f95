// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "esd/node_list.h"
#include "tests/esd/check_support.h"

namespace sealring::esd::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

void replace(std::string& text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  ASSERT_NE(at, std::string::npos) << what;
  text.replace(at, what.size(), by);
}

TEST(ProjectReader, ReadsTheExample) {
  Folder folder;
  const ProjectRun run = read_only(folder, ProjectText());
  ASSERT_TRUE(run.project);
  EXPECT_THAT(run.sink.findings, IsEmpty());
  EXPECT_THAT(run.project->pads, SizeIs(3));
  EXPECT_THAT(run.project->instances, SizeIs(4));
  EXPECT_THAT(run.project->inputs, SizeIs(5));
  EXPECT_EQ(run.project->rules.revision, "r3");
  EXPECT_EQ(run.project->network.elements[0].cls, ElementClass::kMetal);
  EXPECT_EQ(run.project->devices.types[0].kind, DeviceType::Kind::kDiode);
}

TEST(ProjectReader, TablesSayTheSameAsLists) {
  Folder folder;
  ProjectText text;
  write_project(folder, text);
  folder.write("pads.csv",
               "pad,node,kind,group,net\nA0,A0,signal,external,A0\nVDD,VDD,power,external,VDD\n"
               "VDD,VDD:3,power,external,VDD\nVSS,VSS,ground,external,VSS\n");
  folder.write("instances.csv",
               "instance,type,pin,node,net,weight\nDU,esd_diode,anode,DU:anode,A0,\nDU,esd_diode,"
               "cathode,DU:cathode,VDD,\n"
               "CL1,rail_clamp,high,CL1:high,,1\nCL1,rail_clamp,high,VDD:2,,3\nCL1,rail_clamp,low,"
               "CL1:low,,\n");
  folder.write("esd.yaml", text.head + "pads: pads.csv\ninstances: instances.csv\n");
  core::CollectingSink sink;
  const auto project = read_project(core::InputReader(folder.path), folder.path / "esd.yaml", sink);
  ASSERT_TRUE(project);
  EXPECT_THAT(sink.findings, IsEmpty());
  ASSERT_THAT(project->pads, SizeIs(3));
  EXPECT_THAT(project->pads[1].taps.nodes, SizeIs(2));
  ASSERT_THAT(project->instances, SizeIs(2));
  EXPECT_EQ(project->instances[0].nets[1], "VDD");
  EXPECT_EQ(project->instances[1].nets[0], "VDD") << "from the type's domains";
  EXPECT_DOUBLE_EQ(project->instances[1].pins[0].weights[1], 0.75);
}

TEST(ProjectReader, TablesWithFaults) {
  Folder folder;
  ProjectText text;
  write_project(folder, text);
  folder.write("pads.csv", "pad,node,kind,colour\nA0,A0,signal,red\n");
  folder.write(
      "instances.csv",
      "instance,type,pin,node\nX1,none,high,VDD\nX2,rail_clamp,hi,VDD\nX2,rail_clamp,low,VSS\n"
      "X3,rail_clamp,high,VDDD\nX4,rail_clamp,high,VDD\n,rail_clamp,high,VDD\nX4,rail_clamp,high,"
      "VDD\n");
  folder.write("esd.yaml", text.head + "pads: pads.csv\ninstances: instances.csv\n");
  core::CollectingSink sink;
  const auto project = read_project(core::InputReader(folder.path), folder.path / "esd.yaml", sink);
  ASSERT_TRUE(project);
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0108", "ESD-0104", "ESD-0105", "ESD-0101", "ESD-0105",
                                     "ESD-0108", "ESD-0107"));
  EXPECT_THAT(project->instances, IsEmpty());
  EXPECT_THAT(sink.findings[0].message, HasSubstr("'colour'"));
  EXPECT_THAT(sink.findings[1].location.file, HasSubstr("instances.csv"));
}

TEST(ProjectReader, UnknownNode_ESD_0101) {
  Folder folder;
  ProjectText text;
  replace(text.pads, "nodes: VDD", "nodes: VDF");
  const ProjectRun run = read_only(folder, text);
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0101"));
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("did you mean 'VDD'"));
  EXPECT_THAT(run.project->pads, SizeIs(2)) << "the others stay";
}

TEST(ProjectReader, EmptyTerminals_ESD_0102) {
  Folder folder;
  ProjectText text;
  replace(text.pads, "nodes: VDD", "nodes: []");
  EXPECT_THAT(ids(read_only(folder, text).sink), ElementsAre("ESD-0102"));
  const auto list = folder.write("list.txt", "# nothing\n\n");
  core::CollectingSink sink;
  EXPECT_THAT(read_terminals(good_network("R1 a b 1\n.end\n"), core::InputReader(folder.path),
                             {list.string()}, false, "--from", sink),
              IsEmpty());
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0102"));
}

TEST(ProjectReader, DeviceTypesAndPins_ESD_0104_ESD_0105) {
  Folder folder;
  ProjectText text;
  replace(text.instances, "type: rail_clamp", "type: rail_clmp");
  replace(text.instances, "anode: \"DU:anode\"", "anod: \"DU:anode\"");
  const ProjectRun run = read_only(folder, text);
  EXPECT_THAT(ids(run.sink), ::testing::UnorderedElementsAre("ESD-0104", "ESD-0105"));
  EXPECT_THAT(first(run.sink, "ESD-0104").message, HasSubstr("did you mean 'rail_clamp'"));
  EXPECT_THAT(first(run.sink, "ESD-0105").message, HasSubstr("did you mean 'anode'"));
  EXPECT_THAT(run.project->instances, SizeIs(2));
}

TEST(ProjectReader, DeviceValues_ESD_0106) {
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"ron: 0.9 ohm", "ron: 0.9"},
           {"ron: 0.9 ohm", "ron: -1 ohm"},
           {"v_hold: 1.1 V", "v_hold: 1.1 A"},
           {"i_max: 1.2 A", "v_trigger: 0.5 V"},
           {"kind: clamp", "kind: scr"},
           {"high -> low", "high to low"},
           {"domains: [VDD, VSS]", "domains: [VDD]"}}) {
    Folder folder;
    ProjectText text;
    replace(text.devices, from, to);
    const ProjectRun run = read_only(folder, text);
    EXPECT_THAT(ids(run.sink), Contains("ESD-0106")) << to;
    EXPECT_EQ(run.project->devices.find("rail_clamp"), nullptr) << to;
  }
}

TEST(ProjectReader, NamesGivenTwice_ESD_0107) {
  Folder folder;
  ProjectText text;
  text.pads += "  - {name: VDD, kind: power, nodes: VDD}\n";
  text.instances +=
      "  - {name: CL1, type: rail_clamp, pins: {high: \"CL1:high\", low: \"CL1:low\"}}\n";
  text.layers += "  - {name: M6, class: metal, limit: 1 A}\n";
  text.rules +=
      "  - {id: C1, check: p2p, from: {pads: {}}, to: {pads: {}}, limit: 1 ohm, operator: \"<\"}\n";
  const ProjectRun run = read_only(folder, text);
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0107", "ESD-0107", "ESD-0107", "ESD-0107"));
}

TEST(ProjectReader, WordsAndForms_ESD_0108) {
  Folder folder;
  ProjectText text;
  replace(text.pads, "kind: power", "kind: supply");
  replace(text.pads, "group: external, net: VSS", "group: externl, net: VSS");
  replace(text.head, "{file: chip.dspf}", "{file: chip.dspf, length_unit: furlong}");
  ProjectRun run = read_only(folder, text);
  EXPECT_THAT(ids(run.sink), Contains("ESD-0108"));
  EXPECT_FALSE(run.project) << "the only network is refused";
  replace(text.head, "length_unit: furlong", "length_unit: nm");
  run = read_only(folder, text);
  EXPECT_THAT(first(run.sink, "ESD-0108").message, HasSubstr("signal, power and ground"));
}

TEST(ProjectReader, NetMismatch_ESD_0109) {
  Folder folder;
  ProjectText text;
  replace(text.pads, "net: VDD, nodes: VDD", "net: VDD, nodes: VSS");
  const ProjectRun run = read_only(folder, text);
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0109"));
  EXPECT_EQ(run.sink.findings[0].kind, core::FindingClass::kDesign);
  EXPECT_THAT(run.sink.findings[0].message, HasSubstr("lies in net 'VSS'"));
}

TEST(RuleReader, FormsOfLimits_ESD_0201) {
  const std::string good =
      "{id: R, check: p2p, from: {pads: {kind: power}}, to: {pads: {kind: power}}, limit: 0.1 ohm, "
      "operator: \"<\"}";
  const auto broken = [&](const std::string& what, const std::string& by) {
    Folder folder;
    ProjectText text;
    std::string mapping = good;
    mapping.replace(mapping.find(what), what.size(), by);
    text.rules = rule(mapping);
    return read_only(folder, text);
  };
  for (const auto& [what, by] : std::vector<std::pair<std::string, std::string>>{
           {"limit: 0.1 ohm", "limit: 0.1"},
           {"limit: 0.1 ohm", "limit: 0 ohm"},
           {"limit: 0.1 ohm", "limit: 1 A"},
           {", limit: 0.1 ohm", ""},
           {", operator: \"<\"", ""},
           {"operator: \"<\"", "operator: \">\""},
           {"to: {pads: {kind: power}}", "to: {pads: {kind: power}, devices: {type: a, pin: b}}"},
           {"check: p2p", "check: p2p, answer: best"},
           {"check: p2p", "check: p2p, with_ron: true"},
           {"check: p2p", "check: p2p, through: [esd_diode], from_terminal: merged"},
           {"check: p2p", "check: cd"}}) {
    const ProjectRun run = broken(what, by);
    EXPECT_THAT(ids(run.sink), Contains("ESD-0201")) << by;
    EXPECT_THAT(run.project->rules.rules, IsEmpty()) << by;
  }
  EXPECT_THAT(broken("0.1 ohm", "0.1 ohm").sink.findings, IsEmpty());
}

TEST(RuleReader, CurrentDensityWantsSpreadTerminals_ESD_0204) {
  Folder folder;
  ProjectText text;
  text.rules = rule(
      "{id: C, check: cd, from_terminal: merged, from: {pads: {kind: power}}, to: {devices: {type: "
      "rail_clamp, pin: high}}}");
  const ProjectRun run = read_only(folder, text);
  EXPECT_THAT(ids(run.sink), ElementsAre("ESD-0204"));
}

TEST(LayerReader, Brackets) {
  Folder folder;
  ProjectText text;
  const ProjectRun run = read_only(folder, text);
  const LayerRow* m6 = run.project->layers.find("M6");
  ASSERT_NE(m6, nullptr);
  EXPECT_DOUBLE_EQ(m6->bracket(9.9)->amps_per_um, 0.06);
  EXPECT_DOUBLE_EQ(m6->bracket(10)->amps_per_um, 0.08);
  EXPECT_DOUBLE_EQ(run.project->layers.find("V5")->bracket(0)->amps, 0.8);
  for (const auto& [what, by] : std::vector<std::pair<std::string, std::string>>{
           {"limit: 0.8 A", "limit: 0.8"},
           {"80 mA/um", "80 mA/V"},
           {"width_below: 10 um", "limit2: 1"},
           {"0.8 A", "0.8 A, unlimited: true"},
           {"{width_below: 10 um, limit: 60 mA/um}", "{limit: 60 mA/um}"}}) {
    ProjectText bad;
    replace(bad.layers, what, by);
    Folder other;
    EXPECT_FALSE(read_only(other, bad).sink.findings.empty()) << by;
  }
}

TEST(Tiers, NamesOfTiersKeepNodesApart) {
  Folder folder;
  folder.write("a.sp", "R1 p q 1\n.end\n");
  folder.write("b.sp", "R1 q r 2\n.end\n");
  ProjectText text;
  write_project(folder, text);
  folder.write("rules.yaml", rule("{id: R, check: p2p, from: {pads: {name: P}}, to: {pads: {name: "
                                  "Q}}, limit: 9 ohm, operator: \"<\"}"));
  const std::string tail =
      "rules: rules.yaml\npads:\n  - {name: P, kind: power, nodes: top/p}\n  - {name: Q, kind: "
      "power, nodes: top/q}\n";
  folder.write("esd.yaml",
               "schema: sealring.esd/1\nname: two\nnetworks:\n  - {file: a.sp, tier: top}\n  - "
               "{file: b.sp, tier: bottom}\nnets: {N: bottom/r}\n" +
                   tail);
  core::CollectingSink sink;
  const auto project = read_project(core::InputReader(folder.path), folder.path / "esd.yaml", sink);
  ASSERT_TRUE(project);
  EXPECT_THAT(sink.findings, IsEmpty());
  EXPECT_EQ(resistance(project->network, "top/p", "bottom/r"), kOpenOhm);
  EXPECT_EQ(project->network.files[project->network.elements[1].file].tier, "bottom");
  EXPECT_EQ(project->net_nodes.count("N"), 1U);
}

TEST(NodeLists, WordsAndFiles) {
  Folder folder;
  const Network network = good_network("R1 a b 1\nR2 b c 1\n.end\n");
  const auto list = folder.write("list.txt", "a  # first\nb c\n");
  const core::InputReader reader(folder.path);
  core::CollectingSink sink;
  EXPECT_THAT(read_terminals(network, reader, {list.string()}, false, "--from", sink), SizeIs(3));
  const auto all = read_terminals(network, reader, {list.string(), "A"}, true, "--from", sink);
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_THAT(all[0].nodes, SizeIs(4));
  EXPECT_EQ(all[0].label, list.string() + ",A");
  EXPECT_THAT(read_terminals(network, reader, {"nowhere"}, false, "--from", sink), IsEmpty());
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0101"));
}

}  // namespace
}  // namespace sealring::esd::testing
