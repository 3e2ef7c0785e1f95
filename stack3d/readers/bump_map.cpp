// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/readers/bump_map.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/files/csv.h"
#include "core/process/process.h"
#include "core/units/parse.h"
#include "stack3d/codes.h"
#include "stack3d/readers/keys.h"

namespace sealring::stack3d {

namespace {

constexpr std::size_t kColumns = 6;
constexpr std::size_t kIndexStep = 256;
constexpr std::array<std::uint64_t, 19> kPowers = [] {
  std::array<std::uint64_t, 19> powers{};
  std::uint64_t value = 1;
  for (std::uint64_t& power : powers) {
    power = value;
    value *= 10;
  }
  return powers;
}();

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

struct Length {
  Dbu dbu = 0;
  bool on_grid = true;
};

/// Reads decimals without an exponent by whole-number arithmetic; everything else goes the exact, slow way.
class LengthParser {
 public:
  explicit LengthParser(const core::Rational& scale) : scale_(scale) {
    simple_ = scale.is_integer() && scale > core::Rational(0) && scale <= core::Rational(1'000'000);
    factor_ = simple_ ? static_cast<std::uint64_t>(scale.numerator()) : 0;
  }

  std::optional<Length> parse(std::string_view text) const {
    if (simple_) {
      Length result;
      if (parse_simple(text, result)) return result;
    }
    const std::optional<core::Rational> value = core::parse_decimal(text);
    if (!value) return std::nullopt;
    const core::Rational exact = *value * scale_;
    if (!exact.valid() || exact >= core::Rational(kLargestCoordinate) ||
        exact <= core::Rational(-kLargestCoordinate)) {
      return std::nullopt;
    }
    return Length{round_half_away(exact), exact.is_integer()};
  }

 private:
  bool parse_simple(std::string_view text, Length& result) const {
    std::size_t at = 0;
    const bool negative = text[0] == '-';
    if (negative) ++at;
    std::uint64_t mantissa = 0;
    std::size_t digits = 0;
    std::size_t fraction = 0;
    bool point = false;
    for (; at < text.size(); ++at) {
      const char c = text[at];
      if (c >= '0' && c <= '9') {
        mantissa = mantissa * 10 + static_cast<std::uint64_t>(c - '0');
        ++digits;
        if (point) ++fraction;
      } else if (c == '.' && !point) {
        point = true;
      } else {
        return false;
      }
    }
    if (digits == 0 || digits > 12) return false;
    // At most 12 digits times at most 10^6 stay below 2^63.
    const std::uint64_t scaled = mantissa * factor_;
    const std::uint64_t divisor = kPowers[fraction];
    const std::uint64_t whole = scaled / divisor;
    const std::uint64_t rest = scaled - whole * divisor;
    if (whole >= static_cast<std::uint64_t>(kLargestCoordinate)) return false;
    const auto magnitude = static_cast<Dbu>(whole + (rest * 2 >= divisor ? 1 : 0));
    result.on_grid = rest == 0;
    result.dbu = negative ? -magnitude : magnitude;
    return true;
  }

  core::Rational scale_;
  bool simple_ = false;
  std::uint64_t factor_ = 0;
};

class BumpReader {
 public:
  BumpReader(core::InputFile& file, const std::string& region, const BumpScale& scale,
             NamePool& names, core::Sink& sink)
      : file_(file),
        region_(region),
        scale_(scale),
        parser_(scale.dbu),
        names_(names),
        sink_(sink) {}

  void read(BumpMap& map) {
    const std::string& text = file_.text;
    // A line of a dense map holds some 40 bytes; one reservation avoids the copies of growth.
    map.bumps.reserve(text.size() / 40 + 1);
    std::size_t at = 0;
    while (at < text.size()) {
      const void* found = std::memchr(text.data() + at, '\n', text.size() - at);
      const std::size_t end =
          found == nullptr
              ? text.size()
              : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
      if (line_ % kIndexStep == 0) {
        map.line_index.push_back(at);
        if (core::interrupt_requested()) return;
      }
      ++line_;
      read_line(at, end, map);
      at = end + 1;
    }
    if (map.bumps.capacity() > map.bumps.size() + map.bumps.size() / 4) map.bumps.shrink_to_fit();
    finish();
  }

 private:
  void read_line(std::size_t begin, std::size_t end, BumpMap& map) {
    std::array<std::string_view, kColumns> field;
    const char* text = file_.text.data();
    std::size_t count = 0;
    std::size_t at = begin;
    while (true) {
      while (at < end && is_blank(text[at])) ++at;
      if (at >= end) break;
      const std::size_t start = at;
      if (text[start] == '#' && (count == 0 || count == kColumns)) break;
      while (at < end && !is_blank(text[at])) ++at;
      if (count < kColumns) field[count] = {text + start, at - start};
      ++count;
    }
    if (count == 0) return;
    if (count != kColumns || field[0].size() > 0xffff) {
      bad_line(codes::kBumpColumns,
               count == kColumns ? "the bump name is longer than 65535 characters"
                                 : "the line has " + std::to_string(count) +
                                       " columns; bumpInst bumpCell x y port net were expected");
      return;
    }
    Bump bump;
    if (!read_length(field[2], 'x', begin, bump.x) || !read_length(field[3], 'y', begin, bump.y))
      return;
    bump.x += scale_.offset.x;
    bump.y += scale_.offset.y;
    bump.text_at = static_cast<std::uint64_t>(field[0].data() - text) & 0xffffffffffffULL;
    bump.name_size = static_cast<std::uint16_t>(field[0].size());
    bump.cell = field[1] == last_cell_text_ ? last_cell_ : intern_cell(field[1]);
    bump.port = field[4] == "-" ? NameId::kNone : names_.intern(field[4]);
    bump.net = field[5] == "-"        ? NameId::kNone
               : field[5] == field[4] ? bump.port
                                      : names_.intern(field[5]);
    map.bumps.push_back(bump);
  }

  NameId intern_cell(std::string_view text) {
    last_cell_text_ = text;
    last_cell_ = names_.intern(text);
    return last_cell_;
  }

  bool read_length(std::string_view text, char axis, std::size_t begin, Dbu& into) {
    const std::optional<Length> length = parser_.parse(text);
    if (!length) {
      bad_line(codes::kBumpNumber,
               std::string(1, axis) + " is '" + std::string(text) +
                   "'; a length in um as a decimal number was expected",
               static_cast<std::uint32_t>(
                   static_cast<std::size_t>(text.data() - file_.text.data()) - begin + 1));
      return false;
    }
    if (!length->on_grid) {
      if (off_grid_++ == 0) first_off_grid_ = {std::string(text), line_};
    }
    into = length->dbu;
    return true;
  }

  void bad_line(const core::Code& code, std::string message, std::uint32_t column = 1) {
    std::uint64_t& count = &code == &codes::kBumpColumns ? bad_columns_ : bad_numbers_;
    if (++count > kListedLines) return;
    sink_.report(core::make_finding(code, std::move(message))
                     .at(file_.at(line_, column))
                     .on(region_, "line " + std::to_string(line_)));
  }

  void finish() {
    for (const auto& [code, count] : {std::pair{&codes::kBumpColumns, bad_columns_},
                                      std::pair{&codes::kBumpNumber, bad_numbers_}}) {
      if (count <= kListedLines) continue;
      sink_.report(core::make_finding(*code, "'" + file_.name + "' has " + std::to_string(count) +
                                                 " such lines; the first " +
                                                 std::to_string(kListedLines) + " are listed")
                       .at({file_.name})
                       .on(region_, "more lines"));
    }
    if (off_grid_ > 0) {
      sink_.report(core::make_finding(
                       codes::kOffGrid,
                       std::to_string(off_grid_) + " coordinates of '" + file_.name +
                           "' are not on the grid of 1/" + core::format_decimal(scale_.dbu, 12) +
                           " um and were rounded to it; the first is " + first_off_grid_.first)
                       .at(file_.at(first_off_grid_.second, 1))
                       .on(region_, "off-grid"));
    }
  }

  core::InputFile& file_;
  const std::string& region_;
  const BumpScale& scale_;
  LengthParser parser_;
  NamePool& names_;
  core::Sink& sink_;
  std::uint32_t line_ = 0;
  std::string_view last_cell_text_;
  NameId last_cell_ = NameId::kNone;
  std::uint64_t bad_columns_ = 0;
  std::uint64_t bad_numbers_ = 0;
  std::uint64_t off_grid_ = 0;
  std::pair<std::string, std::uint32_t> first_off_grid_;
};

}  // namespace

std::optional<core::InputFile> bump_lines_of_csv(core::InputFile file, core::Sink& sink) {
  core::InputFile lines{file.path, file.name, file.sha256, ""};
  const auto table = core::parse_csv(std::move(file), sink);
  if (!table) return std::nullopt;
  std::array<std::optional<std::size_t>, kColumns> columns;
  constexpr std::array<std::string_view, kColumns> kNames{"name", "cell", "x", "y", "port", "net"};
  for (std::size_t i = 0; i < kColumns; ++i) columns[i] = table->column(kNames[i]);
  for (const std::size_t needed : {0U, 2U, 3U}) {
    if (columns[needed]) continue;
    sink.report(core::make_finding(codes::kMissingKey, "the bump list '" + lines.name +
                                                           "' has no column '" +
                                                           std::string(kNames[needed]) + "'")
                    .at({lines.name, 1, 1})
                    .on(lines.name, std::string(kNames[needed])));
    return std::nullopt;
  }
  std::uint32_t line = 1;
  for (std::size_t row = 0; row < table->rows(); ++row) {
    for (; line < table->cell(row, 0).line; ++line) lines.text += '\n';
    for (std::size_t i = 0; i < kColumns; ++i) {
      const std::string_view text =
          columns[i] ? table->cell(row, *columns[i]).text : std::string_view();
      if (i > 0) lines.text += ' ';
      lines.text += text.empty() ? "-" : text;
    }
  }
  lines.text += '\n';
  return lines;
}

BumpMap read_bump_map(core::InputFile file, const std::string& region, const BumpScale& scale,
                      NamePool& names, core::Sink& sink) {
  BumpMap map;
  map.file = file.name;
  map.sha256 = file.sha256;
  BumpReader(file, region, scale, names, sink).read(map);
  map.text = std::move(file.text);
  if (map.bumps.empty()) {
    sink.report(core::make_finding(codes::kBumpMapEmpty,
                                   "'" + map.file + "' holds no bump that can be used")
                    .at({map.file})
                    .on(region, "empty"));
  }
  return map;
}

core::Location BumpMap::locate(const Bump& bump) const {
  const std::uint64_t at = bump.text_at;
  const auto next = std::upper_bound(line_index.begin(), line_index.end(), at);
  if (next == line_index.begin()) return {file};
  const auto block = static_cast<std::uint64_t>(next - line_index.begin()) - 1;
  std::uint64_t start = line_index[block];
  std::uint64_t line = block * kIndexStep + 1;
  for (std::size_t newline = text.find('\n', start); newline < at;
       newline = text.find('\n', start)) {
    start = newline + 1;
    ++line;
  }
  return {file, static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(at - start + 1),
          static_cast<std::uint32_t>(at - start + 1 + bump.name_size)};
}

}  // namespace sealring::stack3d
