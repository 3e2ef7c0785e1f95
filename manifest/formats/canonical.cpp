// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "manifest/formats/json.h"
#include "manifest/formats/unicode.h"

namespace sealring::manifest {

namespace {

void append_string(std::string& out, std::string_view text) {
  static constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    switch (letter) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\b': out += "\\b"; break;
      case '\f': out += "\\f"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (byte < 0x20) {
          out += "\\u00";
          out += kHex[byte >> 4U];
          out += kHex[byte & 15U];
        } else {
          out += letter;
        }
    }
  }
  out += '"';
}

std::vector<const Json::Member*> sorted_members(const Json& value) {
  std::vector<const Json::Member*> members;
  members.reserve(value.members().size());
  for (const Json::Member& member : value.members()) members.push_back(&member);
  std::sort(members.begin(), members.end(), [](const Json::Member* a, const Json::Member* b) {
    return utf16_less(a->first, b->first);
  });
  return members;
}

void append_canonical(std::string& out, const Json& value) {
  switch (value.kind()) {
    case Json::Kind::kNull: out += "null"; break;
    case Json::Kind::kBoolean: out += value.truth() ? "true" : "false"; break;
    case Json::Kind::kNumber: out += ecmascript_number(value.real()); break;
    case Json::Kind::kString: append_string(out, value.text()); break;
    case Json::Kind::kArray: {
      out += '[';
      bool first = true;
      for (const Json& item : value.items()) {
        if (!first) out += ',';
        first = false;
        append_canonical(out, item);
      }
      out += ']';
      break;
    }
    case Json::Kind::kObject: {
      out += '{';
      bool first = true;
      for (const Json::Member* member : sorted_members(value)) {
        if (!first) out += ',';
        first = false;
        append_string(out, member->first);
        out += ':';
        append_canonical(out, member->second);
      }
      out += '}';
      break;
    }
  }
}

void append_olpc(std::string& out, const Json& value) {
  const auto quoted = [&out](std::string_view text) {
    out += '"';
    for (const char letter : text) {
      if (letter == '"' || letter == '\\') out += '\\';
      out += letter;
    }
    out += '"';
  };
  bool first = true;
  switch (value.kind()) {
    case Json::Kind::kString: quoted(value.text()); break;
    case Json::Kind::kArray:
      out += '[';
      for (const Json& item : value.items()) {
        if (!first) out += ',';
        first = false;
        append_olpc(out, item);
      }
      out += ']';
      break;
    case Json::Kind::kObject:
      out += '{';
      for (const Json::Member* member : sorted_members(value)) {
        if (!first) out += ',';
        first = false;
        quoted(member->first);
        out += ':';
        append_olpc(out, member->second);
      }
      out += '}';
      break;
    default: append_canonical(out, value);
  }
}

}  // namespace

// ECMA-262 Number::toString: shortest digits that read back as the same double, then one of four layouts.
std::string ecmascript_number(double value) {
  if (value == 0) return "0";  // -0 too
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::fabs(value),
                                 std::chars_format::scientific)
                       .ptr;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t split = text.find('e');
  std::string digits(text.substr(0, 1));
  if (split > 2) digits += text.substr(2, split - 2);
  int exponent = 0;
  const char* from = text.data() + split + (text[split + 1] == '+' ? 2 : 1);
  std::from_chars(from, text.data() + text.size(), exponent);
  const int count = static_cast<int>(digits.size());
  const int point = exponent + 1;  // the decimal point stands behind this many digits
  std::string out = value < 0 ? "-" : "";
  if (count <= point && point <= 21) {
    out += digits + std::string(static_cast<std::size_t>(point - count), '0');
  } else if (0 < point && point <= 21) {
    out += digits.substr(0, static_cast<std::size_t>(point)) + "." +
           digits.substr(static_cast<std::size_t>(point));
  } else if (-6 < point && point <= 0) {
    out += "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  } else {
    out += digits.substr(0, 1);
    if (count > 1) out += "." + digits.substr(1);
    out += exponent < 0 ? "e-" : "e+";
    out += std::to_string(std::abs(exponent));
  }
  return out;
}

std::string canonical(const Json& value) {
  std::string out;
  append_canonical(out, value);
  return out;
}

std::string olpc_canonical(const Json& value) {
  std::string out;
  append_olpc(out, value);
  return out;
}

}  // namespace sealring::manifest
