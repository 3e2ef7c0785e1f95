// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of `reuse check`, RWB-02xx: what was asked was not shown to hold (INCONCLUSIVE).
namespace sealring::rapidwright_bridge::codes {

inline constexpr core::Code kSetupNotAnalysed{
    .id = "RWB-0201",
    .slug = "setup-not-analysed",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "Setup slack is inf, NA, absent or without end points.",
    .matters = "Zero failing end points of nothing is not a met constraint.",
    .fix = "Constrain the design and time again.",
    .example = "worst setup slack is 'inf': none of 1409 end points is constrained",
};

inline constexpr core::Code kHoldNotAnalysed{
    .id = "RWB-0202",
    .slug = "hold-not-analysed",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "Hold slack is inf, NA, absent or without end points.",
    .matters = "A report of maximum delays alone says nothing about hold.",
    .fix = "Report with -delay_type min_max.",
    .example = "the report has no hold columns",
};

inline constexpr core::Code kPulseNotAnalysed{
    .id = "RWB-0203",
    .slug = "pulse-width-not-analysed",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "Pulse width slack is NA, absent or without clock pins.",
    .matters = "Clock pins were not checked.",
    .fix = "Define clocks and time again.",
    .example = "worst pulse width slack is 'NA'",
};

inline constexpr core::Code kTruncated{
    .id = "RWB-0204",
    .slug = "truncated-report",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A file ends before everything it announces is there.",
    .matters = "What is missing could be a violation.",
    .fix = "Copy or write the file again.",
    .example =
        "report ends at line 812 without the details of 2 of the 6 path groups listed in its "
        "tables",
};

inline constexpr core::Code kPortsNotTimed{
    .id = "RWB-0205",
    .slug = "ports-not-timed",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "Ports have no input or output delay, or only a part of one.",
    .matters = "Paths through them were not timed.",
    .fix = "Add the delays; for a module that is timed where it is placed give --out-of-context.",
    .example = "17 ports have no output delay (no_output_delay)",
};

inline constexpr core::Code kNotRoutedStage{
    .id = "RWB-0206",
    .slug = "not-routed-stage",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The report was made before routing, or its paths hold nets that are not routed.",
    .matters = "Figures are estimates.",
    .fix = "Report after route_design.",
    .example = "design state is 'Synthesized'; timing is an estimate before routing",
};

inline constexpr core::Code kCheckTimingMissing{
    .id = "RWB-0207",
    .slug = "check-timing-missing",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "The timing summary has no check_timing section, or not all of it.",
    .matters = "Unclocked registers and unconstrained end points would not be seen.",
    .fix = "Report without -no_check_timing.",
    .example = "the report has no check_timing section",
};

inline constexpr core::Code kContradiction{
    .id = "RWB-0208",
    .slug = "contradictory-figures",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "Figures of a report contradict one another.",
    .matters = "One of them is wrong, and the report does not say which.",
    .fix = "Write the report again; look for edits.",
    .example = "the claim is 'constraints are met', 17 end points fail setup",
};

inline constexpr core::Code kNotASummary{
    .id = "RWB-0209",
    .slug = "not-a-summary",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "The file is a report of single paths, not a timing summary.",
    .matters = "Paths that are not listed may fail.",
    .fix = "Use report_timing_summary.",
    .example = "a report of single timing paths does not cover the design",
};

inline constexpr core::Code kNothingLookedAt{
    .id = "RWB-0210",
    .slug = "nothing-looked-at",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A report is whole and looked at nothing: no nets, no rules, no constraints.",
    .matters = "Nothing found in nothing is not a pass.",
    .fix = "Run the check on the implemented design with rules and constraints loaded.",
    .example = "the design has 0 logical nets",
};

inline constexpr core::Code kReportMissing{
    .id = "RWB-0211",
    .slug = "implementation-report-missing",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A folder of run results lacks a report that its verdict needs.",
    .matters = "What the report would show was not checked.",
    .fix = "Write it in the run; a run that stopped early lacks its last reports.",
    .example = "no route status report among the 4 files of this run",
};

inline constexpr core::Code kMixedRun{
    .id = "RWB-0212",
    .slug = "mixed-run",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A folder holds several reports of one kind for different designs or times.",
    .matters = "Which of them belong together cannot be told.",
    .fix = "Keep each run in a folder of its own.",
    .example = "2 timing summaries, of 'Wed Apr 22 15:46:37 2026' and 'Sun Mar  8 18:41:05 2020'",
};

inline constexpr core::Code kNetlistUnreadable{
    .id = "RWB-0213",
    .slug = "netlist-unreadable",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "The netlist in a checkpoint is encoded by its vendor and is not decoded here.",
    .matters = "Black boxes, ports and the identity of the circuit cannot be checked.",
    .fix = "Write a companion beside it in Vivado: open_checkpoint core.dcp; write_edif core.edf",
    .example =
        "netlist 'core.edf' is vendor-encoded (XlxV37EB) and 'core.edf' does not lie beside "
        "the checkpoint",
};

inline constexpr core::Code kClockDoubtful{
    .id = "RWB-0214",
    .slug = "clock-constraint-doubtful",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means =
        "check_timing found constant clocks, clock pins without a pulse width check, or "
        "clocks without a common period.",
    .matters = "Paths behind them were timed partly or not at all.",
    .fix = "Correct the clocks, or accept: --severity RWB-0214=warning.",
    .example = "2 end points are not constrained because of a constant clock (constant_clock)",
};

inline constexpr core::Code kMethodologyStale{
    .id = "RWB-0215",
    .slug = "methodology-stale",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "The methodology section of a timing summary comes from an earlier methodology run.",
    .matters = "It may describe another netlist.",
    .fix = "Run report_methodology before report_timing_summary.",
    .example =
        "the methodology section is of the most recent report_methodology run and may not be "
        "up to date",
};

inline constexpr core::Code kMultipleClocks{
    .id = "RWB-0216",
    .slug = "multiple-clocks",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "Register pins are reached by several clocks.",
    .matters = "Every pair is timed, which may be more or less than what is meant.",
    .fix = "State the relation with set_clock_groups.",
    .example = "12 register pins have multiple clocks",
};

inline constexpr core::Code kNoBusSkew{
    .id = "RWB-0217",
    .slug = "no-bus-skew-constraints",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "The bus skew report holds no constraint.",
    .matters = "Crossings of several bits were not checked; right for a design without any.",
    .fix =
        "Add set_bus_skew, or leave this out with --ignore RWB-0217 where there is no such "
        "crossing.",
    .example = "no bus skew constraint was looked at",
};

inline constexpr core::Code kNoPlacementProof{
    .id = "RWB-0218",
    .slug = "no-placement-proof",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means =
        "A checkpoint shows that it holds placement or routing data; whether that is whole "
        "cannot be read from it.",
    .matters =
        "Members may be there and unusable: a load that brings the netlist alone looks the "
        "same.",
    .fix = "Keep route status and timing reports of the same run beside it.",
    .example = "'core.dcp' holds routing data; no route status report of this run proves it whole",
};

inline constexpr core::Code kNoClockInXdc{
    .id = "RWB-0219",
    .slug = "no-clock-in-constraints",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTiming,
    .means = "No constraint member of a checkpoint defines a clock.",
    .matters =
        "Checkpoints of modules carry no default clocks since 2017.1; timing of this one was "
        "unconstrained.",
    .fix = "Bring the constraint file with the clock.",
    .example = "no create_clock in 3 constraint members of 'core.dcp'",
};

}  // namespace sealring::rapidwright_bridge::codes
