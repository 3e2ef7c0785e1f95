// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/lefdef/geometry.h"

#include <algorithm>
#include <array>

namespace sealring::core::lefdef {

namespace {

struct OrientName {
  std::string_view def;
  std::string_view other;
};
constexpr std::array<OrientName, 8> kNames{{{"N", "R0"},
                                            {"W", "R90"},
                                            {"S", "R180"},
                                            {"E", "R270"},
                                            {"FN", "MY"},
                                            {"FW", "MXR90"},
                                            {"FS", "MX"},
                                            {"FE", "MYR90"}}};

}  // namespace

Rect make_rect(Point a, Point b) {
  return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
}

std::optional<Orient> parse_orient(std::string_view word) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (word == kNames[i].def || word == kNames[i].other) return static_cast<Orient>(i);
  }
  return std::nullopt;
}

std::string_view to_string(Orient orient) {
  return kNames[static_cast<std::size_t>(orient)].def;
}

Point turn(Point point, Orient orient) {
  switch (orient) {
    case Orient::kN: return point;
    case Orient::kW: return {-point.y, point.x};
    case Orient::kS: return {-point.x, -point.y};
    case Orient::kE: return {point.y, -point.x};
    case Orient::kFN: return {-point.x, point.y};
    case Orient::kFW: return {point.y, point.x};
    case Orient::kFS: return {point.x, -point.y};
    case Orient::kFE: break;
  }
  return {-point.y, -point.x};
}

Rect turn(const Rect& rect, Orient orient) {
  return make_rect(turn(rect.low, orient), turn(rect.high, orient));
}

Point place(Point point, Coord width, Coord height, Orient orient, Point at) {
  const Rect box = turn(Rect{{0, 0}, {width, height}}, orient);
  const Point turned = turn(point, orient);
  return {turned.x - box.low.x + at.x, turned.y - box.low.y + at.y};
}

Rect place(const Rect& shape, Coord width, Coord height, Orient orient, Point at) {
  return make_rect(place(shape.low, width, height, orient, at),
                   place(shape.high, width, height, orient, at));
}

std::optional<Coord> to_dbu(Coord picometres, std::int64_t dbu_per_um) {
  __extension__ using Wide = __int128;
  const Wide scaled = static_cast<Wide>(picometres) * dbu_per_um;
  if (scaled % kPicometresPerUm != 0) return std::nullopt;
  return static_cast<Coord>(scaled / kPicometresPerUm);
}

}  // namespace sealring::core::lefdef
