// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "core/files/atomic_write.h"
#include "rapidwright_bridge/cost.h"

namespace sealring::cli {

namespace {

namespace rwb = rapidwright_bridge;
using Json = nlohmann::ordered_json;

/// Whole hours as whole numbers, anything else as a decimal.
Json number(const core::Rational& value) {
  if (!value.valid()) return nullptr;
  if (value.is_integer()) return static_cast<std::int64_t>(value.numerator());
  return value.to_double();
}

template <class T>
Json optional_number(const std::optional<T>& value) {
  if (!value) return nullptr;
  if constexpr (std::is_same_v<T, core::Rational>) {
    return number(*value);
  } else {
    return *value;
  }
}

Json hours(const rwb::Hours& h) {
  return {{"job_h", number(h.job)},
          {"cpu_h", number(h.cpu)},
          {"licence_h", number(h.licence)},
          {"people_h", number(h.people)},
          {"failed_job_h", number(h.failed_job)},
          {"calendar_lower_bound_h", number(h.calendar)}};
}

const char* kind_word(rwb::CostRoute::Kind kind) {
  switch (kind) {
    case rwb::CostRoute::Kind::kFull: return "full";
    case rwb::CostRoute::Kind::kRestructuredFull: return "restructured-full";
    case rwb::CostRoute::Kind::kReuse: return "reuse";
    case rwb::CostRoute::Kind::kShell: return "shell";
  }
  return "";
}

Json comparison(const rwb::CostAnswer& a) {
  Json out = {{"reuse", a.reuse},
              {"baseline", a.baseline},
              {"break_even", optional_number(a.break_even)},
              {"first_winning_version", optional_number(a.first_winning_version)},
              {"necessary_interval", optional_number(a.necessary_interval)},
              {"reuse_h", number(a.reuse_at_horizon)},
              {"full_h", number(a.full_at_horizon)}};
  Json intervals = Json::array();
  for (const rwb::IntervalAnswer& i : a.intervals) {
    intervals.push_back({{"interval", i.interval},
                         {"first_win", optional_number(i.first_win)},
                         {"last_loss", optional_number(i.last_loss)},
                         {"wins_at_horizon", i.wins_at_horizon}});
  }
  out["intervals"] = std::move(intervals);
  return out;
}

class ReuseCost final : public Verb {
 public:
  VerbInfo info() const override {
    return {"reuse",
            "cost",
            "tell from which version on a pre-implemented module pays",
            {"sealring reuse cost examples/reuse-library/picoblaze.yaml",
             "sealring reuse cost picoblaze.yaml --json --svg picoblaze.svg"},
            true};
  }

  void declare(Options& options) override {
    options.positional("MODEL.yaml", &model_, "cost model (sealring.reuse-cost/1)")
        .option("--svg", "FILE", &svg_, "draw hours over versions");
  }

  int run(Context& context) override {
    CheckResult check;
    check.verb = "reuse cost";
    check.schema = "sealring.reuse.cost/1";
    core::CollectingSink sink;
    std::optional<rwb::CostOutcome> outcome;
    if (auto model = rwb::read_cost_model(context.reader(), model_, sink, check.record))
      outcome = rwb::evaluate_cost(std::move(*model), sink);
    check.record.verb = check.verb;
    check.findings = std::move(sink.findings);
    if (outcome) {
      check.checked = {{"routes", outcome->model.routes.size()},
                       {"versions", static_cast<std::uint64_t>(outcome->model.versions)}};
      check.sections = rwb::cost_sections(*outcome);
      if (svg_) {
        const auto written = core::write_atomically(*svg_, rwb::cost_svg(*outcome));
        if (!written) return fail(context, written.error());
      }
    } else {
      check.checked = {{"routes", 0}};
    }
    check.main_result = [outcome = std::move(outcome)](Json& document) {
      if (outcome) fill(*outcome, document);
    };
    return finish_check(context, std::move(check));
  }

 private:
  static void fill(const rwb::CostOutcome& outcome, Json& document) {
    const rwb::CostModel& model = outcome.model;
    const rwb::CostAnswer& main = outcome.answers.front();
    document["model"] = model.name;
    document["break_even"] = optional_number(main.break_even);
    document["first_winning_version"] = optional_number(main.first_winning_version);
    document["rebuild"] = nullptr;
    if (main.interval > 0) {
      document["rebuild"] = {{"interval", main.interval},
                             {"versions", model.versions},
                             {"reuse_h", number(main.reuse_at_horizon)},
                             {"full_h", number(main.full_at_horizon)}};
    }
    document["calendar_lower_bound_h"] = number(main.build.calendar);
    Json comparisons = Json::array();
    for (const rwb::CostAnswer& answer : outcome.answers) comparisons.push_back(comparison(answer));
    document["comparisons"] = std::move(comparisons);
    Json routes = Json::array();
    for (const rwb::CostRoute& route : model.routes) {
      Json entry = {
          {"route", route.name}, {"kind", kind_word(route.kind)}, {"checks", route.checks}};
      entry["build"] = hours(rwb::hours_of(route.build, model));
      entry["version"] = hours(rwb::hours_of(route.version, model));
      entry["job_h_at_horizon"] =
          number(rwb::job_hours_at(route, model.versions, model, route.rebuild_every));
      entry["final_slack_ns"] = optional_number(route.final_slack_ns);
      routes.push_back(std::move(entry));
    }
    document["routes"] = std::move(routes);
    if (model.measured) {
      document["measured"] = {{"builds", model.measured->builds},
                              {"versions", model.measured->versions},
                              {"lives", model.measured->lives}};
    }
  }

  std::string model_;
  std::optional<std::string> svg_;
};

}  // namespace

std::unique_ptr<Verb> make_reuse_cost() {
  return std::make_unique<ReuseCost>();
}

}  // namespace sealring::cli
