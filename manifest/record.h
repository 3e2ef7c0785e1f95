// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>

#include "core/diagnostics/sink.h"
#include "core/store/clock.h"
#include "core/store/execution_record.h"
#include "core/store/workspace.h"

namespace sealring::manifest {

/// Stores what a verb did, append-only, in the workspace's ledger and returns its execution id; nothing after reporting
/// why (IO-07xx). `outcome` is the run status word ("clean", "findings" ...).
std::optional<std::string> record_execution(const core::Workspace& workspace,
                                            const core::ExecutionRecord& record,
                                            const std::string& outcome, const core::Clock& clock,
                                            core::Sink& sink);

}  // namespace sealring::manifest
