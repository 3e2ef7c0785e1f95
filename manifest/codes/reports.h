// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of the report readers: MAN-07xx.
namespace sealring::manifest::codes {

inline constexpr core::Code kReportDamaged{
    .id = "MAN-0701",
    .slug = "report-damaged",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A report cannot be read to its end: cut short, or not in its format.",
    .matters = "What stands behind the fault was not seen.",
    .fix = "Make the report again.",
    .example = "'results.xml' ends in the middle of an element",
};

inline constexpr core::Code kReportEmpty{
    .id = "MAN-0702",
    .slug = "report-empty",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A report is well-formed and holds nothing: no test, no bin, no comparison.",
    .matters = "A tool that did nothing writes the same.",
    .fix = "Find out why the tool had nothing to do.",
    .example = "'results.xml' holds no test case",
};

inline constexpr core::Code kReportFormat{
    .id = "MAN-0703",
    .slug = "report-format",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A report is of another format than the run description or policy says.",
    .matters = "It would be read as something it is not.",
    .fix = "Correct 'format'.",
    .example = "'cov.dat' does not begin with '# SystemC::Coverage-3'",
};

}  // namespace sealring::manifest::codes
