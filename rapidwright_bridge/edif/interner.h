// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "rapidwright_bridge/edif/mix.h"

namespace sealring::rapidwright_bridge {

/// Numbers for names, first seen first numbered. Keeps views: the text must outlive it. Open addressing with the hash
/// kept beside the number, so that a miss seldom touches the text.
class Interner {
 public:
  Interner() : slots_(1U << 12) {}

  std::uint32_t intern(std::string_view text) {
    const std::uint64_t hash = hash_of(text);
    const std::uint32_t tag = static_cast<std::uint32_t>(hash >> 32);
    std::size_t at = static_cast<std::size_t>(hash) & (slots_.size() - 1);
    while (slots_[at].id != 0) {
      if (slots_[at].tag == tag && names_[slots_[at].id - 1] == text) return slots_[at].id - 1;
      at = (at + 1) & (slots_.size() - 1);
    }
    names_.push_back(text);
    slots_[at] = {tag, static_cast<std::uint32_t>(names_.size())};
    if (names_.size() * 3 > slots_.size() * 2) grow();
    return static_cast<std::uint32_t>(names_.size() - 1);
  }

  std::size_t size() const { return names_.size(); }
  std::string_view text(std::uint32_t id) const { return names_[id]; }
  std::vector<std::string_view> release() { return std::move(names_); }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t id = 0;  ///< number plus 1; 0: free
  };

  static std::uint64_t hash_of(std::string_view text) {
    std::uint64_t h = mix_detail::kC ^ text.size();
    const char* p = text.data();
    std::size_t left = text.size();
    while (left >= 8) {
      h = mix_detail::fold(h ^ mix_detail::load(p, 8), mix_detail::kA);
      p += 8;
      left -= 8;
    }
    return mix_detail::fold(h ^ (left != 0 ? mix_detail::load(p, left) : 0), mix_detail::kB);
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.id == 0) continue;
      std::size_t at = static_cast<std::size_t>(hash_of(names_[slot.id - 1])) & (slots_.size() - 1);
      while (slots_[at].id != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::vector<std::string_view> names_;
};

}  // namespace sealring::rapidwright_bridge
