// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "manifest/signing/dsse.h"
#include "manifest/signing/provenance.h"
#include "manifest/trust.h"

namespace sealring::manifest {

inline constexpr std::uint64_t kLargestManifest = 256ULL << 20U;

/// A manifest whose signature, signer and statement are in order.
struct VerifiedManifest {
  std::string text;  ///< the exact envelope bytes
  std::string sha256;
  std::string signer;  ///< id of the trusted key
  std::optional<std::uint64_t> position;
  Provenance provenance;
};

/// Verifies one envelope; `receipt` (text, may be empty) tells its ledger position. Nothing after reporting why not.
std::optional<VerifiedManifest> verify_manifest(const std::string& text, const std::string& receipt,
                                                const Trust& trust, const std::string& name,
                                                core::Sink& sink);

/// Reads and verifies the manifest of a submission folder. MAN-0501 when there is none, MAN-0502 when the folder holds
/// the record of a run that did not complete instead.
std::optional<VerifiedManifest> open_submission(const core::InputReader& reader,
                                                const std::filesystem::path& folder,
                                                const Trust& trust, core::Sink& sink);

/// Compares every listed file with its digest: MAN-0503 changed, MAN-0601 missing, MAN-0314 no plain file. Files in
/// the folders of the outputs that are not listed are MAN-0514 with severity `unlisted`. Returns how many were read.
std::uint64_t check_files(const std::filesystem::path& folder, const std::string& name,
                          const RunRecord& record, core::Severity unlisted, core::Sink& sink);

}  // namespace sealring::manifest
