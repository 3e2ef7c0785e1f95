// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// SDC-02xx: clock tables.
namespace sealring::sdcgen::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kUnitMissing{
    .id = "SDC-0201",
    .slug = "unit-missing",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A column that holds times names no unit.",
    .matters = "The same digits mean another frequency in ps and in ns.",
    .fix = "Put the unit in the column name: period_ps.",
    .example = "column 'period' names no unit; 'period_ps' or 'period_ns' was expected",
};

inline constexpr Code kClockNotInSpec{
    .id = "SDC-0202",
    .slug = "clock-not-in-spec",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A row of a clock table names a clock that the IP specification does not describe.",
    .matters = "A misspelt row leaves the clock it meant without an answer.",
    .fix = "Correct the name; the message gives the nearest one.",
    .example = "clock 'rx_clkk' is not in the specification of 'serdes56g', did you mean 'rx_clk'?",
};

inline constexpr Code kDuplicateRow{
    .id = "SDC-0203",
    .slug = "duplicate-row",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A clock has two rows in one table.",
    .matters = "Only one of two periods can be meant.",
    .fix = "Remove one of the rows.",
    .example = "clock 'rx_clk' has a second row; first at line 4",
};

inline constexpr Code kMissingRow{
    .id = "SDC-0204",
    .slug = "missing-row",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A clock that the IP has in this mode has no row in the clock table.",
    .matters =
        "Nothing says whether the clock is used; leaving it out in silence would leave its "
        "registers untimed.",
    .fix = "Add the row: the period, or 0 when the clock is not used.",
    .example =
        "table has no row for clock 'rx_clk' of instance 'serdes0'; write its period, or 0 when it "
        "is not used",
};

inline constexpr Code kBadNumber{
    .id = "SDC-0205",
    .slug = "bad-number",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A field of a clock table is not a number that can be a time.",
    .matters = "The value cannot be used and must not be guessed.",
    .fix = "Write a plain decimal number; the unit belongs in the column name.",
    .example =
        "period of clock 'rx_clk' is '10ns'; a number such as 10000 was expected, the unit is in "
        "the column name",
};

inline constexpr Code kPeriodRange{
    .id = "SDC-0206",
    .slug = "period-out-of-range",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A period lies outside the range that the document allows in this mode.",
    .matters =
        "The IP is not specified at this frequency, or the number was entered in another unit.",
    .fix = "Correct the period; if the message says 1000 x, look at the unit of the column.",
    .example =
        "period of 'refclk' is 10 us, allowed in mode 'eth_56g' are 8 ns to 12 ns: 1000 x too "
        "large, was a ps number put in an ns column?",
};

inline constexpr Code kRatio{
    .id = "SDC-0207",
    .slug = "ratio-contradiction",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The period of a generated clock contradicts its ratio to the master.",
    .matters =
        "Either the period or the ratio is wrong; a timing tool would follow the ratio and ignore "
        "the table.",
    .fix = "Correct one of them, or write derived in the table.",
    .example = "period of 'rx_div2' is 3 ns, its master 'rx_clk' at 1 ns divided by 2 gives 2 ns",
};

inline constexpr Code kUnanswered{
    .id = "SDC-0208",
    .slug = "unanswered-clock",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "An optional clock of the IP has no answer in the clock table.",
    .matters = "It is not emitted, and nobody has said that this is right.",
    .fix = "Write its period, or 0 when it is not used.",
    .example = "optional clock 'bist_clk' of instance 'serdes0' is not answered",
};

inline constexpr Code kMasterInactive{
    .id = "SDC-0209",
    .slug = "master-not-active",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A generated clock is in use, and its master is not.",
    .matters = "It would get no edges: the timing tool makes it a clock with period 0.",
    .fix = "Use both or neither.",
    .example = "generated clock 'rx_div2' is in use, its master 'rx_clk' is not (period 0)",
};

inline constexpr Code kImplausible{
    .id = "SDC-0210",
    .slug = "implausible-period",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "A period without a documented range is beyond anything a chip uses (below 10 ps or above "
        "1 s).",
    .matters = "It is most likely a number entered in another unit.",
    .fix = "Check the unit in the column name.",
    .example =
        "period of 'aux' is 2 s; periods from 10 ps to 1 s were expected: is the unit of column "
        "'period_us' right?",
};

inline constexpr Code kUncertainty{
    .id = "SDC-0211",
    .slug = "uncertainty-implausible",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "An uncertainty is negative or not smaller than the period.",
    .matters = "No path of the clock could be met, or the margin works the wrong way round.",
    .fix = "Correct the value or the unit of its column.",
    .example = "setup uncertainty of 'rx_clk' is 120 ns, not smaller than its period 2 ns",
};

inline constexpr Code kNotInMode{
    .id = "SDC-0212",
    .slug = "row-not-in-mode",
    .severity = Severity::kNote,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "A clock has a period in the table but the IP does not have it in this mode.",
    .matters = "It is not emitted in this view, which is right if the table serves several modes.",
    .fix = "Nothing, or write 0 if the clock is never used.",
    .example =
        "clock 'pcie_clk' of 'serdes0' has a period, but the IP has it in mode 'pcie_g5' only, not "
        "in 'eth_56g'",
};

inline constexpr Code kWaveform{
    .id = "SDC-0213",
    .slug = "waveform-invalid",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The rise and fall times of a clock do not describe one period.",
    .matters = "A timing tool adjusts them with no more than a warning.",
    .fix = "Give 0 <= rise < fall <= rise + period, both or neither.",
    .example = "waveform of 'rx_clk' is {5 2} with period 10",
};

}  // namespace sealring::sdcgen::codes
