// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/scratch.h"

namespace sealring::testing {

/// Compares `text` with tests/golden/`name`. SEALRING_UPDATE_GOLDEN=1 writes the file instead.
inline void expect_golden(const std::string& name, const std::string& text) {
  const std::filesystem::path path =
      std::filesystem::path(SEALRING_SOURCE_DIR) / "tests" / "golden" / name;
  if (std::getenv("SEALRING_UPDATE_GOLDEN") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  ASSERT_TRUE(std::filesystem::exists(path)) << path << ": make it with SEALRING_UPDATE_GOLDEN=1";
  EXPECT_EQ(text, read_bytes(path)) << name;
}

}  // namespace sealring::testing
