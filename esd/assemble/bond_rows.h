// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "esd/assemble/stack_setup.h"
#include "esd/bonds.h"
#include "stack3d/stack.h"

namespace sealring::esd {

/// Finds the row of the bond table for each bond, bump and feed-through. The row that says most (an exact interface,
/// cells, size) holds; two that say equally much are refused. What has no row is collected by kind and reported once.
class BondRows {
 public:
  BondRows(const stack3d::Stack& stack, const BondTable& table, const core::Location& named_at,
           core::Sink& sink);

  /// Row of a bond between two pins, or of one pin to the outside (`upper` none); kNone: there is none.
  std::uint32_t bond(std::uint32_t interface_id, stack3d::PinId lower, stack3d::PinId upper);

  /// Row of the feed-through behind a pin; kNone: there is none. Faces at the back of a die need one.
  std::uint32_t tsv(stack3d::PinId pin);

  /// Missing and ambiguous rows, and rows that hold for nothing.
  void report();

 private:
  struct Cell {
    std::string name;
    double size_um = 0;
  };
  struct Kind {
    std::uint32_t row = kNone;
    std::uint32_t rival = kNone;
    bool needed = true;
    std::uint64_t count = 0;
    stack3d::PinId first = 0;
    std::string text;
  };
  using Key = std::array<std::uint32_t, 5>;

  Cell cell_of(stack3d::PinId pin) const;
  Kind match_bond(std::uint32_t interface_id, const Cell& lower, const Cell* upper) const;
  Kind match_tsv(stack3d::PinId pin, const Cell& cell) const;
  void check_names();
  void report_kind(const Kind& kind, bool bond);

  const stack3d::Stack& stack_;
  const BondTable& table_;
  core::Location named_at_;
  core::Sink& sink_;
  std::map<Key, Kind> bonds_;
  std::map<Key, Kind> tsv_;
  std::vector<bool> bond_used_;
  std::vector<bool> tsv_used_;
};

}  // namespace sealring::esd
