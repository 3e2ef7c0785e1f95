// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Path assertions: regions that must be reachable one after the other, without passing those after NOT.
#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "stack3d/checks/context.h"

namespace sealring::stack3d {

namespace {

using Use = std::pair<TierId, RegionId>;

/// Regions joined by connections with bonds (or without bumps at all, where the faces meet) and through dies.
class RegionGraph {
 public:
  explicit RegionGraph(const CheckContext& context) : stack_(context.stack) {
    for (std::uint32_t id = 0; id < stack_.interfaces.size(); ++id) {
      const Interface& face = stack_.interfaces[id];
      if (!context.between_dies(face)) continue;
      const bool bumps = stack_.region(face.upper).bmap || stack_.region(face.lower).bmap;
      const bool meets = context.region_box(face.upper).touches(context.region_box(face.lower));
      if (face.bond_count == 0 && (bumps || !meets)) continue;
      join({face.upper.tier, face.upper.region}, {face.lower.tier, face.lower.region});
    }
    for (TierId id = 0; id < stack_.tiers.size(); ++id) join_inside(id);
  }

  /// Whether `to` is reachable from `from` without entering a forbidden region; `black_boxes` collects dies passed on trust.
  bool reaches(const Use& from, const Use& to, const std::set<Use>& forbidden,
               std::set<TierId>& black_boxes) const {
    std::map<Use, Use> came_from{{from, from}};
    std::deque<Use> open{from};
    while (!open.empty()) {
      const Use at = open.front();
      open.pop_front();
      if (at == to) {
        collect(came_from, to, black_boxes);
        return true;
      }
      const auto next = edges_.find(at);
      if (next == edges_.end()) continue;
      for (const Use& other : next->second) {
        if (forbidden.contains(other) || !came_from.emplace(other, at).second) continue;
        open.push_back(other);
      }
    }
    return false;
  }

 private:
  void join(const Use& a, const Use& b) {
    edges_[a].insert(b);
    edges_[b].insert(a);
  }

  /// Through a die: where its inside is known, regions that share a node or a link; else all of them.
  void join_inside(TierId id) {
    const Chiplet& chiplet = stack_.chiplet(id);
    const auto count = static_cast<RegionId>(chiplet.regions.size());
    if (chiplet.inside != Inside::kKnown) {
      for (RegionId a = 0; a < count; ++a) {
        for (RegionId b = a + 1; b < count; ++b) join({id, a}, {id, b});
      }
      return;
    }
    std::vector<std::set<RegionId>> regions_of(chiplet.nodes.size());
    for (RegionId r = 0; r < count; ++r) {
      for (const Bump& bump : chiplet.regions[r].map.bumps) regions_of[bump.node].insert(r);
    }
    const auto join_all = [&](const std::set<RegionId>& a, const std::set<RegionId>& b) {
      for (RegionId x : a) {
        for (RegionId y : b) {
          if (x != y) join({id, x}, {id, y});
        }
      }
    };
    for (const auto& regions : regions_of) join_all(regions, regions);
    for (const auto& link : chiplet.links) join_all(regions_of[link[0]], regions_of[link[1]]);
  }

  void collect(const std::map<Use, Use>& came_from, Use at, std::set<TierId>& black_boxes) const {
    while (came_from.at(at) != at) {
      const Use before = came_from.at(at);
      if (before.first == at.first && stack_.chiplet(at.first).inside == Inside::kBlackBox)
        black_boxes.insert(at.first);
      at = before;
    }
  }

  const Stack& stack_;
  std::map<Use, std::set<Use>> edges_;
};

void check_path(CheckContext& context, const RegionGraph& graph, const PathAssertion& path) {
  ++context.counts["paths"];
  const Stack& stack = context.stack;
  std::set<Use> forbidden;
  std::vector<const PathAssertion::Stop*> stops;
  for (const PathAssertion::Stop& stop : path.stops) {
    if (stop.region.tier == kNone) {
      context.skip("path assertion '" + path.name + "'",
                   "'" + stop.text + "' is not a region of the stack");
      return;
    }
    if (stop.forbidden) {
      forbidden.insert({stop.region.tier, stop.region.region});
    } else {
      stops.push_back(&stop);
    }
  }
  std::set<TierId> black_boxes;
  for (std::size_t i = 1; i < stops.size(); ++i) {
    const Use from{stops[i - 1]->region.tier, stops[i - 1]->region.region};
    const Use to{stops[i]->region.tier, stops[i]->region.region};
    if (graph.reaches(from, to, forbidden, black_boxes)) continue;
    std::set<TierId> unused;
    const bool without = !forbidden.empty() && graph.reaches(from, to, {}, unused);
    context.sink.report(
        core::make_finding(codes::kPath,
                           "path assertion '" + path.name + "': '" +
                               stack.region_name(stops[i]->region) + "' cannot be reached from '" +
                               stack.region_name(stops[i - 1]->region) + "'" +
                               (without ? " without passing a region that NOT forbids" : ""))
            .at(stops[i]->location)
            .on(path.name, stops[i]->text)
            .note("the assertion begins here", path.location));
  }
  if (black_boxes.empty()) return;
  std::string names;
  for (TierId id : black_boxes) names += (names.empty() ? "'" : ", '") + stack.tiers[id].path + "'";
  context.sink.report(
      core::make_finding(codes::kBlackBox,
                         "path assertion '" + path.name + "' holds only if " + names +
                             " connects its regions inside; it has neither DEF nor a "
                             "module body")
          .at(path.location)
          .on(path.name, "black box"));
}

}  // namespace

void check_paths(CheckContext& context) {
  if (context.stack.paths.empty()) return;
  const RegionGraph graph(context);
  for (const PathAssertion& path : context.stack.paths) check_path(context, graph, path);
}

}  // namespace sealring::stack3d
