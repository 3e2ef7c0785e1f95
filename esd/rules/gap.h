// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "esd/rules.h"
#include "esd/rules/rule_terminals.h"
#include "esd/solve/part_engine.h"
#include "esd/solve/terminals.h"

namespace sealring::esd {

/// How the taps of the two ends are taken.
struct Modes {
  TerminalMode from = TerminalMode::kMerged;
  TerminalMode to = TerminalMode::kMerged;
};

/// Everything between two lists of terminals inside one part: the rows (where current enters the part) and the
/// columns (where it leaves). Asks the part's engine for what it needs when it is made; answers once that is solved.
class Gap {
 public:
  /// One terminal in this part.
  struct End {
    std::uint32_t terminal = 0;  ///< into the rule's list
    std::vector<std::uint32_t> ports;
    std::vector<double> weights;
    bool whole = true;
    std::size_t first = 0;  ///< of its taps among all taps of its side
  };
  /// A value with the flow that makes it, amperes per port of the engine.
  struct Value {
    double ohm = 0;
    std::vector<std::pair<std::uint32_t, double>> amps;
  };
  /// `rows_among`: also resistances between different row terminals are needed; the same for columns.
  Gap(PartEngine& engine, const std::vector<std::pair<std::uint32_t, PartTaps>>& rows,
      const std::vector<std::pair<std::uint32_t, PartTaps>>& columns, bool rows_among,
      bool columns_among);

  const std::vector<End>& rows() const { return rows_; }
  const std::vector<End>& columns() const { return columns_; }
  PartEngine& engine() const { return engine_; }

  /// Row `i` to column `j`; infinite when a needed tap lies in another part.
  Value pair(std::size_t i, std::size_t j, Modes modes, bool with_flow) const;

  /// The same without its flow, at the price of one look-up where both ends are single taps.
  double ohm(std::size_t i, std::size_t j, Modes modes) const {
    const bool single = rows_[i].ports.size() == 1 && columns_[j].ports.size() == 1 &&
                        rows_[i].whole && columns_[j].whole;
    return single ? engine_.block(cross_).at(rows_[i].first, columns_[j].first)
                  : pair(i, j, modes, false).ohm;
  }

  /// Row `i` to the columns `js` together, each behind ohms[k] (empty: none). Amperes of column k are in `shares`.
  Value parallel(std::size_t i, const std::vector<std::size_t>& js, const std::vector<double>& ohms,
                 Modes modes, std::vector<double>* shares) const;

  /// Between centroids (distributed terminals): row to column, row to row, column to column.
  double across(std::size_t i, std::size_t j) const;
  double among_rows(std::size_t i, std::size_t j) const;
  double among_columns(std::size_t i, std::size_t j) const;

 private:
  /// One point of a terminal: a single tap, or all taps by weight.
  struct Point {
    bool row = true;
    std::size_t end = 0;
    std::size_t tap = SIZE_MAX;  ///< SIZE_MAX: all taps by weight
  };
  std::vector<End> ends(const std::vector<std::pair<std::uint32_t, PartTaps>>& terminals);
  const End& end_of(const Point& point) const {
    return point.row ? rows_[point.end] : columns_[point.end];
  }
  double tap_distance(const Point& a, std::size_t tap_a, const Point& b, std::size_t tap_b) const;
  double distance(const Point& a, const Point& b) const;
  double spread(const Point& a) const;
  std::vector<Point> points_of(bool row, std::size_t end, TerminalMode mode) const;
  void add_amps(Value& value, const Point& point, double amps) const;
  Value between(const std::vector<Point>& from, const std::vector<Point>& to, bool with_flow) const;
  Value single_to_merged(const Point& single, bool row, std::size_t end, bool with_flow) const;
  Value to_group(const std::vector<Point>& from, const std::vector<std::size_t>& js,
                 const std::vector<double>& ohms, TerminalMode mode,
                 std::vector<double>* shares) const;

  PartEngine& engine_;
  std::vector<End> rows_;
  std::vector<End> columns_;
  std::size_t cross_ = 0;              ///< block rows x columns
  std::vector<std::size_t> row_self_;  ///< block of each row terminal's taps; SIZE_MAX: one tap
  std::vector<std::size_t> column_self_;
  std::size_t rows_among_ = SIZE_MAX;  ///< block of all row taps
  std::size_t columns_among_ = SIZE_MAX;
  mutable std::map<std::vector<std::size_t>, std::unique_ptr<ShortedGroup>> groups_;
  mutable std::map<std::pair<bool, std::size_t>, std::unique_ptr<ShortedGroup>>
      merged_;  ///< taps of one terminal
};

}  // namespace sealring::esd
