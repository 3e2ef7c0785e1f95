// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/diagnostics/code.h"
#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/lefdef/geometry.h"

namespace sealring::core::lefdef {

/// Splits LEF and DEF text into words: blanks separate, '#' at the start of a word begins a comment, "..." is one word
/// (without its quotes), and a ';' glued to the end of a word is a word of its own.
class Lexer {
 public:
  Lexer(const InputFile& file, Sink& sink) : file_(file), sink_(sink), text_(file.text) {
    advance();
  }

  bool at_end() const { return !has_; }
  std::string_view peek() const { return word_; }
  bool peek_quoted() const { return quoted_; }
  std::uint32_t line() const { return word_line_; }
  Location here() const;
  Location at(std::uint32_t line) const { return file_.at(line, 1); }
  const InputFile& file() const { return file_; }
  Sink& sink() { return sink_; }

  /// The current word; goes on to the next one. Empty at the end.
  std::string_view take() {
    const std::string_view word = word_;
    advance();
    return word;
  }
  bool accept(std::string_view word) {
    if (!has_ || quoted_ || word_ != word) return false;
    advance();
    return true;
  }
  /// Takes everything up to and with the next ';'.
  void skip_statement();

  /// A whole number; DEF allows nothing else. "1.89e+06" is reported and taken when it is whole; "0.5" is reported and
  /// marks the statement as bad (its object is left out).
  Coord integer(const Code& code, std::string_view what);
  /// A LEF length in micrometres, in picometres; finer digits are reported and rounded.
  Coord length(const Code& code, std::string_view what);
  std::optional<double> real(const Code& code, std::string_view what);

  /// Since the last call of `begin_statement`: something in the statement could not be used.
  void begin_statement() { bad_ = false; }
  void mark_bad() { bad_ = true; }
  bool bad() const { return bad_; }

  /// Reports a finding at the current word; at most kListed per code and file, then one that says so.
  void report(const Code& code, std::string message, std::string object = {});
  /// The same about an earlier place.
  void report_at(const Location& place, const Code& code, std::string message, std::string object,
                 std::string key);
  std::uint64_t errors() const { return errors_; }

 private:
  static constexpr std::uint64_t kListed = 200;
  void advance();
  void take_quoted();

  const InputFile& file_;
  Sink& sink_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::string_view word_;
  std::uint32_t word_line_ = 1;
  bool quoted_ = false;
  bool has_ = true;
  bool semicolon_ = false;
  bool bad_ = false;
  std::uint64_t reported_ = 0;
  std::uint64_t errors_ = 0;
};

/// "'x'" or "the end of the file".
std::string quote_word(const Lexer& lexer);

}  // namespace sealring::core::lefdef
