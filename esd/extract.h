// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/lefdef/def.h"
#include "core/lefdef/lef.h"
#include "esd/layers.h"
#include "esd/network.h"

namespace sealring::esd {

/// Something outside the wiring that touches a net from outside: a bump, a pin of a device, a pin of the block. It is one
/// node, joined to every wire under its box.
struct Touch {
  std::string_view net;    ///< of the DEF
  std::string_view layer;  ///< of the LEF
  core::lefdef::Rect box;  ///< in database units of the DEF; may be a point
  std::string name;        ///< for messages
  bool optional =
      false;  ///< one of several shapes of a pin: without metal it is left out in silence
  core::Location location;
};

struct ExtractOptions {
  std::string tier;                    ///< of the files made
  const LayerTable* layers = nullptr;  ///< resistances here go before those of the LEF
  std::vector<std::string>
      nets;  ///< to be extracted; empty: all special nets, and the nets that are touched
  bool count_duplicates = false;  ///< equal cuts at one place count each, else once
  bool component_pins =
      false;  ///< pins of placed components are conductors too (abutting pads, rings)
  bool join_ports =
      true;  ///< shapes of one pin of a component are joined inside it, also those of different ports
  double snap_um = 0;  ///< a touch without metal may move that far along its layer
  double cut_nodes_above_um =
      5;  ///< cuts of a generated via larger than this meet the wires each at its own place
  std::uint64_t most_cuts = 200'000'000;  ///< more are refused: a via array with a wrong number
};

/// Where a touch meets its net.
struct TouchPlace {
  NodeId node = kNone;  ///< none: no metal there (reported)
  double moved_um = 0;
};

struct Extraction {
  /// Node names "layer_x_y" in database units of the DEF; drawn shapes on every element; an element per cut.
  Network network;
  std::vector<TouchPlace> touches;  ///< one per touch
  std::uint64_t wires = 0;          ///< pieces of wire that were drawn
  std::uint64_t vias = 0;           ///< placed vias, arrays expanded
  std::uint64_t duplicates = 0;     ///< of them: all their cuts are there already
};

/// Resistor network of the wiring of nets: wires by squares along their centre lines, vias by cuts, joined where
/// geometry of one layer overlaps or has a common edge; never across layers without a via. The conventions are in
/// esd/README.md. Metal of two of the nets that meets is reported (ESD-0513); it does not join them. A layer or via without a resistance, a via or layer that the LEF does not know, and a
/// touch without metal are errors; with an error nothing is returned. `def` must have its layers resolved
/// (core::lefdef::resolve_layers).
std::optional<Extraction> extract(const core::lefdef::Def& def, const core::lefdef::Lef& lef,
                                  const std::vector<Touch>& touches, const ExtractOptions& options,
                                  core::Sink& sink);

}  // namespace sealring::esd
