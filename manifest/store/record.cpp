// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/record.h"

#include "manifest/formats/json.h"
#include "manifest/runner/records.h"

namespace sealring::manifest {

std::optional<std::string> record_execution(const core::Workspace& workspace,
                                            const core::ExecutionRecord& record,
                                            const std::string& outcome, const core::Clock& clock,
                                            core::Sink& sink) {
  std::optional<LedgerStore> ledger =
      open_ledger(workspace, core::Database::Mode::kReadWrite, sink);
  if (!ledger) return {};
  const std::string id = core::new_execution_id();
  const std::string body = canonical(Json::object({{"content_key", core::content_key(record)},
                                                   {"execution", id},
                                                   {"outcome", outcome},
                                                   {"record", core::to_json_text(record)}}));
  const auto at =
      std::chrono::duration_cast<std::chrono::nanoseconds>(clock.now().time_since_epoch());
  const auto done = ledger->append_record("execution", id, "", at.count(), body);
  if (done) return id;
  report_failure(done.error(), sink);
  return {};
}

}  // namespace sealring::manifest
