// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>

#include "core/store/clock.h"
#include "core/store/workspace.h"
#include "manifest/readers/reports.h"
#include "manifest/run_record.h"
#include "manifest/store/ledger_store.h"

namespace sealring::manifest {

/// Reports a failure of a core service under its own code.
void report_failure(const core::Failure& failure, core::Sink& sink);

/// Opens the ledger of a workspace, creating its folder; failures are reported.
std::optional<LedgerStore> open_ledger(const core::Workspace& workspace, core::Database::Mode mode,
                                       core::Sink& sink);

/// States of runs in the ledger.
class RunLedger {
 public:
  RunLedger(const core::Workspace& workspace, const core::Clock& clock, core::Sink& sink)
      : workspace_(workspace), clock_(clock), sink_(sink) {}

  bool open();
  /// Appends the record's state; false after reporting.
  bool append(const RunRecord& record);
  /// Appends the final state. When the run was taken over meanwhile, the ledger's record (lost) is returned and
  /// MAN-0307 reported; nothing when it could not be recorded at all.
  std::optional<RunRecord> finish(const RunRecord& record);
  std::optional<RunRecord> find(const std::string& id);

 private:
  const core::Workspace& workspace_;
  const core::Clock& clock_;
  core::Sink& sink_;
  std::optional<LedgerStore> store_;
};

/// The finding that belongs to a final state (MAN-0304 .. 0307); none for completed.
void report_state(const RunRecord& record, core::Sink& sink);

/// Reads a whole report (at most 256 MiB) from `fd` with the reader of its format; faults are reported.
std::optional<ReportFacts> read_report_file(const ReportRecord& report, int fd, core::Sink& sink);

}  // namespace sealring::manifest
