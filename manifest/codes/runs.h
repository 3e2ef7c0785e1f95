// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of runs and seals: MAN-03xx.
namespace sealring::manifest::codes {

inline constexpr core::Code kRunNotStarted{
    .id = "MAN-0301",
    .slug = "run-not-started",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "The command could not be started.",
    .matters = "There is no execution, so there is nothing to record.",
    .fix = "Give a command that exists and may be executed.",
    .example = "cannot start 'iverilogg': No such file or directory",
};

inline constexpr core::Code kRunSpecFault{
    .id = "MAN-0302",
    .slug = "run-spec-fault",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "A run description lacks something its stage needs, or contradicts itself.",
    .matters = "The run would be sealed without saying what it depended on.",
    .fix = "Add the input, or list the role under 'without'.",
    .example = "stage 'simulation' lists no input of role 'checker'",
};

inline constexpr core::Code kInputChanged{
    .id = "MAN-0303",
    .slug = "input-changed",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "An input changed while the command ran.",
    .matters =
        "The result belongs neither to the old content nor to the new one; the run can never be "
        "sealed.",
    .fix = "Run again, and leave the inputs alone meanwhile.",
    .example = "input 'rtl/fifo.v' (rtl) changed while the command ran",
};

inline constexpr core::Code kRunFailed{
    .id = "MAN-0304",
    .slug = "run-failed",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The command ended with a failure.",
    .matters = "Its reports are kept as diagnostics and can never count.",
    .fix = "Read the log named in the record.",
    .example = "the command ended with exit status 2",
};

inline constexpr core::Code kRunTimeout{
    .id = "MAN-0305",
    .slug = "run-timeout",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "The command was stopped at a limit of time, memory or output.",
    .matters = "What it had written is half a product.",
    .fix = "Raise the limit in the run description, or make the run smaller.",
    .example = "the command was stopped after 60 s, the limit of wall time",
};

inline constexpr core::Code kRunInterrupted{
    .id = "MAN-0306",
    .slug = "run-interrupted",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "The run was stopped from outside before it ended.",
    .matters = "What it had written is half a product.",
    .fix = "Run again.",
    .example = "the run was interrupted",
};

inline constexpr core::Code kRunLost{
    .id = "MAN-0307",
    .slug = "run-lost",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "Contact with the run was lost and it was taken over, or its lease passed to another.",
    .matters = "Nobody can say what it did after that moment, so it can never be sealed.",
    .fix = "Run again; the new run has its own id and its own folder.",
    .example = "run x-12ab was taken over at epoch 2; this runner held epoch 1",
};

inline constexpr core::Code kReportMissing{
    .id = "MAN-0308",
    .slug = "report-missing",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A report the run description requires was not written or could not be read.",
    .matters = "Without it there is no evidence, so the run counts as failed.",
    .fix = "Read the log; then correct the command or the path of the report.",
    .example = "required report 'reports/coverage.json' was not written",
};

inline constexpr core::Code kOverBudget{
    .id = "MAN-0309",
    .slug = "over-budget",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "The run used more of something than its budget allows.",
    .matters = "The budget is part of the task; a result beyond it does not count.",
    .fix = "Raise the budget with its owner, or run cheaper.",
    .example = "model_tokens is 1200, the budget is 1000",
};

inline constexpr core::Code kSandboxUnavailable{
    .id = "MAN-0310",
    .slug = "sandbox-unavailable",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kTool,
    .means = "This system offers no way to keep the command out of the store and the checker.",
    .matters = "A command that can write anywhere could write its own verdict.",
    .fix =
        "Run as root or on a kernel with Landlock, or set 'sandbox: none' and accept that graders "
        "refuse such runs by default.",
    .example = "neither another user id nor Landlock is available",
};

inline constexpr core::Code kRunLive{
    .id = "MAN-0311",
    .slug = "run-live",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "The run is alive: its process exists and renews its lease.",
    .matters = "Taking it over would throw away work that goes on.",
    .fix = "Wait for it, attach to it, or cancel it with --cancel.",
    .example = "run x-12ab is alive (process 4711, renewed 1 s ago)",
};

inline constexpr core::Code kRunUnknown{
    .id = "MAN-0312",
    .slug = "run-unknown",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "The ledger holds no run of this id.",
    .matters = "There is nothing to seal, attach to or show.",
    .fix = "Take the id from `manifest run` or `manifest ledger log`.",
    .example = "no run 'x-12ab' in this workspace",
};

inline constexpr core::Code kNotSealable{
    .id = "MAN-0313",
    .slug = "not-sealable",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kDesign,
    .means =
        "Only a completed run with every required report can be sealed, and only once per "
        "destination.",
    .matters =
        "A failed, timed out, interrupted, lost or changed run stays as a diagnostic; it can never "
        "count.",
    .fix = "Run again under a new id.",
    .example = "run x-12ab is in state 'timeout'; only 'completed' can be sealed",
};

inline constexpr core::Code kUnsafeOutput{
    .id = "MAN-0314",
    .slug = "unsafe-output",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means =
        "An output is not a plain file of its own: a link, a device, a pipe, has several names, or "
        "leads outside.",
    .matters = "Its content could be changed from elsewhere after it was sealed.",
    .fix = "Let the command write plain files.",
    .example = "output 'reports/cov.json' is a symbolic link",
};

inline constexpr core::Code kOutputChanged{
    .id = "MAN-0315",
    .slug = "output-changed",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "An output changed between the end of the command and its sealing.",
    .matters = "Something still writes to the folder of the run.",
    .fix = "Find the process that writes; then run again.",
    .example = "output 'trace.json' was changed while it was copied",
};

inline constexpr core::Code kToolProbe{
    .id = "MAN-0316",
    .slug = "tool-probe",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "The build of a tool could not be determined.",
    .matters = "Which program made the result would stay unknown.",
    .fix =
        "Correct 'probe' in the run description; it must print the version and end with status 0.",
    .example = "probe of tool 'iverilog' ended with exit status 1",
};

}  // namespace sealring::manifest::codes
