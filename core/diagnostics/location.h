// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace sealring::core {

/// A place in an input file. Lines and columns count from 1; 0 means "not known". Columns count bytes.
struct Location {
  std::string file;  ///< as shown to people: relative to the project root, '/' separated
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t end_column = 0;  ///< exclusive, same line; 0 when only a point is known

  auto operator<=>(const Location&) const = default;
};

/// "file:line:col", leaving out what is not known.
std::string to_string(const Location& location);

}  // namespace sealring::core
