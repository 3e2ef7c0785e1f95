// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "stack3d/geometry.h"

namespace sealring::stack3d {

/// Finds points near a place: points sorted into square cells of one size, cells found by binary search.
class PlaneGrid {
 public:
  PlaneGrid(const std::vector<Point>& points, Dbu cell)
      : points_(points), cell_(std::max<Dbu>(cell, 1)) {
    entries_.reserve(points.size());
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      entries_.push_back({cell_of(points[i].x), cell_of(points[i].y), i});
    }
    std::sort(entries_.begin(), entries_.end());
  }

  /// Calls visit(index, distance) for each point at most `radius` away.
  template <class Visit>
  void each_within(const Point& at, Dbu radius, Visit visit) const {
    for (Dbu cx = cell_of(at.x - radius); cx <= cell_of(at.x + radius); ++cx) {
      const Entry first{cx, cell_of(at.y - radius), 0};
      const Dbu last = cell_of(at.y + radius);
      for (auto it = std::lower_bound(entries_.begin(), entries_.end(), first);
           it != entries_.end() && it->x == cx && it->y <= last; ++it) {
        const Point& point = points_[it->index];
        const double distance =
            std::hypot(static_cast<double>(point.x - at.x), static_cast<double>(point.y - at.y));
        if (distance <= static_cast<double>(radius)) visit(it->index, distance);
      }
    }
  }

 private:
  struct Entry {
    Dbu x;
    Dbu y;
    std::uint32_t index;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  Dbu cell_of(Dbu value) const {
    return value >= 0 ? value / cell_ : -((-value + cell_ - 1) / cell_);
  }

  const std::vector<Point>& points_;
  Dbu cell_;
  std::vector<Entry> entries_;
};

}  // namespace sealring::stack3d
