// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/esd_shared.h"

#include <fmt/format.h>

#include <ostream>

#include "cli/commands/esd_scene.h"
#include "cli/context.h"
#include "cli/progress.h"
#include "core/store/cache.h"
#include "esd/build.h"
#include "esd/check.h"
#include "esd/result_codes.h"

namespace sealring::cli {

void EsdSolverOptions::declare(Options& options) {
  options
      .option("--memory-limit", "MIB", &memory_limit_mib,
              "most memory of one factorisation in MiB (default: four fifths of what is free)")
      .flag("--no-reduction", &no_reduction,
            "solve without series and dead-end reduction (the answers are the same)");
}

esd::SolverOptions EsdSolverOptions::solver(const Context& context) const {
  esd::SolverOptions options;
  options.jobs = context.jobs;
  options.memory_limit = memory_limit_mib << 20;
  options.reduce = !no_reduction;
  return options;
}

esd::ProgressFunction tell_progress(ProgressLine& line) {
  return [&line](std::string_view phase, std::uint64_t done, std::uint64_t total, double share) {
    line.update(phase, done, total, share);
  };
}

void add_network(const esd::Network& network, CheckResult& result) {
  result.checked.emplace_back("resistors", network.elements.size());
  result.checked.emplace_back("nodes", network.nodes.size());
  result.record.tools.emplace_back("cholesky", esd::solver_build());
}

void tell_phases(Context& context, const esd::SolverCounts& counts) {
  if (!context.verbose) return;
  context.err << fmt::format(
      "solved {} parts: {} nodes, {} after reduction, {} ports, nnz(L) {}, about {} MiB\n"
      "order {:.3f} s, factor {:.3f} s, reduction and ports {:.3f} s, pairs {:.3f} s\n",
      counts.parts, counts.nodes, counts.reduced_nodes, counts.ports, counts.factor_entries,
      counts.estimated_bytes >> 20, counts.order_seconds, counts.factor_seconds,
      counts.port_seconds, counts.pair_seconds);
}

void EsdCheckOptions::declare(Options& options) {
  options
      .option("--details", "N", &details,
              "violations per rule that are taken apart, worst first (default 20)")
      .option("--segments", "N", &segments, "conductors listed for each (default 10)")
      .flag("--no-cache", &no_cache, "compute everything anew and keep nothing");
}

namespace {

/// The workspace's cache, where there is a workspace and it can be opened.
std::optional<core::Cache> open_cache(const Context& context, bool wanted, core::Sink& sink) {
  if (!wanted || !context.workspace) return std::nullopt;
  auto cache = core::Cache::open(context.workspace->cache());
  if (cache) return std::move(*cache);
  sink.report(core::make_finding(esd::codes::kCacheUnavailable,
                                 "results are not kept: " + cache.error().message)
                  .on("cache", "open"));
  return std::nullopt;
}

void tell_reuse(Context& context, const esd::CheckOutcome& outcome) {
  if (context.quiet || outcome.parts_reused == 0) return;
  std::string from;
  for (const std::string& id : outcome.reused_from) from += (from.empty() ? "" : ", ") + id;
  context.err << fmt::format("{} of {} parts taken from earlier results of {}\n",
                             outcome.parts_reused, outcome.parts_reused + outcome.parts_solved,
                             from);
}

}  // namespace

int run_esd_check(Context& context, const std::string& verb, const std::string& project,
                  const EsdSolverOptions& solver, const EsdCheckOptions& checks, EsdKinds kinds) {
  CheckResult result;
  result.verb = verb;
  core::CollectingSink sink;
  if (const auto read = esd::read_project(context.reader(), project, sink)) {
    auto cache = open_cache(context, !checks.no_cache, sink);
    esd::CheckOptions options;
    options.solver = solver.solver(context);
    options.p2p = kinds.p2p;
    options.cd = kinds.cd;
    options.topology = kinds.topology;
    options.layout = kinds.layout;
    options.details = checks.details;
    options.segments = checks.segments;
    options.cache = cache ? &*cache : nullptr;
    options.tool_build = tool_build();
    esd::CheckOutcome outcome;
    {
      ProgressLine progress(context);
      options.solver.progress = tell_progress(progress);
      outcome = esd::check(*read, options, sink);
    }
    tell_reuse(context, outcome);
    result.checked = std::move(outcome.checked);
    result.not_checked = std::move(outcome.not_checked);
    result.rules_run = std::move(outcome.rules_run);
    result.sections = std::move(outcome.sections);
    result.scene = read->stack ? esd_stack_scene(*read, sink.findings, std::move(outcome.scene))
                               : std::move(outcome.scene);
    result.record = std::move(outcome.record);
    result.record.verb = verb;
  }
  result.findings = std::move(sink.findings);
  return finish_check(context, std::move(result));
}

}  // namespace sealring::cli
