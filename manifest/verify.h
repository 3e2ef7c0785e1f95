// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <vector>

#include "core/files/input.h"
#include "manifest/trust.h"
#include "manifest/verdicts.h"

namespace sealring::manifest {

struct VerifyResult {
  std::vector<Judgement> judgements;
  std::uint64_t manifests = 0;
  std::uint64_t files = 0;  ///< files compared with a digest
};

/// Verifies, offline and from `trust` alone: a submission folder (manifest, receipt where there is one, every listed
/// file), one manifest file (signature and statement), or a bundle of them (`.jsonl`).
VerifyResult verify(const core::InputReader& reader,
                    const std::vector<std::filesystem::path>& targets, const Trust& trust);

}  // namespace sealring::manifest
