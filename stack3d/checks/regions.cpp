// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Regions against their die, against each other, and against the other side of their connection.
#include <algorithm>
#include <set>

#include "stack3d/checks/context.h"

namespace sealring::stack3d {

namespace {

std::vector<bool> used_chiplets(const Stack& stack) {
  std::vector<bool> used(stack.chiplets.size(), stack.tiers.empty());
  for (const Tier& tier : stack.tiers) used[tier.chiplet] = true;
  return used;
}

void report_outside_die(CheckContext& context, const Chiplet& chiplet, const Region& region) {
  const Box outline = chiplet.outline.plane();
  if (outline.contains(*region.box)) return;
  const Box& box = *region.box;
  const Dbu beyond = std::max({outline.low.x - box.low.x, outline.low.y - box.low.y,
                               box.high.x - outline.high.x, box.high.y - outline.high.y});
  context.sink.report(core::make_finding(codes::kRegionOutsideDie,
                                         "region '" + chiplet.name + ".regions." + region.name +
                                             "' reaches " + context.um(beyond) +
                                             " beyond the outline of the die (" +
                                             context.size(outline.width(), outline.height()) + ")")
                          .at(region.location)
                          .on(chiplet.name + ".regions." + region.name, "outside"));
}

void report_region_overlaps(CheckContext& context, const Chiplet& chiplet) {
  for (std::size_t i = 0; i < chiplet.regions.size(); ++i) {
    for (std::size_t j = i + 1; j < chiplet.regions.size(); ++j) {
      const Region& a = chiplet.regions[i];
      const Region& b = chiplet.regions[j];
      if (a.side != b.side || !a.box || !b.box || !a.box->overlaps(*b.box)) continue;
      if (a.layer != b.layer && !a.layer.empty() && !b.layer.empty()) continue;
      const Dbu x = std::min(a.box->high.x, b.box->high.x) - std::max(a.box->low.x, b.box->low.x);
      const Dbu y = std::min(a.box->high.y, b.box->high.y) - std::max(a.box->low.y, b.box->low.y);
      context.sink.report(
          core::make_finding(codes::kRegionOverlap,
                             "regions '" + a.name + "' and '" + b.name + "' of '" + chiplet.name +
                                 "' overlap on the " + std::string(to_string(a.side)) +
                                 " side by " + context.size(x, y))
              .at(b.location)
              .on(chiplet.name + ".regions." + std::min(a.name, b.name), std::max(a.name, b.name))
              .note("the other region", a.location));
    }
  }
}

void report_apart(CheckContext& context, const Interface& face) {
  const Stack& stack = context.stack;
  const Box upper = context.region_box(face.upper);
  const Box lower = context.region_box(face.lower);
  if (upper.touches(lower)) return;
  const Dbu x = std::max({Dbu{0}, upper.low.x - lower.high.x, lower.low.x - upper.high.x});
  const Dbu y = std::max({Dbu{0}, upper.low.y - lower.high.y, lower.low.y - upper.high.y});
  context.sink.report(
      core::make_finding(codes::kRegionsApart, "connection '" + face.name + "': '" +
                                                   stack.region_name(face.upper) + "' and '" +
                                                   stack.region_name(face.lower) +
                                                   "' do not lie over each other; they are " +
                                                   context.um(Point{x, y}) + " apart")
          .at(face.location)
          .on(face.name, "apart"));
}

/// A connection between two faces that both hold bumps and share none, or of which one holds none.
void report_unused_connection(CheckContext& context, const Interface& face) {
  const Stack& stack = context.stack;
  const std::size_t upper = stack.region(face.upper).map.bumps.size();
  const std::size_t lower = stack.region(face.lower).map.bumps.size();
  const bool upper_map = stack.region(face.upper).bmap.has_value();
  const bool lower_map = stack.region(face.lower).bmap.has_value();
  if (upper_map == lower_map)
    return;  // both have bumps (alignment says more), or neither (a mechanical bond)
  const RegionUse& with = upper_map ? face.upper : face.lower;
  const RegionUse& without = upper_map ? face.lower : face.upper;
  context.sink.report(
      core::make_finding(codes::kUnusedConnection,
                         "connection '" + face.name + "' joins '" + stack.region_name(with) +
                             "' with " + std::to_string(std::max(upper, lower)) + " bumps and '" +
                             stack.region_name(without) + "', which has no bump map")
          .at(face.location)
          .on(face.name, "unused"));
}

void report_unused_regions(CheckContext& context) {
  const Stack& stack = context.stack;
  std::set<std::pair<TierId, RegionId>> used;
  for (const Interface& face : stack.interfaces) {
    for (const RegionUse& use : {face.upper, face.lower}) {
      if (use.tier != kNone) used.insert({use.tier, use.region});
    }
  }
  for (TierId id = 0; id < stack.tiers.size(); ++id) {
    const Chiplet& chiplet = stack.chiplet(id);
    for (RegionId r = 0; r < chiplet.regions.size(); ++r) {
      const Region& region = chiplet.regions[r];
      const std::string name = stack.region_name({id, r});
      if (used.contains({id, r})) continue;
      if (region.side == Side::kInternalExt) {
        context.sink.report(
            core::make_finding(codes::kInternalUnused,
                               "internal_ext region '" + name + "' is in no connection")
                .at(region.location)
                .on(name, "unused"));
      } else if (!region.map.bumps.empty()) {
        context.sink.report(
            core::make_finding(codes::kUnusedRegion,
                               "region '" + name + "' holds " +
                                   std::to_string(region.map.bumps.size()) +
                                   " bumps and is in no connection: they were not paired")
                .at(region.location)
                .on(name, "unused"));
      }
    }
  }
}

}  // namespace

void check_regions(CheckContext& context) {
  const Stack& stack = context.stack;
  const std::vector<bool> used = used_chiplets(stack);
  for (std::size_t i = 0; i < stack.chiplets.size(); ++i) {
    const Chiplet& chiplet = stack.chiplets[i];
    if (!used[i]) continue;
    for (const Region& region : chiplet.regions) {
      if (!region.box) continue;
      ++context.counts["regions"];
      report_outside_die(context, chiplet, region);
    }
    report_region_overlaps(context, chiplet);
  }
  for (const Interface& face : stack.interfaces) {
    if (!context.between_dies(face)) continue;
    ++context.counts["interfaces"];
    report_apart(context, face);
    report_unused_connection(context, face);
  }
  report_unused_regions(context);
}

}  // namespace sealring::stack3d
