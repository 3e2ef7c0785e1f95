// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/rules/periods.h"

#include <algorithm>
#include <array>
#include <optional>

#include "sdcgen/codes.h"

namespace sealring::sdcgen {

namespace {

using core::make_finding;
using core::Rational;
using core::Time;

std::string show(const Time& time) {
  return core::format_engineering(time.si, core::Dimension::kTime);
}

std::optional<Time> period_of_master(const ClockContext& context, const ClockSpec& clock,
                                     std::size_t depth);

/// Walks the chain of masters; the visited count bounds loops, which are reported when the specification is read.
std::optional<Time> period_of(const ClockContext& context, const ClockSpec& clock,
                              std::size_t depth) {
  const ClockRow* row = context.table.find(clock.name);
  if (row == nullptr || depth > context.spec.clocks.size()) return std::nullopt;
  if (row->answer == ClockRow::Answer::kPeriod) return row->period;
  if (row->answer != ClockRow::Answer::kDerived || clock.kind != ClockKind::kGenerated)
    return std::nullopt;
  const auto above = period_of_master(context, clock, depth + 1);
  if (!above) return std::nullopt;
  return clock.derivation.period(*above);
}

std::optional<Time> period_of_master(const ClockContext& context, const ClockSpec& clock,
                                     std::size_t depth) {
  if (clock.master == kExternalMaster) {
    const auto external = context.external.find(clock.name);
    return external == context.external.end() ? std::nullopt : std::optional(external->second);
  }
  const ClockSpec* master = context.spec.find(clock.master);
  if (master == nullptr || master->in_mode(context.mode) == nullptr) return std::nullopt;
  return period_of(context, *master, depth);
}

bool inside(const Time& period, const ModeRange& range) {
  return !(range.min && period < *range.min) && !(range.max && *range.max < period);
}

std::string describe(const ModeRange& range) {
  if (range.min && range.max) return show(*range.min) + " to " + show(*range.max);
  return range.min ? "at least " + show(*range.min) : "at most " + show(*range.max);
}

void check_range(const ClockContext& context, const ModeRange& range, const Time& period,
                 core::Sink& sink) {
  const std::string object = context.instance + "/" + context.clock.name;
  if (!range.min && !range.max) {
    const Time low{core::power_of_ten(-11)};
    const Time high{Rational(1)};
    if (low <= period && period <= high) return;
    sink.report(make_finding(codes::kImplausible,
                             "period of '" + context.clock.name + "' is " + show(period) +
                                 "; periods from 10 ps to 1 s were expected: is the unit '" +
                                 context.table.unit.name + "' of its column right?")
                    .at(context.row.location)
                    .on(object, context.mode));
    return;
  }
  if (inside(period, range)) return;
  std::string hint;
  if (inside(period / Rational(1000), range)) {
    hint = ": 1000 x too large, was a number of a smaller unit put in a column of " +
           context.table.unit.name + "?";
  } else if (inside(period * Rational(1000), range)) {
    hint = ": 1000 x too small, was a number of a larger unit put in a column of " +
           context.table.unit.name + "?";
  }
  sink.report(make_finding(codes::kPeriodRange, "period of '" + context.clock.name + "' is " +
                                                    show(period) + ", allowed in mode '" +
                                                    context.mode + "' is " + describe(range) + hint)
                  .at(context.row.location)
                  .on(object, context.mode)
                  .note("range given here" + (to_string(context.clock.cite).empty()
                                                  ? std::string()
                                                  : " (" + to_string(context.clock.cite) + ")"),
                        range.location));
}

/// Whether two periods agree to 1e-6: tables are written with few digits, ratios are exact.
bool agree(const Time& a, const Time& b) {
  const Rational difference = a.si < b.si ? b.si - a.si : a.si - b.si;
  return difference <= b.si * core::power_of_ten(-6);
}

void check_master(const ClockContext& context, const Time& period, core::Sink& sink) {
  const ClockSpec* master = context.spec.find(context.clock.master);
  const bool external = context.clock.master == kExternalMaster;
  if (master == nullptr && !external) return;
  const std::string object = context.instance + "/" + context.clock.name;
  const auto above = period_of_master(context, context.clock, 0);
  if (!above && external) return;  // reported where the masters are looked up
  if (!above) {
    const ClockRow* row = context.table.find(master->name);
    if (row != nullptr && row->answer == ClockRow::Answer::kFaulty) return;
    const bool other_mode = master->in_mode(context.mode) == nullptr;
    sink.report(
        make_finding(codes::kMasterInactive,
                     "generated clock '" + context.clock.name + "' is in use, its master '" +
                         master->name + "' is not (" +
                         (other_mode ? "the IP does not have it in mode '" + context.mode + "'"
                          : row == nullptr || row->answer == ClockRow::Answer::kBlank
                              ? "no answer in the table"
                              : "period 0") +
                         ")")
            .at(context.row.location)
            .on(object, context.mode)
            .note("the master's row",
                  row != nullptr ? row->location : core::Location{context.table.file}));
    return;
  }
  const Time expected = context.clock.derivation.period(*above);
  if (agree(period, expected)) return;
  sink.report(make_finding(codes::kRatio,
                           "period of '" + context.clock.name + "' is " + show(period) +
                               ", its master '" +
                               (external ? std::string("of another instance") : master->name) +
                               "' at " + show(*above) + " " + context.clock.derivation.describe() +
                               " gives " + show(expected))
                  .at(context.row.location)
                  .on(object, context.mode)
                  .note("ratio given here", context.clock.location));
}

void check_uncertainty(const ClockContext& context, const Time& period, core::Sink& sink) {
  const std::array<std::pair<const char*, const std::optional<Time>*>, 2> values{
      {{"setup", &context.row.setup_uncertainty}, {"hold", &context.row.hold_uncertainty}}};
  for (const auto& [word, value] : values) {
    if (!*value || (!((*value)->si < Rational(0)) && **value < period)) continue;
    const bool negative = (*value)->si < Rational(0);
    sink.report(
        make_finding(
            codes::kUncertainty,
            std::string(word) + " uncertainty of '" + context.clock.name + "' is " + show(**value) +
                (negative ? ", less than 0" : ", not smaller than its period " + show(period)))
            .at(context.row.location)
            .on(context.instance + "/" + context.clock.name, word));
  }
}

void check_waveform(const ClockContext& context, const Time& period, core::Sink& sink) {
  const ClockRow& row = context.row;
  if (!row.rise && !row.fall) return;
  const bool both = row.rise && row.fall;
  const bool generated = context.clock.kind == ClockKind::kGenerated;
  const bool good = both && !generated && !(row.rise->si < Rational(0)) && *row.rise < *row.fall &&
                    *row.fall <= *row.rise + period && *row.rise < period;
  if (good) return;
  std::string why = "0 <= rise < fall <= rise + period was expected";
  if (!both) why = "rise and fall were expected together";
  if (generated) why = "the edges of a generated clock follow from its master";
  sink.report(make_finding(codes::kWaveform, "waveform of '" + context.clock.name + "' is {" +
                                                 (row.rise ? show(*row.rise) : "none") + ", " +
                                                 (row.fall ? show(*row.fall) : "none") +
                                                 "} with period " + show(period) + "; " + why)
                  .at(row.location)
                  .on(context.instance + "/" + context.clock.name, "waveform"));
}

}  // namespace

std::optional<Time> period_of_clock(const ClockContext& context) {
  return period_of(context, context.clock, 0);
}

Time check_period(const ClockContext& context, const ModeRange& range, core::Sink& sink) {
  if (context.row.answer == ClockRow::Answer::kDerived &&
      context.clock.kind != ClockKind::kGenerated) {
    sink.report(
        make_finding(codes::kBadNumber,
                     "period of " + std::string(to_string(context.clock.kind)) + " clock '" +
                         context.clock.name +
                         "' is 'derived'; only a generated clock has a master to derive it from")
            .at(context.row.location)
            .on(context.instance + "/" + context.clock.name, "derived"));
    return {};
  }
  const std::optional<Time> period = period_of(context, context.clock, 0);
  if (context.clock.kind == ClockKind::kGenerated)
    check_master(context, period.value_or(Time{}), sink);
  if (!period) return {};
  check_range(context, range, *period, sink);
  check_uncertainty(context, *period, sink);
  check_waveform(context, *period, sink);
  return *period;
}

}  // namespace sealring::sdcgen
