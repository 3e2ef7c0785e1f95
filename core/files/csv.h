// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"

namespace sealring::core {

/// One field of a table with its place.
struct CsvCell {
  std::string_view text;  ///< into the table's own storage
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t end_column = 0;  ///< 0 when the field spans lines
};

/// A table read by RFC 4180: first record is the header. Byte order mark and CRLF are accepted, quotes are
/// undone, blank lines and lines starting with '#' are skipped.
class CsvTable {
 public:
  CsvTable(const CsvTable&) = delete;
  CsvTable& operator=(const CsvTable&) = delete;
  CsvTable(CsvTable&&) = default;
  CsvTable& operator=(CsvTable&&) = default;
  ~CsvTable() = default;

  const std::string& name() const { return name_; }
  const std::vector<CsvCell>& header() const { return header_; }
  std::size_t rows() const { return header_.empty() ? 0 : cells_.size() / header_.size(); }
  const CsvCell& cell(std::size_t row, std::size_t column) const {
    return cells_[row * header_.size() + column];
  }
  /// Index of the header field with this exact name.
  std::optional<std::size_t> column(std::string_view name) const;
  Location at(const CsvCell& cell) const {
    return {name_, cell.line, cell.column, cell.end_column};
  }

 private:
  friend std::optional<CsvTable> parse_csv(InputFile file, Sink& sink);
  CsvTable() = default;

  std::string name_;
  std::vector<char>
      storage_;  ///< a vector, not a string: views into it stay good when the table is moved
  std::vector<CsvCell> header_;
  std::vector<CsvCell> cells_;
};

/// Parses a table. Ragged rows (IO-0201) and quoting faults (IO-0202) are reported with their line and left out;
/// a table with no header, a duplicate or empty header field (IO-0203) or no rows (IO-0204) gives nothing.
std::optional<CsvTable> parse_csv(InputFile file, Sink& sink);

}  // namespace sealring::core
