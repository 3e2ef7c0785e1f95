// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/cost/recorded_runs.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/files/csv.h"
#include "core/units/parse.h"
#include "rapidwright_bridge/codes.h"

namespace sealring::rapidwright_bridge {
namespace {

constexpr std::array<std::string_view, 10> kColumns = {
    "route", "phase",     "version",  "job",    "elapsed_h",
    "cpu_h", "licence_h", "people_h", "result", "slack_ns"};

class TableReader {
 public:
  TableReader(const core::CsvTable& table, core::Sink& sink) : table_(table), sink_(sink) {}

  std::optional<std::vector<RecordedRun>> read() {
    for (std::size_t c = 0; c < kColumns.size(); ++c) {
      const auto at = table_.column(kColumns[c]);
      if (!at) {
        report(table_.at(table_.header()[0]), std::string(kColumns[c]),
               "the table of recorded runs has no column '" + std::string(kColumns[c]) + "'");
        return std::nullopt;
      }
      columns_[c] = *at;
    }
    std::vector<RecordedRun> runs;
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      RecordedRun run;
      if (read_row(row, run)) runs.push_back(std::move(run));
    }
    if (bad_) return std::nullopt;
    return runs;
  }

 private:
  const core::CsvCell& cell(std::size_t row, std::size_t column) const {
    return table_.cell(row, columns_[column]);
  }

  void report(const core::Location& place, std::string key, std::string message) {
    bad_ = true;
    sink_.report(core::make_finding(codes::kRecordedRuns, std::move(message))
                     .at(place)
                     .on(table_.name(), std::move(key)));
  }

  bool hours(std::size_t row, std::size_t column, core::Rational& out) {
    const core::CsvCell& c = cell(row, column);
    const auto value = core::parse_decimal(c.text);
    if (!value || *value < core::Rational(0)) {
      report(table_.at(c), std::string(kColumns[column]),
             "'" + std::string(kColumns[column]) + "' is '" + std::string(c.text) +
                 "'; a number of hours of 0 or more was expected");
      return false;
    }
    out = *value;
    return true;
  }

  bool read_row(std::size_t row, RecordedRun& run) {
    run.route = std::string(cell(row, 0).text);
    run.job = std::string(cell(row, 3).text);
    const std::string_view phase = cell(row, 1).text;
    run.build = phase == "build";
    bool good = true;
    if (!run.build && phase != "version") {
      report(table_.at(cell(row, 1)), "phase",
             "'phase' is '" + std::string(phase) + "'; build or version was expected");
      good = false;
    }
    const auto version = core::parse_integer(cell(row, 2).text);
    if (!version || *version < 1) {
      report(table_.at(cell(row, 2)), "version",
             "'version' is '" + std::string(cell(row, 2).text) +
                 "'; a whole number from 1 was expected");
      good = false;
    }
    run.version = version.value_or(0);
    good = hours(row, 4, run.elapsed_h) && good;
    good = hours(row, 5, run.cpu_h) && good;
    good = hours(row, 6, run.licence_h) && good;
    good = hours(row, 7, run.people_h) && good;
    const std::string_view result = cell(row, 8).text;
    run.passed = result == "passed";
    if (!run.passed && result != "failed") {
      report(table_.at(cell(row, 8)), "result",
             "'result' is '" + std::string(result) + "'; passed or failed was expected");
      good = false;
    }
    if (!cell(row, 9).text.empty()) run.slack_ns = core::parse_decimal(cell(row, 9).text);
    return good;
  }

  const core::CsvTable& table_;
  core::Sink& sink_;
  std::array<std::size_t, kColumns.size()> columns_{};
  bool bad_ = false;
};

/// Average over `times` of the runs: each job keeps its place in the list, its hours divided by `times`.
CostStage average(const std::string& job, const std::vector<const RecordedRun*>& runs,
                  std::int64_t times) {
  CostStage stage{.job = job};
  core::Rational cpu;
  core::Rational licence;
  core::Rational elapsed;
  for (const RecordedRun* run : runs) {
    stage.hours.push_back(run->elapsed_h / core::Rational(times));
    elapsed = elapsed + run->elapsed_h;
    cpu = cpu + run->cpu_h;
    licence = licence + run->licence_h;
    stage.people_hours = stage.people_hours + run->people_h / core::Rational(times);
    if (!run->passed) ++stage.failed;
  }
  stage.measured_cpu = cpu / core::Rational(times);
  stage.measured_licence = licence / core::Rational(times);
  return stage;
}

std::vector<CostStage> stages_of(const std::vector<const RecordedRun*>& runs, std::int64_t times) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<const RecordedRun*>> by_job;
  for (const RecordedRun* run : runs) {
    if (by_job[run->job].empty()) order.push_back(run->job);
    by_job[run->job].push_back(run);
  }
  std::vector<CostStage> stages;
  for (const std::string& job : order) stages.push_back(average(job, by_job[job], times));
  return stages;
}

}  // namespace

std::optional<std::vector<RecordedRun>> read_recorded_runs(const core::InputReader& reader,
                                                           const std::filesystem::path& path,
                                                           const core::Location& referred_from,
                                                           core::Sink& sink,
                                                           core::ExecutionRecord& record) {
  auto file = reader.read(path, reader.limits().table, sink, referred_from);
  if (!file) return std::nullopt;
  record.add_input("recorded-runs", file->name, file->sha256);
  const auto table = core::parse_csv(std::move(*file), sink);
  if (!table) return std::nullopt;
  return TableReader(*table, sink).read();
}

void apply_recorded_runs(const std::vector<RecordedRun>& runs, CostModel& model, core::Sink& sink) {
  for (CostRoute& route : model.routes) {
    std::vector<const RecordedRun*> builds;
    std::vector<const RecordedRun*> versions;
    std::set<std::int64_t> build_at;
    std::set<std::int64_t> version_numbers;
    for (const RecordedRun& run : runs) {
      if (run.route != route.name) continue;
      (run.build ? builds : versions).push_back(&run);
      (run.build ? build_at : version_numbers).insert(run.version);
      if (!run.build && run.slack_ns) route.final_slack_ns = run.slack_ns;
    }
    if (builds.empty() && versions.empty()) continue;
    if (versions.empty()) {
      sink.report(core::make_finding(
                      codes::kRecordedRuns,
                      "route '" + route.name + "' has recorded builds and no recorded version")
                      .at(route.location)
                      .on(model.name, route.name));
      continue;
    }
    const auto version_count = static_cast<std::int64_t>(version_numbers.size());
    route.version = stages_of(versions, version_count);
    if (builds.empty()) continue;
    const auto build_count = static_cast<std::int64_t>(build_at.size());
    route.build = stages_of(builds, build_count);
    route.rebuild = route.build;
    MeasuredInterval measured{.builds = build_count, .versions = version_count};
    for (auto it = build_at.begin(); it != build_at.end(); ++it) {
      const auto next = std::next(it);
      const std::int64_t end = next == build_at.end() ? *version_numbers.rbegin() + 1 : *next;
      measured.lives.push_back(end - *it);
    }
    // A build that still lives has served at least as long as it has: it does not shorten the interval.
    if (!route.rebuild_every && build_count > 1) {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i + 1 < measured.lives.size(); ++i) sum += measured.lives[i];
      route.rebuild_every = std::max<std::int64_t>(1, sum / (build_count - 1));
    }
    if (!model.measured) model.measured = measured;
  }
}

}  // namespace sealring::rapidwright_bridge
