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
#include "core/diagnostics/summary.h"
#include "core/diagnostics/waivers.h"

namespace sealring::core {

/// What the user wants to see and what fails the run. Codes are full ids ("SDC-0101") or prefixes ("SDC", "SDC-01"),
/// letter case does not matter; where both lists match a code, the longer entry decides, and `ignore` on a tie.
struct FindingPolicy {
  std::vector<std::string> select;  ///< empty: all
  std::vector<std::string> ignore;
  std::map<std::string, Severity> severity;            ///< overrides by full id
  std::optional<Severity> fail_on = Severity::kError;  ///< nothing: findings never fail
  Waivers waivers;
  std::optional<Baseline> baseline;
  std::uint64_t max_findings = 0;  ///< listed per code; 0: no limit
  /// Code ids this run could have reported: a waiver bound to another code is not called unused. Empty: all.
  std::vector<std::string> rules_run;
};

/// Findings after the policy.
struct PolicyOutcome {
  std::vector<Finding> findings;  ///< in output order, at most max_findings per code
  HiddenFindings hidden;          ///< not listed because of max_findings
  /// At or above fail_on, not blocking, neither waived nor in the baseline; hidden ones count.
  std::uint64_t failing = 0;
  std::uint64_t blocking = 0;  ///< input findings of error severity: a check could not be made
};

/// Applies selection, severities, waivers, baseline and caps. Input-class errors are never ignored, lowered, waived
/// or covered by a baseline (a waiver that tries is named in a note). Expired (IO-0502), lapsed (IO-0503) and unused
/// (IO-0501) waivers become findings; `select` does not touch these, `ignore` and `severity` do. Unused is not judged
/// when the run has blocking findings, since the waived finding may lie behind them. The cap keeps findings that count
/// before waived and known ones. `today` is a date "YYYY-MM-DD".
PolicyOutcome apply_policy(std::vector<Finding> findings, const FindingPolicy& policy,
                           const std::string& today);

}  // namespace sealring::core
