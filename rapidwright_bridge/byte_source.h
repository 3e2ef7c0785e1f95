// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace sealring::rapidwright_bridge {

/// Bytes read one after the other, so that large netlists need not lie in memory.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Up to `room` bytes; 0 at the end or after trouble.
  virtual std::size_t read(char* to, std::size_t room) = 0;
  /// What went wrong ("" when nothing did): a shortened or damaged stream must not look like its end.
  virtual std::string problem() const { return {}; }
};

/// A plain file; nullptr when it cannot be opened.
std::unique_ptr<ByteSource> open_file_source(const std::filesystem::path& path);

/// Bytes in memory; they must outlive the source.
std::unique_ptr<ByteSource> memory_source(std::string_view bytes);

/// Unpacks a Zstandard stream (RFC 8878) from another source.
std::unique_ptr<ByteSource> zstd_source(std::unique_ptr<ByteSource> packed);

}  // namespace sealring::rapidwright_bridge
