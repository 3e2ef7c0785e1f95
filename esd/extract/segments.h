// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <algorithm>
#include <cmath>

#include "core/lefdef/geometry.h"

namespace sealring::esd::extraction {

/// Where two straight lines come closest: distances from their starts, and how far they are apart there.
struct Closest {
  double on_first = 0;
  double on_second = 0;
  double apart = 0;
};

struct Line {
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
  double length() const { return std::hypot(x2 - x1, y2 - y1); }
};

/// The place on `line` that is nearest to a point, as distance from its start; `apart` is set to the distance.
inline double nearest_on(const Line& line, double x, double y, double& apart) {
  const double length = line.length();
  double t = 0;
  if (length > 0) {
    t = ((x - line.x1) * (line.x2 - line.x1) + (y - line.y1) * (line.y2 - line.y1)) / length;
    t = std::clamp(t, 0.0, length);
  }
  const double f = length > 0 ? t / length : 0;
  apart = std::hypot(line.x1 + f * (line.x2 - line.x1) - x, line.y1 + f * (line.y2 - line.y1) - y);
  return t;
}

inline Closest closest(const Line& a, const Line& b) {
  const double ax = a.x2 - a.x1;
  const double ay = a.y2 - a.y1;
  const double bx = b.x2 - b.x1;
  const double by = b.y2 - b.y1;
  const double cross = ax * by - ay * bx;
  if (cross != 0) {
    const double s = ((b.x1 - a.x1) * by - (b.y1 - a.y1) * bx) / cross;
    const double t = ((b.x1 - a.x1) * ay - (b.y1 - a.y1) * ax) / cross;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) return {s * a.length(), t * b.length(), 0};
  }
  Closest best{0, 0, -1};
  const auto offer = [&](double on_a, double on_b, double apart) {
    if (best.apart < 0 || apart < best.apart) best = {on_a, on_b, apart};
  };
  double apart = 0;
  double at = nearest_on(b, a.x1, a.y1, apart);
  offer(0, at, apart);
  at = nearest_on(b, a.x2, a.y2, apart);
  offer(a.length(), at, apart);
  at = nearest_on(a, b.x1, b.y1, apart);
  offer(at, 0, apart);
  at = nearest_on(a, b.x2, b.y2, apart);
  offer(at, b.length(), apart);
  return best;
}

}  // namespace sealring::esd::extraction
