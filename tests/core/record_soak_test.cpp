// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/store/execution_record.h"
#include "tests/support/soak.h"

namespace sealring::core {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;
using Content = std::tuple<std::string, Fields, Fields, Fields>;

/// Few letters and short lists, so that near misses are common.
class NearMisses {
 public:
  Content content() { return {word(), fields(), fields(), fields()}; }
  void shuffle(Fields& list) { std::shuffle(list.begin(), list.end(), random_); }
  bool flip() { return (random_() & 1U) != 0; }

 private:
  std::string word() {
    std::string text(random_() % 3, 'a');
    for (char& letter : text) letter = flip() ? 'a' : 'b';
    return text;
  }
  Fields fields() {
    Fields list(random_() % 3);
    for (auto& [name, value] : list) {
      name = word();
      value = word();
    }
    return list;
  }
  std::mt19937 random_{17};
};

std::string key_of(const Content& content) {
  const auto& [verb, inputs, parameters, tools] = content;
  ExecutionRecord record;
  record.verb = verb;
  for (const auto& [role, digest] : inputs) record.add_input(role, "", digest);
  record.parameters = parameters;
  record.tools = tools;
  return content_key(record);
}

Content sorted(Content content) {
  auto& [verb, inputs, parameters, tools] = content;
  for (Fields* list : {&inputs, &parameters, &tools}) std::sort(list->begin(), list->end());
  return content;
}

TEST(ContentKeySoakTest, equal_exactly_for_equal_content) {
  NearMisses random;
  const int count = sealring::testing::soak_count("pairs of execution records", 20000);
  int equal = 0;
  for (int i = 0; i < count; ++i) {
    const Content a = random.content();
    Content b = random.flip() ? a : random.content();
    auto& [verb, inputs, parameters, tools] = b;
    for (Fields* list : {&inputs, &parameters, &tools}) random.shuffle(*list);
    const bool same = sorted(a) == sorted(b);
    ASSERT_EQ(key_of(a) == key_of(b), same) << "pair " << i;
    equal += same ? 1 : 0;
  }
  EXPECT_GT(equal, count / 3);
  EXPECT_LT(equal, count);
}

}  // namespace
}  // namespace sealring::core
