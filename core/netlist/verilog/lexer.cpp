// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/netlist/verilog/lexer.h"

#include <array>
#include <utility>

#include "core/codes.h"

namespace sealring::core::verilog {
namespace {

enum : std::uint8_t { kBlank = 1, kStart = 2, kInner = 4, kDigit = 8 };

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> table{};
  for (const char c : {' ', '\t', '\n', '\r', '\f', '\v'})
    table[static_cast<unsigned char>(c)] = kBlank;
  for (unsigned c = 'a'; c <= 'z'; ++c) table[c] = kStart | kInner;
  for (unsigned c = 'A'; c <= 'Z'; ++c) table[c] = kStart | kInner;
  for (unsigned c = '0'; c <= '9'; ++c) table[c] = kInner | kDigit;
  table['_'] = kStart | kInner;
  table['$'] = kInner;
  return table;
}

constexpr std::array<std::uint8_t, 256> kClasses = make_classes();

bool is(char c, std::uint8_t what) {
  return (kClasses[static_cast<unsigned char>(c)] & what) != 0;
}

}  // namespace

void Reporter::report(Finding finding, std::uint64_t offset) {
  if (finding.severity == Severity::kError) ++errors_;
  if (listed_ >= limit_) {
    ++held_back_;
    return;
  }
  ++listed_;
  sink_->report(std::move(finding).at(at(offset)));
}

void Reporter::close() {
  if (held_back_ == 0) return;
  sink_->report(make_finding(codes::kVerilogLimit,
                             std::to_string(held_back_) + " further findings in '" +
                                 netlist_->files[file_].name + "' are not listed, the limit is " +
                                 std::to_string(limit_) + " per file; mend the first ones")
                    .at({.file = netlist_->files[file_].name}));
}

Lexer::Lexer(std::string_view text, const VerilogOptions& options, NamePool& names,
             Reporter& reporter)
    : text_(text), names_(&names), reporter_(&reporter), at_(text.data()), end_(at_ + text.size()) {
  for (const auto& [name, value] : options.defines) {
    macro_texts_.push_back(value);
    macros_[static_cast<std::uint32_t>(names.intern(name))] = {.text = macro_texts_.back()};
  }
  if (text_.starts_with("\xEF\xBB\xBF")) at_ += 3;
}

void Lexer::next(Token& token) {
  while (true) {
    if (!skip_blanks_and_comments()) break;
    const char c = *at_;
    token.offset = offset();
    if (is(c, kStart)) return lex_name(token);
    if (is(c, kDigit) || c == '\'') return lex_number(token);
    if (c == '\\') return lex_escaped(token);
    if (c == '"') return lex_string(token);
    if (c == '`') {
      directive();
      continue;
    }
    token.kind = Token::Kind::kPunct;
    token.character = c;
    token.text = {at_, 1};
    const char* first = at_++;
    if (c == '$') {
      while (at_ < end_ && is(*at_, kInner)) ++at_;
      token.kind = Token::Kind::kSystem;
      token.text = {first, static_cast<std::size_t>(at_ - first)};
    }
    return;
  }
  token = {};
  token.offset = text_.size();
}

/// Moves to the next byte of a token; false at the end of the file.
bool Lexer::skip_blanks_and_comments() {
  while (true) {
    while (at_ < end_ && is(*at_, kBlank)) ++at_;
    if (at_ >= end_) {
      if (!end_source()) return false;
      continue;
    }
    if (*at_ == '/' && skip_comment()) continue;
    if (*at_ == '(' && at_ + 1 < end_ && at_[1] == '*') {
      const char* behind = at_ + 2;
      while (behind < end_ && is(*behind, kBlank)) ++behind;
      if (behind < end_ && *behind == ')') return true;  // the (*) of @(*)
      skip_attribute();
      continue;
    }
    return true;
  }
}

bool Lexer::skip_comment() {
  if (at_ + 1 >= end_) return false;
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  if (at_[1] == '/') {
    const std::size_t stop = rest.find('\n');
    at_ = stop == std::string_view::npos ? end_ : at_ + stop;
    return true;
  }
  if (at_[1] != '*') return false;
  const std::size_t stop = rest.find("*/", 2);
  if (stop == std::string_view::npos) {
    reporter_->report(codes::kVerilogTruncated, offset(),
                      "comment is not closed with '*/' before the end of the file; everything "
                      "behind it is lost");
    at_ = end_;
  } else {
    at_ += stop + 2;
  }
  return true;
}

void Lexer::skip_attribute() {
  const std::uint64_t begin = offset();
  at_ += 2;
  while (at_ < end_) {
    if (*at_ == '"') {
      Token string;
      lex_string(string);
    } else if (*at_ == '*' && at_ + 1 < end_ && at_[1] == ')') {
      at_ += 2;
      return;
    } else {
      ++at_;
    }
  }
  reporter_->report(codes::kVerilogTruncated, begin,
                    "attribute is not closed with '*)' before the end of the file; everything "
                    "behind it is lost");
}

/// Goes back from a macro to where it was used, or ends the file.
bool Lexer::end_source() {
  if (sources_.empty()) {
    for (const Condition& open : conditions_) {
      reporter_->report(codes::kVerilogTruncated, open.offset,
                        "`ifdef is not closed with `endif before the end of the file");
    }
    conditions_.clear();
    return false;
  }
  const auto found = macros_.find(static_cast<std::uint32_t>(macro_));
  if (found != macros_.end()) found->second.open = false;
  at_ = sources_.back().at;
  end_ = sources_.back().end;
  macro_ = sources_.back().macro;
  sources_.pop_back();
  return true;
}

void Lexer::lex_name(Token& token) {
  const char* first = at_;
  const char* at = at_ + 1;
  while (at < end_ && is(*at, kInner)) ++at;
  at_ = at;
  token.text = {first, static_cast<std::size_t>(at - first)};
  token.symbol = names_->intern(token.text);
  token.escaped = false;
  token.kind = static_cast<std::size_t>(token.symbol) <= kKeywords.size() ? Token::Kind::kKeyword
                                                                          : Token::Kind::kName;
}

void Lexer::lex_escaped(Token& token) {
  const char* first = ++at_;
  while (at_ < end_ && !is(*at_, kBlank)) ++at_;
  token.text = {first, static_cast<std::size_t>(at_ - first)};
  token.symbol = names_->intern(token.text);
  token.escaped = true;
  token.kind = Token::Kind::kName;
  if (token.text.empty()) {
    token.kind = Token::Kind::kPunct;
    token.character = '\\';
    token.text = {first - 1, 1};
  }
}

/// A number: digits, and perhaps a base with its own digits, blanks between the three allowed. Reals too.
void Lexer::lex_number(Token& token) {
  const char* first = at_;
  const auto digits = [&] {
    while (at_ < end_ && (is(*at_, kDigit) || *at_ == '_')) ++at_;
  };
  digits();
  const char* plain_end = at_;
  while (at_ < end_ && is(*at_, kBlank)) ++at_;
  if (at_ < end_ && *at_ == '\'') {
    ++at_;
    if (at_ < end_ && (*at_ == 's' || *at_ == 'S')) ++at_;
    if (at_ < end_) ++at_;  // the base letter; read_constant() judges it
    const char* base_end = at_;
    while (at_ < end_ && is(*at_, kBlank)) ++at_;
    if (at_ < end_ && (is(*at_, kInner) || *at_ == '?')) {
      while (at_ < end_ && (is(*at_, kInner) || *at_ == '?')) ++at_;
    } else {
      at_ = base_end;
    }
  } else {
    at_ = plain_end;
    if (at_ + 1 < end_ && *at_ == '.' && is(at_[1], kDigit)) {
      ++at_;
      digits();
    }
    if (at_ < end_ && (*at_ == 'e' || *at_ == 'E')) {
      ++at_;
      if (at_ < end_ && (*at_ == '+' || *at_ == '-')) ++at_;
      digits();
    }
  }
  token.kind = Token::Kind::kNumber;
  token.text = {first, static_cast<std::size_t>(at_ - first)};
}

void Lexer::lex_string(Token& token) {
  const std::uint64_t begin = offset();
  const char* first = at_++;
  while (at_ < end_ && *at_ != '"' && *at_ != '\n') at_ += *at_ == '\\' && at_ + 1 < end_ ? 2 : 1;
  if (at_ < end_ && *at_ == '"') {
    ++at_;
  } else {
    reporter_->report(codes::kVerilogSyntax, begin,
                      "string is not closed with '\"' before the end of its line");
  }
  token.kind = Token::Kind::kString;
  token.text = {first, static_cast<std::size_t>(at_ - first)};
}

}  // namespace sealring::core::verilog
