// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"

namespace sealring::manifest::testing {

namespace fs = std::filesystem;

/// A folder of its own that is removed at the end.
class TempDir {
 public:
  TempDir() {
    std::string name = (fs::temp_directory_path() / "sealring.XXXXXX").string();
    path_ = ::mkdtemp(name.data());
    fs::permissions(path_, fs::perms(0755));
  }
  ~TempDir() {
    std::error_code ignored;
    for (auto at = fs::recursive_directory_iterator(path_, ignored);
         at != fs::recursive_directory_iterator(); at.increment(ignored)) {
      if (at->is_directory(ignored) && !at->is_symlink(ignored)) {
        fs::permissions(at->path(), fs::perms::owner_all, ignored);
      }
    }
    fs::remove_all(path_, ignored);
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const fs::path& path() const { return path_; }
  fs::path operator/(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

inline void write_file(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

inline std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline std::vector<std::string> code_ids(const std::vector<core::Finding>& findings) {
  std::vector<std::string> ids;
  for (const core::Finding& finding : findings) ids.emplace_back(finding.code->id);
  return ids;
}

inline bool has_code(const core::CollectingSink& sink, std::string_view id) {
  return std::any_of(sink.findings.begin(), sink.findings.end(),
                     [&](const core::Finding& finding) { return finding.code->id == id; });
}

/// Everything the findings say, for failure messages.
inline std::string spoken(const core::CollectingSink& sink) {
  std::string out;
  for (const core::Finding& finding : sink.findings) {
    out += std::string(finding.code->id) + " " + finding.message + "\n";
  }
  return out;
}

#define EXPECT_CODE(sink, id)                                    \
  EXPECT_TRUE(::sealring::manifest::testing::has_code(sink, id)) \
      << id << " expected, got:\n"                               \
      << ::sealring::manifest::testing::spoken(sink)
#define EXPECT_SILENT(sink) \
  EXPECT_TRUE((sink).findings.empty()) << ::sealring::manifest::testing::spoken(sink)

/// A finding of this code about this object.
inline bool has_code_at(const core::CollectingSink& sink, std::string_view id,
                        std::string_view object) {
  return std::any_of(sink.findings.begin(), sink.findings.end(), [&](const core::Finding& finding) {
    return finding.code->id == id && finding.object == object;
  });
}
#define ASSERT_CODE_AT(sink, id, object)                                    \
  ASSERT_TRUE(::sealring::manifest::testing::has_code_at(sink, id, object)) \
      << id << " at " << object << " expected, got:\n"                      \
      << ::sealring::manifest::testing::spoken(sink)

inline fs::path corpus() {
  const char* set = std::getenv("SEALRING_CORPUS");
  return (set != nullptr ? fs::path(set) : fs::path(SEALRING_SOURCE_DIR) / "../shared/data") /
         "manifest";
}

inline const std::string kSha(64, 'a');

}  // namespace sealring::manifest::testing
