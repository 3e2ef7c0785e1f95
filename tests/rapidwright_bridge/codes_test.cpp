// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/codes.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/rapidwright_bridge/support.h"

namespace sealring::rapidwright_bridge {
namespace {

TEST(Codes, table_is_in_order_unique_and_documented) {
  std::string before;
  std::set<std::string_view> slugs;
  for (const core::Code* code : code_table()) {
    EXPECT_LT(before, code->id);
    before = code->id;
    EXPECT_TRUE(code->id.starts_with("RWB-"));
    EXPECT_TRUE(slugs.insert(code->slug).second) << code->slug;
    for (const std::string_view text : {code->means, code->matters, code->fix, code->example})
      EXPECT_FALSE(text.empty()) << code->id;
  }
}

TEST(Codes, every_code_is_triggered_by_a_test) {
  std::string tests;
  for (const auto& entry :
       std::filesystem::directory_iterator(testing::source_dir() / "tests/rapidwright_bridge")) {
    if (entry.path().extension() == ".cpp" && entry.path().filename() != "codes_test.cpp")
      tests += testing::slurp(entry.path());
  }
  for (const core::Code* code : code_table())
    EXPECT_NE(tests.find("\"" + std::string(code->id) + "\""), std::string::npos) << code->id;
}

}  // namespace
}  // namespace sealring::rapidwright_bridge
