// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of `reuse sweep`: RWB-04xx.
namespace sealring::rapidwright_bridge::codes {

inline constexpr core::Code kSweepDefinition{
    .id = "RWB-0401",
    .slug = "sweep-definition",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "A sweep definition lacks something or contradicts itself.",
    .matters = "No run can be planned from it.",
    .fix = "Correct the key the message names.",
    .example = "sweep of 'core' has no pblocks",
};

inline constexpr core::Code kRunnerMissing{
    .id = "RWB-0402",
    .slug = "runner-missing",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kTool,
    .means = "The tool that runs the sweep is not there.",
    .matters = "No run was started.",
    .fix = "Give it with --tool or in PATH; --plan-only writes the scripts alone.",
    .example = "cannot find 'vivado' in PATH",
};

inline constexpr core::Code kRunFailed{
    .id = "RWB-0403",
    .slug = "sweep-run-failed",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "A run of a sweep did not end with its final marker, was stopped or never started.",
    .matters = "Its hours are spent and its reports are not used.",
    .fix = "Look at the last lines of its log.",
    .example =
        "run 'Default_Explore_-0.025_pblock1' ended with exit status 0 and without its final "
        "marker",
};

inline constexpr core::Code kNoRunPassed{
    .id = "RWB-0404",
    .slug = "no-run-passed",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "No run of a shape passed every check.",
    .matters = "The shape cannot be used.",
    .fix = "Widen the shape or the period, or try other directives.",
    .example = "pblock 'pblock1': 0 of 60 runs passed; the best fails RWB-0101",
};

inline constexpr core::Code kBoughtNothing{
    .id = "RWB-0405",
    .slug = "runs-bought-nothing",
    .severity = core::Severity::kNote,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "Values of one sweep axis gave the same result in every case.",
    .matters = "Their hours bought nothing here.",
    .fix = "Leave the axis out of the next sweep of this module.",
    .example = "place directive: 90 of 90 pairs of runs have equal worst slack",
};

inline constexpr core::Code kOldReportSetAside{
    .id = "RWB-0406",
    .slug = "old-report-set-aside",
    .severity = core::Severity::kNote,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A folder of a run held files of an earlier run.",
    .matters = "They could have been taken for the result of this one.",
    .fix = "Nothing to do: they were moved to a folder named stale.",
    .example = "4 files of an earlier run were moved to 'runs/r001/stale'",
};

inline constexpr core::Code kRunNotCollected{
    .id = "RWB-0407",
    .slug = "run-not-collected",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "A run that was planned has no folder or no record.",
    .matters = "The sweep is not complete, so the best run is not known.",
    .fix = "Run it, or collect from the folder that holds it.",
    .example =
        "12 of 180 planned runs have no result; the first is "
        "'Default_Default_-0.100_pblock2'",
};

inline constexpr core::Code kSweepNotWritten{
    .id = "RWB-0408",
    .slug = "sweep-not-written",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "A script, the record of a run or the table of runs could not be written.",
    .matters = "Runs are missing, or nobody can tell how they ended.",
    .fix = "Make room or give another folder, then start the sweep again: finished runs are kept.",
    .example = "cannot write 'runs/Default_Default_0.000_pblock0/run.tcl': No space left on device",
};

}  // namespace sealring::rapidwright_bridge::codes
