// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/store/workspace.h"
#include "manifest/trust.h"

namespace sealring::manifest {

/// One line of a ledger's history.
struct LogLine {
  std::uint64_t number = 0;  ///< position of an entry, sequence of a record
  bool entry = false;
  std::string kind;
  std::string key;
  std::string state;  ///< of a run; of an execution: how it ended
  std::string time;   ///< of a record: RFC 3339, UTC
  std::string what;   ///< of a run: "task/stage"; of an execution: its verb
};

/// Entries (seals and verdicts), and with `records` everything the workspace did.
std::optional<std::vector<LogLine>> ledger_log(const core::Workspace& workspace, bool records,
                                               core::Sink& sink);

/// Signs a checkpoint of the ledger as it is now (C2SP note) and keeps it there as well.
std::optional<std::string> ledger_checkpoint(const core::Workspace& workspace,
                                             const std::filesystem::path& key,
                                             const std::string& passphrase,
                                             const std::string& origin, core::Sink& sink);

/// An offline receipt for the seal of a run (C2SP tlog-proof).
std::optional<std::string> ledger_prove(const core::Workspace& workspace, const std::string& run,
                                        core::Sink& sink);

/// Proves that the newest checkpoint kept in the ledger continues the one in `since`, as a file that whoever kept that
/// one can verify without the ledger (MAN-0405 when there is nothing to prove).
std::optional<std::string> ledger_continuation(const core::Workspace& workspace,
                                               const core::InputReader& reader,
                                               const std::filesystem::path& since,
                                               core::Sink& sink);

struct LedgerCheck {
  std::uint64_t entries = 0;
  std::uint64_t records = 0;
  std::uint64_t contents = 0;     ///< files of the store that were hashed
  std::uint64_t signatures = 0;   ///< envelopes verified against the trust file
  std::uint64_t checkpoints = 0;  ///< compared with the ledger
};

/// Recomputes every hash of the ledger and the store. With `trust` every envelope and kept checkpoint is verified;
/// `checkpoints` are older notes kept elsewhere that the ledger must continue (MAN-0404; a trust file is needed).
LedgerCheck ledger_verify(const core::Workspace& workspace, const std::optional<Trust>& trust,
                          const core::InputReader& reader,
                          const std::vector<std::filesystem::path>& checkpoints, core::Sink& sink);

/// The same for a flat export made by `export_ledger`: every entry, its tree, its checkpoint.
LedgerCheck ledger_verify_export(const core::InputReader& reader,
                                 const std::filesystem::path& folder, const Trust& trust,
                                 core::Sink& sink);

/// Verifies such a proof, without a ledger: both checkpoints are signed by trusted log keys and the later one holds
/// the earlier one's entries unchanged (MAN-0403, MAN-0404, MAN-0405).
LedgerCheck verify_continuation(const core::InputReader& reader, const std::filesystem::path& proof,
                                const std::filesystem::path& since, const Trust& trust,
                                core::Sink& sink);

/// Writes the log as flat files: `entries.jsonl` (one envelope a line) and `checkpoint` (newest kept note). Returns the
/// number of entries.
std::optional<std::uint64_t> export_ledger(const core::Workspace& workspace,
                                           const std::filesystem::path& folder, core::Sink& sink);

/// The envelopes of the runs named (all seals when none is) as a bundle (`.intoto.jsonl`), one a line.
std::optional<std::string> export_bundle(const core::Workspace& workspace,
                                         const std::vector<std::string>& runs, core::Sink& sink);

}  // namespace sealring::manifest
