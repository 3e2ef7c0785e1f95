// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of the ledger and the content store: MAN-04xx.
namespace sealring::manifest::codes {

inline constexpr core::Code kLedgerDamaged{
    .id = "MAN-0401",
    .slug = "ledger-damaged",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "The ledger file is not a sound database of this program.",
    .matters = "Records may be missing or altered.",
    .fix = "Restore it from a copy and compare it with a checkpoint kept elsewhere.",
    .example = "row 3 missing from index man_record_key",
};

inline constexpr core::Code kEntryAltered{
    .id = "MAN-0402",
    .slug = "entry-altered",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "A ledger entry does not have the hash under which it was entered.",
    .matters = "The entry, or the tree above it, was changed afterwards.",
    .fix = "Restore the ledger from a copy; treat every entry from this one on as unproved.",
    .example = "entry 4 does not match its leaf hash",
};

inline constexpr core::Code kCheckpointInvalid{
    .id = "MAN-0403",
    .slug = "checkpoint-invalid",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "A checkpoint is malformed, or no known key made a good signature on it.",
    .matters = "It proves nothing about the ledger.",
    .fix = "Take the checkpoint as it was signed, and give the log's key in the trust file.",
    .example = "the signature of 'ci-log' on the note is wrong",
};

inline constexpr core::Code kLedgerRolledBack{
    .id = "MAN-0404",
    .slug = "ledger-rolled-back",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "The ledger does not continue the one an earlier checkpoint describes.",
    .matters = "Entries were removed or replaced since then.",
    .fix = "Restore the ledger; the checkpoint says how many entries it must hold at least.",
    .example = "the checkpoint states 12 entries, the ledger holds 9",
};

inline constexpr core::Code kProofInvalid{
    .id = "MAN-0405",
    .slug = "proof-invalid",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "A receipt does not prove that the manifest stands in the ledger.",
    .matters = "The manifest may never have been entered, or under another position.",
    .fix = "Make the receipt again with `manifest ledger prove`.",
    .example = "the receipt's path does not lead to the root of its checkpoint",
};

inline constexpr core::Code kRecordAltered{
    .id = "MAN-0406",
    .slug = "record-altered",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "A record of a run does not continue the chain of records before it.",
    .matters = "It was changed, removed or added by other means than this program.",
    .fix = "Restore the ledger from a copy.",
    .example = "record 17 does not match its hash",
};

inline constexpr core::Code kContentMissing{
    .id = "MAN-0407",
    .slug = "content-missing",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "The store lacks content that a sealed manifest lists.",
    .matters = "What was sealed cannot be shown any more.",
    .fix = "Restore the file from a copy; its name is its digest.",
    .example = "content 3f6c... of 'reports/coverage.json' is not in the store",
};

inline constexpr core::Code kContentAltered{
    .id = "MAN-0408",
    .slug = "content-altered",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "Content in the store does not have the digest it is named by.",
    .matters = "It was changed after it was sealed.",
    .fix = "Restore the file from a copy.",
    .example = "content 3f6c... now has the digest 91ab...",
};

}  // namespace sealring::manifest::codes
