// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>

namespace sealring::sdcgen {

/// A text as a YAML scalar in single quotes; `${` becomes `$${`, which stands for itself in specifications.
inline std::string yaml_text(const std::string& text) {
  std::string out = "'";
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "${") == 0) out += '$';
    out += text[i];
    if (text[i] == '\'') out += '\'';
  }
  return out + "'";
}

}  // namespace sealring::sdcgen
