// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"

namespace sealring::testing {

/// A folder for the files of one test, removed at its end.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string form =
        (std::filesystem::temp_directory_path() / "sealring-readers-XXXXXX").string();
    path_ = mkdtemp(form.data());
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() { std::filesystem::remove_all(path_); }

  /// Writes a file and gives its path.
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }
  const std::filesystem::path& path() const { return path_; }
  core::InputReader reader() const { return core::InputReader(path_); }

 private:
  std::filesystem::path path_;
};

/// "file:line:col: CODE message", one per line.
inline std::string messages(const core::CollectingSink& sink) {
  std::string out;
  for (const core::Finding& finding : sink.findings) {
    out += core::to_string(finding.location) + ": " + std::string(finding.code->id) + " " +
           finding.message + "\n";
  }
  return out;
}

inline std::vector<std::string> codes_of(const core::CollectingSink& sink) {
  std::vector<std::string> out;
  for (const core::Finding& finding : sink.findings) out.emplace_back(finding.code->id);
  return out;
}

}  // namespace sealring::testing
