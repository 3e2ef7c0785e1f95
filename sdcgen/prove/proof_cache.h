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

/// What the document of an instance allows for each clock that it has in the mode of a view, in words.
std::string allowed_text(const Project& project, const Instance& instance, const View& view);

/// Proofs that held, in the workspace's cache: a view is proved again only when something that its proof depends on
/// changed. May be used from several threads.
class ProofCache {
 public:
  /// Without a file nothing is kept. A cache that cannot be opened is none: it may be deleted at any time.
  explicit ProofCache(const std::filesystem::path& file);

  /// Key over all that a proof depends on: the commands of the SDC, what the frozen list says of clocks and entries, what
  /// the documents allow in the modes of this view, netlists, libraries, limits, sta and this program. Where a document
  /// says it is not part of the key, so that a new revision proves again only the views whose clocks it changes.
  static std::string key(const Project& project, const Selection& expected, const std::string& sdc,
                         const std::string& sta_version, const ProofLimits& limits,
                         const std::string& tool_build);

  /// The kept proof with what it had to say, now of the SDC called `sdc_name`; Proof::reused_from names the execution that
  /// made it.
  std::optional<std::pair<Proof, std::vector<core::Finding>>> get(const std::string& key,
                                                                  const std::string& sdc_name);

  /// Keeps a proof that held. Others are not kept.
  void put(const std::string& key, const Proof& proof, const std::vector<core::Finding>& findings,
           const std::string& sdc_name);

 private:
  std::mutex guard_;
  std::optional<core::Cache> cache_;
  std::string execution_id_;
};

}  // namespace sealring::sdcgen
