// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "esd/network.h"
#include "esd/project.h"

namespace sealring::esd {

/// Drawn extent of a conductor as a box: its line widened by half its width.
std::optional<PlacedBox> box_of(const Network& network, ElementId id);

/// Distance of two boxes, edge to edge; 0 when they touch.
double distance_of(const PlacedBox& a, const PlacedBox& b);

/// Finds the conductor next to a box among many, by tier and layer, in a grid.
class ConductorIndex {
 public:
  struct Hit {
    ElementId element = kNone;
    double distance_um = 0;
  };

  ConductorIndex(const Network& network, const std::vector<ElementId>& elements);

  /// The nearest one on a layer of a tier; nothing when it has none there.
  std::optional<Hit> nearest(const std::string& tier, const std::string& layer,
                             const PlacedBox& box) const;
  /// One on another metal layer of the tier that the box crosses.
  std::optional<Hit> crossed(const std::string& tier, const std::string& layer,
                             const PlacedBox& box) const;
  /// The nearest one of the tier, whatever its layer.
  std::optional<Hit> nearest_of_all(const std::string& tier, const PlacedBox& box) const;

 private:
  struct Grid {
    double x = 0;
    double y = 0;
    double cell = 1;
    std::int64_t nx = 1;
    std::int64_t ny = 1;
    std::vector<std::pair<ElementId, PlacedBox>> boxes;
    std::vector<std::vector<std::uint32_t>> cells;
    void build();
    std::pair<std::int64_t, std::int64_t> cell_of(double x_um, double y_um) const;
    /// Looks no further than `most` um.
    std::optional<Hit> nearest(const PlacedBox& box, double most) const;
  };
  std::map<std::pair<std::string, std::string>, Grid> grids_;  ///< by tier and layer
  std::map<std::string, bool> via_layer_;
};

}  // namespace sealring::esd
