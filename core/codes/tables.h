// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// IO-02xx: tables (CSV).
namespace sealring::core::codes {

inline constexpr Code kTableRagged{
    .id = "IO-0201",
    .slug = "table-ragged-row",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A row of a table has more or fewer fields than the header.",
    .matters = "A missing separator shifts every value behind it into the wrong column.",
    .fix = "Add or remove the separators in that row; quote fields that contain a comma.",
    .example = "row has 4 fields, the header has 5",
};

inline constexpr Code kTableQuoting{
    .id = "IO-0202",
    .slug = "table-quoting",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A quoted field is not closed, or text follows its closing quote.",
    .matters = "Where the field ends is not certain, so the row was left out.",
    .fix = "Close the quote, and double a quote inside a quoted field.",
    .example = "quoted field is not closed before the end of the file",
};

inline constexpr Code kTableHeader{
    .id = "IO-0203",
    .slug = "table-header",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The header row lacks a column, has one twice or has one that is not known.",
    .matters = "Values cannot be given their meaning and unit.",
    .fix = "Correct the header; docs/formats.md lists the columns.",
    .example = "column 'period_ps' stands twice in the header",
};

inline constexpr Code kTableNoRows{
    .id = "IO-0204",
    .slug = "table-no-rows",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A table has a header and no rows.",
    .matters = "Nothing at all would be checked against it.",
    .fix = "Add the rows, or name the right table.",
    .example = "table 'serdes.csv' has a header and no rows",
};

}  // namespace sealring::core::codes
