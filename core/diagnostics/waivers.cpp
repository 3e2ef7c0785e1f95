// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/diagnostics/waivers.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/codes.h"
#include "core/files/yaml.h"
#include "core/units/parse.h"

namespace sealring::core {

namespace {

constexpr std::string_view kSchema = "sealring.waivers/1";

bool all_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// "YYYY-MM-DD" naming a day of the Gregorian calendar.
bool is_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  if (!all_digits(text.substr(0, 4)) || !all_digits(text.substr(5, 2)) ||
      !all_digits(text.substr(8))) {
    return false;
  }
  const auto number = [](std::string_view part) { return parse_integer(part).value_or(0); };
  const std::int64_t year = number(text.substr(0, 4));
  const std::int64_t month = number(text.substr(5, 2));
  const std::int64_t day = number(text.substr(8));
  if (month < 1 || month > 12) return false;
  static constexpr std::array<std::int64_t, 12> kDays{31, 28, 31, 30, 31, 30,
                                                      31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  const std::int64_t last =
      kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
  return day >= 1 && day <= last;
}

/// Three letters, dash, four digits.
bool is_code(std::string_view text) {
  return text.size() >= 6 && text[text.size() - 5] == '-' &&
         all_digits(text.substr(text.size() - 4)) &&
         std::all_of(text.begin(), text.end() - 5, [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool is_digest(std::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

struct ScopeKey {
  Waiver::Scope scope;
  std::string_view name;
};
constexpr std::array<ScopeKey, 3> kScopes{{{Waiver::Scope::kObject, "object"},
                                           {Waiver::Scope::kFile, "file"},
                                           {Waiver::Scope::kFingerprint, "fingerprint"}}};

/// Reads one entry of the list.
class EntryReader {
 public:
  EntryReader(const YamlNode& node, std::size_t number, Sink& sink)
      : sink_(sink), name_("waiver " + std::to_string(number)), map_(node, name_, sink_) {
    waiver_.location = node.location;
  }

  std::optional<Waiver> read() {
    if (!map_.valid()) return std::nullopt;
    read_scope();
    waiver_.code = checked("code", "a code like ESD-0101", is_code);
    waiver_.content_sha256 =
        checked("content_sha256", "64 lower-case hexadecimal digits", is_digest);
    waiver_.expires = checked("expires", "a date YYYY-MM-DD", is_date);
    waiver_.owner = map_.get_text("owner").value_or("");
    read_reason();
    map_.finish();
    if (sink_.errors != 0) return std::nullopt;
    return waiver_;
  }

 private:
  void refuse(const Code& code, const std::string& message, const Location& place) {
    sink_.report(make_finding(code, message).at(place).on(place.file, name_));
  }

  void read_scope() {
    std::vector<std::string_view> given;
    for (const ScopeKey& key : kScopes) {
      const YamlNode* value = map_.get(key.name);
      if (value == nullptr) continue;
      given.push_back(key.name);
      waiver_.scope = key.scope;
      waiver_.pattern =
          scalar_text(*value, "'" + std::string(key.name) + "' of " + name_, sink_).value_or("");
      const bool empty = waiver_.pattern.find_first_not_of(" \t") == std::string::npos;
      if (empty && value->kind == YamlNode::Kind::kScalar) {
        refuse(codes::kWaiverNoScope, name_ + " has an empty '" + std::string(key.name) + "'",
               value->location);
      }
    }
    if (given.empty()) {
      refuse(codes::kWaiverNoScope,
             name_ + " has no scope; give exactly one of object, file or fingerprint",
             waiver_.location);
    } else if (given.size() > 1) {
      refuse(codes::kWaiverNoScope,
             name_ + " has both '" + std::string(given[0]) + "' and '" + std::string(given[1]) +
                 "'; exactly one scope is allowed",
             waiver_.location);
    } else if (waiver_.scope == Waiver::Scope::kFingerprint && !is_digest(waiver_.pattern)) {
      refuse(codes::kWaiverNoScope,
             name_ + " has the fingerprint '" + waiver_.pattern +
                 "'; 64 lower-case hexadecimal digits were expected",
             waiver_.location);
    }
  }

  std::string checked(std::string_view key, std::string_view expected,
                      bool (*good)(std::string_view)) {
    const YamlNode* value = map_.get(key);
    if (value == nullptr) return {};
    const auto text = scalar_text(*value, "'" + std::string(key) + "' of " + name_, sink_);
    if (!text) return {};
    if (!good(*text)) {
      refuse(codes::kWaiverNoScope,
             "'" + std::string(key) + "' of " + name_ + " is '" + *text + "'; expected " +
                 std::string(expected),
             value->location);
    }
    return *text;
  }

  void read_reason() {
    const YamlNode* value = map_.get("reason");
    if (value != nullptr) {
      waiver_.reason = scalar_text(*value, "'reason' of " + name_, sink_).value_or("-");
    }
    if (waiver_.reason.find_first_not_of(" \t\n") != std::string::npos) return;
    refuse(codes::kWaiverNoReason, name_ + " for '" + waiver_.pattern + "' has no reason",
           waiver_.location);
  }

  CountingSink sink_;
  std::string name_;
  YamlMap map_;
  Waiver waiver_;
};

/// A YAML double-quoted scalar.
std::string yaml_quoted(std::string_view text) {
  static constexpr std::string_view kHex = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (byte < 0x20 || byte == 0x7F) {
      result += "\\x";
      result += kHex[byte >> 4U];
      result += kHex[byte & 0xFU];
    } else {
      result += c;
    }
  }
  return result + '"';
}

}  // namespace

Waivers parse_waivers(const InputFile& file, Sink& sink) {
  Waivers waivers;
  const YamlNode::Ptr root = parse_yaml(file, sink);
  if (root == nullptr) return waivers;
  YamlMap map(*root, "the waiver file", sink);
  if (!map.valid() || !expect_schema(map, kSchema, sink)) return waivers;
  const YamlNode* list = map.require("waivers");
  map.finish();
  if (list == nullptr) return waivers;
  if (list->kind != YamlNode::Kind::kSequence) {
    const bool mapping = list->kind == YamlNode::Kind::kMapping;
    sink.report(
        make_finding(codes::kYamlWrongType, "'waivers' of the waiver file is a " +
                                                std::string(mapping ? "mapping" : "single value") +
                                                "; a list was expected")
            .at(list->location)
            .on(list->location.file, "waivers"));
    return waivers;
  }
  std::size_t number = 0;
  for (const YamlNode::Ptr& item : list->items) {
    if (auto waiver = EntryReader(*item, ++number, sink).read()) {
      waivers.items.push_back(std::move(*waiver));
    }
  }
  return waivers;
}

Waivers read_waivers(const InputReader& reader, const std::filesystem::path& path, Sink& sink) {
  const auto file = reader.read(path, reader.limits().yaml, sink);
  return file ? parse_waivers(*file, sink) : Waivers{};
}

bool covers(const Waiver& waiver, const Finding& finding) {
  if (!waiver.code.empty() && waiver.code != finding.code->id) return false;
  switch (waiver.scope) {
    case Waiver::Scope::kObject:
      return !finding.object.empty() && glob_match(waiver.pattern, finding.object);
    case Waiver::Scope::kFile:
      return !finding.location.file.empty() && glob_match(waiver.pattern, finding.location.file);
    case Waiver::Scope::kFingerprint: break;
  }
  return waiver.pattern == fingerprint(finding);
}

bool glob_match(std::string_view pattern, std::string_view text) {
  // Only the last star needs to be tried again: what an earlier one took can stay as short as possible. That bounds
  // the work by pattern times text.
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::string to_yaml(const Waiver& waiver) {
  std::string text;
  const auto add = [&](std::string_view key, const std::string& value) {
    if (value.empty()) return;
    text += (text.empty() ? "  - " : "    ") + std::string(key) + ": " + yaml_quoted(value) + "\n";
  };
  add(kScopes[static_cast<std::size_t>(waiver.scope)].name, waiver.pattern);
  add("code", waiver.code);
  add("content_sha256", waiver.content_sha256);
  add("reason", waiver.reason);
  add("owner", waiver.owner);
  add("expires", waiver.expires);
  return text;
}

}  // namespace sealring::core
