// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of audit, diff and stale: MAN-06xx.
namespace sealring::manifest::codes {

inline constexpr core::Code kMissingFile{
    .id = "MAN-0601",
    .slug = "missing-file",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A file that a manifest lists is not there.",
    .matters = "The submission is incomplete.",
    .fix = "Restore it from the store, where it lies under its digest.",
    .example = "'reports/coverage.json' is listed in the manifest and missing",
};

inline constexpr core::Code kOlderReport{
    .id = "MAN-0602",
    .slug = "older-report",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means =
        "A file in the folder is the output of an earlier run than the one its manifest describes.",
    .matters = "Reports of two runs lie side by side and read as one.",
    .fix = "Remove the file of the earlier run.",
    .example = "'reports/drc.rpt' is the output of the earlier run x-12ab",
};

inline constexpr core::Code kChainBreak{
    .id = "MAN-0603",
    .slug = "chain-break",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Two stages that must have worked on the same content did not.",
    .matters = "What was proved of one version is claimed for another.",
    .fix = "Run the later stage again on the content of the earlier one.",
    .example = "synthesis read rtl 3f6c..., simulation passed on 91ab...",
};

inline constexpr core::Code kStaleStage{
    .id = "MAN-0604",
    .slug = "stale-stage",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A stage was sealed on inputs that have changed since.",
    .matters = "Its result describes files that are no longer there.",
    .fix = "Run the stage again.",
    .example = "stage 'synthesis' is stale: 'rtl/fifo.v' changed",
};

inline constexpr core::Code kDiffers{
    .id = "MAN-0605",
    .slug = "differs",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Two manifests differ.",
    .matters = "The runs they describe are not about the same thing.",
    .fix = "Read which input, tool or output differs.",
    .example = "input rtl 'rtl/fifo.v': 3f6c... in a, 91ab... in b",
};

inline constexpr core::Code kNothingToAudit{
    .id = "MAN-0606",
    .slug = "nothing-to-audit",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "The place named holds no manifest and no ledger.",
    .matters = "Nothing was looked at, which is not the same as nothing wrong.",
    .fix = "Name a workspace or a folder of submissions.",
    .example = "'build' holds no manifest and no ledger",
};

}  // namespace sealring::manifest::codes
