// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/cost.h"

#include <gtest/gtest.h>

#include "tests/rapidwright_bridge/support.h"

namespace sealring::rapidwright_bridge {
namespace {

namespace fs = std::filesystem;
using core::Rational;
using testing::has;
using testing::message_of;

struct Answer {
  std::optional<CostOutcome> outcome;
  std::vector<core::Finding> findings;
};

Answer cost_of(const fs::path& path) {
  core::CollectingSink sink;
  core::ExecutionRecord record;
  Answer answer;
  const core::InputReader reader(path.parent_path());
  if (auto model = read_cost_model(reader, path, sink, record))
    answer.outcome = evaluate_cost(std::move(*model), sink);
  answer.findings = std::move(sink.findings);
  return answer;
}

class CostTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("sealring_cost_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  Answer cost_text(const std::string& yaml) {
    std::ofstream(folder_ / "model.yaml") << yaml;
    return cost_of(folder_ / "model.yaml");
  }

  fs::path folder_;
};

const fs::path kExample = fs::path(SEALRING_SOURCE_DIR) / "examples/reuse-library/picoblaze.yaml";

std::string example_with(std::string_view from, std::string_view to) {
  const std::string text = testing::slurp(kExample);
  EXPECT_NE(text.find(from), std::string::npos) << from;
  return testing::replace_all(text, from, to);
}

TEST_F(CostTest, picoblaze_numbers) {
  const Answer answer = cost_of(kExample);
  ASSERT_TRUE(answer.outcome);
  ASSERT_EQ(answer.outcome->answers.size(), 1U);
  const CostAnswer& a = answer.outcome->answers[0];
  EXPECT_EQ(*a.break_even, Rational(45, 4));
  EXPECT_EQ(*a.first_winning_version, 12);
  EXPECT_EQ(a.interval, 10);
  EXPECT_EQ(a.reuse_at_horizon, Rational(130));
  EXPECT_EQ(a.full_at_horizon, Rational(120));
  EXPECT_EQ(a.build.calendar, Rational(15, 4));
  EXPECT_EQ(a.build.job, Rational(45));
  EXPECT_EQ(a.build.failed_job, Rational(16));
  EXPECT_EQ(*a.necessary_interval, Rational(45, 4));
  EXPECT_TRUE(has(answer.findings, "RWB-0503"));
}

/// Evaluated version by version, independently of the closed forms.
TEST_F(CostTest, every_interval_agrees_with_counting) {
  const Answer answer = cost_of(kExample);
  ASSERT_TRUE(answer.outcome);
  for (const IntervalAnswer& a : answer.outcome->answers[0].intervals) {
    std::optional<std::int64_t> first;
    std::int64_t last = 0;
    constexpr std::int64_t kFar = 5000;
    for (std::int64_t n = 1; n <= kFar; ++n) {
      const std::int64_t builds = (n + a.interval - 1) / a.interval;
      const bool wins = 45 * builds + 2 * n < 6 * n;
      if (wins && !first) first = n;
      if (!wins) last = n;
    }
    EXPECT_EQ(a.first_win, first) << a.interval;
    if (last == kFar) {
      EXPECT_FALSE(a.last_loss) << a.interval;
    } else {
      EXPECT_EQ(a.last_loss, last) << a.interval;
    }
    const std::int64_t builds = (20 + a.interval - 1) / a.interval;
    EXPECT_EQ(a.wins_at_horizon, 45 * builds + 40 < 120);
    EXPECT_EQ(a.wins_at_horizon, a.interval >= 20);
  }
}

TEST_F(CostTest, interval_twelve_still_loses_at_157) {
  const Answer answer = cost_of(kExample);
  ASSERT_TRUE(answer.outcome);
  const IntervalAnswer& twelve = answer.outcome->answers[0].intervals[11];
  EXPECT_EQ(twelve.interval, 12);
  EXPECT_EQ(twelve.first_win, 12);
  EXPECT_EQ(twelve.last_loss, 157);
  EXPECT_FALSE(twelve.wins_at_horizon);
}

TEST_F(CostTest, twenty_versions_with_one_build_cost_85) {
  const Answer answer = cost_text(example_with("rebuild_every: 10", "rebuild_every: 20"));
  ASSERT_TRUE(answer.outcome);
  EXPECT_EQ(answer.outcome->answers[0].reuse_at_horizon, Rational(85));
  EXPECT_FALSE(has(answer.findings, "RWB-0503"));
}

TEST_F(CostTest, calendar_bound_rises_with_fewer_licences_and_with_start_up) {
  const Answer fewer = cost_text(example_with("licences: 12", "licences: 5"));
  ASSERT_TRUE(fewer.outcome);
  EXPECT_EQ(fewer.outcome->answers[0].build.calendar, Rational(9));  // 180 / 5 = 36 waves
  const Answer slow = cost_text(example_with("hours: 0.25", "hours: 0.25, startup_hours: 0.05"));
  ASSERT_TRUE(slow.outcome);
  EXPECT_EQ(slow.outcome->answers[0].build.calendar, Rational(9, 2));  // 15 waves of 0.3 h
  const Answer none = cost_text(example_with("hours: 0.25", "hours: 0.25, licences: 13"));
  EXPECT_FALSE(none.outcome);
  EXPECT_TRUE(has(none.findings, "RWB-0501"));
}

TEST_F(CostTest, slowest_job_bounds_the_calendar) {
  CostModel model{.slots = 12};
  CostStage stage{.job = "mixed"};
  for (int i = 0; i < 24; ++i) stage.hours.emplace_back(1);
  stage.hours.emplace_back(30);
  EXPECT_EQ(hours_of({stage}, model).calendar, Rational(30));
  EXPECT_EQ(hours_of({stage}, model).job, Rational(54));
}

TEST_F(CostTest, routes_with_other_checks_are_refused) {
  std::string text = testing::slurp(kExample);
  const std::size_t reuse = text.find("kind: reuse");
  text.replace(text.find("hold, ", reuse), 6, "");
  const Answer answer = cost_text(text);
  EXPECT_FALSE(answer.outcome);
  EXPECT_TRUE(has(answer.findings, "RWB-0502"));
  EXPECT_NE(message_of(answer.findings, "RWB-0502").find("'hold'"), std::string::npos);
}

TEST_F(CostTest, restructuring_is_not_booked_as_reuse) {
  // The original takes 9 h, the restructured one 6 h: reuse is compared with 6 h.
  std::string text = testing::slurp(kExample);
  text.replace(text.find("hours: 6"), 8, "hours: 9");
  const Answer answer = cost_text(text);
  ASSERT_TRUE(answer.outcome);
  EXPECT_EQ(answer.outcome->answers[0].baseline, "restructured");
  EXPECT_EQ(*answer.outcome->answers[0].break_even, Rational(45, 4));
}

TEST_F(CostTest, a_fixed_shell_is_a_further_route) {
  const Answer answer =
      cost_text(testing::slurp(kExample) +
                "  shell:\n    kind: shell\n"
                "    checks: [drc, hold, pulse-width, route-status, setup, unconstrained]\n"
                "    build:\n      - {job: static part, hours: 8, people_hours: 16}\n"
                "    per_version:\n      - {job: dynamic part, hours: 3}\n");
  ASSERT_TRUE(answer.outcome);
  ASSERT_EQ(answer.outcome->answers.size(), 2U);
  EXPECT_EQ(answer.outcome->answers[1].reuse, "shell");
  EXPECT_EQ(*answer.outcome->answers[1].break_even, Rational(8, 3));
  EXPECT_EQ(answer.outcome->answers[1].build.people, Rational(16));
}

TEST_F(CostTest, final_timing_beside_cost) {
  std::string text = testing::slurp(kExample);
  text.replace(text.find("kind: restructured-full"), 23,
               "kind: restructured-full\n    final_slack_ns: 0.120");
  text.replace(text.find("kind: reuse"), 11, "kind: reuse\n    final_slack_ns: 0.010");
  text.replace(text.find("rebuild_every: 10"), 17, "rebuild_every: 20");
  const Answer answer = cost_text(text);
  EXPECT_NE(message_of(answer.findings, "RWB-0504").find("0.01 ns"), std::string::npos);
}

TEST_F(CostTest, missing_and_impossible_figures) {
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"hours: 0.25", "hours: -2"},
           {"hours: 0.25", "hours: 0"},
           {"hours: 0.25", "hours: inf"},
           {"versions: 20 ", "versions: 0 "},
           {"kind: reuse", "kind: full"},
           {"    build:", "    rebuild:"},
           {"kind: restructured-full", "kind: something"}}) {
    const Answer answer = cost_text(example_with(from, to));
    EXPECT_FALSE(answer.outcome) << to;
    EXPECT_TRUE(has(answer.findings, "RWB-0501") || has(answer.findings, "IO-0105")) << to;
  }
}

TEST_F(CostTest, recorded_runs_give_hours_and_the_interval_a_library_lives) {
  std::ofstream csv(folder_ / "runs.csv");
  csv << "route,phase,version,job,elapsed_h,cpu_h,licence_h,people_h,result,slack_ns\n";
  for (const int version : {1, 5, 11}) {
    for (int i = 0; i < 4; ++i)
      csv << "reuse,build," << version << ",sweep,0.25,0.5,0.2,0," << (i == 3 ? "failed" : "passed")
          << ",\n";
  }
  for (int version = 1; version <= 12; ++version) {
    csv << "reuse,version," << version << ",compose,0.5,1,0.5,0.1,passed,0.02\n";
    csv << "restructured,version," << version << ",all,0.75,1,0.75,0,passed,0.1\n";
  }
  csv.close();
  const Answer answer =
      cost_text(example_with("licences: 12\n", "licences: 12\nrecorded: runs.csv\n"));
  ASSERT_TRUE(answer.outcome);
  const CostAnswer& a = answer.outcome->answers[0];
  EXPECT_EQ(a.build.job, Rational(1));
  EXPECT_EQ(a.build.cpu, Rational(2));
  EXPECT_EQ(a.build.licence, Rational(4, 5));
  EXPECT_EQ(a.build.failed_job, Rational(1, 4));
  EXPECT_EQ(*a.break_even, Rational(4));
  ASSERT_TRUE(answer.outcome->model.measured);
  EXPECT_EQ(answer.outcome->model.measured->lives, (std::vector<std::int64_t>{4, 6, 2}));
}

TEST_F(CostTest, recorded_runs_that_cannot_be_read) {
  std::ofstream(folder_ / "runs.csv")
      << "route,phase,version,job,elapsed_h,cpu_h,licence_h,people_h,result,slack_ns\n"
         "reuse,build,1,sweep,n/a,0,0,0,passed,\nreuse,later,0,x,1,0,0,0,maybe,\n";
  const Answer answer =
      cost_text(example_with("licences: 12\n", "licences: 12\nrecorded: runs.csv\n"));
  EXPECT_FALSE(answer.outcome);
  EXPECT_TRUE(has(answer.findings, "RWB-0505"));
}

TEST_F(CostTest, svg_is_well_formed_and_shows_every_route) {
  const Answer answer = cost_of(kExample);
  ASSERT_TRUE(answer.outcome);
  const std::string svg = cost_svg(*answer.outcome);
  for (const char* text :
       {"<svg ", "original", "restructured", "reuse", "equal at 11.25", "</svg>"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  EXPECT_EQ(svg, cost_svg(*answer.outcome));
  EXPECT_GE(cost_sections(*answer.outcome).size(), 4U);
}

}  // namespace
}  // namespace sealring::rapidwright_bridge
