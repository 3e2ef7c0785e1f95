// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/formats/json.h"

#include <cmath>
#include <cstring>
#include <random>

#include "manifest/formats/base64.h"
#include "manifest/formats/unicode.h"
#include "tests/manifest/support.h"

namespace sealring::manifest {
namespace {

using namespace testing;

std::string refused_with(std::string_view text) {
  core::CollectingSink sink;
  const auto value = parse_json(text, "t.json", sink);
  EXPECT_FALSE(value.has_value()) << text;
  EXPECT_EQ(sink.findings.size(), 1U) << text;
  return sink.findings.empty() ? "" : std::string(sink.findings.front().code->id);
}

TEST(Json, reads_all_kinds_and_writes_them_canonically) {
  core::CollectingSink sink;
  const auto value = parse_json(" {\"b\":[1,2.50,-0,true,null],\"a\":\"\\u00e9\\n\"} ", "t", sink);
  ASSERT_TRUE(value) << spoken(sink);
  EXPECT_EQ(canonical(*value), "{\"a\":\"\xC3\xA9\\n\",\"b\":[1,2.5,0,true,null]}");
}

TEST(Json, each_fault_has_its_code) {
  EXPECT_EQ(refused_with("{\"a\":1"), "MAN-0101");
  EXPECT_EQ(refused_with("{\"a\" 1}"), "MAN-0101");
  EXPECT_EQ(refused_with(""), "MAN-0101");
  EXPECT_EQ(refused_with("[01]"), "MAN-0101");
  EXPECT_EQ(refused_with("[NaN]"), "MAN-0101");
  EXPECT_EQ(refused_with("[\"\t\"]"), "MAN-0101");
  EXPECT_EQ(refused_with("{\"a\":1,\"\\u0061\":2}"), "MAN-0102");
  EXPECT_EQ(refused_with("\xEF\xBB\xBF{}"), "MAN-0110");
  EXPECT_EQ(refused_with("[\"\\ud800\"]"), "MAN-0111");
  EXPECT_EQ(refused_with("[\"\\udc00\"]"), "MAN-0111");
  EXPECT_EQ(refused_with("[\"\xC0\xAF\"]"), "MAN-0103");
  EXPECT_EQ(refused_with("[1e400]"), "MAN-0112");
  EXPECT_EQ(refused_with(std::string(70, '[') + std::string(70, ']')), "MAN-0104");
  EXPECT_EQ(refused_with("{} {}"), "MAN-0105");
}

TEST(Json, places_count_from_one) {
  core::CollectingSink sink;
  parse_json("{\n \"a\" : x}", "t.json", sink);
  ASSERT_EQ(sink.findings.size(), 1U);
  EXPECT_EQ(sink.findings[0].location.line, 2U);
  EXPECT_EQ(sink.findings[0].location.column, 8U);
}

TEST(Json, integers_are_exact_or_refused) {
  core::CollectingSink sink;
  const auto value = parse_json("[9007199254740991,9007199254740992,1.0,1e2,-3,1e-400]", "t", sink);
  ASSERT_TRUE(value);
  EXPECT_EQ(value->items()[0].as_integer(), 9007199254740991);
  EXPECT_FALSE(value->items()[1].as_integer());
  EXPECT_FALSE(value->items()[2].as_integer());
  EXPECT_FALSE(value->items()[3].as_integer());
  EXPECT_EQ(value->items()[4].as_integer(), -3);
  EXPECT_EQ(value->items()[5].real(), 0.0);
}

TEST(Json, keys_sort_by_utf16_units) {
  EXPECT_TRUE(utf16_less("\xF0\x9F\x98\x80", "\xEF\xAC\xB3"));  // U+1F600 before U+FB33
  EXPECT_TRUE(utf16_less("\xED\x9F\xBF", "\xF0\x9F\x98\x80"));  // U+D7FF before U+1F600
  EXPECT_TRUE(utf16_less("a", "ab"));
  EXPECT_FALSE(utf16_less("a", "a"));
}

TEST(Json, random_doubles_read_back_as_themselves) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random();
    double value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    if (!std::isfinite(value)) continue;
    EXPECT_EQ(std::strtod(ecmascript_number(value).c_str(), nullptr), value);
  }
}

TEST(Base64, has_one_spelling_per_value) {
  EXPECT_EQ(base64_encode("hello world"), "aGVsbG8gd29ybGQ=");
  EXPECT_EQ(base64_decode("aGVsbG8gd29ybGQ="), "hello world");
  EXPECT_EQ(base64_decode("-_8"), base64_decode("+/8="));
  EXPECT_FALSE(base64_decode("aGVsbG8gd29ybGR="));  // bits behind the end are set
  EXPECT_FALSE(base64_decode("a"));
  EXPECT_FALSE(base64_decode("YQ=a"));
  EXPECT_FALSE(base64_decode("YQ =="));
}

}  // namespace
}  // namespace sealring::manifest
