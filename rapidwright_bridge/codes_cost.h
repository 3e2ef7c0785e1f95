// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of `reuse cost`: RWB-05xx.
namespace sealring::rapidwright_bridge::codes {

inline constexpr core::Code kCostModel{
    .id = "RWB-0501",
    .slug = "cost-model",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "A cost model lacks a figure or holds an impossible one.",
    .matters = "The comparison would rest on a guess.",
    .fix = "Add the figure the message names.",
    .example = "'hours' of job 'route' is '-2'; hours above 0 were expected",
};

inline constexpr core::Code kChecksDiffer{
    .id = "RWB-0502",
    .slug = "checks-differ",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "The routes that are compared do not run the same checks.",
    .matters = "The route that checks less looks cheaper; the comparison is refused.",
    .fix = "Add the missing checks to the route and its hours.",
    .example = "route 'reuse' lacks 'hold' and 'drc', which route 'full' runs",
};

inline constexpr core::Code kNeverPays{
    .id = "RWB-0503",
    .slug = "reuse-never-pays",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means =
        "With the rebuild interval of the model, reuse costs more than the full run at every "
        "number of versions.",
    .matters = "Hours are lost with each version.",
    .fix = "Lengthen the interval, prune the sweep, or run in full.",
    .example = "rebuilt every 10 versions, reuse costs more at every number of versions up to 1000",
};

inline constexpr core::Code kFinalTimingWorse{
    .id = "RWB-0504",
    .slug = "final-timing-worse",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "The cheaper route ends with less slack.",
    .matters = "Hours were saved and timing margin was paid.",
    .fix = "Compare both columns before choosing.",
    .example =
        "route 'reuse' costs 69 h and ends at 0.010 ns, route 'full' costs 72 h and ends at "
        "0.120 ns",
};

inline constexpr core::Code kRecordedRuns{
    .id = "RWB-0505",
    .slug = "recorded-runs",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "A table of recorded runs cannot be read or holds no run.",
    .matters = "Costs cannot be measured from it.",
    .fix = "Correct the row the message names.",
    .example = "row 4: 'elapsed_h' is 'n/a'; a number of hours was expected",
};

}  // namespace sealring::rapidwright_bridge::codes
