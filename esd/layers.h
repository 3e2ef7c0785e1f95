// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "esd/network.h"

namespace sealring::esd {

/// Pulse-current limit of conductors up to a width.
struct WidthBracket {
  double below_um = 0;     ///< widths below this; 0: any
  double amps_per_um = 0;  ///< per width, when `per_width`
  double amps = 0;         ///< per conductor, otherwise
  bool per_width = false;
};

/// One layer (or pair of layers "m1/m4" of a via) with its class, its limits and its resistance.
struct LayerRow {
  std::string name;
  ElementClass cls = ElementClass::kUnknown;
  bool unlimited = false;
  std::optional<double> ohm_per_square;  ///< of a routing layer; goes before the LEF's
  std::optional<double> ohm_per_cut;     ///< of a cut layer
  std::vector<WidthBracket>
      brackets;  ///< by rising width, the open one last; empty: no limit known

  /// The bracket for a width, or nullptr when none covers it.
  const WidthBracket* bracket(double width_um) const;
};

/// YAML `sealring.esd.layers/1`: what conductors are made of and what they stand at the pulse. Limits hold per
/// conductor: per width, per cut, per TSV, per bond; never for the average of an array.
struct LayerTable {
  std::string revision;
  std::string sha256;
  std::vector<LayerRow> rows;

  const LayerRow* find(std::string_view name) const;
};

std::optional<LayerTable> read_layers(const core::InputReader& reader,
                                      const std::filesystem::path& path, core::Sink& sink,
                                      const core::Location& referred_from = {});

}  // namespace sealring::esd
