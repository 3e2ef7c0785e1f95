// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/report/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sealring::core {

namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

template <std::size_t N>
bool within(const std::array<Range, N>& ranges, std::uint32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [code](const Range& r) { return code >= r.first && code <= r.last; });
}

/// Unicode 15 bidirectional formatting characters, line and paragraph separator, byte order mark.
constexpr std::array<Range, 6> kSteering{{{0x61C, 0x61C},
                                          {0x200E, 0x200F},
                                          {0x2028, 0x202E},
                                          {0x2066, 0x2069},
                                          {0xFEFF, 0xFEFF},
                                          {0xFFF9, 0xFFFB}}};

/// The blocks of combining marks met in technical text, and zero-width characters.
constexpr std::array<Range, 5> kZeroWidth{
    {{0x300, 0x36F}, {0x1AB0, 0x1AFF}, {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}}};

/// East Asian Wide and Fullwidth blocks (Unicode TR 11), in whole blocks.
constexpr std::array<Range, 9> kWide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0xA4CF},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFE30, 0xFE6F},
                                      {0xFF00, 0xFF60},
                                      {0xFFE0, 0xFFE6},
                                      {0x1F300, 0x3FFFD}}};

}  // namespace

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {lead, 1, false};
  std::uint32_t code = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {lead, 1, false};
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  static constexpr std::array<std::uint32_t, 5> kShortest{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kShortest[length] || surrogate || code > 0x10FFFF) return {lead, 1, false};
  return {code, length, true};
}

bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || within(kSteering, code);
}

std::size_t display_width(std::uint32_t code) {
  if (code < 0x300) return 1;
  if (within(kZeroWidth, code)) return 0;
  return within(kWide, code) ? 2 : 1;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Character character = first_character(text);
    width += character.valid ? display_width(character.code) : 1;
    text.remove_prefix(character.bytes);
  }
  return width;
}

std::string printable(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const Character character = first_character(text);
    if (character.valid && !is_control(character.code)) {
      clean += text.substr(0, character.bytes);
    } else if (character.code == '\n' || character.code == '\r' || character.code == '\t') {
      clean += character.code == '\n' ? "\\n" : character.code == '\r' ? "\\r" : "\\t";
    } else {
      clean += character.code < 0x100 ? fmt::format("\\x{:02x}", character.code)
                                      : fmt::format("\\u{:04x}", character.code);
    }
    text.remove_prefix(character.bytes);
  }
  return clean;
}

}  // namespace sealring::core
