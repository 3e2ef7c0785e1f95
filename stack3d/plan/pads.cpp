// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/pads.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "core/report/views.h"
#include "stack3d/assemble/plane_grid.h"
#include "stack3d/readers/keys.h"

namespace sealring::stack3d {

namespace {

Box common(const Box& a, const Box& b) {
  return {{std::max(a.low.x, b.low.x), std::max(a.low.y, b.low.y)},
          {std::min(a.high.x, b.high.x), std::min(a.high.y, b.high.y)}};
}

/// Distance between the edges of two boxes; 0 when they touch.
double edge_distance(const Box& a, const Box& b) {
  const Dbu dx = std::max<Dbu>({0, b.low.x - a.high.x, a.low.x - b.high.x});
  const Dbu dy = std::max<Dbu>({0, b.low.y - a.high.y, a.low.y - b.high.y});
  return std::hypot(static_cast<double>(dx), static_cast<double>(dy));
}

class Planner {
 public:
  Planner(const Stack& stack, const Rules& rules) : stack_(stack), rules_(rules) {
    const Rules::DummyPads& pads = *rules.dummy_pads;
    half_ = dbu(pads.size_um) / 2;
    pitch_ = std::max<Dbu>(dbu(pads.pitch_um), 1);
    spacing_ = dbu(pads.spacing_um);
    keep_out_ = rules.seal_ring_keep_out_um ? dbu(*rules.seal_ring_keep_out_um) : 0;
  }

  PadPlan run() {
    for (const Interface& face : stack_.interfaces) {
      if (face.upper.tier == kNone || face.lower.tier == kNone) continue;
      PadField field;
      field.interface_name = face.name;
      field.refused = why_not(face);
      if (field.refused.empty()) plan(face, field);
      plan_.fields.push_back(std::move(field));
    }
    for (auto& [key, map] : maps_) plan_.maps.push_back(std::move(map));
    return std::move(plan_);
  }

 private:
  Dbu dbu(const core::Rational& um) const {
    return round_half_away(um * core::Rational(stack_.dbu_per_um));
  }

  std::string why_not(const Interface& face) const {
    if (!face.usable) return "a region of it has no usable coordinates";
    for (const RegionUse& use : {face.upper, face.lower}) {
      const Tier& tier = stack_.tiers[use.tier];
      const Chiplet& chiplet = stack_.chiplets[tier.chiplet];
      const std::string who = "'" + stack_.region_name(use) + "'";
      if (!tier.placed) return "'" + tier.path + "' is not placed";
      if (chiplet.shrink != core::Rational(1) || chiplet.offset != Point{})
        return "the map of " + who + " is shrunk or shifted when it is read";
      const auto placed =
          std::count_if(stack_.tiers.begin(), stack_.tiers.end(),
                        [&](const Tier& other) { return other.chiplet == tier.chiplet; });
      if (placed > 1)
        return "'" + chiplet.name + "' is placed " + std::to_string(placed) +
               " times and has one map for all of them";
      const auto used = std::count_if(
          stack_.interfaces.begin(), stack_.interfaces.end(),
          [&](const Interface& other) { return other.upper == use || other.lower == use; });
      if (used > 1)
        return who + " is used by " + std::to_string(used) + " connections and has one map";
    }
    return "";
  }

  /// Where pads may lie: the region without the rings of its die, in the global plane.
  Box free_of(const RegionUse& use) const {
    const Tier& tier = stack_.tiers[use.tier];
    const Chiplet& chiplet = stack_.chiplets[tier.chiplet];
    const bool ring = std::any_of(chiplet.seal_ring.begin(), chiplet.seal_ring.end(),
                                  [](Dbu width) { return width > 0; });
    const auto border = [&](std::size_t side) {
      return chiplet.scribe[side] + chiplet.seal_ring[side] + (ring ? keep_out_ : 0);
    };
    const Box inner{{border(0), border(1)},
                    {chiplet.outline.high.x - border(2), chiplet.outline.high.y - border(3)}};
    return tier.to_stack.apply(common(inner, *stack_.region(use).box));
  }

  /// Boxes of the bumps of a face in the global plane; a cell without LEF counts as large as a dummy pad.
  void add_bumps(const RegionUse& use) {
    const Tier& tier = stack_.tiers[use.tier];
    const Chiplet& chiplet = stack_.chiplets[tier.chiplet];
    for (const Bump& bump : stack_.region(use).map.bumps) {
      Box pad{{-half_, -half_}, {half_, half_}};
      const auto shape = chiplet.cell_shapes.find(bump.cell);
      if (shape != chiplet.cell_shapes.end() && shape->second.has_pad) pad = shape->second.pad;
      const Box box = tier.to_stack.apply(Box{{bump.x + pad.low.x, bump.y + pad.low.y},
                                              {bump.x + pad.high.x, bump.y + pad.high.y}});
      reach_ = std::max({reach_, box.width(), box.height()});
      centres_.push_back(box.centre());
      boxes_.push_back(box);
    }
  }

  void plan(const Interface& face, PadField& field) {
    const auto region = [&](const RegionUse& use) {
      return stack_.tiers[use.tier].to_stack.apply(*stack_.region(use).box);
    };
    const Box whole = common(region(face.upper), region(face.lower));
    const Box free = common(free_of(face.upper), free_of(face.lower));
    if (whole.width() <= 0 || whole.height() <= 0) {
      field.refused = "its two regions do not lie over each other";
      return;
    }
    field.overlap_mm2 = stack_.um(whole.width()) * stack_.um(whole.height()) * 1e-6;
    centres_.clear();
    boxes_.clear();
    reach_ = 0;
    add_bumps(face.upper);
    add_bumps(face.lower);
    field.bumps = boxes_.size();
    const Dbu radius = 2 * (half_ + spacing_ + reach_);
    const PlaneGrid grid(centres_, std::max(radius, pitch_));
    std::vector<Point> places;
    // The grid is centred in the overlap, so that turning the stack around gives the same field.
    const auto first = [&](Dbu low, Dbu length) { return low + (length % pitch_) / 2; };
    for (Dbu x = first(whole.low.x, whole.width()); x <= whole.high.x; x += pitch_) {
      for (Dbu y = first(whole.low.y, whole.height()); y <= whole.high.y; y += pitch_) {
        const Box pad{{x - half_, y - half_}, {x + half_, y + half_}};
        if (!free.contains(pad)) {
          ++field.on_ring;
        } else if (is_near(grid, pad, radius)) {
          ++field.near_bump;
        } else {
          places.push_back({x, y});
        }
      }
    }
    field.pads = places.size();
    append(face.upper, places);
    append(face.lower, places);
  }

  bool is_near(const PlaneGrid& grid, const Box& pad, Dbu radius) const {
    bool near = false;
    grid.each_within(pad.centre(), radius, [&](std::uint32_t i, double) {
      const double distance = edge_distance(pad, boxes_[i]);
      near = near || pad.overlaps(boxes_[i]) || distance < static_cast<double>(spacing_);
    });
    return near;
  }

  /// A beginning that no bump of the chiplet's names has.
  static std::string free_prefix(const Chiplet& chiplet) {
    for (std::string prefix = "DMY_";; prefix.insert(0, "X")) {
      const bool used =
          std::any_of(chiplet.regions.begin(), chiplet.regions.end(), [&](const Region& region) {
            return std::any_of(
                region.map.bumps.begin(), region.map.bumps.end(),
                [&](const Bump& bump) { return region.map.name(bump).starts_with(prefix); });
          });
      if (!used) return prefix;
    }
  }

  void append(const RegionUse& use, const std::vector<Point>& places) {
    if (places.empty()) return;
    const Tier& tier = stack_.tiers[use.tier];
    const Chiplet& chiplet = stack_.chiplets[tier.chiplet];
    const Region& region = stack_.region(use);
    const Transform to_chiplet = tier.to_stack.inverse();
    auto& [name, text] = maps_[{tier.chiplet, use.region}];
    name = core::plain_word(chiplet.name) + "_" + core::plain_word(region.name) + ".bmap";
    text = region.map.text;
    if (!text.empty() && text.back() != '\n') text += '\n';
    text += "# dummy bond pads\n";
    const std::string prefix = free_prefix(chiplet) + core::plain_word(region.name) + "_";
    std::uint64_t number = 0;
    const auto um = [&](Dbu length) {
      const std::string with_unit = um_text(length, stack_.dbu_per_um);
      return with_unit.substr(0, with_unit.find(' '));
    };
    for (const Point& place : places) {
      const Point own = to_chiplet.apply(place);
      text += prefix + std::to_string(number++) + " " + rules_.dummy_pads->cell + " " + um(own.x) +
              " " + um(own.y) + " - -\n";
    }
  }

  const Stack& stack_;
  const Rules& rules_;
  Dbu half_ = 0;
  Dbu pitch_ = 1;
  Dbu spacing_ = 0;
  Dbu keep_out_ = 0;
  Dbu reach_ = 0;  ///< largest bump of the interface at hand
  std::vector<Point> centres_;
  std::vector<Box> boxes_;
  PadPlan plan_;
  std::map<std::pair<ChipletId, RegionId>, std::pair<std::string, std::string>> maps_;
};

}  // namespace

std::uint64_t PadPlan::pads() const {
  std::uint64_t sum = 0;
  for (const PadField& field : fields) sum += field.pads;
  return sum;
}

PadPlan plan_pads(const Stack& stack, const Rules& rules) {
  return Planner(stack, rules).run();
}

}  // namespace sealring::stack3d
