// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>

#include "tests/rapidwright_bridge/support.h"
#include "tests/rapidwright_bridge/synthetic.h"

namespace sealring::rapidwright_bridge {
namespace {

namespace fs = std::filesystem;
using testing::has;
using testing::message_of;

constexpr const char* kSweep =
    "schema: sealring.reuse-sweep/1\nmodule: core\ncheckpoint: core.dcp\npart: "
    "xcvu3p-ffvc1517-2-i\n"
    "clock: {port: clk, period_ns: 2.850, source: BUFGCTRL_X0Y2}\n"
    "pblocks: [\"SLICE_X0Y0:SLICE_X3Y4\", \"SLICE_X8Y0:SLICE_X10Y4\"]\n"
    "place_directives: [Default, Explore]\nroute_directives: [Default, Explore]\n"
    "clock_uncertainties_ns: {from: -0.025, to: 0.025, step: 0.025}\nslots: 4\n";

/// Stands in for a tool: writes the reports a run would leave.
class WritingRunner final : public SweepRunner {
 public:
  using Write = std::function<RunEnd(const PlannedRun&, const fs::path&)>;
  explicit WritingRunner(Write write) : write_(std::move(write)) {}
  RunEnd run(const PlannedRun& run, const fs::path& folder) override { return write_(run, folder); }

 private:
  Write write_;
};

void put(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// Reports of a run with this worst slack.
RunEnd leave_reports(const PlannedRun& run, const fs::path& folder, const std::string& wns) {
  const bool negative = wns.starts_with("-");
  put(folder / "timing.rpt",
      testing::timing_summary({.wns = wns,
                               .tns = negative ? wns : "0.000",
                               .setup_failing = negative ? "1" : "0",
                               .claim = negative
                                            ? "Timing constraints are not met."
                                            : "All user specified timing constraints are met."}));
  put(folder / "route.rpt", testing::route_status());
  put(folder / "drc.rpt", testing::drc());
  put(folder / "util.rpt", testing::utilization());
  put(folder / "vivado.log", testing::vivado_log({.marker = final_marker(run)}));
  return {
      .started = true, .finished = true, .how = "exit status 0", .elapsed_s = 900, .cpu_s = 1000};
}

class SweepTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("sealring_sweep_" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    put(folder_ / "core.dcp", testing::checkpoint());
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::optional<SweepDefinition> read(const std::string& text = kSweep) {
    put(folder_ / "sweep.yaml", text);
    core::CollectingSink sink;
    core::ExecutionRecord record;
    auto out = read_sweep(core::InputReader(folder_), folder_ / "sweep.yaml", sink, record);
    findings_ = std::move(sink.findings);
    return out;
  }

  SweepResult run(const SweepDefinition& definition, SweepRunner& runner, std::uint64_t jobs = 4) {
    core::CollectingSink sink;
    run_sweep(definition, {.folder = folder_ / "runs", .jobs = jobs}, runner, sink);
    SweepResult result =
        collect_sweep(definition, folder_ / "runs", core::InputReader(folder_), sink);
    findings_ = std::move(sink.findings);
    return result;
  }

  fs::path folder_;
  std::vector<core::Finding> findings_;
};

TEST_F(SweepTest, plan) {
  const auto definition = read();
  ASSERT_TRUE(definition) << findings_[0].message;
  const auto runs = plan_runs(*definition);
  ASSERT_EQ(runs.size(), 24U);
  EXPECT_EQ(runs[0].name, "Default_Default_-0.025_pblock0");
  EXPECT_EQ(runs[1].name, "Default_Default_0.000_pblock0");
  EXPECT_EQ(runs[23].name, "Explore_Explore_0.025_pblock1");
}

TEST_F(SweepTest, the_tutorial_sweep_has_180_runs) {
  std::string text = testing::replace_all(kSweep, "{from: -0.025, to: 0.025, step: 0.025}",
                                          "{from: -0.100, to: 0.250, step: 0.025}");
  text = testing::replace_all(text, "\"SLICE_X8Y0:SLICE_X10Y4\"]",
                              "\"SLICE_X8Y0:SLICE_X10Y4\", \"SLICE_X20Y0:SLICE_X23Y4\"]");
  const auto definition = read(text);
  ASSERT_TRUE(definition);
  EXPECT_EQ(plan_runs(*definition).size(), 180U);
}

TEST_F(SweepTest, faults_of_a_definition) {
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"part: xcvu3p-ffvc1517-2-i", "part: something"},
           {"period_ns: 2.850", "period_ns: 0"},
           {"pblocks: [\"SLICE_X0Y0:SLICE_X3Y4\", \"SLICE_X8Y0:SLICE_X10Y4\"]", "pblocks: []"},
           {"step: 0.025", "step: 0"},
           {"step: 0.025", "step: 0.0001"},
           {"slots: 4", "require: [nothing]"},
           {"slots: 4", "accept: {RWB-0101: it is fine}"},
           {"slots: 4", "accept: {RWB-0202: \"\"}"}}) {
    EXPECT_FALSE(read(testing::replace_all(kSweep, from, to))) << to;
    EXPECT_TRUE(has(findings_, "RWB-0401"))
        << to << ::testing::PrintToString(testing::ids_of(findings_));
  }
}

TEST_F(SweepTest, best_run_of_each_shape_that_passed_every_check) {
  const auto definition = read();
  ASSERT_TRUE(definition);
  // The largest slack belongs to a run that is not routed; of the others two are equal, and the earlier one wins.
  WritingRunner runner([](const PlannedRun& run, const fs::path& folder) {
    const bool first = run.pblock == 0;
    std::string wns = first ? "0.100" : "-0.200";
    if (first && run.place_directive == "Explore" && run.uncertainty_ns == core::Rational(0))
      wns = "0.300";
    const RunEnd end = leave_reports(run, folder, wns);
    if (wns == "0.300" && run.route_directive == "Default")
      put(folder / "route.rpt", testing::route_status({.errors = 3}));
    return end;
  });
  const SweepResult result = run(*definition, runner);
  ASSERT_EQ(result.shapes.size(), 2U);
  ASSERT_TRUE(result.shapes[0].best);
  EXPECT_EQ(result.outcomes[*result.shapes[0].best].run.name, "Explore_Explore_0.000_pblock0");
  EXPECT_EQ(result.shapes[0].passed, 11U);
  EXPECT_FALSE(result.shapes[1].best);
  EXPECT_EQ(result.shapes[1].negative, 12U);
  EXPECT_TRUE(has(findings_, "RWB-0404"));
  EXPECT_NE(message_of(findings_, "RWB-0404").find("RWB-0101"), std::string::npos);
  EXPECT_DOUBLE_EQ(result.elapsed_h, 24 * 0.25);
  const auto records = sweep_records(result, {"n", "c", {}});
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].outcome, "passed");
  EXPECT_EQ(records[1].outcome, "failed");
  EXPECT_EQ(records[0].shape, "4 x 5");
}

TEST_F(SweepTest, results_do_not_depend_on_the_number_of_jobs) {
  const auto definition = read();
  ASSERT_TRUE(definition);
  std::string before;
  for (const std::uint64_t jobs : {1U, 4U}) {
    fs::remove_all(folder_ / "runs");
    WritingRunner runner([](const PlannedRun& run, const fs::path& folder) {
      return leave_reports(run, folder, run.route_directive == "Explore" ? "0.200" : "0.100");
    });
    const SweepResult result = run(*definition, runner, jobs);
    std::string text;
    for (const RunOutcome& outcome : result.outcomes)
      text += outcome.run.name + " " + outcome.worst_setup.text + " " +
              std::string(core::to_string(outcome.verdict)) + "\n";
    if (!before.empty()) {
      EXPECT_EQ(text, before);
    }
    before = text;
  }
}

TEST_F(SweepTest, an_axis_that_bought_nothing_is_told) {
  const auto definition = read();
  ASSERT_TRUE(definition);
  WritingRunner runner([](const PlannedRun& run, const fs::path& folder) {
    return leave_reports(run, folder, run.route_directive == "Explore" ? "0.200" : "0.100");
  });
  const SweepResult result = run(*definition, runner);
  ASSERT_EQ(result.axes.size(), 3U);
  EXPECT_EQ(result.axes[0].axis, "place directive");
  EXPECT_EQ(result.axes[0].groups, 12U);
  EXPECT_EQ(result.axes[0].equal_groups, 12U);
  EXPECT_DOUBLE_EQ(result.axes[0].hours_for_nothing, 12 * 0.25);
  EXPECT_EQ(result.axes[1].equal_groups, 0U);
  EXPECT_TRUE(has(findings_, "RWB-0405"));
}

TEST_F(SweepTest, a_run_without_its_final_marker_does_not_count) {
  const auto definition = read();
  ASSERT_TRUE(definition);
  WritingRunner runner([](const PlannedRun& run, const fs::path& folder) {
    RunEnd end = leave_reports(run, folder, "0.100");
    // Exit status 0 and good reports: but the script did not reach its end.
    if (run.index == 3) {
      put(folder / "vivado.log", testing::vivado_log());
      end.finished = false;
    }
    return end;
  });
  const SweepResult result = run(*definition, runner);
  EXPECT_TRUE(has(findings_, "RWB-0403"));
  EXPECT_EQ(result.outcomes[3].verdict, core::Verdict::kFail);
  EXPECT_EQ(result.outcomes[3].reasons, (std::vector<std::string>{"RWB-0403"}));
}

TEST_F(SweepTest, reports_of_an_earlier_attempt_are_set_aside) {
  const auto definition = read();
  ASSERT_TRUE(definition);
  const fs::path old = folder_ / "runs" / plan_runs(*definition)[0].name;
  fs::create_directories(old);
  put(old / "timing.rpt", testing::timing_summary());
  WritingRunner runner([](const PlannedRun& run, const fs::path& folder) {
    if (run.index == 0) return RunEnd{.started = true, .how = "stopped after 5 s"};
    return leave_reports(run, folder, "0.100");
  });
  const SweepResult result = run(*definition, runner);
  EXPECT_TRUE(has(findings_, "RWB-0406"));
  EXPECT_TRUE(fs::exists(old / "stale/timing.rpt"));
  EXPECT_NE(result.outcomes[0].verdict, core::Verdict::kPass);
}

TEST_F(SweepTest, finished_runs_are_not_run_again) {
  const auto definition = read();
  ASSERT_TRUE(definition);
  std::atomic<int> count = 0;
  WritingRunner runner([&](const PlannedRun& run, const fs::path& folder) {
    ++count;
    return leave_reports(run, folder, "0.100");
  });
  run(*definition, runner);
  EXPECT_EQ(count, 24);
  run(*definition, runner);
  EXPECT_EQ(count, 24);
}

TEST_F(SweepTest, runs_without_result_are_told) {
  const auto definition = read();
  ASSERT_TRUE(definition);
  core::CollectingSink sink;
  const SweepResult result =
      collect_sweep(*definition, folder_ / "nothing", core::InputReader(folder_), sink);
  EXPECT_TRUE(has(sink.findings, "RWB-0407"));
  EXPECT_NE(message_of(sink.findings, "RWB-0407").find("24 of 24"), std::string::npos);
}

/// A sweep that was stopped half way proves no shape bad; runs that the tool itself gave up do.
TEST_F(SweepTest, an_interrupted_sweep_leaves_no_failed_shape) {
  const auto definition = read();
  ASSERT_TRUE(definition);
  WritingRunner runner([&](const PlannedRun& run, const fs::path& folder) {
    if (run.pblock == 0) return leave_reports(run, folder, "0.100");
    return RunEnd{
        .started = true, .how = "interrupted", .interrupted = run.place_directive == "Explore"};
  });
  const auto records = sweep_records(run(*definition, runner), {"n", "c", {}});
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].outcome, "passed");
  fs::remove_all(folder_ / "runs");
  WritingRunner gives_up([&](const PlannedRun&, const fs::path&) {
    return RunEnd{.started = true, .how = "exit status 1"};
  });
  const auto failed = sweep_records(run(*definition, gives_up), {"n", "c", {}});
  ASSERT_EQ(failed.size(), 2U);
  EXPECT_EQ(failed[1].outcome, "failed");
}

/// What cannot be written (here: the folder is a file) makes the sweep fail; it never ends with nothing said.
TEST_F(SweepTest, what_cannot_be_written_is_an_error) {
  const auto definition = read();
  ASSERT_TRUE(definition);
  put(folder_ / "file", "in the way");
  core::CollectingSink sink;
  EXPECT_FALSE(write_scripts(*definition, folder_ / "file", sink));
  ASSERT_TRUE(has(sink.findings, "RWB-0408"));
  EXPECT_EQ(sink.findings[0].severity, core::Severity::kError);
  EXPECT_EQ(sink.findings[0].kind, core::FindingClass::kInput);
  core::CollectingSink second;
  std::atomic<int> count = 0;
  WritingRunner runner([&](const PlannedRun&, const fs::path&) {
    ++count;
    return RunEnd{};
  });
  EXPECT_FALSE(run_sweep(*definition, {.folder = folder_ / "file", .jobs = 2}, runner, second));
  EXPECT_EQ(second.findings.size(), 24U);
  EXPECT_EQ(count, 0);
}

TEST_F(SweepTest, a_missing_report_is_no_pass) {
  const auto definition = read();
  ASSERT_TRUE(definition);
  WritingRunner runner([](const PlannedRun& run, const fs::path& folder) {
    const RunEnd end = leave_reports(run, folder, "0.100");
    if (run.index == 0) fs::remove(folder / "drc.rpt");
    return end;
  });
  const SweepResult result = run(*definition, runner);
  EXPECT_EQ(result.outcomes[0].verdict, core::Verdict::kInconclusive);
  EXPECT_EQ(result.outcomes[0].reasons, (std::vector<std::string>{"RWB-0211"}));
}

TEST_F(SweepTest, what_a_flow_cannot_show_may_be_accepted_with_a_reason) {
  const auto definition =
      read(std::string(kSweep) +
           "accept: {RWB-0202: this part has no hold violations by construction}\n");
  ASSERT_TRUE(definition);
  WritingRunner runner([](const PlannedRun& run, const fs::path& folder) {
    const RunEnd end = leave_reports(run, folder, "0.100");
    put(folder / "timing.rpt", testing::timing_summary({.hold_columns = false}));
    return end;
  });
  EXPECT_EQ(run(*definition, runner).outcomes[0].verdict, core::Verdict::kPass);
}

/// A tool that ends with status 0 and leaves violations: the exit status is never asked.
TEST_F(SweepTest, a_tool_that_lies_with_its_exit_status) {
  auto definition = read(std::string(kSweep) +
                         "command: [sh, \"{folder}/tool.sh\", \"{run}\", \"{uncertainty}\"]\n");
  ASSERT_TRUE(definition);
  definition->place_directives = definition->route_directives = {"Default"};
  put(folder_ / "bad.rpt", testing::timing_summary({.wns = "-1.0",
                                                    .tns = "-1.0",
                                                    .setup_failing = "1",
                                                    .claim = "Timing constraints are not met."}));
  put(folder_ / "route.rpt", testing::route_status());
  put(folder_ / "drc.rpt", testing::drc());
  put(folder_ / "util.rpt", testing::utilization());
  put(folder_ / "tool.sh",
      "d=$(dirname \"$0\"); cp $d/bad.rpt $d/route.rpt $d/drc.rpt $d/util.rpt .; echo \"SEALRING "
      "END $1\" > log.txt; "
      "[ \"$2\" = 0 ] && exit 3; exit 0\n");
  core::SystemProcessRunner process;
  ToolRunner runner(*definition, "/bin/sh", process);
  const SweepResult result = run(*definition, runner);
  ASSERT_EQ(result.outcomes.size(), 6U);
  for (const RunOutcome& outcome : result.outcomes) {
    EXPECT_TRUE(outcome.end.finished);
    EXPECT_EQ(outcome.verdict, core::Verdict::kFail);
  }
  EXPECT_EQ(result.outcomes[1].end.how, "exit status 3");
}

TEST_F(SweepTest, recorded_runner_copies_results) {
  const auto definition = read();
  ASSERT_TRUE(definition);
  for (const PlannedRun& planned : plan_runs(*definition)) {
    if (planned.index == 5) continue;
    fs::create_directories(folder_ / "record" / planned.name);
    leave_reports(planned, folder_ / "record" / planned.name,
                  "0.1" + std::to_string(10 + planned.index));
  }
  RecordedRunner runner(folder_ / "record");
  const SweepResult result = run(*definition, runner);
  EXPECT_TRUE(has(findings_, "RWB-0403"));
  EXPECT_EQ(result.outcomes[*result.shapes[0].best].run.index, 11U);
  EXPECT_EQ(result.outcomes[5].verdict, core::Verdict::kFail);
}

/// Every script parses in a real Tcl interpreter whose commands do nothing, and reaches its last line.
TEST_F(SweepTest, generated_tcl_runs_in_tclsh_with_stub_commands) {
  const auto tclsh = core::find_tool("tclsh");
  ASSERT_TRUE(tclsh) << "tclsh is one of the packages the tests need";
  auto definition = read();
  ASSERT_TRUE(definition);
  definition->clock_port = "clk[0] $x {a";
  definition->pblocks[0].name = "p b";
  definition->pblocks[0].verbatim = {"odd;range"};
  put(folder_ / "stubs.tcl",
      "foreach c {set_param open_checkpoint set_property get_ports create_clock create_pblock "
      "add_cells_to_pblock get_pblocks resize_pblock "
      "set_clock_uncertainty get_clocks place_design route_design update_clock_routing "
      "report_methodology report_timing_summary "
      "report_route_status report_drc report_utilization write_edif write_checkpoint} { proc $c "
      "args \"puts \\\"CALL $c \\[llength \\$args\\]\\\"\" }\n");
  core::SystemProcessRunner process;
  for (const PlannedRun& planned : {plan_runs(*definition)[0], plan_runs(*definition)[23]}) {
    put(folder_ / "run.tcl",
        "source " + (folder_ / "stubs.tcl").string() + "\n" + vivado_script(*definition, planned));
    const auto result = process.run(
        {.argv = {tclsh->string(), (folder_ / "run.tcl").string()}, .directory = folder_});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->exit_code, 0) << result->standard_error;
    EXPECT_NE(result->standard_output.find(final_marker(planned)), std::string::npos);
    EXPECT_NE(result->standard_output.find("CALL report_route_status 2"), std::string::npos);
    EXPECT_NE(result->standard_output.find("CALL set_property 3"), std::string::npos);
  }
}

TEST_F(SweepTest, hours_for_the_cost_model) {
  const auto definition = read();
  ASSERT_TRUE(definition);
  WritingRunner runner([](const PlannedRun& run, const fs::path& folder) {
    return leave_reports(run, folder, "0.100");
  });
  const SweepResult result = run(*definition, runner);
  const std::string csv = sweep_runs_csv(result, "reuse", 3);
  EXPECT_EQ(std::ranges::count(csv, '\n'), 25);
  EXPECT_NE(csv.find("reuse,build,3,sweep,0.250000000,0.277777778,0.200000000,0,passed,0.100\n"),
            std::string::npos)
      << csv.substr(0, 300);
  EXPECT_EQ(sweep_sections(result).size(), 3U);
}

}  // namespace
}  // namespace sealring::rapidwright_bridge
