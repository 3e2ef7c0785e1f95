// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/check.h"

#include <gtest/gtest.h>

#include "tests/rapidwright_bridge/support.h"
#include "tests/rapidwright_bridge/synthetic.h"

namespace sealring::rapidwright_bridge {
namespace {

using core::Verdict;
using testing::check_text;
using testing::has;
using testing::HeaderSpec;
using testing::message_of;
using testing::RouteSpec;
using testing::TimingSpec;

Verdict verdict(const FileResult& result) {
  return verdict_of(result.findings);
}

/// The finding is there and the verdict is the one of its area.
void expect(const FileResult& result, std::string_view id, Verdict wanted) {
  EXPECT_TRUE(has(result.findings, id))
      << id << " not among " << ::testing::PrintToString(testing::ids_of(result.findings));
  EXPECT_EQ(verdict(result), wanted) << id;
  EXPECT_FALSE(message_of(result.findings, id).empty());
}

TEST(Check, a_good_run_of_synthetic_reports_passes) {
  for (const std::string& text :
       {testing::timing_summary(), testing::route_status(), testing::drc(), testing::methodology(),
        testing::utilization(), testing::vivado_log()}) {
    const FileResult result = check_text(text);
    EXPECT_EQ(verdict(result), Verdict::kPass)
        << text.substr(0, 60) << ::testing::PrintToString(testing::ids_of(result.findings))
        << (result.findings.empty() ? "" : result.findings[0].message);
  }
}

TEST(Check, no_shortened_synthetic_report_passes) {
  for (const std::string& text :
       {testing::timing_summary(), testing::route_status(),
        testing::drc({{"A-1", "Warning", "w", 2}}), testing::drc(), testing::utilization(),
        testing::utilization(115, {{"b", 0}}), testing::vivado_log(), testing::edif(),
        testing::metadata(), testing::checkpoint()}) {
    ASSERT_EQ(verdict(check_text(text)), Verdict::kPass) << text.substr(0, 200);
    for (std::size_t cut = 0; cut < text.size(); ++cut) {
      const Verdict shorter = verdict(check_text(text.substr(0, cut)));
      // A netlist or metadata file that lacks only its last line end lacks nothing.
      if (shorter == Verdict::kPass) {
        EXPECT_EQ(text.find_last_not_of("\n") + 1, cut) << text.substr(0, 60);
      }
    }
  }
}

TEST(Check, setup_hold_and_pulse_width_violations) {
  expect(check_text(testing::timing_summary({.wns = "-0.310",
                                             .tns = "-1.000",
                                             .setup_failing = "4",
                                             .claim = "Timing constraints are not met."})),
         "RWB-0101", Verdict::kFail);
  expect(check_text(testing::timing_summary({.whs = "-0.010",
                                             .ths = "-0.010",
                                             .hold_failing = "1",
                                             .claim = "Timing constraints are not met."})),
         "RWB-0102", Verdict::kFail);
  expect(check_text(testing::timing_summary({.wpws = "-0.200",
                                             .tpws = "-0.200",
                                             .pulse_failing = "1",
                                             .claim = "Timing constraints are not met."})),
         "RWB-0103", Verdict::kFail);
}

TEST(Check, end_points_that_fail_though_the_slack_is_positive) {
  const FileResult result = check_text(testing::timing_summary({.setup_failing = "3"}));
  expect(result, "RWB-0101", Verdict::kFail);
  expect(result, "RWB-0208", Verdict::kFail);
}

TEST(Check, claim_not_met_with_positive_figures_is_no_pass) {
  expect(check_text(testing::timing_summary({.claim = "Timing constraints are not met."})),
         "RWB-0101", Verdict::kFail);
}

TEST(Check, what_was_not_analysed_is_not_met) {
  expect(check_text(
             testing::timing_summary({.wns = "inf",
                                      .tns = "0.000",
                                      .claim = "There are no user specified timing constraints."})),
         "RWB-0201", Verdict::kInconclusive);
  expect(check_text(testing::timing_summary({.whs = "inf"})), "RWB-0202", Verdict::kInconclusive);
  expect(check_text(testing::timing_summary(
             {.whs = "NA", .ths = "NA", .hold_failing = "NA", .hold_total = "NA"})),
         "RWB-0202", Verdict::kInconclusive);
  expect(check_text(testing::timing_summary({.hold_columns = false})), "RWB-0202",
         Verdict::kInconclusive);
  expect(check_text(testing::timing_summary(
             {.wpws = "NA", .tpws = "NA", .pulse_failing = "NA", .pulse_total = "NA"})),
         "RWB-0203", Verdict::kInconclusive);
  expect(check_text(testing::timing_summary({.setup_total = "0"})), "RWB-0201",
         Verdict::kInconclusive);
  expect(check_text(testing::timing_summary({.wns = "abc"})), "RWB-0201", Verdict::kInconclusive);
}

TEST(Check, constraints_that_leave_paths_out) {
  const auto with = [](const std::string& check, const std::string& detail, bool counts = true) {
    return check_text(
        testing::timing_summary({.checks = {{check, detail}}, .counts_in_contents = counts}));
  };
  expect(with("no_clock",
              " There are 192 register/latch pins with no clock driven by root clock pin: pclk "
              "(HIGH)\n"),
         "RWB-0104", Verdict::kFail);
  expect(with("unconstrained_internal_endpoints",
              " There are 1590 pins that are not constrained for maximum delay. (HIGH)\n"),
         "RWB-0105", Verdict::kFail);
  expect(with("loops", " There are 2 combinational loops in the design.\n"), "RWB-0106",
         Verdict::kFail);
  expect(with("generated_clocks",
              " There are 2 generated clocks that are not connected to a clock source. (HIGH)\n"),
         "RWB-0107", Verdict::kFail);
  expect(with("no_output_delay", " There are 17 ports with no output delay specified. (HIGH)\n"),
         "RWB-0205", Verdict::kInconclusive);
  expect(with("constant_clock", " There are 3 register/latch pins with constant_clock.\n"),
         "RWB-0214", Verdict::kInconclusive);
  expect(with("multiple_clock", " There are 12 register/latch pins with multiple clocks.\n"),
         "RWB-0216", Verdict::kPass);
  // Counts of several root pins are added up, with the count in the table of contents or without.
  const FileResult several =
      with("no_clock",
           " There are 110 register/latch pins with no clock driven by root clock pin: a (HIGH)\n\n"
           " There are 82 register/latch pins with no clock driven by root clock pin: b (HIGH)\n",
           false);
  EXPECT_NE(message_of(several.findings, "RWB-0104").find("192 register"), std::string::npos);
  EXPECT_NE(message_of(several.findings, "RWB-0104").find("'a'"), std::string::npos);
}

TEST(Check, ports_of_a_module_out_of_context_are_timed_elsewhere) {
  const std::string text = testing::timing_summary(
      {.checks = {
           {"no_output_delay", " There are 17 ports with no output delay specified. (HIGH)\n"}}});
  EXPECT_EQ(verdict(check_text(text)), Verdict::kInconclusive);
  EXPECT_EQ(verdict(check_text(text, {.out_of_context = true})), Verdict::kPass);
}

TEST(Check, counts_that_disagree_with_the_contents) {
  std::string text = testing::timing_summary(
      {.checks = {{"no_clock", " There are 5 register/latch pins with no clock. (HIGH)\n"}}});
  text = testing::replace_all(text, "1. checking no_clock (5)", "1. checking no_clock (9)");
  expect(check_text(text), "RWB-0208", Verdict::kFail);
}

TEST(Check, a_report_without_check_timing_or_before_routing) {
  expect(check_text(testing::timing_summary({.check_timing = false})), "RWB-0207",
         Verdict::kInconclusive);
  expect(check_text(testing::timing_summary({.header = {.state = "Synthesized"}})), "RWB-0206",
         Verdict::kInconclusive);
  expect(check_text(testing::timing_summary({.header = {.state = ""}, .net_kind = "estimated"})),
         "RWB-0206", Verdict::kInconclusive);
  expect(check_text(testing::drc({}, {.state = "Fully Placed"})), "RWB-0206",
         Verdict::kInconclusive);
}

TEST(Check, methodology_of_another_time_is_told) {
  const std::string text =
      testing::replace_all(testing::timing_summary(), "check_timing report\n",
                           "------------------------------------------------\n| Report "
                           "Methodology\n| ------------------\n"
                           "------------------------------------------------\n\nNote: This report "
                           "is based on the most recent report_methodology run and "
                           "may not be up-to-date.\n\n\n\ncheck_timing report\n");
  const FileResult result = check_text(text);
  EXPECT_TRUE(has(result.findings, "RWB-0215"));
  EXPECT_EQ(verdict(result), Verdict::kPass);
}

TEST(Check, truncated_report) {
  const std::string text = testing::timing_summary();
  const FileResult result = check_text(text.substr(0, text.find("Pulse Width Checks")));
  expect(result, "RWB-0204", Verdict::kInconclusive);
  EXPECT_NE(message_of(result.findings, "RWB-0204").find("pulse width checks"), std::string::npos);
}

TEST(Check, route_status_with_unrouted_and_conflicting_nets) {
  expect(check_text(testing::route_status(
             {.routed = 961, .errors = 106, .more = {{"unrouted nets", 106}}})),
         "RWB-0108", Verdict::kFail);
  expect(check_text(testing::route_status({.errors = 1, .failing_nets = {"GLOBAL_LOGIC1"}})),
         "RWB-0109", Verdict::kFail);
  expect(check_text(testing::route_status({.more = {{"nets with antennas/islands", 3}}})),
         "RWB-0109", Verdict::kFail);
  expect(check_text(testing::route_status({.logical = 0, .routable = 0, .routed = 0})), "RWB-0210",
         Verdict::kInconclusive);
  expect(check_text(testing::route_status({.routed = 1066})), "RWB-0108", Verdict::kFail);
}

TEST(Check, rules_of_drc_and_methodology) {
  expect(check_text(testing::drc({{"PLIO-1", "Error", "Placement Constraints Check", 2}})),
         "RWB-0110", Verdict::kFail);
  expect(check_text(testing::drc({{"NSTD-1", "Critical Warning", "Unspecified I/O Standard", 1}})),
         "RWB-0110", Verdict::kFail);
  expect(check_text(testing::drc({{"AVAL-46", "Critical Warning", "fvco", 1}})), "RWB-0111",
         Verdict::kFail);
  expect(check_text(testing::methodology(
             {{"TIMING-17", "Critical Warning", "Non-clocked sequential cell", 3}})),
         "RWB-0116", Verdict::kFail);
  EXPECT_EQ(verdict(check_text(testing::drc({{"CFGBVS-1", "Warning", "Missing", 1}}))),
            Verdict::kPass);
  expect(check_text(
             testing::replace_all(testing::drc(), "Violations found: 0", "Violations found: 2")),
         "RWB-0204", Verdict::kInconclusive);
  expect(
      check_text(testing::replace_all(testing::drc(), "             Violations found: 0",
                                      "   Ruledeck: <no rules>\n             Violations found: 0")),
      "RWB-0210", Verdict::kInconclusive);
}

TEST(Check, utilization_with_black_boxes_or_too_much) {
  expect(check_text(testing::utilization(115, {{"fifo_generator_0", 2}})), "RWB-0112",
         Verdict::kFail);
  expect(check_text(testing::utilization(200, {}, {}, 120)), "RWB-0113", Verdict::kFail);
}

TEST(Check, logs) {
  expect(check_text(testing::vivado_log(
             {.lines = {"ERROR: [Place 30-640] Place Check : needs more LUTs"}})),
         "RWB-0114", Verdict::kFail);
  const FileResult critical = check_text(testing::vivado_log(
      {.lines = {"CRITICAL WARNING: [Place 30-722] Terminal 'x' has IOB set"}}));
  expect(critical, "RWB-0121", Verdict::kPass);
  expect(check_text(testing::vivado_log({.finish = false})), "RWB-0204", Verdict::kInconclusive);
  // "completed successfully" with conflicts is not routed.
  expect(check_text(
             testing::vivado_log({.lines = {"  Number of Node Overlaps             = 146948"}})),
         "RWB-0109", Verdict::kFail);
}

TEST(Check, log_times_and_licences) {
  const VivadoLog log = read_log(testing::vivado_log());
  EXPECT_EQ(log.elapsed_s(), 1200);
  EXPECT_EQ(log.licence_s(), 720);
  EXPECT_EQ(log.licences_got, 2U);
  EXPECT_EQ(log.licences_released, 2U);
  EXPECT_EQ(log.steps.size(), 3U);
  EXPECT_EQ(log.tool_version, "2022.1");
  EXPECT_EQ(log.build, "3526262");
}

TEST(Check, a_log_of_two_sessions) {
  const VivadoLog log =
      read_log(testing::vivado_log() + testing::vivado_log({.start = "Mon Jan  9 08:00:00 2023",
                                                            .exit = "Mon Jan  9 08:05:00 2023"}));
  EXPECT_EQ(log.elapsed_s(), 1500);
  EXPECT_EQ(log.start, parse_instant("2023-01-08T19:10:00"));
}

TEST(Check, bus_skew) {
  const std::string none = testing::header("report_bus_skew -file b.rpt") +
                           "\nBus Skew Report\n\nNo bus skew constraints\n\n";
  expect(check_text(none), "RWB-0217", Verdict::kInconclusive);
  const std::string some =
      testing::header("report_bus_skew -file b.rpt") +
      "\nBus Skew Report\n\nTable of Contents\n-----------------\n1. Bus Skew Report Summary\n2. "
      "Bus Skew Report Per Constraint\n\n"
      "1. Bus Skew Report Summary\n--------------------------\n\nId  Position  From  To  Corner  "
      "Requirement(ns)  Actual(ns)  Slack(ns)\n"
      "1   16        [get_cells a]\n            [get_cells b]\n                    Slow            "
      " 20.000       20.120     -0.120\n\n\n"
      "2. Bus Skew Report Per Constraint\n---------------------------------\n\nId: "
      "1\nset_bus_skew\nSlack (VIOLATED) : -0.120ns\n"
      "   relative delay   1.0\n   relative delay   2.0\n\n\n\n";
  expect(check_text(some), "RWB-0115", Verdict::kFail);
  EXPECT_EQ(verdict(check_text(testing::replace_all(some, "-0.120", "0.120"))), Verdict::kPass);
}

TEST(Check, part_speed_design_and_age_are_asked_for) {
  CheckOptions options;
  options.part = parse_part("xcvu3p-ffvc1517-2-i");
  EXPECT_EQ(verdict(check_text(testing::timing_summary(), options)), Verdict::kPass);
  options.part = parse_part("xcvu3p-ffvc1517-1-i");
  expect(check_text(testing::timing_summary(), options), "RWB-0118", Verdict::kFail);
  options.part = parse_part("xcvu5p-ffvc1517-2-i");
  expect(check_text(testing::timing_summary(), options), "RWB-0117", Verdict::kFail);
  expect(check_text(testing::timing_summary(), {.design = "other"}), "RWB-0119", Verdict::kFail);
  CheckOptions later;
  later.not_before = parse_instant("2023-01-09T00:00:00");
  ASSERT_TRUE(later.not_before);
  expect(check_text(testing::timing_summary(), later), "RWB-0120", Verdict::kFail);
  later.not_before = parse_instant("2023-01-08T19:00:00");
  EXPECT_EQ(verdict(check_text(testing::timing_summary(), later)), Verdict::kPass);
  for (const char* text : {"", "2023-13-01T00:00:00", "2023-01-01", "yesterday"})
    EXPECT_FALSE(parse_instant(text)) << text;
}

TEST(Check, files_of_no_known_kind) {
  for (const std::string text : {"", "hello\n", "{\"a\": 1}\n", "#!/bin/sh\n",
                                 "\x7f"
                                 "ELF\x02"})
    expect(check_text(text), "RWB-0001", Verdict::kError);
}

TEST(Check, one_path_is_no_summary) {
  expect(check_text(testing::header("report_timing -file t.rpt") +
                    "\nTiming Report\n\nSlack (MET) : 1.000ns\n\n\n\n"),
         "RWB-0209", Verdict::kInconclusive);
}

TEST(Check, kinds_are_told_by_content) {
  EXPECT_EQ(recognise(testing::timing_summary()), FileKind::kTimingSummary);
  EXPECT_EQ(recognise(testing::route_status()), FileKind::kRouteStatus);
  EXPECT_EQ(recognise(testing::drc()), FileKind::kDrc);
  EXPECT_EQ(recognise(testing::methodology()), FileKind::kMethodology);
  EXPECT_EQ(recognise(testing::utilization()), FileKind::kUtilization);
  EXPECT_EQ(recognise(testing::vivado_log()), FileKind::kLog);
  EXPECT_EQ(recognise(testing::edif()), FileKind::kNetlist);
  EXPECT_EQ(recognise(testing::checkpoint()), FileKind::kCheckpoint);
  EXPECT_EQ(recognise(testing::metadata()), FileKind::kMetadata);
  EXPECT_EQ(recognise("PART xcvu3p-ffvc1517-2-i\n"), FileKind::kGuide);
  EXPECT_EQ(recognise("SLICE_X0Y0:SLICE_X1Y4 RAMB36_X0Y0:RAMB36_X0Y0\n"), FileKind::kPblock);
  // Zstandard begins with '(' too.
  EXPECT_EQ(recognise("\x28\xB5\x2F\xFD\x04"), FileKind::kUnknown);
  // CR LF and a byte order mark change nothing.
  EXPECT_EQ(recognise("\xEF\xBB\xBF" + testing::replace_all(testing::drc(), "\n", "\r\n")),
            FileKind::kDrc);
  EXPECT_EQ(verdict(check_text(testing::replace_all(testing::timing_summary(), "\n", "\r\n"))),
            Verdict::kPass);
}

class RunTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("sealring_run_" + std::to_string(::getpid()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    write("timing.rpt", testing::timing_summary());
    write("route.rpt", testing::route_status());
    write("drc.rpt", testing::drc());
    write("util.rpt", testing::utilization());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  CheckOutcome check(const CheckOptions& options = {}) const {
    const std::vector<std::filesystem::path> paths = {folder_};
    return check_files(core::InputReader(folder_), paths, options);
  }

  static std::vector<core::Finding> all(const CheckOutcome& outcome) {
    std::vector<core::Finding> findings;
    for (const FileResult& file : outcome.files)
      findings.insert(findings.end(), file.findings.begin(), file.findings.end());
    for (const RunResult& run : outcome.runs)
      findings.insert(findings.end(), run.findings.begin(), run.findings.end());
    return findings;
  }

  std::filesystem::path folder_;
};

TEST_F(RunTest, a_whole_run_passes) {
  write("readme.md", "not a report\n");
  const CheckOutcome outcome = check();
  EXPECT_EQ(outcome.files.size(), 4U);
  ASSERT_EQ(outcome.runs.size(), 1U);
  EXPECT_EQ(verdict_of(all(outcome)), Verdict::kPass)
      << ::testing::PrintToString(testing::ids_of(all(outcome)));
  EXPECT_EQ(outcome.skipped, (std::vector<std::string>{"readme.md"}));
}

TEST_F(RunTest, a_missing_or_empty_report_is_no_pass) {
  std::filesystem::remove(folder_ / "route.rpt");
  EXPECT_TRUE(has(all(check()), "RWB-0211"));
  write("route.rpt", "");
  const CheckOutcome outcome = check();
  EXPECT_TRUE(has(all(outcome), "RWB-0211"));
  EXPECT_EQ(verdict_of(all(outcome)), Verdict::kInconclusive);
}

TEST_F(RunTest, two_reports_of_one_kind_cannot_be_bound) {
  write("timing_old.rpt",
        testing::timing_summary({.header = {.date = "Sat Jan  7 19:28:45 2023"}}));
  EXPECT_TRUE(has(all(check()), "RWB-0212"));
}

/// What the folder of a Vivado run holds beside its routed reports.
TEST_F(RunTest, reports_of_earlier_steps_and_checkpoints_belong_to_the_run) {
  write("drc_opted.rpt", testing::drc({}, {.state = "Synthesized"}));
  write("skew.rpt", testing::header("report_bus_skew -file b.rpt", {.state = ""}) +
                        "\nBus Skew Report\n\nNo bus skew constraints\n\n");
  write("core.dcp", testing::checkpoint({.product = "Vivado v2022.1 (64-bit)",
                                         .build = "3526262",
                                         .netlist = "XlxV37EB    fa00",
                                         .routed = true,
                                         .mod_time = "1673206200"}));
  EXPECT_EQ(verdict_of(all(check())), Verdict::kPass)
      << ::testing::PrintToString(testing::ids_of(all(check())));
  // Without the report that shows there are no black boxes the netlist stays unread.
  write("util.rpt", "");
  EXPECT_EQ(verdict_of(all(check())), Verdict::kInconclusive);
}

TEST_F(RunTest, reports_of_another_design_part_or_build) {
  write("drc.rpt", testing::drc({}, {.design = "other"}));
  EXPECT_TRUE(has(all(check()), "RWB-0119"));
  write("drc.rpt", testing::drc({}, {.build = "1"}));
  EXPECT_TRUE(has(all(check()), "RWB-0119"));
  write("drc.rpt", testing::drc({}, {.device = "xcvu5p-ffvc1517-2-i"}));
  EXPECT_TRUE(has(all(check()), "RWB-0117"));
  write("drc.rpt", testing::drc({}, {.device = "xcvu3p-ffvc1517-1-i", .speed = "-1"}));
  EXPECT_TRUE(has(all(check()), "RWB-0118"));
}

TEST_F(RunTest, a_report_older_than_the_session_is_stale) {
  write("vivado.log", testing::vivado_log());
  EXPECT_EQ(verdict_of(all(check())), Verdict::kPass)
      << ::testing::PrintToString(testing::ids_of(all(check())));
  write("vivado.log", testing::vivado_log({.start = "Sun Jan  8 19:29:00 2023",
                                           .exit = "Sun Jan  8 19:40:00 2023"}));
  EXPECT_TRUE(has(all(check()), "RWB-0120"));
}

TEST_F(RunTest, a_checkpoint_is_proved_by_the_route_status_beside_it) {
  write("core.dcp", testing::checkpoint({.product = "Vivado v2022.1 (64-bit)",
                                         .build = "3526262",
                                         .routed = true,
                                         .mod_time = "1673206200"}));
  EXPECT_EQ(verdict_of(all(check())), Verdict::kPass)
      << ::testing::PrintToString(testing::ids_of(all(check())));
  write("route.rpt", testing::route_status({.errors = 1}));
  EXPECT_TRUE(has(all(check()), "RWB-0218"));
  // A checkpoint written days after the reports is not what they describe.
  write("core.dcp",
        testing::checkpoint(
            {.product = "Vivado v2022.1 (64-bit)", .build = "3526262", .mod_time = "1683206200"}));
  EXPECT_TRUE(has(all(check()), "RWB-0120"));
}

}  // namespace
}  // namespace sealring::rapidwright_bridge
