// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of YAML documents (IO-01xx) and tables (IO-02xx).
namespace sealring::core::codes {

inline constexpr Code kYamlSyntax{
    .id = "IO-0101",
    .slug = "yaml-syntax",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The file is not well-formed YAML.",
    .matters = "Nothing after the fault can be trusted, so the file was not used.",
    .fix = "Mend the line; tabs for indentation and unbalanced quotes are the usual causes.",
    .example = "soc.yaml:7:3: end of map not found",
};

inline constexpr Code kYamlDuplicateKey{
    .id = "IO-0102",
    .slug = "yaml-duplicate-key",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "One mapping holds the same key twice.",
    .matters = "Only one of the two values can count, and the file does not say which was meant.",
    .fix = "Remove one of the two.",
    .example = "key 'period' stands twice in this mapping; first at line 12",
};

inline constexpr Code kYamlUnknownKey{
    .id = "IO-0103",
    .slug = "yaml-unknown-key",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A key is not one this file format knows.",
    .matters = "A misspelt key would otherwise be ignored in silence and its default used.",
    .fix = "Correct the spelling; docs/formats.md lists the keys.",
    .example = "unknown key 'instnaces' in the design configuration, did you mean 'instances'?",
};

inline constexpr Code kYamlMissingKey{
    .id = "IO-0104",
    .slug = "yaml-missing-key",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A required key is absent, or its value is empty.",
    .matters = "There is no safe default for it.",
    .fix = "Add the key.",
    .example = "clock 'rx' has no 'kind'",
};

inline constexpr Code kYamlWrongType{
    .id = "IO-0105",
    .slug = "yaml-wrong-type",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A value is of another shape or outside the words allowed.",
    .matters = "It cannot be read as what the format asks for.",
    .fix = "Write the value in the form the message names.",
    .example = "'divide_by' of clock 'rx' is 'two'; a whole number from 1 to 65536 was expected",
};

inline constexpr Code kYamlWrongSchema{
    .id = "IO-0106",
    .slug = "yaml-wrong-schema",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The schema line is missing or names another format or version.",
    .matters = "The file may mean something else than this reader would make of it.",
    .fix = "Name the right file, or add the schema line the message asks for.",
    .example = "'schema' is 'sealring.ip/1'; 'sealring.design/1' was expected here",
};

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
