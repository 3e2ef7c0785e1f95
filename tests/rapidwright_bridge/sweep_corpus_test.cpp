// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// The real sweep of 180 runs of a PicoBlaze (period 2.850 ns): its slacks, run through plan, records, verdicts and choice.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/units/parse.h"
#include "rapidwright_bridge/sweep.h"
#include "tests/rapidwright_bridge/support.h"
#include "tests/rapidwright_bridge/synthetic.h"

namespace sealring::rapidwright_bridge {
namespace {

namespace fs = std::filesystem;

struct Row {
  std::string pblock, wns, place, route, uncertainty;
};

std::vector<Row> rows() {
  std::vector<Row> out;
  std::istringstream in(testing::slurp(testing::corpus_dir() / "metadata/picoblaze_sweep_180.tsv"));
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    Row row;
    fields >> row.pblock >> row.wns >> row.place >> row.route >> row.uncertainty;
    out.push_back(row);
  }
  return out;
}

TEST(SweepCorpus, winners_negatives_and_duplicates_are_those_of_the_data) {
  const std::vector<Row> data = rows();
  ASSERT_EQ(data.size(), 180U);
  const fs::path folder =
      fs::temp_directory_path() / ("sealring_sweep180_" + std::to_string(::getpid()));
  fs::remove_all(folder);
  fs::create_directories(folder);
  std::ofstream(folder / "sweep.yaml")
      << "schema: sealring.reuse-sweep/1\nmodule: core\ncheckpoint: core.dcp\npart: "
         "xcvu3p-ffvc1517-2-i\n"
         "clock: {port: clk, period_ns: 2.850}\npblock_file: pblocks.txt\nplace_directives: "
         "[Default, Explore]\n"
         "route_directives: [Default, Explore]\nclock_uncertainties_ns: {from: -0.100, to: 0.250, "
         "step: 0.025}\nslots: 12\n";
  fs::copy_file(testing::corpus_dir() / "pblock/picoblaze_pblocks.txt", folder / "pblocks.txt");
  core::CollectingSink sink;
  core::ExecutionRecord record;
  const core::InputReader reader(folder);
  const auto definition = read_sweep(reader, folder / "sweep.yaml", sink, record);
  ASSERT_TRUE(definition);
  const auto plan = plan_runs(*definition);
  ASSERT_EQ(plan.size(), 180U);
  std::map<std::string, std::string> slack;
  for (const Row& row : data)
    slack[row.place + "_" + row.route + "_" +
          core::format_decimal(*core::parse_decimal(row.uncertainty), 9) + "_" + row.pblock] =
        row.wns;
  ASSERT_EQ(slack.size(), 180U);
  for (const PlannedRun& run : plan) {
    const std::string wns = slack.at(run.place_directive + "_" + run.route_directive + "_" +
                                     core::format_decimal(run.uncertainty_ns, 9) + "_" +
                                     definition->pblocks[run.pblock].name);
    const fs::path at = folder / "record" / run.name;
    fs::create_directories(at);
    const bool negative = wns.starts_with("-");
    std::ofstream(at / "t.rpt") << testing::timing_summary(
        {.wns = wns,
         .tns = negative ? wns : "0.000",
         .setup_failing = negative ? "1" : "0",
         .claim = negative ? "Timing constraints are not met."
                           : "All user specified timing constraints are met."});
    std::ofstream(at / "r.rpt") << testing::route_status();
    std::ofstream(at / "d.rpt") << testing::drc();
    std::ofstream(at / "u.rpt") << testing::utilization();
    std::ofstream(at / "vivado.log")
        << testing::vivado_log({.exit = "Sun Jan  8 19:25:00 2023", .marker = final_marker(run)});
  }
  RecordedRunner runner(folder / "record");
  ASSERT_TRUE(run_sweep(*definition, {.folder = folder / "runs", .jobs = 2}, runner, sink));
  const SweepResult result = collect_sweep(*definition, folder / "runs", reader, sink);
  const std::vector<const char*> best = {"0.300", "0.178", "0.207"};
  const std::vector<std::size_t> negative = {0, 34, 30};
  const std::vector<std::size_t> distinct = {19, 19, 21};
  for (std::size_t p = 0; p < 3; ++p) {
    ASSERT_TRUE(result.shapes[p].best);
    EXPECT_EQ(result.outcomes[*result.shapes[p].best].worst_setup.text, best[p]);
    EXPECT_EQ(result.shapes[p].negative, negative[p]);
    EXPECT_EQ(result.shapes[p].distinct, distinct[p]);
    EXPECT_EQ(result.shapes[p].passed, 60 - negative[p]);
  }
  ASSERT_EQ(result.axes.size(), 3U);
  EXPECT_EQ(result.axes[0].equal_groups, 90U);
  EXPECT_EQ(result.axes[0].groups, 90U);
  EXPECT_EQ(result.axes[1].equal_groups, 60U);
  EXPECT_NEAR(result.elapsed_h, 45.0, 1e-9);
  EXPECT_NEAR(result.axes[0].hours_for_nothing, 22.5, 1e-9);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace sealring::rapidwright_bridge
