// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "rapidwright_bridge/readers/text_lines.h"

namespace sealring::rapidwright_bridge {
namespace {

constexpr std::string_view kFrame = "------------------------------------------- : ----------- :";

/// "       # of routable nets..................... :        1067 :" -> words and number.
bool parse_row(std::string_view line, std::string& name, std::int64_t& count) {
  const std::string_view text = trim(line);
  if (!text.starts_with("# of ") || !text.ends_with(":")) return false;
  const std::size_t colon = text.find(" :");
  if (colon == std::string_view::npos) return false;
  std::string_view label = text.substr(5, colon - 5);
  while (!label.empty() && label.back() == '.') label.remove_suffix(1);
  const auto w = words(text.substr(colon + 2));
  if (w.size() != 2 || w[1] != ":") return false;
  const auto value = parse_count(w[0]);
  if (!value) return false;
  name = std::string(trim(label));
  count = *value;
  return true;
}

}  // namespace

std::optional<std::int64_t> RouteStatus::find(std::string_view label) const {
  for (const auto& [name, count] : rows) {
    if (name == label) return count;
  }
  return std::nullopt;
}

RouteStatus read_route_status(std::string_view text) {
  const TextLines lines(text);
  RouteStatus out;
  std::size_t frames = 0;
  std::size_t unreadable = 0;
  std::size_t i = 0;
  for (; i < lines.size() && frames < 2; ++i) {
    const std::string_view line = trim(lines[i]);
    const bool ended = i + 1 < lines.size() || lines.last_line_ended();
    if (line == kFrame && ended) {
      ++frames;
    } else if (line.starts_with("# of ")) {
      std::string name;
      std::int64_t count = 0;
      if (parse_row(line, name, count)) {
        out.rows.emplace_back(std::move(name), count);
      } else {
        ++unreadable;
      }
    }
  }
  for (; i < lines.size(); ++i) {
    const std::string_view line = trim(lines[i]);
    if (line.empty() || line.starts_with("Nets with") || is_column_rule(line)) continue;
    if (!lines[i].starts_with("      ") && out.failing_nets.size() < 1000)
      out.failing_nets.emplace_back(line);
  }
  out.ending.line = static_cast<std::uint32_t>(lines.last_text() + 1);
  if (frames < 2) {
    out.ending.missing = "the rule that closes the table of nets";
  } else if (unreadable != 0) {
    out.ending.missing = "a readable number in a row of the table of nets";
  } else if (!out.find("logical nets") || !out.find("routable nets") ||
             !out.find("nets with routing errors")) {
    out.ending.missing =
        "one of the rows 'logical nets', 'routable nets', 'nets with routing errors'";
  } else if (lines.trailing_blank() == 0) {
    out.ending.missing = "the blank line behind the table of nets";
  }
  out.ending.complete = out.ending.missing.empty();
  return out;
}

}  // namespace sealring::rapidwright_bridge
