// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string_view>

namespace sealring::core {

/// What a run may claim. "Nothing was looked at" is never kPass.
enum class Verdict : std::uint8_t { kPass, kFail, kInconclusive, kError };

/// The same four states as the status of a checking run.
/// kIncomplete: something that was asked for was not checked. kFailed: no report could be made.
enum class RunStatus : std::uint8_t { kClean, kFindings, kIncomplete, kFailed };

std::string_view to_string(Verdict verdict);   ///< "PASS", "FAIL", "INCONCLUSIVE", "ERROR"
std::string_view to_string(RunStatus status);  ///< "clean", "findings", "incomplete", "failed"

}  // namespace sealring::core
