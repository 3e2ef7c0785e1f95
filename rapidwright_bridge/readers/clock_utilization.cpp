// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "rapidwright_bridge/readers/text_lines.h"

namespace sealring::rapidwright_bridge {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : lines_(text), contents_(read_contents(lines_)) {}

  ClockUtilization read() {
    std::size_t next = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (next < contents_.found.size() && contents_.found[next].second == i) {
        section_ = contents_.found[next++].first;
        columns_.clear();
      }
      const std::string_view line = trim(lines_[i]);
      if (line.starts_with("# Location of ")) located_ = true;
      if (line == "#startgroup") ++groups_;
      if (line == "#endgroup" && (i + 1 < lines_.size() || lines_.last_line_ended())) ++closed_;
      if (line.starts_with("|")) take_row(table_cells(lines_[i]));
    }
    finish();
    return std::move(out_);
  }

 private:
  std::string cell(const std::vector<std::string_view>& cells, std::string_view title) const {
    const auto it = std::ranges::find(columns_, title);
    const auto at = static_cast<std::size_t>(it - columns_.begin());
    return at < cells.size() ? std::string(cells[at]) : std::string();
  }

  void take_row(const std::vector<std::string_view>& cells) {
    if (cells.empty()) return;
    if (cells[0] == "Global Id") {
      columns_.assign(cells.begin(), cells.end());
      return;
    }
    if (columns_.empty() || !cells[0].starts_with('g')) return;
    if (section_ == "Global Clock Resources") {
      out_.clocks.push_back({.id = std::string(cells[0]),
                             .site = cell(cells, "Site"),
                             .net = cell(cells, "Net"),
                             .constraint = cell(cells, "Constraint"),
                             .clock = cell(cells, "Clock"),
                             .loads = parse_count(cell(cells, "Clock Loads")).value_or(0)});
    } else if (section_.starts_with("Device Cell Placement Summary")) {
      if (parse_count(cell(cells, "Slice Loads")).value_or(0) > 0) ++expected_groups_;
    }
  }

  void finish() {
    std::string& missing = out_.ending.missing;
    out_.ending.line = static_cast<std::uint32_t>(lines_.last_text() + 1);
    const std::string section = contents_.first_missing();
    if (contents_.announced.empty()) {
      missing = "the table of contents";
    } else if (!section.empty()) {
      missing = "section '" + section + "'";
    } else if (!located_) {
      missing = "the list of clock locations at its end";
    } else if (groups_ != closed_ || closed_ < expected_groups_) {
      missing = "the placement of " + std::to_string(expected_groups_) + " global clocks (" +
                std::to_string(closed_) + " are there)";
    } else if (!lines_.last_line_ended()) {
      missing = "the end of its last line";
    }
    out_.ending.complete = missing.empty();
  }

  TextLines lines_;
  Contents contents_;
  ClockUtilization out_;
  std::string section_;
  std::vector<std::string> columns_;
  bool located_ = false;
  std::size_t groups_ = 0;
  std::size_t closed_ = 0;
  std::size_t expected_groups_ = 0;
};

}  // namespace

ClockUtilization read_clock_utilization(std::string_view text) {
  return Reader(text).read();
}

}  // namespace sealring::rapidwright_bridge
