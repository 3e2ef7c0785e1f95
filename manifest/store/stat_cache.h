// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/diagnostics/failure.h"

namespace sealring::manifest {

/// Remembers the digest of files by device, inode, size, mtime, ctime and mode. For `stale` alone: sealing, verifying
/// and grading always read the bytes. A file touched within two seconds of the moment it was hashed is not
/// remembered (git's "racy" rule: its time stamp may be too coarse to tell a later change).
class StatCache {
 public:
  explicit StatCache(std::filesystem::path file);

  /// The digest of `path`: remembered, or read now. Nothing when it cannot be read.
  std::optional<std::string> digest(const std::filesystem::path& path);
  std::uint64_t hits() const { return hits_; }

  /// Writes what was learned; a cache that cannot be read back is simply empty.
  core::Expected<void> save();

 private:
  std::filesystem::path file_;
  std::unordered_map<std::string, std::string> known_;  ///< stat words -> sha256
  bool changed_ = false;
  std::uint64_t hits_ = 0;
};

}  // namespace sealring::manifest
