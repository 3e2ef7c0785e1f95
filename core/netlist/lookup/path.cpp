// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/netlist/lookup/path.h"

#include "core/units/parse.h"

namespace sealring::core::lookup {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_special(char c) {
  return c == '/' || c == '[' || c == ']' || c == '\\';
}

/// Whether a part that begins at `at` with a backslash is a Verilog escaped name rather than an escaped character.
bool is_verilog_escape(std::string_view path, std::size_t at) {
  if (at + 1 >= path.size()) return false;
  if (!is_special(path[at + 1])) return true;
  for (std::size_t i = at + 1; i < path.size(); ++i) {
    if (is_blank(path[i])) return true;
  }
  return false;
}

/// Reads `\name ` and a bit behind the blank; moves `at` to the separator behind it.
Part verilog_name(std::string_view path, std::size_t& at) {
  Part part{.verbatim = true, .literal = true};
  ++at;
  while (at < path.size() && !is_blank(path[at])) part.text += path[at++];
  while (at < path.size() && is_blank(path[at])) ++at;
  std::size_t end = at;
  while (end < path.size() && path[end] != '/') ++end;
  if (const auto bit = split_bit(path.substr(at, end - at)); bit && bit->first.empty()) {
    part.bit = bit->second;
    at = end;
  }
  return part;
}

}  // namespace

std::optional<std::pair<std::string_view, std::int64_t>> split_bit(std::string_view text) {
  if (text.empty() || text.back() != ']') return std::nullopt;
  const std::size_t open = text.rfind('[');
  if (open == std::string_view::npos) return std::nullopt;
  const auto bit = parse_integer(text.substr(open + 1, text.size() - open - 2));
  if (!bit) return std::nullopt;
  return std::pair{text.substr(0, open), *bit};
}

std::vector<Part> split_path(std::string_view path) {
  std::vector<Part> parts(1);
  std::size_t at = 0;
  bool begin = true;
  while (at < path.size()) {
    if (begin && path[at] == '\\' && is_verilog_escape(path, at)) {
      parts.back() = verilog_name(path, at);
      begin = false;
      continue;
    }
    begin = false;
    if (path[at] == '/') {
      parts.emplace_back();
      begin = true;
    } else if (path[at] == '\\' && at + 1 < path.size() && is_special(path[at + 1])) {
      ++at;
      if (path[at] == ']') parts.back().literal = true;
      parts.back().text += path[at];
    } else {
      if (path[at] == ']') parts.back().literal = false;
      parts.back().text += path[at];
    }
    ++at;
  }
  return parts;
}

std::string escaped_for_path(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (is_special(c)) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace sealring::core::lookup
