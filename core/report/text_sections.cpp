// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "core/report/printable.h"
#include "core/report/text_parts.h"

namespace sealring::core {

namespace {

std::string pad(const std::string& text, std::size_t width, bool right) {
  const std::size_t used = display_width(text);
  const std::string blanks(width > used ? width - used : 0, ' ');
  return right ? blanks + text : text + blanks;
}

void write_row(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
               const std::vector<Table::Column>& columns, std::ostream& out) {
  std::string line;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (i != 0) line += "  ";
    line += pad(i < cells.size() ? cells[i] : "", widths[i], columns[i].number);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out << "  " << line << '\n';
}

void write_content(const Table& table, std::ostream& out) {
  std::vector<std::vector<std::string>> rows(1);
  for (const Table::Column& column : table.columns) rows.front().push_back(printable(column.title));
  for (const auto& row : table.rows) {
    std::vector<std::string>& clean = rows.emplace_back();
    for (const std::string& cell : row) clean.push_back(printable(cell));
  }
  std::vector<std::size_t> widths(table.columns.size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < std::min(row.size(), widths.size()); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  write_row(rows.front(), widths, table.columns, out);
  std::vector<std::string> rule;
  rule.reserve(widths.size());
  for (const std::size_t width : widths) rule.emplace_back(width, '-');
  write_row(rule, widths, table.columns, out);
  for (std::size_t i = 1; i < rows.size(); ++i) write_row(rows[i], widths, table.columns, out);
  if (table.rows.empty()) out << "  (no rows)\n";
}

/// A text page cannot draw a curve: its range is given, the points are in the JSON form.
void write_content(const Series& series, std::ostream& out) {
  for (const Series::Curve& curve : series.curves) {
    out << "  " << printable(curve.name) << ": " << curve.points.size() << " points";
    if (!curve.points.empty()) {
      const auto [x_low, x_high] = std::minmax_element(curve.points.begin(), curve.points.end());
      const auto [y_low, y_high] =
          std::minmax_element(curve.points.begin(), curve.points.end(),
                              [](const auto& a, const auto& b) { return a.second < b.second; });
      out << fmt::format("; {} {} to {}; {} {} to {}", printable(series.x_title), x_low->first,
                         x_high->first, printable(series.y_title), y_low->second, y_high->second);
    }
    out << '\n';
  }
}

void write_tree(const Tree& tree, std::size_t depth, std::ostream& out) {
  out << std::string(2 * depth, ' ') << printable(tree.text) << '\n';
  for (const Tree& child : tree.children) write_tree(child, depth + 1, out);
}

void write_content(const Tree& tree, std::ostream& out) {
  write_tree(tree, 1, out);
}

}  // namespace

void write_section(const Section& section, const Paint& paint, std::ostream& out) {
  out << paint.bold(printable(section.title)) << '\n';
  std::visit([&](const auto& content) { write_content(content, out); }, section.content);
}

}  // namespace sealring::core
