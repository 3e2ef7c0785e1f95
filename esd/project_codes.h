// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of terminals, devices and projects: ESD-01xx.
namespace sealring::esd::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kUnknownNode{
    .id = "ESD-0101",
    .slug = "unknown-node",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A terminal names a node that the network does not hold.",
    .matters = "The resistance that was asked for cannot be computed.",
    .fix = "Correct the name; node names are those of the extracted file.",
    .example = "node 'VDD_PAD3' is not in 'top.dspf', did you mean 'VDD_PAD2'?",
};

inline constexpr Code kEmptyTerminal{
    .id = "ESD-0102",
    .slug = "empty-terminal",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A terminal, or a list of terminals, names no node.",
    .matters = "Nothing would be checked for it, and no result is not a good result.",
    .fix = "Name at least one node.",
    .example = "'pads.txt' names no node",
};

inline constexpr Code kSameTerminal{
    .id = "ESD-0103",
    .slug = "same-terminal",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "Both ends of a path are one node, or are joined by ideal shorts.",
    .matters = "The resistance is 0 by definition: nothing was measured.",
    .fix = "Take the pair out, or correct one of the names.",
    .example = "'n1' and 'n2' are one node (0 ohm); nothing is measured between them",
};

inline constexpr Code kUnknownDeviceType{
    .id = "ESD-0104",
    .slug = "unknown-device-type",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "An instance or a rule names a device type that the device library does not hold.",
    .matters = "Without the type, neither its resistance nor its direction is known.",
    .fix = "Add the type to the device library or correct the name.",
    .example = "instance 'CL_7' has the type 'rail_clmp', did you mean 'rail_clamp'?",
};

inline constexpr Code kDevicePin{
    .id = "ESD-0105",
    .slug = "device-pin",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A pin is missing, unknown, or given twice for an instance or a rule.",
    .matters = "The current could not be led through the device.",
    .fix = "Give each pin of the type at least one node, by the names of the library.",
    .example = "instance 'CL_7' of type 'rail_clamp' has no node for pin 'low'",
};

inline constexpr Code kDeviceValue{
    .id = "ESD-0106",
    .slug = "device-value",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A value of a device type is missing, negative, or without its unit.",
    .matters = "A wrong value moves every voltage and current share that is computed with it.",
    .fix = "Write the value with its unit, for example ron: 0.5 ohm.",
    .example =
        "device 'rail_clamp': ron is '0.5'; a resistance with its unit was expected, for "
        "example '0.5 ohm'",
};

inline constexpr Code kDuplicateName{
    .id = "ESD-0107",
    .slug = "duplicate-name",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "Two pads, instances, device types, layers, rules or groups have one name.",
    .matters = "Findings and waivers could not tell them apart.",
    .fix = "Rename one of them.",
    .example = "pad 'VDD_1' is given twice",
};

inline constexpr Code kProjectValue{
    .id = "ESD-0108",
    .slug = "project-value",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A field of a project, pad or instance is not one of the words or forms allowed.",
    .matters = "What is meant cannot be known, so it is not guessed.",
    .fix = "Use one of the words the message lists.",
    .example = "pad 'VDD_1': kind is 'supply', known are signal, power and ground",
};

inline constexpr Code kNetMismatch{
    .id = "ESD-0109",
    .slug = "net-mismatch",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means =
        "A pad or pin is declared for one net but its node lies in another net of the "
        "extracted file.",
    .matters =
        "The check would follow the wrong conductor: a swapped label, or a swapped "
        "domain.",
    .fix = "Correct the declaration, or the label in the layout.",
    .example = "pad 'VDD_1' is declared for net 'VDD', its node 'p12' lies in net 'VDDIO'",
};

}  // namespace sealring::esd::codes
