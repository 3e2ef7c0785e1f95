// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rapidwright_bridge/reports.h"

/// What the report readers share: lines without their ends, words, numbers.
namespace sealring::rapidwright_bridge {

/// The lines of a text, CR LF or LF, as views into it.
class TextLines {
 public:
  explicit TextLines(std::string_view text);
  std::size_t size() const { return lines_.size(); }
  std::string_view operator[](std::size_t i) const {
    return i < lines_.size() ? lines_[i] : std::string_view();
  }
  bool last_line_ended() const { return last_line_ended_; }
  /// Blank lines at the end of the text, each with its line end.
  std::size_t trailing_blank() const;
  /// Index of the last line that is not blank; size() when there is none.
  std::size_t last_text() const;

 private:
  std::vector<std::string_view> lines_;
  bool last_line_ended_ = false;
};

std::string_view trim(std::string_view text);
bool is_blank(std::string_view line);
/// At least `least` characters, all of them dashes (blanks at the end allowed).
bool is_rule(std::string_view line, std::size_t least = 4);
/// Dashes and blanks only, with at least one dash: the line under column titles.
bool is_column_rule(std::string_view line);
std::vector<std::string_view> words(std::string_view line);
/// Cells between '|' of a table row, trimmed; empty when the line is not one.
std::vector<std::string_view> table_cells(std::string_view line);
/// A slack figure: number, "inf", "NA", with or without "ns" behind it.
Slack parse_slack(std::string_view word);
std::optional<std::int64_t> parse_count(std::string_view word);
/// "Wed Apr 22 15:46:37 2026", with or without trailing text, as seconds since 1970 (taken as UTC).
std::optional<std::int64_t> parse_report_date(std::string_view text);
/// "3. Global Clock Source Details" -> "Global Clock Source Details"; empty when not of that form.
std::string_view numbered_title(std::string_view line);

/// Table of contents and the numbered headings found behind it.
struct Contents {
  std::vector<std::string> announced;
  std::vector<std::pair<std::string, std::size_t>> found;  ///< title, line index of the heading
  std::string first_missing() const;
};
Contents read_contents(const TextLines& lines);

}  // namespace sealring::rapidwright_bridge
