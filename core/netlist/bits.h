// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/netlist/netlist.h"

namespace sealring::core {

/// One bit of an expression: a bit of a net, or a constant.
struct Bit {
  std::uint32_t net = kNoIndex;  ///< kNoIndex: `value` is the constant
  std::int32_t index = 0;        ///< declared index of the bit; 0 for a scalar
  char value = 0;                ///< '0', '1', 'x', 'z'; 'u' for an opaque expression

  bool operator==(const Bit&) const = default;
};

/// Bits of an expression, most significant first. An unsized constant has the bits it was written with (32 at
/// least); an opaque piece gives one bit 'u'.
std::vector<Bit> bits_of(const Module& module, PieceRange pieces);

/// Bits of a port as seen from outside, most significant first.
std::vector<Bit> bits_of(const Module& module, const Port& port);

/// Width of an expression; nothing when it holds an opaque piece. `flexible` is set when it is one unsized constant.
std::optional<std::uint64_t> width_of(const Module& module, PieceRange pieces,
                                      bool* flexible = nullptr);

/// Numbers the bits of all nets of a module densely and joins those that assigns connect. Constants reach a net
/// through an assign or by its kind (supply0, supply1).
class NetBits {
 public:
  explicit NetBits(const Module& module);

  /// Number of net bits.
  std::uint32_t size() const { return static_cast<std::uint32_t>(parent_.size()); }
  /// Dense number of a net bit; kNoIndex when the index is outside the declared range.
  std::uint32_t number(std::uint32_t net, std::int32_t index) const;
  /// Net and declared index of a dense number.
  Bit bit(std::uint32_t number) const;
  /// The lowest number among the bits connected to this one by assigns.
  std::uint32_t root(std::uint32_t number) const;
  /// The constant tied to this bit: '0', '1', 'x', 'z'; 0 when there is none, 'c' when two different ones are.
  char constant(std::uint32_t number) const { return constants_[root(number)]; }

 private:
  void connect(const Bit& to, const Bit& from);
  void join(std::uint32_t a, std::uint32_t b);
  void tie(std::uint32_t number, char value);

  const Module* module_;
  std::vector<std::uint32_t> first_;  // per net, plus one
  std::vector<char> constants_;       // at the roots
  mutable std::vector<std::uint32_t> parent_;
};

}  // namespace sealring::core
