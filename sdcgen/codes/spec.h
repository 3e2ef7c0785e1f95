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

inline constexpr Code kBadExpression{
    .id = "SDC-0109",
    .slug = "bad-expression",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "A ${…} or the range of a `for` has no value: a name that nothing defines, or no such "
        "expression.",
    .matters = "The number decides how many clocks there are.",
    .fix = "Define the parameter, or take it from a header; the message names what is missing.",
    .example =
        "'SERDES_LANE' has no value: nothing defines 'SERDES_LANE', did you mean 'SERDES_LANES'?",
};

inline constexpr Code kParameter{
    .id = "SDC-0110",
    .slug = "parameter-value",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "A parameter of an IP is unknown, has no value, or lies outside the range of the document.",
    .matters = "Everything that is made from it would be wrong.",
    .fix = "Give the parameter a value that the document allows.",
    .example = "parameter 'lanes' of 'serdes0' is 9; 1 to 8 are allowed",
};

inline constexpr Code kDerivation{
    .id = "SDC-0111",
    .slug = "bad-derivation",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kSpec,
    .means =
        "The way a generated clock follows from its master is not possible: edges that do not "
        "rise, a ratio beside edges, a shift per edge that is missing.",
    .matters = "OpenSTA would refuse it or make another clock.",
    .fix =
        "Give divide_by or multiply_by, or three rising edges whose first and last are an even "
        "number apart.",
    .example =
        "edges of generated clock 'rx_div3' are 1, 5, 6; the first and the last must be an even "
        "number apart",
};

}  // namespace sealring::sdcgen::codes
