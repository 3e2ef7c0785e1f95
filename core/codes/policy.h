// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of waivers and baseline: IO-05xx.
namespace sealring::core::codes {

inline constexpr Code kWaiverUnused{
    .id = "IO-0501",
    .slug = "waiver-unused",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "A waiver matched no finding of this run.",
    .matters =
        "Either the problem is gone and the waiver can go, or its scope is misspelt and it never "
        "worked.",
    .fix = "Remove it with `sealring waiver prune`, or correct its scope.",
    .example = "waiver for object 'u_old/*' matched nothing",
};

inline constexpr Code kWaiverExpired{
    .id = "IO-0502",
    .slug = "waiver-expired",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "The expiry date of a waiver has passed; it no longer applies.",
    .matters = "The decision was made for a limited time and nobody renewed it.",
    .fix = "Solve the finding, or renew the waiver with a new date and reason.",
    .example = "waiver for object 'u_phy/*' expired on 2026-01-31",
};

inline constexpr Code kWaiverLapsed{
    .id = "IO-0503",
    .slug = "waiver-lapsed",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "A waiver is bound to a content digest and the content has changed.",
    .matters = "What was accepted is not what is there now.",
    .fix = "Review the finding again and renew the digest.",
    .example =
        "waiver for object 'u_phy/*' was given for content 3f6c..., the content is now 91ab...",
};

inline constexpr Code kWaiverNoScope{
    .id = "IO-0504",
    .slug = "waiver-scope",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A waiver has no scope, or more than one, or a value that cannot be read.",
    .matters = "A waiver without a scope would hide everything.",
    .fix = "Give exactly one of object, file or fingerprint.",
    .example = "waiver has both 'object' and 'file'; exactly one scope is allowed",
};

inline constexpr Code kWaiverNoReason{
    .id = "IO-0505",
    .slug = "waiver-no-reason",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A waiver gives no reason.",
    .matters = "A reviewer cannot tell a decision from a leftover.",
    .fix = "Add the reason.",
    .example = "waiver for object 'u_phy/*' has no reason",
};

inline constexpr Code kBaselineUnusable{
    .id = "IO-0506",
    .slug = "baseline-unusable",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The baseline file is not a findings report of this tool.",
    .matters = "New findings cannot be told from old ones.",
    .fix = "Make it with --format json=FILE.",
    .example = "'base.json' is not a sealring.findings/1 document",
};

}  // namespace sealring::core::codes
