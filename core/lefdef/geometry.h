// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sealring::core::lefdef {

/// A coordinate. In DEF: database units of that DEF (Def::dbu_per_um of them in a micrometre). In LEF: picometres, so
/// that decimals with six digits are exact.
using Coord = std::int64_t;
inline constexpr std::int64_t kPicometresPerUm = 1'000'000;

struct Point {
  Coord x = 0;
  Coord y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

struct Rect {
  Point low;
  Point high;
  friend bool operator==(const Rect&, const Rect&) = default;
};

/// A rectangle with its corners in order, from any two opposite corners.
Rect make_rect(Point a, Point b);

/// The eight orientations of LEF/DEF.
enum class Orient : std::uint8_t { kN, kW, kS, kE, kFN, kFW, kFS, kFE };
std::optional<Orient> parse_orient(std::string_view word);  ///< "N", "FS" ... or "R0", "MX" ...
std::string_view to_string(Orient orient);                  ///< "N", "FS" ...

/// Turns a point about the origin. FN mirrors x, FS mirrors y, FW is FS then W, FE is FN then W.
Point turn(Point point, Orient orient);
Rect turn(const Rect& rect, Orient orient);

/// A shape of a macro of size (width, height), seen after the macro was turned and put with its lower-left corner on
/// `at`. `shape` already has the macro's ORIGIN added.
Rect place(const Rect& shape, Coord width, Coord height, Orient orient, Point at);
Point place(Point point, Coord width, Coord height, Orient orient, Point at);

/// Picometres in database units when that is a whole number, else nothing.
std::optional<Coord> to_dbu(Coord picometres, std::int64_t dbu_per_um);

}  // namespace sealring::core::lefdef
