// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/prove/views.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>
#include <tuple>

#include "core/diagnostics/suggest.h"
#include "sdcgen/codes.h"
#include "sdcgen/prove/proof_cache.h"

namespace sealring::sdcgen {

using core::make_finding;

std::vector<View> chosen_views(const Project& project, const std::vector<std::string>& names,
                               core::Sink& sink) {
  const std::vector<View> all = project.config.views();
  if (names.empty()) return all;
  std::vector<std::string> known;
  for (const View& view : all) known.push_back(view.name());
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::string list;
    for (const std::string& view : known) list += (list.empty() ? "" : ", ") + view;
    sink.report(make_finding(codes::kUnknownView, "unknown view '" + name + "'" +
                                                      core::did_you_mean(name, known) +
                                                      " (views: " + list + ")")
                    .at({project.config.file})
                    .on(project.config.top, name));
  }
  std::vector<View> chosen;
  for (const View& view : all) {
    if (std::find(names.begin(), names.end(), view.name()) != names.end()) chosen.push_back(view);
  }
  return chosen;
}

core::ExecutionRecord record_of(const Project& project, std::string verb) {
  core::ExecutionRecord record;
  record.verb = std::move(verb);
  record.add_input("config", project.config.file, project.config.sha256);
  std::set<std::string> files;
  for (const auto& [path, spec] : project.specs) {
    if (files.insert(spec.file).second) record.add_input("spec", spec.file, spec.sha256);
  }
  for (const auto& [name, sha256] : project.config.header_files)
    record.add_input("header", name, sha256);
  for (const auto& [path, table] : project.tables)
    record.add_input("table", table.file, table.sha256);
  for (const auto& [path, file] : project.liberty)
    record.add_input("liberty", file.input.name, file.input.sha256);
  for (std::size_t i = 0; i < project.netlist_names.size(); ++i) {
    record.add_input("netlist", project.netlist_names[i], project.netlist_digests[i]);
  }
  return record;
}

void pass_on_once(core::CollectingSink& collected, core::Sink& sink) {
  std::set<std::tuple<std::string, std::string, std::string>> seen;
  for (core::Finding& finding : collected.findings) {
    const bool is_new =
        seen.emplace(core::to_string(finding.location),
                     std::string(finding.code->id) + finding.object, finding.message)
            .second;
    if (is_new) sink.report(std::move(finding));
  }
}

namespace {

/// A proof without a verdict blocks only when it was required.
void soften(core::Finding& finding) {
  if (finding.kind != core::FindingClass::kInput) return;
  finding.severity = std::min(finding.severity, core::Severity::kWarning);
}

}  // namespace

void prove_all(const Project& project, const core::InputReader& reader, core::ProcessRunner& runner,
               const ProofPlan& plan, const std::vector<ProofTask>& tasks, core::Sink& sink) {
  if (plan.mode == ProofMode::kNever) return;
  std::vector<core::CollectingSink> found(tasks.size());
  if (plan.sta.empty()) {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      found[i].report(make_finding(codes::kStaMissing, "sta was not found in PATH; view " +
                                                           tasks[i].expected->view.name() +
                                                           " is not proved")
                          .at({tasks[i].sdc_name})
                          .on(tasks[i].expected->view.name(), "sta"));
    }
  } else {
    Prover prover(project, reader, runner, plan.sta, plan.limits);
    ProofCache cache(plan.cache);
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i = next++; i < tasks.size(); i = next++) {
        const std::string key =
            plan.cache.empty() ? std::string()
                               : ProofCache::key(project, *tasks[i].expected, *tasks[i].sdc,
                                                 prover.version(), plan.limits, plan.tool_build);
        auto kept = plan.cache.empty() ? std::nullopt : cache.get(key, tasks[i].sdc_name);
        if (kept) {
          *tasks[i].proof = std::move(kept->first);
          found[i].findings = std::move(kept->second);
          continue;
        }
        *tasks[i].proof =
            prover.prove(*tasks[i].expected, *tasks[i].sdc, tasks[i].sdc_name, found[i]);
        if (!plan.cache.empty())
          cache.put(key, *tasks[i].proof, found[i].findings, tasks[i].sdc_name);
      }
    };
    std::vector<std::jthread> threads;
    const std::size_t count = std::min<std::size_t>(std::max(plan.jobs, 1U), tasks.size());
    for (std::size_t i = 1; i < count; ++i) threads.emplace_back(work);
    work();
  }
  for (core::CollectingSink& one : found) {
    for (core::Finding& finding : one.findings) {
      if (plan.mode == ProofMode::kAuto) soften(finding);
      sink.report(std::move(finding));
    }
  }
}

}  // namespace sealring::sdcgen
