// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "core/report/printable.h"
#include "core/report/source_lines.h"
#include "core/report/text_parts.h"
#include "tests/support/scratch.h"

namespace sealring::core {

namespace {

using sealring::testing::Scratch;

std::string show(std::string_view line, std::uint32_t column, std::uint32_t end_column = 0) {
  return excerpt(line, 12, column, end_column, Paint(false));
}

}  // namespace

TEST(Excerpt, marks_points_and_ranges) {
  EXPECT_EQ(show("net: io_a", 6, 10),
            "   12 | net: io_a\n"
            "      |      ^~~~\n");
  EXPECT_EQ(show("net: io_a", 1), "   12 | net: io_a\n      | ^\n");
  EXPECT_EQ(show("net: io_a", 10), "   12 | net: io_a\n      |          ^\n")
      << "just behind the end";
  EXPECT_EQ(show("net: io_a", 6, 99), "   12 | net: io_a\n      |      ^~~~\n");
  EXPECT_EQ(show("net: io_a", 0), "   12 | net: io_a\n");
  EXPECT_EQ(show("net: io_a", 11), "   12 | net: io_a\n") << "the file is another one now";
  EXPECT_EQ(show("", 1), "   12 | \n      | ^\n");
}

TEST(Excerpt, keeps_tabs_and_widths_aligned) {
  EXPECT_EQ(show("\t- a: \tb", 8, 9), "   12 | \t- a: \tb\n      | \t     \t^\n");
  EXPECT_EQ(show("防護: x", 9), "   12 | 防護: x\n      |       ^\n");
  EXPECT_EQ(show("x: 防護", 4, 10), "   12 | x: 防護\n      |    ^~~~\n");
  EXPECT_EQ(show("e\u0301: x", 6), "   12 | e\u0301: x\n      |    ^\n");
}

TEST(Excerpt, shows_nothing_that_steers_a_terminal) {
  EXPECT_EQ(show("a\x1b[2J\xff: x", 9), "   12 | a?[2J?: x\n      |         ^\n");
}

TEST(Excerpt, long_lines_are_cut_around_the_marker) {
  const std::string line = std::string(1000, 'a') + "MARK" + std::string(1000, 'b');
  const std::string text = show(line, 1001, 1005);
  EXPECT_EQ(text, "   12 | ..." + std::string(60, 'a') + "MARK" + std::string(56, 'b') +
                      "...\n      |    " + std::string(60, ' ') + "^~~~\n");
  EXPECT_EQ(show(std::string(300, 'a'), 1),
            "   12 | " + std::string(120, 'a') + "...\n      | ^\n");
  EXPECT_EQ(show(std::string(300, 'a'), 300),
            "   12 | ..." + std::string(61, 'a') + "\n      |    " + std::string(60, ' ') + "^\n");
  EXPECT_EQ(show(std::string(120, 'a'), 100).substr(0, 128), "   12 | " + std::string(120, 'a'));
}

TEST(Excerpt, any_marker_in_any_line_stays_inside) {
  for (const std::string& unit :
       {std::string("ab"), std::string("\t"), std::string("防"), std::string("\xff")}) {
    std::string line;
    while (line.size() < 700) line += unit;
    for (std::uint32_t column = 1; column <= line.size() + 1; column += 13) {
      const std::string text = show(line, column, column + 5);
      const std::size_t split = text.find('\n');
      ASSERT_NE(split, text.size() - 1) << unit << column;
      EXPECT_LE(display_width(text.substr(0, split)), 8 + 120 + 6U);
      EXPECT_NE(text.find('^', split), std::string::npos);
    }
  }
}

TEST(SourceLines, lines_of_plain_files) {
  const Scratch scratch;
  scratch.write("a.yaml", "one\r\ntwo\n\nlast");
  SourceLines lines(scratch.path());
  EXPECT_EQ(lines.line("a.yaml", 1), "one");
  EXPECT_EQ(lines.line("a.yaml", 2), "two");
  EXPECT_EQ(lines.line("a.yaml", 3), "");
  EXPECT_EQ(lines.line("a.yaml", 4), "last");
  EXPECT_FALSE(lines.line("a.yaml", 5));
  EXPECT_FALSE(lines.line("a.yaml", 0));
}

TEST(SourceLines, nothing_for_what_is_not_plain_text) {
  using std::string_view_literals::operator""sv;
  const Scratch scratch;
  scratch.write("packed.gz", "\x1f\x8b\x08\x00 x\n"sv);
  scratch.write("packed.xz", "\xfd\x37zXZ\0 x\n"sv);
  scratch.write("packed.zst", "\x28\xb5\x2f\xfd x\n"sv);
  scratch.write("binary", "good\nb\0d\n"sv);
  scratch.write("empty", "");
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  const std::filesystem::path large = scratch.write("large", "x\n");
  std::filesystem::resize_file(large, (64ULL << 20U) + 1);
  SourceLines lines(scratch.path());
  for (const char* name :
       {"packed.gz", "packed.xz", "packed.zst", "empty", "pipe", "large", "gone", ".", ""}) {
    EXPECT_FALSE(lines.line(name, 1)) << name;
  }
  EXPECT_EQ(lines.line("binary", 1), "good");
  EXPECT_FALSE(lines.line("binary", 2));
}

}  // namespace sealring::core
