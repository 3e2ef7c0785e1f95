// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <charconv>

#include "core/lefdef/lef.h"

namespace sealring::core::lefdef {

namespace {

std::optional<std::uint32_t> hex(std::string_view text) {
  std::uint32_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, 16);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

/// The word up to the next '_', which is taken away with it.
std::string_view next_word(std::string_view& text) {
  const std::size_t end = std::min(text.find('_'), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

/// One row of cuts; cuts beyond its columns are a mistake, zeros there are not.
std::string read_row(std::string_view word, std::uint32_t columns, std::vector<bool>& row) {
  row.assign(columns, false);
  std::size_t column = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    std::uint32_t times = 1;
    if (word[i] == 'R') {
      const auto given = hex(word.substr(std::min(i + 1, word.size()), 1));
      if (!given || *given == 0) return "'R' without a number in row '" + std::string(word) + "'";
      times = *given;
      i += 2;
    }
    const auto digit = hex(word.substr(std::min(i, word.size()), 1));
    if (!digit) return "no hexadecimal digit in row '" + std::string(word) + "'";
    for (; times > 0; --times) {
      for (std::uint32_t bit = 8; bit != 0; bit /= 2, ++column) {
        if ((*digit & bit) == 0) continue;
        if (column >= columns) {
          return "row '" + std::string(word) + "' has a cut in column " +
                 std::to_string(column + 1) + " of " + std::to_string(columns);
        }
        row[column] = true;
      }
    }
  }
  if (column >= columns) return {};
  return "row '" + std::string(word) + "' says " + std::to_string(column) + " of " +
         std::to_string(columns) + " columns";
}

}  // namespace

std::string read_cut_pattern(std::string_view text, Via& via) {
  constexpr std::uint64_t kMostCuts = 1'000'000;
  if (std::uint64_t{via.rows} * via.columns > kMostCuts) {
    return "ROWCOL says " + std::to_string(via.rows) + " x " + std::to_string(via.columns) +
           " cuts, more than " + std::to_string(kMostCuts);
  }
  std::vector<bool> pattern;
  std::vector<bool> row;
  std::uint64_t rows = 0;
  std::string_view rest = text;
  do {
    const std::string_view number = next_word(rest);
    const auto times = hex(number);
    if (!times || *times == 0) return "'" + std::string(number) + "' is no number of rows";
    if (std::string problem = read_row(next_word(rest), via.columns, row); !problem.empty())
      return problem;
    rows += *times;
    if (rows > via.rows) break;
    for (std::uint32_t k = 0; k < *times; ++k)
      pattern.insert(pattern.end(), row.begin(), row.end());
  } while (!rest.empty());
  if (rows != via.rows) {
    return "it has " + std::string(rows > via.rows ? "at least " : "") + std::to_string(rows) +
           " rows, ROWCOL has " + std::to_string(via.rows);
  }
  via.pattern = std::move(pattern);
  return {};
}

}  // namespace sealring::core::lefdef
