// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <array>
#include <cstring>

#include "core/codes.h"
#include "core/netlist/verilog/lexer.h"

namespace sealring::core::verilog {
namespace {

constexpr std::size_t kMaxMacroDepth = 64;
constexpr std::uint64_t kFreeExpansion = std::uint64_t{4} << 20;

/// Directives that say nothing about structure; the rest of their line is theirs.
constexpr auto kLineDirectives = std::to_array<std::string_view>(
    {"timescale", "line", "pragma", "unconnected_drive", "begin_keywords", "default_decay_time",
     "default_trireg_strength"});
constexpr auto kBareDirectives = std::to_array<std::string_view>(
    {"nounconnected_drive", "end_keywords", "protect", "endprotect", "expand_vectornets",
     "noexpand_vectornets", "autoexpand_vectornets", "delay_mode_zero", "delay_mode_unit",
     "delay_mode_path", "delay_mode_distributed", "suppress_faults", "nosuppress_faults",
     "enable_portfaults", "disable_portfaults"});

template <class Words>
bool one_of(std::string_view word, const Words& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$';
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

}  // namespace

void Lexer::directive() {
  const std::uint64_t begin = offset();
  ++at_;
  const std::string_view word = directive_word();
  if (word == "celldefine") {
    in_cell_ = true;
  } else if (word == "endcelldefine") {
    in_cell_ = false;
  } else if (word == "resetall") {
    in_cell_ = false;
    implicit_nets_ = true;
  } else if (word == "default_nettype") {
    default_nettype(begin);
  } else if (word == "define") {
    define(begin);
  } else if (word == "undef") {
    macros_.erase(static_cast<std::uint32_t>(names_->find(directive_word())));
  } else if (word == "ifdef" || word == "ifndef" || word == "elsif" || word == "else" ||
             word == "endif") {
    condition(word, begin);
  } else if (word == "include") {
    reporter_->report(codes::kVerilogUnsupported, begin,
                      "`include " + std::string(trimmed(rest_of_line())) +
                          " is not followed; name the included file as a netlist of its own");
  } else if (one_of(word, kLineDirectives)) {
    rest_of_line();
  } else if (!one_of(word, kBareDirectives)) {
    expand(word, begin);
  }
}

/// The word at the current place (an escaped name keeps its text).
std::string_view Lexer::directive_word() {
  while (at_ < end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
  const char* first = at_;
  while (at_ < end_ && is_word(*at_)) ++at_;
  return {first, static_cast<std::size_t>(at_ - first)};
}

/// Everything up to the end of the line, comments cut off; a backslash joins the next line.
std::string_view Lexer::rest_of_line() {
  const char* first = at_;
  const char* stop = nullptr;
  while (at_ < end_ && *at_ != '\n') {
    const bool more = at_ + 1 < end_;
    if (*at_ == '\\' && more && (at_[1] == '\n' || at_[1] == '\r')) {
      at_ += 2;
      if (at_[-1] == '\r' && at_ < end_ && *at_ == '\n') ++at_;
      continue;
    }
    if (*at_ == '/' && more && at_[1] == '*') {
      if (stop == nullptr) stop = at_;
      skip_comment();
      continue;
    }
    if (*at_ == '/' && more && at_[1] == '/') {
      if (stop == nullptr) stop = at_;
      skip_comment();
      break;
    }
    ++at_;
  }
  return {first, static_cast<std::size_t>((stop != nullptr ? stop : at_) - first)};
}

void Lexer::define(std::uint64_t begin) {
  const std::string_view name = directive_word();
  if (name.empty()) {
    reporter_->report(codes::kVerilogSyntax, begin, "`define names no macro");
    rest_of_line();
    return;
  }
  const bool has_arguments = at_ < end_ && *at_ == '(';
  std::string body(rest_of_line());
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i] == '\\' && i + 1 < body.size() && (body[i + 1] == '\n' || body[i + 1] == '\r'))
      body[i] = ' ';
  }
  macro_texts_.push_back(std::move(body));
  macros_[static_cast<std::uint32_t>(names_->intern(name))] = {.text = macro_texts_.back(),
                                                               .has_arguments = has_arguments};
}

void Lexer::expand(std::string_view name, std::uint64_t begin) {
  const Symbol symbol = names_->find(name);
  const auto found = macros_.find(static_cast<std::uint32_t>(symbol));
  if (name.empty() || found == macros_.end()) {
    reporter_->report(codes::kVerilogMacro, begin,
                      "`" + std::string(name) + " is neither a directive nor a defined macro");
    return;
  }
  Macro& macro = found->second;
  if (macro.has_arguments) {
    reporter_->report(codes::kVerilogUnsupported, begin,
                      "macro `" + std::string(name) +
                          " has arguments, which are not expanded; run the file through a "
                          "preprocessor first");
    skip_arguments();
    return;
  }
  expanded_ += macro.text.size() + 1;
  if (macro.open || sources_.size() >= kMaxMacroDepth ||
      expanded_ > kFreeExpansion + text_.size()) {
    reporter_->report(codes::kVerilogLimit, begin,
                      macro.open ? "macro `" + std::string(name) + " expands to itself"
                                 : "macro `" + std::string(name) +
                                       " is not expanded: more than 64 levels, or more macro text "
                                       "than 4194304 bytes and the size of the file");
    return;
  }
  if (sources_.empty()) use_offset_ = begin;
  sources_.push_back({at_, end_, macro_});
  macro.open = true;
  macro_ = symbol;
  at_ = macro.text.data();
  end_ = at_ + macro.text.size();
}

/// The `(...)` behind a macro that is not expanded.
void Lexer::skip_arguments() {
  while (at_ < end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
  if (at_ >= end_ || *at_ != '(') return;
  std::size_t depth = 0;
  for (; at_ < end_; ++at_) {
    if (*at_ == '(') ++depth;
    if (*at_ == ')' && --depth == 0) {
      ++at_;
      return;
    }
  }
}

void Lexer::condition(std::string_view word, std::uint64_t begin) {
  if (word == "ifdef" || word == "ifndef") {
    const Symbol name = names_->find(directive_word());
    const bool defined = macros_.contains(static_cast<std::uint32_t>(name));
    const bool live = defined == (word == "ifdef");
    conditions_.push_back({begin, live, live, false});
  } else if (conditions_.empty()) {
    reporter_->report(codes::kVerilogSyntax, begin,
                      "`" + std::string(word) + " stands without an `ifdef before it");
    return;
  } else if (word == "endif") {
    conditions_.pop_back();
    return;
  } else {
    Condition& open = conditions_.back();
    bool wanted = true;
    if (word == "elsif") {
      wanted = macros_.contains(static_cast<std::uint32_t>(names_->find(directive_word())));
    }
    if (open.else_seen) {
      reporter_->report(codes::kVerilogSyntax, begin,
                        "`" + std::string(word) + " follows the `else of the same `ifdef");
    }
    open.else_seen = open.else_seen || word == "else";
    open.live = wanted && !open.taken;
    open.taken = open.taken || open.live;
  }
  if (!conditions_.back().live) skip_dead_text();
}

/// Passes over text that a condition leaves out, up to the directive that ends this branch.
void Lexer::skip_dead_text() {
  std::size_t inner = 0;
  while (at_ < end_) {
    const char c = *at_;
    if (c == '/' && skip_comment()) continue;
    if (c == '"') {
      skip_dead_string();
      continue;
    }
    if (c != '`') {
      const bool escaped = c == '\\';
      ++at_;
      while (escaped && at_ < end_ && *at_ != ' ' && *at_ != '\t' && *at_ != '\n') ++at_;
      continue;
    }
    const char* mark = at_++;
    const std::string_view word = directive_word();
    if (word == "ifdef" || word == "ifndef") ++inner;
    if (word == "endif" && inner > 0) {
      --inner;
    } else if (inner == 0 && (word == "endif" || word == "else" || word == "elsif")) {
      at_ = mark;  // directive() sees it next
      return;
    }
  }
}

/// A string closed on its own line may hold directive-like text; any other quote is just a character.
void Lexer::skip_dead_string() {
  const char* at = at_ + 1;
  while (at < end_ && *at != '"' && *at != '\n') at += *at == '\\' && at + 1 < end_ ? 2 : 1;
  at_ = at < end_ && *at == '"' ? at + 1 : at_ + 1;
}

void Lexer::default_nettype(std::uint64_t begin) {
  const std::string_view kind = directive_word();
  if (kind.empty()) {
    reporter_->report(codes::kVerilogSyntax, begin, "`default_nettype names no kind of net");
  }
  implicit_nets_ = kind != "none";
}

}  // namespace sealring::core::verilog
