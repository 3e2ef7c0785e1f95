// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/netlist/names.h"
#include "core/netlist/netlist.h"
#include "core/netlist/verilog.h"
#include "core/netlist/verilog/keywords.h"

namespace sealring::core::verilog {

/// Sends findings on with their places, and no more than a set number of those about syntax.
class Reporter {
 public:
  Reporter(const Netlist& netlist, std::uint16_t file, std::uint64_t limit, Sink& sink)
      : netlist_(&netlist), file_(file), limit_(limit), sink_(&sink) {}

  /// Reports at a byte offset of the file.
  void report(const Code& code, std::uint64_t offset, std::string message) {
    report(make_finding(code, std::move(message)), offset);
  }
  void report(Finding finding, std::uint64_t offset);
  /// States how many findings were held back, if any.
  void close();

  Location at(std::uint64_t offset) const { return netlist_->locate({file_, offset}); }
  std::uint16_t file() const { return file_; }
  std::uint64_t errors() const { return errors_; }

 private:
  const Netlist* netlist_;
  std::uint16_t file_;
  std::uint64_t limit_;
  Sink* sink_;
  std::uint64_t listed_ = 0;
  std::uint64_t held_back_ = 0;
  std::uint64_t errors_ = 0;
};

/// One token. `text` lies in the file or in a macro's text; `offset` is a place in the file (that of the use, for
/// tokens out of a macro).
struct Token {
  enum class Kind : std::uint8_t {
    kEnd,
    kName,     ///< identifier, escaped or not
    kKeyword,  ///< `keyword()` tells which
    kSystem,   ///< $name
    kNumber,   ///< any number, with size and base
    kString,
    kPunct  ///< one character, `character`
  };
  Kind kind = Kind::kEnd;
  bool escaped = false;
  char character = 0;
  Symbol symbol = Symbol::kNone;
  std::string_view text;
  std::uint64_t offset = 0;

  bool is(char c) const { return kind == Kind::kPunct && character == c; }
  Keyword keyword() const {
    return kind == Kind::kKeyword ? static_cast<Keyword>(symbol) : Keyword::kNone;
  }
  bool is(Keyword word) const { return kind == Kind::kKeyword && keyword() == word; }
  bool is_name() const { return kind == Kind::kName; }
};

/// Turns a file into tokens: drops blanks, comments and attributes, follows compiler directives, expands macros
/// without arguments.
class Lexer {
 public:
  Lexer(std::string_view text, const VerilogOptions& options, NamePool& names, Reporter& reporter);

  void next(Token& token);

  /// State of directives at the token read last.
  bool in_cell() const { return in_cell_; }
  bool implicit_nets() const { return implicit_nets_; }
  std::string_view text() const { return text_; }
  /// Bytes from the begin of `token`, the last one read, to the end of its source.
  std::size_t left_behind(const Token& token) const {
    return static_cast<std::size_t>(end_ - token.text.data());
  }
  /// Whether `c` stands directly behind `token`, the last one read.
  bool follows(const Token& token, char c) const {
    return left_behind(token) > token.text.size() && token.text.data()[token.text.size()] == c;
  }

 private:
  struct Source {
    const char* at;
    const char* end;
    Symbol macro;
  };
  struct Macro {
    std::string_view text;
    bool has_arguments = false;
    bool open = false;  ///< being expanded
  };
  struct Condition {
    std::uint64_t offset;
    bool live;       ///< this branch is read
    bool taken;      ///< some branch was read
    bool else_seen;  ///< an `else was met
  };

  bool skip_blanks_and_comments();
  bool skip_comment();
  void skip_attribute();
  bool end_source();
  void lex_name(Token& token);
  void lex_escaped(Token& token);
  void lex_number(Token& token);
  void lex_string(Token& token);
  std::uint64_t offset() const { return sources_.empty() ? offset_of(at_) : use_offset_; }
  std::uint64_t offset_of(const char* at) const {
    return static_cast<std::uint64_t>(at - text_.data());
  }

  // Directives (directives.cpp).
  void directive();
  std::string_view directive_word();
  std::string_view rest_of_line();
  void define(std::uint64_t offset);
  void expand(std::string_view name, std::uint64_t offset);
  void condition(std::string_view word, std::uint64_t offset);
  void skip_dead_text();
  void skip_dead_string();
  void skip_arguments();
  void default_nettype(std::uint64_t offset);

  std::string_view text_;
  NamePool* names_;
  Reporter* reporter_;
  const char* at_;
  const char* end_;
  std::vector<Source> sources_;  // what to go back to after a macro
  Symbol macro_ = Symbol::kNone;
  std::uint64_t use_offset_ = 0;
  std::unordered_map<std::uint32_t, Macro> macros_;
  std::deque<std::string> macro_texts_;
  std::uint64_t expanded_ = 0;
  std::vector<Condition> conditions_;
  bool in_cell_ = false;
  bool implicit_nets_ = true;
};

}  // namespace sealring::core::verilog
