// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <vector>

#include "core/diagnostics/sink.h"
#include "stack3d/stack.h"

namespace sealring::stack3d {

/// A bump of one face in the global plane: its place packed so that sorting by `key` sorts by x, then y.
struct FacePoint {
  std::uint64_t key = 0;
  PinId pin = 0;
};

/// The bumps of one face in a plane, sorted.
struct Face {
  Point origin;  ///< subtracted from x and y before packing
  std::vector<FacePoint> points;

  Point position(const FacePoint& point) const {
    return {origin.x + static_cast<Dbu>(point.key >> 32U),
            origin.y + static_cast<Dbu>(point.key & 0xffffffffU)};
  }
};

/// Fills bonds and unpaired bumps of every usable interface: exact partners by a merge of the two sorted faces, then
/// the nearest partner within `capture` (half of the smallest pitch) for the rest. A bump bonds at most once.
void pair_interfaces(Stack& stack, core::Sink& sink);

/// The bumps of a region in the global plane (those inside `clip` only, when it is given), sorted; origin as given.
Face gather_face(const Stack& stack, const RegionUse& use, const Point& origin, const Box* clip);

}  // namespace sealring::stack3d
