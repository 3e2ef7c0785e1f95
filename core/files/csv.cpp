// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/files/csv.h"

#include <algorithm>

#include "core/codes.h"

namespace sealring::core {

namespace {

/// Splits a table into records; quoted fields are undone in place, since they only ever get shorter.
class Scanner {
 public:
  Scanner(std::vector<char>& text, const std::string& name, Sink& sink)
      : text_(text), name_(name), sink_(sink) {
    static constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (std::string_view(text_.data(), text_.size()).starts_with(kByteOrderMark)) {
      next_ = line_start_ = kByteOrderMark.size();
    }
  }

  /// Reads the next record into `fields`; false at the end. A faulty record is reported and skipped.
  bool record(std::vector<CsvCell>& fields) {
    while (next_ < text_.size()) {
      fields.clear();
      if (skip_blank_or_comment()) continue;
      if (read_fields(fields)) return true;
    }
    return false;
  }

  /// Records that were reported and skipped.
  std::size_t faults() const { return faults_; }

 private:
  bool line_ends_at(std::size_t i) const {
    return i >= text_.size() || text_[i] == '\n' ||
           (text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] == '\n'));
  }

  bool at_line_end() const { return line_ends_at(next_); }

  void end_line() {
    while (next_ < text_.size() && text_[next_] != '\n') ++next_;
    if (next_ < text_.size()) ++next_;
    ++line_;
    line_start_ = next_;
  }

  bool skip_blank_or_comment() {
    std::size_t i = next_;
    while (i < text_.size() && (text_[i] == ' ' || text_[i] == '\t')) ++i;
    if (!line_ends_at(i) && text_[i] != '#') return false;
    end_line();
    return true;
  }

  std::uint32_t column_of(std::size_t i) const {
    return static_cast<std::uint32_t>(i - line_start_ + 1);
  }

  bool read_fields(std::vector<CsvCell>& fields) {
    while (true) {
      CsvCell cell{{}, line_, column_of(next_), 0};
      const bool good = next_ < text_.size() && text_[next_] == '"' ? quoted(cell) : plain(cell);
      if (!good) {
        end_line();
        return false;
      }
      if (cell.line == line_) cell.end_column = column_of(next_);
      fields.push_back(cell);
      if (at_line_end()) {
        end_line();
        return true;
      }
      ++next_;  // the comma
    }
  }

  bool plain(CsvCell& cell) {
    const std::size_t start = next_;
    while (!at_line_end() && text_[next_] != ',') ++next_;
    cell.text = std::string_view(text_.data() + start, next_ - start);
    return true;
  }

  bool quoted(CsvCell& cell) {
    const std::size_t start = next_ + 1;
    std::size_t write = start;
    for (++next_; next_ < text_.size(); ++next_) {
      if (text_[next_] == '"') {
        if (next_ + 1 >= text_.size() || text_[next_ + 1] != '"') break;
        ++next_;
      } else if (text_[next_] == '\n') {
        ++line_;
        line_start_ = next_ + 1;
      }
      text_[write++] = text_[next_];
    }
    if (next_ >= text_.size()) {
      return fault(cell, "quoted field is not closed before the end of the file");
    }
    ++next_;
    if (!at_line_end() && text_[next_] != ',') {
      return fault(cell, "text follows the closing quote of a field");
    }
    cell.text = std::string_view(text_.data() + start, write - start);
    return true;
  }

  bool fault(const CsvCell& cell, std::string message) {
    ++faults_;
    sink_.report(make_finding(codes::kTableQuoting, std::move(message))
                     .at({name_, cell.line, cell.column, 0})
                     .on(name_, "quoting at line " + std::to_string(cell.line)));
    return false;
  }

  std::vector<char>& text_;
  const std::string& name_;
  Sink& sink_;
  std::size_t next_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  std::size_t faults_ = 0;
};

bool header_is_good(const CsvTable& table, Sink& sink) {
  bool good = true;
  const auto refuse = [&](const CsvCell& cell, std::string message, std::string key) {
    good = false;
    sink.report(make_finding(codes::kTableHeader, std::move(message))
                    .at(table.at(cell))
                    .on(table.name(), std::move(key)));
  };
  const auto& header = table.header();
  for (std::size_t i = 0; i < header.size(); ++i) {
    const std::string name(header[i].text);
    if (name.empty()) {
      refuse(header[i], "column " + std::to_string(i + 1) + " has no name in the header",
             "column " + std::to_string(i + 1));
    } else if (table.column(name) != i) {
      refuse(header[i], "column '" + name + "' stands twice in the header", name);
    }
  }
  return good;
}

}  // namespace

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
  const auto it = std::find_if(header_.begin(), header_.end(),
                               [&](const CsvCell& cell) { return cell.text == name; });
  if (it == header_.end()) return std::nullopt;
  return static_cast<std::size_t>(it - header_.begin());
}

std::optional<CsvTable> parse_csv(InputFile file, Sink& sink) {
  CsvTable table;
  table.name_ = file.name;
  table.storage_.assign(file.text.begin(), file.text.end());
  Scanner scanner(table.storage_, table.name_, sink);
  if (!scanner.record(table.header_)) {
    if (scanner.faults() != 0) return std::nullopt;
    sink.report(make_finding(codes::kFileEmpty, "'" + table.name_ +
                                                    "' holds nothing but blank lines and comments; "
                                                    "a header line was expected")
                    .at({table.name_})
                    .on(table.name_));
    return std::nullopt;
  }
  if (!header_is_good(table, sink)) return std::nullopt;
  std::vector<CsvCell> fields;
  std::size_t records = 0;
  while (scanner.record(fields)) {
    ++records;
    if (fields.size() == table.header_.size()) {
      table.cells_.insert(table.cells_.end(), fields.begin(), fields.end());
      continue;
    }
    sink.report(make_finding(codes::kTableRagged, "row has " + std::to_string(fields.size()) +
                                                      " fields, the header has " +
                                                      std::to_string(table.header_.size()))
                    .at({table.name_, fields.front().line, 1, 0})
                    .on(table.name_, "row " + std::string(fields.front().text)));
  }
  if (records == 0) {
    if (scanner.faults() != 0) return std::nullopt;  // there are rows, none of them readable
    sink.report(
        make_finding(codes::kTableNoRows, "table '" + table.name_ + "' has a header and no rows")
            .at({table.name_, table.header_.front().line})
            .on(table.name_));
    return std::nullopt;
  }
  return table;
}

}  // namespace sealring::core
