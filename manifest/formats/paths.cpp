// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/formats/paths.h"

#include <algorithm>
#include <array>
#include <map>

#include "manifest/codes.h"
#include "manifest/formats/unicode.h"

namespace sealring::manifest {

namespace {

/// The path with everything that could disturb a terminal or a reader made visible.
std::string visible(std::string_view path) {
  static constexpr std::string_view kHex = "0123456789abcdef";
  std::string out;
  for (const char letter : path) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte < 0x20 || byte >= 0x7F) {
      out += "\\x";
      out += kHex[byte >> 4U];
      out += kHex[byte & 15U];
    } else {
      out += letter;
    }
  }
  return out;
}

bool is_direction_or_format(std::uint32_t point) {
  return (point >= 0x200B && point <= 0x200F) || (point >= 0x2028 && point <= 0x202E) ||
         (point >= 0x2060 && point <= 0x2069) || point == 0xFEFF || (point >= 0x80 && point < 0xA0);
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return out;
}

bool is_device_name(std::string_view component) {
  const std::string stem = upper(component.substr(0, component.find('.')));
  static constexpr std::array<std::string_view, 4> kNames = {"CON", "PRN", "AUX", "NUL"};
  if (std::find(kNames.begin(), kNames.end(), stem) != kNames.end()) return true;
  return stem.size() == 4 && (stem.starts_with("COM") || stem.starts_with("LPT")) &&
         stem[3] >= '1' && stem[3] <= '9';
}

std::string character_problem(std::string_view path) {
  if (!valid_utf8(path)) return "is not valid UTF-8";
  std::size_t at = 0;
  while (at < path.size()) {
    const std::uint32_t point = next_code_point(path, at);
    if (point == 0) return "holds a NUL character";
    if (point < 0x20 || point == 0x7F) return "holds a control character";
    if (point == '\\') return "holds a backslash";
    if (is_direction_or_format(point)) return "holds an invisible or direction character";
  }
  return {};
}

std::string component_problem(std::string_view component) {
  if (component.front() == '-') return "has a component that starts with '-'";
  if (component.find_first_not_of(' ') == std::string_view::npos) return "has a blank component";
  if (component.back() == ' ' || component.back() == '.') {
    return "has a component that ends in a blank or dot";
  }
  if (is_device_name(component)) return "has a component that is a device name elsewhere";
  return {};
}

core::Finding problem(const core::Code& code, std::string_view path, const std::string& what) {
  return core::make_finding(code, "path '" + visible(path) + "' " + what)
      .on(visible(path), std::string(code.slug));
}

}  // namespace

std::optional<core::Finding> path_problem(std::string_view path) {
  if (path.empty()) return problem(codes::kPathForm, path, "is empty");
  if (path.size() > 1024) return problem(codes::kPathForm, path, "is longer than 1024 bytes");
  if (path.front() == '/') return problem(codes::kPathEscapes, path, "is absolute");
  if (std::string what = character_problem(path); !what.empty()) {
    return problem(codes::kPathCharacters, path, what);
  }
  std::size_t start = 0;
  std::optional<core::Finding> found;
  while (start <= path.size()) {
    const std::size_t end = std::min(path.find('/', start), path.size());
    const std::string_view component = path.substr(start, end - start);
    if (component == "..") return problem(codes::kPathEscapes, path, "has a '..' component");
    if (!found && (component.empty() || component == ".")) {
      found = problem(codes::kPathForm, path, "has an empty or '.' component");
    } else if (!found && !component.empty()) {
      if (std::string what = component_problem(component); !what.empty()) {
        found = problem(codes::kPathCharacters, path, what);
      }
    }
    start = end + 1;
  }
  return found;
}

bool report_collisions(std::span<const std::string> paths, core::Sink& sink) {
  std::map<std::string, std::string> seen;
  bool good = true;
  for (const std::string& path : paths) {
    const auto [place, fresh] = seen.emplace(collision_key(path), path);
    if (fresh) continue;
    good = false;
    const std::string same = place->second == path ? " stands twice" : "";
    const std::string both = same.empty() ? "paths '" + visible(place->second) + "' and '" +
                                                visible(path) + "' are the same file on some disks"
                                          : "path '" + visible(path) + "'" + same;
    sink.report(
        core::make_finding(codes::kPathCollision, both).on(visible(path), "path-collision"));
  }
  return good;
}

}  // namespace sealring::manifest
