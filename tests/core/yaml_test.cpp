// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/files/yaml.h"

#include <gtest/gtest.h>

#include "tests/support/scratch.h"

namespace sealring::core {

namespace {

using sealring::testing::brief;

struct Parsed {
  YamlNode::Ptr root;
  CollectingSink sink;

  /// The one finding, as "IO-0101 t.yaml:1:2 message".
  std::string finding() const { return brief(sink.findings); }
};

Parsed parse(std::string text) {
  Parsed parsed;
  parsed.root = parse_yaml({"t.yaml", "t.yaml", "", std::move(text)}, parsed.sink);
  return parsed;
}

std::string place(const YamlNode* node) {
  if (node == nullptr) return "absent";
  return to_string(node->location) + "-" + std::to_string(node->location.end_column);
}

}  // namespace

TEST(Yaml, scalars_stay_text_and_know_their_quotes) {
  const Parsed p = parse("a: 1.50\nb: '1.50'\nc: yes\nd:\ne: ~\nf: \"null\"\n");
  ASSERT_TRUE(p.root);
  EXPECT_EQ(p.root->find("a")->scalar, "1.50");
  EXPECT_FALSE(p.root->find("a")->quoted);
  EXPECT_TRUE(p.root->find("b")->quoted);
  EXPECT_EQ(p.root->find("c")->scalar, "yes");
  EXPECT_EQ(p.root->find("d")->kind, YamlNode::Kind::kNull);
  EXPECT_EQ(p.root->find("e")->kind, YamlNode::Kind::kNull);
  EXPECT_EQ(p.root->find("f")->kind, YamlNode::Kind::kScalar);
}

TEST(Yaml, places_count_bytes_and_include_quotes) {
  const Parsed p = parse(
      "a: xyz\r\n\"b c\": 'd''e'\r\nd: &k !!str foo\r\ne: *k\r\n\xc3\xa9: \xc3\xa9y # c\r\ng: "
      "\"\\x41\"\r\nh: |-\r\n  hello\r\ni: one\r\n   two\r\nj: 'a\r\n  b'\r\n");
  ASSERT_TRUE(p.root) << p.finding();
  EXPECT_EQ(place(p.root->find("a")), "t.yaml:1:4-7");
  EXPECT_EQ(place(p.root->find("b c")), "t.yaml:2:8-14");
  EXPECT_EQ(to_string(p.root->entries[1].key_location), "t.yaml:2:1");
  EXPECT_EQ(p.root->entries[1].key_location.end_column, 6U);
  EXPECT_EQ(place(p.root->find("d")), "t.yaml:3:13-16") << "behind anchor and tag";
  EXPECT_EQ(place(p.root->find("e")), "t.yaml:3:13-16") << "where the value stands";
  EXPECT_EQ(place(p.root->find("\xc3\xa9")), "t.yaml:5:5-8");
  EXPECT_EQ(place(p.root->find("g")), "t.yaml:6:4-10");
  EXPECT_EQ(place(p.root->find("h")), "t.yaml:7:4-0");
  EXPECT_EQ(place(p.root->find("i")), "t.yaml:9:4-0");
  EXPECT_EQ(place(p.root->find("j")), "t.yaml:11:4-0");
}

TEST(Yaml, byte_order_mark_counts_in_the_first_line_only) {
  const Parsed p = parse(
      "\xEF\xBB\xBF"
      "a: x\nb: y\n");
  ASSERT_TRUE(p.root);
  EXPECT_EQ(place(p.root->find("a")), "t.yaml:1:7-8");
  EXPECT_EQ(place(p.root->find("b")), "t.yaml:2:4-5");
}

TEST(Yaml, duplicate_keys_are_reported_and_the_first_counts) {
  const Parsed p = parse("a: 1\nb:\n  - {c: 1, d: 2, c: 3}\na: 2\n");
  ASSERT_TRUE(p.root);
  EXPECT_EQ(p.root->find("a")->scalar, "1");
  EXPECT_EQ(p.finding(),
            "IO-0102 t.yaml:3:18 key 'c' stands twice in this mapping; first at line 3\n"
            "IO-0102 t.yaml:4:1 key 'a' stands twice in this mapping; first at line 1\n");
  EXPECT_EQ(to_string(p.sink.findings[0].notes.at(0).location), "t.yaml:3:6");
}

TEST(Yaml, syntax_errors_with_their_place) {
  EXPECT_EQ(parse("a: b: c\n").finding(),
            "IO-0101 t.yaml:1:5 not well-formed YAML: illegal map value\n");
  EXPECT_EQ(parse("x: [1,\n").finding(),
            "IO-0101 t.yaml:2:1 not well-formed YAML: end of sequence flow not found\n");
  EXPECT_EQ(parse("a:\n\t- x\n").finding().substr(0, 18), "IO-0101 t.yaml:2:2");
  EXPECT_EQ(parse("- *nope\n").finding(),
            "IO-0101 t.yaml:1:3 not well-formed YAML: the referenced anchor is not defined\n");
  EXPECT_EQ(parse("? [1, 2]\n: 3\n").finding(),
            "IO-0101 t.yaml:1:3 not well-formed YAML: a key must be a single value\n");
}

TEST(Yaml, a_quote_the_end_of_the_file_closes_is_a_cut_off_file) {
  const std::string expected =
      "IO-0101 t.yaml:2:4 not well-formed YAML: a quoted value is not closed before the end of the "
      "file\n";
  EXPECT_EQ(parse("a: 1\nb: 'open\n").finding(), expected);
  EXPECT_EQ(parse("a: 1\nb: \"open\\\"\n").finding(), expected);
  EXPECT_EQ(parse("a: 1\nb: 'it''s\n").finding(), expected);
}

TEST(Yaml, every_cut_of_a_document_is_refused_or_a_prefix_of_it) {
  const std::string whole = "a: 'x y'\nb: [1, {c: \"d\"}]\n";
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const Parsed p = parse(whole.substr(0, i));
    if (p.root != nullptr && p.root->find("a") != nullptr && i >= 4) {
      EXPECT_EQ(p.root->find("a")->scalar, "x y") << i;
    }
    EXPECT_TRUE(p.root != nullptr || !p.sink.findings.empty()) << i;
  }
}

TEST(Yaml, bytes_that_cannot_stand_in_yaml) {
  using std::string_literals::operator""s;
  EXPECT_EQ(parse("a: 1\nb: \x04\nc: 3\n").finding(),
            "IO-0101 t.yaml:2:4 the byte 0x04 cannot stand in YAML; UTF-8 text was expected\n");
  EXPECT_EQ(parse("a: 1\0\n"s).finding(),
            "IO-0101 t.yaml:1:5 the byte 0x00 cannot stand in YAML; UTF-8 text was expected\n");
  EXPECT_EQ(parse("\xFF\xFE"
                  "a\0:\0 \0"
                  "1\0"s)
                .finding(),
            "IO-0101 t.yaml:1:1 the byte 0xff cannot stand in YAML; UTF-8 text was expected\n");
}

TEST(Yaml, alias_cycles_are_refused) {
  EXPECT_EQ(parse("&a [1, *a]\n").finding(),
            "IO-0101 t.yaml:1:8 not well-formed YAML: an alias refers to the value it stands in\n");
  EXPECT_EQ(parse("x: &a\n  y: {z: *a}\n").finding().substr(0, 18), "IO-0101 t.yaml:2:1");
}

TEST(Yaml, nested_aliases_cannot_stand_for_billions_of_values) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
    for (int k = 1; k < 10; ++k) text += ", " + before;
    text += "]\n";
  }
  EXPECT_EQ(parse(text).finding(),
            "IO-0101 t.yaml:8:15 not well-formed YAML: the aliases stand for more than 20000000 "
            "values\n");
}

TEST(Yaml, deep_nesting_is_refused_also_through_aliases) {
  const auto nested = [](std::size_t depth, const std::string& inner) {
    return std::string(depth, '[') + inner + std::string(depth, ']');
  };
  EXPECT_TRUE(parse(nested(400, "x")).root);
  for (const std::size_t depth : {600U, 100000U}) {
    EXPECT_EQ(
        parse(nested(depth, "x")).finding(),
        "IO-0101 t.yaml:1:1 not well-formed YAML: values are nested more than 500 levels deep\n");
  }
  const std::string chained = "a: &a " + nested(300, "x") + "\nb: &b " + nested(300, "*a") + "\n";
  EXPECT_EQ(
      parse(chained).finding(),
      "IO-0101 t.yaml:2:307 not well-formed YAML: values are nested more than 500 levels deep\n");
}

TEST(Yaml, one_document_only) {
  EXPECT_TRUE(parse("%YAML 1.2\n---\na: 1\n...\n").root);
  EXPECT_EQ(parse("a: 1\n---\nb: 2\n").finding(),
            "IO-0101 t.yaml:2:1 the file holds more than one YAML document; one was expected\n");
}

TEST(Yaml, nothing_is_never_a_document) {
  for (const char* text : {"# only a comment\n", "\n\n", "---\n", "~\n", "\xEF\xBB\xBF\n"}) {
    const Parsed p = parse(text);
    EXPECT_FALSE(p.root) << text;
    EXPECT_EQ(p.finding(), "IO-0003 t.yaml 't.yaml' holds nothing but blank lines and comments\n")
        << text;
  }
}

TEST(YamlMap, reads_and_reports_with_exact_places) {
  const Parsed p = parse(
      "schema: sealring.x/1\nname: rx\ncount: 12\nflag: true\nmodes: [a, b]\none: a\nempty: \"\"\n"
      "nothing:\nlist: [1]\ntwo: two\nnmae: y\n");
  ASSERT_TRUE(p.root);
  CollectingSink sink;
  YamlMap map(*p.root, "clock 'rx'", sink);
  EXPECT_TRUE(expect_schema(map, "sealring.x/1", sink));
  EXPECT_EQ(map.require_text("name"), "rx");
  EXPECT_EQ(map.get_int("count", 1, 12), 12);
  EXPECT_EQ(map.get_bool("flag"), true);
  EXPECT_EQ(map.get_texts("modes"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(map.get_texts("one"), (std::vector<std::string>{"a"}));
  EXPECT_EQ(map.get("absent"), nullptr);
  EXPECT_EQ(map.get_text("absent_too"), std::nullopt);
  EXPECT_TRUE(sink.findings.empty());
  EXPECT_EQ(map.require_text("empty"), "");
  EXPECT_EQ(map.require("nothing"), nullptr);
  EXPECT_EQ(map.require("missing"), nullptr);
  EXPECT_EQ(map.get_text("list"), std::nullopt);
  EXPECT_EQ(map.get_int("two", 1, 65536), std::nullopt);
  EXPECT_EQ(map.get_int("count", 1, 11), std::nullopt);
  EXPECT_EQ(map.get_int("list", 1, 11), std::nullopt);
  EXPECT_EQ(map.get_bool("list"), std::nullopt);
  map.finish();
  EXPECT_EQ(
      brief(sink.findings),
      "IO-0104 t.yaml:7:8 clock 'rx' has an empty 'empty'\n"
      "IO-0104 t.yaml:8:1 clock 'rx' has an empty 'nothing'\n"
      "IO-0104 t.yaml:1:1 clock 'rx' has no 'missing'\n"
      "IO-0105 t.yaml:9:7 'list' of clock 'rx' is a list; a single value was expected\n"
      "IO-0105 t.yaml:10:6 'two' of clock 'rx' is 'two'; a whole number from 1 to 65536 was "
      "expected\n"
      "IO-0105 t.yaml:3:8 'count' of clock 'rx' is '12'; a whole number from 1 to 11 was expected\n"
      "IO-0105 t.yaml:9:7 'list' of clock 'rx' is a list; a whole number from 1 to 11 was "
      "expected\n"
      "IO-0105 t.yaml:9:7 'list' of clock 'rx' is a list; true or false was expected\n"
      "IO-0103 t.yaml:11:1 unknown key 'nmae' in clock 'rx', did you mean 'name'?\n");
}

TEST(YamlMap, something_else_than_a_mapping) {
  const Parsed p = parse("- 1\n");
  CollectingSink sink;
  YamlMap map(*p.root, "the design", sink);
  EXPECT_FALSE(map.valid());
  EXPECT_EQ(map.require("a"), nullptr);
  map.finish();
  EXPECT_EQ(brief(sink.findings),
            "IO-0105 t.yaml:1:1 the design is a list; a mapping was expected\n");
}

TEST(YamlMap, schema) {
  CollectingSink sink;
  for (const char* text : {"schema: sealring.ip/1\n", "schema: [1]\n", "other: 1\n"}) {
    const Parsed p = parse(text);
    YamlMap map(*p.root, "the design", sink);
    EXPECT_FALSE(expect_schema(map, "sealring.design/1", sink));
  }
  EXPECT_EQ(
      brief(sink.findings),
      "IO-0106 t.yaml:1:9 'schema' is 'sealring.ip/1'; 'sealring.design/1' was expected here\n"
      "IO-0106 t.yaml:1:9 'schema' is a list; 'sealring.design/1' was expected here\n"
      "IO-0104 t.yaml:1:1 the design has no 'schema'\n");
}

}  // namespace sealring::core
