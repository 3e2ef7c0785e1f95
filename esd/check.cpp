// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/check.h"

#include <algorithm>
#include <list>
#include <set>

#include "esd/build.h"
#include "esd/codes.h"
#include "esd/format.h"
#include "esd/layout_rules.h"
#include "esd/rules/declared_nets.h"
#include "esd/rules/drawing.h"
#include "esd/rules/findings.h"
#include "esd/rules/part_results.h"
#include "esd/rules/path_types.h"
#include "esd/rules/rule_run.h"
#include "esd/rules/shares_table.h"
#include "esd/topology.h"

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

/// What a current-density rule found: conductors over their limits, and the one furthest over.
struct DensitySummary {
  std::string worst = "-";
  std::size_t over = 0;
};

DensitySummary density_of(const RuleWork& work) {
  DensitySummary summary;
  std::set<ElementId> over;
  double furthest = 0;
  for (const DetailedPath& path : work.paths) {
    for (std::size_t f = 0; f < path.details.size(); ++f) {
      for (const DensityHit& hit : path.details[f].hits) {
        over.insert(path.path->flows[f].engine->element(hit.edge));
        if (hit.amps / hit.limit <= furthest) continue;
        furthest = hit.amps / hit.limit;
        summary.worst = format_number(hit.amps) + " A, limit " + format_number(hit.limit) + " A (" +
                        path.path->from + " to " + path.path->to + ")";
      }
    }
  }
  summary.over = over.size();
  if (over.empty()) summary.worst = "within all limits";
  return summary;
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
  const DensitySummary density = cd ? density_of(work) : DensitySummary{};
  return {rule.id,
          cd ? "cd" : "p2p",
          std::string(to_string(rule.from_terminal)),
          std::string(to_string(rule.to_terminal)),
          std::string(to_string(rule.answer)) + (rule.with_ron ? " with ron" : ""),
          std::to_string(result.paths),
          cd ? "layer table" : limit_text(rule),
          cd ? density.worst : worst,
          std::to_string(cd ? density.over : over),
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
    const PathResult* first = nullptr;
    std::uint64_t unsolved = 0;
    for (const PathResult& path : work.result.reported) {
      if (path.state == PathResult::State::kNotComputed && unsolved++ == 0) first = &path;
    }
    if (first != nullptr) {
      outcome.not_checked.push_back({"rule '" + work.rule->id +
                                         "': " + counted(unsolved, "path", "paths") + " from '" +
                                         first->from + "'" + (unsolved > 1 ? " and others" : ""),
                                     "its part of the network could not be solved"});
    }
  }
  std::uint64_t conductors = 0;
  for (const auto& [part, engine] : workspace.engines)
    conductors += workspace.partition.elements_of(part).size();
  const std::pair<std::string, std::uint64_t> counts[] = {{"rules", works.size()},
                                                          {"paths", paths},
                                                          {"conductors", conductors},
                                                          {"pads", project.pads.size()},
                                                          {"devices", project.instances.size()},
                                                          {"parts", workspace.engines.size()}};
  outcome.checked.insert(outcome.checked.end(), std::begin(counts), std::end(counts));
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
                               {"topology", options.topology ? "yes" : "no"},
                               {"layout", options.layout ? "yes" : "no"},
                               {std::string(core::kBoundToInputs), "yes"}};
  if (project.stack) {
    outcome.record.parameters.emplace_back("bonds revision", project.bonds_revision);
    for (const LayerTable& table : project.tables)
      outcome.record.parameters.emplace_back("tier layers revision", table.revision);
  }
  outcome.record.tools = {{"sealring", options.tool_build}, {"cholesky", solver_build()}};
}

void report_no_rule(const Project& project, const CheckOptions& options, core::Sink& sink) {
  std::string kind;
  for (const auto& [wanted, word] :
       {std::pair{options.p2p, "p2p"}, std::pair{options.cd, "cd"},
        std::pair{options.topology, "topology"}, std::pair{options.layout, "layout"}}) {
    if (wanted) kind += (kind.empty() ? "" : " or ") + std::string(word);
  }
  sink.report(core::make_finding(codes::kNoRule, "no rule of kind " + kind +
                                                     " in the rule file of '" + project.name + "'")
                  .at(project.location)
                  .on(project.name, kind));
}

}  // namespace

namespace {

/// Everything of one run of the rules that need the solver.
class SolverRules {
 public:
  SolverRules(const Project& project, Workspace& workspace, const CheckOptions& options,
              core::Sink& sink)
      : project_(project),
        workspace_(workspace),
        options_(options),
        sink_(sink),
        results_(workspace, options, sink) {}

  void run() {
    expanded_ = expand_path_types(project_, sink_);
    for (const std::vector<Rule>* rules : {&project_.rules.rules, &std::as_const(expanded_)}) {
      for (const Rule& rule : *rules) {
        if (wanted(rule, options_))
          works.push_back({&rule, make_rule_run(rule, workspace_), {}, {}});
      }
    }
    for (RuleWork& work : works) work.run->plan(sink_);
    results_.solve_all();
    std::vector<PartResults::Request> requests;
    for (RuleWork& work : works) {
      work.result = work.run->evaluate();
      choose_details(work, options_.details, requests);
      choose_shares(work, requests);
    }
    results_.detail_all(requests);
  }

  void write(CheckOutcome& outcome) {
    FindingWriter writer(workspace_, sink_);
    for (RuleWork& work : works) {
      if (work.rule->check == Rule::Check::kCd) {
        writer.write_cd(work.result, work.paths, results_);
      } else {
        writer.write_p2p(work.result, work.paths);
      }
      const double worst = work.rule->in_volt ? work.result.worst.volt : work.result.worst.ohm;
      outcome.rules.push_back({work.rule->id, work.result.paths, worst, not_met(work.result)});
    }
    outcome.sections.push_back(summary_of(works));
    if (!expanded_.empty()) outcome.sections.push_back(path_types());
    if (!shared_.empty())
      outcome.sections.push_back(shares_table(project_, shared_, kSharesListed));
    if (!writer.contributions.rows.empty()) {
      outcome.sections.push_back({"conductors by contribution", std::move(writer.contributions)});
    }
    for (core::SceneView& view : writer.scene.views) {
      core::SceneView& into = view_of(outcome.scene, view.name == "network" ? "" : view.name);
      std::move(view.shapes.begin(), view.shapes.end(), std::back_inserter(into.shapes));
    }
    outcome.parts_solved = results_.solved;
    outcome.parts_reused = results_.reused;
    outcome.reused_from.assign(results_.reused_from.begin(), results_.reused_from.end());
  }

  std::list<RuleWork> works;

 private:
  static constexpr std::size_t kSharesListed = 50;

  void choose_shares(RuleWork& work, std::vector<PartResults::Request>& requests) {
    for (auto& [net, path] : work.result.shared) {
      SharedPath& shared = shared_.emplace_back();
      shared.rule = work.rule;
      shared.path = &path;
      shared.details.resize(path.flows.size());
      for (std::size_t f = 0; f < path.flows.size(); ++f) {
        path.flows[f].flow.vertical = true;
        requests.push_back({path.flows[f].engine, &path.flows[f].flow, &shared.details[f]});
      }
    }
  }

  core::Section path_types() const {
    std::vector<PathTypeResult> rows;
    for (const RuleWork& work : works) {
      rows.push_back({work.rule, work.result.paths, not_met(work.result),
                      work.result.any ? &work.result.worst : nullptr});
    }
    return path_type_table(project_, rows);
  }

  const Project& project_;
  Workspace& workspace_;
  const CheckOptions& options_;
  core::Sink& sink_;
  std::vector<Rule> expanded_;
  PartResults results_;
  std::list<SharedPath> shared_;
};

void add_rules_run(const std::list<RuleWork>& works, std::set<std::string>& rules_run) {
  for (const RuleWork& work : works) {
    rules_run.insert(std::string(codes::kUnreachable.id));
    const bool cd = work.rule->check == Rule::Check::kCd;
    const core::Code& code =
        cd ? codes::kCurrentDensity
           : (work.rule->in_volt ? codes::kVoltageOverLimit : codes::kResistanceOverLimit);
    rules_run.insert(std::string(code.id));
  }
}

/// The codes of an area, as its checks ran.
void add_area(std::string_view prefix, std::set<std::string>& rules_run) {
  for (const core::Code* code : code_table()) {
    if (code->id.starts_with(prefix)) rules_run.insert(std::string(code->id));
  }
}

void take(RulesOutcome& from, CheckOutcome& outcome) {
  const auto append = [](auto& list, auto& into) {
    std::move(list.begin(), list.end(), std::back_inserter(into));
  };
  append(from.checked, outcome.checked);
  append(from.not_checked, outcome.not_checked);
  append(from.sections, outcome.sections);
}

}  // namespace

CheckOutcome check(const Project& project, const CheckOptions& options, core::Sink& sink) {
  CheckOutcome outcome;
  Workspace workspace(project);
  check_declared_nets(project, workspace.partition, sink);
  const bool topology = options.topology && !project.rules.topology.empty();
  const bool layout = options.layout && !project.rules.layout.empty();
  std::set<std::string> rules_run;
  if (topology) {
    RulesOutcome result = check_topology(project, workspace.partition, outcome.scene, sink);
    workspace.stranded = std::move(result.stranded);
    workspace.misplaced = std::move(result.misplaced);
    take(result, outcome);
    add_area("ESD-07", rules_run);
  }
  if (layout) {
    RulesOutcome result = check_layout(project, workspace.partition, sink);
    take(result, outcome);
    add_area("ESD-08", rules_run);
  }
  SolverRules rules(project, workspace, options, sink);
  rules.run();
  if (rules.works.empty() && !topology && !layout) report_no_rule(project, options, sink);
  const bool solver = options.p2p || options.cd;
  if (!rules.works.empty() || (solver && !topology && !layout)) {
    rules.write(outcome);
    fill_counts(project, workspace, rules.works, outcome);
  } else {
    outcome.checked.emplace_back("pads", project.pads.size());
    outcome.checked.emplace_back("devices", project.instances.size());
  }
  add_rules_run(rules.works, rules_run);
  outcome.rules_run.assign(rules_run.begin(), rules_run.end());
  fill_record(project, options, outcome);
  return outcome;
}

}  // namespace sealring::esd
