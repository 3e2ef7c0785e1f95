// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/check.h"

#include <algorithm>
#include <list>
#include <set>

#include "esd/build.h"
#include "esd/format.h"
#include "esd/result_codes.h"
#include "esd/rule_codes.h"
#include "esd/rules/declared_nets.h"
#include "esd/rules/findings.h"
#include "esd/rules/part_results.h"
#include "esd/rules/rule_run.h"

namespace sealring::esd {

namespace {

bool wanted(const Rule& rule, const CheckOptions& options) {
  return rule.check == Rule::Check::kCd ? options.cd : options.p2p;
}

/// One rule from plan to findings.
struct RuleWork {
  const Rule* rule = nullptr;
  std::unique_ptr<RuleRun> run;
  RuleResult result;
  std::vector<DetailedPath> paths;
};

/// Which reported paths are taken apart: all of a cd rule, the worst of a p2p rule.
void choose_details(RuleWork& work, std::size_t most, std::vector<PartResults::Request>& requests) {
  const bool cd = work.rule->check == Rule::Check::kCd;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < work.result.reported.size(); ++i) {
    const PathResult& path = work.result.reported[i];
    work.paths.push_back({&path, {}});
    const bool computed =
        path.state == PathResult::State::kOver || path.state == PathResult::State::kWithin;
    if (computed && !path.flows.empty()) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return work.result.reported[a].ohm > work.result.reported[b].ohm;
  });
  if (!cd && order.size() > most) order.resize(most);
  for (const std::size_t i : order) {
    PathResult& path = work.result.reported[i];
    work.paths[i].details.resize(path.flows.size());
    for (std::size_t f = 0; f < path.flows.size(); ++f) {
      path.flows[f].flow.shares = !cd;
      path.flows[f].flow.density = cd;
      requests.push_back({path.flows[f].engine, &path.flows[f].flow, &work.paths[i].details[f]});
    }
  }
}

std::uint64_t not_met(const RuleResult& result) {
  std::uint64_t count = 0;
  for (const PathResult& path : result.reported) {
    count += path.state == PathResult::State::kOver ||
             path.state == PathResult::State::kUnreachable ||
             path.state == PathResult::State::kNoDevice;
  }
  return count;
}

std::vector<std::string> summary_row(const RuleWork& work) {
  const Rule& rule = *work.rule;
  const RuleResult& result = work.result;
  const std::uint64_t over = not_met(result);
  std::string worst = "-";
  if (result.any) {
    worst = rule.in_volt ? format_number(result.worst.volt) + " V"
                         : format_number(result.worst.ohm) + " ohm";
    worst += " (" + result.worst.from + " to " + result.worst.to + ")";
  }
  const bool cd = rule.check == Rule::Check::kCd;
  return {rule.id,
          cd ? "cd" : "p2p",
          std::string(to_string(rule.from_terminal)),
          std::string(to_string(rule.to_terminal)),
          std::string(to_string(rule.answer)) + (rule.with_ron ? " with ron" : ""),
          std::to_string(result.paths),
          cd ? "layer table" : limit_text(rule),
          worst,
          cd ? "-" : std::to_string(over),
          rule.ref};
}

core::Section summary_of(const std::list<RuleWork>& works) {
  core::Table table;
  table.columns = {{"rule"},        {"check"}, {"from taken as"}, {"to taken as"},   {"answer"},
                   {"paths", true}, {"limit"}, {"worst"},         {"not met", true}, {"ref"}};
  for (const RuleWork& work : works) table.rows.push_back(summary_row(work));
  return {"rules", std::move(table)};
}

void fill_counts(const Project& project, const Workspace& workspace,
                 const std::list<RuleWork>& works, CheckOutcome& outcome) {
  std::uint64_t paths = 0;
  std::uint64_t judged = 0;
  for (const RuleWork& work : works) {
    paths += work.result.paths;
    if (work.result.paths == 0 && work.result.reported.empty()) {
      outcome.not_checked.push_back(
          {"rule '" + work.rule->id + "'", "it found no two terminals that belong together"});
    }
    for (const DetailedPath& path : work.paths) {
      for (const FlowDetail& detail : path.details) judged += detail.judged;
    }
    for (const PathResult& path : work.result.reported) {
      if (path.state == PathResult::State::kNotComputed) {
        outcome.not_checked.push_back({"rule '" + work.rule->id + "' from '" + path.from + "'",
                                       "its part of the network could not be solved"});
      }
    }
  }
  std::uint64_t conductors = 0;
  for (const auto& [part, engine] : workspace.engines)
    conductors += workspace.partition.elements_of(part).size();
  outcome.checked = {{"rules", works.size()},
                     {"paths", paths},
                     {"conductors", conductors},
                     {"pads", project.pads.size()},
                     {"devices", project.instances.size()},
                     {"parts", workspace.engines.size()}};
  if (judged > 0) outcome.checked.emplace_back("currents", judged);
  outcome.checked.emplace_back("parts left out",
                               workspace.partition.components() - workspace.engines.size());
}

void fill_record(const Project& project, const CheckOptions& options, CheckOutcome& outcome) {
  outcome.record.inputs = project.inputs;
  outcome.record.parameters = {{"rules revision", project.rules.revision},
                               {"devices revision", project.devices.revision},
                               {"layers revision", project.layers.revision},
                               {"reduce", options.solver.reduce ? "yes" : "no"},
                               {"p2p", options.p2p ? "yes" : "no"},
                               {"cd", options.cd ? "yes" : "no"},
                               {std::string(core::kBoundToInputs), "yes"}};
  if (project.stack) {
    outcome.record.parameters.emplace_back("bonds revision", project.bonds_revision);
    for (const LayerTable& table : project.tables)
      outcome.record.parameters.emplace_back("tier layers revision", table.revision);
  }
  outcome.record.tools = {{"sealring", options.tool_build}, {"cholesky", solver_build()}};
}

void report_no_rule(const Project& project, const CheckOptions& options, core::Sink& sink) {
  const std::string kind = options.p2p && options.cd ? "p2p or cd" : (options.p2p ? "p2p" : "cd");
  sink.report(core::make_finding(codes::kNoRule, "no rule of kind " + kind +
                                                     " in the rule file of '" + project.name + "'")
                  .at(project.location)
                  .on(project.name, kind));
}

}  // namespace

CheckOutcome check(const Project& project, const CheckOptions& options, core::Sink& sink) {
  CheckOutcome outcome;
  Workspace workspace(project);
  check_declared_nets(project, workspace.partition, sink);
  std::list<RuleWork> works;
  for (const Rule& rule : project.rules.rules) {
    if (!wanted(rule, options)) continue;
    works.push_back({&rule, make_rule_run(rule, workspace), {}, {}});
  }
  if (works.empty()) report_no_rule(project, options, sink);
  for (RuleWork& work : works) work.run->plan(sink);
  PartResults results(workspace, options, sink);
  results.solve_all();
  std::vector<PartResults::Request> requests;
  for (RuleWork& work : works) {
    work.result = work.run->evaluate();
    choose_details(work, options.details, requests);
  }
  results.detail_all(requests);
  FindingWriter writer(workspace, sink);
  for (RuleWork& work : works) {
    const bool cd = work.rule->check == Rule::Check::kCd;
    if (cd) {
      writer.write_cd(work.result, work.paths, results);
    } else {
      writer.write_p2p(work.result, work.paths);
    }
  }
  std::set<std::string> rules_run;
  for (const RuleWork& work : works) {
    rules_run.insert(std::string(codes::kUnreachable.id));
    const bool cd = work.rule->check == Rule::Check::kCd;
    const core::Code& code =
        cd ? codes::kCurrentDensity
           : (work.rule->in_volt ? codes::kVoltageOverLimit : codes::kResistanceOverLimit);
    rules_run.insert(std::string(code.id));
  }
  outcome.rules_run.assign(rules_run.begin(), rules_run.end());
  outcome.sections.push_back(summary_of(works));
  for (const RuleWork& work : works) {
    const double worst = work.rule->in_volt ? work.result.worst.volt : work.result.worst.ohm;
    outcome.rules.push_back({work.rule->id, work.result.paths, worst, not_met(work.result)});
  }
  if (!writer.contributions.rows.empty()) {
    outcome.sections.push_back({"conductors by contribution", std::move(writer.contributions)});
  }
  outcome.scene = std::move(writer.scene);
  outcome.parts_solved = results.solved;
  outcome.parts_reused = results.reused;
  outcome.reused_from.assign(results.reused_from.begin(), results.reused_from.end());
  fill_counts(project, workspace, works, outcome);
  fill_record(project, options, outcome);
  return outcome;
}

}  // namespace sealring::esd
