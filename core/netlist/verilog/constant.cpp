// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "core/netlist/verilog/parser.h"

namespace sealring::core::verilog {
namespace {

constexpr std::size_t kUnsizedBits = 32;  // IEEE 1364-2005 3.5.1: at least 32
constexpr std::size_t kMaxDecimalDigits = 400;

struct Operator {
  std::string_view text;
  int precedence;
};

// Longer ones first; precedence as in IEEE 1364-2005 table 5-4.
constexpr auto kOperators = std::to_array<Operator>({{"<<", 7},
                                                     {">>", 7},
                                                     {"<=", 6},
                                                     {">=", 6},
                                                     {"==", 5},
                                                     {"!=", 5},
                                                     {"&&", 1},
                                                     {"||", 0},
                                                     {"**", 10},
                                                     {"*", 9},
                                                     {"/", 9},
                                                     {"%", 9},
                                                     {"+", 8},
                                                     {"-", 8},
                                                     {"<", 6},
                                                     {">", 6},
                                                     {"&", 4},
                                                     {"^", 3},
                                                     {"|", 2}});

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Bits of a decimal number of any length, no leading zeros.
std::string decimal_bits(std::string digits) {
  std::string bits;
  while (!digits.empty()) {
    std::string half;
    int rest = 0;
    for (const char c : digits) {
      const int value = rest * 10 + (c - '0');
      if (!half.empty() || value / 2 != 0) half += static_cast<char>('0' + value / 2);
      rest = value % 2;
    }
    bits += static_cast<char>('0' + rest);
    digits = half;
  }
  std::reverse(bits.begin(), bits.end());
  const std::size_t one = bits.find('1');
  return one == std::string::npos ? "0" : bits.substr(one);
}

/// Bits of the digits behind a base of 2, 8 or 16; `fault` is set for a digit the base does not have.
std::string based_bits(std::string_view digits, int bits_per_digit, std::string& fault) {
  std::string bits;
  for (const char c : digits) {
    if (c == '_') continue;
    const char low = c == 'X' ? 'x' : c == 'Z' || c == '?' ? 'z' : c;
    if (low == 'x' || low == 'z') {
      bits.append(static_cast<std::size_t>(bits_per_digit), low);
      continue;
    }
    const int digit = digit_of(c);
    if (digit < 0 || digit >= 1 << bits_per_digit) {
      fault = std::string("has the digit '") + c + "', which its base does not have";
      return bits;
    }
    for (int i = bits_per_digit - 1; i >= 0; --i) bits += (digit >> i & 1) != 0 ? '1' : '0';
  }
  return bits;
}

std::optional<std::int64_t> power(std::int64_t base, std::int64_t exponent) {
  if (exponent < 0 || exponent > 63) return std::nullopt;
  std::int64_t out = 1;
  for (std::int64_t i = 0; i < exponent; ++i) {
    if (__builtin_mul_overflow(out, base, &out)) return std::nullopt;
  }
  return out;
}

std::optional<std::int64_t> apply(std::string_view op, std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  if (op == "+") return __builtin_add_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  if (op == "-") return __builtin_sub_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  if (op == "*") return __builtin_mul_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  if (op == "**") return power(a, b);
  if (op == "/" || op == "%") {
    if (b == 0 || (a == std::numeric_limits<std::int64_t>::min() && b == -1)) return std::nullopt;
    return op == "/" ? a / b : a % b;
  }
  if (op == "<<" || op == ">>") {
    if (a < 0 || b < 0 || b > 62) return std::nullopt;
    if (op == ">>") return a >> b;
    return a > (std::numeric_limits<std::int64_t>::max() >> b) ? std::nullopt
                                                               : std::optional(a << b);
  }
  if (op == "<=") return a <= b;
  if (op == ">=") return a >= b;
  if (op == "<") return a < b;
  if (op == ">") return a > b;
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  if (op == "&&") return a != 0 && b != 0;
  if (op == "||") return a != 0 || b != 0;
  if (op == "&") return a & b;
  if (op == "|") return a | b;
  return a ^ b;
}

/// Cuts or fills `bits` to `size`: with x or z when the first digit is one, else with 0 (IEEE 1364-2005 3.5.1).
std::string fitted(std::string bits, std::size_t size) {
  if (bits.size() >= size) return bits.substr(bits.size() - size);
  const char fill = bits.front() == 'x' || bits.front() == 'z' ? bits.front() : '0';
  return std::string(size - bits.size(), fill) + bits;
}

std::string without_underscores(std::string_view text) {
  std::string out(text);
  std::erase(out, '_');
  return out;
}

}  // namespace

Literal read_literal(std::string_view text, std::uint64_t max_bits) {
  Literal out;
  const std::size_t tick = text.find('\'');
  if (tick == std::string_view::npos) {
    const std::string digits = without_underscores(text);
    if (digits.find_first_not_of("0123456789") != std::string::npos) {
      out.fault = "is no whole number";
    } else if (digits.size() > kMaxDecimalDigits) {
      out.fault = "has more than 400 digits";
    } else {
      const std::string bits = decimal_bits(digits);
      out.digits = fitted(bits, std::max(kUnsizedBits, bits.size()));
    }
    return out;
  }
  std::string_view size_text = text.substr(0, tick);
  while (!size_text.empty() && static_cast<unsigned char>(size_text.back()) <= ' ')
    size_text.remove_suffix(1);
  std::string_view rest = text.substr(tick + 1);
  if (!rest.empty() && (rest.front() == 's' || rest.front() == 'S')) rest.remove_prefix(1);
  const char base = rest.empty() ? '\0' : rest.front();
  if (!rest.empty()) rest.remove_prefix(1);
  while (!rest.empty() && static_cast<unsigned char>(rest.front()) <= ' ') rest.remove_prefix(1);
  std::string bits;
  const std::string digits = without_underscores(rest);
  switch (base) {
    case 'b':
    case 'B': bits = based_bits(digits, 1, out.fault); break;
    case 'o':
    case 'O': bits = based_bits(digits, 3, out.fault); break;
    case 'h':
    case 'H': bits = based_bits(digits, 4, out.fault); break;
    case 'd':
    case 'D':
      if (digits.size() == 1 && digit_of(digits.front()) < 0) {
        bits = based_bits(digits, 1, out.fault);
      } else if (digits.find_first_not_of("0123456789") != std::string::npos) {
        out.fault = "has a digit that a decimal number does not have";
      } else if (digits.size() > kMaxDecimalDigits) {
        out.fault = "has more than 400 digits";
      } else if (!digits.empty()) {
        bits = decimal_bits(digits);
      }
      break;
    default: out.fault = "has no base of b, o, d or h after its '"; return out;
  }
  if (!out.fault.empty()) return out;
  if (bits.empty()) {
    out.fault = "has no digits after its base";
    return out;
  }
  out.sized = !size_text.empty();
  std::uint64_t size = std::max(kUnsizedBits, bits.size());
  if (out.sized) {
    size = 0;
    for (const char c : without_underscores(size_text)) {
      size = std::min<std::uint64_t>(size * 10 + static_cast<std::uint64_t>(c - '0'), max_bits + 1);
    }
  }
  if (size == 0 || size > max_bits) {
    out.fault =
        size == 0 ? "has the size 0" : "is larger than " + std::to_string(max_bits) + " bits";
    return out;
  }
  out.digits = fitted(bits, size);
  return out;
}

std::optional<std::int64_t> plain_decimal(std::string_view text) {
  constexpr std::size_t kSafeDigits = 18;  // below 2^63 whatever they are
  if (text.empty() || text.size() > kSafeDigits) return std::nullopt;
  std::int64_t out = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    out = out * 10 + (c - '0');
  }
  return out;
}

std::optional<std::int64_t> value_of(const Literal& literal) {
  std::int64_t out = 0;
  for (const char c : literal.digits) {
    if ((c != '0' && c != '1') || out > (std::numeric_limits<std::int64_t>::max() >> 1))
      return std::nullopt;
    out = out * 2 + (c - '0');
  }
  return out;
}

Literal unsized_literal(std::int64_t value) {
  Literal out;
  const std::size_t bits = value >= -2147483648LL && value <= 4294967295LL ? 32 : 64;
  for (std::size_t i = bits; i-- > 0;) {
    out.digits += (static_cast<std::uint64_t>(value) >> i & 1U) != 0 ? '1' : '0';
  }
  return out;
}

/// A constant expression of binary operators that bind at least as tightly as `precedence`. Says nothing itself:
/// without a value the caller reports, at the token that could not be read.
std::optional<ConstantValue> Parser::constant(int precedence, int depth) {
  if (depth > kMaxDepth) return std::nullopt;
  const auto left = constant_operand(depth + 1);
  if (!left) return std::nullopt;
  return constant_rest(*left, precedence, depth + 1);
}

std::optional<ConstantValue> Parser::constant_rest(ConstantValue left, int precedence, int depth) {
  while (true) {
    if (token_.is('?') && precedence == 0) {
      advance();
      const auto yes = constant(0, depth + 1);
      if (!yes || !accept(':')) return std::nullopt;
      const auto no = constant(0, depth + 1);
      if (!no) return std::nullopt;
      left = {left.value != 0 ? yes->value : no->value,
              left.by_parameter || yes->by_parameter || no->by_parameter};
      continue;
    }
    const Operator* found = nullptr;
    const bool closed = token_.is(']') || token_.is(':') || token_.is('}') || token_.is(',');
    if (token_.kind == Token::Kind::kPunct && !closed) {
      const std::string_view text(token_.text.data(), lexer_.left_behind(token_));
      for (const Operator& op : kOperators) {
        if (text.starts_with(op.text)) {
          found = &op;
          break;
        }
      }
    }
    // `+:` and `-:` belong to a part select.
    if (found == nullptr || found->precedence < precedence || lexer_.follows(token_, ':'))
      return left;
    for (std::size_t i = 0; i < found->text.size(); ++i) advance();
    const auto right = constant(found->precedence + 1, depth + 1);
    if (!right) return std::nullopt;
    const auto value = apply(found->text, left.value, right->value);
    if (!value) return std::nullopt;
    left = {*value, left.by_parameter || right->by_parameter};
  }
}

std::optional<ConstantValue> Parser::constant_operand(int depth) {
  if (depth > kMaxDepth) return std::nullopt;
  if (token_.kind == Token::Kind::kNumber) {
    auto value = plain_decimal(token_.text);
    if (!value) {
      const Literal literal = read_literal(token_.text, kMaxBits);
      if (literal.fault.empty()) value = value_of(literal);
    }
    if (!value) return std::nullopt;
    advance();
    return ConstantValue{*value, false};
  }
  if (token_.is_name()) {
    const auto found = parameters_.find(static_cast<std::uint32_t>(token_.symbol));
    if (found == parameters_.end() || !found->second) return std::nullopt;
    advance();
    return ConstantValue{*found->second, true};
  }
  if (token_.kind == Token::Kind::kSystem && token_.text == "$clog2") return constant_call(depth);
  if (accept('(')) {
    const auto inner = constant(0, depth + 1);
    if (!inner || !accept(')')) return std::nullopt;
    return inner;
  }
  for (const char sign : {'-', '+', '~', '!'}) {
    if (!token_.is(sign)) continue;
    advance();
    auto inner = constant_operand(depth + 1);
    if (!inner) return std::nullopt;
    if (sign == '-') inner->value = -inner->value;
    if (sign == '~') inner->value = ~inner->value;
    if (sign == '!') inner->value = inner->value == 0 ? 1 : 0;
    return inner;
  }
  return std::nullopt;
}

/// $clog2(n): bits needed to count n things.
std::optional<ConstantValue> Parser::constant_call(int depth) {
  advance();
  if (!accept('(')) return std::nullopt;
  const auto inner = constant(0, depth + 1);
  if (!inner || inner->value < 0 || !accept(')')) return std::nullopt;
  const auto count = static_cast<std::uint64_t>(inner->value);
  return ConstantValue{count <= 1 ? 0 : static_cast<std::int64_t>(std::bit_width(count - 1)),
                       inner->by_parameter};
}

/// A value up to one of `closers`, its text kept; nothing when it is no whole number (a string, a real).
std::optional<ConstantValue> Parser::whole_constant(std::string& text, std::string_view closers) {
  capture_ = &text;
  auto value = constant();
  if (value && (token_.kind != Token::Kind::kPunct ||
                closers.find(token_.character) == std::string_view::npos)) {
    value.reset();
  }
  if (!value) skip_balanced(closers);
  capture_ = nullptr;
  return value;
}

}  // namespace sealring::core::verilog
