// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/store/clock.h"
#include "manifest/grade.h"
#include "manifest/signing/crypto.h"
#include "manifest/store/ledger_store.h"

namespace sealring::manifest {

/// Runs and traces that were submitted before, and the best submission accepted so far.
struct Seen {
  std::map<std::string, std::string> runs;    ///< execution id -> submission
  std::map<std::string, std::string> traces;  ///< trace sha256 -> execution id
  std::optional<std::string> best;
  std::uint64_t best_bins = 0;
};

/// Reads the verdicts of a task from the ledger. Only those signed by a trusted grader count. False after reporting.
bool read_verdicts(LedgerStore& ledger, const Trust& trust, const std::string& task, Seen& seen,
                   core::Sink& sink);

/// A verdict as a SLSA verification summary about the manifest: the exact envelope.
std::string sign_verdict(const Graded& graded, const std::string& label, const Policy& policy,
                         const std::string& grader, const std::string& version,
                         const std::string& time, const SigningKey& key);

/// Records that a submission was graded; returns how often it has been by now. Nothing after reporting.
std::optional<std::uint64_t> log_query(LedgerStore& ledger, const std::string& label,
                                       const Graded& graded, const Policy& policy, bool auditor,
                                       const core::Clock& clock, core::Sink& sink);

}  // namespace sealring::manifest
