// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/diagnostics/baseline.h"
#include "core/diagnostics/sink.h"
#include "core/diagnostics/waivers.h"

namespace sealring::core {

/// What the user wants to see and what fails the run. Codes are full ids ("SDC-0101") or prefixes ("SDC", "SDC-01").
struct FindingPolicy {
  std::vector<std::string> select;  ///< empty: all
  std::vector<std::string> ignore;
  std::map<std::string, Severity> severity;            ///< overrides by full id
  std::optional<Severity> fail_on = Severity::kError;  ///< nothing: findings never fail
  Waivers waivers;
  std::optional<Baseline> baseline;
  std::uint64_t max_findings = 0;  ///< listed per code; 0: no limit
};

/// Findings after the policy.
struct PolicyOutcome {
  std::vector<Finding> findings;                ///< in output order, at most max_findings per code
  std::map<std::string, std::uint64_t> hidden;  ///< per code: not listed because of max_findings
  std::uint64_t failing =
      0;  ///< design findings at or above fail_on, neither waived nor in the baseline (hidden ones count)
  std::uint64_t blocking = 0;  ///< input findings of error severity: a check could not be made
};

/// Applies selection, severities, waivers, baseline and caps. Input-class errors are never ignored, lowered, waived
/// or covered by a baseline. Unused, expired and lapsed waivers become findings. `today` is a date "YYYY-MM-DD".
PolicyOutcome apply_policy(std::vector<Finding> findings, const FindingPolicy& policy,
                           const std::string& today);

}  // namespace sealring::core
