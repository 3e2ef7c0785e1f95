// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// SDC-06xx: C headers, hardware parameter files and clock lists of other tools.
namespace sealring::sdcgen::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kHeaderError{
    .id = "SDC-0601",
    .slug = "header-error",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A C or C++ header that gives parameters does not compile.",
    .matters =
        "What a header defines after an error is not certain, so no value was taken from it.",
    .fix = "Give the -I folders and -D macros the firmware is compiled with, or mend the header.",
    .example = "'serdes.h' does not compile: 'board.h' file not found",
};

inline constexpr Code kHeaderNoNumber{
    .id = "SDC-0602",
    .slug = "header-no-number",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A parameter is taken from a name of a header that is no whole-number constant.",
    .matters =
        "A lane count or divider cannot be a text, a fraction or something known at run time.",
    .fix = "Name a macro, enumerator or constexpr variable whose value is a whole number.",
    .example = "'SERDES_NAME' of 'serdes.h' is no whole number: its value is a text",
};

inline constexpr Code kHeaderNoName{
    .id = "SDC-0603",
    .slug = "header-no-name",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A parameter is taken from a name that the header or parameter file does not have.",
    .matters = "There is no safe value to use instead.",
    .fix = "Correct the name, or the -D macros that decide which part of the file is read.",
    .example = "'serdes.h' has no constant 'SERDES_LANE', did you mean 'SERDES_LANES'?",
};

inline constexpr Code kSpecError{
    .id = "SDC-0611",
    .slug = "parameter-file-error",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "A hardware parameter file (.spec) is refused by its own #error, lacks an include, or is "
        "not in the form "
        "`%define NAME value`.",
    .matters = "The set of parameters would not be the one of a real configuration.",
    .fix = "Set the feature switches the file asks for; give the folder of included files.",
    .example = "'nv_small.spec': #error NVDLA_FEATURE_DATA_TYPE_INT8 must be set",
};

inline constexpr Code kSpecDuplicate{
    .id = "SDC-0612",
    .slug = "parameter-duplicate",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A hardware parameter file defines one parameter twice with different values.",
    .matters = "Which of the two the hardware was built with is not certain.",
    .fix = "Remove one of them, or the switch that lets both be read.",
    .example = "parameter 'NVDLA_BPE' is defined as '16', earlier as '8'",
};

inline constexpr Code kSpecNoNumber{
    .id = "SDC-0613",
    .slug = "parameter-no-number",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A parameter that is asked for has no value, or one that is not a whole number.",
    .matters = "A count or divider has to be exact.",
    .fix = "Use a parameter with a whole-number value.",
    .example = "parameter 'X_LOG2' is 'log2(48)', which is no whole number",
};

inline constexpr Code kHammerNoClocks{
    .id = "SDC-0621",
    .slug = "hammer-no-clocks",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A Hammer configuration gives no clocks under vlsi.inputs.clocks.",
    .matters = "Nothing would be imported, and nothing constrained.",
    .fix = "Name the file that holds the clock list.",
    .example = "'common.yml' has no 'vlsi.inputs.clocks'",
};

inline constexpr Code kHammerClock{
    .id = "SDC-0622",
    .slug = "hammer-clock",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "A clock of a Hammer configuration cannot be read: its period, uncertainty, source or "
        "divisor is missing "
        "or wrong, its name stands twice, or it is generated from a clock that is not there.",
    .matters = "The clock would be missing from the generated constraints, or wrong.",
    .fix =
        "Correct the entry; a time needs a unit of s, ms, us, ns, ps or fs (ns where it has none).",
    .example = "clock 'clk': period 'fast' is no time such as \"5 ns\"",
};

inline constexpr Code kHammerNotImported{
    .id = "SDC-0623",
    .slug = "hammer-not-imported",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means =
        "A Hammer configuration holds constraints besides clocks (delays, loads, raw SDC) that the "
        "import leaves out.",
    .matters = "They would silently be missing from the generated constraints.",
    .fix = "Carry them over by hand into the specification or as a raw section.",
    .example = "'vlsi.inputs.delays' is not imported (3 entries)",
};

inline constexpr Code kImportTaken{
    .id = "SDC-0631",
    .slug = "import-file-exists",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A file that an import would write is there already.",
    .matters = "It may hold work of people; an import overwrites nothing.",
    .fix = "Move it away, or give another --out-dir or --name.",
    .example = "'draft/chip.ip.yaml' is there already",
};

}  // namespace sealring::sdcgen::codes
