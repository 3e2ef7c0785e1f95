// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <tuple>

#include "core/units/parse.h"
#include "rapidwright_bridge/codes.h"
#include "rapidwright_bridge/readers/text_lines.h"
#include "rapidwright_bridge/sweep.h"

namespace sealring::rapidwright_bridge {
namespace {

namespace fs = std::filesystem;

constexpr double kSecondsPerHour = 3600;

RunEnd read_end(const fs::path& file, bool& there) {
  RunEnd end;
  std::ifstream in(file);
  there = static_cast<bool>(in);
  for (std::string line; std::getline(in, line);) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string::npos) continue;
    const std::string key = line.substr(0, blank);
    const std::string value = line.substr(blank + 1);
    if (key == "started") end.started = value == "1";
    if (key == "finished") end.finished = value == "1";
    if (key == "interrupted") end.interrupted = value == "1";
    if (key == "elapsed_s") end.elapsed_s = core::parse_double(value).value_or(0);
    if (key == "cpu_s") end.cpu_s = core::parse_double(value).value_or(0);
    if (key == "how") end.how = value;
  }
  return end;
}

class Collector {
 public:
  Collector(const SweepDefinition& definition, const fs::path& folder,
            const core::InputReader& reader, core::Sink& sink)
      : folder_(folder), reader_(reader), sink_(sink) {
    out_.definition = definition;
  }

  SweepResult collect() {
    std::vector<std::string> missing;
    for (PlannedRun& run : plan_runs(out_.definition)) {
      RunOutcome outcome{.run = std::move(run)};
      read_run(outcome);
      if (!outcome.collected) missing.push_back(outcome.run.name);
      out_.outcomes.push_back(std::move(outcome));
    }
    if (!missing.empty()) {
      sink_.report(core::make_finding(codes::kRunNotCollected,
                                      std::to_string(missing.size()) + " of " +
                                          std::to_string(out_.outcomes.size()) +
                                          " planned runs have no result; the first is '" +
                                          missing.front() + "'")
                       .at({reader_.shown(folder_)})
                       .on(out_.definition.module, "runs"));
    }
    choose();
    compare_axes();
    add_hours();
    return std::move(out_);
  }

 private:
  void read_run(RunOutcome& outcome) {
    const fs::path folder = folder_ / outcome.run.name;
    outcome.end = read_end(folder / "run_end.txt", outcome.collected);
    if (!outcome.collected) return;
    outcome.elapsed_s = outcome.end.elapsed_s;
    outcome.cpu_s = outcome.end.cpu_s;
    if (!outcome.end.finished) {
      outcome.verdict = core::Verdict::kFail;
      outcome.reasons = {std::string(codes::kRunFailed.id)};
      read_times(folder, outcome);
      return;
    }
    CheckOptions options{.out_of_context = true, .design = {}};
    if (out_.definition.command.empty()) {
      options.part = out_.definition.part;
      options.design = out_.definition.module;
    }
    std::vector<fs::path> files = files_of(folder);
    const CheckOutcome check = check_files(reader_, files, options);
    judge(check, outcome);
    read_times(folder, outcome);
  }

  static std::vector<fs::path> files_of(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      const std::string name = entry.path().filename().string();
      if (entry.is_regular_file(error) && name != "run_end.txt" && name != "run.tcl" &&
          name != "console.txt")
        files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
  }

  void judge(const CheckOutcome& check, RunOutcome& outcome) {
    std::vector<core::Finding> all;
    std::set<FileKind> kinds;
    for (const FileResult& file : check.files) {
      if (file.kind == FileKind::kUnknown || file.kind == FileKind::kLog) continue;
      kinds.insert(file.kind);
      const bool needed =
          std::ranges::find(out_.definition.required, file.kind) != out_.definition.required.end();
      for (const auto& [name, value] : file.figures) {
        if (name == "worst setup slack (ns)") outcome.worst_setup = parse_slack(value);
        outcome.figures.emplace_back(std::string(to_string(file.kind)) + ": " + name, value);
        if (name == "netlist digest") outcome.evidence = value;
      }
      std::vector<core::Finding> own = accepted(file.findings);
      std::string reasons;
      for (const std::string& id : reasons_of(own)) reasons += (reasons.empty() ? "" : " ") + id;
      outcome.checks.push_back({std::string(to_string(file.kind)),
                                std::string(core::to_string(verdict_of(own))), reasons});
      if (needed) std::ranges::move(own, std::back_inserter(all));
    }
    for (const FileKind kind : out_.definition.required) {
      if (kinds.contains(kind)) continue;
      all.push_back(core::make_finding(codes::kReportMissing, "no " + std::string(to_string(kind)) +
                                                                  " report in run '" +
                                                                  outcome.run.name + "'")
                        .at({outcome.run.name})
                        .on(outcome.run.name, std::string(to_string(kind))));
    }
    outcome.verdict = verdict_of(all);
    outcome.reasons = reasons_of(all);
  }

  /// What the flow cannot show and the definition accepts with a reason no longer counts.
  std::vector<core::Finding> accepted(std::vector<core::Finding> findings) const {
    for (core::Finding& finding : findings) {
      for (const auto& [code, reason] : out_.definition.accepted) {
        if (finding.code->id == code) finding.waived_by = reason;
      }
    }
    return findings;
  }

  /// Hours from the log of the tool where there is one: it knows its licences; the runner knows the rest.
  void read_times(const fs::path& folder, RunOutcome& outcome) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".log" && extension != ".vdi") continue;
      core::CollectingSink unused;
      const auto file = reader_.read(entry.path(), reader_.limits().design, unused);
      if (!file || recognise(file->text) != FileKind::kLog) continue;
      const VivadoLog log = read_log(file->text);
      if (outcome.elapsed_s == 0) outcome.elapsed_s = log.elapsed_s();
      outcome.licence_s = log.licence_s();
      double cpu = 0;
      for (const VivadoLog::Step& step : log.steps) cpu += step.cpu_s.value_or(0);
      if (outcome.cpu_s == 0) outcome.cpu_s = cpu;
    }
  }

  /// Largest worst slack among runs that passed every check; the earlier run of the plan wins a tie.
  void choose() {
    for (std::size_t p = 0; p < out_.definition.pblocks.size(); ++p) {
      ShapeAnswer shape{.pblock = p};
      std::set<std::string> distinct;
      for (std::size_t i = 0; i < out_.outcomes.size(); ++i) {
        const RunOutcome& outcome = out_.outcomes[i];
        if (outcome.run.pblock != p) continue;
        ++shape.runs;
        const bool number = outcome.worst_setup.number();
        if (number) distinct.insert(core::format_decimal(outcome.worst_setup.ns, 12));
        if (number && outcome.worst_setup.ns < core::Rational(0)) ++shape.negative;
        if (number && better(i, shape.best_of_all)) shape.best_of_all = i;
        if (outcome.verdict != core::Verdict::kPass) continue;
        ++shape.passed;
        if (number && better(i, shape.best)) shape.best = i;
      }
      shape.distinct = distinct.size();
      if (!shape.best) report_no_winner(shape);
      out_.shapes.push_back(shape);
    }
  }

  bool better(std::size_t i, const std::optional<std::size_t>& than) const {
    return !than || out_.outcomes[*than].worst_setup.ns < out_.outcomes[i].worst_setup.ns;
  }

  void report_no_winner(const ShapeAnswer& shape) {
    const Pblock& pblock = out_.definition.pblocks[shape.pblock];
    std::string best;
    if (shape.best_of_all) {
      const RunOutcome& outcome = out_.outcomes[*shape.best_of_all];
      best = "; the best by slack, '" + outcome.run.name + "' at " + outcome.worst_setup.text +
             " ns, fails";
      for (const std::string& id : outcome.reasons) best += " " + id;
    }
    sink_.report(core::make_finding(codes::kNoRunPassed, "pblock '" + pblock.name + "': 0 of " +
                                                             std::to_string(shape.runs) +
                                                             " runs passed every check" + best)
                     .at({reader_.shown(folder_)})
                     .on(out_.definition.module + "/" + pblock.name, "winner"));
  }

  void compare_axes() {
    using Key = std::tuple<std::size_t, std::string, std::string, std::string>;
    const auto uncertainty = [](const RunOutcome& o) {
      return core::format_decimal(o.run.uncertainty_ns, 12);
    };
    const auto add = [&](const std::string& axis, std::size_t values, auto&& key) {
      if (values < 2) return;
      std::map<Key, std::vector<const RunOutcome*>> groups;
      for (const RunOutcome& outcome : out_.outcomes) {
        if (outcome.worst_setup.number()) groups[key(outcome)].push_back(&outcome);
      }
      AxisAnswer answer{.axis = axis, .values = values};
      for (const auto& [name, runs] : groups) {
        if (runs.size() != values) continue;
        ++answer.groups;
        const bool equal = std::ranges::all_of(runs, [&](const RunOutcome* run) {
          return run->worst_setup.ns == runs.front()->worst_setup.ns &&
                 run->evidence == runs.front()->evidence;
        });
        if (!equal) continue;
        ++answer.equal_groups;
        for (std::size_t i = 1; i < runs.size(); ++i)
          answer.hours_for_nothing += runs[i]->elapsed_s / kSecondsPerHour;
      }
      report_axis(answer);
      out_.axes.push_back(std::move(answer));
    };
    const SweepDefinition& d = out_.definition;
    add("place directive", d.place_directives.size(), [&](const RunOutcome& o) {
      return Key(o.run.pblock, "", o.run.route_directive, uncertainty(o));
    });
    add("route directive", d.route_directives.size(), [&](const RunOutcome& o) {
      return Key(o.run.pblock, o.run.place_directive, "", uncertainty(o));
    });
    add("clock uncertainty", d.uncertainties_ns.size(), [&](const RunOutcome& o) {
      return Key(o.run.pblock, o.run.place_directive, o.run.route_directive, "");
    });
  }

  void report_axis(const AxisAnswer& answer) {
    if (answer.groups == 0 || answer.equal_groups != answer.groups) return;
    sink_.report(core::make_finding(codes::kBoughtNothing,
                                    answer.axis + ": in " + std::to_string(answer.equal_groups) +
                                        " of " + std::to_string(answer.groups) + " cases its " +
                                        std::to_string(answer.values) +
                                        " values gave the same worst slack")
                     .at({reader_.shown(folder_)})
                     .on(out_.definition.module, answer.axis));
  }

  void add_hours() {
    for (const RunOutcome& outcome : out_.outcomes) {
      out_.elapsed_h += outcome.elapsed_s / kSecondsPerHour;
      out_.cpu_h += outcome.cpu_s / kSecondsPerHour;
      out_.licence_h += outcome.licence_s / kSecondsPerHour;
      if (outcome.verdict != core::Verdict::kPass)
        out_.failed_h += outcome.elapsed_s / kSecondsPerHour;
    }
  }

  const fs::path& folder_;
  const core::InputReader& reader_;
  core::Sink& sink_;
  SweepResult out_;
};

}  // namespace

SweepResult collect_sweep(const SweepDefinition& definition, const fs::path& folder,
                          const core::InputReader& reader, core::Sink& sink) {
  return Collector(definition, folder, reader, sink).collect();
}

}  // namespace sealring::rapidwright_bridge
