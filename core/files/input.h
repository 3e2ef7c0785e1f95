// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/diagnostics/location.h"
#include "core/diagnostics/sink.h"

namespace sealring::core {

/// One file read whole into memory, decompressed if it was compressed.
struct InputFile {
  std::filesystem::path path;  ///< as opened
  std::string name;            ///< as shown: relative to the project root
  std::string sha256;          ///< hex digest of the bytes on disk (before decompression)
  std::string text;            ///< decompressed bytes

  Location at(std::uint32_t line, std::uint32_t column = 0, std::uint32_t end_column = 0) const {
    return {name, line, column, end_column};
  }
};

/// Upper bounds in bytes, after decompression; over the limit is a finding, checked before anything is parsed.
struct InputLimits {
  std::uint64_t yaml = 32ULL << 20;
  std::uint64_t table = 256ULL << 20;
  std::uint64_t design = 16ULL << 30;  ///< netlists, layouts, bump maps, parasitics, EDIF
};

/// Opens input files and names them relative to one root.
class InputReader {
 public:
  /// `root`: project root (the folder of sealring.yaml, else the working directory); shown paths are relative to it.
  explicit InputReader(const std::filesystem::path& root, InputLimits limits = {});

  /// Reads `path`; `.gz`, `.xz` and `.zst` content is recognised by its first bytes and unpacked. On any problem
  /// (missing, a directory, unreadable, empty, over `limit`, damaged or truncated compression) reports an IO-00xx
  /// finding at `referred_from` (or at the file itself when that is empty) and returns nothing.
  std::optional<InputFile> read(const std::filesystem::path& path, std::uint64_t limit, Sink& sink,
                                const Location& referred_from = {}) const;

  /// The path as shown in results: relative to the root, '/' separated.
  std::string shown(const std::filesystem::path& path) const;

  const InputLimits& limits() const { return limits_; }
  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
  InputLimits limits_;
};

}  // namespace sealring::core
