// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <string>

#include "cli/context.h"
#include "sdcgen/generate.h"

namespace sealring::cli {

/// Puts the views of a result into a CheckResult: counts, what was not checked, JSON keys "config" and "views".
void describe_views(const sdcgen::GenerateResult& result, bool proof_asked, CheckResult& check);

/// Path of sta, or "" when it is not installed.
std::string sta_path();

/// Threads to use: --jobs, or one per processor.
unsigned thread_count(const Context& context);

/// Where proofs that held are kept: the cache of a workspace that is there; empty without one.
std::filesystem::path proof_cache(const Context& context);

}  // namespace sealring::cli
