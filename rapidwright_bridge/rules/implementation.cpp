// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <array>

#include "core/units/rational.h"
#include "rapidwright_bridge/rules/rules.h"

namespace sealring::rapidwright_bridge {
namespace {

constexpr std::array<std::string_view, 5> kRouteFigures = {"logical nets", "routable nets",
                                                           "fully routed nets", "unrouted nets",
                                                           "nets with routing errors"};

/// Rows that are trouble of their own. Categories overlap, so they are never added up.
constexpr std::array<std::string_view, 8> kErrorRows = {
    "nets with resource conflicts", "nets with node conflicts", "nets with antennas/islands",
    "nets with no driver",          "nets with no placed pins", "nets with some unplaced pins",
    "nets with some unrouted pins", "nets with explicit gaps"};

/// These let a placed and routed design pass and stop its bitstream.
constexpr std::array<std::string_view, 2> kErrorsAtBitstream = {"NSTD-1", "UCIO-1"};

std::string rule_text(const RuleReport::Rule& rule) {
  return "rule " + rule.id + " (" + rule.severity + "): " + rule.description + ", " +
         std::to_string(rule.count) + (rule.count == 1 ? " violation" : " violations") +
         " (limit 0)";
}

void judge_rules(const RuleReport& report, const core::Code& critical, Judge& judge) {
  judge.whole(report.ending);
  judge.routed_state();
  if (report.no_rules) {
    judge.find(codes::kNothingLookedAt, report.ending.line, "rules",
               "the report was made with no rules");
  }
  judge.figure("violations", report.found ? std::to_string(*report.found) : "");
  for (const RuleReport::Rule& rule : report.rules) {
    if (rule.count == 0) continue;
    const bool stops = std::ranges::find(kErrorsAtBitstream, rule.id) != kErrorsAtBitstream.end();
    if (rule.severity == "Error" || stops) {
      judge.find(codes::kDrcError, rule.line, rule.id,
                 rule_text(rule) +
                     (rule.severity == "Error" ? "" : "; an error when the bitstream is written"));
    } else if (rule.severity == "Critical Warning") {
      judge.find(critical, rule.line, rule.id, rule_text(rule));
    }
  }
}

}  // namespace

void judge_route_status(const RouteStatus& report, Judge& judge) {
  const bool whole = judge.whole(report.ending);
  for (const std::string_view name : kRouteFigures) {
    const auto count = report.find(name);
    judge.figure(std::string(name), count ? std::to_string(*count) : (whole ? "0" : ""));
  }
  const std::uint32_t line = report.ending.line;
  const auto logical = report.find("logical nets");
  const auto routable = report.find("routable nets");
  const auto routed = report.find("fully routed nets");
  const auto errors = report.find("nets with routing errors");
  const std::string of =
      " of " + (routable ? std::to_string(*routable) : std::string("?")) + " routable nets";
  for (const std::string_view row :
       {"unrouted nets", "partially routed nets", "nets with some unrouted pins"}) {
    if (report.find(row).value_or(0) > 0) {
      judge.find(codes::kNotFullyRouted, line, std::string(row),
                 std::to_string(*report.find(row)) + " " + std::string(row) + " (limit 0)" + of);
    }
  }
  if (whole && *routable > 0 && routed.value_or(0) != *routable) {
    judge.find(codes::kNotFullyRouted, line, "fully routed nets",
               std::to_string(routed.value_or(0)) + " nets are fully routed" + of);
  }
  if (errors.value_or(0) > 0) {
    std::string nets;
    for (std::size_t i = 0; i < std::min<std::size_t>(report.failing_nets.size(), 3); ++i)
      nets += (i == 0 ? ": " : ", ") + report.failing_nets[i];
    judge.find(codes::kRoutingErrors, line, "nets with routing errors",
               std::to_string(*errors) + (*errors == 1 ? " net has" : " nets have") +
                   " routing errors (limit 0)" + of + nets);
  }
  for (const std::string_view row : kErrorRows) {
    if (row == "nets with some unrouted pins" || report.find(row).value_or(0) == 0) continue;
    judge.find(codes::kRoutingErrors, line, std::string(row),
               std::to_string(*report.find(row)) + " " + std::string(row) + " (limit 0)" + of);
  }
  if (whole && (*logical <= 0 || *routable <= 0)) {
    judge.find(codes::kNothingLookedAt, line, "nets",
               "the design has " + std::to_string(*logical) + " logical nets and " +
                   std::to_string(*routable) + " routable nets");
  }
}

void judge_drc(const RuleReport& report, Judge& judge) {
  judge_rules(report, codes::kDrcCritical, judge);
}

void judge_methodology(const RuleReport& report, Judge& judge) {
  judge_rules(report, codes::kMethodologyCritical, judge);
}

void judge_utilization(const Utilization& report, Judge& judge) {
  judge.whole(report.ending);
  for (const auto& [cell, count] : report.black_boxes) {
    if (count > 0) {
      judge.find(codes::kBlackBox, report.ending.line, cell,
                 "black box '" + cell + "' is used " + std::to_string(count) + " times (limit 0)");
    }
  }
  bool counted = false;
  for (const Utilization::Row& row : report.rows) {
    if (!row.used) continue;
    counted = counted || !row.used->is_zero();
    if (row.available && *row.available < *row.used) {
      judge.find(codes::kOverUtilized, row.line, row.section + "/" + row.site,
                 "'" + row.site + "' uses " + core::format_decimal(*row.used, 12) +
                     ", available are " + core::format_decimal(*row.available, 12));
    }
  }
  for (const std::string_view site : {"CLB LUTs", "Slice LUTs", "CLB Registers", "Slice Registers",
                                      "CARRY8", "Block RAM Tile", "DSPs"}) {
    const Utilization::Row* row = report.find(site);
    if (row != nullptr && row->used)
      judge.figure(std::string(site), core::format_decimal(*row->used, 12));
  }
  if (!counted && report.ending.complete) {
    judge.find(codes::kNothingLookedAt, report.ending.line, "sites",
               "every site type is used 0 times");
  }
  if (report.ending.complete && !report.black_box_section) {
    judge.find(codes::kNothingLookedAt, report.ending.line, "black boxes",
               "the report has no section 'Black Boxes', so black boxes were not looked for");
  }
}

void judge_clock_utilization(const ClockUtilization& report, Judge& judge) {
  judge.whole(report.ending);
  judge.figure("global clocks", std::to_string(report.clocks.size()));
  for (const ClockUtilization::Clock& clock : report.clocks) {
    if (clock.clock.empty() && clock.loads > 0) {
      judge.find(codes::kUnclocked, 0, clock.net,
                 "no timing clock is defined on global clock net '" + clock.net + "' (" + clock.id +
                     ", " + std::to_string(clock.loads) + " loads)");
    }
  }
  if (report.clocks.empty() && report.ending.complete) {
    judge.find(codes::kNothingLookedAt, report.ending.line, "clocks",
               "the report lists 0 global clocks");
  }
}

void judge_bus_skew(const BusSkew& report, Judge& judge) {
  const bool whole = judge.whole(report.ending);
  judge.figure("constraints", std::to_string(report.rows.size()));
  if (whole && report.no_constraints) {
    judge.find(codes::kNoBusSkew, report.ending.line, "constraints",
               "no bus skew constraint was looked at");
  }
  for (const BusSkew::Row& row : report.rows) {
    const std::string id = std::to_string(row.id);
    if (row.slack.number() && row.slack.ns < core::Rational(0)) {
      judge.find(codes::kBusSkewViolated, row.line, id,
                 "constraint " + id + " has slack " + row.slack.text + " ns (limit 0 ns)");
    } else if (!row.slack.number() && whole) {
      judge.find(codes::kNothingLookedAt, row.line, id,
                 "constraint " + id + " has slack '" + row.slack.text + "': it was not analysed");
    }
  }
}

}  // namespace sealring::rapidwright_bridge
