// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/scene.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace sealring::stack3d {

namespace {

using core::Scene;
using core::ScenePoint;
using core::SceneShape;
using core::SceneView;

class SceneMaker {
 public:
  SceneMaker(const Stack& stack, const std::vector<core::Finding>& findings) : stack_(stack) {
    for (const core::Finding& finding : findings) {
      if (finding.where) placed_.push_back(&finding);
    }
    for (TierId id = 0; id < stack.tiers.size(); ++id) tier_of_path_[stack.tiers[id].path] = id;
  }

  Scene make() {
    add_section();
    for (const Interface& face : stack_.interfaces) {
      if (face.usable && (face.upper.tier != kNone || face.lower.tier != kNone)) add_plan(face);
    }
    for (TierId id = 0; id < stack_.tiers.size(); ++id) {
      if (stack_.tiers[id].placed) add_die(id);
    }
    return std::move(scene_);
  }

 private:
  ScenePoint um(Dbu x, Dbu y) const { return {stack_.um(x), stack_.um(y)}; }

  static SceneShape shape(SceneShape::Kind kind, std::string style, std::string label,
                          std::vector<ScenePoint> points) {
    return {kind, std::move(style), std::move(label), "", std::move(points)};
  }

  SceneShape box(const std::string& style, const std::string& label, Dbu x1, Dbu y1, Dbu x2,
                 Dbu y2) const {
    return shape(SceneShape::Kind::kBox, style, label, {um(x1, y1), um(x2, y2)});
  }

  void add_section() {
    SceneView view;
    view.name = "cross-section";
    view.frame = "the stack seen from the front: x to the right, z up (um)";
    for (const Tier& tier : stack_.tiers) {
      if (!tier.placed) continue;
      const Chiplet& chiplet = stack_.chiplets[tier.chiplet];
      const std::string style = chiplet.mechanical ? "dummy" : std::string(to_string(chiplet.type));
      view.shapes.push_back(
          box(style,
              tier.path + " (" + chiplet.name + ", " + to_string(tier.to_stack.orientation) + ")",
              tier.box.low.x, tier.box.low.z, tier.box.high.x, tier.box.high.z));
    }
    for (const Interface& face : stack_.interfaces) {
      if (!face.usable || face.upper.tier == kNone) continue;
      const Box upper =
          stack_.tiers[face.upper.tier].to_stack.apply(*stack_.region(face.upper).box);
      const Dbu low =
          face.lower.tier == kNone ? stack_.region_z(face.upper) : stack_.region_z(face.lower);
      view.shapes.push_back(
          box("interface", face.name, upper.low.x, low, upper.high.x, stack_.region_z(face.upper)));
    }
    for (const core::Finding* finding : placed_) {
      SceneShape point = shape(SceneShape::Kind::kPoint, "finding", std::string(finding->code->id),
                               {{finding->where->x_um, finding->where->z_um}});
      point.fingerprint = core::fingerprint(*finding);
      view.shapes.push_back(std::move(point));
    }
    scene_.views.push_back(std::move(view));
  }

  void add_bumps(SceneView& view, const RegionUse& use, const std::string& style,
                 bool local) const {
    const Region& region = stack_.region(use);
    const Transform& to_stack = stack_.tiers[use.tier].to_stack;
    const std::size_t step = std::max<std::size_t>(1, region.map.bumps.size() / kDrawnBumps);
    for (std::size_t i = 0; i < region.map.bumps.size(); i += step) {
      const Bump& bump = region.map.bumps[i];
      const Point at = local ? Point{bump.x, bump.y} : to_stack.apply(Point{bump.x, bump.y});
      view.shapes.push_back(shape(SceneShape::Kind::kPoint, style, "", {um(at.x, at.y)}));
    }
    if (step > 1) {
      view.frame += "; every " + std::to_string(step) + "th bump of '" + stack_.region_name(use) +
                    "' is drawn";
    }
  }

  void add_plan(const Interface& face) {
    SceneView view;
    view.name = "interface " + face.name;
    view.frame = "interface '" + face.name + "' seen from the top, frame of the stack (um)";
    for (const auto& [use, style] :
         {std::pair{face.lower, "lower"}, std::pair{face.upper, "upper"}}) {
      if (use.tier == kNone) continue;
      const Tier& tier = stack_.tiers[use.tier];
      view.shapes.push_back(box(std::string("die-") + style, tier.path, tier.box.low.x,
                                tier.box.low.y, tier.box.high.x, tier.box.high.y));
      const Box region = tier.to_stack.apply(*stack_.region(use).box);
      view.shapes.push_back(box(std::string("region-") + style, stack_.region_name(use),
                                region.low.x, region.low.y, region.high.x, region.high.y));
      add_bumps(view, use, std::string("bump-") + style, false);
    }
    for (const core::Finding* finding : placed_) {
      const auto tier = tier_of_path_.find(finding->where->die);
      if (tier == tier_of_path_.end() || !on_face(*finding, tier->second, face)) continue;
      SceneShape point = shape(SceneShape::Kind::kPoint, "finding", std::string(finding->code->id),
                               {{finding->where->x_um, finding->where->y_um}});
      point.fingerprint = core::fingerprint(*finding);
      view.shapes.push_back(std::move(point));
    }
    scene_.views.push_back(std::move(view));
  }

  /// The finding stands on one of the two surfaces of the interface.
  bool on_face(const core::Finding& finding, TierId tier, const Interface& face) const {
    for (const RegionUse& use : {face.upper, face.lower}) {
      if (use.tier == tier && to_string(stack_.region(use).side) == finding.where->side)
        return true;
    }
    return false;
  }

  void add_die(TierId id) {
    const Tier& tier = stack_.tiers[id];
    const Chiplet& chiplet = stack_.chiplet(id);
    SceneView view;
    view.name = "die " + tier.path;
    view.frame = "die '" + tier.path + "' in the frame of chiplet '" + chiplet.name + "' (um)";
    view.shapes.push_back(box("outline", chiplet.name, chiplet.outline.low.x, chiplet.outline.low.y,
                              chiplet.outline.high.x, chiplet.outline.high.y));
    for (RegionId r = 0; r < chiplet.regions.size(); ++r) {
      const Region& region = chiplet.regions[r];
      if (!region.box) continue;
      view.shapes.push_back(box("region-" + std::string(to_string(region.side)), region.name,
                                region.box->low.x, region.box->low.y, region.box->high.x,
                                region.box->high.y));
      add_bumps(view, {id, r}, "bump-" + std::string(to_string(region.side)), true);
    }
    const Transform back = tier.to_stack.inverse();
    for (const core::Finding* finding : placed_) {
      if (finding->where->die != tier.path) continue;
      const auto dbu = [&](double value) {
        return static_cast<Dbu>(std::llround(value * static_cast<double>(stack_.dbu_per_um)));
      };
      const Point local = back.apply(Point{dbu(finding->where->x_um), dbu(finding->where->y_um)});
      SceneShape point = shape(SceneShape::Kind::kPoint, "finding", std::string(finding->code->id),
                               {um(local.x, local.y)});
      point.fingerprint = core::fingerprint(*finding);
      view.shapes.push_back(std::move(point));
    }
    scene_.views.push_back(std::move(view));
  }

  const Stack& stack_;
  Scene scene_;
  std::vector<const core::Finding*> placed_;
  std::map<std::string, TierId> tier_of_path_;
};

}  // namespace

Scene make_scene(const Stack& stack, const std::vector<core::Finding>& findings) {
  return SceneMaker(stack, findings).make();
}

}  // namespace sealring::stack3d
