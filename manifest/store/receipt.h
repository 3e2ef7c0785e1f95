// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "manifest/signing/note.h"
#include "manifest/store/ledger_store.h"
#include "manifest/trust.h"

namespace sealring::manifest {

/// An offline receipt (C2SP tlog-proof v1): an entry's position, its path, and a signed checkpoint.
struct Receipt {
  std::uint64_t position = 0;
  std::vector<std::string> path;
  std::string checkpoint;  ///< signed note
};

std::string to_text(const Receipt& receipt);
/// MAN-0405 when the form is not that of a receipt.
std::optional<Receipt> parse_receipt(std::string_view text, const std::string& name,
                                     core::Sink& sink);

/// The keys that may sign checkpoints: every trusted key with role "log", under its id as note name.
std::vector<NoteKey> log_keys(const Trust& trust);

/// The entry's position when the receipt proves `envelope` to be in the log of a checkpoint signed by a trusted log
/// key; MAN-0405 or MAN-0403 otherwise.
std::optional<std::uint64_t> check_receipt(const Receipt& receipt, std::string_view envelope,
                                           const Trust& trust, const std::string& name,
                                           core::Sink& sink);

/// Signs a checkpoint of the ledger as it is and keeps it there; the note, or a failure.
core::Expected<std::string> make_checkpoint(LedgerStore& ledger, const std::string& origin,
                                            const SigningKey& key);

/// A receipt for `position` under the newest checkpoint kept in the ledger; a failure when none covers it.
core::Expected<Receipt> make_receipt(LedgerStore& ledger, std::uint64_t position);

}  // namespace sealring::manifest
