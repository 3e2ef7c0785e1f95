// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/part.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace sealring::rapidwright_bridge {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return out;
}

std::vector<std::string> split_dashes(const std::string& text) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = text.find('-', begin);
    out.push_back(text.substr(begin, end == std::string::npos ? end : end - begin));
    if (end == std::string::npos) return out;
    begin = end + 1;
  }
}

/// Length of a 7-series device name at the start of `text` ("xc7a35t", "xc7k325t", "xc7z020", "xc7vx485t",
/// "xc7s50", "xc7a100ti"), where the package follows without a dash. 0: not of that family.
std::size_t seven_series_length(std::string_view text) {
  if (!text.starts_with("xc7") && !text.starts_with("xa7") && !text.starts_with("xq7")) return 0;
  std::size_t i = 3;
  while (i < text.size() && !is_digit(text[i]) && text[i] != '-') ++i;
  const std::size_t digits = i;
  while (i < text.size() && is_digit(text[i])) ++i;
  if (i == digits || digits == 3) return 0;
  if (i < text.size() && text[i] == 't') ++i;
  // "xc7a35ticsg324" names the "i" variant of the device; a package name has two or three letters before its digits.
  std::size_t letters = i;
  while (letters < text.size() && std::isalpha(static_cast<unsigned char>(text[letters])) != 0)
    ++letters;
  if (letters - i == 4 && (text[i] == 'i' || text[i] == 's')) ++i;
  return i;
}

bool plausible_device(std::string_view name) {
  if (name.size() < 5 || name.size() > 16) return false;
  if (!name.starts_with("xc") && !name.starts_with("xa") && !name.starts_with("xq")) return false;
  return std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0; }) &&
         std::ranges::any_of(name, is_digit);
}

/// "2LV" and "1" are speed grades; letters may follow the digit.
bool plausible_speed(std::string_view text) {
  return !text.empty() && text.size() <= 3 && is_digit(text.front());
}

}  // namespace

Part parse_part(std::string_view text) {
  std::string name = lower(text);
  if (name.empty()) return {};
  if (is_digit(name.front())) name = "xc" + name;  // "7a100t-fgg484" in timing reports
  std::vector<std::string> fields = split_dashes(name);
  const std::size_t length = seven_series_length(fields[0]);
  if (length != 0 && length < fields[0].size()) {
    fields.insert(fields.begin() + 1, fields[0].substr(length));
    fields[0].resize(length);
  }
  if (!plausible_device(fields[0])) return {};
  Part part;
  part.device = fields[0];
  std::size_t next = 1;
  if (next < fields.size() && !plausible_speed(fields[next])) part.package = fields[next++];
  if (next < fields.size() && plausible_speed(fields[next])) {
    part.speed = upper(fields[next++]);
    // "1LI" and "2I" carry the temperature grade behind the speed in 7-series names.
    if (length != 0 && part.speed.size() > 1 &&
        std::string_view("CEIQ").find(part.speed.back()) != std::string_view::npos) {
      part.temperature = part.speed.back();
      part.speed.pop_back();
    }
  }
  if (next < fields.size() && fields[next].size() == 1) part.temperature = upper(fields[next]);
  return part;
}

std::string parse_speed_file(std::string_view text) {
  if (!text.starts_with('-')) return {};
  text.remove_prefix(1);
  const std::size_t end = text.find_first_of(" \t");
  const std::string_view word = text.substr(0, end);
  return plausible_speed(word) ? upper(word) : std::string();
}

std::string to_string(const Part& part) {
  std::string out = part.device;
  for (const std::string* field : {&part.package, &part.speed, &part.temperature}) {
    if (!field->empty()) out += "-" + (field == &part.temperature ? lower(*field) : *field);
  }
  return out;
}

std::string_view differing_field(const Part& a, const Part& b) {
  const auto differ = [](const std::string& x, const std::string& y) {
    return !x.empty() && !y.empty() && x != y;
  };
  if (differ(a.device, b.device)) return "device";
  if (differ(a.package, b.package)) return "package";
  if (differ(a.speed, b.speed)) return "speed grade";
  if (differ(a.temperature, b.temperature)) return "temperature grade";
  return {};
}

}  // namespace sealring::rapidwright_bridge
