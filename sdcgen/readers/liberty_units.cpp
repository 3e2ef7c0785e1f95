// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/liberty_units.h"

#include <cctype>

#include "core/units/parse.h"
#include "sdcgen/codes.h"

namespace sealring::sdcgen {

namespace {

/// Tokens of a Liberty text: words, quoted texts (quotes taken off) and single signs; comments are skipped.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  bool at_end() {
    skip_blanks();
    return at_ >= text_.size();
  }

  /// Next token; a quoted text may be empty, and past the end everything is.
  std::string_view next() {
    if (at_end()) return {};
    if (text_[at_] == '"') {
      const std::size_t end = text_.find('"', at_ + 1);
      const std::size_t stop = end == std::string_view::npos ? text_.size() : end;
      const std::string_view token = text_.substr(at_ + 1, stop - at_ - 1);
      at_ = stop + 1;
      return token;
    }
    std::size_t end = at_;
    while (end < text_.size() && is_word(text_[end])) ++end;
    if (end == at_) ++end;
    const std::string_view token = text_.substr(at_, end - at_);
    at_ = end;
    return token;
  }

 private:
  static bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-' ||
           c == '+';
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '\\') {
        ++at_;
      } else if (text_.substr(at_, 2) == "/*") {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else if (text_.substr(at_, 2) == "//") {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else {
        return;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// "(1, pf)"
std::optional<core::Unit> read_load_unit(Tokens& tokens) {
  tokens.next();
  const auto factor = core::parse_decimal(tokens.next());
  tokens.next();
  std::string word(tokens.next());
  if (word.ends_with('f')) word.back() = 'F';
  const auto unit = core::parse_unit(word, core::Dimension::kCapacitance);
  if (!factor || !unit) return std::nullopt;
  return core::Unit{core::format_decimal(*factor, 12) + unit->name, *factor * unit->si};
}

}  // namespace

std::optional<LibertyFile> read_liberty_units(const core::InputReader& reader,
                                              const std::filesystem::path& path, core::Sink& sink,
                                              const core::Location& referred_from) {
  auto input = reader.read(path, reader.limits().design, sink, referred_from);
  if (!input) return std::nullopt;
  LibertyFile file;
  file.input = std::move(*input);
  std::error_code error;
  file.packed = std::filesystem::file_size(path, error) != file.input.text.size();
  const auto refuse = [&](const std::string& what) {
    sink.report(core::make_finding(codes::kNotLiberty, "'" + file.input.name + "' " + what)
                    .at({file.input.name})
                    .on(file.input.name, "units"));
    return std::nullopt;
  };
  Tokens tokens(file.input.text);
  std::string_view token = tokens.next();
  if (token != "library")
    return refuse("is not a Liberty file: it does not begin with 'library (NAME)'");
  tokens.next();
  file.library = std::string(tokens.next());
  std::string unit_text;
  // Attributes of the library stand before its first cell; a unit inside a cell would be another thing. The word
  // "cell" alone also stands in define statements.
  std::string_view previous;
  while (!tokens.at_end()) {
    previous = token;
    token = tokens.next();
    if (previous == "cell" && token == "(") break;
    if (token == "time_unit") {
      tokens.next();
      unit_text = std::string(tokens.next());
    } else if (token == "pulling_resistance_unit") {
      tokens.next();
      file.resistance_unit = core::parse_unit(tokens.next(), core::Dimension::kResistance);
    } else if (token == "capacitive_load_unit") {
      file.capacitance_unit = read_load_unit(tokens);
    }
  }
  if (unit_text.empty()) return refuse("has no time_unit before its first cell");
  const auto unit = core::parse_unit(unit_text, core::Dimension::kTime);
  if (!unit)
    return refuse("has the time_unit '" + unit_text + "'; 1ps, 10ps, 100ps or 1ns was expected");
  file.time_unit = *unit;
  return file;
}

}  // namespace sealring::sdcgen
