// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

/// The arithmetic of the canonical netlist digest: two 64-bit lanes, little endian. It tells netlists apart; it is not
/// made to resist someone who forges one (the SHA-256 of the file is kept beside it for that).
namespace sealring::rapidwright_bridge {

struct Lanes {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  friend bool operator==(const Lanes&, const Lanes&) = default;
};

constexpr std::uint64_t kAtomTag = 0x61;
constexpr std::uint64_t kStringTag = 0x73;

namespace mix_detail {

constexpr std::uint64_t kA = 0x9E3779B97F4A7C15U;
constexpr std::uint64_t kB = 0xC2B2AE3D27D4EB4FU;
constexpr std::uint64_t kC = 0x165667B19E3779F9U;
constexpr std::uint64_t kD = 0xD6E8FEB86659FD93U;

inline std::uint64_t fold(std::uint64_t x, std::uint64_t y) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(x) * y;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Up to eight bytes as a little-endian number.
inline std::uint64_t load(const char* p, std::size_t n) {
  std::uint64_t value = 0;
  if (n >= 8) {
    std::memcpy(&value, p, 8);
  } else if (n >= 4) {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    std::memcpy(&low, p, 4);
    std::memcpy(&high, p + n - 4, 4);
    value = low | (static_cast<std::uint64_t>(high) << ((n - 4) * 8));
  } else {
    for (std::size_t i = 0; i < n; ++i)
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(p[i])) << (8 * i);
  }
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "the digest is defined over little-endian words"
#endif
  return value;
}

}  // namespace mix_detail

inline Lanes start_lanes() {
  return {mix_detail::kC, mix_detail::kD};
}

/// Appends a number to an ordered state.
inline Lanes mix_word(Lanes s, std::uint64_t word) {
  using namespace mix_detail;
  return {fold(s.a ^ word, kA ^ (s.a >> 29)) + word,
          fold(s.b + word, kB ^ (s.b << 13)) ^ (word * kD)};
}

/// Appends a token: its bytes in words of eight, the last one filled with zeros, then its length and kind.
inline Lanes mix_atom(Lanes s, std::string_view text, std::uint64_t tag) {
  const char* p = text.data();
  std::size_t left = text.size();
  while (left >= 8) {
    s = mix_word(s, mix_detail::load(p, 8));
    p += 8;
    left -= 8;
  }
  if (left != 0) s = mix_word(s, mix_detail::load(p, left));
  return mix_word(s, (static_cast<std::uint64_t>(text.size()) << 8) | tag);
}

/// The state of a list behind its keyword, whose letters count in lower case.
inline Lanes mix_keyword(std::string_view word) {
  char lower[32];
  const std::size_t n = word.size() < sizeof lower ? word.size() : sizeof lower;
  for (std::size_t i = 0; i < n; ++i) {
    const char c = word[i];
    lower[i] = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  Lanes s = mix_atom(start_lanes(), {lower, n}, kAtomTag);
  return n == word.size() ? s : mix_atom(s, word.substr(n), kAtomTag);
}

inline Lanes mix_lanes(Lanes s, const Lanes& value) {
  return mix_word(mix_word(s, value.a), value.b);
}

/// The sum of a multiset: order does not count, how often does.
inline Lanes add(const Lanes& x, const Lanes& y) {
  return {x.a + y.a, x.b + y.b};
}

/// Value of a list: its ordered part, then the sum over its child lists.
inline Lanes close_list(const Lanes& ordered, const Lanes& multiset) {
  return mix_lanes(mix_lanes(ordered, multiset), {mix_detail::kA, mix_detail::kB});
}

}  // namespace sealring::rapidwright_bridge
