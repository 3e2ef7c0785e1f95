// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of layout rules: ESD-08xx.
namespace sealring::esd::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kMissingProperty{
    .id = "ESD-0801",
    .slug = "missing-property",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kProcess,
    .means =
        "A layout rule needs a width, a number of fingers, a resistance or a box that the device "
        "or the pad does not have.",
    .matters = "It was not judged; that is not a pass.",
    .fix = "Add the column or key, or extract it.",
    .example = "rule 'L1': 12 devices have no width, first 'CL_3'",
};

inline constexpr Code kDeviceTooNarrow{
    .id = "ESD-0802",
    .slug = "device-too-narrow",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means =
        "The devices of one type between two nets are together narrower than the rule asks for.",
    .matters = "The current per width is above what the device stands.",
    .fix = "Widen the device or add one in parallel.",
    .example =
        "rule 'L1': rail_clamp between 'VDD' and 'VSS' is 300 um wide (2 devices), at least 400 um",
};

inline constexpr Code kTooFewFingers{
    .id = "ESD-0803",
    .slug = "too-few-fingers",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means =
        "The devices of one type between two nets have together fewer fingers than the rule asks "
        "for.",
    .matters = "The current spreads over too few fingers.",
    .fix = "Add fingers, or a device in parallel.",
    .example =
        "rule 'L1': rail_clamp between 'VDD' and 'VSS' has 8 fingers (2 devices), at least 10",
};

inline constexpr Code kTooFar{
    .id = "ESD-0804",
    .slug = "clamp-too-far",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "The nearest listed device on the net of a pad lies further away than allowed.",
    .matters = "The metal between pad and device adds its voltage, and what lies between sees it.",
    .fix = "Move the device to the pad.",
    .example = "rule 'L2': pad 'A0' is 72 um away from 'DU' (esd_diode), at most 50 um",
};

inline constexpr Code kNothingToMeasure{
    .id = "ESD-0805",
    .slug = "nothing-to-measure",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "No listed device is joined to a pad whose distance was to be measured.",
    .matters = "There is no distance to judge, because there is no device.",
    .fix = "Place the device, or join it.",
    .example = "rule 'L2': no device (esd_diode) is joined to pad 'A0'",
};

inline constexpr Code kResistorRange{
    .id = "ESD-0806",
    .slug = "resistor-out-of-range",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "The resistance between two nets of a second stage is outside of its range.",
    .matters =
        "Too small, and the second clamp takes too much current; too large, and the signal "
        "suffers.",
    .fix = "Change the resistor.",
    .example = "rule 'L3': sec_res between 'A0' and 'a0_g' is 60 ohm (2 devices), at least 100 ohm",
};

inline constexpr Code kNoGuard{
    .id = "ESD-0807",
    .slug = "no-guard-ring",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "No guard ring encloses a device closely enough.",
    .matters = "The injected carriers reach the neighbours: latch-up.",
    .fix = "Draw the ring around the device.",
    .example =
        "rule 'L4': no guard (guard_ring) encloses 'CL1'; the nearest, 'G1', leaves 8 um on one "
        "side, at most 5 um",
};

inline constexpr Code kGuardNotTied{
    .id = "ESD-0808",
    .slug = "guard-not-tied",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "The guard ring around a device is not on the net it belongs to.",
    .matters = "A floating or wrongly tied ring collects nothing.",
    .fix = "Tie the ring.",
    .example = "rule 'L4': guard 'G1' around 'CL1' lies on 'VSSIO', 'VSS' was expected",
};

}  // namespace sealring::esd::codes
