// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/sdcgen/rich_soc.h"

namespace sealring::testing {
namespace {

using sdcgen::ProofStatus;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Clocks on the four bits of a bus, one per lane.
class Lanes : public RichSoc {
 public:
  Lanes() {
    spec = R"(schema: sealring.ip/1
ip: phy
document: {id: PHY-1, revision: "2.0"}
modes: [fast]
parameters:
  lanes: {default: 2, min: 1, max: 4}
clocks:
  - for: {lane: 0..lanes-1}
    name: lane{lane}
    kind: primary
    port: bus[{lane}]
    modes: {fast: {min: "${100*(lane+1)} ps", max: 12 ns}}
)";
    table = "clock,period_ps\nlane0,1000\nlane1,1000\n";
    config = replaced(config, "    mode: fast\n", "    mode: fast\n    parameters: {lanes: 2}\n");
  }
};

TEST(Parameters, AListItemIsRepeatedForEachLane) {
  Lanes soc;
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(
      lines_with(soc.sdc(), "create_clock"),
      ElementsAre("create_clock -name {phy0_lane0} -period 1 [get_pins {u_core/u_phy/bus[0]}]",
                  "create_clock -name {phy0_lane1} -period 1 [get_pins {u_core/u_phy/bus[1]}]"));
}

TEST(Parameters, TheValueCanComeFromAHeaderThatTheFirmwareUsesAndIsTraced) {
  Lanes soc;
  soc.folder.write("fw.h",
                   "#define LANES_LOG2 1\n#define LANES (1u << LANES_LOG2)\n#define RATE 1.5\n");
  soc.config = replaced(soc.config, "top: soc\n", "top: soc\nheaders: [{file: fw.h}]\n");
  soc.config = replaced(soc.config, "lanes: 2", "lanes: \"${LANES}\"");
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_EQ(soc.generate().views.at(0).active, 2U);
  EXPECT_THAT(read_bytes(soc.folder / "out/soc.func.signoff.tt.select.csv"),
              HasSubstr("LANES from fw.h:2:"));
  EXPECT_THAT(read_bytes(soc.folder / "out/soc.func.signoff.tt.select.json"),
              HasSubstr("\"role\": \"header\""));
  // No whole number, and nothing of that name: each says so by name.
  soc.config = replaced(soc.config, "${LANES}", "${RATE}");
  soc.prove();
  EXPECT_THAT(soc.message("SDC-0109"), HasSubstr("'RATE' has no value: 'RATE' is no whole number"));
  soc.config = replaced(soc.config, "${RATE}", "${LANE}");
  soc.prove();
  EXPECT_THAT(soc.message("SDC-0109"), HasSubstr("nothing defines 'LANE', did you mean 'LANES'?"));
}

struct BadParameter {
  const char* from;
  const char* to;
  const char* code;
  const char* words;
};

class BadParameters : public ::testing::TestWithParam<BadParameter> {};

TEST_P(BadParameters, AreReportedAndNothingIsWritten) {
  Lanes soc;
  const std::string config = soc.config;
  const std::string spec = soc.spec;
  soc.config = replaced(soc.config, GetParam().from, GetParam().to);
  soc.spec = replaced(soc.spec, GetParam().from, GetParam().to);
  ASSERT_TRUE(config != soc.config || spec != soc.spec);
  soc.prove();
  EXPECT_FALSE(soc.written);
  EXPECT_THAT(soc.errors(), Contains(GetParam().code)) << brief(soc.findings);
  EXPECT_THAT(soc.message(GetParam().code), HasSubstr(GetParam().words));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadParameters,
    ::testing::Values(
        BadParameter{"parameters: {lanes: 2}", "parameters: {lanes: 9}", "SDC-0110",
                     "is 9; 1 to 4 are allowed"},
        BadParameter{"parameters: {lanes: 2}", "parameters: {lane: 2}", "SDC-0110",
                     "did you mean 'lanes'?"},
        BadParameter{"parameters: {lanes: 2}", "parameters: {lanes: two}", "SDC-0110",
                     "a number was expected"},
        BadParameter{"{default: 2, min: 1, max: 4}", "{max: 4}\n  width: {min: 1}", "SDC-0110",
                     "'width' of 'phy0' has no value and no default"},
        BadParameter{"0..lanes-1", "0..lines-1", "SDC-0109",
                     "nothing defines 'lines', did you mean 'lanes'?"},
        BadParameter{"0..lanes-1", "few", "SDC-0109", "'few' is no range"},
        BadParameter{"${100*(lane+1)} ps", "${100*(lane+} ps", "SDC-0109", "has no value"},
        // More lanes than the table answers, and more than the netlist has.
        BadParameter{"parameters: {lanes: 2}", "parameters: {lanes: 3}", "SDC-0204", "lane2"}));

TEST(Derivations, case_sdc_c9_an_odd_divider_is_given_by_its_edges) {
  RichSoc soc;
  soc.spec = replaced(soc.spec, "    divide_by: 2\n", "    edges: [1, 5, 7]\n");
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(soc.sdc(), HasSubstr("-edges {1 5 7} [get_pins {u_core/u_phy/u_div/Q}]"));
  EXPECT_THAT(read_bytes(soc.folder / "out/soc.func.signoff.tt.select.csv"),
              HasSubstr("phy0_rx_div,3000,ps"));
  EXPECT_EQ(soc.check_changed(replaced(soc.sdc(), "{1 5 7}", "{1 3 7}")).status,
            ProofStatus::kFailed);
  EXPECT_THAT(soc.message("SDC-0508"), HasSubstr("is edges 1 3 7, expected edges 1 5 7"));
}

TEST(Derivations, EdgesCanBeShiftedAndADutyCycleBeGiven) {
  RichSoc soc;
  soc.spec = replaced(soc.spec, "    divide_by: 2\n",
                      "    edges: [1, 3, 5]\n    edge_shift: [0 ps, 100 ps, 0 ps]\n");
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(soc.sdc(), HasSubstr("-edges {1 3 5} -edge_shift {0 0.1 0}"));
  soc.spec = replaced(soc.spec, "    edges: [1, 3, 5]\n    edge_shift: [0 ps, 100 ps, 0 ps]\n",
                      "    multiply_by: 2\n    duty_cycle: 40\n");
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(soc.sdc(), HasSubstr("-multiply_by 2 -duty_cycle 40"));
  soc.spec = replaced(soc.spec, "    multiply_by: 2\n    duty_cycle: 40\n",
                      "    combinational: true\n    invert: true\n");
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(soc.sdc(), HasSubstr("-combinational -invert"));
}

class BadDerivations : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(BadDerivations, case_sdc_c10_are_refused) {
  RichSoc soc;
  soc.spec = replaced(soc.spec, "    divide_by: 2\n", GetParam().first);
  soc.prove();
  EXPECT_FALSE(soc.written);
  EXPECT_THAT(soc.errors(), Contains("SDC-0111"));
  EXPECT_THAT(soc.message("SDC-0111"), HasSubstr(GetParam().second));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadDerivations,
    ::testing::Values(std::pair{"    edges: [1, 5, 6]\n", "an even number apart"},
                      std::pair{"    edges: [1, 3]\n", "three rising whole numbers"},
                      std::pair{"    edges: [5, 3, 1]\n", "three rising whole numbers"},
                      std::pair{"    edges: [1, 3, 5]\n    divide_by: 2\n", "more than one of"},
                      std::pair{"    edges: [1, 3, 5]\n    edge_shift: [1 ns]\n", "one per edge"},
                      std::pair{"    edges: [1, 3, 5]\n    invert: true\n",
                                "the edges say it already"},
                      std::pair{"    divide_by: 2\n    multiply_by: 3\n", "has both"},
                      std::pair{"    divide_by: 2\n    duty_cycle: 40\n", "without 'multiply_by'"},
                      std::pair{"    multiply_by: 2\n    duty_cycle: 140\n", "between 0 and 100"},
                      std::pair{"    edge_shift: [1 ns]\n", "without 'edges'"}));

/// A second instance, of an IP that stands on the whole core and shares objects with the first.
class TwoInstances : public RichSoc {
 public:
  TwoInstances() {
    folder.write("wrap.yaml", R"(schema: sealring.ip/1
ip: wrap
document: {id: WRAP, revision: "1"}
modes: [on]
clocks:
  - {name: ref, kind: primary, pin: u_phy/ref, modes: {on: {min: 8 ns, max: 12 ns}}}
  - {name: out, kind: generated, master: external, pin: u_phy/u_y/Q, source_pin: u_phy/u_div/Q, modes: [on]}
)");
    folder.write("wrap.csv", "clock,period_ps\nref,10000\nout,derived\n");
    config += R"(  - name: wrap0
    ip: wrap.yaml
    path: u_core
    mode: on
    table: wrap.csv
    masters: {out: {instance: phy0, clock: rx_div}}
)";
  }
};

TEST(Instances, TheSameClockOnTheSameObjectIsOneClockWithBothOrigins) {
  TwoInstances soc;
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(lines_with(soc.sdc(), "create_clock -name {phy0_ref}").size(), 1U);
  EXPECT_THAT(soc.sdc(), ::testing::Not(HasSubstr("wrap0_ref")));
  EXPECT_THAT(read_bytes(soc.folder / "out/soc.func.signoff.tt.select.csv"),
              HasSubstr("wrap0,ref,shared,primary,phy0_ref,"));
  // The trace of its line names both tables and both documents.
  const std::string sdc = soc.sdc();
  const auto line = static_cast<std::uint32_t>(
      std::count(sdc.begin(), sdc.begin() + static_cast<std::ptrdiff_t>(sdc.find("{phy0_ref}")),
                 '\n') +
      1);
  core::CollectingSink sink;
  const auto trace = sdcgen::trace_line(core::InputReader(soc.folder.path()),
                                        soc.folder / "out/soc.func.signoff.tt.sdc", line, sink);
  ASSERT_TRUE(trace.has_value());
  ASSERT_EQ(trace->origins.size(), 2U);
  EXPECT_EQ(trace->origins[0].table_cell, "phy0.csv:2:5");
  EXPECT_EQ(trace->origins[0].document, "PHY-1 rev 2.0");
  EXPECT_EQ(trace->origins[1].table_cell, "wrap.csv:2:5");
  EXPECT_EQ(trace->origins[1].document, "WRAP rev 1");
}

TEST(Instances, AnotherDefinitionOnTheSameObjectIsAnErrorUnlessAdded) {
  TwoInstances soc;
  soc.folder.write("wrap.csv", "clock,period_ps\nref,8000\nout,derived\n");
  soc.prove();
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0306"));
  EXPECT_THAT(soc.message("SDC-0306"), HasSubstr("both stand on 'u_core/u_phy/ref' and differ"));
  const std::string spec = read_bytes(soc.folder / "wrap.yaml");
  soc.folder.write("wrap.yaml", replaced(spec, "pin: u_phy/ref,", "pin: u_phy/ref, add: true,"));
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(
      soc.sdc(),
      HasSubstr("create_clock -name {wrap0_ref} -period 8 -add [get_pins {u_core/u_phy/ref}]"));
}

TEST(Instances, case_sdc_c16_a_master_of_another_instance_stands_before_what_is_generated_from_it) {
  TwoInstances soc;
  // The generated clock's instance comes first in the configuration.
  const std::size_t at = soc.config.find("  - name: phy0");
  const std::size_t next = soc.config.find("  - name: wrap0");
  soc.config =
      soc.config.substr(0, at) + soc.config.substr(next) + soc.config.substr(at, next - at);
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  const std::string sdc = soc.sdc();
  EXPECT_LT(sdc.find("-name {phy0_rx_div}"),
            sdc.find("-name {wrap0_out} -source [get_pins {u_core/u_phy/u_div/Q}] "
                     "-master_clock [get_clocks {phy0_rx_div}]"));
}

TEST(Instances, AnExternalMasterThatIsNotThereOrNotInUseIsAnError) {
  TwoInstances soc;
  const std::string config = soc.config;
  soc.config = replaced(config, "clock: rx_div", "clock: rx_dov");
  soc.prove();
  EXPECT_THAT(soc.errors(), Contains("SDC-0314"));
  EXPECT_THAT(soc.message("SDC-0314"), HasSubstr("did you mean 'rx_div'?"));
  soc.config = replaced(config, "    masters: {out: {instance: phy0, clock: rx_div}}\n", "");
  soc.prove();
  EXPECT_THAT(soc.message("SDC-0314"), HasSubstr("'masters' names none"));
  soc.config = replaced(config, "instance: phy0, clock: rx_div", "instance: phy0, clock: bist");
  soc.prove();
  EXPECT_THAT(soc.message("SDC-0314"), HasSubstr("which is not in use there"));
  soc.config = replaced(config, "{out: {", "{ref: {");
  soc.prove();
  EXPECT_THAT(soc.message("SDC-0314"), HasSubstr("has no external master in its specification"));
}

TEST(Modes, CombinationsAreCountedExactlyByIndependentComponent) {
  TwoInstances soc;
  const auto result = soc.generate();
  EXPECT_EQ(result.modes.legal, "2");  // phy: fast, slow; wrap: on
  EXPECT_EQ(result.modes.components, 2U);
  EXPECT_EQ(result.modes.configured, 1U);
  EXPECT_EQ(result.modes.proved, 1U);
}

TEST(Modes, ManyIndependentInstancesGiveANumberOfAnyLength) {
  RichSoc soc;
  soc.options.step = sdcgen::Step::kSelect;
  for (int i = 1; i < 70; ++i) {
    soc.config += "  - {name: p" + std::to_string(i) + ", ip: phy.yaml, path: u" +
                  std::to_string(i) + ", mode: fast, table: phy0.csv}\n";
  }
  EXPECT_EQ(soc.generate().modes.legal, "1180591620717411303424");  // 2^70
}

TEST(Modes, RulesCutCombinationsAndNameDeadModes) {
  TwoInstances soc;
  soc.config +=
      "mode_rules:\n  - {id: never, when: {phy0: slow}, forbidden: true, reason: no such bond}\n";
  const auto result = soc.generate();
  EXPECT_EQ(result.modes.legal, "1");
  EXPECT_EQ(soc.message("SDC-0713"), "mode 'slow' of 'phy0' is in no legal combination");
  EXPECT_EQ(soc.find("SDC-0713")->owner, core::Owner::kSpec);
}

TEST(Modes, ADesignModeThatBreaksARuleIsRefused) {
  TwoInstances soc;
  soc.config +=
      "mode_rules:\n  - {id: pair, when: {wrap0: on}, then: {phy0: slow}, reason: shared PLL}\n";
  soc.prove();
  EXPECT_FALSE(soc.written);
  EXPECT_EQ(soc.message("SDC-0712"),
            "in design mode 'func', 'wrap0' is in 'on', 'phy0' is in 'fast', which rule 'pair' "
            "does not allow (shared PLL)");
  soc.config = replaced(soc.config, "{wrap0: on}", "{wrap0: off}");
  soc.prove();
  EXPECT_THAT(soc.message("SDC-0701"), HasSubstr("'wrap0' has no mode 'off'"));
}

}  // namespace
}  // namespace sealring::testing
