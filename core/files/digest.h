// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace sealring::core {

/// SHA-256 (FIPS 180-4) as 64 lower-case hex digits.
std::string sha256_hex(std::string_view bytes);

/// SHA-256 over parts given one after the other.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void update(std::string_view bytes);

  /// Adds the length of `field` (8 bytes, little endian) and then its bytes, so that field borders count.
  void update_field(std::string_view field);

  /// Hex digest of everything so far; the object must not be used afterwards.
  std::string finish_hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sealring::core
