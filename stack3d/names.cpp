// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/names.h"

#include <algorithm>
#include <cstring>

namespace sealring::stack3d {

namespace {

constexpr std::size_t kBlock = 1U << 20U;

std::uint32_t hash_of(std::string_view text) {
  std::uint64_t state = 0x9e3779b97f4a7c15ULL ^ (text.size() * 0xff51afd7ed558ccdULL);
  const char* data = text.data();
  std::size_t left = text.size();
  while (left >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, data, 8);
    state = (state ^ word) * 0xff51afd7ed558ccdULL;
    state ^= state >> 32U;
    data += 8;
    left -= 8;
  }
  std::uint64_t word = 0;
  std::memcpy(&word, data, left);
  state = (state ^ word) * 0xc4ceb9fe1a85ec53ULL;
  state ^= state >> 29U;
  return static_cast<std::uint32_t>(state ^ (state >> 32U));
}

}  // namespace

NamePool::NamePool() : slots_(1024) {
  entries_.push_back({"", 0, 0});
}

NameId NamePool::intern(std::string_view text) {
  if (text.empty()) return NameId::kNone;
  const std::uint32_t hash = hash_of(text);
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at].id != NameId::kNone) {
    if (slots_[at].hash == hash && this->text(slots_[at].id) == text) return slots_[at].id;
    at = (at + 1) & mask;
  }
  const auto id = static_cast<NameId>(entries_.size());
  entries_.push_back({keep(text), static_cast<std::uint32_t>(text.size()), hash});
  slots_[at] = {hash, id};
  if (entries_.size() * 2 > slots_.size()) grow();
  return id;
}

NameId NamePool::find(std::string_view text) const {
  if (text.empty()) return NameId::kNone;
  const std::uint32_t hash = hash_of(text);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask; slots_[at].id != NameId::kNone; at = (at + 1) & mask) {
    if (slots_[at].hash == hash && this->text(slots_[at].id) == text) return slots_[at].id;
  }
  return NameId::kNone;
}

const char* NamePool::keep(std::string_view text) {
  if (used_ + text.size() > block_size_) {
    block_size_ = std::max(kBlock, text.size());
    blocks_.push_back(std::make_unique<char[]>(block_size_));
    used_ = 0;
  }
  char* place = blocks_.back().get() + used_;
  std::memcpy(place, text.data(), text.size());
  used_ += text.size();
  return place;
}

void NamePool::grow() {
  std::vector<Slot> larger(slots_.size() * 2);
  const std::size_t mask = larger.size() - 1;
  for (std::size_t id = 1; id < entries_.size(); ++id) {
    std::size_t at = entries_[id].hash & mask;
    while (larger[at].id != NameId::kNone) at = (at + 1) & mask;
    larger[at] = {entries_[id].hash, static_cast<NameId>(id)};
  }
  slots_ = std::move(larger);
}

}  // namespace sealring::stack3d
