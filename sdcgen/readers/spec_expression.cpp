// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/spec_expression.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/units/parse.h"

namespace sealring::sdcgen {
namespace {

using core::Rational;
using Value = std::optional<Rational>;

constexpr int kMaxDepth = 200;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

Rational floor_of(const Rational& value) {
  Rational::Int whole = value.numerator() / value.denominator();
  if (value.numerator() < 0 && whole * value.denominator() != value.numerator()) --whole;
  return Rational(whole, 1);
}

Rational truncated(const Rational& value) {
  return Rational(value.numerator() / value.denominator(), 1);
}

/// The exponent of a power of two; nothing for any other number.
Value log2_of(const Rational& value) {
  Rational power(1);
  if (!value.is_integer()) return std::nullopt;
  for (std::int64_t exponent = 0; exponent < 120; ++exponent) {
    if (power == value) return Rational(exponent);
    power = power * Rational(2);
  }
  return std::nullopt;
}

Value call(std::string_view name, const std::vector<Rational>& arguments) {
  if (name == "min" || name == "max") {
    if (arguments.empty()) return std::nullopt;
    Rational out = arguments.front();
    for (const Rational& each : arguments) {
      if (name == "min" ? each < out : each > out) out = each;
    }
    return out;
  }
  if (arguments.size() != 1) return std::nullopt;
  const Rational& only = arguments.front();
  if (name == "int") return truncated(only);
  if (name == "floor") return floor_of(only);
  if (name == "ceil") return Rational(0) - floor_of(Rational(0) - only);
  if (name == "log2") return log2_of(only);
  return std::nullopt;
}

/// Recursive descent to a fixed depth.
class Reader {
 public:
  Reader(std::string_view text, const std::function<Value(std::string_view)>& value_of)
      : text_(text), value_of_(value_of) {}

  Value whole() {
    const Value out = sum(0);
    blanks();
    return at_ == text_.size() ? out : std::nullopt;
  }

 private:
  void blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool accept(char c) {
    blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  static Value checked(const Rational& value) {
    return value.valid() ? Value(value) : std::nullopt;
  }

  Value sum(int depth) {
    Value left = product(depth);
    while (left) {
      const bool plus = accept('+');
      if (!plus && !accept('-')) break;
      const Value right = product(depth);
      if (!right) return std::nullopt;
      left = checked(plus ? *left + *right : *left - *right);
    }
    return left;
  }

  Value product(int depth) {
    Value left = operand(depth);
    while (left) {
      const bool times = accept('*');
      if (!times && !accept('/')) break;
      const Value right = operand(depth);
      if (!right) return std::nullopt;
      left = checked(times ? *left * *right : *left / *right);
    }
    return left;
  }

  Value operand(int depth) {
    if (depth > kMaxDepth) return std::nullopt;
    if (accept('-')) {
      const Value inner = operand(depth + 1);
      return inner ? checked(Rational(0) - *inner) : std::nullopt;
    }
    if (accept('(')) {
      const Value inner = sum(depth + 1);
      return accept(')') ? inner : std::nullopt;
    }
    const std::size_t begin = at_;
    if (at_ < text_.size() && is_digit(text_[at_])) {
      while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
      return core::parse_decimal(text_.substr(begin, at_ - begin));
    }
    while (at_ < text_.size() && (is_letter(text_[at_]) || (at_ > begin && is_digit(text_[at_]))))
      ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name.empty()) return std::nullopt;
    return accept('(') ? function(name, depth) : value_of_(name);
  }

  Value function(std::string_view name, int depth) {
    std::vector<Rational> arguments;
    do {
      const Value each = sum(depth + 1);
      if (!each) return std::nullopt;
      arguments.push_back(*each);
    } while (accept(','));
    return accept(')') ? call(name, arguments) : std::nullopt;
  }

  std::string_view text_;
  const std::function<Value(std::string_view)>& value_of_;
  std::size_t at_ = 0;
};

}  // namespace

Value evaluate_spec_expression(std::string_view text,
                               const std::function<Value(std::string_view)>& value_of) {
  return Reader(text, value_of).whole();
}

}  // namespace sealring::sdcgen
