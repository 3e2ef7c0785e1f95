// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>

namespace sealring::sdcgen {

/// A text as a YAML scalar in single quotes.
inline std::string yaml_text(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    out += c;
    if (c == '\'') out += '\'';
  }
  return out + "'";
}

}  // namespace sealring::sdcgen
