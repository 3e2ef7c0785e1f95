// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/finding.h"
#include "core/diagnostics/sink.h"
#include "core/files/decompress.h"
#include "core/files/digest.h"
#include "core/files/input.h"
#include "rapidwright_bridge/check.h"

namespace sealring::rapidwright_bridge::testing {

inline std::filesystem::path source_dir() {
  return SEALRING_SOURCE_DIR;
}

/// Folder of small files written for these tests.
inline std::filesystem::path data_dir() {
  return source_dir() / "tests/data/rapidwright_bridge";
}

/// Folder of real files, not part of the project.
inline std::filesystem::path corpus_dir() {
  const char* set = std::getenv("SEALRING_CORPUS");
  return (set != nullptr ? std::filesystem::path(set) : source_dir() / "../shared/data") / "fpga";
}

inline std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

/// Bytes of a real file, unpacked where it is compressed.
inline std::string slurp_plain(const std::filesystem::path& path) {
  std::string bytes = slurp(path);
  core::Decompressed unpacked = core::decompress(bytes, 1ULL << 32);
  return unpacked.state == core::Decompressed::State::kUnpacked ? std::move(unpacked.bytes) : bytes;
}

inline core::InputFile as_input(std::string text, std::string name = "report.rpt") {
  core::InputFile file;
  file.name = std::move(name);
  file.sha256 = core::sha256_hex(text);
  file.text = std::move(text);
  return file;
}

inline FileResult check_text(std::string text, const CheckOptions& options = {}) {
  return check_file(as_input(std::move(text)), options);
}

inline std::vector<std::string> ids_of(const std::vector<core::Finding>& findings) {
  std::vector<std::string> ids;
  for (const core::Finding& finding : findings) ids.emplace_back(finding.code->id);
  return ids;
}

inline bool has(const std::vector<core::Finding>& findings, std::string_view id) {
  for (const core::Finding& finding : findings) {
    if (finding.code->id == id) return true;
  }
  return false;
}

inline std::string message_of(const std::vector<core::Finding>& findings, std::string_view id) {
  for (const core::Finding& finding : findings) {
    if (finding.code->id == id) return finding.message;
  }
  return {};
}

/// Times a small test count is multiplied by in soak runs.
inline std::size_t soak() {
  const char* set = std::getenv("SEALRING_SOAK");
  const long factor = set != nullptr ? std::strtol(set, nullptr, 10) : 1;
  return factor > 0 ? static_cast<std::size_t>(factor) : 1;
}

inline bool update_golden() {
  return std::getenv("SEALRING_UPDATE_GOLDEN") != nullptr;
}

inline std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  std::size_t at = 0;
  while ((at = text.find(from, at)) != std::string::npos) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

}  // namespace sealring::rapidwright_bridge::testing
