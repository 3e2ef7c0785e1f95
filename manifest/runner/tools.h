// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <vector>

#include "core/diagnostics/sink.h"
#include "manifest/run.h"

namespace sealring::manifest {

/// Runs every probe (20 s each) and hashes the programs; MAN-0316 for a probe that fails or prints nothing.
std::optional<std::vector<ToolRecord>> probe_tools(const StageSpec& stage, core::Sink& sink);

/// Why a command failed, judged by the texts the run description gives, then by common ones, then by the stage.
FailureClass classify_failure(const StageSpec& stage, const std::string& log);

/// The last `limit` bytes of a file as text.
std::string tail_of(const std::filesystem::path& file, std::size_t limit);

}  // namespace sealring::manifest
