// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/report/report.h"
#include "core/store/cache.h"
#include "core/store/execution_record.h"
#include "esd/project.h"
#include "esd/solver_options.h"

namespace sealring::esd {

struct CheckOptions {
  SolverOptions solver;
  bool p2p = true;  ///< run the rules of this kind
  bool cd = true;
  bool topology = true;
  bool layout = true;
  std::size_t details = 20;      ///< violations per rule that are taken apart, worst first
  std::size_t segments = 10;     ///< conductors listed for each
  core::Cache* cache = nullptr;  ///< results by content; may be absent
  std::string tool_build;        ///< of the program, for records and cache keys
};

/// One rule in numbers.
struct RuleSummary {
  std::string id;
  std::uint64_t paths = 0;  ///< looked at
  double worst = 0;         ///< largest value, ohm or volt as the limit; 0 when there is none
  std::uint64_t not_met = 0;
};

/// What a check looked at, ready for a report. Findings went to the sink.
struct CheckOutcome {
  std::vector<std::pair<std::string, std::uint64_t>> checked;
  std::vector<core::NotChecked> not_checked;
  std::vector<std::string> rules_run;
  std::vector<core::Section> sections;
  core::Scene scene;
  core::ExecutionRecord record;
  std::vector<RuleSummary> rules;
  std::uint64_t parts_solved = 0;
  std::uint64_t parts_reused = 0;
  std::vector<std::string> reused_from;  ///< execution ids whose results were used again, each once
};

/// Runs the rules of a project.
CheckOutcome check(const Project& project, const CheckOptions& options, core::Sink& sink);

/// Everything between two terminals of a project: the resistance in each way of taking them, and where it lies.
struct PathAnswer {
  bool reachable = false;
  bool same = false;
  double merged = 0;
  double individual = 0;  ///< worst pair of taps
  double distributed = 0;
  core::Section segments;  ///< conductors by contribution, distributed
  core::Section layers;
  double total = 0;  ///< sum over the conductors: equals `distributed`
};

/// `from` and `to`: a pad, an instance's pin ("CL_7.high") or a node. Nothing after reporting ESD-0101.
std::optional<PathAnswer> find_path(const Project& project, const std::string& from,
                                    const std::string& to, const CheckOptions& options,
                                    core::Sink& sink);

}  // namespace sealring::esd
