// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sdcgen/small_soc.h"

namespace sealring::testing {
namespace {

using sdcgen::ProofStatus;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A project whose SDC was generated and proved once; tests then change the SDC text.
class ProvedSoc : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_FALSE(soc.options.sta.empty()) << "sta is needed: Debian package opensta";
    soc.options.prove = sdcgen::ProofMode::kRequire;
    const auto result = soc.generate();
    ASSERT_TRUE(result.written);
    ASSERT_EQ(result.views.size(), 1U);
    ASSERT_EQ(result.views[0].proof.status, ProofStatus::kProved);
    sdc = soc.sdc();
  }

  /// Checks a changed SDC: it must really differ, and the proof must fail.
  sdcgen::Proof check(const std::string& changed) {
    EXPECT_NE(changed, sdc);
    const auto result = soc.check(changed);
    EXPECT_EQ(result.views.size(), 1U);
    return result.views.empty() ? sdcgen::Proof{} : result.views[0].proof;
  }

  SmallSoc soc;
  std::string sdc;
};

TEST_F(ProvedSoc, UnchangedFileIsProvedWithEveryQueryCounted) {
  const auto result = soc.check(sdc);
  EXPECT_THAT(soc.errors(), IsEmpty());
  const sdcgen::Proof& proof = result.views[0].proof;
  EXPECT_EQ(proof.status, ProofStatus::kProved);
  EXPECT_EQ(proof.queries,
            9U);  // 3 objects, 1 source, 1 master, 4 uncertainties
  EXPECT_EQ(proof.queries_empty, 0U);
  EXPECT_EQ(result.views[0].active, 4U);
  EXPECT_EQ(result.views[0].unused, 1U);
  EXPECT_EQ(result.views[0].counted_raw, 4U);
}

TEST_F(ProvedSoc, DeletedClockIsNamedAsMissing) {
  const std::size_t at = sdc.find("create_clock -name {phy0_ref}");
  std::string changed = sdc;
  changed.erase(at, changed.find('\n', at) + 1 - at);
  const auto proof = check(changed);
  EXPECT_EQ(proof.status, ProofStatus::kFailed);
  EXPECT_THAT(proof.clocks_missing, ElementsAre("phy0_ref"));
  EXPECT_THAT(soc.errors(), Contains("SDC-0501"));
  EXPECT_THAT(soc.message("SDC-0501"), HasSubstr("'phy0_ref' (10 ns)"));
}

TEST_F(ProvedSoc, PeriodTimesThousandIsNamed) {
  check(replaced(sdc, "-period 10 ", "-period 10000 "));
  EXPECT_THAT(soc.errors(), Contains("SDC-0504"));
  EXPECT_THAT(soc.message("SDC-0504"),
              HasSubstr("'phy0_ref' is 10 us, the table says 10 ns: 1000 x too large"));
}

TEST_F(ProvedSoc, AWrongMasterIsOneFindingAtItsLineNotOneMorePerGeneratedClock) {
  check(replaced(sdc, "-period 1 ", "-period 1000 "));
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0504"));
  EXPECT_THAT(soc.message("SDC-0504"), HasSubstr("'phy0_rx'"));
  EXPECT_EQ(soc.place("SDC-0504"), "hand.sdc:7:1");
}

TEST_F(ProvedSoc, PeriodsAreComparedToOnePartInAMillion) {
  const auto close = soc.check(replaced(sdc, "-period 10 ", "-period 10.000005 "));
  EXPECT_EQ(close.views[0].proof.status, ProofStatus::kProved);
  check(replaced(sdc, "-period 10 ", "-period 10.00005 "));
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0504"));
}

TEST_F(ProvedSoc, UnusedClockThatIsPresentIsNamed) {
  const auto proof =
      check(sdc + "create_clock -name phy0_bist -period 9 [get_pins u_core/u_phy/bist]\n");
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0503"));
  EXPECT_THAT(proof.clocks_unexpected, ElementsAre("phy0_bist"));
  EXPECT_THAT(soc.message("SDC-0503"), HasSubstr("not used (period 0)"));
}

TEST_F(ProvedSoc, UnknownClockIsNamed) {
  check(sdc + "create_clock -name dbg -period 9 [get_pins u_core/u_phy/bist]\n");
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0502"));
}

TEST_F(ProvedSoc, WaveformIsCompared) {
  check(replaced(sdc, "-period 10 ", "-period 10 -waveform {0 2} "));
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0505"));
}

TEST_F(ProvedSoc, OtherObjectIsNamed) {
  check(replaced(sdc, "[get_pins {u_core/u_phy/ref}]", "[get_pins {u_core/u_phy/bist}]"));
  EXPECT_THAT(soc.errors(), Contains("SDC-0506"));
  EXPECT_THAT(soc.message("SDC-0506"),
              HasSubstr("'u_core/u_phy/bist', expected 'u_core/u_phy/ref'"));
}

TEST_F(ProvedSoc, VirtualClockThatGotAnObjectIsNamed) {
  check(replaced(sdc, "create_clock -name {phy0_io} -period 5",
                 "create_clock -name {phy0_io} -period 5 [get_ports bist]"));
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0506"));
}

TEST_F(ProvedSoc, case_sdc_b1_misspelt_object_that_makes_a_virtual_clock_is_an_error) {
  const auto proof =
      check(replaced(sdc, "[get_pins {u_core/u_phy/ref}]", "[get_pins {u_core/u_phy/reff}]"));
  EXPECT_EQ(proof.status, ProofStatus::kFailed);
  EXPECT_EQ(proof.queries_empty, 1U);
  EXPECT_EQ(soc.codes()["SDC-0507"], 1);
  EXPECT_EQ(soc.codes()["SDC-0509"], 1);
  EXPECT_EQ(soc.codes()["SDC-0511"], 1);
  EXPECT_EQ(soc.place("SDC-0511"), "hand.sdc:6:1");
}

TEST_F(ProvedSoc, RatioInversionMasterAndSourceAreCompared) {
  check(replaced(sdc, "-divide_by 2", "-divide_by 4"));
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0504", "SDC-0508"));
  check(replaced(sdc, "-divide_by 2", "-divide_by 2 -invert"));
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0508"));
  check(replaced(sdc, "-master_clock [get_clocks {phy0_rx}]",
                 "-master_clock [get_clocks {phy0_ref}]"));
  EXPECT_THAT(soc.errors(), Contains("SDC-0508"));
  check(replaced(sdc, "-source [get_pins {u_core/u_phy/u_buf/Z}]",
                 "-source [get_pins {u_core/u_phy/u_div/CK}]"));
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0508"));
}

TEST_F(ProvedSoc, case_sdc_c7_generated_clock_without_master_is_an_error) {
  // The source pin is not reached by any clock: sta gives the clock period 0 with a warning at the first timing update.
  const std::size_t at = sdc.find("create_generated_clock");
  std::string changed = sdc;
  changed.replace(at, changed.find('\n', at) - at,
                  "create_generated_clock -name {phy0_rx_div} -source [get_pins "
                  "{u_core/u_phy/bist}] -divide_by 2 "
                  "[get_pins {u_core/u_phy/u_div/Q}]");
  check(changed);
  EXPECT_THAT(soc.errors(), Contains("SDC-0512"));
  EXPECT_THAT(soc.errors(), Contains("SDC-0517"));
}

TEST_F(ProvedSoc, case_sdc_e5_uncertainty_must_be_taken_not_only_accepted) {
  check(replaced(sdc, "set_clock_uncertainty -setup 0.1 [get_clocks {phy0_ref}]", ""));
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0510"));
  check(replaced(sdc, "-setup 0.1 [get_clocks {phy0_ref}]", "-setup 0.1 [get_clocks {phy0_reff}]"));
  EXPECT_THAT(soc.errors(), Contains("SDC-0510"));
  EXPECT_THAT(soc.errors(), Contains("SDC-0509"));
  check(sdc + "set_clock_uncertainty -hold 0.3 [get_clocks phy0_io]\n");
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0510"));
}

TEST_F(ProvedSoc, case_sdc_a3_foreign_set_units_is_an_error) {
  check("set_units -time ps\n" + sdc);
  EXPECT_THAT(soc.errors(), Contains("SDC-0516"));
  const auto same = soc.check("set_units -time ns\n" + sdc);
  EXPECT_EQ(same.views[0].proof.status, ProofStatus::kProved);
}

TEST_F(ProvedSoc, case_sdc_a10_period_zero_is_skipped_proved_absent_and_caught_when_present) {
  EXPECT_THAT(sdc, ::testing::Not(HasSubstr("bist")));
  check(sdc + "create_clock -name zero -period 0 [get_pins u_core/u_phy/bist]\n");
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0502", "SDC-0517"));
}

TEST_F(ProvedSoc, case_sdc_c1_a_clock_that_replaces_another_is_an_error) {
  check(sdc + "create_clock -name phy0_ref -period 10 [get_pins u_core/u_phy/ref]\n");
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0515"));
  check(sdc + "create_clock -name other -period 10 [get_pins u_core/u_phy/ref]\n");
  EXPECT_THAT(soc.errors(), Contains("SDC-0501"));
}

TEST_F(ProvedSoc, case_sdc_f6_unsupported_command_stops_the_proof_from_passing) {
  const auto proof = check(sdc + "set_no_such_thing 1\n");
  EXPECT_EQ(proof.status, ProofStatus::kFailed);
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0511"));
  EXPECT_THAT(soc.message("SDC-0511"), HasSubstr("set_no_such_thing"));
}

TEST_F(ProvedSoc, case_sdc_f3_unbalanced_brace_is_caught) {
  const auto proof = check(sdc + "set_clock_uncertainty -setup 0.1 [get_clocks {phy0_ref]\n");
  EXPECT_EQ(proof.status, ProofStatus::kFailed);
  EXPECT_THAT(soc.errors(), Contains("SDC-0511"));
}

TEST_F(ProvedSoc, case_sdc_f2_blank_behind_a_continuation_is_caught) {
  check(replaced(sdc, "create_clock -name {phy0_ref} -period",
                 "create_clock -name {phy0_ref} \\ \n -period"));
  EXPECT_FALSE(soc.errors().empty());
}

TEST_F(ProvedSoc, case_sdc_a12_period_with_unit_suffix_is_caught) {
  check(replaced(sdc, "-period 10 ", "-period \"10 ns\" "));
  EXPECT_THAT(soc.errors(), Contains("SDC-0511"));
  EXPECT_THAT(soc.errors(), Contains("SDC-0501"));
}

TEST_F(ProvedSoc, case_sdc_b18_foreign_hierarchy_separator_finds_nothing_and_fails) {
  check("set_hierarchy_separator .\n" + sdc);
  EXPECT_FALSE(soc.errors().empty());
}

TEST_F(ProvedSoc, case_sdc_f12_each_proof_starts_from_nothing) {
  // A failing file first, then the good one: nothing of the first is left.
  check(sdc + "create_clock -name dbg -period 9 [get_pins u_core/u_phy/bist]\n");
  EXPECT_EQ(soc.check(sdc).views[0].proof.status, ProofStatus::kProved);
}

TEST_F(ProvedSoc, EmptyFileIsNoProof) {
  soc.write();
  const auto result = soc.check("");
  EXPECT_THAT(soc.errors(), ElementsAre("IO-0003"));
  EXPECT_TRUE(result.views.empty());
}

TEST_F(ProvedSoc, case_sdc_c18_registers_without_a_clock_are_named) {
  // The bist register gets no clock: a warning by name, and the count in the result.
  soc.netlist =
      replaced(soc.netlist, "EX_DFF u_a ", "EX_DFF u_b (.D(d), .CK(bist), .Q());\n  EX_DFF u_a ");
  const auto result = soc.check(sdc);
  EXPECT_EQ(result.views[0].proof.unclocked_registers, 1U);
  EXPECT_THAT(soc.message("SDC-0514"), HasSubstr("u_core/u_phy/u_b/CK"));
}

TEST_F(ProvedSoc, case_sdc_e2_endpoints_without_constraint_are_listed_by_name) {
  EXPECT_EQ(soc.check(sdc).views[0].proof.unconstrained_endpoints, 2U);
  EXPECT_THAT(soc.message("SDC-0513"),
              HasSubstr("2 endpoints are not constrained: q, u_core/u_phy/u_a/D"));
}

TEST_F(ProvedSoc, CellWithoutALibraryGivesNoVerdict) {
  soc.netlist =
      replaced(soc.netlist, "EX_INV u_inv (.A(dq), .ZN(n));", "NO_CELL u_inv (.A(dq), .ZN(n));");
  const auto result = soc.check(sdc);
  EXPECT_EQ(result.views[0].proof.status, ProofStatus::kError);
  EXPECT_THAT(soc.errors(), Contains("SDC-0524"));
  EXPECT_EQ(soc.find("SDC-0524")->kind, core::FindingClass::kInput);
  soc.config = "physical_only: [NO_*]\n" + soc.config;
  EXPECT_NE(soc.check(sdc).views[0].proof.status, ProofStatus::kError);
  // A cell that is connected to nothing needs no library: taps and fillers.
  soc.config = replaced(soc.config, "physical_only: [NO_*]\n", "");
  soc.netlist = replaced(
      replaced(soc.netlist, "NO_CELL u_inv (.A(dq), .ZN(n));", "EX_INV u_inv (.A(dq), .ZN(n));"),
      "EX_BUF u_buf", "TAP u_tap ();\n  EX_BUF u_buf");
  EXPECT_EQ(soc.check(sdc).views[0].proof.status, ProofStatus::kProved);
}

}  // namespace
}  // namespace sealring::testing
