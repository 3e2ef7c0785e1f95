// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <signal.h>

#include <algorithm>
#include <csignal>
#include <thread>

#include "core/process/process.h"
#include "manifest/codes.h"
#include "manifest/run.h"
#include "manifest/runner/lease.h"
#include "manifest/runner/records.h"
#include "manifest/runner/staging.h"

// Runs seen from outside: find, attach, take over.
namespace sealring::manifest {

namespace {

constexpr std::chrono::milliseconds kPatience{10000};

std::optional<RunRecord> record_of(const core::Workspace& workspace, const std::string& id,
                                   const core::Clock& clock, core::Sink& sink) {
  RunLedger ledger(workspace, clock, sink);
  return ledger.open() ? ledger.find(id) : std::nullopt;
}

/// Asks a live runner to stop and waits until the ledger says how the run ended.
bool cancel_runner(const core::Workspace& workspace, const std::string& id, const Lease& lease,
                   const core::Clock& clock, core::Sink& sink) {
  ::kill(lease.runner, SIGTERM);
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < deadline) {
    const auto record = record_of(workspace, id, clock, sink);
    if (!record || is_final(record->state)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

/// Records the end of a run that is taken over. A runner that was paused inside a transaction keeps the ledger locked; it
/// does not answer and its run is lost, so it is ended, and what it had not finished to write is gone with it.
std::optional<RunRecord> record_lost(const core::Workspace& workspace, const RunRecord& record,
                                     bool may_end_runner, const std::optional<Lease>& lease,
                                     const core::Clock& clock, core::Sink& sink) {
  core::CollectingSink first;
  RunLedger ledger(workspace, clock, first);
  std::optional<RunRecord> lost = ledger.open() ? ledger.finish(record) : std::nullopt;
  if (lost || !may_end_runner || !end_runner(*lease, kPatience)) {
    for (core::Finding& finding : first.findings) sink.report(std::move(finding));
    return lost;
  }
  RunLedger again(workspace, clock, sink);
  if (!again.open()) return {};
  std::optional<RunRecord> now = again.find(record.id);
  return !now || is_final(now->state) ? now : again.finish(record);
}

/// The record of a run whose runner may have been paused while it opened or closed the ledger: then nobody else can open
/// it either, so a runner that does not answer is ended first.
std::optional<RunRecord> record_behind_lock(const core::Workspace& workspace, const std::string& id,
                                            bool may_end_runner, const std::optional<Lease>& lease,
                                            const core::Clock& clock, core::Sink& sink) {
  core::CollectingSink first;
  std::optional<RunRecord> record = record_of(workspace, id, clock, first);
  const bool locked = !record && std::any_of(first.findings.begin(), first.findings.end(),
                                             [](const core::Finding& finding) {
                                               return finding.code->id.starts_with("IO-07");
                                             });
  if (locked && may_end_runner && end_runner(*lease, kPatience)) {
    return record_of(workspace, id, clock, sink);
  }
  for (core::Finding& finding : first.findings) sink.report(std::move(finding));
  return record;
}

}  // namespace

std::optional<RunRecord> find_run(const core::Workspace& workspace, const std::string& id,
                                  core::Sink& sink) {
  return record_of(workspace, id, core::SystemClock(), sink);
}

std::optional<RunRecord> attach(const core::Workspace& workspace, const std::string& id,
                                core::Sink& sink) {
  const core::SystemClock clock;
  const RunFolder folder = run_folder(workspace, id);
  for (;;) {
    std::optional<RunRecord> record = record_of(workspace, id, clock, sink);
    if (!record || is_final(record->state)) return record;
    const std::optional<Lease> lease = read_lease(folder.lease());
    const bool gone = lease && probe(folder.lease(), *lease) == Contact::kGone;
    if (gone || core::interrupt_requested()) {
      sink.report(core::make_finding(
                      codes::kRunLost,
                      gone ? "the runner of " + id + " is gone; take the run over with --take-over"
                           : "waiting was interrupted; the run goes on")
                      .on(id, "run"));
      return record;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

std::optional<RunRecord> take_over(const core::Workspace& workspace, const std::string& id,
                                   bool cancel, const core::Clock& clock, core::Sink& sink) {
  const RunFolder folder = run_folder(workspace, id);
  const std::optional<Lease> lease = read_lease(folder.lease());
  const Contact contact = lease ? probe(folder.lease(), *lease) : Contact::kGone;
  std::optional<RunRecord> record =
      record_behind_lock(workspace, id, contact == Contact::kUnresponsive, lease, clock, sink);
  if (!record || is_final(record->state)) return record;
  const bool live = contact == Contact::kAlive || contact == Contact::kElsewhere;
  if (live && !cancel) {
    sink.report(core::make_finding(codes::kRunLive, "run " + id + " is alive (process " +
                                                        std::to_string(lease->runner) + " on '" +
                                                        lease->host + "')")
                    .on(id, "run"));
    return {};
  }
  if (contact == Contact::kAlive && cancel_runner(workspace, id, *lease, clock, sink)) {
    return record_of(workspace, id, clock, sink);
  }
  // First the ledger: from here on the old runner can record nothing. Then what it left running is ended.
  record->epoch += 1;
  record->state = RunState::kLost;
  record->failure = FailureClass::kToolEnvironment;
  record->reason = "run " + id + " was taken over at epoch " + std::to_string(record->epoch);
  record->finished = core::utc_instant(clock.now());
  std::optional<RunRecord> lost =
      record_lost(workspace, *record, contact == Contact::kUnresponsive, lease, clock, sink);
  if (lease) {
    Lease taken = *lease;
    taken.epoch = record->epoch;
    write_lease(folder.lease(), taken);
    if (!end_supervisor(*lease, kPatience)) {
      sink.report(
          core::make_finding(codes::kRunLost, "the command of run " + id +
                                                  " could not be stopped from this machine; "
                                                  "it can record nothing any more")
              .on(id, "run")
              .as(core::Severity::kWarning));
    }
  }
  return lost;
}

}  // namespace sealring::manifest
