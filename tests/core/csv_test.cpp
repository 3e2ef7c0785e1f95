// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/files/csv.h"

#include <gtest/gtest.h>

#include "tests/support/properties.h"
#include "tests/support/scratch.h"

namespace sealring::core {

namespace {

using sealring::testing::brief;

struct Parsed {
  std::optional<CsvTable> table;
  CollectingSink sink;
};

Parsed parse(std::string text) {
  Parsed parsed;
  parsed.table = parse_csv({"t.csv", "t.csv", "", std::move(text)}, parsed.sink);
  return parsed;
}

/// "a|b" lines, header first.
std::string content(const CsvTable& table) {
  std::string text;
  for (const CsvCell& cell : table.header()) text += std::string(cell.text) + "|";
  for (std::size_t row = 0; row < table.rows(); ++row) {
    text += "\n";
    for (std::size_t i = 0; i < table.header().size(); ++i) {
      text += std::string(table.cell(row, i).text) + "|";
    }
  }
  return text;
}

std::string place(const CsvTable& table, std::size_t row, std::size_t column) {
  const Location at = table.at(table.cell(row, column));
  return to_string(at) + "-" + std::to_string(at.end_column);
}

}  // namespace

TEST(Csv, rfc_4180_with_places) {
  const Parsed p = parse("name,note\nclk,\"a \"\"b\"\", c\"\n,\n");
  ASSERT_TRUE(p.table);
  EXPECT_EQ(content(*p.table), "name|note|\nclk|a \"b\", c|\n||");
  EXPECT_EQ(place(*p.table, 0, 1), "t.csv:2:5-17");
  EXPECT_EQ(place(*p.table, 1, 1), "t.csv:3:2-2");
  EXPECT_EQ(p.table->column("note"), 1U);
  EXPECT_FALSE(p.table->column("Note"));
  EXPECT_TRUE(p.sink.findings.empty());
}

TEST(Csv, byte_order_mark_crlf_comments_and_blank_lines) {
  const Parsed p = parse("\xEF\xBB\xBF# made by hand\r\n\r\na,b\r\n  \t\r\n1,2\r\n#3,4\r\n5,6");
  ASSERT_TRUE(p.table);
  EXPECT_EQ(content(*p.table), "a|b|\n1|2|\n5|6|");
  EXPECT_EQ(place(*p.table, 0, 1), "t.csv:5:3-4");
  EXPECT_EQ(place(*p.table, 1, 0), "t.csv:7:1-2");
}

TEST(Csv, a_quoted_hash_is_no_comment) {
  const Parsed p = parse("a,b\n\"#1\",2\n");
  ASSERT_TRUE(p.table);
  EXPECT_EQ(content(*p.table), "a|b|\n#1|2|");
}

TEST(Csv, quotes_span_lines_and_places_behind_them_are_right) {
  const Parsed p = parse("a,b,c\n\"one\ntwo\",\"x\r\ny\",z\n1,2,3\n");
  ASSERT_TRUE(p.table);
  EXPECT_EQ(content(*p.table), "a|b|c|\none\ntwo|x\r\ny|z|\n1|2|3|");
  EXPECT_EQ(place(*p.table, 0, 0), "t.csv:2:1-0");
  EXPECT_EQ(place(*p.table, 0, 1), "t.csv:3:6-0");
  EXPECT_EQ(place(*p.table, 0, 2), "t.csv:4:4-5");
  EXPECT_EQ(place(*p.table, 1, 2), "t.csv:5:5-6");
}

TEST(Csv, ragged_rows_are_reported_and_left_out) {
  const Parsed p = parse("a,b\n1\n1,2\n1,2,3\n");
  ASSERT_TRUE(p.table);
  EXPECT_EQ(p.table->rows(), 1U);
  EXPECT_EQ(brief(p.sink.findings),
            "IO-0201 t.csv:2:1 row has 1 fields, the header has 2\n"
            "IO-0201 t.csv:4:1 row has 3 fields, the header has 2\n");
}

TEST(Csv, quoting_faults_are_reported_and_left_out) {
  const Parsed p = parse("a,b\n\"x\"y,2\n1,2\n3,\"open\n4,5\n");
  ASSERT_TRUE(p.table);
  EXPECT_EQ(content(*p.table), "a|b|\n1|2|");
  EXPECT_EQ(brief(p.sink.findings),
            "IO-0202 t.csv:2:1 text follows the closing quote of a field\n"
            "IO-0202 t.csv:4:3 quoted field is not closed before the end of the file\n");
}

TEST(Csv, rows_of_which_none_is_readable_are_not_called_absent) {
  const Parsed p = parse("a,b\n\"x\"y,2\n");
  EXPECT_FALSE(p.table);
  EXPECT_EQ(brief(p.sink.findings),
            "IO-0202 t.csv:2:1 text follows the closing quote of a field\n");
}

TEST(Csv, header_faults) {
  EXPECT_EQ(brief(parse("a,b,a\n1,2,3\n").sink.findings),
            "IO-0203 t.csv:1:5 column 'a' stands twice in the header\n");
  EXPECT_EQ(brief(parse("a,,c\n1,2,3\n").sink.findings),
            "IO-0203 t.csv:1:3 column 2 has no name in the header\n");
  EXPECT_FALSE(parse("a,a\n1,2\n").table);
}

TEST(Csv, nothing_is_never_a_table) {
  EXPECT_EQ(brief(parse("# only\n\n").sink.findings),
            "IO-0003 t.csv 't.csv' holds nothing but blank lines and comments; a header line was "
            "expected\n");
  EXPECT_EQ(brief(parse("a,b\n").sink.findings),
            "IO-0204 t.csv:1 table 't.csv' has a header and no rows\n");
  EXPECT_FALSE(parse("a,b\n").table);
}

TEST(Csv, a_carriage_return_alone_neither_ends_nor_blanks_a_line) {
  const Parsed p = parse("a,b\n\rx,1\n");
  ASSERT_TRUE(p.table);
  EXPECT_EQ(content(*p.table), "a|b|\n\rx|1|");
}

TEST(Csv, views_survive_moving_the_table) {
  Parsed p = parse("a\nx\n");
  const CsvTable moved = std::move(*p.table);
  EXPECT_EQ(moved.cell(0, 0).text, "x");
}

RC_GTEST_PROP(Csv, reads_back_any_fields, ()) {
  const auto columns = *rc::gen::inRange<std::size_t>(1, 5);
  const auto rows = *rc::gen::inRange<std::size_t>(1, 6);
  const auto field =
      rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab\",\n\r #")));
  std::string text;
  std::string expected;
  for (std::size_t i = 0; i < columns; ++i) {
    text += (i == 0 ? "" : ",") + std::string("h") + std::to_string(i);
    expected += "h" + std::to_string(i) + "|";
  }
  for (std::size_t row = 0; row < rows; ++row) {
    text += "\n";
    expected += "\n";
    for (std::size_t i = 0; i < columns; ++i) {
      const std::string value = *field;
      text += i == 0 ? "\"" : ",\"";
      for (const char c : value) text += c == '"' ? "\"\"" : std::string(1, c);
      text += '"';
      expected += value + "|";
    }
  }
  const Parsed p = parse(text);
  RC_ASSERT(p.table.has_value());
  RC_ASSERT(p.sink.findings.empty());
  RC_ASSERT(content(*p.table) == expected);
}

}  // namespace sealring::core
