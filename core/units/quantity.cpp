// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/units/quantity.h"

#include <array>

#include "core/units/parse.h"

namespace sealring::core {

namespace {

struct Prefix {
  std::string_view text;
  int exponent;
};

constexpr std::array<Prefix, 9> kPrefixes{{{"f", -15},
                                           {"p", -12},
                                           {"n", -9},
                                           {"u", -6},
                                           {"m", -3},
                                           {"", 0},
                                           {"k", 3},
                                           {"M", 6},
                                           {"G", 9}}};

std::string_view base_word(Dimension dimension) {
  switch (dimension) {
    case Dimension::kTime: return "s";
    case Dimension::kLength: return "m";
    case Dimension::kResistance: return "ohm";
    case Dimension::kCapacitance: return "F";
    case Dimension::kVoltage: return "V";
    case Dimension::kCurrent: return "A";
    case Dimension::kFrequency: break;
  }
  return "Hz";
}

}  // namespace

std::optional<Unit> parse_unit(std::string_view text, Dimension dimension) {
  const std::size_t start = text.find_first_not_of("0123456789.");
  if (start == std::string_view::npos) return std::nullopt;
  Rational multiplier = 1;
  if (start > 0) {
    const std::optional<Rational> number = parse_decimal(text.substr(0, start));
    if (!number || !(*number > Rational(0))) return std::nullopt;
    multiplier = *number;
  }
  const std::string_view word = text.substr(start);
  for (const Prefix& prefix : kPrefixes) {
    if (word == std::string(prefix.text) + std::string(base_word(dimension))) {
      const Rational size = multiplier * power_of_ten(prefix.exponent);
      if (!size.valid()) return std::nullopt;
      return Unit{std::string(multiplier == Rational(1) ? word : text), size};
    }
  }
  return std::nullopt;
}

std::optional<Rational> parse_quantity(std::string_view text, Dimension dimension) {
  const std::size_t split = text.find_first_not_of("0123456789.+-eE");
  if (split == std::string_view::npos) return std::nullopt;
  const std::optional<Rational> number = parse_decimal(text.substr(0, split));
  const std::size_t word = text.find_first_not_of(' ', split);
  if (!number || word == std::string_view::npos) return std::nullopt;
  // A multiplier of the unit would read "10 5ns" as 50 ns.
  if (text[word] == '.' || (text[word] >= '0' && text[word] <= '9')) return std::nullopt;
  const std::optional<Unit> unit = parse_unit(text.substr(word), dimension);
  if (!unit) return std::nullopt;
  const Rational amount = *number * unit->si;
  if (!amount.valid()) return std::nullopt;
  return amount;
}

std::string format_in(const Rational& si, const Unit& unit, int digits) {
  return format_decimal(si / unit.si, digits) + " " + unit.name;
}

std::string format_engineering(const Rational& si, Dimension dimension, int digits) {
  const std::string base(base_word(dimension));
  if (si.is_zero()) return "0 " + base;
  const Rational size = si < Rational(0) ? Rational(0) - si : si;
  const Prefix* best = &kPrefixes.front();
  for (const Prefix& prefix : kPrefixes) {
    if (!(size < power_of_ten(prefix.exponent))) best = &prefix;
  }
  return format_decimal(si / power_of_ten(best->exponent), digits) + " " + std::string(best->text) +
         base;
}

}  // namespace sealring::core
