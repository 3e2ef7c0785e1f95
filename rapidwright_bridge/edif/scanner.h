// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "rapidwright_bridge/byte_source.h"

namespace sealring::rapidwright_bridge {

enum class EdifToken : std::uint8_t { kOpen, kClose, kAtom, kString, kEnd, kBad };

namespace scanner_detail {

enum Class : std::uint8_t { kPlain = 0, kBlank = 1, kStop = 2 };

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> table{};
  for (const char c : {' ', '\t', '\r', '\n', '\f', '\v'})
    table[static_cast<unsigned char>(c)] = kBlank;
  for (const char c : {'(', ')', '"'}) table[static_cast<unsigned char>(c)] = kStop;
  return table;
}
inline constexpr std::array<std::uint8_t, 256> kClasses = make_classes();

}  // namespace scanner_detail

/// Splits EDIF text into brackets, atoms and strings. Works on a whole text (views stay good) or on a source read in
/// pieces, where a view is good until the next call and memory stays at one piece plus the longest token.
class EdifScanner {
 public:
  explicit EdifScanner(std::string_view whole)
      : begin_(whole.data()), at_(whole.data()), end_(whole.data() + whole.size()) {
    if (whole.starts_with("\xEF\xBB\xBF")) at_ += 3;
  }
  explicit EdifScanner(ByteSource& source) : source_(&source), buffer_(kPiece) {
    begin_ = at_ = end_ = buffer_.data();
  }

  EdifToken next() {
    if (!skip_blank()) return EdifToken::kEnd;
    start_ = at_;
    switch (*at_) {
      case '(': ++at_; return EdifToken::kOpen;
      case ')': ++at_; return EdifToken::kClose;
      case '"': return string();
      default: return atom();
    }
  }

  /// Text of the atom or string just read, without quotes.
  std::string_view text() const { return text_; }
  /// Bytes in front of the token just read.
  std::uint64_t offset() const { return consumed_ + static_cast<std::uint64_t>(start_ - begin_); }
  /// Bytes read so far.
  std::uint64_t position() const { return consumed_ + static_cast<std::uint64_t>(at_ - begin_); }
  /// Line ends in front of the token just read, counted only for pieces that are gone.
  std::uint64_t lines_gone() const { return lines_gone_; }
  std::string_view window_to_token() const {
    return {begin_, static_cast<std::size_t>(start_ - begin_)};
  }
  /// What makes a token bad.
  std::string_view problem() const { return problem_; }

 private:
  static constexpr std::size_t kPiece = 1U << 20;
  static constexpr std::size_t kLongestToken = 256U << 20;

  static std::uint8_t class_of(char c) {
    return scanner_detail::kClasses[static_cast<unsigned char>(c)];
  }

  bool skip_blank() {
    while (true) {
      while (at_ != end_ && class_of(*at_) == scanner_detail::kBlank) ++at_;
      if (at_ != end_) return true;
      start_ = at_;
      if (!refill()) return false;
    }
  }

  EdifToken atom() {
    const char* p = at_;
    while (true) {
      while (p != end_ && class_of(*p) == scanner_detail::kPlain) ++p;
      if (p != end_) break;
      const auto length = p - start_;
      if (!refill()) {
        p = end_;
        break;
      }
      p = start_ + length;
    }
    text_ = {start_, static_cast<std::size_t>(p - start_)};
    at_ = p;
    return EdifToken::kAtom;
  }

  EdifToken string() {
    std::size_t from = 1;
    while (true) {
      const std::size_t have = static_cast<std::size_t>(end_ - start_);
      const void* quote = have > from ? std::memchr(start_ + from, '"', have - from) : nullptr;
      if (quote != nullptr) {
        const char* close = static_cast<const char*>(quote);
        text_ = {start_ + 1, static_cast<std::size_t>(close - start_ - 1)};
        at_ = close + 1;
        return EdifToken::kString;
      }
      from = have;
      if (have > kLongestToken) {
        problem_ = "a string is longer than 268435456 bytes";
        return EdifToken::kBad;
      }
      if (!refill()) {
        problem_ = "a string is not closed";
        at_ = end_;
        return EdifToken::kBad;
      }
    }
  }

  /// Keeps [start_, end_) and appends a piece behind it. False at the end of the source.
  bool refill();

  ByteSource* source_ = nullptr;
  std::vector<char> buffer_;
  const char* begin_ = nullptr;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  const char* start_ = nullptr;
  std::uint64_t consumed_ = 0;
  std::uint64_t lines_gone_ = 0;
  std::string_view text_;
  std::string_view problem_;
};

/// Whether `text` is `lower` but for the case of its letters; `lower` is in lower case.
inline bool is_keyword(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) != lower[i]) return false;
  }
  return true;
}

}  // namespace sealring::rapidwright_bridge
