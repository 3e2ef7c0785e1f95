// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "esd/codes.h"

namespace sealring::esd::testing {
namespace {

TEST(Codes, AreInOrderAndComplete) {
  std::string before;
  for (const core::Code* code : code_table()) {
    EXPECT_GT(std::string(code->id), before);
    before = code->id;
    EXPECT_TRUE(before.starts_with("ESD-")) << before;
    for (const std::string_view text :
         {code->slug, code->means, code->matters, code->fix, code->example}) {
      EXPECT_FALSE(text.empty()) << before;
    }
  }
}

/// Every code is expected by name in a test of this folder.
TEST(Codes, EachIsTriggeredByATest) {
  std::string all;
  for (const auto& entry : std::filesystem::directory_iterator(SEALRING_SOURCE_DIR "/tests/esd")) {
    if (entry.path().extension() != ".cpp" || entry.path().filename() == "codes_test.cpp") continue;
    std::ifstream file(entry.path());
    std::ostringstream text;
    text << file.rdbuf();
    all += text.str();
  }
  for (const core::Code* code : code_table()) {
    EXPECT_NE(all.find("\"" + std::string(code->id) + "\""), std::string::npos)
        << code->id << " is expected by no test";
  }
}

}  // namespace
}  // namespace sealring::esd::testing
