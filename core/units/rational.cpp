// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/units/rational.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace sealring::core {

namespace {

using Int = Rational::Int;

__extension__ using Whole = unsigned __int128;

constexpr Whole kLargest =
    ~Whole{0} >> 1U;  ///< of Int; its smallest value has no positive counterpart

Whole magnitude(Int value) {
  return value < 0 ? ~static_cast<Whole>(value) + 1 : static_cast<Whole>(value);
}

Whole gcd(Whole a, Whole b) {
  while (b != 0) {
    const Whole rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/// Never 0, so that it can divide.
Int gcd(Int a, Int b) {
  const Whole common = gcd(magnitude(a), magnitude(b));
  return common == 0 ? 1 : static_cast<Int>(common);
}

/// Compares a/b with c/d by their continued fractions: no product, so nothing can overflow. All denominators positive.
std::strong_ordering compare(Whole a, Whole b, Whole c, Whole d) {
  while (true) {
    const Whole left = a / b;
    const Whole right = c / d;
    if (left != right)
      return left < right ? std::strong_ordering::less : std::strong_ordering::greater;
    const Whole left_rest = a % b;
    const Whole right_rest = c % d;
    if (left_rest == 0 || right_rest == 0) {
      const bool left_more = left_rest != 0;
      const bool right_more = right_rest != 0;
      return left_more == right_more ? std::strong_ordering::equal
             : right_more            ? std::strong_ordering::less
                                     : std::strong_ordering::greater;
    }
    // x/b < y/d exactly when d/y < b/x.
    a = d;
    c = b;
    b = right_rest;
    d = left_rest;
  }
}

bool multiply(Int a, Int b, Int& product) {
  return !__builtin_mul_overflow(a, b, &product);
}

}  // namespace

Rational::Rational(Int numerator, Int denominator) {
  Whole top = magnitude(numerator);
  Whole bottom = magnitude(denominator);
  if (bottom != 0) {
    const Whole divisor = gcd(top, bottom);
    top /= divisor;
    bottom /= divisor;
  }
  if (bottom == 0 || top > kLargest || bottom > kLargest) {
    *this = invalid();
    return;
  }
  const bool negative = (numerator < 0) != (denominator < 0);
  numerator_ = negative ? -static_cast<Int>(top) : static_cast<Int>(top);
  denominator_ = static_cast<Int>(bottom);
}

Rational Rational::invalid() {
  Rational value;
  value.denominator_ = 0;
  return value;
}

double Rational::to_double() const {
  if (!valid()) return std::numeric_limits<double>::quiet_NaN();
  const auto bottom = static_cast<Whole>(denominator_);
  Whole quotient = magnitude(numerator_) / bottom;
  Whole rest = magnitude(numerator_) % bottom;
  // 55 leading bits and whether anything follows: enough for one correct rounding to 53 bits.
  int exponent = 0;
  while (quotient >> 54U == 0 && (quotient != 0 || rest != 0)) {
    rest *= 2;
    quotient *= 2;
    if (rest >= bottom) {
      rest -= bottom;
      ++quotient;
    }
    --exponent;
  }
  bool more = rest != 0;
  while (quotient >> 55U != 0) {
    more = more || (quotient & 1U) != 0;
    quotient >>= 1U;
    ++exponent;
  }
  const std::uint64_t bits = static_cast<std::uint64_t>(quotient) | (more ? 1U : 0U);
  const double size = std::ldexp(static_cast<double>(bits), exponent);
  return numerator_ < 0 ? -size : size;
}

Rational operator+(const Rational& a, const Rational& b) {
  if (!a.valid() || !b.valid()) return Rational::invalid();
  const Int common = gcd(a.denominator_, b.denominator_);
  Int left = 0;
  Int right = 0;
  Int sum = 0;
  Int bottom = 0;
  const bool fits = multiply(a.numerator_, b.denominator_ / common, left) &&
                    multiply(b.numerator_, a.denominator_ / common, right) &&
                    !__builtin_add_overflow(left, right, &sum) &&
                    multiply(a.denominator_ / common, b.denominator_, bottom);
  return fits ? Rational(sum, bottom) : Rational::invalid();
}

Rational operator-(const Rational& a, const Rational& b) {
  return a + b * Rational(-1);
}

Rational operator*(const Rational& a, const Rational& b) {
  if (!a.valid() || !b.valid()) return Rational::invalid();
  const Int first = gcd(a.numerator_, b.denominator_);
  const Int second = gcd(b.numerator_, a.denominator_);
  Int top = 0;
  Int bottom = 0;
  const bool fits = multiply(a.numerator_ / first, b.numerator_ / second, top) &&
                    multiply(a.denominator_ / second, b.denominator_ / first, bottom);
  return fits ? Rational(top, bottom) : Rational::invalid();
}

Rational operator/(const Rational& a, const Rational& b) {
  if (!a.valid() || !b.valid() || b.numerator_ == 0) return Rational::invalid();
  return a * Rational(b.denominator_, b.numerator_);
}

bool operator==(const Rational& a, const Rational& b) {
  return a.valid() && b.valid() && a.numerator_ == b.numerator_ && a.denominator_ == b.denominator_;
}

std::partial_ordering operator<=>(const Rational& a, const Rational& b) {
  if (!a.valid() || !b.valid()) return std::partial_ordering::unordered;
  const bool a_negative = a.numerator_ < 0;
  if (a_negative != (b.numerator_ < 0)) {
    return a_negative ? std::partial_ordering::less : std::partial_ordering::greater;
  }
  const auto size = compare(magnitude(a.numerator_), static_cast<Whole>(a.denominator_),
                            magnitude(b.numerator_), static_cast<Whole>(b.denominator_));
  return a_negative ? 0 <=> size : size;
}

Rational power_of_ten(int exponent) {
  assert(exponent >= -38 && exponent <= 38);
  Int value = 1;
  for (int i = std::abs(exponent); i > 0; --i) value *= 10;
  return exponent < 0 ? Rational(1, value) : Rational(value, 1);
}

std::string format_decimal(const Rational& value, int digits) {
  if (!value.valid()) return "invalid";
  const bool negative = value.numerator() < 0;
  const auto top = static_cast<Int>(magnitude(value.numerator()));
  const Int bottom = value.denominator();
  // Long division, one decimal digit at a time: exact for any fraction.
  std::string whole;
  for (Int part = top / bottom; part > 0; part /= 10)
    whole += static_cast<char>('0' + static_cast<int>(part % 10));
  std::reverse(whole.begin(), whole.end());
  std::string fraction;
  Int rest = top % bottom;
  std::size_t significant = whole.size();
  while (rest != 0 && significant < static_cast<std::size_t>(digits) + 1) {
    // rest < bottom < 2^127: split the multiplication by ten so that it cannot overflow.
    int digit = 0;
    Int sum = 0;
    for (int i = 0; i < 10; ++i) {
      if (sum >= bottom - rest) {
        sum -= bottom - rest;
        ++digit;
      } else {
        sum += rest;
      }
    }
    rest = sum;
    fraction += static_cast<char>('0' + digit);
    if (significant > 0 || digit != 0) ++significant;
  }
  // Round half away from zero to `digits` significant digits, over whole and fraction together.
  std::string all = whole + fraction;
  std::size_t point = whole.size();
  const std::size_t first = std::min(all.find_first_not_of('0'), all.size());
  const std::size_t keep = first + static_cast<std::size_t>(digits);
  if (all.size() > keep) {
    const bool up = all[keep] >= '5';
    const std::size_t dropped_from = keep;
    for (std::size_t i = dropped_from; i < all.size(); ++i) all[i] = '0';
    std::size_t i = keep;
    bool carry = up;
    while (carry && i > 0) {
      --i;
      carry = all[i] == '9';
      all[i] = carry ? '0' : static_cast<char>(all[i] + 1);
    }
    if (carry) {
      all.insert(all.begin(), '1');
      ++point;
    }
  }
  std::string left = all.substr(0, point);
  std::string right = all.substr(point);
  while (!right.empty() && right.back() == '0') right.pop_back();
  if (left.empty()) left = "0";
  const bool zero = right.empty() && left.find_first_not_of('0') == std::string::npos;
  return (negative && !zero ? "-" : "") + left + (right.empty() ? "" : "." + right);
}

}  // namespace sealring::core
