// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/failure.h"
#include "manifest/run_record.h"

namespace sealring::manifest {

/// The newest seal of each stage as `stale` needs it (id, task, stage, inputs), kept beside the ledger so that its
/// envelopes need not be parsed again while the ledger has not grown. For `stale` alone, like the stat cache; nothing is believed
/// because it stands there.
struct SealIndex {
  std::uint64_t entries = 0;  ///< of the ledger it was made from
  std::string last_leaf;      ///< hash of the last of them
  std::vector<RunRecord> records;
};

/// Nothing when the file is missing, damaged or of another version.
std::optional<SealIndex> read_seal_index(const std::filesystem::path& file);
core::Expected<void> write_seal_index(const std::filesystem::path& file, const SealIndex& index);

}  // namespace sealring::manifest
