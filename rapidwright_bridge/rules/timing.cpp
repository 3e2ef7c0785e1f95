// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <array>

#include "rapidwright_bridge/rules/rules.h"

namespace sealring::rapidwright_bridge {
namespace {

struct GroupRule {
  std::string_view name;    ///< in messages
  std::string_view figure;  ///< in figures
  const core::Code& violated;
  const core::Code& not_analysed;
};

std::string count_text(const std::optional<std::int64_t>& count) {
  return count ? std::to_string(*count) : std::string("an unknown number");
}

/// Says why a group of figures proves nothing, or gives "" when it is a real result.
std::string why_not_analysed(const TimingGroup& group, std::string_view name) {
  if (!group.present) return "the report has no " + std::string(name) + " columns";
  switch (group.worst.state) {
    case Slack::State::kAbsent: return "worst " + std::string(name) + " slack is missing";
    case Slack::State::kUnreadable:
      return "worst " + std::string(name) + " slack '" + group.worst.text + "' is not a number";
    case Slack::State::kInfinite:
      return "worst " + std::string(name) + " slack is 'inf': none of " +
             count_text(group.endpoints) + " end points is constrained";
    case Slack::State::kNotAvailable:
      return "worst " + std::string(name) + " slack is 'NA': nothing was analysed";
    case Slack::State::kNumber: break;
  }
  if (!group.total.number() || !group.failing || !group.endpoints) {
    return std::string(name) + " figures are incomplete: total '" + group.total.text + "', " +
           count_text(group.failing) + " failing of " + count_text(group.endpoints) + " end points";
  }
  if (*group.endpoints <= 0) return std::string(name) + " was analysed for 0 end points";
  return {};
}

void judge_group(const TimingSummary& report, const TimingGroup& group, const GroupRule& rule,
                 Judge& judge) {
  const std::string name(rule.name);
  judge.figure("worst " + name + " slack (ns)", group.worst.text);
  judge.figure(name + " end points", group.endpoints ? std::to_string(*group.endpoints) : "");
  judge.figure(name + " end points failing", group.failing ? std::to_string(*group.failing) : "");
  const bool negative = group.worst.number() && group.worst.ns < core::Rational(0);
  const bool failing = group.failing.value_or(0) > 0;
  const bool total = group.total.number() && group.total.ns < core::Rational(0);
  if (negative || failing || total) {
    judge.find(rule.violated, report.figures_line, name,
               "worst " + name + " slack is " + group.worst.text + " ns (limit 0 ns), total " +
                   group.total.text + " ns, " + count_text(group.failing) + " of " +
                   count_text(group.endpoints) + " end points fail");
    if (negative != failing || negative != total) {
      judge.find(codes::kContradiction, report.figures_line, name,
                 name + " figures contradict one another: worst slack " + group.worst.text +
                     " ns, total " + group.total.text + " ns, " + count_text(group.failing) +
                     " end points failing");
    }
    return;
  }
  const std::string why = why_not_analysed(group, name);
  if (!why.empty()) judge.find(rule.not_analysed, report.figures_line, name, why);
}

void judge_claim(const TimingSummary& report, Judge& judge) {
  using Claim = TimingSummary::Claim;
  const auto violated = [](const TimingGroup& group) {
    return (group.worst.number() && group.worst.ns < core::Rational(0)) ||
           group.failing.value_or(0) > 0;
  };
  const bool any = violated(report.setup) || violated(report.hold) || violated(report.pulse);
  if (report.claim == Claim::kMet && any) {
    judge.find(codes::kContradiction, report.figures_line, "claim",
               "the report claims 'all user specified timing constraints are met', its figures are "
               "below 0 ns");
  } else if (report.claim == Claim::kNotMet && !any) {
    judge.find(codes::kSetupViolated, report.figures_line, "claim",
               "the report says 'timing constraints are not met', though its summary figures are "
               "not below 0 ns");
  } else if (report.claim == Claim::kNoConstraints) {
    judge.find(codes::kSetupNotAnalysed, report.figures_line, "claim",
               "the report says 'there are no user specified timing constraints'");
  }
}

void judge_stage(const TimingSummary& report, Judge& judge) {
  judge.routed_state();
  if (report.estimated_nets > 0) {
    judge.find(codes::kNotRoutedStage, report.figures_line, "nets",
               std::to_string(report.estimated_nets) +
                   " nets of the listed paths are estimated or unplaced, " +
                   std::to_string(report.routed_nets) +
                   " are routed: timing is an estimate before routing");
  } else if (report.unset_nets > 0 && !judge.options().out_of_context) {
    judge.find(codes::kNotRoutedStage, report.figures_line, "nets",
               std::to_string(report.unset_nets) +
                   " nets of the listed paths come from a port and are not routed (for a module "
                   "timed where it is "
                   "placed give --out-of-context)");
  } else if (report.routed_nets == 0 && judge.header().state.empty() && report.ending.complete) {
    judge.find(codes::kNotRoutedStage, report.figures_line, "nets",
               "the report states no design state and lists no routed net, so nothing shows that "
               "it was made after "
               "routing");
  }
}

/// What a count above zero of one check means.
struct CheckRule {
  std::string_view check;
  const core::Code& code;
  std::string_view what;
  bool port = false;
};

const std::array<CheckRule, 13>& check_rules() {
  static const std::array<CheckRule, 13> kRules = {{
      {"no_clock", codes::kUnclocked, "register or latch pins have no clock"},
      {"constant_clock", codes::kClockDoubtful, "register or latch pins have a constant clock"},
      {"pulse_width_clock", codes::kClockDoubtful, "clock pins have no pulse width check"},
      {"unconstrained_internal_endpoints", codes::kUnconstrained,
       "internal end points are not constrained for maximum delay"},
      {"no_input_delay", codes::kPortsNotTimed, "input ports have no input delay", true},
      {"no_output_delay", codes::kPortsNotTimed, "output ports have no output delay", true},
      {"multiple_clock", codes::kMultipleClocks, "register or latch pins have multiple clocks"},
      {"generated_clocks", codes::kDetachedClock,
       "generated clocks are not connected to a clock source"},
      {"loops", codes::kLoops, "combinational loops"},
      {"partial_input_delay", codes::kPortsNotTimed, "input ports have a partial input delay",
       true},
      {"partial_output_delay", codes::kPortsNotTimed, "output ports have a partial output delay",
       true},
      {"unexpandable_clocks", codes::kClockDoubtful, "clock pairs have no common period"},
      {"latch_loops", codes::kLoops, "combinational latch loops"},
  }};
  return kRules;
}

void judge_item(const CheckTimingItem& item, const CheckRule* rule, Judge& judge) {
  const std::int64_t count = item.counted.value_or(item.announced.value_or(0));
  if (item.counted && item.announced && *item.announced != *item.counted) {
    judge.find(codes::kContradiction, item.line, item.name,
               "check '" + item.name + "' announces " + std::to_string(*item.announced) +
                   " and its details add up to " + std::to_string(*item.counted));
  }
  if (count > 0 && rule == nullptr) {
    judge.find(codes::kClockDoubtful, item.line, item.name,
               "check '" + item.name + "', which is not known here, counts " +
                   std::to_string(count) + " (limit 0)");
  } else if (count > 0 && !(rule->port && judge.options().out_of_context)) {
    judge.find(rule->code, item.line, item.name,
               std::to_string(count) + " " + std::string(rule->what) + " (" + item.name +
                   ", limit 0)" +
                   (item.first.empty() ? "" : "; the first root pin is '" + item.first + "'"));
  }
  if (item.due_to_constant_clock > 0) {
    judge.find(codes::kClockDoubtful, item.line, item.name + "/constant",
               std::to_string(item.due_to_constant_clock) +
                   " end points are not constrained because of a constant clock (limit 0)");
  }
}

}  // namespace

void judge_check_timing(const CheckTiming& report, Judge& judge) {
  if (!report.present || report.items.empty()) {
    judge.find(codes::kCheckTimingMissing, 0, "check_timing",
               "the report has no check_timing section");
    return;
  }
  for (const std::string_view needed :
       {"no_clock", "unconstrained_internal_endpoints", "no_input_delay", "no_output_delay",
        "generated_clocks", "loops"}) {
    const CheckTimingItem* item = report.find(needed);
    if (item == nullptr || !item->counted) {
      judge.find(codes::kCheckTimingMissing, item == nullptr ? 0 : item->line, std::string(needed),
                 "check '" + std::string(needed) + "' is not in the check_timing section");
    }
  }
  for (const CheckTimingItem& item : report.items) {
    judge.figure("check " + item.name, item.counted ? std::to_string(*item.counted) : "");
    const CheckRule* rule = nullptr;
    for (const CheckRule& candidate : check_rules()) {
      if (candidate.check == item.name) rule = &candidate;
    }
    judge_item(item, rule, judge);
  }
}

void judge_timing(const TimingSummary& report, Judge& judge) {
  judge.whole(report.ending);
  judge_group(report, report.setup,
              {"setup", "setup", codes::kSetupViolated, codes::kSetupNotAnalysed}, judge);
  judge_group(report, report.hold, {"hold", "hold", codes::kHoldViolated, codes::kHoldNotAnalysed},
              judge);
  judge_group(report, report.pulse,
              {"pulse width", "pulse", codes::kPulseViolated, codes::kPulseNotAnalysed}, judge);
  judge.figure("clock crossings", std::to_string(report.crossings));
  judge_claim(report, judge);
  judge_stage(report, judge);
  judge_check_timing(report.check_timing, judge);
  if (report.stale_methodology_note) {
    judge.find(codes::kMethodologyStale, 0, "methodology",
               "the methodology section is of the most recent report_methodology run and may not "
               "be up to date");
  }
}

}  // namespace sealring::rapidwright_bridge
