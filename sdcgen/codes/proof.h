// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// SDC-05xx: the proof.
namespace sealring::sdcgen::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kClockMissing{
    .id = "SDC-0501",
    .slug = "clock-missing",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "A clock that the tables make active is not among the clocks after loading.",
    .matters = "Its registers are not timed.",
    .fix = "Add its definition.",
    .example = "clock 'serdes0_rx_clk' (serdes0.csv:4:8) is not defined",
};

inline constexpr Code kClockUnexpected{
    .id = "SDC-0502",
    .slug = "clock-unexpected",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "A clock is defined that no table knows.",
    .matters = "It times paths by a rule that nobody documented.",
    .fix = "Remove it, or add it to the specification and the table.",
    .example = "clock 'dbg' is defined and no table has it",
};

inline constexpr Code kUnusedPresent{
    .id = "SDC-0503",
    .slug = "unused-clock-present",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means =
        "A clock that the table marks as not used (period 0), or that the mode does not have, is "
        "defined.",
    .matters = "The configuration says it is off; paths would be timed that do not exist.",
    .fix = "Remove its definition, or correct the table.",
    .example = "clock 'serdes0_bist_clk' is defined, but its period is 0 in serdes0.csv:9:10",
};

inline constexpr Code kPeriodDiffers{
    .id = "SDC-0504",
    .slug = "period-differs",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "The period that the timing tool holds is not the one in the table.",
    .matters = "The design is proved for another frequency.",
    .fix = "Correct the definition or the table.",
    .example = "period of 'serdes0_rx_clk' is 2 us, the table says 2 ns: 1000 x too large",
};

inline constexpr Code kWaveformDiffers{
    .id = "SDC-0505",
    .slug = "waveform-differs",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "The edges of a clock are not those of the table.",
    .matters = "Half-cycle paths are timed wrongly.",
    .fix = "Correct the waveform.",
    .example = "waveform of 'serdes0_rx_clk' is {0 0.5} ns, expected {0 1} ns",
};

inline constexpr Code kSourceDiffers{
    .id = "SDC-0506",
    .slug = "source-differs",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "A clock stands on other objects than the configuration names.",
    .matters = "Registers behind the right object are not timed by it.",
    .fix = "Correct the object.",
    .example = "clock 'serdes0_rx_clk' stands on 'u_a/CK', expected 'u_b/CK'",
};

inline constexpr Code kBecameVirtual{
    .id = "SDC-0507",
    .slug = "clock-became-virtual",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "A clock that should stand on an object has none after loading.",
    .matters =
        "The timing tool made it virtual without an error; nothing inside the design is timed by "
        "it.",
    .fix = "Correct the object it names.",
    .example = "clock 'serdes0_rx_clk' should stand on 'u_a/CK' and is virtual",
};

inline constexpr Code kMasterDiffers{
    .id = "SDC-0508",
    .slug = "master-differs",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "A generated clock has another master, source or ratio than the configuration says.",
    .matters = "Its period follows the wrong clock.",
    .fix = "Correct the definition.",
    .example = "'rx_div2' divides by 4, expected 2",
};

inline constexpr Code kEmptyQuery{
    .id = "SDC-0509",
    .slug = "empty-query",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "An object query found nothing.",
    .matters = "The command around it has no effect, or another one than meant.",
    .fix = "Correct the name in the query.",
    .example = "get_pins {u_a/CKK} found nothing",
};

inline constexpr Code kUncertaintyDiffers{
    .id = "SDC-0510",
    .slug = "uncertainty-differs",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "The uncertainty that the timing tool holds is not the one in the table.",
    .matters = "Margins are missing or too large.",
    .fix = "Correct the command.",
    .example = "setup uncertainty of 'rx_clk' is not set, the table says 100 ps",
};

inline constexpr Code kStaComplaint{
    .id = "SDC-0511",
    .slug = "sta-complaint",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "OpenSTA reported an error or a warning while loading the constraints.",
    .matters = "It goes on after errors and always exits 0, so the command has been dropped.",
    .fix = "Correct the line that it names.",
    .example = "OpenSTA: invalid command name 'foo'",
};

inline constexpr Code kNotConnected{
    .id = "SDC-0512",
    .slug = "generated-clock-not-connected",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means =
        "No path leads from the master to the source of a generated clock, or it ended up without "
        "a period.",
    .matters = "It has no edges and times nothing.",
    .fix = "Correct source or master.",
    .example = "generated clock 'rx_div2' is not connected to a clock source",
};

inline constexpr Code kUnconstrained{
    .id = "SDC-0513",
    .slug = "unconstrained-endpoints",
    .severity = Severity::kNote,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "Endpoints exist that no constraint covers.",
    .matters =
        "They are not timed. Input and output delays are among what is missing at this stage.",
    .fix = "Add the clocks or delays that the objects need.",
    .example = "3 endpoints are not constrained: out, r1/D, r2/D",
};

inline constexpr Code kUnclocked{
    .id = "SDC-0514",
    .slug = "unclocked-registers",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "Clock pins of registers or latches exist that no clock reaches.",
    .matters = "Everything these registers launch or capture is not timed.",
    .fix = "Define the clock that drives them, or mark it as not used on purpose with a waiver.",
    .example = "1 register clock pin gets no clock: r3/CK",
};

inline constexpr Code kOverwritten{
    .id = "SDC-0515",
    .slug = "clock-overwritten",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "A clock is defined more than once.",
    .matters = "The later definition replaces the earlier one in silence.",
    .fix = "Keep one definition.",
    .example = "clock 'rx_clk' is defined 2 times",
};

inline constexpr Code kUnitsIgnored{
    .id = "SDC-0516",
    .slug = "set-units-ignored",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "The file sets other units than the Liberty files have.",
    .matters = "OpenSTA ignores the command: every number is read in the unit of the Liberty file.",
    .fix = "Write the numbers in the Liberty unit, and remove set_units.",
    .example = "set_units -time ps, the Liberty time unit is 1ns: numbers are 1000 x off",
};

inline constexpr Code kZeroPeriod{
    .id = "SDC-0517",
    .slug = "zero-period",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "A clock has period 0 after loading.",
    .matters = "OpenSTA accepts it without a message and times paths against a period of 0.",
    .fix = "A clock that is not used is left out.",
    .example = "clock 'dbg' has period 0",
};

inline constexpr Code kProofError{
    .id = "SDC-0520",
    .slug = "proof-impossible",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means =
        "OpenSTA gave no verdict: it did not start, stopped early, or could not read the design.",
    .matters = "Nothing was proved.",
    .fix = "Follow the message; the design load is at fault more often than the constraints.",
    .example = "no end mark in the output of sta; killed by signal 11 (Segmentation fault)",
};

inline constexpr Code kProofTimeout{
    .id = "SDC-0521",
    .slug = "proof-timeout",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "OpenSTA did not finish within the time limit.",
    .matters = "Nothing was proved.",
    .fix = "Raise --proof-timeout, or prove fewer views at once.",
    .example = "sta was stopped after 600 s",
};

inline constexpr Code kProofTooLarge{
    .id = "SDC-0522",
    .slug = "proof-too-large",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "The proof was not tried because its estimated time or memory is above the limit.",
    .matters = "OpenSTA needs time that grows with the square of the number of clocks.",
    .fix = "Raise --proof-timeout if the time is acceptable, or prove instance by instance.",
    .example = "40000 clocks need an estimated 96 s; the limit is 60 s",
};

inline constexpr Code kStaMissing{
    .id = "SDC-0523",
    .slug = "sta-missing",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "A proof was required and OpenSTA (sta) is not installed.",
    .matters = "The constraints were written but not proved.",
    .fix = "Install OpenSTA (Debian package opensta), or use --prove never.",
    .example = "sta was not found in PATH; the view is not proved",
};

inline constexpr Code kBlackBox{
    .id = "SDC-0524",
    .slug = "black-box-cell",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kProcess,
    .means = "A cell of the netlist is in none of the Liberty files of the view.",
    .matters =
        "OpenSTA makes it a black box with no more than a warning; nothing behind it is timed.",
    .fix = "Add the Liberty file that holds the cell.",
    .example = "cell 'PLL_X' of instance 'u_pll' is in no Liberty file of corner 'tt'",
};

inline constexpr Code kUnknownDialect{
    .id = "SDC-0525",
    .slug = "unknown-sta-version",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTool,
    .means = "This version of OpenSTA has not been tried with sealring.",
    .matters = "Its messages may be worded differently, so a complaint could be missed.",
    .fix = "Use a version that `sealring doctor` lists as tried, or read the log of the proof.",
    .example = "sta reports version 3.1.0; tried are 2.0.17",
};

inline constexpr Code kPairTimed{
    .id = "SDC-0531",
    .slug = "relation-not-held",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "OpenSTA times paths between two clocks whose declared relation cuts them.",
    .matters = "The relation is not in effect: wrong group, wrong order, or a clock left out.",
    .fix = "Compare the set_clock_groups commands with the relations of the frozen list.",
    .example = "paths from 'phy0_ref' to 'phy0_rx' are timed, declared asynchronous",
};

inline constexpr Code kPairCut{
    .id = "SDC-0532",
    .slug = "relation-cuts-too-much",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "Paths between two clocks are not timed although nothing that was declared cuts them.",
    .matters = "Real paths are lost; this is how a group that is too wide looks.",
    .fix = "Remove the group or exception that cuts them, or declare the relation.",
    .example = "paths from 'phy0_rx' to 'phy0_rx_div' are not timed, declared synchronous",
};

inline constexpr Code kNoEffect{
    .id = "SDC-0533",
    .slug = "exception-without-effect",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "An exception was accepted and touches no path.",
    .matters =
        "Accepted is not effective: the paths it was written for are timed as before, or are not "
        "there.",
    .fix =
        "Correct its end points; -to needs data or asynchronous pins, -from clock pins, clocks or "
        "inputs.",
    .example =
        "false_path 'cfg_static' of 'phy0' touches no path: 4 start points and 2 end points named, "
        "none with a path between them",
};

inline constexpr Code kEntryDiffers{
    .id = "SDC-0534",
    .slug = "entry-differs",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means =
        "What OpenSTA holds for an entry of the list is missing, or differs in value or objects.",
    .matters = "The command was lost, overridden or changed on the way.",
    .fix = "Regenerate the file, or correct the command that overrides it.",
    .example = "set_case_analysis 1 of 'phy0' on 'u_core/u_phy/d' is not held by OpenSTA",
};

inline constexpr Code kPairsNotProbed{
    .id = "SDC-0535",
    .slug = "relations-not-probed",
    .severity = Severity::kNote,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTool,
    .means = "There are more pairs of clocks than the proof probes for paths.",
    .matters = "The groups were compared as OpenSTA holds them, not by their effect on each pair.",
    .fix = "Nothing, or raise --proof-pairs.",
    .example = "relations of 9,900 pairs were compared as held, 4,096 of them by their paths",
};

inline constexpr Code kExtraCut{
    .id = "SDC-0536",
    .slug = "constraint-not-in-list",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means =
        "OpenSTA holds false paths, case values, disabled arcs, latencies, IO delays or other "
        "constraints that the list does not have.",
    .matters = "Paths are not checked, or checked with other numbers, and nobody declared it.",
    .fix = "Declare them in the specification or the configuration with a reason, or remove them.",
    .example =
        "OpenSTA holds 2 constraints that the list does not have; first: "
        "false_path - setup - to 'u_core/u_phy/u_a/D'",
};

}  // namespace sealring::sdcgen::codes
