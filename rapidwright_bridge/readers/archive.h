// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rapidwright_bridge/byte_source.h"

namespace sealring::rapidwright_bridge {

/// One file of a ZIP archive.
struct ArchiveMember {
  std::string name;
  std::uint64_t packed = 0;
  std::uint64_t unpacked = 0;
  bool encrypted = false;
};

/// A ZIP archive (ZIP64 too), read through libzip; this is the only file that knows the library. Nothing is unpacked
/// before the sizes in the directory were compared with the limits, and unpacking stops where the directory lied.
class Archive {
 public:
  /// Opens a file, or bytes in memory that must outlive the archive. Nothing after an error; `problem` says why.
  static std::unique_ptr<Archive> open(const std::filesystem::path& path, std::string& problem);
  static std::unique_ptr<Archive> open_memory(const std::string& bytes, std::string& problem);
  virtual ~Archive() = default;

  virtual const std::vector<ArchiveMember>& members() const = 0;
  virtual const ArchiveMember* find(const std::string& name) const = 0;
  /// Whole content of a member, with its checksum verified; nothing after an error or above `limit`.
  virtual std::optional<std::string> read(const ArchiveMember& member, std::uint64_t limit,
                                          std::string& problem) = 0;
  /// Content in pieces; the archive must outlive the source. nullptr after an error.
  virtual std::unique_ptr<ByteSource> stream(const ArchiveMember& member, std::string& problem) = 0;
};

}  // namespace sealring::rapidwright_bridge
