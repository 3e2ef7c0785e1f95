// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace sealring::esd {

/// Physical lines of a text, without their ends; counts from 1.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  bool next(std::string_view& line) {
    if (at_ >= text_.size()) return false;
    const char* begin = text_.data() + at_;
    const auto* end = static_cast<const char*>(std::memchr(begin, '\n', text_.size() - at_));
    std::size_t length =
        end == nullptr ? text_.size() - at_ : static_cast<std::size_t>(end - begin);
    at_ += length + 1;
    ++number_;
    if (length > 0 && begin[length - 1] == '\r') --length;
    line = {begin, length};
    return true;
  }

  /// First byte of the next line, 0 at the end.
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  std::uint32_t number() const { return number_; }
  std::size_t position() const { return at_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t number_ = 0;
};

/// SPICE cards: "+" lines joined to the line before (comment lines between are passed over).
class SpiceCards {
 public:
  explicit SpiceCards(std::string_view text) : lines_(text) {}

  bool next(std::string_view& card) {
    if (!lines_.next(card)) return false;
    number_ = lines_.number();
    if (!continued(lines_)) return true;
    joined_.assign(card);
    std::string_view line;
    while (continued(lines_)) {
      do {
        lines_.next(line);
      } while (!line.starts_with('+'));
      joined_ += ' ';
      joined_ += line.substr(1);
    }
    card = joined_;
    return true;
  }

  std::uint32_t number() const { return number_; }

 private:
  /// Whether a "+" line follows, looking over plain comment lines.
  static bool continued(const Lines& from) {
    if (from.peek() == '+') return true;
    if (from.peek() != '*') return false;
    Lines ahead = from;
    std::string_view line;
    for (int looked = 0; looked < kMostComments && ahead.peek() == '*'; ++looked) {
      ahead.next(line);
      if (line.starts_with("*|")) return false;
    }
    return ahead.peek() == '+';
  }

  static constexpr int kMostComments = 8;
  Lines lines_;
  std::string joined_;
  std::uint32_t number_ = 0;
};

inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/// What splits a line into tokens: blanks, and characters that are tokens of their own.
class Separators {
 public:
  constexpr explicit Separators(std::string_view singles) {
    for (const char c : {' ', '\t', '\r', '\f', '\v'})
      kinds_[static_cast<unsigned char>(c)] = kBlank;
    for (const char c : singles) kinds_[static_cast<unsigned char>(c)] = kSingle;
  }
  void split(std::string_view text, std::vector<std::string_view>& tokens) const {
    tokens.clear();
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
      const Kind kind = kind_of(*at);
      const char* const begin = at++;
      if (kind == kBlank) continue;
      if (kind == kOther) {
        while (at < end && kind_of(*at) == kOther) ++at;
      }
      tokens.emplace_back(begin, static_cast<std::size_t>(at - begin));
    }
  }

 private:
  enum Kind : std::uint8_t { kOther, kBlank, kSingle };
  Kind kind_of(char c) const { return kinds_[static_cast<unsigned char>(c)]; }
  std::array<Kind, 256> kinds_{};
};
inline constexpr Separators kBlanks{""};
inline constexpr Separators kBlanksAndEquals{"="};
inline constexpr Separators kBlanksEqualsAndBrackets{"=()"};

}  // namespace sealring::esd
