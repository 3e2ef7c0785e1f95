// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sealring::core {

/// Lines of input files for showing beside findings, read when first asked for. Only regular, uncompressed files up
/// to 64 MiB are opened; for anything else there is simply no line.
class SourceLines {
 public:
  explicit SourceLines(std::filesystem::path root) : root_(std::move(root)) {}

  /// Line `number` (from 1) of the file shown as `file`, without its line end; valid until the next call.
  std::optional<std::string_view> line(const std::string& file, std::uint32_t number);

 private:
  struct Text {
    std::string bytes;
    std::vector<std::size_t> starts;  ///< offset of each line
  };
  const Text& load(const std::string& file);

  std::filesystem::path root_;
  std::map<std::string, Text> files_;
  std::uint64_t held_ = 0;  ///< bytes in files_
};

}  // namespace sealring::core
