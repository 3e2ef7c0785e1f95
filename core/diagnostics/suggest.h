// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sealring::core {

/// The candidate nearest to `word` by edit distance (adjacent swap counts one), or "" when none is within a third
/// of the word's length (at least 1). Ties go to the first in alphabetical order. Case-only differences count 0.
std::string closest(std::string_view word, const std::vector<std::string>& candidates);

/// ", did you mean 'x'?" or "".
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace sealring::core
