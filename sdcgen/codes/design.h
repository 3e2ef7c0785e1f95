// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// SDC-03xx: the design configuration, views and objects.
namespace sealring::sdcgen::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kDuplicateInstance{
    .id = "SDC-0301",
    .slug = "duplicate-instance",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "Two instances have the same name, or stand at the same path.",
    .matters = "Their clocks would have the same names.",
    .fix = "Give each instance its own name and path.",
    .example = "instance name 'serdes0' is used twice; first at soc_a.yaml:18:5",
};

inline constexpr Code kPathMissing{
    .id = "SDC-0302",
    .slug = "instance-path-missing",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The path of an instance is not in the netlist.",
    .matters = "Every object below it would be missing.",
    .fix = "Correct the path; the message says how far it exists.",
    .example =
        "instance 'serdes0': no instance 'u_serdess' in 'u_core', did you mean 'u_core/u_serdes'?",
};

inline constexpr Code kObjectMissing{
    .id = "SDC-0303",
    .slug = "object-not-found",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The pin or port of a clock is not in the netlist.",
    .matters = "A timing tool would make the clock virtual with no more than a warning.",
    .fix = "Correct the object in the specification or the path of the instance.",
    .example =
        "clock 'rx_clk' of 'serdes0': no pin 'rx_clkk' in 'u_core/u_serdes', did you mean "
        "'u_core/u_serdes/rx_clk'?",
};

inline constexpr Code kObjectKind{
    .id = "SDC-0304",
    .slug = "object-wrong-kind",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "The object of a clock is an instance, a net or a whole bus, where one pin or port is "
        "needed.",
    .matters = "Timing tools differ in what they make of it.",
    .fix = "Name one pin or port; for a bus, one bit of it.",
    .example =
        "clock 'rx_clk' of 'serdes0': 'u_core/u_serdes/lanes' is a bus of 4 bits; one bit was "
        "expected",
};

inline constexpr Code kNameCollision{
    .id = "SDC-0305",
    .slug = "clock-name-collision",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "Two clocks get the same name in the SDC.",
    .matters = "The second definition would replace the first in silence.",
    .fix = "Rename one of the instances.",
    .example = "clock name 'a_b_c' is made by 'a'/'b_c' and by 'a_b'/'c'",
};

inline constexpr Code kSameObject{
    .id = "SDC-0306",
    .slug = "clock-on-same-object",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "Two active clocks stand on the same object.",
    .matters = "A timing tool drops the first one in silence.",
    .fix = "Use one clock, or set one of the two periods to 0.",
    .example = "clocks 'serdes0_refclk' and 'serdes1_refclk' both stand on port 'refclk'",
};

inline constexpr Code kTopMissing{
    .id = "SDC-0307",
    .slug = "top-not-found",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The top module is not in the netlists.",
    .matters = "No object can be looked up.",
    .fix = "Correct the name, or name the netlist that holds it.",
    .example = "top module 'soc_b' is not in the netlists, did you mean 'soc_a'?",
};

inline constexpr Code kUnknownView{
    .id = "SDC-0308",
    .slug = "unknown-view",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A view is asked for that the design configuration does not have.",
    .matters = "There is nothing to generate or to compare with.",
    .fix = "Use one of the views in the message.",
    .example = "unknown view 'func.signoff.tt', did you mean 'func.signoff.tt_ns'?",
};

inline constexpr Code kNothingToDo{
    .id = "SDC-0309",
    .slug = "empty-configuration",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The design configuration lists no instance, netlist or corner.",
    .matters = "No constraint can be made, and an empty SDC constrains nothing.",
    .fix = "Add what the message names.",
    .example = "the design configuration lists no instances",
};

inline constexpr Code kUnitsDiffer{
    .id = "SDC-0310",
    .slug = "liberty-units-differ",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kProcess,
    .means = "The Liberty files of one view have different time units.",
    .matters =
        "The timing tool takes the unit of the first file; numbers meant in the other are off by a "
        "thousand.",
    .fix = "Use libraries of one unit in a view.",
    .example = "time unit of 'b.lib' is 1ps, of 'a.lib' 1ns, both in corner 'tt'",
};

inline constexpr Code kNotLiberty{
    .id = "SDC-0311",
    .slug = "liberty-unusable",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kProcess,
    .means = "A Liberty file has no library or no time unit.",
    .matters = "The unit of the constraints cannot be known.",
    .fix = "Name a Liberty file with a time_unit line.",
    .example = "'cells.lib' has no time_unit",
};

inline constexpr Code kViewNeeded{
    .id = "SDC-0312",
    .slug = "view-needed",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "An SDC file names no view, and the configuration has several.",
    .matters = "The same file can be right in one view and wrong in another.",
    .fix = "Give --view.",
    .example = "'my.sdc' names no view in its first lines and the configuration has 2; give --view",
};

inline constexpr Code kBadName{
    .id = "SDC-0313",
    .slug = "bad-name",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "A name that becomes part of file or clock names holds other characters than letters, "
        "digits, _ and -.",
    .matters = "Names with blanks, dots or slashes would be read differently by different tools.",
    .fix = "Rename it.",
    .example = "corner name 'tt 0.9V' may hold letters, digits, '_' and '-' only",
};

inline constexpr Code kExternalMasterCode{
    .id = "SDC-0314",
    .slug = "external-master",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "A clock whose master is external has none in the configuration, or the one named is not "
        "there.",
    .matters = "A generated clock without a master gets period 0 in OpenSTA.",
    .fix = "Name it under `masters` of the instance: {clock: {instance: pll0, clock: out}}.",
    .example = "clock 'core_clk' of 'bus0' needs an external master; 'masters' names none",
};

}  // namespace sealring::sdcgen::codes
