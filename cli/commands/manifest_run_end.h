// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/context.h"
#include "manifest/run_record.h"

namespace sealring::cli {

/// What a repetition showed beside the run it repeats.
struct RunComparison {
  std::string earlier;             ///< execution id
  std::vector<std::string> lines;  ///< what differs: then, now
};

/// Reports how a run ended and gives the exit status: 0 completed, 1 any other end, 2 nothing was recorded, 130
/// interrupted.
int finish_run(Context& context, const std::string& verb,
               const std::optional<manifest::RunRecord>& record,
               std::vector<core::Finding> findings,
               const std::optional<RunComparison>& comparison = {});

}  // namespace sealring::cli
