// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/netlist/lookup/nearest.h"

#include <algorithm>
#include <bit>

namespace sealring::core::lookup {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Which characters occur (two share a bit when their codes are equal modulo 64).
std::uint64_t letters_of(std::string_view text) {
  std::uint64_t out = 0;
  for (const char c : text) out |= std::uint64_t{1} << (static_cast<unsigned char>(c) % 64U);
  return out;
}

/// Insertions, deletions, replacements and swaps of neighbours between `a` and `b`; more than `bound` when there are
/// more than that. `rows` is working space.
std::size_t distance(std::string_view a, std::string_view b, std::size_t bound,
                     std::vector<std::size_t>& rows) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  const std::size_t width = b.size() + 1;
  rows.assign(3 * width, 0);
  std::size_t* before = rows.data();
  std::size_t* previous = before + width;
  std::size_t* current = previous + width;
  for (std::size_t j = 0; j < width; ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    std::size_t least = i;
    for (std::size_t j = 1; j < width; ++j) {
      const std::size_t replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
      least = std::min(least, current[j]);
    }
    if (least > bound) return bound + 1;
    std::size_t* const free = before;
    before = previous;
    previous = current;
    current = free;
  }
  return previous[b.size()];
}

}  // namespace

Nearest::Nearest(std::string_view word, std::size_t count)
    : word_(word), bound_(std::max<std::size_t>(1, word.size() / 3)), count_(count) {
  std::transform(word_.begin(), word_.end(), word_.begin(), lower);
  letters_ = letters_of(word_);
}

void Nearest::offer(std::string_view name) {
  const std::size_t longer = std::max(name.size(), word_.size());
  const std::size_t shorter = std::min(name.size(), word_.size());
  if (name.empty() || longer - shorter > bound_) return;
  lower_.resize(name.size());
  std::transform(name.begin(), name.end(), lower_.begin(), lower);
  // One edit changes at most two of the characters that occur.
  if (static_cast<std::size_t>(std::popcount(letters_of(lower_) ^ letters_)) > 2 * bound_) return;
  const std::size_t far = distance(word_, lower_, bound_, rows_);
  if (far > bound_) return;
  Kept kept{far, std::string(name)};
  const auto at = std::lower_bound(kept_.begin(), kept_.end(), kept);
  if (at != kept_.end() && *at == kept) return;
  kept_.insert(at, std::move(kept));
  if (kept_.size() > count_) kept_.pop_back();
  if (kept_.size() == count_) bound_ = kept_.back().distance;
}

std::vector<std::string> Nearest::best() const {
  std::vector<std::string> out;
  for (const Kept& kept : kept_) out.push_back(kept.name);
  return out;
}

}  // namespace sealring::core::lookup
