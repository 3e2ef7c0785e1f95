// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/lefdef/lexer.h"

#include <charconv>

#include "core/units/parse.h"

namespace sealring::core::lefdef {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/// Nearest whole number, halves away from zero; nothing when it does not fit comfortably in 64 bits.
std::optional<Coord> nearest(const Rational& value) {
  if (!value.valid() || value >= Rational(std::int64_t{1} << 60) ||
      value <= Rational(-(std::int64_t{1} << 60))) {
    return std::nullopt;
  }
  const Rational::Int n = value.numerator();
  const Rational::Int d = value.denominator();
  const Rational::Int size = ((n < 0 ? -n : n) * 2 + d) / (2 * d);
  return static_cast<Coord>(n < 0 ? -size : size);
}

}  // namespace

void Lexer::advance() {
  quoted_ = false;
  if (semicolon_) {
    semicolon_ = false;
    word_ = ";";
    return;
  }
  const char* data = text_.data();
  const std::size_t size = text_.size();
  while (true) {
    while (at_ < size && (is_blank(data[at_]) || data[at_] == '\n')) {
      if (data[at_] == '\n') ++line_;
      ++at_;
    }
    if (at_ >= size) {
      has_ = false;
      word_ = {};
      word_line_ = line_;
      return;
    }
    if (data[at_] != '#') break;
    while (at_ < size && data[at_] != '\n') ++at_;
  }
  word_line_ = line_;
  if (data[at_] == '"') {
    take_quoted();
    return;
  }
  const std::size_t start = at_;
  while (at_ < size && !is_blank(data[at_]) && data[at_] != '\n') ++at_;
  std::size_t end = at_;
  if (end - start > 1 && data[end - 1] == ';' && data[end - 2] != '\\') {
    --end;
    semicolon_ = true;
  }
  word_ = text_.substr(start, end - start);
}

void Lexer::take_quoted() {
  const std::size_t start = ++at_;
  while (at_ < text_.size() && text_[at_] != '"') {
    if (text_[at_] == '\n') ++line_;
    if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
    ++at_;
  }
  const std::size_t end = std::min(at_, text_.size());
  word_ = text_.substr(start, end - start);
  at_ = std::min(at_ + 1, text_.size());
  quoted_ = true;
}

Location Lexer::here() const {
  const std::size_t at =
      has_ && word_.data() >= text_.data() && word_.data() <= text_.data() + text_.size()
          ? static_cast<std::size_t>(word_.data() - text_.data())
          : text_.size();
  const std::size_t newline = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
  const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  return file_.at(word_line_, static_cast<std::uint32_t>(at - start + 1));
}

void Lexer::skip_statement() {
  while (!at_end()) {
    const bool last = !quoted_ && word_ == ";";
    advance();
    if (last) return;
  }
}

std::string quote_word(const Lexer& lexer) {
  return lexer.at_end() ? "the end of the file" : "'" + std::string(lexer.peek()) + "'";
}

Coord Lexer::integer(const Code& code, std::string_view what) {
  Coord value = 0;
  const char* begin = word_.data();
  const char* end = begin + word_.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error == std::errc() && stop == end && !word_.empty()) {
    constexpr Coord kLargest = Coord{1} << 60;
    if (value < kLargest && value > -kLargest) {
      advance();
      return value;
    }
  }
  const std::optional<Rational> decimal = parse_decimal(word_);
  const std::optional<Coord> whole =
      decimal && decimal->is_integer() ? nearest(*decimal) : std::nullopt;
  if (whole) {
    report(code, std::string(what) + " is '" + std::string(word_) +
                     "'; a whole number of database units was expected; " + std::to_string(*whole) +
                     " is used");
  } else {
    report(code,
           std::string(what) + " is " + quote_word(*this) +
               "; a whole number of database units was expected, so this statement is left out");
    mark_bad();
  }
  if (has_ && word_ != ";") advance();
  return whole.value_or(0);
}

Coord Lexer::length(const Code& code, std::string_view what) {
  const std::optional<Rational> decimal = parse_decimal(word_);
  const Rational exact = decimal ? *decimal * Rational(kPicometresPerUm) : Rational::invalid();
  const std::optional<Coord> value = nearest(exact);
  if (!value) {
    report(code, std::string(what) + " is " + quote_word(*this) +
                     "; a length in um was expected, so this statement is left out");
    mark_bad();
  } else if (!exact.is_integer()) {
    report(code, std::string(what) + " is '" + std::string(word_) +
                     "', finer than a picometre; it was rounded");
  }
  if (has_ && word_ != ";") advance();
  return value.value_or(0);
}

std::optional<double> Lexer::real(const Code& code, std::string_view what) {
  const std::optional<double> value = parse_double(word_);
  if (!value) {
    report(code, std::string(what) + " is " + quote_word(*this) + "; a number was expected");
    mark_bad();
  }
  if (has_ && word_ != ";") advance();
  return value;
}

void Lexer::report(const Code& code, std::string message, std::string object) {
  if (object.empty()) object = file_.name + ":" + std::to_string(word_line_);
  report_at(here(), code, std::move(message), std::move(object), std::string(word_));
}

void Lexer::report_at(const Location& place, const Code& code, std::string message,
                      std::string object, std::string key) {
  if (code.severity == Severity::kError) ++errors_;
  if (++reported_ > kListed) {
    if (reported_ == kListed + 1) {
      sink_.report(make_finding(code, "'" + file_.name + "' has more than " +
                                          std::to_string(kListed) +
                                          " problems; the rest is not listed")
                       .at({file_.name})
                       .on(file_.name, "more"));
    }
    return;
  }
  sink_.report(
      make_finding(code, std::move(message)).at(place).on(std::move(object), std::move(key)));
}

}  // namespace sealring::core::lefdef
