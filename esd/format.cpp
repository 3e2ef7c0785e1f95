// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/format.h"

#include <array>
#include <charconv>
#include <cstdio>

namespace sealring::esd {

namespace {

std::string with_digits(double value, int digits) {
  std::array<char, 32> text{};
  const int length = std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace

std::string format_number(double value) {
  return with_digits(value, 6);
}

std::string table_number(double value) {
  return with_digits(value, 9);
}

std::string exact_number(double value) {
  std::array<char, 32> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end};
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  std::string text = std::to_string(count);
  text += ' ';
  text += count == 1 ? one : many;
  return text;
}

}  // namespace sealring::esd
