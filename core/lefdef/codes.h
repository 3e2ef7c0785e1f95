// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// IO-04xx: reading LEF and DEF. They are listed in the table of core/codes.h.
namespace sealring::core::codes {

inline constexpr Code kLefSyntax{
    .id = "IO-0401",
    .slug = "lef-syntax",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "A statement of a LEF file is not as the language allows it, or the file ends inside a "
        "block.",
    .matters = "The layer, via or macro it belongs to is missing or incomplete.",
    .fix = "Correct the statement, or copy the file again when it is cut off.",
    .example = "macro 'BUMP' has no END; the file ends inside it",
};

inline constexpr Code kLefNumber{
    .id = "IO-0402",
    .slug = "lef-number",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A number of a LEF file cannot be read, or is finer than a picometre.",
    .matters = "The statement was left out, or its value rounded.",
    .fix = "Write a decimal number.",
    .example =
        "a coordinate of RECT is '5,0'; a length in um was expected, so this statement is left out",
};

inline constexpr Code kLefConflict{
    .id = "IO-0403",
    .slug = "lef-conflict",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "A macro is defined again with another size.",
    .matters = "Which of the two is in the layout is not known; the first is used.",
    .fix = "Name only the LEF that belongs to this layout.",
    .example = "macro 'BUMP' is 29 x 29 um here and 30 x 30 um in 'a.lef'; the first is used",
};

inline constexpr Code kLefEmpty{
    .id = "IO-0404",
    .slug = "lef-empty",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A file named as LEF holds no layer, via, site or macro.",
    .matters = "It is another kind of file, or broken.",
    .fix = "Name a LEF file.",
    .example = "'top.v' holds no layer, via, site or macro; it is no LEF file",
};

inline constexpr Code kDefSyntax{
    .id = "IO-0411",
    .slug = "def-syntax",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A statement of a DEF file is not as the language allows it.",
    .matters = "The object it describes is missing from every check.",
    .fix = "Correct the statement, or write the DEF again.",
    .example = "'(' was expected in the place of component 'u1', found 'N'",
};

inline constexpr Code kDefNumber{
    .id = "IO-0412",
    .slug = "def-number",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A coordinate of a DEF file is not a whole number of database units.",
    .matters = "DEF allows whole numbers only; tools round such values differently.",
    .fix = "Write the DEF with a finer UNITS DISTANCE MICRONS.",
    .example = "x is '1.89e+06'; a whole number of database units was expected; 1890000 is used",
};

inline constexpr Code kDefTruncated{
    .id = "IO-0413",
    .slug = "def-truncated",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A DEF file ends inside a section or without END DESIGN.",
    .matters = "What follows is missing; the file was cut off.",
    .fix = "Copy the file again and compare its digest with the sender.",
    .example = "'die.def' ends inside section PINS, without END DESIGN",
};

inline constexpr Code kDefCount{
    .id = "IO-0414",
    .slug = "def-count",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "A section of a DEF file holds more or fewer objects than it announces.",
    .matters = "The file was edited or cut; tools that trust the number read past it.",
    .fix = "Write the DEF again.",
    .example = "section PINS announces 12 objects and holds 11",
};

inline constexpr Code kDefDuplicate{
    .id = "IO-0415",
    .slug = "def-duplicate",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A DEF file has two components or two pins of one name.",
    .matters = "Look-ups by name find the first only.",
    .fix = "Rename one of them.",
    .example = "component 'BUMP_0_0' stands twice; first at line 36",
};

inline constexpr Code kDefIncomplete{
    .id = "IO-0416",
    .slug = "def-incomplete",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A DEF file lacks UNITS, or holds no design at all.",
    .matters = "Without UNITS no coordinate has a size.",
    .fix = "Name a DEF file that says UNITS DISTANCE MICRONS.",
    .example = "'die.def' has no UNITS DISTANCE MICRONS; its coordinates have no size",
};

inline constexpr Code kDefSkipped{
    .id = "IO-0417",
    .slug = "def-skipped",
    .severity = Severity::kNote,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "A DEF file has a statement or section that is not known here; it was skipped.",
    .matters = "If it moves or connects anything, that was not seen.",
    .fix = "Nothing, when the statement is an extension of another tool.",
    .example = "section IOTIMINGS is not read",
};

}  // namespace sealring::core::codes
