// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/lefdef/def.h"
#include "core/lefdef/lef.h"
#include "esd/extract/rect_tree.h"
#include "esd/layers.h"

namespace sealring::esd::extraction {

using LayerId = std::uint16_t;  ///< into Lef::layers
inline constexpr LayerId kNoLayerId = 0xffff;

/// One cut of a via, about the via's origin.
struct ViaCut {
  Rect box;
  LayerId cut = kNoLayerId;
  LayerId below = kNoLayerId;
  LayerId above = kNoLayerId;
  double ohm = 0;  ///< NaN: none known
};

/// Metal of a via on one layer, about its origin.
struct ViaMetal {
  LayerId layer = kNoLayerId;
  Rect box;
};

/// A via in database units, in one orientation.
struct ViaShape {
  std::vector<ViaCut> cuts;
  std::vector<ViaMetal> metals;  ///< one per layer
  Coord reach = 0;               ///< largest extent of its metal
  Coord grow = 0;                ///< of a generated via: what makes neighbouring cuts touch
  std::string problem;           ///< why it cannot be used; empty: fine
};

/// What extraction needs of LEF, layer table and the DEF's VIAS, in database units of the DEF.
///
/// Resistance of a cut, first that is known: row of the layer table for the cut layer; RESISTANCE of the VIA, which is
/// that of the whole via; RESISTANCE in its VIARULE GENERATE; RESISTANCE of the LEF's cut layer. A RESISTANCE 0 of a
/// LEF counts as none; an ideal short has to be said in the layer table.
class Technology {
 public:
  Technology(const core::lefdef::Def& def, const core::lefdef::Lef& lef, const LayerTable* table);

  const core::lefdef::Layer& layer(LayerId id) const { return lef_.layers[id]; }
  std::size_t layers() const { return lef_.layers.size(); }
  LayerId find(std::string_view name) const;
  LayerId find(core::Symbol name);

  /// Ohm per square; nothing when neither table nor LEF has one.
  std::optional<double> ohm_per_square(LayerId id) const { return sheet_[id]; }
  /// Default width in database units; 0 when the LEF has none.
  Coord default_width(LayerId id) const;
  bool conducts(LayerId id) const;

  /// The via in an orientation; nullptr when neither DEF nor LEF define it.
  const ViaShape* via(core::Symbol name, core::lefdef::Orient orient);

  Coord dbu(Coord picometres) const;

 private:
  ViaShape make_via(const core::lefdef::Via& via, bool of_def) const;
  void take_shapes(const core::lefdef::Via& via, bool of_def, ViaShape& shape) const;
  void take_rule(const core::lefdef::Via& via, bool of_def, ViaShape& shape) const;
  void assign_layers(ViaShape& shape) const;
  void assign_ohms(const core::lefdef::Via& via, ViaShape& shape) const;

  const core::lefdef::Def& def_;
  const core::lefdef::Lef& lef_;
  std::map<std::string, LayerId, std::less<>> names_;
  std::vector<LayerId> by_symbol_;  // number + 1, 0: not looked up yet, 0xffff: none
  std::vector<std::optional<double>> sheet_;
  std::vector<std::optional<double>> cut_from_table_;
  std::vector<std::optional<double>> cut_from_lef_;
  std::unordered_map<std::string_view, const core::lefdef::Via*> def_vias_;
  std::unordered_map<std::string_view, const core::lefdef::Via*> lef_vias_;
  std::unordered_map<std::uint64_t, std::optional<ViaShape>> vias_;  // by symbol * 8 + orientation
};

}  // namespace sealring::esd::extraction
