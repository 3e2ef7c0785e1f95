// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sealring::core {

/// One character of UTF-8 text; a byte that starts no valid character stands alone with `valid` false.
struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

/// The character at the front of `text`, which must not be empty.
Character first_character(std::string_view text);

/// Whether the character would steer a terminal or reorder text: C0 and C1 controls, DEL, bidirectional marks.
bool is_control(std::uint32_t code);

/// Columns the character takes on a terminal: 0 for combining marks, 2 for wide East Asian ones, else 1.
std::size_t display_width(std::uint32_t code);
std::size_t display_width(std::string_view text);

/// Text from an input made harmless for terminals, logs and XML: controls and invalid bytes become visible escapes
/// ("\n", "\x1b", "\u202e"), everything else stays.
std::string printable(std::string_view text);

}  // namespace sealring::core
