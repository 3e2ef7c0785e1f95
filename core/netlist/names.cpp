// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/netlist/names.h"

#include <algorithm>
#include <cstring>

#include "core/netlist/verilog/keywords.h"

namespace sealring::core {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 18;
constexpr char kNoName[5] = {0, 0, 0, 0, 0};

__extension__ using Wide = unsigned __int128;

inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Multiply-and-fold over 8 bytes at a time (the scheme of wyhash).
inline std::uint32_t hash_of(std::string_view text) {
  constexpr std::uint64_t kA = 0xa0761d6478bd642fULL;
  constexpr std::uint64_t kB = 0xe7037ed1a0b428dbULL;
  const char* at = text.data();
  std::size_t left = text.size();
  std::uint64_t state = kA ^ left;
  while (left >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    state = mix(state ^ word, kB);
    at += 8;
    left -= 8;
  }
  std::uint64_t word = 0;
  std::memcpy(&word, at, left);
  state = mix(state ^ word, kB);
  return static_cast<std::uint32_t>(state ^ (state >> 32));
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

}  // namespace

NamePool::NamePool() : entries_{kNoName + 4}, slots_(1024) {
  for (const std::string_view word : verilog::kKeywords) intern(word);
  for (const std::string_view word : verilog::kSystemVerilogWords) intern(word);
}

Symbol NamePool::intern(std::string_view text) {
  if (text.empty()) return Symbol::kNone;
  const std::uint32_t hash = hash_of(text);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    Slot& slot = slots_[i];
    if (slot.symbol == 0) {
      const auto symbol = static_cast<std::uint32_t>(entries_.size());
      slot = {hash, symbol};
      entries_.push_back(store(text));
      if (entries_.size() * 8 > slots_.size() * 5) grow();
      return static_cast<Symbol>(symbol);
    }
    if (slot.hash == hash && this->text(static_cast<Symbol>(slot.symbol)) == text) {
      return static_cast<Symbol>(slot.symbol);
    }
  }
}

Symbol NamePool::find(std::string_view text) const {
  if (text.empty()) return Symbol::kNone;
  const std::uint32_t hash = hash_of(text);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = hash & mask; slots_[i].symbol != 0; i = (i + 1) & mask) {
    if (slots_[i].hash == hash && this->text(static_cast<Symbol>(slots_[i].symbol)) == text) {
      return static_cast<Symbol>(slots_[i].symbol);
    }
  }
  return Symbol::kNone;
}

void NamePool::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.symbol == 0) continue;
    std::size_t i = slot.hash & mask;
    while (slots_[i].symbol != 0) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

const char* NamePool::store(std::string_view text) {
  const auto length = static_cast<std::uint32_t>(text.size());
  const std::size_t need = text.size() + sizeof length;
  if (need > block_free_) {
    const std::size_t size = std::max(kBlock, need);
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(size));
    block_next_ = blocks_.back().get();
    block_free_ = size;
    block_bytes_ += size;
  }
  longest_ = std::max(longest_, text.size());
  std::memcpy(block_next_, &length, sizeof length);
  char* at = block_next_ + sizeof length;
  std::memcpy(at, text.data(), text.size());
  block_next_ += need;
  block_free_ -= need;
  return at;
}

std::size_t NamePool::bytes() const {
  return block_bytes_ + entries_.capacity() * sizeof(const char*) + slots_.size() * sizeof(Slot);
}

bool is_verilog_keyword(std::string_view text) {
  return std::find(verilog::kKeywords.begin(), verilog::kKeywords.end(), text) !=
         verilog::kKeywords.end();
}

bool is_simple_identifier(std::string_view text) {
  if (text.empty() || !is_letter(text.front())) return false;
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '$';
  });
  return plain && !is_verilog_keyword(text);
}

std::string to_verilog(const Name& name) {
  std::string out;
  if (name.escaped || !is_simple_identifier(name.base)) {
    out = "\\" + name.base + " ";
  } else {
    out = name.base;
  }
  if (name.bit) out += "[" + std::to_string(*name.bit) + "]";
  return out;
}

}  // namespace sealring::core
