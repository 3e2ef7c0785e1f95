// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/diagnostics/suggest.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace sealring::core {

namespace {

/// Optimal string alignment distance (insert, delete, replace, swap of neighbours), letters compared without case;
/// gives up with a value above `bound`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t bound) {
  if (a.size() > b.size() + bound || b.size() > a.size() + bound) return bound + 1;
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  std::vector<std::size_t> before;
  std::vector<std::size_t> previous(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    std::size_t best = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      current[j] =
          std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                           lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) current[j] = std::min(current[j], before[j - 2] + 1);
      best = std::min(best, current[j]);
    }
    if (best > bound) return bound + 1;
    before = previous;
    previous = current;
  }
  return previous[b.size()];
}

}  // namespace

std::string closest(std::string_view word, const std::vector<std::string>& candidates) {
  std::size_t bound = std::max<std::size_t>(1, word.size() / 3);
  std::string best;
  bool found = false;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate, bound);
    if (distance > bound) continue;
    if (!found || distance < bound || candidate < best) best = candidate;
    found = true;
    bound = distance;
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string best = closest(word, candidates);
  return best.empty() ? "" : ", did you mean '" + best + "'?";
}

}  // namespace sealring::core
