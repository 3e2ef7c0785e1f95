// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <span>
#include <vector>

#include "esd/extract/rect_tree.h"

namespace sealring::esd::extraction {

/// A straight piece of metal on one layer, along x or y.
struct Bar {
  Rect box;
  bool vertical = false;

  Coord from() const { return vertical ? box.low.y : box.low.x; }  ///< along its centre line
  Coord to() const { return vertical ? box.high.y : box.high.x; }
  Coord width() const { return vertical ? box.high.x - box.low.x : box.high.y - box.low.y; }
  /// Twice the position of its centre line, across it.
  Coord centre2() const { return vertical ? box.low.x + box.high.x : box.low.y + box.high.y; }
  friend bool operator==(const Bar&, const Bar&) = default;
};

/// A wire under 45 degrees (or any other angle): a line with a width.
struct Slant {
  Point a;
  Point b;
  Coord width = 0;
  Rect box() const;  ///< bounding box with its width
};

/// The metal of one layer of one net as bars that do not lie in each other: rectangles inside others are dropped, and
/// those of one direction that overlap or abut become slabs across that direction, each with the width of the
/// union there. The result depends on the geometry alone, not on the order or the cutting of the rectangles.
std::vector<Bar> merge_bars(std::vector<Bar> bars);

/// A piece of a polygon between two places along x (or y): its lower and upper edge are straight.
struct Trapezoid {
  Coord from = 0;
  Coord to = 0;
  double low_from = 0;  ///< the lower edge at `from`
  double low_to = 0;
  double high_from = 0;
  double high_to = 0;
  bool straight() const { return low_from == low_to && high_from == high_to; }
};

/// The pieces of a polygon between the x of its corners (y, for `vertical`). Nothing for a polygon without area or one whose
/// edges cross.
std::vector<Trapezoid> trapezoids_of(std::span<const Point> polygon, bool vertical);

/// Rectangles that cover a polygon: its slabs between the corners' x (or y, for `vertical`); a slanting edge is replaced
/// by its middle in each slab. Nothing for a polygon without area or one whose edges cross.
std::vector<Rect> slabs_of(std::span<const Point> polygon, bool vertical);

}  // namespace sealring::esd::extraction
