// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "rapidwright_bridge/cost.h"

namespace sealring::rapidwright_bridge {
namespace {

std::string text(const core::Rational& value) {
  return value.valid() ? core::format_decimal(value, 12) : "-";
}

std::string_view kind_text(CostRoute::Kind kind) {
  switch (kind) {
    case CostRoute::Kind::kFull: return "original, full run";
    case CostRoute::Kind::kRestructuredFull: return "restructured, full run";
    case CostRoute::Kind::kReuse: return "restructured, reuse";
    case CostRoute::Kind::kShell: return "fixed shell";
  }
  return "";
}

core::Section routes_section(const CostOutcome& outcome) {
  const CostModel& model = outcome.model;
  core::Table table;
  table.columns = {{"route"},
                   {"kind"},
                   {"build (job h)", true},
                   {"version (job h)", true},
                   {"cpu h", true},
                   {"licence h", true},
                   {"people h", true},
                   {"in failed runs (job h)", true},
                   {"calendar >= (h)", true},
                   {"after " + std::to_string(model.versions) + " versions (job h)", true},
                   {"final slack (ns)", true}};
  for (const CostRoute& route : model.routes) {
    const Hours build = hours_of(route.build, model);
    const Hours version = hours_of(route.version, model);
    table.rows.push_back(
        {route.name, std::string(kind_text(route.kind)), text(build.job), text(version.job),
         text(build.cpu + version.cpu), text(build.licence + version.licence),
         text(build.people + version.people), text(build.failed_job + version.failed_job),
         text(build.calendar + version.calendar),
         text(job_hours_at(route, model.versions, model, route.rebuild_every)),
         route.final_slack_ns ? text(*route.final_slack_ns) : "-"});
  }
  return {"routes of " + model.name + " (each kind of hours apart; one build and one version)",
          std::move(table)};
}

core::Section answers_section(const CostOutcome& outcome) {
  core::Table table;
  table.columns = {{"route"},
                   {"against"},
                   {"equal at (versions)", true},
                   {"pays from version", true},
                   {"rebuild interval must be above", true},
                   {"rebuilt every", true},
                   {"route (job h)", true},
                   {"baseline (job h)", true}};
  for (const CostAnswer& a : outcome.answers) {
    table.rows.push_back(
        {a.reuse, a.baseline, a.break_even ? text(*a.break_even) : "never",
         a.first_winning_version ? std::to_string(*a.first_winning_version) : "never",
         a.necessary_interval ? text(*a.necessary_interval) : "-",
         a.interval > 0 ? std::to_string(a.interval) : "never", text(a.reuse_at_horizon),
         text(a.full_at_horizon)});
  }
  return {"after " + std::to_string(outcome.model.versions) + " versions", std::move(table)};
}

std::string interval_range(std::int64_t first, std::int64_t last) {
  return first == last ? std::to_string(first)
                       : std::to_string(first) + " ... " + std::to_string(last);
}

/// Neighbouring intervals with the same answer share a row.
core::Section intervals_section(const CostAnswer& answer, std::int64_t versions) {
  core::Table table;
  table.columns = {{"rebuilt every (versions)", true},
                   {"first wins at", true},
                   {"still loses at", true},
                   {"wins at " + std::to_string(versions)}};
  for (std::size_t i = 0; i < answer.intervals.size();) {
    const IntervalAnswer& a = answer.intervals[i];
    std::size_t end = i + 1;
    while (end < answer.intervals.size() && answer.intervals[end].first_win == a.first_win &&
           answer.intervals[end].last_loss == a.last_loss &&
           answer.intervals[end].wins_at_horizon == a.wins_at_horizon)
      ++end;
    table.rows.push_back({interval_range(a.interval, answer.intervals[end - 1].interval),
                          a.first_win ? std::to_string(*a.first_win) : "never",
                          a.last_loss ? std::to_string(*a.last_loss) : "without end",
                          a.wins_at_horizon ? "yes" : "no"});
    i = end;
  }
  return {"route '" + answer.reuse + "' for every rebuild interval", std::move(table)};
}

core::Section baselines_section(const CostOutcome& outcome) {
  const CostModel& model = outcome.model;
  const auto at_horizon = [&](CostRoute::Kind kind) -> std::optional<core::Rational> {
    for (const CostRoute& route : model.routes) {
      if (route.kind == kind)
        return job_hours_at(route, model.versions, model, route.rebuild_every);
    }
    return std::nullopt;
  };
  const auto original = at_horizon(CostRoute::Kind::kFull);
  const auto restructured = at_horizon(CostRoute::Kind::kRestructuredFull);
  const auto reuse = at_horizon(CostRoute::Kind::kReuse);
  core::Table table;
  table.columns = {{"what saved them"}, {"saved (job h)", true}};
  if (original && restructured)
    table.rows.push_back({"restructuring the design", text(*original - *restructured)});
  if (restructured && reuse) table.rows.push_back({"reuse", text(*restructured - *reuse)});
  if (!restructured && original && reuse)
    table.rows.push_back(
        {"reuse and restructuring together (no restructured full run in the model)",
         text(*original - *reuse)});
  return {"what the hours were saved by, after " + std::to_string(model.versions) + " versions",
          std::move(table)};
}

core::Section measured_section(const MeasuredInterval& measured) {
  core::Table table;
  table.columns = {{"build", true}, {"served (versions)", true}};
  for (std::size_t i = 0; i < measured.lives.size(); ++i)
    table.rows.push_back(
        {std::to_string(i + 1),
         std::to_string(measured.lives[i]) + (i + 1 == measured.lives.size() ? " so far" : "")});
  return {"interval the library lived, as recorded", std::move(table)};
}

core::Section curves_section(const CostOutcome& outcome) {
  core::Series series;
  series.x_title = "versions";
  series.y_title = "job hours";
  for (const CostRoute& route : outcome.model.routes) {
    core::Series::Curve curve{.name = route.name};
    for (std::int64_t n = 1; n <= outcome.model.versions; ++n) {
      curve.points.emplace_back(
          static_cast<double>(n),
          job_hours_at(route, n, outcome.model, route.rebuild_every).to_double());
    }
    series.curves.push_back(std::move(curve));
  }
  return {"job hours over versions", std::move(series)};
}

}  // namespace

std::vector<core::Section> cost_sections(const CostOutcome& outcome) {
  std::vector<core::Section> sections;
  sections.push_back(routes_section(outcome));
  sections.push_back(answers_section(outcome));
  for (const CostAnswer& answer : outcome.answers)
    sections.push_back(intervals_section(answer, outcome.model.versions));
  sections.push_back(baselines_section(outcome));
  if (outcome.model.measured) sections.push_back(measured_section(*outcome.model.measured));
  sections.push_back(curves_section(outcome));
  return sections;
}

}  // namespace sealring::rapidwright_bridge
