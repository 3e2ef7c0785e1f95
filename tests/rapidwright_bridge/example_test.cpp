// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// examples/reuse-library from end to end: the recorded sweep, and the real flow with yosys, nextpnr and icepack.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/process/process.h"
#include "rapidwright_bridge/checkpoint.h"
#include "rapidwright_bridge/sweep.h"
#include "tests/rapidwright_bridge/support.h"
#include "tests/rapidwright_bridge/synthetic.h"

namespace sealring::rapidwright_bridge {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const fs::path kExample = fs::path(SEALRING_SOURCE_DIR) / "examples/reuse-library";

/// Slack of each recorded run; the second shape never meets timing.
std::string slack_of(const PlannedRun& run) {
  if (run.pblock == 1) return run.route_directive == "Explore" ? "-0.041" : "-0.120";
  return run.route_directive == "Explore" ? "0.112" : "0.067";
}

/// The record that the example ships is made by this function: SEALRING_UPDATE_GOLDEN=1 writes it again.
std::vector<std::pair<fs::path, std::string>> record() {
  core::CollectingSink sink;
  core::ExecutionRecord record;
  const core::InputReader reader(kExample);
  const auto definition = read_sweep(reader, kExample / "sweep.yaml", sink, record);
  EXPECT_TRUE(definition);
  std::vector<std::pair<fs::path, std::string>> files;
  files.emplace_back("core.dcp", testing::checkpoint());
  for (const PlannedRun& run : plan_runs(*definition)) {
    const std::string wns = slack_of(run);
    const bool negative = wns.starts_with("-");
    const fs::path at = fs::path("recorded") / run.name;
    files.emplace_back(at / "timing_summary.rpt",
                       testing::timing_summary(
                           {.wns = wns,
                            .tns = negative ? wns : "0.000",
                            .setup_failing = negative ? "1" : "0",
                            .claim = negative ? "Timing constraints are not met."
                                              : "All user specified timing constraints are met."}));
    files.emplace_back(at / "route_status.rpt", testing::route_status());
    files.emplace_back(at / "drc.rpt", testing::drc());
    files.emplace_back(at / "methodology.rpt", testing::methodology());
    files.emplace_back(at / "utilization.rpt", testing::utilization());
    files.emplace_back(at / "vivado.log", testing::vivado_log({.marker = final_marker(run)}));
  }
  return files;
}

class ExampleTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("sealring_example_" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::copy(kExample, folder_, fs::copy_options::recursive);
  }
  void TearDown() override { fs::remove_all(folder_); }

  Json run(const std::string& where, std::vector<std::string> words, int wanted = 0) const {
    words.insert(words.begin(), {SEALRING_BINARY, "reuse"});
    words.emplace_back("--json");
    const core::ProcessResult result = process(where, words);
    EXPECT_EQ(result.exit_code, wanted) << result.standard_output << result.standard_error;
    return Json::parse(result.standard_output, nullptr, false);
  }

  core::ProcessResult process(const std::string& where,
                              const std::vector<std::string>& argv) const {
    core::SystemProcessRunner runner;
    const auto result = runner.run(
        {.argv = argv, .directory = folder_ / where, .time_limit = std::chrono::seconds(300)});
    EXPECT_TRUE(result);
    return *result;
  }

  fs::path folder_;
};

TEST_F(ExampleTest, the_record_is_the_one_made_here) {
  for (const auto& [name, text] : record()) {
    const fs::path path = kExample / name;
    if (testing::update_golden()) {
      fs::create_directories(path.parent_path());
      std::ofstream(path, std::ios::binary) << text;
    }
    EXPECT_EQ(testing::slurp(path), text) << name;
  }
}

TEST_F(ExampleTest, recorded_sweep_check_library_and_cost) {
  const Json swept = run("", {"sweep", "sweep.yaml", "--out-dir", "runs", "--recorded", "recorded",
                              "--library", "modules.db", "--runs-csv", "runs.csv"});
  EXPECT_EQ(swept["planned"], 8);
  EXPECT_EQ(swept["shapes"][0]["best"], "Default_Explore_0.000_pblock0");
  EXPECT_EQ(swept["shapes"][0]["worst_slack_ns"], "0.112");
  EXPECT_EQ(swept["shapes"][1]["best"], nullptr);
  EXPECT_EQ(swept["shapes"][1]["negative"], 4);
  EXPECT_EQ(swept["axes"][0]["equal"], 4);
  const Json checked = run("", {"check", "runs/Default_Explore_0.000_pblock0", "--out-of-context"});
  EXPECT_EQ(checked["runs"][0]["verdict"], "PASS");
  const Json shown = run("", {"show", "core", "--library", "modules.db"});
  ASSERT_EQ(shown["implementations"].size(), 2U);
  EXPECT_EQ(shown["implementations"][0]["outcome"], "passed");
  EXPECT_EQ(shown["implementations"][1]["outcome"], "failed");
  EXPECT_EQ(shown["slice_floor"], 15);
  EXPECT_EQ(run("", {"cost", "picoblaze.yaml"})["break_even"], 11.25);
}

/// The real flow: nothing in it is recorded.
TEST_F(ExampleTest, real_flow_with_yosys_nextpnr_and_icepack) {
  for (const char* tool : {"yosys", "nextpnr-ice40", "icepack"})
    ASSERT_TRUE(core::find_tool(tool)) << tool << " is one of the packages the tests need";
  ASSERT_EQ(process("ice40", {"sh", "prepare.sh", "build"}).exit_code, 0);
  const Json swept = run("ice40", {"sweep", "sweep.yaml", "--out-dir", "runs", "--library",
                                   "modules.db", "--runs-csv", "runs.csv"});
  EXPECT_EQ(swept["planned"], 12);
  ASSERT_EQ(swept["shapes"].size(), 3U);
  for (int shape = 0; shape < 2; ++shape) {
    EXPECT_EQ(swept["shapes"][shape]["passed"], 4) << swept.dump(1);
    EXPECT_TRUE(swept["shapes"][shape]["best"].is_string());
  }
  EXPECT_EQ(swept["shapes"][2]["passed"], 0);
  EXPECT_EQ(swept["shapes"][2]["best"], nullptr);
  // The slack chosen is that of the report, by an independent reading of it.
  const std::string best = swept["shapes"][0]["best"];
  const Json report = Json::parse(testing::slurp(folder_ / "ice40/runs" / best / "report.json"));
  const double achieved = report["fmax"].begin().value()["achieved"];
  EXPECT_NEAR(std::stod(swept["shapes"][0]["worst_slack_ns"].get<std::string>()),
              5.0 - 1000 / achieved, 0.002);
  EXPECT_GT(fs::file_size(folder_ / "ice40/runs" / best / "routed.bin"), 30000U);
  // Taken alone, hold was not analysed: the check says so.
  const Json checked =
      run("ice40", {"check", "runs/" + best + "/report.json", "runs/" + best + "/nextpnr.log"}, 1);
  EXPECT_EQ(checked["files"][0]["verdict"], "PASS");
  EXPECT_EQ(checked["files"][1]["verdict"], "INCONCLUSIVE");
  EXPECT_EQ(checked["files"][1]["reasons"], (Json{"RWB-0202"}));
  const Json shown = run("ice40", {"show", "filter", "--library", "modules.db"});
  ASSERT_EQ(shown["implementations"].size(), 3U);
  EXPECT_EQ(shown["implementations"][2]["outcome"], "failed");
  EXPECT_EQ(shown["ports"].size(), 4U);
  std::ofstream csv(folder_ / "ice40/runs.csv", std::ios::app);
  for (const char* kind : {"full", "reuse"}) {
    const core::ProcessResult row =
        process("ice40", {"sh", "timed_version.sh", kind, "build", "1"});
    ASSERT_EQ(row.exit_code, 0) << row.standard_error;
    csv << row.standard_output;
  }
  csv.close();
  const Json cost = run("ice40", {"cost", "cost.yaml"});
  ASSERT_EQ(cost["routes"].size(), 2U);
  EXPECT_GT(cost["routes"][1]["build"]["job_h"].get<double>(), 0.0);
  EXPECT_GT(cost["routes"][1]["build"]["failed_job_h"].get<double>(), 0.0);
  EXPECT_EQ(cost["measured"]["builds"], 1);
}

}  // namespace
}  // namespace sealring::rapidwright_bridge
