// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "core/units/parse.h"
#include "rapidwright_bridge/readers/text_lines.h"

namespace sealring::rapidwright_bridge {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : lines_(text), contents_(read_contents(lines_)) {}

  Utilization read() {
    std::size_t next = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (next < contents_.found.size() && contents_.found[next].second == i) {
        section_ = contents_.found[next++].first;
        columns_.clear();
        borders_ = 0;
        if (section_ == "Black Boxes") out_.black_box_section = true;
      }
      take(i);
    }
    finish();
    return std::move(out_);
  }

 private:
  /// A table is border, titles, border, rows, border; one without rows ends at its second border.
  void take(std::size_t i) {
    const std::string_view line = trim(lines_[i]);
    if (line.starts_with("+-")) {
      whole_border_ = line.ends_with("+") && (i + 1 < lines_.size() || lines_.last_line_ended());
      if (++borders_ == 3) borders_ = 0;
      return;
    }
    const auto cells = table_cells(lines_[i]);
    if (borders_ == 2 && line.empty()) borders_ = 0;
    if (cells.empty()) return;
    if (borders_ == 1) {
      columns_.assign(cells.begin(), cells.end());
    } else if (borders_ == 2) {
      take_row(cells, i);
    }
  }

  void take_row(const std::vector<std::string_view>& cells, std::size_t i) {
    if (columns_.empty() || cells.size() != columns_.size()) return;
    const auto line = static_cast<std::uint32_t>(i + 1);
    if (columns_[0] == "Site Type" && columns_.size() >= 2 && columns_[1] == "Used") {
      Utilization::Row row;
      row.section = section_;
      std::string_view site = cells[0];
      while (!site.empty() && site.back() == '*') site.remove_suffix(1);
      row.site = std::string(trim(site));
      row.used = core::parse_decimal(cells[1]);
      const auto available = std::ranges::find(columns_, "Available");
      if (available != columns_.end())
        row.available =
            core::parse_decimal(cells[static_cast<std::size_t>(available - columns_.begin())]);
      row.line = line;
      out_.rows.push_back(std::move(row));
    } else if (columns_[0] == "Ref Name" && cells.size() >= 2) {
      const auto count = parse_count(cells[1]);
      if (!count) return;
      if (section_ == "Primitives") out_.primitives.emplace_back(cells[0], *count);
      if (section_ == "Black Boxes") out_.black_boxes.emplace_back(cells[0], *count);
    }
  }

  std::string missing_part() const {
    if (contents_.announced.empty()) return "the table of contents";
    const std::string section = contents_.first_missing();
    if (!section.empty()) return "section '" + section + "'";
    if (out_.rows.empty()) return "the table of site types";
    const std::size_t last = lines_.last_text();
    const std::string_view end = trim(lines_[last]);
    const bool note = end.starts_with("*") && lines_.last_line_ended();
    if (!note && (!end.starts_with("+-") || !whole_border_ || borders_ != 0))
      return "the end of its last table";
    if (lines_.trailing_blank() < 2) return "the blank lines at its end";
    return {};
  }

  void finish() {
    out_.ending.line = static_cast<std::uint32_t>(lines_.last_text() + 1);
    out_.ending.missing = missing_part();
    out_.ending.complete = out_.ending.missing.empty();
  }

  TextLines lines_;
  Contents contents_;
  Utilization out_;
  std::string section_;
  std::vector<std::string> columns_;
  int borders_ = 0;
  bool whole_border_ = false;
};

}  // namespace

const Utilization::Row* Utilization::find(std::string_view site) const {
  const auto it = std::ranges::find_if(rows, [&](const Row& row) { return row.site == site; });
  return it == rows.end() ? nullptr : &*it;
}

Utilization read_utilization(std::string_view text) {
  return Reader(text).read();
}

}  // namespace sealring::rapidwright_bridge
