// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/units/rational.h"

namespace sealring::core {

enum class Dimension : std::uint8_t {
  kTime,
  kLength,
  kResistance,
  kCapacitance,
  kVoltage,
  kCurrent,
  kFrequency
};

/// An exact amount of one dimension, kept in its SI base unit.
template <Dimension D>
struct Quantity {
  Rational si;

  friend Quantity operator+(const Quantity& a, const Quantity& b) { return {a.si + b.si}; }
  friend Quantity operator-(const Quantity& a, const Quantity& b) { return {a.si - b.si}; }
  friend Quantity operator*(const Quantity& a, const Rational& k) { return {a.si * k}; }
  friend Quantity operator/(const Quantity& a, const Rational& k) { return {a.si / k}; }
  friend Rational operator/(const Quantity& a, const Quantity& b) { return a.si / b.si; }
  friend bool operator==(const Quantity& a, const Quantity& b) = default;
  friend auto operator<=>(const Quantity& a, const Quantity& b) = default;
};

using Time = Quantity<Dimension::kTime>;
using Length = Quantity<Dimension::kLength>;
using Resistance = Quantity<Dimension::kResistance>;
using Capacitance = Quantity<Dimension::kCapacitance>;
using Voltage = Quantity<Dimension::kVoltage>;
using Current = Quantity<Dimension::kCurrent>;
using Frequency = Quantity<Dimension::kFrequency>;

/// A unit of one dimension: its name and its size in the SI base unit (1 ps = 1e-12).
struct Unit {
  std::string name;
  Rational si;
};

/// Reads "ps", "kohm", "GHz" ... (prefixes f p n u m k M G; base words s, m, ohm, F, V, A, Hz). A leading number is
/// a multiplier, as in Liberty's "10ps". Nothing when it is not a unit of `dimension`.
std::optional<Unit> parse_unit(std::string_view text, Dimension dimension);

/// "10 ns", "10ns": a decimal number followed by a unit, exact. Nothing without a unit.
std::optional<Rational> parse_quantity(std::string_view text, Dimension dimension);

/// The amount in `unit` with `digits` significant digits and the unit's name: "0.5 ns".
std::string format_in(const Rational& si, const Unit& unit, int digits = 12);

/// The amount in the prefixed unit that needs no leading zero and the fewest digits: "500 ps", "2 GHz", "0 s".
std::string format_engineering(const Rational& si, Dimension dimension, int digits = 12);

}  // namespace sealring::core
