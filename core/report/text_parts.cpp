// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/report/text_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "core/report/printable.h"

namespace sealring::core {

namespace {

constexpr std::size_t kTabWidth = 8;
constexpr std::size_t kLongestShown = 120;  ///< columns of a source line
constexpr std::size_t kLeftOfMarker = 60;   ///< columns kept before the marker of a longer line
constexpr std::size_t kBytesAround = 4 * kLongestShown;  ///< looked at on each side of the marker

/// One character of a source line.
struct Cell {
  std::string_view text;  ///< what is printed for it
  std::size_t offset = 0;
  std::size_t width = 1;
};

std::vector<Cell> cells_around(std::string_view line, std::size_t marker) {
  std::size_t from = marker > kBytesAround ? marker - kBytesAround : 0;
  const auto inside = [&](std::size_t i) {
    return i < line.size() && (static_cast<unsigned char>(line[i]) & 0xC0U) == 0x80;
  };
  for (int i = 0; i < 3 && from > 0 && inside(from); ++i) ++from;
  const std::size_t to = std::min(line.size(), marker + kBytesAround);
  std::vector<Cell> cells;
  for (std::size_t i = from; i < to;) {
    const Character character = first_character(line.substr(i));
    if (character.valid && character.code == '\t') {
      cells.push_back({line.substr(i, 1), i, kTabWidth});
    } else if (!character.valid || is_control(character.code)) {
      cells.push_back({"?", i, 1});
    } else {
      cells.push_back({line.substr(i, character.bytes), i, display_width(character.code)});
    }
    i += character.bytes;
  }
  return cells;
}

/// Indices [first, last) of the cells that are shown.
std::pair<std::size_t, std::size_t> window(const std::vector<Cell>& cells, std::size_t marker,
                                           bool whole) {
  std::size_t all = 0;
  for (const Cell& cell : cells) all += cell.width;
  if (whole && all <= kLongestShown) return {0, cells.size()};
  std::size_t first = std::min(marker, cells.size());
  std::size_t width = 0;
  while (first > 0 && width + cells[first - 1].width <= kLeftOfMarker) {
    width += cells[--first].width;
  }
  std::size_t last = std::min(marker, cells.size());
  while (last < cells.size() && width + cells[last].width <= kLongestShown) {
    width += cells[last++].width;
  }
  return {first, last};
}

std::string plural(std::uint64_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

/// The counts that are not zero: "2 errors, 1 waived".
std::string counts_text(const Summary& counts) {
  std::vector<std::string> parts;
  if (counts.errors != 0) parts.push_back(plural(counts.errors, "error"));
  if (counts.warnings != 0) parts.push_back(plural(counts.warnings, "warning"));
  if (counts.notes != 0) parts.push_back(plural(counts.notes, "note"));
  if (counts.waived != 0) parts.push_back(fmt::format("{} waived", counts.waived));
  if (counts.in_baseline != 0) {
    parts.push_back(fmt::format("{} in the baseline", counts.in_baseline));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

void write_statistics(const Report& report, std::ostream& out) {
  HiddenFindings per_code = report.hidden;
  std::map<std::string, std::string_view> slugs;
  for (const Finding& finding : report.findings) {
    per_code[std::string(finding.code->id)].add(finding);
    slugs[std::string(finding.code->id)] = finding.code->slug;
  }
  std::size_t width = 1;
  for (const auto& [code, counts] : per_code) {
    width = std::max(width, std::to_string(counts.total()).size());
  }
  for (const auto& [code, counts] : per_code) {
    out << fmt::format("{:>{}}  {}  {}  ({})\n", counts.total(), width, code, slugs[code],
                       counts_text(counts));
  }
}

}  // namespace

std::string Paint::wrap(std::string_view code, std::string_view text) const {
  return on_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::string Paint::severity(Severity severity, std::string_view text) const {
  switch (severity) {
    case Severity::kNote: return wrap("1;36", text);
    case Severity::kWarning: return wrap("1;35", text);
    case Severity::kError: break;
  }
  return wrap("1;31", text);
}

std::string headline(const Finding& finding, const Paint& paint) {
  const std::string place = printable(to_string(finding.location));
  return (place.empty() ? "" : paint.bold(place + ":") + " ") +
         paint.severity(finding.severity, std::string(to_string(finding.severity)) + ":") + " " +
         paint.bold(printable(finding.message)) + fmt::format(" [{}]", finding.code->id);
}

std::string note_line(const Note& note, const Paint& paint) {
  const std::string place = printable(to_string(note.location));
  return (place.empty() ? "" : paint.bold(place + ":") + " ") +
         paint.severity(Severity::kNote, "note:") + " " + printable(note.message);
}

std::string excerpt(std::string_view line, std::uint32_t number, std::uint32_t column,
                    std::uint32_t end_column, const Paint& paint) {
  const bool marked = column != 0 && column <= line.size() + 1;
  const std::size_t start = marked ? column - 1 : 0;
  const std::vector<Cell> cells = cells_around(line, start);
  std::size_t marker = 0;
  while (marker < cells.size() &&
         cells[marker].offset + std::max<std::size_t>(cells[marker].text.size(), 1) <= start) {
    ++marker;
  }
  const bool reaches_end =
      cells.empty() || start + kBytesAround >= line.size();  // nothing was cut behind
  const bool whole = reaches_end && (cells.empty() || cells.front().offset == 0);
  const auto [first, last] = window(cells, marker, whole);
  const bool cut_left = first < cells.size() && cells[first].offset > 0;
  const bool cut_right = last < cells.size() || !reaches_end;

  std::string shown = cut_left ? "..." : "";
  std::string below = cut_left ? "   " : "";
  for (std::size_t i = first; i < last; ++i) {
    shown += cells[i].text;
    if (i < marker) below += cells[i].text == "\t" ? "\t" : std::string(cells[i].width, ' ');
  }
  if (cut_right) shown += "...";
  std::string text = fmt::format("{:>5} | {}\n", number, shown);
  if (!marked) return text;
  std::string mark = "^";
  const std::size_t end = end_column > column ? end_column - 1 : 0;
  for (std::size_t i = marker; i < last && cells[i].offset < end; ++i) {
    mark += std::string(cells[i].text == "\t" ? 1 : cells[i].width, '~');
  }
  if (mark.size() > 1) mark.pop_back();
  return text + "      | " + below + paint.marker(mark) + "\n";
}

std::string checked_text(const Report& report) {
  std::vector<std::string> parts;
  bool any = false;
  for (const auto& [what, count] : report.checked) {
    parts.push_back(fmt::format("{} {}", count, printable(what)));
    any = any || count != 0;
  }
  std::string list = fmt::format("{}", fmt::join(parts, ", "));
  if (any) return list;
  return list.empty() ? "nothing" : "nothing (" + list + ")";
}

void write_closing(const Report& report, const RenderContext& context, std::ostream& out) {
  for (const auto& [code, counts] : report.hidden) {
    out << fmt::format("{}: {} more not listed ({})\n", code, counts.total(), counts_text(counts));
  }
  if (context.statistics) write_statistics(report, out);
  for (const NotChecked& item : report.not_checked) {
    out << fmt::format("not checked: {}: {}\n", printable(item.what), printable(item.why));
  }
  out << "checked: " << checked_text(report) << '\n';
}

}  // namespace sealring::core
