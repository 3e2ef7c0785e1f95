// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/commands/reuse_shared.h"
#include "core/files/atomic_write.h"
#include "core/process/process.h"
#include "rapidwright_bridge/add.h"
#include "rapidwright_bridge/codes.h"
#include "rapidwright_bridge/sweep.h"

namespace sealring::cli {

namespace {

namespace rwb = rapidwright_bridge;
using Json = nlohmann::ordered_json;

class ReuseSweep final : public Verb {
 public:
  VerbInfo info() const override {
    return {"reuse",
            "sweep",
            "implement a module many times, judge every run and choose the best that passed",
            {"sealring reuse sweep sweep.yaml --out-dir runs --plan-only",
             "sealring reuse sweep sweep.yaml --out-dir runs --tool /opt/Vivado/bin/vivado "
             "--library modules.db"},
            true};
  }

  void declare(Options& options) override {
    options.positional("SWEEP.yaml", &sweep_, "sweep definition (sealring.reuse-sweep/1)")
        .option("--out-dir", "DIR", &out_dir_, "folder of the runs, one folder each")
        .flag("--plan-only", &plan_only_, "write the scripts and stop")
        .flag("--collect-only", &collect_only_, "judge what lies in the folders and run nothing")
        .option("--tool", "PATH", &tool_,
                "tool that runs the scripts; default: the one of the definition in PATH")
        .option("--recorded", "DIR", &recorded_,
                "take the results of an earlier sweep in place of running")
        .option("--runs-csv", "FILE", &csv_, "write the hours of all runs for `reuse cost`")
        .option("--version-number", "N", &version_,
                "version of the product that this build is for, in --runs-csv")
        .option("--library", "FILE", &library_,
                "put winners and failed shapes into this module library");
  }

  int run(Context& context) override {
    CheckResult check;
    check.verb = "reuse sweep";
    check.schema = "sealring.reuse.sweep/1";
    check.checked = {{"runs", 0}};
    core::CollectingSink sink;
    const core::InputReader reader = context.reader();
    const auto definition = rwb::read_sweep(reader, sweep_, sink, check.record);
    check.record.verb = check.verb;
    Json result = Json::object();
    if (definition) work(context, reader, *definition, result, check, sink);
    std::ranges::move(sink.findings, std::back_inserter(check.findings));
    check.main_result = [result = std::move(result)](Json& document) {
      for (const auto& [key, value] : result.items()) document[key] = value;
    };
    return finish_check(context, std::move(check));
  }

 private:
  void work(Context& context, const core::InputReader& reader,
            const rwb::SweepDefinition& definition, Json& result, CheckResult& check,
            core::Sink& sink) {
    const std::vector<rwb::PlannedRun> plan = rwb::plan_runs(definition);
    check.checked = {{"runs", plan.size()}};
    result["module"] = definition.module;
    result["planned"] = plan.size();
    if (plan_only_) {
      rwb::write_scripts(definition, out_dir_, sink);
      describe_plan(plan, result, check);
      return;
    }
    if (!collect_only_ && !execute(context, definition, sink)) return;
    const rwb::SweepResult collected = rwb::collect_sweep(definition, out_dir_, reader, sink);
    describe(collected, result, check);
    if (csv_) {
      const auto written = core::write_atomically(
          *csv_, rwb::sweep_runs_csv(collected, "reuse", static_cast<std::int64_t>(version_)));
      if (!written)
        sink.report(core::make_finding(rwb::codes::kSweepNotWritten, written.error().message)
                        .on(definition.module, "runs-csv"));
    }
    if (library_) store(context, reader, collected, check, sink);
  }

  bool execute(const Context& context, const rwb::SweepDefinition& definition, core::Sink& sink) {
    rwb::SweepOptions options{
        .folder = out_dir_,
        .jobs = context.jobs == 0 ? static_cast<std::uint64_t>(definition.slots) : context.jobs};
    if (recorded_) {
      rwb::RecordedRunner runner(*recorded_);
      return rwb::run_sweep(definition, options, runner, sink);
    }
    const std::string wanted = tool_.value_or(definition.tool);
    const auto tool = core::find_tool(wanted);
    if (!tool) {
      sink.report(core::make_finding(rwb::codes::kRunnerMissing,
                                     "cannot find '" + wanted + "' to run the sweep with")
                      .on(definition.module, "tool"));
      return false;
    }
    core::SystemProcessRunner process;
    rwb::ToolRunner runner(definition, *tool, process);
    return rwb::run_sweep(definition, options, runner, sink);
  }

  static void describe_plan(const std::vector<rwb::PlannedRun>& plan, Json& result,
                            CheckResult& check) {
    core::Table table;
    table.columns = {{"run", true}, {"name"}};
    Json runs = Json::array();
    for (const rwb::PlannedRun& run : plan) {
      table.rows.push_back({std::to_string(run.index + 1), run.name});
      runs.push_back(run.name);
    }
    result["runs"] = std::move(runs);
    check.sections.push_back({"planned runs", std::move(table)});
  }

  static void describe(const rwb::SweepResult& sweep, Json& result, CheckResult& check) {
    Json shapes = Json::array();
    for (const rwb::ShapeAnswer& shape : sweep.shapes) {
      Json entry = {{"pblock", sweep.definition.pblocks[shape.pblock].name},
                    {"runs", shape.runs},
                    {"passed", shape.passed},
                    {"negative", shape.negative},
                    {"distinct", shape.distinct}};
      entry["best"] = shape.best ? Json(sweep.outcomes[*shape.best].run.name) : Json(nullptr);
      entry["worst_slack_ns"] =
          shape.best ? Json(sweep.outcomes[*shape.best].worst_setup.text) : Json(nullptr);
      shapes.push_back(std::move(entry));
    }
    result["shapes"] = std::move(shapes);
    Json axes = Json::array();
    for (const rwb::AxisAnswer& axis : sweep.axes) {
      axes.push_back({{"axis", axis.axis},
                      {"values", axis.values},
                      {"cases", axis.groups},
                      {"equal", axis.equal_groups},
                      {"hours_for_nothing", axis.hours_for_nothing}});
    }
    result["axes"] = std::move(axes);
    Json runs = Json::array();
    for (const rwb::RunOutcome& outcome : sweep.outcomes) {
      runs.push_back({{"run", outcome.run.name},
                      {"verdict", core::to_string(outcome.verdict)},
                      {"reasons", outcome.reasons},
                      {"worst_slack_ns", outcome.worst_setup.text},
                      {"end", outcome.end.how}});
    }
    result["runs"] = std::move(runs);
    for (core::Section& section : rwb::sweep_sections(sweep))
      check.sections.push_back(std::move(section));
  }

  void store(const Context& context, const core::InputReader& reader, const rwb::SweepResult& sweep,
             CheckResult& check, core::Sink& sink) {
    const auto circuit = rwb::identify_circuit(
        reader, sweep.definition.folder / sweep.definition.checkpoint, {}, sink, check.record);
    if (!circuit) return;
    auto library = open_library(library_path(context, library_), true, check);
    if (!library) return;
    for (const rwb::ModuleRecord& record : rwb::sweep_records(sweep, *circuit)) {
      const auto added = library->add(record);
      if (!added) return library_failure(added.error(), check);
    }
  }

  std::string sweep_;
  std::string out_dir_ = "sweep_runs";
  bool plan_only_ = false;
  bool collect_only_ = false;
  std::optional<std::string> tool_, recorded_, csv_, library_;
  std::uint64_t version_ = 1;
};

}  // namespace

std::unique_ptr<Verb> make_reuse_sweep() {
  return std::make_unique<ReuseSweep>();
}

}  // namespace sealring::cli
