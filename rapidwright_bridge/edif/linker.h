// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics/sink.h"
#include "rapidwright_bridge/edif.h"
#include "rapidwright_bridge/edif/interner.h"

namespace sealring::rapidwright_bridge {

/// Turns the names in a netlist that is being read into indices: instances at the end of each cell, cells and ports at
/// the end of the file, since EDIF lets a name be used before its definition.
class EdifLinker {
 public:
  EdifLinker(EdifNetlist& netlist, const Interner& interner, const std::string& shown,
             core::Sink& sink)
      : out_(netlist), interner_(interner), shown_(shown), sink_(sink) {}

  /// Library and name of the cell of the next instance.
  void add_reference(const std::pair<NameId, NameId>& reference) {
    cell_refs_.push_back(reference);
  }
  void set_top(const std::pair<NameId, NameId>& reference) { top_ref_ = reference; }

  /// Nets from `cell.nets.first` on belong to the cell; its instances are all there.
  void finish_cell(EdifNetlist::Cell& cell);
  void resolve();

 private:
  void merge_nets(const EdifNetlist::Cell& cell);
  void report_merged(const EdifNetlist::Cell& cell, const EdifNetlist::Net& net);
  void resolve_ports();

  EdifNetlist& out_;
  const Interner& interner_;
  const std::string& shown_;
  core::Sink& sink_;
  std::pair<NameId, NameId> top_ref_{kNoIndex, kNoIndex};
  std::vector<std::pair<NameId, NameId>> cell_refs_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> stamp_;  ///< by name: epoch, index
  std::uint32_t epoch_ = 0;
};

}  // namespace sealring::rapidwright_bridge
