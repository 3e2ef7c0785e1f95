// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// The verbs of the group `reuse` as a user runs them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/process/process.h"
#include "rapidwright_bridge/sweep.h"
#include "tests/rapidwright_bridge/support.h"
#include "tests/rapidwright_bridge/synthetic.h"

namespace sealring::rapidwright_bridge {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

struct Outcome {
  int status = -1;
  std::string out, err;
  Json json;
};

class VerbsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("sealring_verbs_" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  Outcome run(std::vector<std::string> words) const {
    words.insert(words.begin(), {SEALRING_BINARY, "reuse"});
    core::SystemProcessRunner process;
    const auto result = process.run({.argv = words, .directory = folder_});
    EXPECT_TRUE(result);
    Outcome outcome{
        .status = result->exit_code, .out = result->standard_output, .err = result->standard_error};
    outcome.json = Json::parse(outcome.out, nullptr, false);
    return outcome;
  }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  void write_run(const std::string& folder) const {
    write(folder + "/timing.rpt", testing::timing_summary());
    write(folder + "/route.rpt", testing::route_status());
    write(folder + "/drc.rpt", testing::drc());
    write(folder + "/util.rpt", testing::utilization());
  }

  fs::path folder_;
};

TEST_F(VerbsTest, cost_of_the_example) {
  const std::string model =
      std::string(SEALRING_SOURCE_DIR) + "/examples/reuse-library/picoblaze.yaml";
  const Outcome o = run({"cost", model, "--json", "--svg", "plot.svg"});
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(o.json["break_even"], 11.25);
  EXPECT_EQ(o.json["first_winning_version"], 12);
  EXPECT_EQ(o.json["rebuild"],
            (Json{{"interval", 10}, {"versions", 20}, {"reuse_h", 130}, {"full_h", 120}}));
  EXPECT_EQ(o.json["calendar_lower_bound_h"], 3.75);
  EXPECT_TRUE(testing::slurp(folder_ / "plot.svg").starts_with("<svg "));
  const Outcome text = run({"cost", model});
  EXPECT_EQ(text.status, 0);
  EXPECT_NE(text.out.find("11.25"), std::string::npos);
}

TEST_F(VerbsTest, cost_that_cannot_be_told) {
  write("bad.yaml", "schema: sealring.reuse-cost/1\nname: x\nversions: 5\nroutes: {}\n");
  EXPECT_EQ(run({"cost", "bad.yaml", "--json"}).status, 2);
  EXPECT_EQ(run({"cost", "missing.yaml"}).status, 2);
}

TEST_F(VerbsTest, check_files_and_folders) {
  write_run("good");
  const Outcome good = run({"check", "good", "--json"});
  EXPECT_EQ(good.status, 0) << good.out << good.err;
  ASSERT_EQ(good.json["files"].size(), 4U);
  for (const Json& file : good.json["files"]) {
    EXPECT_EQ(file["verdict"], "PASS");
    EXPECT_TRUE(file["reasons"].empty());
  }
  EXPECT_EQ(good.json["runs"][0]["verdict"], "PASS");
  write("bad.rpt", testing::timing_summary({.wns = "-1.520",
                                            .tns = "-19.180",
                                            .setup_failing = "17",
                                            .claim = "Timing constraints are not met."}));
  const Outcome bad = run({"check", "bad.rpt", "--json"});
  EXPECT_EQ(bad.status, 1);
  EXPECT_EQ(bad.json["files"][0]["kind"], "timing-summary");
  EXPECT_EQ(bad.json["files"][0]["verdict"], "FAIL");
  EXPECT_EQ(bad.json["files"][0]["reasons"], (Json{"RWB-0101"}));
  write("short.rpt", testing::timing_summary().substr(0, 4000));
  EXPECT_EQ(run({"check", "short.rpt"}).status, 1);
  write("other.txt", "nothing of that kind\n");
  EXPECT_EQ(run({"check", "other.txt", "--json"}).json["files"][0]["verdict"], "ERROR");
  EXPECT_EQ(run({"check", "other.txt"}).status, 2);
  EXPECT_EQ(run({"check", "missing.rpt"}).status, 2);
  EXPECT_EQ(run({"check"}).status, 2);
  EXPECT_EQ(run({"check", "good", "--part", "nonsense"}).status, 2);
  EXPECT_EQ(run({"check", "good", "--part", "xcvu3p-ffvc1517-1-i"}).status, 1);
  fs::create_directories(folder_ / "empty");
  EXPECT_EQ(run({"check", "empty"}).status, 2);
}

TEST_F(VerbsTest, severities_and_waivers_reach_the_verdict) {
  write("d.rpt", testing::drc({{"AVAL-46", "Critical Warning", "fvco", 1}}));
  EXPECT_EQ(run({"check", "d.rpt", "--json"}).json["files"][0]["verdict"], "FAIL");
  const Outcome lowered = run({"check", "d.rpt", "--json", "--severity", "RWB-0111=warning"});
  EXPECT_EQ(lowered.status, 0);
  EXPECT_EQ(lowered.json["files"][0]["verdict"], "PASS");
}

TEST_F(VerbsTest, library_from_files_to_history) {
  write_run("run");
  write("core.dcp", testing::checkpoint({.routed = true}));
  EXPECT_EQ(run({"list", "--library", "m.db"}).status, 2);
  const Outcome added = run({"add", "core.dcp", "--reports", "run", "--library", "m.db", "--json",
                             "--used-in", "array:1:396"});
  EXPECT_EQ(added.status, 0) << added.out << added.err;
  EXPECT_EQ(added.json["outcome"], "passed");
  const Outcome list = run({"list", "--library", "m.db", "--json"});
  EXPECT_EQ(list.status, 0);
  ASSERT_EQ(list.json["circuits"].size(), 1U);
  EXPECT_EQ(list.json["circuits"][0]["name"], "core");
  const Outcome show = run({"show", "core", "--library", "m.db", "--json"});
  EXPECT_EQ(show.status, 0) << show.out;
  EXPECT_EQ(show.json["implementations"][0]["used"], 1);
  EXPECT_EQ(show.json["slice_floor"], 15);
  EXPECT_EQ(run({"show", "core", "--library", "m.db", "--target-tool", "2017.4"}).status, 1);
  const Outcome unknown = run({"show", "cores", "--library", "m.db", "--json"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_EQ(unknown.json["findings"][0]["code"], "RWB-0302");
  EXPECT_NE(unknown.out.find("did you mean 'core'"), std::string::npos);
  write("other.dcp", testing::checkpoint(
                         {.netlist = testing::edif({.bram_mode = "READ_FIRST"}), .routed = true}));
  EXPECT_NE(run({"add", "other.dcp", "--library", "m.db", "--json"}).out.find("RWB-0307"),
            std::string::npos);
  EXPECT_NE(run({"show", "core", "--library", "m.db", "--json"}).out.find("RWB-0303"),
            std::string::npos);
  write("text.db",
        "this is no database but a text that is long enough to be taken for one, perhaps\n");
  const Outcome broken = run({"list", "--library", "text.db", "--json"});
  EXPECT_EQ(broken.status, 2);
  EXPECT_EQ(broken.json["findings"][0]["code"], "RWB-0301");
}

TEST_F(VerbsTest, sweep_with_a_record) {
  write("core.dcp", testing::checkpoint());
  write("sweep.yaml",
        "schema: sealring.reuse-sweep/1\nmodule: core\ncheckpoint: core.dcp\npart: "
        "xcvu3p-ffvc1517-2-i\nclock: {port: clk, period_ns: 2.850}\n"
        "pblocks: [\"SLICE_X0Y0:SLICE_X3Y4\"]\nplace_directives: [Default, Explore]\n");
  const Outcome plan = run({"sweep", "sweep.yaml", "--plan-only", "--out-dir", "runs", "--json"});
  EXPECT_EQ(plan.status, 0) << plan.out;
  EXPECT_EQ(plan.json["planned"], 2);
  EXPECT_TRUE(fs::exists(folder_ / "runs/Explore_Default_0.000_pblock0/run.tcl"));
  EXPECT_EQ(run({"sweep", "sweep.yaml", "--out-dir", "runs", "--collect-only"}).status, 2);
  const Outcome none =
      run({"sweep", "sweep.yaml", "--out-dir", "runs", "--tool", "no_such_tool_here", "--json"});
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.out.find("RWB-0402"), std::string::npos);
  for (const std::string name :
       {"Default_Default_0.000_pblock0", "Explore_Default_0.000_pblock0"}) {
    write_run("record/" + name);
    write("record/" + name + "/vivado.log",
          testing::vivado_log({.marker = "SEALRING END " + name}));
  }
  write("record/Explore_Default_0.000_pblock0/timing.rpt",
        testing::timing_summary({.wns = "0.250"}));
  const Outcome swept = run({"sweep", "sweep.yaml", "--out-dir", "out", "--recorded", "record",
                             "--json", "--library", "m.db", "--runs-csv", "runs.csv"});
  EXPECT_EQ(swept.status, 0) << swept.out << swept.err;
  EXPECT_EQ(swept.json["shapes"][0]["best"], "Explore_Default_0.000_pblock0");
  EXPECT_EQ(
      run({"show", "core", "--library", "m.db", "--json"}).json["implementations"][0]["outcome"],
      "passed");
  EXPECT_NE(testing::slurp(folder_ / "runs.csv").find("reuse,build,1,sweep,"), std::string::npos);
}

}  // namespace
}  // namespace sealring::rapidwright_bridge
