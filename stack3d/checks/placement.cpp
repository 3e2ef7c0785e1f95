// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Orientation, facing and gaps: how the dies stand to each other in z.
#include <algorithm>
#include <map>

#include "stack3d/checks/context.h"

namespace sealring::stack3d {

namespace {

/// A turned-over die whose transform is a mirror image.
void report_improper(CheckContext& context) {
  for (const Tier& tier : context.stack.tiers) {
    const Orientation& orientation = tier.to_stack.orientation;
    if (!tier.placed || orientation.determinant() > 0) continue;
    const std::string how = orientation.mz
                                ? "MZ turns z and leaves x and y alone, so its layout and bump map "
                                  "must already be mirrored"
                                : "the layout is mirrored in the plane without being turned over";
    context.sink.report(core::make_finding(codes::kImproperOrientation,
                                           "'" + tier.path + "' is placed as a mirror image (" +
                                               to_string(orientation) + ", determinant -1): " + how)
                            .at(tier.location)
                            .on(tier.path, "improper")
                            .property("flip", std::string(to_string(context.stack.flip))));
  }
}

/// Height of the surface above `face.lower` that `face.upper` would need.
Dbu gap_error(const Interface& face) {
  return face.gap - face.thickness;
}

bool is_internal(const Stack& stack, const RegionUse& use) {
  const Side side = stack.region(use).side;
  return side == Side::kInternal || side == Side::kInternalExt;
}

/// Turned-over dies whose every wrong gap is off by exactly their own thickness: z was meant as the mirror plane.
std::map<TierId, std::vector<std::uint32_t>> mirror_plane_cause(
    const CheckContext& context, const std::vector<std::uint32_t>& wrong) {
  const Stack& stack = context.stack;
  std::map<TierId, std::vector<std::uint32_t>> cause;
  for (std::uint32_t id : wrong) {
    const Interface& face = stack.interfaces[id];
    for (const auto& [tier, sign] :
         {std::pair{face.upper.tier, 1}, std::pair{face.lower.tier, -1}}) {
      if (!stack.tiers[tier].to_stack.orientation.mz) continue;
      if (sign * gap_error(face) == stack.chiplet(tier).thickness) cause[tier].push_back(id);
    }
  }
  return cause;
}

void report_mirror_plane(CheckContext& context,
                         const std::map<TierId, std::vector<std::uint32_t>>& cause) {
  if (cause.empty()) return;
  const Tier& first = context.stack.tiers[cause.begin()->first];
  std::string names;
  std::size_t faces = 0;
  std::size_t listed = 0;
  for (const auto& [tier, ids] : cause) {
    if (listed++ < 4) names += (names.empty() ? "'" : ", '") + context.stack.tiers[tier].path + "'";
    faces += ids.size();
  }
  if (listed > 4) names += ", ...";
  context.sink.report(
      core::make_finding(codes::kMirrorPlane,
                         std::to_string(cause.size()) +
                             (cause.size() == 1 ? " turned-over die is" : " turned-over dies are") +
                             " off by exactly the own thickness (" + names + "), which explains " +
                             std::to_string(faces) + (faces == 1 ? " wrong gap" : " wrong gaps") +
                             ": 'z' may be meant as the mirror plane; here it is the lowest point "
                             "of the placed die")
          .at(first.location)
          .on(first.path, "mirror plane")
          .advise("Subtract the thickness of the die from its z."));
}

}  // namespace

Dbu CheckContext::gap_tolerance(const Interface& face) const {
  const Rules::InterfaceRule* rule = rules.rule_for(face.name);
  const std::int64_t own = rule != nullptr ? rule->gap_tolerance_nm.value_or(rules.gap_tolerance_nm)
                                           : rules.gap_tolerance_nm;
  return own * stack.dbu_per_um / 1000;
}

std::string CheckContext::um(const Point& p) const {
  const std::string x = um_text(p.x, stack.dbu_per_um);
  const std::string y = um_text(p.y, stack.dbu_per_um);
  return "(" + x.substr(0, x.find(' ')) + ", " + y.substr(0, y.find(' ')) + ") um";
}

std::string CheckContext::size(Dbu width, Dbu height) const {
  const std::string w = um_text(width, stack.dbu_per_um);
  return w.substr(0, w.find(' ')) + " x " + um_text(height, stack.dbu_per_um);
}

std::string CheckContext::nm(Dbu length) const {
  return core::format_decimal(
             core::Rational(length) * core::Rational(1000) / core::Rational(stack.dbu_per_um), 18) +
         " nm";
}

void check_orientation(CheckContext& context) {
  report_improper(context);
  const Stack& stack = context.stack;
  for (const Interface& face : stack.interfaces) {
    if (!context.between_dies(face)) continue;
    if (is_internal(stack, face.upper) || is_internal(stack, face.lower)) continue;
    ++context.counts["facings"];
    const bool upper_up = stack.faces_up(face.upper);
    const bool lower_up = stack.faces_up(face.lower);
    if (!upper_up && lower_up) continue;
    const std::string upper = stack.region_name(face.upper);
    const std::string lower = stack.region_name(face.lower);
    const bool swapped = upper_up && !lower_up;
    std::string message;
    if (swapped) {
      message = "connection '" + face.name + "' declares '" + upper +
                "' as top, which faces up, and '" + lower +
                "' as bot, which faces down: top and bot are swapped";
    } else if (upper_up) {
      message = "connection '" + face.name + "': its top '" + upper + "' faces up, away from '" +
                lower + "'";
    } else {
      message = "connection '" + face.name + "': its bot '" + lower + "' faces down, away from '" +
                upper + "'";
    }
    context.sink.report(
        core::make_finding(swapped ? codes::kTopBottomSwapped : codes::kFacing, message)
            .at(face.location)
            .on(face.name, "facing"));
  }
}

void check_gaps(CheckContext& context) {
  const Stack& stack = context.stack;
  std::vector<std::uint32_t> wrong;
  for (std::uint32_t id = 0; id < stack.interfaces.size(); ++id) {
    const Interface& face = stack.interfaces[id];
    if (!context.between_dies(face)) continue;
    ++context.counts["gaps"];
    const Box3& upper = stack.tiers[face.upper.tier].box;
    const Box3& lower = stack.tiers[face.lower.tier].box;
    const bool internal = is_internal(stack, face.upper) || is_internal(stack, face.lower);
    const Dbu error = gap_error(face);
    const bool right = internal ? upper.low.z <= lower.high.z && lower.low.z <= upper.high.z
                                : (error < 0 ? -error : error) <= context.gap_tolerance(face);
    if (!right) wrong.push_back(id);
  }
  const auto cause = mirror_plane_cause(context, wrong);
  report_mirror_plane(context, cause);
  for (std::uint32_t id : wrong) {
    const Interface& face = stack.interfaces[id];
    const bool said = std::any_of(cause.begin(), cause.end(), [&](const auto& entry) {
      return std::find(entry.second.begin(), entry.second.end(), id) != entry.second.end();
    });
    if (said) continue;
    const Dbu tolerance = context.gap_tolerance(face);
    context.sink.report(
        core::make_finding(codes::kGap, "the gap of connection '" + face.name + "' between '" +
                                            stack.region_name(face.upper) + "' and '" +
                                            stack.region_name(face.lower) + "' is " +
                                            context.um(face.gap) + ", its thickness is " +
                                            context.um(face.thickness) +
                                            (tolerance > 0 ? " +- " + context.nm(tolerance) : ""))
            .at(face.location)
            .on(face.name, "gap")
            .property("gap_um", context.um(face.gap))
            .property("thickness_um", context.um(face.thickness)));
  }
}

}  // namespace sealring::stack3d
