// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/lefdef/geometry.h"

namespace sealring::esd::extraction {

using core::lefdef::Coord;
using core::lefdef::Point;
using core::lefdef::Rect;

/// Closed intersection: common edges and corners count.
inline bool meets(const Rect& a, const Rect& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y;
}
/// A common point that is more than one corner: overlap or a common edge.
inline bool touches(const Rect& a, const Rect& b) {
  const Coord x = std::min(a.high.x, b.high.x) - std::max(a.low.x, b.low.x);
  const Coord y = std::min(a.high.y, b.high.y) - std::max(a.low.y, b.low.y);
  return x >= 0 && y >= 0 && (x > 0 || y > 0);
}
inline bool contains(const Rect& outer, const Rect& inner) {
  return outer.low.x <= inner.low.x && outer.low.y <= inner.low.y && outer.high.x >= inner.high.x &&
         outer.high.y >= inner.high.y;
}
inline bool contains(const Rect& outer, const Point& point) {
  return contains(outer, Rect{point, point});
}

/// Rectangles that do not change, packed (sort-tile-recursive) for queries by rectangle. O(n log n) to build.
class RectTree {
 public:
  RectTree() = default;
  explicit RectTree(std::span<const Rect> rects) {
    if (rects.empty()) return;
    order_.resize(rects.size());
    tile(rects);
    std::vector<Rect> boxes;
    boxes.reserve(rects.size());
    for (const std::uint32_t i : order_) boxes.push_back(rects[i]);
    levels_.push_back(std::move(boxes));
    while (levels_.back().size() > 1) {
      const std::vector<Rect>& below = levels_.back();
      std::vector<Rect> above;
      for (std::size_t i = 0; i < below.size(); i += kFan) {
        Rect box = below[i];
        for (std::size_t k = i + 1; k < std::min(i + kFan, below.size()); ++k) {
          box.low = {std::min(box.low.x, below[k].low.x), std::min(box.low.y, below[k].low.y)};
          box.high = {std::max(box.high.x, below[k].high.x), std::max(box.high.y, below[k].high.y)};
        }
        above.push_back(box);
      }
      levels_.push_back(std::move(above));
    }
  }

  bool empty() const { return order_.empty(); }

  /// Calls `one(index)` for every rectangle that meets `box`, in no particular order.
  template <class One>
  void query(const Rect& box, One&& one) const {
    if (!order_.empty()) descend(levels_.size() - 1, 0, box, one);
  }

 private:
  static constexpr std::size_t kFan = 16;

  void tile(std::span<const Rect> rects) {
    struct Key {
      Coord x;
      Coord y;
      std::uint32_t index;
    };
    std::vector<Key> keys(rects.size());
    for (std::uint32_t i = 0; i < keys.size(); ++i)
      keys[i] = {rects[i].low.x + rects[i].high.x, rects[i].low.y + rects[i].high.y, i};
    std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
      return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.index < b.index;
    });
    const double leaves = static_cast<double>(order_.size()) / kFan;
    const auto slice = kFan * static_cast<std::size_t>(std::ceil(std::sqrt(std::max(leaves, 1.0))));
    for (std::size_t from = 0; from < keys.size(); from += slice) {
      const std::size_t to = std::min(from + slice, keys.size());
      std::sort(keys.begin() + static_cast<std::ptrdiff_t>(from),
                keys.begin() + static_cast<std::ptrdiff_t>(to), [](const Key& a, const Key& b) {
                  return a.y != b.y ? a.y < b.y : a.index < b.index;
                });
    }
    for (std::size_t i = 0; i < keys.size(); ++i) order_[i] = keys[i].index;
  }

  template <class One>
  void descend(std::size_t level, std::size_t at, const Rect& box, One&& one) const {
    if (!meets(levels_[level][at], box)) return;
    if (level == 0) {
      one(order_[at]);
      return;
    }
    const std::size_t end = std::min((at + 1) * kFan, levels_[level - 1].size());
    for (std::size_t child = at * kFan; child < end; ++child) descend(level - 1, child, box, one);
  }

  std::vector<std::uint32_t> order_;
  std::vector<std::vector<Rect>>
      levels_;  // [0]: the rectangles in order, each next one kFan times fewer
};

/// Union-find with the smaller index as representative.
class Joined {
 public:
  explicit Joined(std::size_t size = 0) { resize(size); }
  void resize(std::size_t size) {
    const std::size_t before = parent_.size();
    parent_.resize(size);
    for (std::size_t i = before; i < size; ++i) parent_[i] = static_cast<std::uint32_t>(i);
  }
  std::uint32_t add() {
    parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
    return parent_.back();
  }
  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a != b) parent_[std::max(a, b)] = std::min(a, b);
  }
  std::size_t size() const { return parent_.size(); }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace sealring::esd::extraction
