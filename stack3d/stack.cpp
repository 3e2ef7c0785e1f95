// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/stack.h"

#include <algorithm>

namespace sealring::stack3d {

std::string_view to_string(Flip flip) {
  return flip == Flip::kAsIs ? "as-is" : "physical";
}

std::string_view to_string(ChipletType type) {
  switch (type) {
    case ChipletType::kDie: return "die";
    case ChipletType::kRdl: return "rdl";
    case ChipletType::kIp: return "ip";
    case ChipletType::kSubstrate: return "substrate";
    case ChipletType::kHier: break;
  }
  return "hier";
}

std::string_view to_string(Side side) {
  switch (side) {
    case Side::kFront: return "front";
    case Side::kBack: return "back";
    case Side::kInternal: return "internal";
    case Side::kInternalExt: break;
  }
  return "internal_ext";
}

const Region& Chiplet::region_of(std::uint32_t bump) const {
  const auto next = std::upper_bound(
      regions.begin(), regions.end(), bump,
      [](std::uint32_t number, const Region& region) { return number < region.first_bump; });
  // Regions without bumps share their first number with the next one: the last of them holds the bump.
  return *(next - 1);
}

const Bump& Chiplet::bump(std::uint32_t number) const {
  const Region& region = region_of(number);
  return region.map.bumps[number - region.first_bump];
}

namespace {

template <class Member>
TierId tier_holding(const std::vector<Tier>& tiers, std::uint32_t number, Member member) {
  const auto next =
      std::upper_bound(tiers.begin(), tiers.end(), number,
                       [&](std::uint32_t value, const Tier& tier) { return value < tier.*member; });
  return static_cast<TierId>(next - tiers.begin() - 1);
}

}  // namespace

TierId Stack::tier_of_pin(PinId pin) const {
  return tier_holding(tiers, pin, &Tier::first_pin);
}

TierId Stack::tier_of_node(NodeId node) const {
  return tier_holding(tiers, node, &Tier::first_node);
}

const Bump& Stack::bump(PinId pin) const {
  const TierId tier = tier_of_pin(pin);
  return chiplet(tier).bump(pin - tiers[tier].first_pin);
}

const Region& Stack::region(PinId pin) const {
  const TierId tier = tier_of_pin(pin);
  return chiplet(tier).region_of(pin - tiers[tier].first_pin);
}

const Region& Stack::region(const RegionUse& use) const {
  return chiplet(use.tier).regions[use.region];
}

NodeId Stack::node_of_pin(PinId pin) const {
  const TierId tier = tier_of_pin(pin);
  return tiers[tier].first_node + chiplet(tier).bump(pin - tiers[tier].first_pin).node;
}

const Node& Stack::node(NodeId id) const {
  const TierId tier = tier_of_node(id);
  return chiplet(tier).nodes[id - tiers[tier].first_node];
}

std::string Stack::pin_name(PinId pin) const {
  const TierId tier = tier_of_pin(pin);
  const std::uint32_t number = pin - tiers[tier].first_pin;
  const Region& region = chiplet(tier).region_of(number);
  const Bump& bump = region.map.bumps[number - region.first_bump];
  return tiers[tier].path + ".regions." + region.name + "/" + std::string(region.map.name(bump));
}

std::string Stack::node_name(NodeId id) const {
  const TierId tier = tier_of_node(id);
  const Node& node = chiplet(tier).nodes[id - tiers[tier].first_node];
  if (node.kind == Node::Kind::kAnonymous) return pin_name(tiers[tier].first_pin + node.first_bump);
  return tiers[tier].path + "/" + std::string(names.text(node.name));
}

std::string Stack::region_name(const RegionUse& use) const {
  if (use.tier == kNone) return "~";
  return tiers[use.tier].path + ".regions." + region(use).name;
}

std::string Stack::net_id(NetId net) const {
  const StackNet& entry = nets[net];
  const TierId tier = tier_of_node(net_members[entry.first_member]);
  std::string best;
  for (std::uint32_t i = 0; i < entry.member_count; ++i) {
    const NodeId node = net_members[entry.first_member + i];
    if (tier_of_node(node) != tier) break;
    std::string name = node_name(node);
    if (best.empty() || name < best) best = std::move(name);
  }
  return best;
}

core::Location Stack::pin_location(PinId pin) const {
  const TierId tier = tier_of_pin(pin);
  const std::uint32_t number = pin - tiers[tier].first_pin;
  const Region& region = chiplet(tier).region_of(number);
  return region.map.locate(region.map.bumps[number - region.first_bump]);
}

Point Stack::pin_position(PinId pin) const {
  const TierId tier = tier_of_pin(pin);
  const Bump& one = chiplet(tier).bump(pin - tiers[tier].first_pin);
  return tiers[tier].to_stack.apply(Point{one.x, one.y});
}

Dbu Stack::region_z(const RegionUse& use) const {
  const Tier& tier = tiers[use.tier];
  const Side side = region(use).side;
  if (side == Side::kFront) return tier.to_stack.apply_z(chiplet(use.tier).thickness);
  if (side == Side::kBack) return tier.to_stack.apply_z(0);
  return tier.box.low.z + (tier.box.high.z - tier.box.low.z) / 2;
}

bool Stack::faces_up(const RegionUse& use) const {
  const bool front = region(use).side == Side::kFront;
  return front != tiers[use.tier].to_stack.orientation.mz;
}

core::Where Stack::where(PinId pin) const {
  const TierId tier = tier_of_pin(pin);
  const Region& one = region(pin);
  const Point at = pin_position(pin);
  const auto id = static_cast<RegionId>(&one - chiplet(tier).regions.data());
  return {tiers[tier].path, std::string(to_string(one.side)), um(at.x), um(at.y),
          um(region_z({tier, id}))};
}

}  // namespace sealring::stack3d
