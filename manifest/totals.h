// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/files/input.h"
#include "core/store/workspace.h"
#include "manifest/grade.h"
#include "manifest/trust.h"

namespace sealring::manifest {

/// Coverage of a task over all runs that may count.
struct CoverageTotals {
  std::vector<Graded> graded;                 ///< every submission with its verdict
  std::vector<std::string> counted;           ///< accepted, or refused for short coverage alone
  std::map<std::string, std::uint64_t> hits;  ///< planned bin -> hits over the counted runs
  std::uint64_t bins_hit = 0;
  std::uint64_t bins_planned = 0;
};

/// The union of the coverage of submissions that are in order but for their own share of the plan. Bins of any other
/// submission bring nothing in; without a counted run every planned bin is missing.
CoverageTotals total_coverage(const core::InputReader& reader,
                              const std::vector<std::filesystem::path>& submissions,
                              const Policy& policy, const Trust& trust);

/// What a task cost. The columns are never added up: hours of different things are not one number.
struct CostTotals {
  std::vector<Graded> graded;
  std::uint64_t runs = 0;      ///< that ended, completed or not
  std::uint64_t accepted = 0;  ///< submissions with verdict PASS
  std::uint64_t cpu_ms = 0;
  std::uint64_t wall_ms = 0;
  std::uint64_t licence_held_ms = 0;
  std::uint64_t licence_wait_ms = 0;
  std::map<std::string, std::int64_t> declared;  ///< model_tokens, people_minutes ...
};

/// Sums what all ended runs of the policy's task and stage cost by the workspace's ledger: refused and failed ones were
/// paid for as well. Nothing after reporting when the ledger cannot be read or holds no such run (MAN-0606).
std::optional<CostTotals> total_cost(const core::InputReader& reader,
                                     const std::vector<std::filesystem::path>& submissions,
                                     const Policy& policy, const Trust& trust,
                                     const core::Workspace& workspace, core::Sink& sink);

/// `value` / `parts` with two decimals, rounded half up; "-" without parts.
std::string share_text(std::uint64_t value, std::uint64_t parts);

}  // namespace sealring::manifest
