// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/context.h"

namespace sealring::cli {

/// Waiver files of this run: those on the command line, then those of the settings.
std::vector<std::filesystem::path> waiver_files(const Context& context);

/// Enters the execution record of a finished check in the ledger of the workspace and returns the execution id. Nothing
/// when there is no workspace, or the verb keeps its own records (`manifest run` ...) or only shows what is there; nothing
/// after a warning on stderr when it cannot be written: a check's verdict does not depend on where it is recorded. The files of waivers are inputs of the record too.
std::optional<std::string> record_check(Context& context, const CheckResult& result,
                                        const std::string& outcome);

}  // namespace sealring::cli
