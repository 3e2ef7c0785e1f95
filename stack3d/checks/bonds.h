// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "stack3d/checks/context.h"

namespace sealring::stack3d {

/// A bond as connectivity sees it: as it is, or as it is meant where one transform explains the misses of an interface.
struct MeantBond {
  PinId lower = 0;
  PinId upper = 0;
  NodeId lower_node = 0;
  NodeId upper_node = 0;
  std::uint32_t face = 0;
};

/// Calls visit(MeantBond) for every bond of every interface.
template <class Visit>
void each_meant_bond(const CheckContext& context, Visit visit) {
  const Stack& stack = context.stack;
  for (std::uint32_t id = 0; id < stack.interfaces.size(); ++id) {
    const Interface& face = stack.interfaces[id];
    if (!context.between_dies(face)) continue;
    const Tier& lower = stack.tiers[face.lower.tier];
    const Tier& upper = stack.tiers[face.upper.tier];
    const Region& lower_region = stack.region(face.lower);
    const Region& upper_region = stack.region(face.upper);
    const auto call = [&](PinId l, PinId u) {
      const Bump& a = lower_region.map.bumps[l - lower.first_pin - lower_region.first_bump];
      const Bump& b = upper_region.map.bumps[u - upper.first_pin - upper_region.first_bump];
      visit(MeantBond{l, u, lower.first_node + a.node, upper.first_node + b.node, id});
    };
    if (context.fits[id]) {
      for (const auto& [l, u] : context.fits[id]->pairs) call(l, u);
    } else {
      for (std::uint32_t i = 0; i < face.bond_count; ++i) {
        const Bond& bond = stack.bonds[face.first_bond + i];
        call(bond.lower, bond.upper);
      }
    }
  }
}

/// A bond between bumps of two different intended nets.
struct WrongPair {
  std::uint32_t lower_net = 0;
  std::uint32_t upper_net = 0;
  MeantBond bond;
};

/// Reports wrong pairs by their cause: reversed and shifted buses, swaps and longer cycles, shorts, single wrong pairs.
/// `well_bonded` says which nets also have a bond between their own bumps.
void report_wrong_pairs(CheckContext& context, const std::vector<WrongPair>& pairs,
                        const std::vector<bool>& well_bonded);

}  // namespace sealring::stack3d
