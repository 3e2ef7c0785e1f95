// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "rapidwright_bridge/codes.h"
#include "rapidwright_bridge/cost.h"

namespace sealring::rapidwright_bridge {
namespace {

using core::Rational;

std::int64_t floor_of(const Rational& value) {
  Rational::Int quotient = value.numerator() / value.denominator();
  if (value.numerator() < 0 && quotient * value.denominator() != value.numerator()) --quotient;
  return static_cast<std::int64_t>(quotient);
}

std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

/// Lower bound for one stage: all work over the places there are, the longest job, and, for equal jobs, whole waves.
Rational calendar_of(const CostStage& stage, const CostModel& model) {
  if (stage.hours.empty()) return 0;
  std::int64_t places = model.slots;
  if (model.licences && stage.licences > 0)
    places = std::min(places, *model.licences / stage.licences);
  if (places < 1) return Rational::invalid();
  Rational total;
  Rational longest;
  bool equal = true;
  for (const Rational& hours : stage.hours) {
    const Rational with_startup = hours + stage.startup_hours;
    total = total + with_startup;
    if (longest < with_startup) longest = with_startup;
    equal = equal && hours == stage.hours.front();
  }
  Rational bound = total / Rational(places);
  if (equal)
    bound = longest * Rational(ceil_div(static_cast<std::int64_t>(stage.hours.size()), places));
  return bound < longest ? longest : bound;
}

/// Hours of a build and of the rebuilds after it, and the gain of each version.
struct Terms {
  Rational first, again, gain;
};

IntervalAnswer answer_for(const Terms& terms, std::int64_t interval, std::int64_t horizon) {
  IntervalAnswer answer{.interval = interval};
  const auto spent = [&](std::int64_t period) {
    return terms.first + terms.again * Rational(period);
  };
  const auto wins = [&](std::int64_t n) {
    return spent((n - 1) / interval) < terms.gain * Rational(n);
  };
  answer.wins_at_horizon = wins(horizon);
  if (!(terms.gain > Rational(0))) return answer;
  // Within a period the cost of builds is constant, so reuse wins from one version on, if at all.
  const Rational per_period = terms.gain * Rational(interval) - terms.again;
  constexpr std::int64_t kPeriods = 1000000;
  const auto first_in = [&](std::int64_t period) {
    return std::max(period * interval + 1, floor_of(spent(period) / terms.gain) + 1);
  };
  if (per_period > Rational(0)) {
    // Smallest period whose last version wins.
    std::int64_t period = 0;
    const Rational short_by = terms.first - terms.gain * Rational(interval);
    if (short_by >= Rational(0)) period = floor_of(short_by / per_period) + 1;
    if (period < kPeriods) answer.first_win = first_in(period);
    // Largest period whose first version loses.
    const Rational lead = terms.first - terms.gain;
    if (lead < Rational(0)) {
      answer.last_loss = 0;
    } else {
      const std::int64_t last = floor_of(lead / per_period);
      answer.last_loss = std::min((last + 1) * interval, floor_of(spent(last) / terms.gain));
    }
  } else if (first_in(0) <= interval) {
    answer.first_win = first_in(0);
  }
  return answer;
}

bool same_checks(const CostRoute& a, const CostRoute& b, std::string& lacking) {
  std::vector<std::string> missing;
  std::ranges::set_difference(b.checks, a.checks, std::back_inserter(missing));
  for (const std::string& check : missing) lacking += (lacking.empty() ? "'" : ", '") + check + "'";
  return missing.empty();
}

class Evaluator {
 public:
  Evaluator(CostModel model, core::Sink& sink) : sink_(sink) { out_.model = std::move(model); }

  std::optional<CostOutcome> run() {
    const CostModel& model = out_.model;
    if (!usable()) return std::nullopt;
    const CostRoute* baseline = find(CostRoute::Kind::kRestructuredFull);
    if (baseline == nullptr) baseline = find(CostRoute::Kind::kFull);
    for (const CostRoute::Kind kind : {CostRoute::Kind::kReuse, CostRoute::Kind::kShell}) {
      for (const CostRoute& route : model.routes) {
        if (route.kind == kind) out_.answers.push_back(compare(route, *baseline));
      }
    }
    for (const CostAnswer& answer : out_.answers) remark(answer);
    return std::move(out_);
  }

 private:
  const CostRoute* find(CostRoute::Kind kind) const {
    for (const CostRoute& route : out_.model.routes) {
      if (route.kind == kind) return &route;
    }
    return nullptr;
  }

  void refuse(const core::Code& code, const core::Location& place, std::string key,
              std::string message) {
    refused_ = true;
    sink_.report(
        core::make_finding(code, std::move(message)).at(place).on(out_.model.name, std::move(key)));
  }

  bool usable() {
    const CostModel& model = out_.model;
    const CostRoute* reuse = find(CostRoute::Kind::kReuse);
    if (reuse == nullptr) reuse = find(CostRoute::Kind::kShell);
    if (reuse == nullptr)
      refuse(codes::kCostModel, {}, "reuse", "the model has no route of kind reuse or shell");
    if (find(CostRoute::Kind::kFull) == nullptr &&
        find(CostRoute::Kind::kRestructuredFull) == nullptr)
      refuse(codes::kCostModel, {}, "full",
             "the model has no route of kind full or restructured-full to compare with");
    for (const CostRoute& route : model.routes) {
      const bool builds =
          route.kind == CostRoute::Kind::kReuse || route.kind == CostRoute::Kind::kShell;
      if (builds && route.build.empty())
        refuse(codes::kCostModel, route.location, route.name,
               "route '" + route.name + "' has no 'build' hours");
      if (route.version.empty())
        refuse(codes::kCostModel, route.location, route.name,
               "route '" + route.name + "' has no 'per_version' hours");
      for (const CostRoute& other : model.routes) {
        std::string lacking;
        if (!same_checks(route, other, lacking)) {
          refuse(codes::kChecksDiffer, route.location, route.name + "/" + other.name,
                 "route '" + route.name + "' lacks " + lacking + ", which route '" + other.name +
                     "' runs: the comparison is refused");
        }
      }
      for (const auto* stages : {&route.build, &route.rebuild, &route.version}) {
        if (!hours_of(*stages, model).calendar.valid())
          refuse(codes::kCostModel, route.location, route.name + "/licences",
                 "a job of route '" + route.name + "' needs more licences than the " +
                     std::to_string(model.licences.value_or(0)) + " there are");
      }
    }
    return !refused_;
  }

  CostAnswer compare(const CostRoute& route, const CostRoute& baseline) const {
    const CostModel& model = out_.model;
    CostAnswer answer;
    answer.reuse = route.name;
    answer.baseline = baseline.name;
    answer.build = hours_of(route.build, model);
    answer.version = hours_of(route.version, model);
    answer.full = hours_of(baseline.version, model);
    const Terms terms{answer.build.job, hours_of(route.rebuild, model).job,
                      answer.full.job - answer.version.job};
    if (terms.gain > Rational(0)) {
      answer.break_even = terms.first / terms.gain;
      answer.first_winning_version = floor_of(*answer.break_even) + 1;
      answer.necessary_interval = terms.again / terms.gain;
    }
    answer.interval = route.rebuild_every.value_or(0);
    answer.reuse_at_horizon = job_hours_at(route, model.versions, model, route.rebuild_every);
    answer.full_at_horizon = job_hours_at(baseline, model.versions, model, std::nullopt);
    for (std::int64_t r = 1; r <= model.versions; ++r)
      answer.intervals.push_back(answer_for(terms, r, model.versions));
    if (answer.interval > model.versions)
      answer.intervals.push_back(answer_for(terms, answer.interval, model.versions));
    return answer;
  }

  void remark(const CostAnswer& answer) {
    const auto route = std::ranges::find_if(
        out_.model.routes, [&](const CostRoute& r) { return r.name == answer.reuse; });
    const auto base = std::ranges::find_if(
        out_.model.routes, [&](const CostRoute& r) { return r.name == answer.baseline; });
    const auto own = std::ranges::find_if(
        answer.intervals, [&](const IntervalAnswer& a) { return a.interval == answer.interval; });
    const bool never = answer.interval == 0 ? !answer.break_even
                                            : (own != answer.intervals.end() && !own->first_win);
    if (never) {
      sink_.report(
          core::make_finding(
              codes::kNeverPays,
              "route '" + answer.reuse + "' " +
                  (answer.interval == 0
                       ? std::string("built once")
                       : "rebuilt every " + std::to_string(answer.interval) + " versions") +
                  " costs as much as route '" + answer.baseline +
                  "' or more at every number of versions" +
                  (answer.necessary_interval
                       ? "; an interval above " +
                             core::format_decimal(*answer.necessary_interval, 6) +
                             " versions is necessary"
                       : ""))
              .at(route->location)
              .on(out_.model.name, answer.reuse + "/interval"));
    }
    if (!route->final_slack_ns || !base->final_slack_ns) return;
    const bool cheaper = answer.reuse_at_horizon < answer.full_at_horizon;
    const CostRoute& cheap = cheaper ? *route : *base;
    const CostRoute& dear = cheaper ? *base : *route;
    if (!(*cheap.final_slack_ns < *dear.final_slack_ns)) return;
    sink_.report(core::make_finding(codes::kFinalTimingWorse,
                                    "route '" + cheap.name + "' costs less and ends at " +
                                        core::format_decimal(*cheap.final_slack_ns, 6) +
                                        " ns, route '" + dear.name + "' ends at " +
                                        core::format_decimal(*dear.final_slack_ns, 6) + " ns")
                     .at(cheap.location)
                     .on(out_.model.name, cheap.name + "/slack"));
  }

  core::Sink& sink_;
  CostOutcome out_;
  bool refused_ = false;
};

}  // namespace

Hours hours_of(const std::vector<CostStage>& stages, const CostModel& model) {
  Hours sum;
  for (const CostStage& stage : stages) {
    Rational job;
    for (const Rational& hours : stage.hours) job = job + hours + stage.startup_hours;
    sum.job = sum.job + job;
    sum.cpu = sum.cpu + stage.measured_cpu.value_or(job * Rational(stage.cpus));
    sum.licence = sum.licence + stage.measured_licence.value_or(job * Rational(stage.licences));
    sum.people = sum.people + stage.people_hours;
    if (!stage.hours.empty()) {
      sum.failed_job = sum.failed_job + job * Rational(stage.failed) /
                                            Rational(static_cast<std::int64_t>(stage.hours.size()));
    }
    sum.calendar = sum.calendar + calendar_of(stage, model);
  }
  return sum;
}

Rational job_hours_at(const CostRoute& route, std::int64_t versions, const CostModel& model,
                      std::optional<std::int64_t> rebuild_every) {
  const Rational build = hours_of(route.build, model).job;
  const Rational rebuild = hours_of(route.rebuild, model).job;
  const Rational version = hours_of(route.version, model).job;
  const std::int64_t rebuilds = rebuild_every ? (versions - 1) / *rebuild_every : 0;
  return build + rebuild * Rational(rebuilds) + version * Rational(versions);
}

std::optional<CostOutcome> evaluate_cost(CostModel model, core::Sink& sink) {
  return Evaluator(std::move(model), sink).run();
}

}  // namespace sealring::rapidwright_bridge
