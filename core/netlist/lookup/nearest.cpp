// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/netlist/lookup/nearest.h"

#include <algorithm>
#include <bit>

#include "core/diagnostics/suggest.h"

namespace sealring::core::lookup {
namespace {

constexpr std::size_t kMaxKept = 20000;  // each costs an edit distance, about a microsecond

/// Which letters occur, without case.
unsigned long long letters_of(std::string_view text) {
  unsigned long long out = 0;
  for (const char c : text) {
    const auto upper = static_cast<unsigned char>(c >= 'a' && c <= 'z' ? c - 32 : c);
    out |= 1ULL << (upper % 64U);
  }
  return out;
}

}  // namespace

Nearest::Nearest(std::string_view word)
    : word_(word), letters_(letters_of(word)), bound_(std::max<std::size_t>(1, word.size() / 3)) {}

void Nearest::offer(std::string_view name) {
  const std::size_t longer = std::max(name.size(), word_.size());
  const std::size_t shorter = std::min(name.size(), word_.size());
  if (longer - shorter > bound_ || kept_.size() >= kMaxKept) return;
  // One edit changes at most two of the letters that occur.
  if (static_cast<std::size_t>(std::popcount(letters_of(name) ^ letters_)) > 2 * bound_) return;
  kept_.emplace_back(name);
}

std::vector<std::string> Nearest::best(std::size_t count) {
  std::vector<std::string> out;
  while (out.size() < count) {
    const std::string next = closest(word_, kept_);
    if (next.empty()) break;
    std::erase(kept_, next);
    out.push_back(next);
  }
  return out;
}

}  // namespace sealring::core::lookup
