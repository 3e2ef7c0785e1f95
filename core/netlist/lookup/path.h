// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sealring::core::lookup {

/// One part of a path, between two separators.
struct Part {
  std::string text;       ///< without escapes
  bool verbatim = false;  ///< written as a Verilog escaped name: never joined with its neighbours
  bool literal = false;   ///< its last bracket was escaped: it does not end in a bit
  std::optional<std::int64_t> bit;  ///< behind the blank of a verbatim name
};

/// Takes a path apart at its unescaped '/'.
std::vector<Part> split_path(std::string_view path);

/// "d[3]" -> ("d", 3); nothing when the text does not end in a bit.
std::optional<std::pair<std::string_view, std::int64_t>> split_bit(std::string_view text);

/// A name for use in a path: '/', '[', ']' and '\' escaped with a backslash.
std::string escaped_for_path(std::string_view name);

}  // namespace sealring::core::lookup
