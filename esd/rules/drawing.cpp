// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/rules/drawing.h"

#include <algorithm>

namespace sealring::esd {

core::SceneView& view_of(core::Scene& scene, const std::string& tier) {
  const std::string name = tier.empty() ? "network" : tier;
  for (core::SceneView& view : scene.views) {
    if (view.name == name) return view;
  }
  scene.views.push_back(
      {name, tier.empty() ? "extracted coordinates" : "coordinates of " + tier, {}});
  return scene.views.back();
}

void draw_element(core::Scene& scene, const Network& network, ElementId id,
                  const std::string& label, const std::string& fingerprint,
                  const std::string& style) {
  const ElementShape shape = shape_of(network, id);
  if (!shape.known) return;
  const Element& element = network.elements[id];
  const double half = static_cast<double>(element.width_um) / 2;
  core::SceneShape drawn;
  drawn.style = style;
  drawn.label = label;
  drawn.fingerprint = fingerprint;
  const bool point = shape.x1_um == shape.x2_um && shape.y1_um == shape.y2_um;
  const bool straight = shape.x1_um == shape.x2_um || shape.y1_um == shape.y2_um;
  if (half > 0 && straight) {
    const double dx = shape.x1_um == shape.x2_um ? half : 0;
    const double dy = shape.y1_um == shape.y2_um ? half : 0;
    drawn.kind = core::SceneShape::Kind::kBox;
    drawn.points = {
        {std::min(shape.x1_um, shape.x2_um) - dx, std::min(shape.y1_um, shape.y2_um) - dy},
        {std::max(shape.x1_um, shape.x2_um) + dx, std::max(shape.y1_um, shape.y2_um) + dy}};
  } else if (point) {
    drawn.kind = core::SceneShape::Kind::kPoint;
    drawn.points = {{shape.x1_um, shape.y1_um}};
  } else {
    drawn.kind = core::SceneShape::Kind::kPolyline;
    drawn.points = {{shape.x1_um, shape.y1_um}, {shape.x2_um, shape.y2_um}};
  }
  view_of(scene, network.files[element.file].tier).shapes.push_back(std::move(drawn));
}

core::Where middle_of(const Network& network, ElementId id, const ElementShape& shape) {
  return core::Where{network.files[network.elements[id].file].tier, "",
                     (shape.x1_um + shape.x2_um) / 2, (shape.y1_um + shape.y2_um) / 2, 0};
}

core::Where middle_of(const std::string& tier, const PlacedBox& box, const std::string& side) {
  return core::Where{tier, side, (box.x1_um + box.x2_um) / 2, (box.y1_um + box.y2_um) / 2, 0};
}

}  // namespace sealring::esd
