// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// SDC-01xx: IP specifications.
namespace sealring::sdcgen::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kDuplicateClock{
    .id = "SDC-0101",
    .slug = "duplicate-clock",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kSpec,
    .means = "An IP specification describes the same clock twice.",
    .matters = "Which description counts is not known.",
    .fix = "Remove one of the two descriptions.",
    .example = "clock 'rx_clk' is described twice; first at ip/serdes.yaml:12:5",
};

inline constexpr Code kUnknownMode{
    .id = "SDC-0102",
    .slug = "unknown-mode",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A mode is named that the IP specification does not list.",
    .matters = "The clocks of that mode cannot be told.",
    .fix =
        "Use a mode from the list in the message, or add it to the specification if the document "
        "has it.",
    .example = "instance 'serdes0' is in mode 'eth56', did you mean 'eth_56g'?",
};

inline constexpr Code kNoMaster{
    .id = "SDC-0103",
    .slug = "generated-without-master",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kSpec,
    .means = "A generated clock names no master clock.",
    .matters =
        "Its period and its edges cannot be derived, and a timing tool gives it period 0 with no "
        "more than a warning.",
    .fix = "Name the master clock as the document gives it.",
    .example = "generated clock 'rx_div2' has no 'master'",
};

inline constexpr Code kMasterLoop{
    .id = "SDC-0104",
    .slug = "master-loop",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kSpec,
    .means = "Generated clocks are each other's masters.",
    .matters = "None of them has a period.",
    .fix = "Correct the masters: every chain must end in a primary or virtual clock.",
    .example = "master clocks form a loop: rx_a <- rx_b <- rx_a",
};

inline constexpr Code kUnknownMaster{
    .id = "SDC-0105",
    .slug = "unknown-master",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kSpec,
    .means = "The master of a generated clock is not described in the specification.",
    .matters = "The chain from the generated clock to a source is broken.",
    .fix = "Correct the name, or describe the master.",
    .example =
        "master 'rx_clkk' of generated clock 'rx_div2' is not described, did you mean 'rx_clk'?",
};

inline constexpr Code kClockObject{
    .id = "SDC-0106",
    .slug = "clock-object",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kSpec,
    .means = "A clock has no object to stand on, or a virtual clock has one.",
    .matters =
        "A clock without its object becomes a virtual clock and times nothing inside the design.",
    .fix = "Give primary and generated clocks a pin or port, and virtual clocks none.",
    .example = "primary clock 'refclk' has neither 'pin' nor 'port'",
};

inline constexpr Code kBadQuantity{
    .id = "SDC-0107",
    .slug = "bad-quantity",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kSpec,
    .means = "A value cannot be read as a number with a unit.",
    .matters = "A number without a unit may be off by a thousand.",
    .fix = "Write number and unit, such as 10 ns.",
    .example =
        "'min' of clock 'refclk' in mode 'eth_56g' is '8'; a time with a unit such as '8 ns' was "
        "expected",
};

inline constexpr Code kBadRange{
    .id = "SDC-0108",
    .slug = "bad-range",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kSpec,
    .means = "The lower end of a range lies above its upper end.",
    .matters = "No period can satisfy it.",
    .fix = "Exchange or correct the two ends.",
    .example = "range of clock 'refclk' in mode 'eth_56g' runs from 12 ns to 8 ns",
};

}  // namespace sealring::sdcgen::codes
