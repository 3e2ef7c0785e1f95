// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/store/workspace.h"

namespace sealring::manifest {

/// Names of the files a sealed submission holds beside its outputs.
inline constexpr const char* kManifestFile = "manifest.dsse.json";
inline constexpr const char* kReceiptFile = "receipt.tlog-proof";

struct SealOptions {
  std::string run;            ///< execution id
  std::filesystem::path key;  ///< private key of the runner
  std::string passphrase;
  std::vector<std::filesystem::path>
      co_signers;       ///< further keys, where the trust file demands several
  std::string runner;   ///< the runner's id; the trust file binds it to the key
  std::string version;  ///< of this program
  std::filesystem::path
      out_dir;  ///< where the submission is written; empty: nowhere, it stays in the ledger
};

struct SealResult {
  std::string run;
  std::uint64_t position = 0;   ///< in the ledger
  std::string manifest_sha256;  ///< of the envelope
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  bool already = false;  ///< the run had been sealed before; the same envelope was written again
};

/// Copies the outputs of a completed run into the store, makes them durable, signs the manifest and enters it in the
/// ledger with a checkpoint; only then is it a result. A run in any other state is MAN-0313; an output that is not
/// what was recorded at the end of the run is MAN-0314 or MAN-0315.
std::optional<SealResult> seal(const core::Workspace& workspace, const SealOptions& options,
                               core::Sink& sink);

}  // namespace sealring::manifest
