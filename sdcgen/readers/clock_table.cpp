// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/clock_table.h"

#include <array>

#include "core/codes.h"
#include "core/diagnostics/suggest.h"
#include "core/files/csv.h"
#include "core/units/parse.h"
#include "sdcgen/codes.h"

namespace sealring::sdcgen {

namespace {

using core::CsvCell;
using core::CsvTable;
using core::make_finding;

/// A column of times: where it stands and in which unit.
struct TimeColumn {
  std::size_t index = 0;
  core::Unit unit;
};

/// The columns of a table by what they hold.
struct Columns {
  std::optional<std::size_t> clock;
  std::optional<TimeColumn> period;
  std::optional<TimeColumn> setup;
  std::optional<TimeColumn> hold;
  std::optional<TimeColumn> rise;
  std::optional<TimeColumn> fall;
};

constexpr std::array<std::string_view, 5> kTimeColumns{"period", "setup_uncertainty",
                                                       "hold_uncertainty", "rise", "fall"};

std::optional<TimeColumn>& slot(Columns& columns, std::size_t which) {
  std::optional<TimeColumn>* const slots[] = {&columns.period, &columns.setup, &columns.hold,
                                              &columns.rise, &columns.fall};
  return *slots[which];
}

class Reader {
 public:
  Reader(const CsvTable& csv, ClockTable& table, core::Sink& sink)
      : csv_(csv), table_(table), sink_(sink) {}

  bool read() {
    for (std::size_t i = 0; i < csv_.header().size(); ++i) read_header(i);
    if (!columns_.clock)
      header_fault(csv_.header().front(), core::codes::kTableHeader,
                   "the header has no column 'clock'");
    if (!columns_.period && !period_reported_) {
      header_fault(csv_.header().front(), core::codes::kTableHeader,
                   "the header has no column 'period_ps' (or another unit)");
    }
    if (!columns_.clock || !columns_.period) return false;
    table_.unit = columns_.period->unit;
    table_.rows.reserve(csv_.rows());
    for (std::size_t row = 0; row < csv_.rows(); ++row) read_row(row);
    return true;
  }

 private:
  void header_fault(const CsvCell& cell, const core::Code& code, std::string message) {
    sink_.report(make_finding(code, std::move(message))
                     .at(csv_.at(cell))
                     .on(csv_.name(), std::string(cell.text)));
  }

  void read_header(std::size_t index) {
    const CsvCell& cell = csv_.header()[index];
    const std::string name(cell.text);
    if (name == "clock") {
      columns_.clock = index;
      return;
    }
    if (name == "note") return;
    for (std::size_t which = 0; which < kTimeColumns.size(); ++which) {
      const std::string_view base = kTimeColumns[which];
      if (name == base) {
        if (which == 0) period_reported_ = true;
        header_fault(cell, codes::kUnitMissing,
                     "column '" + name + "' names no unit; '" + name + "_ps' or '" + name +
                         "_ns' was expected");
        return;
      }
      if (!name.starts_with(std::string(base) + "_")) continue;
      const auto unit = core::parse_unit(name.substr(base.size() + 1), core::Dimension::kTime);
      if (unit && slot(columns_, which)) {
        header_fault(cell, core::codes::kTableHeader,
                     "column '" + name + "' and another one both hold '" + std::string(base) + "'");
      } else if (unit) {
        slot(columns_, which) = TimeColumn{index, *unit};
      } else {
        if (which == 0) period_reported_ = true;
        header_fault(cell, codes::kUnitMissing,
                     "unit '" + name.substr(base.size() + 1) + "' of column '" + name +
                         "' is not one of s, ms, us, ns, ps, fs");
      }
      return;
    }
    static const std::vector<std::string> kKnown{
        "clock",   "note",   "period_ps", "setup_uncertainty_ps", "hold_uncertainty_ps",
        "rise_ps", "fall_ps"};
    header_fault(cell, core::codes::kTableHeader,
                 "unknown column '" + name + "'" + core::did_you_mean(name, kKnown));
  }

  void read_row(std::size_t index) {
    ClockRow row;
    row.clock = std::string(csv_.cell(index, *columns_.clock).text);
    const CsvCell& period = csv_.cell(index, columns_.period->index);
    row.location = csv_.at(period);
    if (row.clock.empty()) {
      sink_.report(make_finding(codes::kBadNumber, "row names no clock")
                       .at(csv_.at(csv_.cell(index, *columns_.clock)))
                       .on(csv_.name(), "line " + std::to_string(period.line)));
      return;
    }
    read_period(period, row);
    row.setup_uncertainty = read_time(index, columns_.setup, "setup uncertainty", row.clock);
    row.hold_uncertainty = read_time(index, columns_.hold, "hold uncertainty", row.clock);
    row.rise = read_time(index, columns_.rise, "rise", row.clock);
    row.fall = read_time(index, columns_.fall, "fall", row.clock);
    const auto [first, is_new] = table_.index.emplace(row.clock, table_.rows.size());
    if (!is_new) {
      const core::Location& earlier = table_.rows[first->second].location;
      sink_.report(make_finding(codes::kDuplicateRow, "clock '" + row.clock +
                                                          "' has a second row; first at line " +
                                                          std::to_string(earlier.line))
                       .at(csv_.at(csv_.cell(index, *columns_.clock)))
                       .on(csv_.name(), row.clock)
                       .note("first row", earlier));
      return;
    }
    table_.rows.push_back(std::move(row));
  }

  void read_period(const CsvCell& cell, ClockRow& row) {
    if (cell.text.empty()) return;
    if (cell.text == "derived") {
      row.answer = ClockRow::Answer::kDerived;
      return;
    }
    const auto number = core::parse_decimal(cell.text);
    if (!number || *number < core::Rational(0)) {
      bad_number("period", row.clock, cell);
      row.answer = ClockRow::Answer::kFaulty;
      return;
    }
    row.answer = number->is_zero() ? ClockRow::Answer::kUnused : ClockRow::Answer::kPeriod;
    row.period = {*number * columns_.period->unit.si};
  }

  std::optional<core::Time> read_time(std::size_t index, const std::optional<TimeColumn>& column,
                                      std::string_view what, const std::string& clock) {
    if (!column) return std::nullopt;
    const CsvCell& cell = csv_.cell(index, column->index);
    if (cell.text.empty()) return std::nullopt;
    const auto number = core::parse_decimal(cell.text);
    if (number) return core::Time{*number * column->unit.si};
    bad_number(what, clock, cell);
    return std::nullopt;
  }

  void bad_number(std::string_view what, const std::string& clock, const CsvCell& cell) {
    sink_.report(make_finding(codes::kBadNumber,
                              std::string(what) + " of clock '" + clock + "' is '" +
                                  std::string(cell.text) +
                                  "'; a number of 0 or more was expected, the unit is in the "
                                  "column name")
                     .at(csv_.at(cell))
                     .on(csv_.name() + "/" + clock, std::string(what)));
  }

  const CsvTable& csv_;
  ClockTable& table_;
  core::Sink& sink_;
  Columns columns_;
  bool period_reported_ = false;
};

}  // namespace

std::optional<ClockTable> read_clock_table(const core::InputReader& reader,
                                           const std::filesystem::path& path, core::Sink& sink,
                                           const core::Location& referred_from) {
  auto file = reader.read(path, reader.limits().table, sink, referred_from);
  if (!file) return std::nullopt;
  ClockTable table;
  table.file = file->name;
  table.sha256 = file->sha256;
  const std::optional<CsvTable> csv = core::parse_csv(std::move(*file), sink);
  if (!csv || !Reader(*csv, table, sink).read()) return std::nullopt;
  return table;
}

}  // namespace sealring::sdcgen
