// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// SDC-08xx: what two documents say differently.
namespace sealring::sdcgen::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kChanged{
    .id = "SDC-0801",
    .slug = "changed",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "Two configurations, or two revisions of a document, say something differently.",
    .matters = "What changed must be proved again; what did not change need not.",
    .fix = "Nothing, if this is meant; see the list of views to prove again.",
    .example = "clock-on 's2/pipe_clk': unused -> 1 ns",
};

inline constexpr Code kNotComparable{
    .id = "SDC-0802",
    .slug = "not-comparable",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The two documents are of different schemas, or of one that cannot be compared.",
    .matters = "No list of changes can be made.",
    .fix = "Give two design configurations or two IP specifications.",
    .example =
        "'a.yaml' is of schema 'sealring.ip/1', 'b.yaml' of 'sealring.design/1'; two of "
        "sealring.design/1 or two of sealring.ip/1 were expected",
};

}  // namespace sealring::sdcgen::codes
