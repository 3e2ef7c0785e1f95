// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of what checks find, ESD-03xx, and of the solver, ESD-04xx.
namespace sealring::esd::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kUnreachable{
    .id = "ESD-0301",
    .slug = "unreachable",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "No conductor joins the two ends of a path that must exist.",
    .matters = "The discharge current has no way: this is not a high resistance but an open.",
    .fix = "Look for the missing strap, via or bond between the two parts.",
    .example = "rule 'R2': 'VDD_1' reaches no conductor that leads to 'CL_7.high'",
};

inline constexpr Code kResistanceOverLimit{
    .id = "ESD-0302",
    .slug = "resistance-over-limit",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "The effective resistance of a path is not within its limit.",
    .matters =
        "The voltage over the path at the discharge current adds to what the protected "
        "gate sees.",
    .fix = "Widen the conductors listed first: each line tells what it gains.",
    .example = "rule 'R2': 'VDD_1' to 'CL_7.high' is 0.135 ohm, limit < 0.1 ohm",
};

inline constexpr Code kVoltageOverLimit{
    .id = "ESD-0303",
    .slug = "voltage-over-limit",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "The voltage of a path at the discharge current is not within its limit.",
    .matters = "The protected device sees more than it stands.",
    .fix = "Widen the conductors listed first, or strengthen the devices on the path.",
    .example = "rule 'L1': 'A0' to 'VSS_1' is 9.1 V at 1.33 A, limit <= 8 V",
};

inline constexpr Code kCurrentDensity{
    .id = "ESD-0304",
    .slug = "current-density",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A conductor carries more current than its layer, width or cut may at the pulse.",
    .matters = "It melts during the discharge.",
    .fix = "Widen the conductor or add cuts or parallel routes.",
    .example = "rule 'C1': 'R17' on M3 (0.2 um) carries 0.5 A, limit 0.2 A (1 A/um), pad 'A0'",
};

inline constexpr Code kDeviceCurrent{
    .id = "ESD-0305",
    .slug = "device-current",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A protection device carries more current than its library entry allows.",
    .matters = "It fails before its neighbours take over.",
    .fix = "Add devices near it, or balance the resistances to them.",
    .example = "rule 'L1': 'CL_7' carries 2.4 A of 3 A from pad 'A0', limit 2 A",
};

inline constexpr Code kSharingNotConverged{
    .id = "ESD-0306",
    .slug = "sharing-not-converged",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "The division of the current among parallel devices was not found.",
    .matters = "Voltages and device currents of this path are not known.",
    .fix =
        "Check the holding and trigger voltages of the devices named; give each a "
        "resistance above 0.",
    .example = "rule 'L1': current of pad 'A0' over 12 devices did not settle after 84 steps",
};

inline constexpr Code kNoDevice{
    .id = "ESD-0307",
    .slug = "no-device",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A pad has no device of the kind that the rule leads its current through.",
    .matters = "The pad is not protected in the way the rule asks for.",
    .fix = "Add the device, or correct its type or connection.",
    .example = "rule 'L1': no device of 'diode_up' is connected to pad 'A0'",
};

inline constexpr Code kMemoryLimit{
    .id = "ESD-0401",
    .slug = "memory-limit",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "The factorisation of a network would need more memory than the limit.",
    .matters = "It was not started, so its paths were not checked.",
    .fix = "Run on a machine with more memory, raise --memory-limit, or split the network.",
    .example =
        "the part of 'n1_m1_0_0' needs about 41.2 GiB for 98000000 nodes (nnz(L) 3.1e9), "
        "limit 18.0 GiB",
};

inline constexpr Code kSingularNetwork{
    .id = "ESD-0402",
    .slug = "singular-network",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kProcess,
    .means = "The equations of a network cannot be solved to working accuracy.",
    .matters =
        "Resistances far apart by more than 15 digits meet in it; its paths were not "
        "checked.",
    .fix =
        "Look at the node named: a resistance near 0 or near infinity is probably a unit "
        "error.",
    .example = "the part of 'a' is singular at node 'b' (conductances up to 1e+18 S meet there)",
};

inline constexpr Code kCacheUnavailable{
    .id = "ESD-0403",
    .slug = "cache-unavailable",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTool,
    .means = "Earlier results could not be read or kept.",
    .matters = "The results are right, but the next run computes them again.",
    .fix = "Check space and permissions of the workspace folder.",
    .example = "results are not kept: cannot open '.sealring/cache.db'",
};

}  // namespace sealring::esd::codes
