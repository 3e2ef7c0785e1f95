// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace sealring::core {

/// An exact fraction in lowest terms with a positive denominator. 128-bit parts; an operation that does not fit
/// gives an invalid value, which stays invalid through every further operation and compares unequal to all.
class Rational {
 public:
  __extension__ using Int = __int128;

  constexpr Rational() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a whole number is a fraction
  constexpr Rational(std::int64_t whole) : numerator_(whole) {}
  Rational(Int numerator, Int denominator);

  static Rational invalid();

  bool valid() const { return denominator_ != 0; }
  Int numerator() const { return numerator_; }
  Int denominator() const { return denominator_; }
  bool is_integer() const { return denominator_ == 1; }
  bool is_zero() const { return valid() && numerator_ == 0; }

  /// Nearest double.
  double to_double() const;

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);  ///< invalid on division by zero
  friend bool operator==(const Rational& a, const Rational& b);
  friend std::partial_ordering operator<=>(const Rational& a, const Rational& b);

 private:
  Int numerator_ = 0;
  Int denominator_ = 1;
};

/// 10 to the power `exponent` (-38 ... 38).
Rational power_of_ten(int exponent);

/// Decimal text with at most `digits` significant digits (1 ... 18), rounded half away from zero, without exponent,
/// trailing zeros or a trailing point: 1/3 with 12 digits is "0.333333333333", 10000 is "10000".
std::string format_decimal(const Rational& value, int digits);

}  // namespace sealring::core
