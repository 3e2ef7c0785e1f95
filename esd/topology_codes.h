// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of topology checks: ESD-07xx.
namespace sealring::esd::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kNoPrimary{
    .id = "ESD-0701",
    .slug = "no-primary-protection",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A pad has no listed device to a rail.",
    .matters = "A discharge of that polarity has no way out of the pad but through the circuit.",
    .fix = "Place the missing device between pad and rail, or join it to them.",
    .example = "rule 'T1': pad 'A0' has no device to a power rail (esd_diode)",
};

inline constexpr Code kWrongPolarity{
    .id = "ESD-0702",
    .slug = "wrong-polarity",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A protection device lies between the right nets but conducts only the other way.",
    .matters = "It blocks the discharge it is there for and leaks in operation.",
    .fix = "Exchange its two pins.",
    .example = "rule 'T1': 'DU' between pad 'A0' and 'VDD' conducts only from 'VDD' to 'A0'",
};

inline constexpr Code kWrongDomain{
    .id = "ESD-0703",
    .slug = "wrong-domain",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means =
        "A protection device leads to the rail of another supply domain than the rule asks for.",
    .matters =
        "The discharge ends on a rail without a way back to the ground of its own domain, although "
        "a device seems to be there.",
    .fix = "Connect the device to the rails of its own domain.",
    .example =
        "rule 'T2': 'CL1' (rail_clamp) lies between 'VDD' and 'VSSIO'; the pairs of the rule are "
        "VDD/VSS, VDDIO/VSSIO",
};

inline constexpr Code kNoRailClamp{
    .id = "ESD-0704",
    .slug = "no-rail-clamp",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "Two rails have fewer clamps between them than the rule asks for.",
    .matters = "What the diodes lead onto the rail has no way to its ground.",
    .fix = "Place the missing clamps.",
    .example = "rule 'T2': 'VDD' and 'VSS' have 0 clamps (rail_clamp), at least 1 is needed",
};

inline constexpr Code kGroundsNotTied{
    .id = "ESD-0705",
    .slug = "grounds-not-tied",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means =
        "Two grounds are neither one conductor nor joined both ways through few enough devices.",
    .matters = "A discharge between pads of two domains has to cross between their grounds.",
    .fix = "Join the grounds, or place back-to-back diodes between them.",
    .example = "rule 'T3': no way from 'VSSIO' to 'VSS' within 1 device",
};

inline constexpr Code kCrossDomainUnprotected{
    .id = "ESD-0706",
    .slug = "cross-domain-unprotected",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A gate that another supply domain drives has no protection to its own supplies.",
    .matters =
        "In a charged-device event the voltage between the domains lies across this gate oxide.",
    .fix = "Place a local clamp between the gate and the rails of its own domain.",
    .example =
        "rule 'T4': gate of 'u_b/rx1' is driven from another domain and has no device to its own "
        "ground 'VSSIO'",
};

inline constexpr Code kNoSeriesResistor{
    .id = "ESD-0707",
    .slug = "no-series-resistor",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "No listed resistor lies between a pad and a gate that needs a second stage.",
    .matters =
        "Without it the second clamp takes the current of the first, and the gate sees the pad.",
    .fix = "Place the resistor; if it is drawn, see why it was not extracted (marker layer).",
    .example =
        "rule 'T5': no resistor (sec_res) between pad 'A0' and the gate of 'rx1'; joined by 12 "
        "conductors on M1, M2",
};

inline constexpr Code kNoSecondaryClamp{
    .id = "ESD-0708",
    .slug = "no-secondary-clamp",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A gate behind its series resistor has no clamp to its own ground or power.",
    .matters = "The second stage does not limit the voltage at the gate.",
    .fix = "Place the clamp beside the gate.",
    .example = "rule 'T5': gate of 'rx1' has no device (sec_clamp) to its own ground 'VSS'",
};

inline constexpr Code kForbiddenDevice{
    .id = "ESD-0709",
    .slug = "forbidden-device",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A device that must not touch a pad does.",
    .matters = "It breaks down before the protection conducts.",
    .fix = "Take it off the pad, or put the second stage between.",
    .example = "rule 'T6': 'm7' (thin_gate) lies on pad 'A0' with its pin 'drain'",
};

inline constexpr Code kTooManyStages{
    .id = "ESD-0710",
    .slug = "too-many-stages",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "The discharge between two pads passes more devices than allowed.",
    .matters = "Every device adds its holding voltage.",
    .fix = "Give the path a more direct device, or allow more stages.",
    .example =
        "rule 'T7': from pad 'A0' to 'B1' the current passes 5 devices, at most 4 are allowed",
};

inline constexpr Code kNoDischargePath{
    .id = "ESD-0711",
    .slug = "no-discharge-path",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "No series of devices leads from one pad to another.",
    .matters = "This pin combination is not protected at all.",
    .fix = "Find the device that is missing or turned round.",
    .example = "rule 'T7': no way from pad 'A0' to 'VSS2'",
};

inline constexpr Code kIsland{
    .id = "ESD-0712",
    .slug = "island",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A piece of a net is not joined to the rest of it.",
    .matters = "Whatever lies on the island has no discharge path, whatever devices are there.",
    .fix = "Close the gap that the finding names.",
    .example =
        "net 'VDD': an island of 14 conductors strands 1 pad and 3 pins; nearest: M5 0.4 um away "
        "at (10, 20)",
};

inline constexpr Code kSupplyUnreached{
    .id = "ESD-0713",
    .slug = "supply-unreached",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "Devices use a supply net that reaches no pad.",
    .matters =
        "Either it lost its pads (a rename is enough), or a domain is fed from inside and nothing "
        "leads its discharge out.",
    .fix = "Join the net to its pads, or say in a waiver that it is fed from inside.",
    .example = "net 'VDD_CORE' is the supply of 12 device pins and reaches no pad",
};

}  // namespace sealring::esd::codes
