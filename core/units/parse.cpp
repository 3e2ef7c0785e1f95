// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/units/parse.h"

#include <charconv>
#include <cmath>

namespace sealring::core {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::optional<std::int64_t> parse_integer(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.empty() || !is_digit(text.front())) return std::nullopt;
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Rational> parse_decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  Rational::Int digits = 0;
  int exponent = 0;
  bool any_digit = false;
  bool point = false;
  std::size_t i = 0;
  for (; i < text.size() && (is_digit(text[i]) || (text[i] == '.' && !point)); ++i) {
    if (text[i] == '.') {
      point = true;
      continue;
    }
    any_digit = true;
    if (__builtin_mul_overflow(digits, Rational::Int{10}, &digits) ||
        __builtin_add_overflow(digits, Rational::Int{text[i] - '0'}, &digits)) {
      return std::nullopt;
    }
    if (point) --exponent;
  }
  if (!any_digit) return std::nullopt;
  if (i < text.size()) {
    if (text[i] != 'e' && text[i] != 'E') return std::nullopt;
    const std::optional<std::int64_t> written = parse_integer(text.substr(i + 1));
    if (!written || *written < -76 || *written > 76) return std::nullopt;
    exponent += static_cast<int>(*written);
  }
  while (exponent < 0 && digits != 0 && digits % 10 == 0) {
    digits /= 10;
    ++exponent;
  }
  if (digits == 0) return Rational(0);
  if (exponent < -38 || exponent > 38) return std::nullopt;
  const Rational value = Rational(negative ? -digits : digits, 1) * power_of_ten(exponent);
  if (!value.valid()) return std::nullopt;
  return value;
}

std::optional<double> parse_double(std::string_view text) {
  const bool plus = text.starts_with('+');
  if (plus) text.remove_prefix(1);
  const std::size_t first = !plus && text.starts_with('-') ? 1 : 0;
  if (first >= text.size() || (!is_digit(text[first]) && text[first] != '.')) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

}  // namespace sealring::core
