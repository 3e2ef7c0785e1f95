// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/diagnostics/location.h"
#include "core/diagnostics/sink.h"
#include "esd/extract/bars.h"
#include "esd/extract/technology.h"

namespace sealring::esd::extraction {

/// Finds where metal of two nets meets on one layer: overlap or a common edge, not corner to corner; shapes with
/// sides at an angle count by overlap only. It holds what the nets themselves draw (wires, shapes, pins of the block, vias that stick out
/// of their wires): neither pins of components nor touches.
class Contacts {
 public:
  explicit Contacts(std::size_t layers) : layers_(layers) {}

  /// What is added next belongs to this net.
  void begin_net(std::string name, core::Location place);
  void add(LayerId layer, const Rect& box) {
    layers_[layer].boxes.push_back(box);
    layers_[layer].nets.push_back(net());
  }
  void add(LayerId layer, const Slant& slant);
  void add(LayerId layer, const Trapezoid& piece, bool vertical);

  /// One finding for each pair of nets and layer, with the number of pairs of shapes and the first place.
  void report(const Technology& technology, std::int64_t dbu_per_um, const std::string& die,
              core::Sink& sink) const;

 private:
  struct Net {
    std::string name;
    core::Location place;
  };
  struct Spot {
    double x = 0;
    double y = 0;
  };
  using Corners = std::array<Spot, 4>;  // of a convex shape, in order
  /// A shape with sides at an angle.
  struct Slanting {
    Corners corners;
    Rect box;
    std::uint32_t net = 0;
  };
  struct Layer {
    std::vector<Rect> boxes;
    std::vector<std::uint32_t> nets;  // of each box
    std::vector<Slanting> slanting;
  };
  struct Meeting {
    std::uint64_t count = 0;
    Point first2;  // twice the middle of what two shapes have in common; the lowest x, then y
  };
  class Search;
  void add(LayerId layer, const Corners& corners);
  std::uint32_t net() const { return static_cast<std::uint32_t>(nets_.size() - 1); }

  std::vector<Net> nets_;
  std::vector<Layer> layers_;
};

}  // namespace sealring::esd::extraction
