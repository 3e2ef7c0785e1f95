// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/diagnostics/failure.h"
#include "manifest/store/files.h"

namespace sealring::manifest {

/// Remembers the digest of files by device, inode, size, mtime, ctime and mode. For `stale` alone: sealing, verifying
/// and grading always read the bytes. A file touched within two seconds of the moment it was hashed is not
/// remembered (git's "racy" rule: its time stamp may be too coarse to tell a later change).
class StatCache {
 public:
  /// `file` holds what is remembered; paths given later are relative to `root`.
  StatCache(std::filesystem::path file, const std::filesystem::path& root);

  /// The digest of `path`: remembered, or read now. Nothing when it cannot be read.
  std::optional<std::string> digest(const std::string& path);
  std::uint64_t hits() const { return hits_; }

  /// Writes what was learned; a cache that cannot be read back is simply empty.
  core::Expected<void> save();

 private:
  /// The eight words that must all be the same for the content to be taken as the same.
  using Words = std::array<std::int64_t, 8>;
  struct Hash {
    std::size_t operator()(const Words& words) const {
      return static_cast<std::size_t>(words[1] * 31 + words[4]) * 0x9E3779B97F4A7C15U;
    }
  };
  using Digest = std::array<char, 64>;

  std::filesystem::path file_;
  std::filesystem::path root_path_;
  Descriptor root_;
  std::unordered_map<Words, Digest, Hash> known_;
  bool changed_ = false;
  std::uint64_t hits_ = 0;
};

}  // namespace sealring::manifest
