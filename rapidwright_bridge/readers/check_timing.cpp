// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/readers/check_timing.h"

#include <algorithm>

namespace sealring::rapidwright_bridge {
namespace {

/// "3. checking pulse_width_clock (0)" -> name and announced count.
bool parse_heading(std::string_view line, CheckTimingItem& item) {
  const std::string_view title = numbered_title(trim(line));
  if (!title.starts_with("checking ")) return false;
  const auto w = words(title);
  if (w.size() < 2) return false;
  item.name = std::string(w[1]);
  item.announced.reset();
  if (w.size() > 2 && w[2].starts_with('(') && w[2].ends_with(')')) {
    item.announced = parse_count(w[2].substr(1, w[2].size() - 2));
  }
  return true;
}

/// Detail lines that describe something the user has settled, or that other lines of the section count again.
bool is_settled(std::string_view line) {
  return line.find("user has a false path constraint") != std::string_view::npos ||
         line.find("no output delay but with a timing clock defined on it") !=
             std::string_view::npos;
}

void add_detail(CheckTimingItem& item, std::string_view line) {
  const auto w = words(line);
  if (w.size() < 3 || w[0] != "There" || (w[1] != "are" && w[1] != "is")) return;
  const auto count = parse_count(w[2]);
  if (!count || is_settled(line)) return;
  if (line.find("due to constant clock") != std::string_view::npos) {
    item.due_to_constant_clock += *count;
    return;
  }
  item.counted = item.counted.value_or(0) + *count;
  constexpr std::string_view kRoot = "root clock pin: ";
  const std::size_t root = line.find(kRoot);
  if (item.first.empty() && *count > 0 && root != std::string_view::npos) {
    std::string_view pin = line.substr(root + kRoot.size());
    item.first = std::string(pin.substr(0, pin.find(' ')));
  }
}

}  // namespace

const CheckTimingItem* CheckTiming::find(std::string_view name) const {
  const auto it =
      std::ranges::find_if(items, [&](const CheckTimingItem& item) { return item.name == name; });
  return it == items.end() ? nullptr : &*it;
}

std::size_t scan_check_timing(const TextLines& lines, std::size_t begin, CheckTiming& out) {
  out.present = true;
  std::size_t i = begin + 1;
  while (i < lines.size() && trim(lines[i]) != "Table of Contents") {
    if (lines[i].starts_with("| ")) return i;
    ++i;
  }
  i += 2;
  for (; i < lines.size() && !is_blank(lines[i]); ++i) {
    CheckTimingItem item;
    if (parse_heading(lines[i], item) && out.find(item.name) == nullptr) out.items.push_back(item);
  }
  CheckTimingItem* current = nullptr;
  for (; i < lines.size(); ++i) {
    if (is_rule(lines[i], 40) && lines[i + 1].starts_with("| ")) break;
    CheckTimingItem heading;
    if (is_rule(lines[i + 1]) && parse_heading(lines[i], heading)) {
      const auto it = std::ranges::find_if(
          out.items, [&](const CheckTimingItem& item) { return item.name == heading.name; });
      current = it == out.items.end() ? nullptr : &*it;
      if (current != nullptr) current->line = static_cast<std::uint32_t>(i + 1);
      continue;
    }
    if (current != nullptr) add_detail(*current, lines[i]);
  }
  out.complete =
      !out.items.empty() && std::ranges::all_of(out.items, [](const CheckTimingItem& item) {
        return item.counted.has_value();
      });
  return i;
}

CheckTiming read_check_timing(std::string_view text, Ending* ending) {
  const TextLines lines(text);
  CheckTiming out;
  std::size_t i = 0;
  while (i < lines.size() && trim(lines[i]) != "check_timing report") ++i;
  if (i < lines.size()) scan_check_timing(lines, i, out);
  if (ending != nullptr) {
    ending->line = static_cast<std::uint32_t>(lines.last_text() + 1);
    ending->complete = out.complete && lines.trailing_blank() >= 1;
    if (!ending->complete) {
      ending->missing = "the sections that the table of contents announces";
      for (const CheckTimingItem& item : out.items) {
        if (!item.counted) {
          ending->missing = "section 'checking " + item.name + "'";
          break;
        }
      }
    }
  }
  return out;
}

}  // namespace sealring::rapidwright_bridge
