// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <vector>

namespace sealring::core {

/// A point in micrometres.
struct ScenePoint {
  double x_um = 0;
  double y_um = 0;
};

/// One drawn shape. `style` is a role ("die", "region", "bump", "wire", "finding") that renderers map to colours.
struct SceneShape {
  enum class Kind { kBox, kPolyline, kPolygon, kPoint };
  Kind kind = Kind::kBox;
  std::string style;
  std::string label;
  std::string fingerprint;         ///< of the finding it belongs to; empty: plain context
  std::vector<ScenePoint> points;  ///< box: two corners; polyline and polygon: in order; point: one
};

/// One view with its own coordinate frame: a plane of the stack, a die, a cross-section.
struct SceneView {
  std::string name;   ///< unique in the scene; file names of per-view outputs come from it
  std::string frame;  ///< what the coordinates mean: "interface u_a/u_b seen from the top"
  std::vector<SceneShape> shapes;
};

/// Everything a module wants drawn, free of any output format.
struct Scene {
  std::vector<SceneView> views;
};

}  // namespace sealring::core
