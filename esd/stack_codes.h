// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of projects over a stack: ESD-06xx.
namespace sealring::esd::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kUnknownStackName{
    .id = "ESD-0601",
    .slug = "unknown-stack-name",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "The project or the bond table names a tier, interface, region or port that the stack does "
        "not have.",
    .matters = "What was meant to be said about it would silently hold for nothing.",
    .fix = "Correct the name; tiers and interfaces are those of the stack description.",
    .example = "tier 'u_memry' is not in stack 'stack.3dbx', did you mean 'u_memory'?",
};

inline constexpr Code kTierWithoutDelivery{
    .id = "ESD-0602",
    .slug = "tier-without-delivery",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "A tier of the stack comes without what a check across dies needs: extracted connectivity, "
        "pin map, device "
        "types, rule values.",
    .matters =
        "Current through that tier could not be followed, and the paths around it would look worse "
        "or better than "
        "they are.",
    .fix = "Ask the team of the tier for what is missing; declare a dummy mechanical in the stack.",
    .example = "tier 'u_memory' (team 'memory') lacks: pin map (pin_map: bump to node)",
};

inline constexpr Code kPassFailDelivery{
    .id = "ESD-0603",
    .slug = "pass-fail-delivery",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "The file named as the network of a tier is a report or a statement, not an extracted "
        "network.",
    .matters = "That a die passed by itself says nothing about paths through it from another die.",
    .fix =
        "Ask its team for extracted connectivity (DEF + LEF, DSPF, SPEF or SPICE), a pin map, the "
        "device types and the "
        "rule values.",
    .example =
        "'memory_esd.yaml', delivered as the network of tier 'u_memory', is a pass/fail report",
};

inline constexpr Code kBondWithoutRow{
    .id = "ESD-0604",
    .slug = "bond-without-row",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "Bonds, bumps or feed-throughs of one kind have no row in the bond table.",
    .matters = "Without a resistance they would count as open or as ideal; both hide faults.",
    .fix =
        "Add a row for this interface, cell and size; an ideal short is written 'resistance: 0 "
        "ohm'.",
    .example =
        "12 bonds of interface 'face_to_face' (cells 'HB' and 'HB', 4 um) have no row in "
        "'bonds.yaml'",
};

inline constexpr Code kBondAmbiguous{
    .id = "ESD-0605",
    .slug = "bond-ambiguous",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "Two rows of the bond table hold equally well for the same bonds.",
    .matters = "Which resistance counts would depend on the order of lines.",
    .fix = "Tell the rows apart by cells or size.",
    .example =
        "bonds of interface 'face_to_face' (cells 'HB' and 'HB', 4 um) match the rows 'hb' and "
        "'hb_old' alike",
};

inline constexpr Code kBondValue{
    .id = "ESD-0606",
    .slug = "bond-value",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A value of the bond table is missing, negative, or without its unit.",
    .matters = "A wrong resistance or limit moves every path between the dies.",
    .fix = "Write the value with its unit, for example resistance: 20 mohm.",
    .example =
        "bond 'hb': resistance is '0.02'; a resistance with its unit was expected, for example "
        "'0.5 ohm'",
};

inline constexpr Code kPinMap{
    .id = "ESD-0607",
    .slug = "pin-map",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The pin map of a tier and the tier's bumps or network do not go together.",
    .matters = "A bump without its node joins nothing: the path through it would be missing.",
    .fix =
        "Correct the map: one row per bump (or port) with the node of the network where it lands.",
    .example =
        "3 bumps of tier 'u_memory' without a node in the pin map 'memory_pins.csv', first 'm4'",
};

inline constexpr Code kSupplyShort{
    .id = "ESD-0608",
    .slug = "supply-short",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means =
        "One net of the stack belongs to two supplies, or is a power and a ground net at once.",
    .matters =
        "The stack joins them, so that clamps between them protect nothing and paths look better "
        "than they are.",
    .fix = "Find the bond or the label that joins them; or name the net once.",
    .example = "net 'u_logic/VDD' belongs to the supplies 'VDD' and 'VDDIO'",
};

inline constexpr Code kNetsJoined{
    .id = "ESD-0609",
    .slug = "nets-joined",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "Conductors join pads or pins that are declared for different nets.",
    .matters =
        "Wires of two nets touch, or a label is wrong: the nets are one, whatever they are called.",
    .fix = "Separate the shapes, or correct the label or the pin map.",
    .example =
        "conductors join net 'VDD' (pad 'u_logic.regions.front/f3') and net 'VDDIO' (pad "
        "'u_logic.regions.front/f9')",
};

inline constexpr Code kSupplyWithoutPad{
    .id = "ESD-0610",
    .slug = "supply-without-pad",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A supply net has devices but no pad to the outside or to another die.",
    .matters = "Nothing discharges through it: a net that lost its pads looks clean.",
    .fix = "Connect the net to its bumps, or name the net under which they are.",
    .example = "supply net 'u_logic/vdd_ring' has 4 devices and no pad",
};

inline constexpr Code kBumpWithoutNet{
    .id = "ESD-0611",
    .slug = "bump-without-net",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kDesign,
    .means =
        "The DEF of a tier has neither a pin nor a net for the port or label of a bump, or its "
        "cell has no shape.",
    .matters = "Where the current goes from the bump cannot be known.",
    .fix =
        "Correct the port in the bump map, or deliver the DEF that has the net and the LEF that "
        "has the cell.",
    .example =
        "bump 'f4' of tier 'u_logic' has the port 'data[4]', DEF 'logic.def' has no such pin or "
        "net",
};

inline constexpr Code kDeviceNotConnected{
    .id = "ESD-0612",
    .slug = "device-not-connected",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A pin of a protection device lies in no net of its DEF.",
    .matters = "The device is there and protects nothing.",
    .fix = "Connect the pin.",
    .example = "pin 'low' of 'u_clamp3' (rail_clamp) is in no net of 'logic.def'",
};

inline constexpr Code kUnusedRow{
    .id = "ESD-0613",
    .slug = "unused-bond-row",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "A row of the bond table holds for no bond of the stack.",
    .matters = "It may have been meant for bonds that now take another row's values.",
    .fix = "Take it out, or correct its interface, cells or size.",
    .example = "row 'c4_large' of 'bonds.yaml' holds for nothing in the stack",
};

inline constexpr Code kUnbondedBump{
    .id = "ESD-0614",
    .slug = "unbonded-bump",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "Bumps of an interface between two tiers have no partner.",
    .matters = "They are open: nothing is checked from them.",
    .fix = "Run `sealring stack check` on the stack; it names the cause.",
    .example =
        "4 bumps of interface 'face_to_face' without a partner, first 'u_memory.regions.front/m3'",
};

}  // namespace sealring::esd::codes
