// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// SDC-04xx: frozen steps.
namespace sealring::sdcgen::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kFrozenChanged{
    .id = "SDC-0401",
    .slug = "frozen-list-changed",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The frozen list of step select does not have the digest that was recorded for it.",
    .matters = "Later steps would work from a list that nobody checked.",
    .fix = "Run step select again, and change the tables instead of the list.",
    .example =
        "'soc_a.func.signoff.tt_ns.select.csv' has digest 91ab..., step select recorded 3f6c...",
};

inline constexpr Code kFrozenMissing{
    .id = "SDC-0402",
    .slug = "frozen-list-missing",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The result of an earlier step is not in the output folder, or cannot be read.",
    .matters = "This step takes only the frozen result of the step before it.",
    .fix = "Run the earlier step first: --step select, then clocks, then constraints.",
    .example =
        "no frozen list 'soc_a.func.signoff.tt_ns.select.json' in 'out'; run --step select first",
};

inline constexpr Code kOmission{
    .id = "SDC-0403",
    .slug = "omission",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "The frozen list and a second, independent count from the raw tables disagree.",
    .matters =
        "A clock or an entry was lost or added on the way, and every later step would repeat the "
        "fault.",
    .fix = "If the tables changed since step select, run it again; otherwise report the fault.",
    .example =
        "clock 'rx_clk' of 'serdes0' has a period in 'serdes0.csv' and is not active in the frozen "
        "list",
};

inline constexpr Code kClocksChanged{
    .id = "SDC-0404",
    .slug = "clocks-step-changed",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The file of step clocks is not what the frozen list gives.",
    .matters = "The file was edited or belongs to another run.",
    .fix = "Run --step clocks again.",
    .example = "'soc_a.func.signoff.tt_ns.clocks.sdc' differs from the frozen list at line 7",
};

inline constexpr Code kTraceUnusable{
    .id = "SDC-0405",
    .slug = "trace-unusable",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "An SDC line cannot be traced: no trace beside the file, the file was changed since, or "
        "the line holds no command.",
    .matters = "The origin shown would be that of another line.",
    .fix = "Trace the file as generated, with its trace.json beside it.",
    .example = "'soc_a.sdc' was changed since it was generated; its trace does not hold any more",
};

inline constexpr Code kStaleOutput{
    .id = "SDC-0406",
    .slug = "stale-output",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "The output folder holds an SDC of this design that this run did not make.",
    .matters = "A flow that takes every file of the folder would mix two configurations.",
    .fix = "Remove it, or use a fresh folder.",
    .example = "'soc_a.func.signoff.ss.sdc' in 'out' was not made by this run",
};

}  // namespace sealring::sdcgen::codes
