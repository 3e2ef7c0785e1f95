// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "sdcgen/emit/sdc_writer.h"
#include "sdcgen/prove/sta_output.h"
#include "sdcgen/select/frozen.h"
#include "tests/sdcgen/small_soc.h"

namespace sealring::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string ps_cells() {
  std::ifstream stream(std::string(SEALRING_SOURCE_DIR) + "/examples/serdes56g/lib/cells_ps.lib");
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(Emission, case_sdc_a1_values_are_converted_to_the_liberty_unit_and_the_unit_is_named) {
  SmallSoc soc;
  soc.options.prove = sdcgen::ProofMode::kRequire;
  soc.generate();
  EXPECT_THAT(soc.errors(), IsEmpty());
  EXPECT_THAT(soc.sdc(), HasSubstr("# times in 1ns, the time_unit"));
  EXPECT_THAT(
      soc.sdc(),
      HasSubstr("create_clock -name {phy0_ref} -period 10 [get_pins {u_core/u_phy/ref}]\n"));
  EXPECT_THAT(soc.sdc(), HasSubstr("set_clock_uncertainty -hold 0.05 [get_clocks {phy0_ref}]\n"));
  soc.liberty = ps_cells();
  const auto result = soc.generate();
  EXPECT_THAT(soc.errors(), IsEmpty());
  EXPECT_EQ(result.views.at(0).proof.status, sdcgen::ProofStatus::kProved);
  EXPECT_THAT(soc.sdc(), HasSubstr("# times in 1ps, the time_unit"));
  EXPECT_THAT(soc.sdc(), HasSubstr("-period 10000 [get_pins {u_core/u_phy/ref}]\n"));
  EXPECT_THAT(soc.sdc(), HasSubstr("set_clock_uncertainty -hold 50 [get_clocks {phy0_ref}]\n"));
}

TEST(Emission, case_sdc_a6_no_set_units_is_emitted) {
  SmallSoc soc;
  soc.generate();
  EXPECT_THAT(soc.sdc(), Not(HasSubstr("set_units")));
}

TEST(Emission, case_sdc_a7_every_file_of_a_run_is_in_the_unit_of_its_own_library) {
  SmallSoc soc;
  soc.folder.write("ps.lib", ps_cells());
  soc.config = replaced(soc.config, "  tt: {liberty: [cells.lib]}",
                        "  tt: {liberty: [cells.lib]}\n  pp: {liberty: [ps.lib]}");
  soc.options.prove = sdcgen::ProofMode::kRequire;
  const auto result = soc.generate();
  ASSERT_EQ(result.views.size(), 2U);
  for (const auto& view : result.views)
    EXPECT_EQ(view.proof.status, sdcgen::ProofStatus::kProved) << view.view;
  EXPECT_THAT(read_bytes(soc.folder / "out/soc.func.signoff.pp.sdc"), HasSubstr("-period 10000 "));
  EXPECT_THAT(read_bytes(soc.folder / "out/soc.func.signoff.tt.sdc"), HasSubstr("-period 10 "));
}

TEST(Emission, case_sdc_a9_table_value_and_emitted_value_agree_for_every_active_clock) {
  SmallSoc soc;
  soc.table = replaced(soc.table, "ref,10000", "ref,10416.6667");
  soc.options.prove = sdcgen::ProofMode::kRequire;
  EXPECT_EQ(soc.generate().views.at(0).proof.status, sdcgen::ProofStatus::kProved);
  EXPECT_THAT(soc.sdc(), HasSubstr("-period 10.4166667 "));
}

TEST(Emission, PeriodsThatAreNoShortDecimalKeepTwelveDigits) {
  SmallSoc soc;
  soc.spec = replaced(soc.spec, "    divide_by: 2\n", "    multiply_by: 3\n");
  soc.table = replaced(soc.table, "rx_div,2000", "rx_div,derived");
  soc.options.prove = sdcgen::ProofMode::kRequire;
  EXPECT_EQ(soc.generate().views.at(0).proof.status, sdcgen::ProofStatus::kProved);
  EXPECT_THAT(soc.sdc(), HasSubstr("-multiply_by 3 [get_pins"));
  EXPECT_THAT(read_bytes(soc.folder / "out/soc.func.signoff.tt.select.csv"),
              HasSubstr("phy0_rx_div,1000/3,ps"));
}

TEST(Emission, ExactTextRoundTrips) {
  const core::Unit ps{"ps", core::power_of_ten(-12)};
  for (const auto& [top, bottom] :
       std::vector<std::pair<int, int>>{{1, 1}, {1, 3}, {10000, 7}, {0, 1}, {123456789, 1000}}) {
    const core::Time time{core::Rational(top, bottom) * ps.si};
    const auto back = sdcgen::parse_exact(sdcgen::exact_text(time, ps), ps);
    ASSERT_TRUE(back.has_value());
    EXPECT_TRUE(*back == time) << sdcgen::exact_text(time, ps);
  }
}

TEST(Emission, case_sdc_b4_kind_comes_from_the_netlist_ports_of_the_top_and_pins_below) {
  SmallSoc soc;
  soc.config = replaced(soc.config, "path: u_core/u_phy", "path: .");
  soc.config = replaced(soc.config, "mode: fast", "mode: slow");
  soc.options.prove = sdcgen::ProofMode::kRequire;
  EXPECT_EQ(soc.generate().views.at(0).proof.status, sdcgen::ProofStatus::kProved);
  EXPECT_THAT(soc.sdc(), HasSubstr("[get_ports {ref}]"));
  EXPECT_THAT(soc.sdc(), Not(HasSubstr("get_pins")));
}

TEST(Emission, case_sdc_b6_bits_of_buses_are_braced) {
  SmallSoc soc;
  soc.spec = replaced(soc.spec, "port: bist", "port: bus[2]");
  soc.table = replaced(soc.table, "bist,0", "bist,9000");
  soc.options.prove = sdcgen::ProofMode::kRequire;
  EXPECT_EQ(soc.generate().views.at(0).proof.status, sdcgen::ProofStatus::kProved);
  EXPECT_THAT(soc.sdc(), HasSubstr("[get_pins {u_core/u_phy/bus[2]}]"));
}

TEST(Emission, case_sdc_c3_source_is_a_pin_and_the_master_is_named) {
  SmallSoc soc;
  soc.generate();
  EXPECT_THAT(
      soc.sdc(),
      HasSubstr("-source [get_pins {u_core/u_phy/u_buf/Z}] -master_clock [get_clocks {phy0_rx}]"));
}

TEST(Emission, case_sdc_c10_ratio_must_be_whole_and_agree_with_the_period) {
  SmallSoc soc;
  soc.spec = replaced(soc.spec, "divide_by: 2", "divide_by: 2.5");
  soc.generate();
  EXPECT_THAT(soc.errors(), ::testing::Contains("IO-0105"));
}

TEST(Emission, case_sdc_c16_masters_come_before_what_is_generated_from_them) {
  SmallSoc soc;
  // The specification lists the generated clock first.
  const std::size_t at = soc.spec.find("  - name: rx_div");
  const std::size_t end = soc.spec.find("  - name: bist");
  const std::string entry = soc.spec.substr(at, end - at);
  soc.spec.erase(at, end - at);
  soc.spec.insert(soc.spec.find("  - name: ref"), entry);
  soc.options.prove = sdcgen::ProofMode::kRequire;
  EXPECT_EQ(soc.generate().views.at(0).proof.status, sdcgen::ProofStatus::kProved);
  EXPECT_LT(soc.sdc().find("create_clock -name {phy0_rx}"),
            soc.sdc().find("create_generated_clock -name {phy0_rx_div}"));
}

TEST(Emission, case_sdc_f11_the_table_is_the_one_source) {
  SmallSoc soc;
  soc.generate();
  const std::string before = soc.sdc();
  soc.table = replaced(soc.table, "rx,1000,20,10", "rx,500,20,10");
  soc.table = replaced(soc.table, "rx_div,2000", "rx_div,1000");
  soc.generate();
  EXPECT_EQ(replaced(replaced(before, "-period 1 ", "-period 0.5 "),
                     before.substr(before.find("sha256"), 71),
                     soc.sdc().substr(soc.sdc().find("sha256"), 71)),
            soc.sdc());
}

TEST(Emission, CommandsStandOnePerLineInTheFirstColumn) {
  SmallSoc soc;
  soc.generate();
  const std::string sdc = soc.sdc();
  const std::regex shape(
      R"((#.*|create_clock -name .* -period .*|create_generated_clock -name .*|set_clock_uncertainty -(setup|hold) .*|))");
  std::istringstream lines(sdc);
  for (std::string line; std::getline(lines, line);)
    EXPECT_TRUE(std::regex_match(line, shape)) << line;
}

TEST(Emission, SameInputsGiveTheSameBytesWhateverTheThreads) {
  SmallSoc soc;
  soc.options.jobs = 1;
  soc.options.prove = sdcgen::ProofMode::kRequire;
  soc.generate();
  const std::string one =
      soc.sdc() + read_bytes(soc.folder / "out/trace.json") + brief(soc.findings);
  soc.options.jobs = 8;
  soc.generate();
  EXPECT_EQ(one, soc.sdc() + read_bytes(soc.folder / "out/trace.json") + brief(soc.findings));
}

TEST(Emission, TclWordsSurviveOddNames) {
  for (const std::string name :
       {"a", "a b", "a[3]", "a{b", "a}b{", "r\\[0\\]", "x\\", "$v", "a;b"}) {
    const auto words = sdcgen::split_tcl_words("c " + sdcgen::tcl_word(name));
    ASSERT_EQ(words.size(), 2U) << name;
  }
  EXPECT_EQ(sdcgen::tcl_word("a}b{"), "a\\}b\\{");
}

TEST(Emission, WaveformsAreEmittedAndProved) {
  SmallSoc soc;
  soc.table =
      "clock,period_ps,rise_ps,fall_ps\nref,10000,1000,4000\nrx,1000,,\nrx_div,2000,,\nbist,0,,"
      "\nio,0,,\n";
  soc.options.prove = sdcgen::ProofMode::kRequire;
  EXPECT_EQ(soc.generate().views.at(0).proof.status, sdcgen::ProofStatus::kProved);
  EXPECT_THAT(soc.sdc(), HasSubstr("-period 10 -waveform {1 4} "));
}

TEST(Emission, PackedLibraryAndNetlistAreUnpackedForSta) {
  SmallSoc soc;
  soc.write();
  core::SystemProcessRunner runner;
  core::ProcessSpec spec;
  spec.argv = {"gzip", "-k", "cells.lib", "soc.v"};
  spec.directory = soc.folder.path();
  ASSERT_TRUE(runner.run(spec).has_value());
  soc.config =
      replaced(replaced(soc.config, "[cells.lib]", "[cells.lib.gz]"), "[soc.v]", "[soc.v.gz]");
  soc.options.prove = sdcgen::ProofMode::kRequire;
  EXPECT_EQ(soc.generate().views.at(0).proof.status, sdcgen::ProofStatus::kProved)
      << brief(soc.findings);
}

}  // namespace
}  // namespace sealring::testing
