// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <array>

#include "core/diagnostics/code.h"

/// Codes of the command line itself.
namespace sealring::cli::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kUnknownVerb{
    .id = "CLI-0001",
    .slug = "unknown-verb",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The first words of the command line are no verb of sealring.",
    .matters = "Nothing was run.",
    .fix = "Use the verb the message suggests; `sealring --help` lists them.",
    .example = "unknown verb 'sdc genrate', did you mean 'generate'?",
};

inline constexpr Code kUnknownOption{
    .id = "CLI-0002",
    .slug = "unknown-option",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "An option is not known for this verb.",
    .matters = "A misspelt option that is ignored would change what the result means.",
    .fix = "Use the option the message suggests; the help of the verb lists them.",
    .example = "unknown option '--proove' for 'sdc generate', did you mean '--prove'?",
};

inline constexpr Code kBadUsage{
    .id = "CLI-0003",
    .slug = "bad-usage",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "An argument is missing, doubled, or has a value that is not allowed.",
    .matters = "Nothing was run.",
    .fix = "Follow the message; the help of the verb shows two whole examples.",
    .example = "'sdc generate': CONFIG.yaml is required",
};

inline constexpr Code kUnknownCode{
    .id = "CLI-0004",
    .slug = "unknown-code",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A code given to an option or to `explain` does not exist.",
    .matters =
        "A misspelt code in --ignore or --select would select nothing, or hide nothing, in "
        "silence.",
    .fix = "Use the code the message suggests; `sealring explain --all` lists them.",
    .example = "unknown code 'SDC-9999', did you mean 'SDC-0999'?",
};

inline constexpr Code kBadSetting{
    .id = "CLI-0005",
    .slug = "bad-setting",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A key of sealring.yaml or a -D setting is not known, or its value cannot be used.",
    .matters = "The run would use a default where the user believes to have set a value.",
    .fix = "Correct the key; `sealring config show` lists every key with its value and origin.",
    .example = "unknown setting 'waiver', did you mean 'waivers'?",
};

inline constexpr Code kNothingChecked{
    .id = "CLI-0006",
    .slug = "nothing-checked",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A run looked at nothing at all.",
    .matters = "No findings over nothing is not a clean result.",
    .fix =
        "Check that the inputs are the right ones and that --select does not exclude every check.",
    .example = "nothing was checked: 0 clocks, 0 views",
};

inline constexpr Code kNotChecked{
    .id = "CLI-0007",
    .slug = "not-checked",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "Something that was asked for could not be checked.",
    .matters = "What was not checked may be wrong; the run must not read as clean.",
    .fix = "Give what is missing (a file, a tool), or ask for less.",
    .example = "not checked: view func.signoff.typ: sta is not installed",
};

inline constexpr Code kInterrupted{
    .id = "CLI-0008",
    .slug = "interrupted",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "The run was ended by a signal before it was done.",
    .matters = "There is no result.",
    .fix = "Run again.",
    .example = "interrupted; nothing was written",
};

inline constexpr Code kInternal{
    .id = "CLI-0009",
    .slug = "internal-error",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "sealring itself failed.",
    .matters = "There is no result, or not a whole one.",
    .fix = "Report the message with the command line and, if you can, the input.",
    .example = "internal error: bad allocation",
};

inline constexpr Code kWorkspaceExists{
    .id = "CLI-0010",
    .slug = "file-exists",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A file that a verb would create is already there.",
    .matters = "Writing over it would lose what somebody put there.",
    .fix = "Edit the existing file, or remove it first.",
    .example = "'sealring.yaml' exists already and was left as it is",
};

inline constexpr std::array kTable{
    &kUnknownVerb,    &kUnknownOption, &kBadUsage,    &kUnknownCode, &kBadSetting,
    &kNothingChecked, &kNotChecked,    &kInterrupted, &kInternal,    &kWorkspaceExists,
};

}  // namespace sealring::cli::codes
