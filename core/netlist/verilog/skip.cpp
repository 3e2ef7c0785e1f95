// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <utility>

#include "core/codes.h"
#include "core/netlist/verilog/parser.h"

namespace sealring::core::verilog {

/// Where no item goes on: the end of this module, the begin of another, or the end of the file.
bool Parser::at_module_edge() const {
  return token_.kind == Token::Kind::kEnd || token_.is(Keyword::kEndmodule) ||
         token_.is(Keyword::kModule) || token_.is(Keyword::kMacromodule) ||
         token_.is(Keyword::kPrimitive);
}

void Parser::skip_to_semicolon() {
  while (!at_module_edge()) {
    if (accept(';')) return;
    advance();
  }
}

/// Passes tokens up to one of `closers` outside all brackets (`depth` of them are open), to ';' or to the edge of
/// the module; does not take it.
void Parser::skip_balanced(std::string_view closers, std::size_t depth) {
  while (!at_module_edge() && !token_.is(';')) {
    if (token_.kind == Token::Kind::kPunct) {
      const char c = token_.character;
      if (depth == 0 && closers.find(c) != std::string_view::npos) return;
      if (c == '(' || c == '[' || c == '{') {
        ++depth;
      } else if (c == ')' || c == ']' || c == '}') {
        if (depth == 0) return;
        --depth;
      }
    }
    advance();
  }
}

/// Passes one behavioural statement with everything nested in it.
void Parser::skip_statement() {
  std::size_t blocks = 0;
  while (!at_module_edge()) {
    bool over = false;
    switch (token_.keyword()) {
      case Keyword::kBegin:
      case Keyword::kFork:
      case Keyword::kCase:
      case Keyword::kCasex:
      case Keyword::kCasez: ++blocks; break;
      case Keyword::kEnd:
      case Keyword::kJoin:
      case Keyword::kEndcase:
        if (blocks > 0) --blocks;
        over = blocks == 0;
        break;
      default: over = blocks == 0 && token_.is(';') && !in_parentheses_; break;
    }
    if (token_.is('(')) ++in_parentheses_;
    if (token_.is(')') && in_parentheses_ > 0) --in_parentheses_;
    advance();
    if (over && accept(':')) advance();  // the name behind `end`
    if (over && !token_.is(Keyword::kElse)) break;
  }
  in_parentheses_ = 0;
}

/// Passes everything up to and with `end`; reports when it does not come before the end of the module.
bool Parser::skip_until(Keyword end, std::string_view what, std::uint64_t begin) {
  while (token_.kind != Token::Kind::kEnd && !token_.is(Keyword::kModule) &&
         !token_.is(Keyword::kEndmodule)) {
    if (accept(end)) return true;
    advance();
  }
  lost(codes::kVerilogTruncated, begin,
       std::string(what) + " has no " + std::string(kKeywords[static_cast<std::size_t>(end) - 1]) +
           " before " + seen());
  return false;
}

/// always, initial, functions, tasks and the variables they need: reported and passed.
void Parser::behavioural() {
  const std::uint64_t begin = token_.offset;
  const Keyword word = token_.keyword();
  const std::string text(token_.text);
  module_->behavioural = true;
  Finding finding =
      make_finding(codes::kVerilogBehavioural,
                   "'" + text + "' in module '" + std::string(names_->text(module_->name)) +
                       "' is behaviour, not structure, and is not read");
  if (module_->cell) finding = std::move(finding).as(Severity::kNote);
  reporter_->report(std::move(finding), begin);
  advance();
  if (word == Keyword::kFunction) {
    skip_until(Keyword::kEndfunction, "function", begin);
  } else if (word == Keyword::kTask) {
    skip_until(Keyword::kEndtask, "task", begin);
  } else if (word == Keyword::kAlways || word == Keyword::kInitial) {
    skip_statement();
  } else {
    skip_to_semicolon();
  }
}

/// generate blocks and their short forms: the instances in them are lost, so this is an error.
void Parser::generate() {
  const std::uint64_t begin = token_.offset;
  const Keyword word = token_.keyword();
  const std::string text(token_.text);
  advance();
  if (word == Keyword::kGenvar) return skip_to_semicolon();  // holds nothing by itself
  lost(codes::kVerilogUnsupported, begin,
       "'" + text + "' in module '" + std::string(names_->text(module_->name)) +
           "': generated instances are not read; give the elaborated netlist");
  if (word == Keyword::kGenerate) {
    skip_until(Keyword::kEndgenerate, "generate", begin);
  } else {
    skip_statement();
  }
}

/// Timing of a cell model: not part of the structure, passed without a word.
void Parser::specify() {
  const std::uint64_t begin = token_.offset;
  advance();
  skip_until(Keyword::kEndspecify, "specify", begin);
}

/// Words of SystemVerilog that begin an item: reported by name and passed. False when the token is none.
bool Parser::system_verilog() {
  const auto number = static_cast<std::size_t>(token_.symbol);
  if (!token_.is_name() || token_.escaped || number <= kKeywords.size() ||
      number > kKeywords.size() + kSystemVerilogWords.size()) {
    return false;
  }
  const std::string word(token_.text);
  const std::uint64_t begin = token_.offset;
  advance();
  if (word == "timeunit" || word == "timeprecision") {
    skip_to_semicolon();
    return true;
  }
  lost(codes::kVerilogUnsupported, begin,
       "'" + word + "' is SystemVerilog and is not read; give a structural Verilog netlist");
  if (word.starts_with("always") || word == "final") {
    skip_statement();
  } else if (word == "interface" || word == "package" || word == "class" || word == "program" ||
             word == "checker" || word == "clocking" || word == "covergroup" ||
             word == "property" || word == "sequence") {
    const Symbol end = names_->intern("end" + word);
    while (token_.kind != Token::Kind::kEnd && token_.symbol != end) advance();
    if (token_.kind == Token::Kind::kEnd) {
      lost(codes::kVerilogTruncated, begin,
           word + " has no end" + word + " before the end of the file");
    }
    advance();
    if (accept(':')) advance();
  } else {
    skip_to_semicolon();
  }
  return true;
}

}  // namespace sealring::core::verilog
