// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of extraction from LEF and DEF: ESD-05xx.
namespace sealring::esd::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kLayerWithoutResistance{
    .id = "ESD-0501",
    .slug = "layer-without-resistance",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "Wires lie on a layer for which neither layer table nor LEF gives ohm per square.",
    .matters =
        "Taken as 0 the layer would be ideal and every path over it would pass; nothing is "
        "extracted.",
    .fix =
        "Give the layer a row with 'resistance: <value> ohm/sq' in the layer table, or RESISTANCE "
        "RPERSQ in the LEF.",
    .example =
        "layer 'M4' has no resistance: neither 'resistance: ... ohm/sq' in the layer table nor "
        "RESISTANCE RPERSQ in the LEF; 12 uses in nets 'VDD', 'VSS'",
};

inline constexpr Code kViaWithoutResistance{
    .id = "ESD-0502",
    .slug = "via-without-resistance",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "Cuts lie on a layer for which neither layer table, VIA, VIARULE GENERATE nor cut layer "
        "gives a resistance.",
    .matters = "Taken as 0 the vias would be ideal; nothing is extracted.",
    .fix = "Give the cut layer a row with 'resistance: <value> ohm' (each cut) in the layer table.",
    .example =
        "cut layer 'V4' has no resistance: neither in the layer table nor in its vias, via rules "
        "or LEF layer; 80 uses in net 'VDD'",
};

inline constexpr Code kUnknownLayer{
    .id = "ESD-0503",
    .slug = "unknown-layer",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A wire, shape or touch lies on a layer that the LEF does not define.",
    .matters = "Neither its order among the layers nor its resistance is known.",
    .fix = "Name the technology LEF that belongs to this DEF.",
    .example = "layer 'M9' is not in the LEF; 4 uses in net 'VDD'",
};

inline constexpr Code kUnknownVia{
    .id = "ESD-0504",
    .slug = "unknown-via",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A via is defined nowhere, or its definition has no cut between two conductors.",
    .matters = "A via left out opens paths; the layer of the wires behind it is not known either.",
    .fix = "Name all LEF files of the technology, or correct the VIAS section of the DEF.",
    .example = "via 'via4_big' is neither in the DEF nor in the LEF; 16 uses in nets 'VDD', 'VSS'",
};

inline constexpr Code kTouchWithoutMetal{
    .id = "ESD-0505",
    .slug = "touch-without-metal",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kDesign,
    .means = "A bump or pin has no metal of its net under it.",
    .matters =
        "Moved to some wire in silence it would have a resistance that the layout does not have.",
    .fix =
        "Draw the missing metal, correct the place, or allow a distance to look for metal "
        "('snap').",
    .example =
        "bump 'B_0_3' on net 'VDD', layer 'M9' at (10, 20) - (14, 24) um has no metal under it; "
        "none within 0.5 um",
};

inline constexpr Code kTouchMoved{
    .id = "ESD-0506",
    .slug = "touch-moved",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A bump or pin without metal under it was joined to the nearest wire.",
    .matters = "The conductor between the two does not exist and its resistance is missing.",
    .fix = "Draw the missing metal.",
    .example = "bump 'B_0_3' on net 'VDD', layer 'M9' was moved by 0.35 um to the nearest metal",
};

inline constexpr Code kDegenerateShape{
    .id = "ESD-0507",
    .slug = "degenerate-shape",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A shape has no area, edges that cross each other, or lies outside of any layout.",
    .matters = "It was left out; what it was meant to join may be open.",
    .fix = "Correct the shape.",
    .example =
        "a polygon of net 'VDD' on layer 'M5' at (0, 0) - (3, 0) um has no area or edges that "
        "cross; it is left out",
};

inline constexpr Code kUnknownNet{
    .id = "ESD-0508",
    .slug = "net-not-in-def",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A net that was asked for, or that a bump or pin touches, is not in the DEF.",
    .matters = "Nothing can be extracted for it.",
    .fix = "Correct the name.",
    .example = "net 'VDDA' is not in 'die.def', did you mean 'VDD'?",
};

inline constexpr Code kNetWithoutMetal{
    .id = "ESD-0509",
    .slug = "net-without-metal",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A net has no wire, no via and no shape at all.",
    .matters = "It has no resistance; its pins are not joined by anything drawn.",
    .fix = "Route the net, or leave it out.",
    .example = "net 'VDDIO' has no metal in 'die.def'",
};

inline constexpr Code kDuplicateVias{
    .id = "ESD-0510",
    .slug = "duplicate-vias",
    .severity = Severity::kNote,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "Equal vias stand on one place more than once.",
    .matters = "Each place counts once; tools that count each of them see too low a resistance.",
    .fix = "Nothing here; remove the duplicates so that other tools agree.",
    .example = "58 vias of net 'VDD' stand where their cuts are already; they count once",
};

inline constexpr Code kTooManyCuts{
    .id = "ESD-0511",
    .slug = "too-many-cuts",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The vias of a DEF have more cuts than are taken.",
    .matters = "A wrong number in a via array would use up the memory of the machine.",
    .fix = "Correct the array (DO ... BY ... STEP), or raise the limit.",
    .example = "with via 'via1' there are more than 200000000 cuts; 1 use in net 'VDD'",
};

inline constexpr Code kNothingExtracted{
    .id = "ESD-0512",
    .slug = "nothing-extracted",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "No net of the DEF has any metal to extract.",
    .matters = "An empty network would let every check pass.",
    .fix = "Name a DEF with routed special nets, or the nets to extract.",
    .example = "'die.def' has no special net with metal",
};

inline constexpr Code kNetsMeet{
    .id = "ESD-0513",
    .slug = "nets-meet",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means =
        "Wires, shapes, block pins or vias of two extracted nets overlap or have a common edge.",
    .matters =
        "In silicon the two nets are one: a short, or one net under two names whose discharge "
        "paths "
        "are longer here than in the layout.",
    .fix = "Move the metal apart, or give both the same net.",
    .example =
        "metal of net 'VDD' and net 'VDD_RING' meets on M3 at (12.5, 40) um; 3 pairs of "
        "shapes do",
};

inline constexpr Code kUnknownWireRule{
    .id = "ESD-0514",
    .slug = "unknown-wire-rule",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A regular net or piece of wire names a NONDEFAULTRULE that is defined nowhere.",
    .matters = "The width of its wires is not known; with the default width it would be a guess.",
    .fix = "Name the LEF that defines the rule, or add it to NONDEFAULTRULES of the DEF.",
    .example = "NONDEFAULTRULE 'wide' is neither in the DEF nor in the LEF; 12 uses in net 'clk'",
};

}  // namespace sealring::esd::codes
