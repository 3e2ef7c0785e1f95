// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/commands/esd_shared.h"
#include "core/report/json_model.h"
#include "esd/check.h"
#include "esd/format.h"
#include "esd/project_codes.h"
#include "esd/result_codes.h"

namespace sealring::cli {

namespace {

class EsdPath final : public Verb {
 public:
  VerbInfo info() const override {
    return {"esd",
            "path",
            "what lies between two terminals: resistance, conductors by contribution, gain from "
            "widening",
            {"sealring esd path examples/esd-p2p/esd.yaml --from VDD_1 --to CL_2.high",
             "sealring esd path esd.yaml --from A0 --to CL_7.high --segments 30 --json"},
            true};
  }
  void declare(Options& options) override {
    options.positional("ESD.yaml", &project_, "project (sealring.esd/1)")
        .required("--from", "TERMINAL", &from_,
                  "pad, instance.pin or node where the current enters")
        .required("--to", "TERMINAL", &to_, "pad, instance.pin or node where it leaves")
        .option("--segments", "N", &segments_,
                "conductors listed, largest contribution first (default 10)");
    solver_.declare(options);
  }
  int run(Context& context) override;

 private:
  void describe(const esd::PathAnswer& answer, CheckResult& result) const;

  std::string project_;
  std::string from_;
  std::string to_;
  std::uint64_t segments_ = 10;
  EsdSolverOptions solver_;
};

void EsdPath::describe(const esd::PathAnswer& answer, CheckResult& result) const {
  const auto report = [&](const core::Code& code, const std::string& message) {
    result.findings.push_back(core::make_finding(code, message).on(from_ + " -> " + to_, "path"));
  };
  if (!answer.reachable) {
    report(esd::codes::kUnreachable, "no conductor joins '" + from_ + "' and '" + to_ + "'");
  } else if (answer.same) {
    report(
        esd::codes::kSameTerminal,
        "'" + from_ + "' and '" + to_ + "' are one node (0 ohm); nothing is measured between them");
  }
  core::Table table;
  table.columns = {{"taps taken as"}, {"R (ohm)", true}};
  if (answer.reachable) {
    table.rows = {{"merged", esd::format_number(answer.merged)},
                  {"individual (worst)", esd::format_number(answer.individual)},
                  {"distributed", esd::format_number(answer.distributed)}};
    result.checked.emplace_back("paths", 1);
  }
  result.sections.push_back({from_ + " to " + to_, std::move(table)});
  const bool taken_apart = answer.reachable && !answer.same;
  if (taken_apart) {
    result.sections.push_back(answer.layers);
    result.sections.push_back(answer.segments);
  }
  result.schema = "sealring.esd.path/1";
  result.main_result = [answer, from = from_, to = to_,
                        taken_apart](nlohmann::ordered_json& document) {
    document["from"] = from;
    document["to"] = to;
    document["reachable"] = answer.reachable;
    if (!answer.reachable) return;
    document["ohm"] = {{"merged", answer.merged},
                       {"individual", answer.individual},
                       {"distributed", answer.distributed}};
    document["sum_of_shares_ohm"] = answer.total;
    if (!taken_apart) return;
    document["layers"] = core::section_to_json(answer.layers);
    document["conductors"] = core::section_to_json(answer.segments);
  };
}

int EsdPath::run(Context& context) {
  CheckResult result;
  result.verb = "esd path";
  core::CollectingSink sink;
  const auto project = esd::read_project(context.reader(), project_, sink);
  if (project) {
    add_network(project->network, result);
    result.record.verb = "esd path";
    result.record.inputs = project->inputs;
    esd::CheckOptions options;
    options.solver = solver_.solver(context);
    options.segments = segments_;
    if (const auto answer = esd::find_path(*project, from_, to_, options, sink))
      describe(*answer, result);
  }
  std::move(sink.findings.begin(), sink.findings.end(), std::back_inserter(result.findings));
  return finish_check(context, std::move(result));
}

}  // namespace

std::unique_ptr<Verb> make_esd_path() {
  return std::make_unique<EsdPath>();
}

}  // namespace sealring::cli
