// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sealring::stack3d {

/// A length in database units of the stack (Stack::dbu_per_um of them in a micrometre).
using Dbu = std::int64_t;

struct Point {
  Dbu x = 0;
  Dbu y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

struct Point3 {
  Dbu x = 0;
  Dbu y = 0;
  Dbu z = 0;
  friend bool operator==(const Point3&, const Point3&) = default;
};

/// An axis-parallel rectangle; borders belong to it.
struct Box {
  Point low;
  Point high;
  bool contains(const Point& p) const {
    return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y;
  }
  bool contains(const Box& b) const { return contains(b.low) && contains(b.high); }
  /// Share an area or at least an edge or corner.
  bool touches(const Box& b) const {
    return low.x <= b.high.x && b.low.x <= high.x && low.y <= b.high.y && b.low.y <= high.y;
  }
  /// Share an area.
  bool overlaps(const Box& b) const {
    return low.x < b.high.x && b.low.x < high.x && low.y < b.high.y && b.low.y < high.y;
  }
  Dbu width() const { return high.x - low.x; }
  Dbu height() const { return high.y - low.y; }
  Point centre() const { return {low.x + width() / 2, low.y + height() / 2}; }
  friend bool operator==(const Box&, const Box&) = default;
};

struct Box3 {
  Point3 low;
  Point3 high;
  Box plane() const { return {{low.x, low.y}, {high.x, high.y}}; }
  friend bool operator==(const Box3&, const Box3&) = default;
};

/// One of the 16 axis-parallel orientations: a signed permutation of x and y, and whether z is turned over.
/// R90 maps (x, y) to (-y, x), MX to (x, -y), MY to (-x, y); MZ maps z to -z and leaves x and y alone.
struct Orientation {
  std::int8_t xx = 1;
  std::int8_t xy = 0;
  std::int8_t yx = 0;
  std::int8_t yy = 1;
  bool mz = false;

  /// +1 for a motion a solid body can make, -1 for a mirror image.
  int determinant() const { return (xx * yy - xy * yx) * (mz ? -1 : 1); }
  bool swaps_xy() const { return xx == 0; }
  Point apply(const Point& p) const { return {xx * p.x + xy * p.y, yx * p.x + yy * p.y}; }
  friend bool operator==(const Orientation&, const Orientation&) = default;
};

/// `first`, then `then`.
Orientation combine(const Orientation& first, const Orientation& then);

/// Reads R0 R90 R180 R270 MX MY MZ, products of them joined by '_' or written together ("MZ_MX_R90", "MXR90", "R0_MZ";
/// applied from left to right) and the DEF words N W S E FN FS FW FE. Case does not matter.
std::optional<Orientation> parse_orientation(std::string_view text);

/// The canonical word: [MZ_]{R0,R90,R180,R270,MX,MY,MX_R90,MY_R90}; "MZ" for MZ_R0.
std::string to_string(const Orientation& orientation);

/// Orientation, then a shift. Exact.
struct Transform {
  Orientation orientation;
  Point3 shift;

  Point apply(const Point& p) const {
    const Point q = orientation.apply(p);
    return {q.x + shift.x, q.y + shift.y};
  }
  Dbu apply_z(Dbu z) const { return (orientation.mz ? -z : z) + shift.z; }
  Box apply(const Box& box) const;
  Box3 apply(const Box3& box) const;
  Transform inverse() const;
  friend bool operator==(const Transform&, const Transform&) = default;
};

/// `first`, then `then`.
Transform combine(const Transform& first, const Transform& then);

/// The transform that turns `outline` by `orientation` and puts its lowest corner on `low`.
Transform place(const Box3& outline, const Orientation& orientation, const Point3& low);

}  // namespace sealring::stack3d
