// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of the network readers: ESD-00xx.
namespace sealring::esd::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kNetworkSyntax{
    .id = "ESD-0001",
    .slug = "network-syntax",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A line of an extracted network does not follow its format.",
    .matters =
        "A conductor that is left out changes every resistance of its net, so nothing is computed.",
    .fix =
        "Look at the line shown; write the file again with the extractor, or tell the right "
        "format.",
    .example = "resistor 'R12' has 2 fields, a name, two nodes and a value were expected",
};

inline constexpr Code kResistanceInvalid{
    .id = "ESD-0002",
    .slug = "resistance-invalid",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A resistance is missing, negative, or not a number.",
    .matters =
        "Taken as 0 it would make a path look ideal; a negative one has no physical meaning.",
    .fix = "Correct the value at its source; a real short is written as 0.",
    .example =
        "resistor 'R7' between 'a' and 'b' has the value 'rmet', a resistance in ohm was expected",
};

inline constexpr Code kTruncatedNetwork{
    .id = "ESD-0003",
    .slug = "truncated-network",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "An extracted network ends before its last mark (.end, .ends, *END).",
    .matters =
        "The rest of the conductors is missing; resistances would be too high or unreachable.",
    .fix = "Write or copy the file again and compare its size with the source.",
    .example = "the file ends inside net 'vdd' (from line 120) without *END",
};

inline constexpr Code kUnsupportedCard{
    .id = "ESD-0004",
    .slug = "unsupported-card",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "A statement would change the network in a way that is not computed here: an include, a "
        "controlled "
        "source, a subcircuit with conductors of its own.",
    .matters = "Leaving it out would answer another question.",
    .fix = "Flatten the network, or write what the statement brings into the file itself.",
    .example = "'.include rest.sp' is not followed; put its content into this file",
};

inline constexpr Code kPortWithoutElement{
    .id = "ESD-0005",
    .slug = "port-without-element",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kDesign,
    .means = "A declared port is touched by no element at all.",
    .matters =
        "The pad it stands for is connected to nothing in this file: often a label off its shape.",
    .fix = "Correct the label or port in the layout and extract again.",
    .example = "port 'VDD' of subcircuit 'top' is touched by no element",
};

inline constexpr Code kDuplicateResistors{
    .id = "ESD-0006",
    .slug = "duplicate-resistors",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kProcess,
    .means = "Resistors of equal value lie between the same two nodes.",
    .matters =
        "They count in parallel, which is legal; where an extractor wrote one conductor twice, its "
        "resistance is halved.",
    .fix = "Check the first pair shown; drop the copies if they stand for one conductor.",
    .example =
        "28 resistors repeat another one between the same nodes with the same value, first 'R3' "
        "and 'R2' "
        "(0.001 ohm between 'a' and 'b')",
};

inline constexpr Code kSpefUnit{
    .id = "ESD-0007",
    .slug = "spef-unit",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The resistance unit of a SPEF file is missing or is not a scale and OHM or KOHM.",
    .matters = "A wrong scale is a factor of 1000 in every value.",
    .fix = "Write *R_UNIT with its scale, for example '*R_UNIT 1 OHM'.",
    .example = "*R_UNIT has no scale; '*R_UNIT 1 OHM' was expected",
};

inline constexpr Code kNameMapIndex{
    .id = "ESD-0008",
    .slug = "name-map-index",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A SPEF name uses an index that the name map does not hold.",
    .matters = "It is not known which node is meant.",
    .fix = "Write the file again with a complete *NAME_MAP.",
    .example = "'*812:3' uses name map index 812, which *NAME_MAP does not define",
};

inline constexpr Code kToleratedSyntax{
    .id = "ESD-0009",
    .slug = "tolerated-syntax",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTool,
    .means = "A file departs from its format in a way whose meaning is clear.",
    .matters = "The network is read as meant; other readers may refuse it.",
    .fix = "Report it to the supplier of the extractor.",
    .example = "*DELIMITER is not followed by a blank (1 time)",
};

inline constexpr Code kImplausibleResistance{
    .id = "ESD-0010",
    .slug = "implausible-resistance",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "Half of all resistances lie outside 1e-6 ohm ... 1e6 ohm.",
    .matters = "Metal and vias do not have such values; a unit line is probably wrong.",
    .fix = "Compare the unit of the file with its values.",
    .example = "the median of 5012 resistances is 2.1e+09 ohm; check the unit of the file",
};

inline constexpr Code kEmptyNetwork{
    .id = "ESD-0011",
    .slug = "empty-network",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A file holds no resistor.",
    .matters = "Without conductors no path can be judged; no resistance is not a low resistance.",
    .fix = "Name the extracted file, or extract with resistances.",
    .example = "'top.spef' holds no resistor (12 capacitors, 3 nets)",
};

inline constexpr Code kCapacitorOnly{
    .id = "ESD-0012",
    .slug = "capacitor-only-nodes",
    .severity = Severity::kNote,
    .kind = FindingClass::kDesign,
    .owner = Owner::kProcess,
    .means = "Nodes are touched by capacitors but by no conductor.",
    .matters = "They lie outside the resistance network: a terminal there is unreachable.",
    .fix = "Nothing, unless one of them is meant to be a terminal.",
    .example = "4 nodes are touched by capacitors only, first 'u1:A'",
};

inline constexpr Code kSelfLoop{
    .id = "ESD-0013",
    .slug = "self-loop",
    .severity = Severity::kNote,
    .kind = FindingClass::kDesign,
    .owner = Owner::kProcess,
    .means = "Resistors have both ends on one node.",
    .matters = "They carry no current and do not count.",
    .fix = "Nothing.",
    .example = "2 resistors have both ends on one node, first '1' on 'in1:0'",
};

inline constexpr Code kTripletValue{
    .id = "ESD-0014",
    .slug = "triplet-value",
    .severity = Severity::kNote,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "A SPEF file gives min:typ:max values; one of the three is used.",
    .matters = "The corner decides the resistance that is compared with the limit.",
    .fix = "Choose with spef_corner: min, typ or max (the default).",
    .example = "120 resistances are min:typ:max triplets; max is used",
};

inline constexpr Code kTooLargeNetwork{
    .id = "ESD-0015",
    .slug = "network-too-large",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "A network has more nodes, elements, layers or files than one run can number.",
    .matters = "Nothing was computed for it.",
    .fix = "Split the network by net.",
    .example = "65536 layer names were read, at most 65534 are possible",
};

}  // namespace sealring::esd::codes
