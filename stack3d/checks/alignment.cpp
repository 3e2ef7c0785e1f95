// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Bumps against their partners: first the one transform that explains an interface, then bump by bump.
#include <algorithm>
#include <cmath>
#include <map>

#include "stack3d/assemble/plane_grid.h"
#include "stack3d/checks/context.h"

namespace sealring::stack3d {

namespace {

const core::Code& code_of(Fit::Kind kind) {
  switch (kind) {
    case Fit::Kind::kShift: return codes::kInterfaceShift;
    case Fit::Kind::kMirror: return codes::kInterfaceMirror;
    case Fit::Kind::kRotation: return codes::kInterfaceRotation;
    case Fit::Kind::kScale: break;
  }
  return codes::kInterfaceScale;
}

class Alignment {
 public:
  Alignment(CheckContext& context, std::uint32_t id)
      : context_(context),
        stack_(context.stack),
        face_(context.stack.interfaces[id]),
        fit_(context.fits[id]) {}

  void run() {
    context_.counts["matched_pairs"] += face_.bond_count;
    if (fit_) {
      report_fit();
    }
    report_misaligned();
    lower_ = unsaid(face_.unpaired_lower);
    upper_ = unsaid(face_.unpaired_upper);
    match_by_key();
    report_missing(upper_, face_.lower);
    report_missing(lower_, face_.upper);
  }

 private:
  std::vector<PinId> unsaid(const std::vector<PinId>& pins) const {
    std::vector<PinId> result;
    for (PinId pin : pins) {
      if (!context_.explained[pin]) result.push_back(pin);
    }
    return result;
  }

  void report_fit() {
    const std::size_t bumps = stack_.region(face_.upper).map.bumps.size();
    context_.sink.report(
        core::make_finding(code_of(fit_->kind),
                           "interface '" + face_.name + "': " + std::to_string(fit_->explained) +
                               " of " + std::to_string(fit_->misses) + " misses (" +
                               std::to_string(bumps) + " bumps) are explained by one cause: '" +
                               stack_.region_name(face_.upper) + "' would meet '" +
                               stack_.region_name(face_.lower) + "' if it were " +
                               describe(*fit_, stack_))
            .at(stack_.tiers[face_.upper.tier].location)
            .on(face_.name, "fit")
            .note("the connection", face_.location)
            .property("explained", std::to_string(fit_->explained))
            .property("misses", std::to_string(fit_->misses))
            .property("transform", describe(*fit_, stack_)));
  }

  core::Finding with_net(core::Finding finding, PinId pin) const {
    const auto open = context_.open_by_pin.find(pin);
    if (open == context_.open_by_pin.end()) return finding;
    return std::move(finding)
        .note("net '" + open->second + "' is open because of this")
        .property("open_net", open->second);
  }

  void report_misaligned() {
    std::size_t listed = 0;
    for (std::uint32_t i = 0; i < face_.bond_count; ++i) {
      const Bond& bond = stack_.bonds[face_.first_bond + i];
      if (bond.type != Bond::Type::kMisaligned) continue;
      ++context_.counts["misaligned_pairs"];
      if (context_.explained[bond.upper] || ++listed > CheckContext::kListed) continue;
      report_pair(bond.upper, bond.lower);
    }
    report_rest(codes::kMisaligned, listed, "misaligned pairs");
  }

  void report_pair(PinId upper, PinId lower) {
    const Point u = stack_.pin_position(upper);
    const Point l = stack_.pin_position(lower);
    const Point off{u.x - l.x, u.y - l.y};
    const double distance = std::hypot(static_cast<double>(off.x), static_cast<double>(off.y));
    const std::string nm = core::format_decimal(
        core::Rational(std::llround(distance * 1000.0 / static_cast<double>(stack_.dbu_per_um))),
        15);
    context_.sink.report(with_net(
        core::make_finding(codes::kMisaligned,
                           "bump '" + stack_.pin_name(upper) + "' stands " + context_.um(off) +
                               " from its partner '" + stack_.pin_name(lower) + "': " + nm +
                               " nm, the tolerance is " + context_.nm(face_.tolerance))
            .at(stack_.pin_location(upper))
            .on(stack_.pin_name(upper), stack_.pin_name(lower))
            .placed(stack_.where(upper))
            .note("its partner", stack_.pin_location(lower))
            .property("dx_um", context_.um(off.x))
            .property("dy_um", context_.um(off.y))
            .property("distance_nm", nm),
        upper));
  }

  /// Two lonely bumps of one net, the only ones of it on their sides: one bump that was moved, not two that are missing.
  void match_by_key() {
    const auto& keys = context_.intent.key_of_node;
    const auto by_key = [&](const std::vector<PinId>& pins) {
      std::map<std::uint32_t, std::vector<PinId>> result;
      for (PinId pin : pins) {
        const std::uint32_t key = keys[stack_.node_of_pin(pin)];
        if (key != 0) result[key].push_back(pin);
      }
      return result;
    };
    const auto upper = by_key(upper_);
    const auto lower = by_key(lower_);
    std::vector<PinId> said;
    for (const auto& [key, pins] : upper) {
      const auto other = lower.find(key);
      if (pins.size() != 1 || other == lower.end() || other->second.size() != 1) continue;
      report_pair(pins.front(), other->second.front());
      said.push_back(pins.front());
      said.push_back(other->second.front());
    }
    std::sort(said.begin(), said.end());
    for (auto* list : {&upper_, &lower_}) {
      std::erase_if(*list,
                    [&](PinId pin) { return std::binary_search(said.begin(), said.end(), pin); });
    }
  }

  /// Reports bumps without a partner, with the nearest bump of the other face.
  void report_missing(const std::vector<PinId>& pins, const RegionUse& other) {
    if (pins.empty()) return;
    const Region& region = stack_.region(other);
    const Tier& tier = stack_.tiers[other.tier];
    std::vector<Point> points;
    points.reserve(region.map.bumps.size());
    for (const Bump& bump : region.map.bumps)
      points.push_back(tier.to_stack.apply(Point{bump.x, bump.y}));
    const Dbu reach = std::max<Dbu>(face_.pitch, stack_.dbu_per_um);
    const PlaneGrid grid(points, reach);
    const Box opposite = context_.region_box(other);
    std::size_t listed = 0;
    for (PinId pin : pins) {
      ++context_.counts["unpaired_bumps"];
      if (++listed > CheckContext::kListed) continue;
      const Point at = stack_.pin_position(pin);
      std::string message = "bump '" + stack_.pin_name(pin) + "' has no partner on '" +
                            stack_.region_name(other) + "'";
      if (!opposite.contains(at)) message += ", which does not reach it";
      std::uint32_t nearest = kNone;
      double distance = 0;
      for (Dbu radius = reach; radius <= reach * 64 && nearest == kNone; radius *= 4) {
        grid.each_within(at, radius, [&](std::uint32_t i, double d) {
          if (nearest == kNone || d < distance || (d == distance && i < nearest)) {
            nearest = i;
            distance = d;
          }
        });
      }
      core::Finding finding = core::make_finding(codes::kMissingPartner, "");
      if (nearest != kNone) {
        const Point off{points[nearest].x - at.x, points[nearest].y - at.y};
        const std::string name(region.map.name(region.map.bumps[nearest]));
        message += "; the nearest, '" + name + "', is " + context_.um(off) + " away";
        finding.notes.push_back({region.map.locate(region.map.bumps[nearest]), "the nearest bump"});
      }
      finding.message = message;
      context_.sink.report(with_net(std::move(finding)
                                        .at(stack_.pin_location(pin))
                                        .on(stack_.pin_name(pin), face_.name)
                                        .placed(stack_.where(pin)),
                                    pin));
    }
    report_rest(codes::kMissingPartner, listed, "bumps without partner");
  }

  void report_rest(const core::Code& code, std::size_t count, const std::string& what) {
    if (count <= CheckContext::kListed) return;
    context_.sink.report(
        core::make_finding(code, "interface '" + face_.name + "' has " + std::to_string(count) +
                                     " " + what + "; the first " +
                                     std::to_string(CheckContext::kListed) + " are listed")
            .at(face_.location)
            .on(face_.name, "more " + what));
  }

  CheckContext& context_;
  const Stack& stack_;
  const Interface& face_;
  const std::optional<Fit>& fit_;
  std::vector<PinId> lower_;
  std::vector<PinId> upper_;
};

}  // namespace

void check_alignment(CheckContext& context) {
  for (std::uint32_t id = 0; id < context.stack.interfaces.size(); ++id) {
    const Interface& face = context.stack.interfaces[id];
    if (!context.between_dies(face)) continue;
    const bool bumps = !context.stack.region(face.upper).map.bumps.empty() ||
                       !context.stack.region(face.lower).map.bumps.empty();
    if (bumps) Alignment(context, id).run();
  }
}

}  // namespace sealring::stack3d
