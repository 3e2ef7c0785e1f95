// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Dies that take the same space, floating dies, dies that touch without a connection.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "stack3d/assemble/connect.h"
#include "stack3d/checks/context.h"

namespace sealring::stack3d {

namespace {

bool share_volume(const Box3& a, const Box3& b) {
  return a.plane().overlaps(b.plane()) && a.low.z < b.high.z && b.low.z < a.high.z;
}

std::string volume_text(const CheckContext& context, const Box3& a, const Box3& b) {
  const Dbu x = std::min(a.high.x, b.high.x) - std::max(a.low.x, b.low.x);
  const Dbu y = std::min(a.high.y, b.high.y) - std::max(a.low.y, b.low.y);
  const Dbu z = std::min(a.high.z, b.high.z) - std::max(a.low.z, b.low.z);
  const auto plain = [&](Dbu length) {
    const std::string text = context.um(length);
    return text.substr(0, text.find(' '));
  };
  return plain(x) + " x " + plain(y) + " x " + plain(z) + " um";
}

/// Pairs of tiers that a connection through an internal region declares as embedded in each other.
std::set<std::pair<TierId, TierId>> embedded_pairs(const Stack& stack) {
  std::set<std::pair<TierId, TierId>> pairs;
  for (const Interface& face : stack.interfaces) {
    if (!face.usable || face.upper.tier == kNone || face.lower.tier == kNone) continue;
    const auto internal = [&](const RegionUse& use) {
      const Side side = stack.region(use).side;
      return side == Side::kInternal || side == Side::kInternalExt;
    };
    if (internal(face.upper) || internal(face.lower))
      pairs.insert(std::minmax(face.upper.tier, face.lower.tier));
  }
  return pairs;
}

void report_overlap(CheckContext& context, TierId a, TierId b, bool embedded) {
  const Stack& stack = context.stack;
  const std::string& first = std::min(stack.tiers[a].path, stack.tiers[b].path);
  const std::string& second = std::max(stack.tiers[a].path, stack.tiers[b].path);
  const Tier& at = stack.tiers[std::max(a, b)];
  const std::string volume = volume_text(context, stack.tiers[a].box, stack.tiers[b].box);
  core::Finding finding =
      embedded ? core::make_finding(codes::kEmbedded,
                                    "'" + first + "' and '" + second + "' share " + volume +
                                        "; a connection declares the one embedded in the other")
               : core::make_finding(codes::kDieOverlap, "dies '" + first + "' and '" + second +
                                                            "' take the same space: " + volume);
  context.sink.report(
      std::move(finding)
          .at(at.location)
          .on(first, second)
          .note("the other die is placed here", stack.tiers[std::min(a, b)].location));
}

/// A connection that holds in place: faces meet, face each other, and the gap is right.
bool is_valid(const CheckContext& context, const Interface& face) {
  const Stack& stack = context.stack;
  if (!face.usable) return false;
  if (face.upper.tier == kNone || face.lower.tier == kNone) return true;
  if (!context.region_box(face.upper).touches(context.region_box(face.lower))) return false;
  const auto internal = [&](const RegionUse& use) {
    const Side side = stack.region(use).side;
    return side == Side::kInternal || side == Side::kInternalExt;
  };
  if (internal(face.upper) || internal(face.lower)) {
    const Box3& a = stack.tiers[face.upper.tier].box;
    const Box3& b = stack.tiers[face.lower.tier].box;
    return a.low.z <= b.high.z && b.low.z <= a.high.z;
  }
  const Dbu error = face.gap - face.thickness;
  return !stack.faces_up(face.upper) && stack.faces_up(face.lower) &&
         (error < 0 ? -error : error) <= context.gap_tolerance(face);
}

}  // namespace

void check_overlaps(CheckContext& context) {
  const Stack& stack = context.stack;
  std::vector<TierId> order;
  for (TierId id = 0; id < stack.tiers.size(); ++id) {
    if (stack.tiers[id].placed) order.push_back(id);
  }
  context.counts["dies_placed"] = order.size();
  std::sort(order.begin(), order.end(), [&](TierId a, TierId b) {
    return std::tie(stack.tiers[a].box.low.x, a) < std::tie(stack.tiers[b].box.low.x, b);
  });
  const auto embedded = embedded_pairs(stack);
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const Box3& a = stack.tiers[order[i]].box;
      const Box3& b = stack.tiers[order[j]].box;
      if (b.low.x >= a.high.x) break;
      if (share_volume(a, b)) {
        report_overlap(context, order[i], order[j],
                       embedded.contains(std::minmax(order[i], order[j])));
      }
    }
  }
}

void check_floating(CheckContext& context) {
  const Stack& stack = context.stack;
  const auto tiers = static_cast<std::uint32_t>(stack.tiers.size());
  if (tiers < 2 && stack.interfaces.empty()) return;
  if (stack.interfaces.empty()) {
    context.sink.report(
        core::make_finding(codes::kFloating, "the stack has no Connection at all: none of its " +
                                                 std::to_string(tiers) +
                                                 " dies is connected to another or to the outside")
            .at(stack.location)
            .on(stack.design, "no connection"));
    return;
  }
  UnionFind sets(tiers + 1U);  // the last one is the outside
  bool outside = false;
  for (const Interface& face : stack.interfaces) {
    if (!is_valid(context, face)) continue;
    outside = outside || face.upper.tier == kNone || face.lower.tier == kNone;
    sets.join(face.upper.tier == kNone ? tiers : face.upper.tier,
              face.lower.tier == kNone ? tiers : face.lower.tier);
  }
  std::map<std::uint32_t, std::vector<TierId>> groups;
  for (TierId id = 0; id < tiers; ++id) {
    if (!stack.chiplet(id).mechanical) groups[sets.find(id)].push_back(id);
  }
  std::uint32_t grounded = sets.find(tiers);
  if (!outside && !groups.empty()) {
    grounded = std::max_element(groups.begin(), groups.end(), [](const auto& a, const auto& b) {
                 return a.second.size() < b.second.size();
               })->first;
  }
  for (const auto& [root, members] : groups) {
    if (root == grounded) continue;
    std::string names;
    for (std::size_t i = 0; i < members.size() && i < 6; ++i) {
      names += (names.empty() ? "'" : ", '") + stack.tiers[members[i]].path + "'";
    }
    if (members.size() > 6) names += ", ...";
    const Tier& first = stack.tiers[members.front()];
    context.sink.report(
        core::make_finding(
            codes::kFloating,
            (members.size() == 1 ? "die " + names + " has"
                                 : std::to_string(members.size()) + " dies (" + names + ") have") +
                std::string(" no valid connection to the rest of the stack"))
            .at(first.location)
            .on(first.path, "floating"));
  }
}

}  // namespace sealring::stack3d
