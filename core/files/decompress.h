// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sealring::core {

/// Result of looking at possibly compressed bytes.
struct Decompressed {
  enum class State : std::uint8_t { kPlain, kUnpacked, kDamaged, kTooLarge };
  State state = State::kPlain;
  std::string bytes;    ///< when kUnpacked
  std::string problem;  ///< when kDamaged: what is wrong and after how many bytes
};

/// Recognises gzip (RFC 1952, several members too), xz and zstd (RFC 8878) by their first bytes and unpacks up to
/// `limit` bytes. A stream that ends early or is followed by other bytes is damaged.
Decompressed decompress(std::string_view bytes, std::uint64_t limit);

}  // namespace sealring::core
