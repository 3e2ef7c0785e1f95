// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of rules and limit tables: ESD-02xx.
namespace sealring::esd::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kRuleValue{
    .id = "ESD-0201",
    .slug = "rule-value",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "A field of a rule or of a limit table is missing, contradicts another, or has no "
        "unit.",
    .matters = "A limit that is guessed proves nothing.",
    .fix = "Follow the form that the message shows.",
    .example = "rule 'R2': limit is '0.1'; a resistance or a voltage with its unit was expected",
};

inline constexpr Code kEmptySelection{
    .id = "ESD-0202",
    .slug = "empty-selection",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A rule selects no pad, no device, or no pair of them.",
    .matters = "The rule looked at nothing; that is not a pass.",
    .fix = "Correct the selection (kind, group, net, name), or take the rule out.",
    .example = "rule 'R2' selects no pads (kind power, group d2d)",
};

inline constexpr Code kMissingCurrent{
    .id = "ESD-0203",
    .slug = "missing-current",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "A limit in volt or a current density is asked for, but neither the rule nor the "
        "group of the pad gives a current.",
    .matters = "Without a current there is no voltage and no density.",
    .fix = "Give current in the rule or in its group.",
    .example = "rule 'C1' needs a current; pad 'A0' has no group with one",
};

inline constexpr Code kMergedCurrentDensity{
    .id = "ESD-0204",
    .slug = "merged-current-density",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A current-density rule takes its terminals as merged.",
    .matters =
        "Ideally shorted contacts draw the current towards the nearest ones; the "
        "densities at the terminal would be wrong.",
    .fix = "Use distributed or individual terminals in current-density rules.",
    .example =
        "rule 'C1': current density needs distributed or individual terminals, 'merged' "
        "was given",
};

inline constexpr Code kMissingLimit{
    .id = "ESD-0205",
    .slug = "missing-limit",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "Conductors carry current on a layer for which the limit table has no limit, or "
        "on no layer that is known.",
    .matters = "Their density was not judged.",
    .fix = "Add the layer to the table, with an unlimited bracket if it is meant.",
    .example = "rule 'C1': 312 conductors on layer 'M7' have no current limit",
};

inline constexpr Code kMissingWidth{
    .id = "ESD-0206",
    .slug = "missing-width",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kProcess,
    .means = "Conductors have a limit per width but no width in the extracted file.",
    .matters = "Their density was not judged.",
    .fix = "Extract with widths ($w), or give the layer a limit per conductor.",
    .example = "rule 'C1': 40 conductors on layer 'M3' have no width, first 'R17'",
};

inline constexpr Code kLumpedCuts{
    .id = "ESD-0207",
    .slug = "lumped-cuts",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kProcess,
    .means = "A via element stands for several cuts.",
    .matters =
        "The current of an array is never even; its average would hide the cut that "
        "melts.",
    .fix = "Extract every cut as an element of its own.",
    .example =
        "rule 'C1': 12 via elements on layer 'V4' stand for several cuts, first 'R90' "
        "with 9",
};

inline constexpr Code kNoRule{
    .id = "ESD-0208",
    .slug = "no-rule",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A check was asked for but no rule of its kind is in the rule file.",
    .matters = "Zero rules run is not a pass.",
    .fix = "Add a rule, or ask for another check.",
    .example = "no rule of kind cd in 'rules.yaml'",
};

}  // namespace sealring::esd::codes
