// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/runner/records.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/codes.h"
#include "manifest/codes.h"
#include "manifest/formats/json.h"

namespace sealring::manifest {

namespace {

constexpr off_t kLargestReport = off_t{256} << 20;

std::int64_t nanoseconds(const core::Clock& clock) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(clock.now().time_since_epoch())
      .count();
}

}  // namespace

void report_failure(const core::Failure& failure, core::Sink& sink) {
  const core::Code* code = &codes::kLedgerDamaged;
  for (const core::Code* known : core::codes::kTable) {
    if (known->id == failure.code) code = known;
  }
  core::Finding finding = core::make_finding(*code, failure.message);
  finding.kind = core::FindingClass::kInput;
  finding.location = failure.location;
  finding.object = failure.location.file;
  sink.report(std::move(finding));
}

std::optional<LedgerStore> open_ledger(const core::Workspace& workspace, core::Database::Mode mode,
                                       core::Sink& sink) {
  std::error_code error;
  if (mode == core::Database::Mode::kReadWrite) {
    std::filesystem::create_directories(workspace.state(), error);
  }
  core::Expected<LedgerStore> store = LedgerStore::open(workspace.ledger(), mode);
  if (store) return std::move(*store);
  report_failure(store.error(), sink);
  return {};
}

bool RunLedger::open() {
  store_ = open_ledger(workspace_, core::Database::Mode::kReadWrite, sink_);
  return store_.has_value();
}

bool RunLedger::append(const RunRecord& record) {
  const auto done = store_->append_record("run", record.id, to_string(record.state),
                                          nanoseconds(clock_), canonical(to_json(record)));
  if (!done) report_failure(done.error(), sink_);
  return done.has_value();
}

std::optional<RunRecord> RunLedger::find(const std::string& id) {
  const auto latest = store_->latest("run", id);
  if (!latest) {
    report_failure(latest.error(), sink_);
    return {};
  }
  if (!*latest) {
    sink_.report(core::make_finding(codes::kRunUnknown, "no run '" + id + "' in this workspace")
                     .on(id, "run"));
    return {};
  }
  const std::optional<Json> json = parse_json((*latest)->body, id, sink_);
  return json ? run_record_from_json(*json, id, sink_) : std::nullopt;
}

std::optional<RunRecord> RunLedger::finish(const RunRecord& record) {
  const auto done = store_->append_record("run", record.id, to_string(record.state),
                                          nanoseconds(clock_), canonical(to_json(record)));
  if (done) return record;
  const auto latest = store_->latest("run", record.id);
  if (latest && *latest && (*latest)->state == to_string(RunState::kLost)) {
    std::optional<RunRecord> lost = find(record.id);
    if (lost) report_state(*lost, sink_);
    return lost;
  }
  report_failure(done.error(), sink_);
  return {};
}

void report_state(const RunRecord& record, core::Sink& sink) {
  const core::Code* code = nullptr;
  switch (record.state) {
    case RunState::kFailed: code = &codes::kRunFailed; break;
    case RunState::kTimeout: code = &codes::kRunTimeout; break;
    case RunState::kInterrupted: code = &codes::kRunInterrupted; break;
    case RunState::kLost: code = &codes::kRunLost; break;
    default: return;
  }
  sink.report(
      core::make_finding(*code, record.reason.empty() ? "the run did not complete" : record.reason)
          .on(record.id, "run")
          .property("failure_class", std::string(to_string(record.failure))));
}

std::optional<ReportFacts> read_report_file(const ReportRecord& report, int fd, core::Sink& sink) {
  struct stat status{};
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > kLargestReport) {
    return damaged_report(report.path, "is no plain file of at most 268435456 bytes", sink);
  }
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t have = 0;
  while (have < text.size()) {
    const ssize_t got = ::read(fd, text.data() + have, text.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    have += static_cast<std::size_t>(got);
  }
  text.resize(have);
  const ReportReader reader = find_report_reader(report.format);
  if (reader == nullptr) {
    return foreign_report(report.path, "has the unknown format '" + report.format + "'", sink);
  }
  return reader(text, report.path, sink);
}

}  // namespace sealring::manifest
