// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/units/rational.h"

#include <algorithm>
#include <cassert>

namespace sealring::core {

namespace {

using Int = Rational::Int;

Int magnitude(Int value) {
  return value < 0 ? -value : value;
}

Int gcd(Int a, Int b) {
  a = magnitude(a);
  b = magnitude(b);
  while (b != 0) {
    const Int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

bool multiply(Int a, Int b, Int& product) {
  return !__builtin_mul_overflow(a, b, &product);
}

}  // namespace

Rational::Rational(Int numerator, Int denominator)
    : numerator_(numerator), denominator_(denominator) {
  if (denominator_ == 0) {
    *this = invalid();
    return;
  }
  if (denominator_ < 0) {
    numerator_ = -numerator_;
    denominator_ = -denominator_;
  }
  const Int divisor = gcd(numerator_, denominator_);
  if (divisor > 1) {
    numerator_ /= divisor;
    denominator_ /= divisor;
  }
}

Rational Rational::invalid() {
  Rational value;
  value.denominator_ = 0;
  return value;
}

double Rational::to_double() const {
  return static_cast<double>(static_cast<long double>(numerator_) /
                             static_cast<long double>(denominator_));
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
  const Int first = std::max<Int>(gcd(a.numerator_, b.denominator_), 1);
  const Int second = std::max<Int>(gcd(b.numerator_, a.denominator_), 1);
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
  const Rational difference = a - b;
  if (!difference.valid()) return std::partial_ordering::unordered;
  if (difference.numerator_ == 0) return std::partial_ordering::equivalent;
  return difference.numerator_ < 0 ? std::partial_ordering::less : std::partial_ordering::greater;
}

Rational power_of_ten(int exponent) {
  assert(exponent >= -38 && exponent <= 38);
  Int value = 1;
  for (int i = magnitude(exponent) > 0 ? std::abs(exponent) : 0; i > 0; --i) value *= 10;
  return exponent < 0 ? Rational(1, value) : Rational(value, 1);
}

std::string format_decimal(const Rational& value, int digits) {
  if (!value.valid()) return "invalid";
  const bool negative = value.numerator() < 0;
  const Int top = magnitude(value.numerator());
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
