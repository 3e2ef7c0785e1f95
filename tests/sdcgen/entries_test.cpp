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
using ::testing::Not;

TEST(Exceptions, case_sdc_d12_a_multicycle_path_is_written_with_both_checks_and_its_edge) {
  RichSoc soc;
  soc.spec += R"(exceptions:
  - {id: slow, kind: multicycle, from: {pin: u_x/CK}, to: {pin: u_y/D}, setup: 2, hold: 1, edge: start, reason: handshake}
)";
  const auto proof = soc.prove();
  EXPECT_EQ(proof.status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(
      soc.sdc(),
      HasSubstr("# multicycle slow: handshake\n"
                "set_multicycle_path 2 -setup -start -from [get_pins {u_core/u_phy/u_x/CK}] -to "
                "[get_pins {u_core/u_phy/u_y/D}]\n"
                "set_multicycle_path 1 -hold -start -from [get_pins {u_core/u_phy/u_x/CK}] -to "
                "[get_pins {u_core/u_phy/u_y/D}]\n"));
  ASSERT_EQ(proof.touched.size(), 1U);
  EXPECT_EQ(proof.touched[0].entry, "phy0/slow");
  EXPECT_EQ(proof.touched[0].starts, 1U);
  EXPECT_EQ(proof.touched[0].ends, 1U);
}

TEST(Exceptions, case_sdc_f15_objects_of_one_entry_stay_one_list_and_globs_in_one_level) {
  RichSoc soc;
  soc.spec +=
      "exceptions:\n  - {id: q, kind: false_path, to: {pin: [\"u_[bc]/D\", \"u_?/D\"]}, reason: "
      "static}\n";
  soc.spec = replaced(soc.spec, "\"u_[bc]/D\", ", "");
  const auto proof = soc.prove();
  EXPECT_EQ(proof.status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(
      lines_with(soc.sdc(), "set_false_path"),
      ElementsAre(
          "set_false_path -to [get_pins {u_core/u_phy/u_a/D u_core/u_phy/u_b/D u_core/u_phy/u_c/D "
          "u_core/u_phy/u_x/D u_core/u_phy/u_y/D}]"));
  EXPECT_EQ(proof.touched.at(0).ends, 4U);  // u_a/D has no timed path: its input has no delay
}

TEST(Exceptions, case_sdc_e5_accepted_is_not_effective_an_exception_without_a_path_fails) {
  RichSoc soc;
  soc.spec +=
      "exceptions:\n  - {id: none, kind: false_path, from: {clock: rx_div}, to: {pin: u_x/D}, "
      "reason: static}\n";
  EXPECT_EQ(soc.prove().status, ProofStatus::kFailed);
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0533"));
  EXPECT_THAT(
      soc.message("SDC-0533"),
      HasSubstr("false_path 'none' of 'phy0' touches no path: 1 start points and 1 end points"));
}

TEST(Exceptions, case_sdc_e5_a_delay_between_clocks_that_are_not_timed_has_no_effect) {
  RichSoc soc;
  const std::string spec = soc.spec +
                           "relations:\n  - {id: islands, kind: asynchronous, clocks: [ref, rx], "
                           "reason: two references}\nexceptions:\n";
  // u_a belongs to ref, u_x to rx: the relation takes the path before the delay can.
  soc.spec =
      spec +
      "  - {id: gray, kind: max_delay, from: {pin: u_a/CK}, to: {pin: u_x/D}, delay: 900 ps, "
      "reason: bundle}\n";
  EXPECT_EQ(soc.prove().status, ProofStatus::kFailed);
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0533"));
  EXPECT_THAT(soc.message("SDC-0533"), HasSubstr("max_delay 'gray' of 'phy0' touches no path"));
  soc.spec =
      spec +
      "  - {id: gray, kind: multicycle, from: {pin: u_x/CK}, to: {pin: u_y/D}, setup: 2, hold: 1, "
      "edge: end, reason: slow}\n";
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  // Said twice: the false path of an IP that does not know how it is used.
  soc.spec = spec + "  - {id: gray, kind: false_path, to: {pin: u_x/D}, reason: synchroniser}\n";
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
}

TEST(Exceptions, DelaysAreWrittenInTheUnitOfTheLibrary) {
  RichSoc soc;
  soc.spec += R"(exceptions:
  - {id: far, kind: max_delay, from: {pin: u_x/CK}, to: {pin: u_y/D}, delay: 900 ps, reason: bundle}
  - {id: near, kind: min_delay, from: {pin: u_x/CK}, to: {pin: u_y/D}, delay: 10 ps, reason: bundle}
)";
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(soc.sdc(), HasSubstr("set_max_delay 0.9 -from"));
  EXPECT_THAT(soc.sdc(), HasSubstr("set_min_delay 0.01 -from"));
}

struct BadEntry {
  const char* text;
  const char* code;
  const char* words;
};

class BadEntries : public ::testing::TestWithParam<BadEntry> {};

TEST_P(BadEntries, AreReportedAndNothingIsWritten) {
  RichSoc soc;
  soc.spec += GetParam().text;
  soc.prove();
  EXPECT_FALSE(soc.written);
  EXPECT_THAT(soc.errors(), Contains(GetParam().code)) << brief(soc.findings);
  EXPECT_THAT(soc.message(GetParam().code), HasSubstr(GetParam().words));
  EXPECT_THAT(soc.place(GetParam().code), HasSubstr("phy.yaml:2"));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadEntries,
    ::testing::Values(
        BadEntry{"exceptions:\n  - {id: a, kind: multicycle, to: {pin: u_y/D}, setup: 2, edge: "
                 "end, reason: r}\n",
                 "SDC-0701", "has 'setup' and no 'hold'"},
        BadEntry{"exceptions:\n  - {id: a, kind: multicycle, to: {pin: u_y/D}, setup: 2, hold: 1, "
                 "reason: r}\n",
                 "SDC-0701", "start (cycles of the launching clock) or end"},
        BadEntry{"exceptions:\n  - {id: a, kind: false_path, to: {pin: u_y/D}}\n", "SDC-0701",
                 "gives no 'reason'"},
        BadEntry{"exceptions:\n  - {id: a, kind: false_path, reason: r}\n", "SDC-0701",
                 "neither 'from', 'through' nor 'to'"},
        BadEntry{"exceptions:\n  - {id: a, kind: false_path, to: {pin: u_yy/D}, reason: r}\n",
                 "SDC-0708", "did you mean 'u_core/u_phy/u_y/D'?"},
        BadEntry{"exceptions:\n  - {id: a, kind: false_path, to: {pin: \"z*/D\"}, reason: r}\n",
                 "SDC-0708", "no pin matches 'u_core/u_phy/z*/D'"},
        BadEntry{"exceptions:\n  - {id: a, kind: max_delay, to: {pin: u_y/D}, reason: r}\n",
                 "SDC-0701", "has no 'delay'"},
        BadEntry{
            "exceptions:\n  - {id: a, kind: max_delay, to: {pin: u_y/D}, delay: 3, reason: r}\n",
            "SDC-0107", "a time with a unit"},
        BadEntry{"exceptions:\n  - {id: a, kind: false_path, to: {pin: u_y/D}, modes: [fasst], "
                 "reason: r}\n",
                 "SDC-0102", "did you mean 'fast'?"},
        BadEntry{"io:\n  - {id: a, port: d, direction: input, clock: ref, max: 1 ns}\n", "SDC-0709",
                 "gives 'max'; max and min were expected"},
        BadEntry{
            "io:\n  - {id: a, port: d, direction: input, clock: ref, max: 1 ns, min_rise: 0 ns}\n",
            "SDC-0709", "for both edges"},
        BadEntry{"io:\n  - {id: a, port: d, direction: in, clock: ref, max: 1 ns, min: 0 ns}\n",
                 "SDC-0701", "input or output was expected"},
        BadEntry{"case:\n  - {id: a, port: sel, value: 2}\n", "SDC-0701",
                 "0, 1, rising or falling"},
        BadEntry{"case:\n  - {id: a, value: 1}\n", "SDC-0701", "neither 'pin' nor 'port'"},
        BadEntry{"disable:\n  - {id: a, pin: u_gate/A2, from: A1, reason: r}\n", "SDC-0701",
                 "without a 'cell'"},
        BadEntry{"raw:\n  - {id: a, text: \"set_max_fanout 8\"}\n", "SDC-0701",
                 "gives no 'reason'"}));

constexpr const char* kIo = R"(io:
  - {id: d_in, port: d, direction: input, clock: ref, max: 2 ns, min: 500 ps, transition: 50 ps}
  - {id: q_out, port: q, direction: output, clock: ref, max: 3 ns, min: 0 ns, load: 5 fF}
)";

TEST(Io, case_sdc_e3_delays_are_relative_to_a_virtual_clock_of_the_interface_clock) {
  RichSoc soc;
  soc.spec += kIo;
  const auto proof = soc.prove();
  EXPECT_EQ(proof.status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(soc.sdc(), HasSubstr("create_clock -name {phy0_ref_io} -period 10\n"));
  EXPECT_THAT(
      lines_with(soc.sdc(), "set_input_delay"),
      ElementsAre("set_input_delay -max -clock [get_clocks {phy0_ref_io}] 2 [get_ports {d}]",
                  "set_input_delay -min -clock [get_clocks {phy0_ref_io}] 0.5 [get_ports {d}]"));
  EXPECT_THAT(lines_with(soc.sdc(), "set_output_delay"),
              Contains(HasSubstr("[get_ports {q[1] q[0]}]")));
  EXPECT_THAT(soc.sdc(), HasSubstr("set_load 5 [get_ports {q[1] q[0]}]"));
}

TEST(Io, case_sdc_e3_the_virtual_clock_has_the_latency_of_the_clock_it_stands_for) {
  RichSoc soc;
  soc.spec = replaced(soc.spec, "    port: ref\n",
                      "    port: ref\n    latency: {source: 1 ns, network: 800 ps}\n") +
             kIo;
  soc.config = replaced(
      soc.config,
      "instances:", "flow_stages: [pre-cts, signoff]\npropagated_stages: [signoff]\ninstances:");
  const auto result = soc.generate();
  ASSERT_EQ(result.views.size(), 2U) << brief(soc.findings);
  for (const auto& view : result.views)
    EXPECT_EQ(view.proof.status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(
      lines_with(read_bytes(soc.folder / "out/soc.func.pre-cts.tt.sdc"), "set_clock_latency"),
      ElementsAre("set_clock_latency -source 1 [get_clocks {phy0_ref phy0_ref_io}]",
                  "set_clock_latency 0.8 [get_clocks {phy0_ref phy0_ref_io}]"));
  // Once the tree of the real clock is there, only the virtual one keeps the number.
  EXPECT_THAT(
      lines_with(read_bytes(soc.folder / "out/soc.func.signoff.tt.sdc"), "set_clock_latency"),
      ElementsAre("set_clock_latency -source 1 [get_clocks {phy0_ref phy0_ref_io}]",
                  "set_clock_latency 0.8 [get_clocks {phy0_ref_io}]"));
}

TEST(Io, AClockWithTheNameOfAVirtualClockIsRefused) {
  RichSoc soc;
  soc.spec = replaced(soc.spec, "  - name: bist\n", "  - name: ref_io\n") + kIo;
  soc.table = replaced(soc.table, "bist,0", "ref_io,2000");
  soc.prove();
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0305"));
  EXPECT_EQ(
      soc.message("SDC-0305"),
      "clock name 'phy0_ref_io' is made by 'phy0'/'ref_io' and by the IO delays of 'phy0_ref'");
}

TEST(Io, ARealClockIsUsedWhereItIsAskedFor) {
  RichSoc soc;
  soc.spec +=
      "io:\n  - {id: d_in, port: d, direction: input, clock: ref, virtual: false, max: 2 ns, min: "
      "500 ps}\n";
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(soc.sdc(), HasSubstr("-clock [get_clocks {phy0_ref}] 2 [get_ports {d}]"));
  EXPECT_THAT(soc.sdc(), Not(HasSubstr("phy0_ref_io")));
}

TEST(Io, ASecondClockOnAPortIsAdded) {
  RichSoc soc;
  soc.spec += std::string(kIo) +
              "  - {id: d_two, port: d, direction: input, clock: rx, edge: fall, max_rise: 300 ps, "
              "max_fall: 200 ps, min: 0 ns}\n";
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(lines_with(soc.sdc(), "set_input_delay"),
              Contains("set_input_delay -max -rise -clock_fall -add_delay -clock [get_clocks "
                       "{phy0_rx_io}] 0.3 [get_ports {d}]"));
}

TEST(Io, APortThatDoesNotReachTheTopIsLeftOutAndSaid) {
  RichSoc soc;
  soc.netlist = replaced(soc.netlist, "phy u_phy (.ref(ref), .bist(bist), .d(d),",
                         "phy u_phy (.ref(ref), .bist(bist), .d(bist),");
  soc.netlist = replaced(soc.netlist, "  core u_core (.ref(ref), .bist(bist), .d(d),",
                         "  wire inner;\n  core u_core (.ref(ref), .bist(inner), .d(d),");
  soc.spec += kIo;
  soc.prove();
  EXPECT_EQ(
      soc.message("SDC-0714"),
      "input_delay 'd_in' of 'phy0' does not apply: its port does not reach a port of the top");
  EXPECT_THAT(soc.sdc(), Not(HasSubstr("set_input_delay")));
}

TEST(Io, LostDelaysAndChangedOnesAreSeen) {
  RichSoc soc;
  soc.spec += kIo;
  soc.prove();
  const std::string sdc = soc.sdc();
  EXPECT_EQ(soc.check_changed(replaced(sdc, "_io}] 2 [get_ports {d}]", "_io}] 2.5 [get_ports {d}]"))
                .status,
            ProofStatus::kFailed);
  EXPECT_THAT(soc.message("SDC-0534"),
              HasSubstr("input_delay 'd_in' of 'phy0' is held as 2.5, expected 2: input_delay d "
                        "phy0_ref_io rise max fall and 1 more"));
  EXPECT_EQ(
      soc.check_changed(replaced(sdc, "set_output_delay -min", "set_output_delay -max")).status,
      ProofStatus::kFailed);
  EXPECT_THAT(soc.errors(), Contains("SDC-0534"));
  EXPECT_EQ(soc.check_changed(replaced(sdc, "set_load 5 ", "set_load 50 ")).status,
            ProofStatus::kFailed);
  EXPECT_EQ(
      soc.check_changed(replaced(sdc, "set_input_transition 0.05", "set_input_transition 0.5"))
          .status,
      ProofStatus::kFailed);
}

TEST(Io, case_sdc_e9_half_an_io_delay_is_refused) {
  RichSoc soc;
  soc.spec +=
      "io:\n  - {id: d_in, port: d, direction: input, clock: ref, min_rise: 0 ns, max: 2 ns}\n";
  soc.prove();
  EXPECT_FALSE(soc.written);
  EXPECT_EQ(soc.message("SDC-0709"),
            "io entry 'd_in' gives 'max', 'min_rise'; max and min were expected, for both edges");
}

TEST(Io, case_sdc_b10_every_bit_of_a_bus_of_more_than_ten_bits_is_there_once) {
  RichSoc soc;
  for (std::size_t at = soc.netlist.find("[3:0] bus"); at != std::string::npos;
       at = soc.netlist.find("[3:0] bus"))
    soc.netlist.replace(at, 9, "[11:0] bus");
  soc.spec += "io:\n  - {id: b, port: bus, direction: input, clock: ref, max: 2 ns, min: 0 ns}\n";
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(soc.sdc(), HasSubstr("[get_ports {bus[11] bus[10] bus[9] bus[8] bus[7] bus[6] bus[5] "
                                   "bus[4] bus[3] bus[2] bus[1] bus[0]}]"));
}

TEST(Entries, CaseValuesAndDisabledArcsAreHeld) {
  RichSoc soc;
  soc.spec +=
      "case:\n  - {id: off, port: sel, value: 0, assumed: true}\ndisable:\n  - {id: arc, cell: "
      "u_gate, from: A1, to: Z, reason: never}\n";
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(soc.sdc(), HasSubstr("set_case_analysis 0 [get_pins {u_core/u_phy/sel}]"));
  EXPECT_THAT(soc.sdc(),
              HasSubstr("set_disable_timing -from {A1} -to {Z} [get_cells {u_core/u_phy/u_gate}]"));
  EXPECT_EQ(soc.message("SDC-0711"), "case value 0 of 'off' is assumed in mode 'func'; confirm it");
  EXPECT_EQ(soc.find("SDC-0711")->owner, core::Owner::kDft);
  const std::string sdc = soc.sdc();
  EXPECT_EQ(soc.check_changed(replaced(sdc, "set_case_analysis 0", "set_case_analysis 1")).status,
            ProofStatus::kFailed);
  EXPECT_THAT(soc.errors(), Contains("SDC-0534"));
}

TEST(Entries, case_sdc_d16_latency_transition_and_margins_follow_the_flow_stage) {
  RichSoc soc;
  soc.spec = replaced(
      soc.spec, "    port: ref\n",
      "    port: ref\n    uncertainty: {setup: 100 ps, hold: 40 ps}\n    latency: {source: {early: "
      "1 ns, late: 1200 ps}, network: 800 ps}\n    transition: {max: 60 ps, min: 20 ps}\n");
  soc.config = replaced(soc.config, "instances:",
                        "flow_stages: [pre-cts, signoff]\npropagated_stages: [signoff]\nmargins:\n "
                        " - {flow_stage: pre-cts, setup: 50 ps}\ninstances:");
  const auto result = soc.generate();
  ASSERT_EQ(result.views.size(), 2U) << brief(soc.findings);
  for (const auto& view : result.views)
    EXPECT_EQ(view.proof.status, ProofStatus::kProved) << brief(soc.findings);
  const std::string before = read_bytes(soc.folder / "out/soc.func.pre-cts.tt.sdc");
  EXPECT_THAT(before, HasSubstr("set_clock_uncertainty -setup 0.15 [get_clocks {phy0_ref}]"));
  EXPECT_THAT(before, HasSubstr("set_clock_uncertainty -hold 0.04 [get_clocks {phy0_ref}]"));
  EXPECT_THAT(before, HasSubstr("set_clock_latency 0.8 [get_clocks {phy0_ref}]"));
  EXPECT_THAT(before, HasSubstr("set_clock_transition -max 0.06 [get_clocks {phy0_ref}]"));
  EXPECT_THAT(before, Not(HasSubstr("set_propagated_clock")));
  const std::string after = read_bytes(soc.folder / "out/soc.func.signoff.tt.sdc");
  EXPECT_THAT(after, HasSubstr("set_clock_uncertainty -setup 0.1 [get_clocks {phy0_ref}]"));
  EXPECT_THAT(after, HasSubstr("set_clock_latency -source -early 1 [get_clocks {phy0_ref}]"));
  EXPECT_THAT(after, Not(HasSubstr("set_clock_latency 0.8")));
  EXPECT_THAT(after, HasSubstr("set_propagated_clock [get_clocks {phy0_ref phy0_rx phy0_rx_div}]"));
}

TEST(Entries, AStageAfterClockTreesWithIdealClocksIsAQuestion) {
  RichSoc soc;
  soc.prove();
  EXPECT_THAT(soc.codes(), Not(Contains(::testing::Key("SDC-0711"))));
  soc.config = replaced(soc.config, "instances:", "flow_stages: [post-cts]\ninstances:");
  soc.prove();
  EXPECT_THAT(soc.message("SDC-0711"), HasSubstr("clocks are ideal in flow stage 'post-cts'"));
}

TEST(Entries, TheSenseOfAClockBehindAPinIsHeld) {
  RichSoc soc;
  soc.spec = replaced(soc.spec, "    pin: u_div/Q\n",
                      "    pin: u_div/Q\n    sense: {pin: u_inv/ZN, is: negative}\n");
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(soc.sdc(), HasSubstr("set_sense -type clock -negative -clocks [get_clocks "
                                   "{phy0_rx_div}] [get_pins {u_core/u_phy/u_inv/ZN}]"));
  EXPECT_EQ(soc.check_changed(replaced(soc.sdc(), "-negative", "-positive")).status,
            ProofStatus::kFailed);
}

TEST(Entries, PhysicallyExclusiveClocksStandOnOneObject) {
  RichSoc soc;
  soc.spec +=
      "  - {name: alt, kind: primary, port: ref, add: true, modes: {fast: {min: 8 ns, max: 12 "
      "ns}}}\nrelations:\n  - {id: pins, kind: physically_exclusive, clocks: [ref, alt], reason: "
      "one pad}\n";
  soc.table += "alt,8000\n";
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(soc.sdc(),
              HasSubstr("set_clock_groups -physically_exclusive -name {phy0_pins} -group "
                        "[get_clocks {phy0_ref}] -group [get_clocks {phy0_alt}]"));
}

TEST(Entries, DeratesAndOperatingConditionsBelongToTheCorner) {
  RichSoc soc;
  soc.config = replaced(
      soc.config, "{liberty: [cells.lib]}",
      "{liberty: [cells.lib], derate: [{early: 0.9, late: 1.1}, {late: 1.2, of: net_delay}]}");
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(lines_with(soc.sdc(), "set_timing_derate"),
              ElementsAre("set_timing_derate -early 0.9", "set_timing_derate -late 1.1",
                          "set_timing_derate -late -net_delay 1.2"));
}

TEST(Entries, ACandidateIsNotWrittenUntilSomebodyConfirmsIt) {
  RichSoc soc;
  soc.spec +=
      "exceptions:\n  - {id: guess, kind: false_path, to: {pin: u_y/D}, reason: looks static, "
      "origin: {from: model, ref: run 7}}\n";
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved);
  EXPECT_THAT(soc.sdc(), Not(HasSubstr("set_false_path")));
  EXPECT_EQ(soc.message("SDC-0710"),
            "false_path 'guess' of 'phy0' is a candidate from model 'run 7' and is not written");
  soc.spec = replaced(soc.spec, "ref: run 7}",
                      "ref: run 7}, confirmed: {by: A. Reviewer, on: 2026-11-30}");
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(soc.sdc(), HasSubstr("set_false_path -to [get_pins {u_core/u_phy/u_y/D}]"));
}

TEST(Entries, ARawSectionWithAPathThatIsNotThereIsRefusedWithoutAProof) {
  RichSoc soc;
  soc.options.prove = sdcgen::ProofMode::kNever;
  const std::string spec = soc.spec;
  const auto errors_of = [&](const std::string& text) {
    soc.spec = spec + "raw:\n  - {id: own, text: '" + text + "', reason: by hand}\n";
    soc.generate();
    return soc.errors();
  };
  for (const char* good : {
           "set_false_path -to [get_pins {u_core/u_phy/u_y/D}]",
           "set_false_path -to [get_pins [list u_core/u_phy/u_y/D {u_core/u_phy/u_x/D}]]",
           "set_load 1 [get_ports {q[1] q[0]}]", "set_dont_touch [get_cells u_core/u_phy]",
           "set_false_path -through [get_pins {u_core/u_phy/bus[2]}]",
           "set_false_path -to [get_pins u_old/*/D]",
           "set_false_path -to [get_pins -hierarchical u_old]",
           "set_false_path -to [get_pins $pins]",
           "set_false_path -to [get_pins {u_core/u_phy/u_y/QN}]",  // connected to nothing
       })
    EXPECT_THAT(errors_of(good), ::testing::IsEmpty()) << good << "\n" << brief(soc.findings);
  for (const char* bad : {
           "set_false_path -to [get_pins {u_core/u_old/u_y/D}]",
           "set_false_path -to [get_pins [list u_core/u_phy/u_y/D {u_core/u_phy/u_old/D}]]",
           "set_load 1 [get_ports {q[1] q[7]}]",
           "set_dont_touch [get_cells u_old]",
       })
    EXPECT_THAT(errors_of(bad), ElementsAre("SDC-0708")) << bad;
  EXPECT_THAT(soc.message("SDC-0708"), HasSubstr("raw 'own' of 'phy0': no instance 'u_old'"));
}

TEST(Entries, AConfirmationSaysWhenAsADate) {
  RichSoc soc;
  soc.spec +=
      "exceptions:\n  - {id: guess, kind: false_path, to: {pin: u_y/D}, reason: static, origin: "
      "{from: model}, confirmed: {by: A. Reviewer, on: later}}\n";
  soc.prove();
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0701"));
  EXPECT_THAT(soc.message("SDC-0701"),
              HasSubstr("was confirmed on 'later'; a date such as 2026-11-30 was expected"));
}

TEST(Entries, RawSectionsFollowTheirInstanceAndTheirSyntaxErrorsAreFound) {
  RichSoc soc;
  soc.spec +=
      "raw:\n  - {id: own, text: \"set_false_path -hold -to [get_pins {{path}/u_y/D}]\", reason: "
      "by construction}\n";
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(soc.sdc(), HasSubstr("# raw own: by construction\nset_false_path -hold -to [get_pins "
                                   "{u_core/u_phy/u_y/D}]\n"));
  soc.spec = replaced(soc.spec, "set_false_path -hold", "set_fals_path -hold");
  EXPECT_EQ(soc.prove().status, ProofStatus::kFailed);
  EXPECT_THAT(soc.errors(), Contains("SDC-0511"));
}

TEST(Entries, EveryLineIsTracedToItsEntry) {
  RichSoc soc;
  soc.spec += kIo;
  soc.prove();
  const std::string sdc = soc.sdc();
  const auto line = static_cast<std::uint32_t>(
      std::count(sdc.begin(), sdc.begin() + static_cast<std::ptrdiff_t>(sdc.find("set_load")),
                 '\n') +
      1);
  core::CollectingSink sink;
  const auto trace = sdcgen::trace_line(core::InputReader(soc.folder.path()),
                                        soc.folder / "out/soc.func.signoff.tt.sdc", line, sink);
  ASSERT_TRUE(trace.has_value());
  ASSERT_EQ(trace->origins.size(), 1U);
  EXPECT_EQ(trace->origins[0].instance, "phy0");
  EXPECT_EQ(trace->origins[0].name, "q_out");
  EXPECT_EQ(trace->origins[0].spec_place, "phy.yaml:26:5");
}

}  // namespace
}  // namespace sealring::testing
