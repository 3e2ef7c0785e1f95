// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// IO-06xx: child processes.
namespace sealring::core::codes {

inline constexpr Code kToolCannotStart{
    .id = "IO-0601",
    .slug = "tool-cannot-start",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "An external program is missing, is not executable, or the machine refused to run it.",
    .matters = "What that program was to compute or to judge was not computed or judged.",
    .fix = "Install the program or add its folder to PATH; `sealring doctor` lists what is found.",
    .example =
        "cannot start 'sta': no program of this name in PATH; install it or add its folder to PATH",
};

}  // namespace sealring::core::codes
