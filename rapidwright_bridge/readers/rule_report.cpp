// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <array>

#include "rapidwright_bridge/readers/text_lines.h"

namespace sealring::rapidwright_bridge {
namespace {

constexpr std::array<std::string_view, 5> kSeverities = {"Critical Warning", "Error", "Warning",
                                                         "Advisory", "Info"};

/// "REQP-1577#2 Warning" -> rule and severity.
bool parse_violation(std::string_view line, std::string& rule, std::string& severity) {
  const std::size_t hash = line.find('#');
  const std::size_t space = line.find(' ');
  if (hash == std::string_view::npos || space == std::string_view::npos || hash > space ||
      hash == 0)
    return false;
  const std::string_view id = line.substr(0, hash);
  if (id.find('-') == std::string_view::npos ||
      !parse_count(line.substr(hash + 1, space - hash - 1)))
    return false;
  const std::string_view word = trim(line.substr(space));
  if (std::ranges::find(kSeverities, word) == kSeverities.end()) return false;
  rule = std::string(id);
  severity = std::string(word);
  return true;
}

RuleReport::Rule& rule_of(RuleReport& out, const std::string& id, const std::string& severity) {
  const auto it = std::ranges::find_if(
      out.rules, [&](const RuleReport::Rule& r) { return r.id == id && r.severity == severity; });
  if (it != out.rules.end()) return *it;
  return out.rules.emplace_back(RuleReport::Rule{.id = id, .severity = severity});
}

class Reader {
 public:
  explicit Reader(std::string_view text) : lines_(text) {}

  RuleReport read() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const std::string_view line = trim(lines_[i]);
      if (line.starts_with("Violations found:") || line.starts_with("Checks found:")) {
        if (i + 1 < lines_.size()) out_.found = parse_count(trim(line.substr(line.find(':') + 1)));
      } else if (line == "<no rules>" || line.ends_with(": <no rules>")) {
        out_.no_rules = true;
      } else if (line == "2. REPORT DETAILS") {
        if (is_rule(lines_[i + 1]) && i + 2 <= lines_.size()) details_heading_ = true;
      } else if (line.starts_with("| Rule")) {
        out_.table = true;
        in_table_ = true;
      } else if (in_table_) {
        take_row(i, line);
      } else if (details_heading_) {
        take_detail(i, line);
      }
    }
    finish();
    return std::move(out_);
  }

 private:
  void take_row(std::size_t i, std::string_view line) {
    if (line.starts_with("+")) {
      if (++table_rules_ == 2) in_table_ = false;
      return;
    }
    const auto cells = table_cells(line);
    const auto count = cells.size() == 4 ? parse_count(cells[3]) : std::nullopt;
    if (!count) {
      unreadable_row_ = true;
      return;
    }
    out_.rules.push_back({std::string(cells[0]), std::string(cells[1]), std::string(cells[2]),
                          *count, static_cast<std::uint32_t>(i + 1)});
  }

  void take_detail(std::size_t i, std::string_view line) {
    std::string rule;
    std::string severity;
    if (parse_violation(line, rule, severity)) {
      ++out_.details;
      closed_ = false;
      if (!out_.table) {
        RuleReport::Rule& entry = rule_of(out_, rule, severity);
        if (entry.line == 0) {
          entry.line = static_cast<std::uint32_t>(i + 1);
          entry.description = std::string(trim(lines_[i + 1]));
        }
        ++entry.count;
      }
    } else if (line.starts_with("Related violations:")) {
      closed_ = true;
    }
  }

  std::string missing_part() const {
    if (!out_.found) return "the number of violations found";
    if (out_.table && table_rules_ < 2) return "the end of the table of rules";
    if (unreadable_row_) return "a readable row in the table of rules";
    std::int64_t listed = 0;
    for (const RuleReport::Rule& rule : out_.rules) listed += rule.count;
    if (out_.table && listed != *out_.found) {
      return "rules for " + std::to_string(*out_.found) + " violations (the table lists " +
             std::to_string(listed) + ")";
    }
    if (!details_heading_) return "the section 'REPORT DETAILS'";
    if (out_.details != *out_.found) {
      return "the details of " + std::to_string(*out_.found) + " violations (" +
             std::to_string(out_.details) + " are there)";
    }
    if (out_.details > 0 && !closed_) return "the end of the last violation";
    if (lines_.trailing_blank() < (out_.details > 0 ? 2U : 1U)) return "the blank lines at its end";
    return {};
  }

  void finish() {
    out_.ending.line = static_cast<std::uint32_t>(lines_.last_text() + 1);
    out_.ending.missing = missing_part();
    out_.ending.complete = out_.ending.missing.empty();
  }

  TextLines lines_;
  RuleReport out_;
  bool in_table_ = false;
  int table_rules_ = 0;
  bool unreadable_row_ = false;
  bool details_heading_ = false;
  bool closed_ = false;
};

}  // namespace

RuleReport read_rule_report(std::string_view text) {
  return Reader(text).read();
}

}  // namespace sealring::rapidwright_bridge
