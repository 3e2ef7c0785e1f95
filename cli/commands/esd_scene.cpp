// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/esd_scene.h"

#include <algorithm>
#include <cmath>

#include "stack3d/scene.h"
#include "stack3d/stack.h"

namespace sealring::cli {

namespace {

using stack3d::Dbu;

/// From the layout of a die (um) to the frame of its chiplet (um).
core::ScenePoint in_chiplet(const stack3d::Stack& stack, const stack3d::Chiplet& chiplet,
                            core::ScenePoint point) {
  const double shrink = chiplet.shrink.to_double();
  return {point.x_um * shrink + stack.um(chiplet.offset.x),
          point.y_um * shrink + stack.um(chiplet.offset.y)};
}

const stack3d::Tier* tier_of(const stack3d::Stack& stack, const std::string& path) {
  const auto at = std::find_if(stack.tiers.begin(), stack.tiers.end(),
                               [&](const stack3d::Tier& tier) { return tier.path == path; });
  return at == stack.tiers.end() ? nullptr : &*at;
}

/// The finding with its place in the frame of the stack, as views of the stack want it.
core::Finding in_stack(const stack3d::Stack& stack, const core::Finding& finding) {
  core::Finding moved = finding;
  const stack3d::Tier* tier = finding.where ? tier_of(stack, finding.where->die) : nullptr;
  if (tier == nullptr) {
    moved.where.reset();
    return moved;
  }
  const core::ScenePoint local =
      in_chiplet(stack, stack.chiplets[tier->chiplet], {finding.where->x_um, finding.where->y_um});
  const auto dbu = [&](double um) {
    return static_cast<Dbu>(std::llround(um * static_cast<double>(stack.dbu_per_um)));
  };
  const stack3d::Point at = tier->to_stack.apply(stack3d::Point{dbu(local.x_um), dbu(local.y_um)});
  moved.where->x_um = stack.um(at.x);
  moved.where->y_um = stack.um(at.y);
  const bool front = finding.where->side != "back";
  const Dbu thickness = stack.chiplets[tier->chiplet].thickness;
  moved.where->z_um = stack.um(tier->to_stack.apply_z(front ? thickness : 0));
  return moved;
}

}  // namespace

core::Scene esd_stack_scene(const esd::Project& project, const std::vector<core::Finding>& findings,
                            core::Scene drawn) {
  const stack3d::Stack& stack = *project.stack;
  std::vector<core::Finding> moved;
  for (const core::Finding& finding : findings) {
    if (finding.where) moved.push_back(in_stack(stack, finding));
  }
  core::Scene scene = stack3d::make_scene(stack, moved);
  for (core::SceneView& view : drawn.views) {
    const stack3d::Tier* tier = tier_of(stack, view.name);
    const auto die =
        std::find_if(scene.views.begin(), scene.views.end(), [&](const core::SceneView& known) {
          return tier != nullptr && known.name == "die " + tier->path;
        });
    if (die == scene.views.end()) {
      scene.views.push_back(std::move(view));
      continue;
    }
    for (core::SceneShape& shape : view.shapes) {
      for (core::ScenePoint& point : shape.points)
        point = in_chiplet(stack, stack.chiplets[tier->chiplet], point);
      die->shapes.push_back(std::move(shape));
    }
  }
  return scene;
}

}  // namespace sealring::cli
