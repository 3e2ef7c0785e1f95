// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of child processes (IO-06xx) and the store (IO-07xx).
namespace sealring::core::codes {

inline constexpr Code kToolCannotStart{
    .id = "IO-0601",
    .slug = "tool-cannot-start",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "An external program is missing, is not executable, or the machine refused to run it.",
    .matters = "What that program was to compute or to judge was not computed or judged.",
    .fix = "Install the program or add its folder to PATH; `sealring doctor` lists what is found.",
    .example =
        "cannot start 'sta': no program of this name in PATH; install it or add its folder to PATH",
};

inline constexpr Code kStoreCannotOpen{
    .id = "IO-0701",
    .slug = "store-cannot-open",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "A database of the workspace cannot be opened or created.",
    .matters = "Nothing can be looked up in it or recorded.",
    .fix = "Give permission to the folder, or name another one with --workspace.",
    .example =
        "cannot open store '.sealring/ledger.db': unable to open database file; check that "
        "the folder exists and that you may write in it",
};

inline constexpr Code kStoreDamaged{
    .id = "IO-0702",
    .slug = "store-damaged",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "A database file is not a database, or its content is damaged.",
    .matters = "What it would tell cannot be trusted, so it was not used.",
    .fix = "Put the file back from a copy; cache.db may simply be deleted.",
    .example =
        "store '.sealring/cache.db' is damaged: file is not a database; put it back from a "
        "copy, or delete it when it is only a cache",
};

inline constexpr Code kStoreNewer{
    .id = "IO-0703",
    .slug = "store-newer",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "A database was written by a newer version of the program.",
    .matters = "This version would misread it or spoil it.",
    .fix = "Use the newer version of the program.",
    .example =
        "store '.sealring/ledger.db' has version 7 of 'manifest', this program knows up to "
        "5; use a newer program",
};

inline constexpr Code kStoreFailed{
    .id = "IO-0704",
    .slug = "store-failed",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means =
        "A database could not be read or written: busy, full disk, no permission, a rule "
        "of its tables.",
    .matters = "The change was not made; what was there before is unchanged.",
    .fix = "Free some space, or wait until the other run has finished, then run again.",
    .example =
        "store '.sealring/ledger.db' failed: database is locked; another run holds it, run "
        "again when it has finished",
};

}  // namespace sealring::core::codes
