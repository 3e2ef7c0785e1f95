// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "esd/layers.h"
#include "esd/network.h"

namespace sealring::esd {

/// One kind of vertical connection between two faces, or between a face and the outside: resistance and limit of each
/// single one (never of an array).
struct BondRow {
  std::string name;
  std::string interface;           ///< glob over the interfaces of the stack
  std::vector<std::string> cells;  ///< globs over bump cells of either side; empty: any
  double size_um = 0;              ///< larger side of the bump cell of either side; 0: any
  ElementClass cls = ElementClass::kBond;
  double ohm = 0;  ///< an explicit 0 is an ideal short
  std::string team;
  core::Location location;
};

/// A feed-through from bumps on one face of a tier to a layer of its wiring.
struct TsvRow {
  std::string name;
  std::string tier;                ///< glob over the tiers of the stack
  std::string region;              ///< glob over the regions of the tier
  std::vector<std::string> cells;  ///< globs over bump cells; empty: any
  std::string layer;               ///< of the tier on which it lands; empty: that of the region
  double size_um = 0;              ///< larger side of the bump cell; 0: any
  ElementClass cls = ElementClass::kTsv;
  double ohm = 0;
  std::string team;
  core::Location location;
};

/// YAML `sealring.esd.bonds/1`. Stack descriptions tell where bonds are, not what they are made of: this table does.
struct BondTable {
  std::string file;  ///< as shown
  std::string revision;
  std::string sha256;
  std::vector<BondRow> bonds;
  std::vector<TsvRow> tsv;
  LayerTable limits;  ///< one row per bond and feed-through, by its name
};

/// Reads a bond table; faulty rows are reported (ESD-0606, ESD-0107) and left out.
std::optional<BondTable> read_bonds(const core::InputReader& reader,
                                    const std::filesystem::path& path, core::Sink& sink,
                                    const core::Location& referred_from = {});

}  // namespace sealring::esd
