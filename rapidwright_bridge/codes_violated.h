// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of `reuse check`, RWB-01xx: what was asked is shown not to hold (FAIL).
namespace sealring::rapidwright_bridge::codes {

inline constexpr core::Code kSetupViolated{
    .id = "RWB-0101",
    .slug = "setup-violated",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "The worst setup slack is negative, or end points fail setup.",
    .matters = "The module does not work at its clock period.",
    .fix = "Choose another run of the sweep, a larger pblock or a longer period.",
    .example = "worst setup slack is -1.520 ns (limit 0 ns), 17 of 835 end points fail",
};

inline constexpr core::Code kHoldViolated{
    .id = "RWB-0102",
    .slug = "hold-violated",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "The worst hold slack is negative, or end points fail hold.",
    .matters = "The module fails at any clock period.",
    .fix = "Route again with hold fixing, or choose another run.",
    .example = "worst hold slack is -0.012 ns (limit 0 ns), 3 of 835 end points fail",
};

inline constexpr core::Code kPulseViolated{
    .id = "RWB-0103",
    .slug = "pulse-width-violated",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "A clock pin gets pulses or periods shorter than it needs.",
    .matters = "Registers, memories or clock managers behind it may not work.",
    .fix = "Slow the clock or change the clock network.",
    .example = "worst pulse width slack is -0.101 ns (limit 0 ns), 1 of 12 clock pins fail",
};

inline constexpr core::Code kUnclocked{
    .id = "RWB-0104",
    .slug = "registers-without-clock",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "Registers are driven by a pin or net on which no clock is defined.",
    .matters =
        "None of their paths were timed: \"all constraints are met\" says nothing about them.",
    .fix = "Define the clock (create_clock or create_generated_clock) and time again.",
    .example = "192 register pins have no clock, the first root pin is 'ov7670_pclk'",
};

inline constexpr core::Code kUnconstrained{
    .id = "RWB-0105",
    .slug = "module-endpoints-unconstrained",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "Internal end points have no maximum delay.",
    .matters = "Their paths were not timed.",
    .fix = "Define the missing clocks or delays.",
    .example = "1590 internal end points are not constrained for maximum delay (limit 0)",
};

inline constexpr core::Code kLoops{
    .id = "RWB-0106",
    .slug = "combinational-loops",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The design has combinational loops or latch loops.",
    .matters = "Timing through a loop is not defined; the tool cut it somewhere.",
    .fix = "Break the loop in the RTL.",
    .example = "2 combinational loops (limit 0)",
};

inline constexpr core::Code kDetachedClock{
    .id = "RWB-0107",
    .slug = "generated-clock-detached",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "A generated clock is not connected to its source.",
    .matters =
        "Its edges are not related to the source, so its paths were timed with wrong edges "
        "or not at all.",
    .fix = "Correct the -source of the generated clock.",
    .example = "2 generated clocks are not connected to a clock source (limit 0)",
};

inline constexpr core::Code kNotFullyRouted{
    .id = "RWB-0108",
    .slug = "not-fully-routed",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Routable nets are unrouted or partly routed.",
    .matters = "The module cannot work, and its timing used estimates.",
    .fix = "Route again, with a larger pblock where the region is full.",
    .example = "106 nets are unrouted (limit 0) of 98334 routable nets",
};

inline constexpr core::Code kRoutingErrors{
    .id = "RWB-0109",
    .slug = "routing-errors",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Nets have routing errors: conflicts, antennas, missing drivers.",
    .matters =
        "Two nets share a wire or a net drives nothing; a message of success in the log does "
        "not change that.",
    .fix = "Route again; look at the nets listed in the report.",
    .example = "1 net has routing errors (limit 0): GLOBAL_LOGIC1",
};

inline constexpr core::Code kDrcError{
    .id = "RWB-0110",
    .slug = "drc-error",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The design rule check found errors, or warnings that stop bitstream generation.",
    .matters = "The tool refuses to go on, or the device may be damaged.",
    .fix = "Correct each rule that is listed.",
    .example =
        "rule NSTD-1 (Critical Warning): Unspecified I/O Standard, 1 violation (limit 0); an "
        "error when the bitstream is written",
};

inline constexpr core::Code kDrcCritical{
    .id = "RWB-0111",
    .slug = "drc-critical-warning",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The design rule check found critical warnings.",
    .matters = "The tool lets them pass, a later step may not.",
    .fix = "Correct the rule, or accept it: --severity RWB-0111=warning or a waiver.",
    .example = "rule AVAL-46 (Critical Warning): v7v8_mmcm_fvco_rule1, 1 violation (limit 0)",
};

inline constexpr core::Code kBlackBox{
    .id = "RWB-0112",
    .slug = "black-box-in-module",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The netlist holds cells without content.",
    .matters = "What they will contain was neither placed nor timed.",
    .fix = "Link the missing netlists and implement again.",
    .example = "black box 'fifo_generator_0' is used 2 times (limit 0)",
};

inline constexpr core::Code kOverUtilized{
    .id = "RWB-0113",
    .slug = "over-utilized",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "More sites are used than the device or region has.",
    .matters = "The design cannot be placed.",
    .fix = "Take a larger pblock or device.",
    .example = "'CLB LUTs' uses 70561, available are 70560",
};

inline constexpr core::Code kLogError{
    .id = "RWB-0114",
    .slug = "log-error",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "The log of a tool run holds errors or a step that failed.",
    .matters = "Files of the run may be left over from an earlier one.",
    .fix = "Solve the error and run again.",
    .example =
        "place_design failed; first error [Place 30-640] Place Check : This design requires "
        "more Slice LUTs",
};

inline constexpr core::Code kBusSkewViolated{
    .id = "RWB-0115",
    .slug = "bus-skew-violated",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "A bus skew constraint is not met.",
    .matters = "A clock domain crossing of several bits may take inconsistent values.",
    .fix = "Route again or loosen the constraint.",
    .example = "constraint 3 has slack -0.120 ns (limit 0 ns)",
};

inline constexpr core::Code kMethodologyCritical{
    .id = "RWB-0116",
    .slug = "methodology-critical",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "The methodology report holds critical warnings.",
    .matters =
        "They mark constraints and structures that make timing results unsafe, such as "
        "registers without a clock.",
    .fix = "Correct the rule, or accept it: --severity RWB-0116=warning or a waiver.",
    .example =
        "rule TIMING-17 (Critical Warning): Non-clocked sequential cell, 192 violations "
        "(limit 0)",
};

inline constexpr core::Code kPartMismatch{
    .id = "RWB-0117",
    .slug = "part-mismatch",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means =
        "A report or checkpoint is for another device, package or temperature grade than "
        "asked for or than the other files of its run.",
    .matters = "Its evidence says nothing about the part in question.",
    .fix = "Implement for that part.",
    .example = "device is 'xc7a35t', asked for is 'xc7a100t'",
};

inline constexpr core::Code kSpeedMismatch{
    .id = "RWB-0118",
    .slug = "speed-grade-mismatch",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "Only the speed grade differs.",
    .matters = "The placement can be used again, the timing evidence cannot.",
    .fix = "Time the module again at the speed grade asked for.",
    .example =
        "speed grade is '2', asked for is '1': placement can be reused, timing must be done "
        "again",
};

inline constexpr core::Code kDesignMismatch{
    .id = "RWB-0119",
    .slug = "design-mismatch",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "Files of one run name different designs or tool builds.",
    .matters = "They do not belong together, so they prove nothing together.",
    .fix = "Keep the reports of each run in a folder of its own.",
    .example = "report is of design 'top', the timing summary of this run is of design 'core'",
};

inline constexpr core::Code kStaleReport{
    .id = "RWB-0120",
    .slug = "stale-report",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A report was written before the run, the time or the checkpoint it is to prove.",
    .matters =
        "It describes an earlier result: a failed run leaves the report of the last good one "
        "in place.",
    .fix = "Delete old reports before a run and run again.",
    .example =
        "report is of 'Sun Mar  8 18:41:03 2020', the run started at 'Mon Mar  9 10:00:00 "
        "2020'",
};

inline constexpr core::Code kLogCritical{
    .id = "RWB-0121",
    .slug = "log-critical-warning",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "The log holds critical warnings.",
    .matters = "A constraint was not applied or a structure is unusual.",
    .fix = "Read them; raise with --severity RWB-0121=error where none is acceptable.",
    .example =
        "10 critical warnings, the first is [Place 30-722] Terminal 'hdmi_d[0]' has IOB "
        "constraint set to TRUE",
};

}  // namespace sealring::rapidwright_bridge::codes
