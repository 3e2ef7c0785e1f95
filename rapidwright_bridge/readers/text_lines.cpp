// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/readers/text_lines.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "core/units/parse.h"

namespace sealring::rapidwright_bridge {

TextLines::TextLines(std::string_view text) {
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.find('\n', begin);
    last_line_ended_ = end != std::string_view::npos;
    if (!last_line_ended_) end = text.size();
    std::string_view line = text.substr(begin, end - begin);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines_.push_back(line);
    begin = end + 1;
  }
}

std::size_t TextLines::last_text() const {
  for (std::size_t i = lines_.size(); i > 0; --i) {
    if (!is_blank(lines_[i - 1])) return i - 1;
  }
  return lines_.size();
}

std::size_t TextLines::trailing_blank() const {
  const std::size_t last = last_text();
  if (last == lines_.size()) return 0;
  std::size_t blank = lines_.size() - 1 - last;
  if (!last_line_ended_ && blank > 0) --blank;
  return blank;
}

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\f\v");
  if (first == std::string_view::npos) return {};
  const std::size_t last = text.find_last_not_of(" \t\r\f\v");
  return text.substr(first, last - first + 1);
}

bool is_blank(std::string_view line) {
  return trim(line).empty();
}

bool is_rule(std::string_view line, std::size_t least) {
  line = trim(line);
  return line.size() >= least && std::ranges::all_of(line, [](char c) { return c == '-'; });
}

bool is_column_rule(std::string_view line) {
  line = trim(line);
  return !line.empty() && std::ranges::all_of(line, [](char c) { return c == '-' || c == ' '; });
}

std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> out;
  std::size_t i = 0;
  while (i < line.size()) {
    while (i < line.size() && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r')) ++i;
    const std::size_t begin = i;
    while (i < line.size() && line[i] != ' ' && line[i] != '\t' && line[i] != '\r') ++i;
    if (i > begin) out.push_back(line.substr(begin, i - begin));
  }
  return out;
}

std::vector<std::string_view> table_cells(std::string_view line) {
  std::vector<std::string_view> out;
  if (!line.starts_with('|')) return out;
  line = trim(line);
  if (line.size() < 2 || line.back() != '|') return out;
  std::size_t begin = 1;
  while (begin < line.size()) {
    const std::size_t end = line.find('|', begin);
    if (end == std::string_view::npos) break;
    out.push_back(trim(line.substr(begin, end - begin)));
    begin = end + 1;
  }
  return out;
}

Slack parse_slack(std::string_view word) {
  Slack slack;
  slack.text = std::string(word);
  if (word.empty()) return slack;
  if (word == "inf" || word == "+inf") {
    slack.state = Slack::State::kInfinite;
    return slack;
  }
  if (word == "NA" || word == "N/A" || word == "n/a") {
    slack.state = Slack::State::kNotAvailable;
    return slack;
  }
  if (word.ends_with("ns")) word.remove_suffix(2);
  const auto value = core::parse_decimal(word);
  slack.state = value ? Slack::State::kNumber : Slack::State::kUnreadable;
  if (value) slack.ns = *value;
  return slack;
}

std::optional<std::int64_t> parse_count(std::string_view word) {
  if (word.empty() || word.front() < '0' || word.front() > '9') return std::nullopt;
  return core::parse_integer(word);
}

std::optional<std::int64_t> parse_report_date(std::string_view text) {
  static constexpr std::array<std::string_view, 12> kMonths = {
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  auto w = words(text);
  if (w.size() < 5) return std::nullopt;
  const auto month = std::ranges::find(kMonths, w[1]);
  const auto day = parse_count(w[2]);
  // A time zone word may stand between clock and year.
  std::string_view year_word = w[4];
  if (w.size() > 5 && !parse_count(year_word)) year_word = w[5];
  while (!year_word.empty() && year_word.back() == '.') year_word.remove_suffix(1);
  const auto year = parse_count(year_word);
  const std::string_view clock = w[3];
  if (month == kMonths.end() || !day || !year || clock.size() != 8) return std::nullopt;
  const auto hours = parse_count(clock.substr(0, 2));
  const auto minutes = parse_count(clock.substr(3, 2));
  const auto seconds = parse_count(clock.substr(6, 2));
  if (!hours || !minutes || !seconds || *year < 1990 || *year > 9999) return std::nullopt;
  using namespace std::chrono;
  const year_month_day date{std::chrono::year(static_cast<int>(*year)),
                            std::chrono::month(static_cast<unsigned>(month - kMonths.begin() + 1)),
                            std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  const std::int64_t days = sys_days(date).time_since_epoch().count();
  return days * 86400 + *hours * 3600 + *minutes * 60 + *seconds;
}

std::string_view numbered_title(std::string_view line) {
  std::size_t i = 0;
  while (i < line.size() && ((line[i] >= '0' && line[i] <= '9') || line[i] == '.')) ++i;
  if (i == 0 || line[0] == '.' || i >= line.size() || line[i] != ' ') return {};
  if (line.substr(0, i).find('.') == std::string_view::npos) return {};
  return trim(line.substr(i));
}

std::string Contents::first_missing() const {
  std::size_t at = 0;
  for (const std::string& title : announced) {
    std::size_t i = at;
    while (i < found.size() && found[i].first != title) ++i;
    if (i == found.size()) return title;
    at = i + 1;
  }
  return {};
}

Contents read_contents(const TextLines& lines) {
  Contents contents;
  std::size_t i = 0;
  while (i < lines.size() && trim(lines[i]) != "Table of Contents") ++i;
  i += 2;
  for (; i < lines.size() && !is_blank(lines[i]); ++i) {
    const std::string_view title = numbered_title(lines[i]);
    // Some versions list one entry twice in a row.
    if (!title.empty() && (contents.announced.empty() || contents.announced.back() != title)) {
      contents.announced.emplace_back(title);
    }
  }
  for (; i + 1 < lines.size(); ++i) {
    const std::string_view title = numbered_title(lines[i]);
    if (!title.empty() && is_rule(lines[i + 1], 2) &&
        trim(lines[i + 1]).size() == trim(lines[i]).size()) {
      contents.found.emplace_back(std::string(title), i);
    }
  }
  return contents;
}

}  // namespace sealring::rapidwright_bridge
