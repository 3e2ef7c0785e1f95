// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/finding.h"
#include "core/store/cache.h"
#include "sdcgen/proof.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// Proofs that held, in the workspace's cache: a view is proved again only when something that its proof depends on
/// changed. May be used from several threads.
class ProofCache {
 public:
  /// Without a file nothing is kept. A cache that cannot be opened is none: it may be deleted at any time.
  explicit ProofCache(const std::filesystem::path& file);

  /// Key over all that a proof depends on: the SDC, the frozen list, netlists, libraries, limits, sta and this program.
  static std::string key(const Project& project, const Selection& expected, const std::string& sdc,
                         const std::string& sta_version, const ProofLimits& limits,
                         const std::string& tool_build);

  /// The kept proof with what it had to say; Proof::reused_from names the execution that made it.
  std::optional<std::pair<Proof, std::vector<core::Finding>>> get(const std::string& key);

  /// Keeps a proof that held. Others are not kept.
  void put(const std::string& key, const Proof& proof, const std::vector<core::Finding>& findings);

 private:
  std::mutex guard_;
  std::optional<core::Cache> cache_;
  std::string execution_id_;
};

}  // namespace sealring::sdcgen
