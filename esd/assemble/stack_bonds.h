// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/diagnostics/sink.h"
#include "esd/assemble/bond_rows.h"
#include "esd/assemble/stack_nets.h"
#include "esd/assemble/tier_wiring.h"
#include "esd/bonds.h"
#include "esd/project.h"
#include "stack3d/stack.h"

namespace sealring::esd {

/// The bumps of a stack at work: which are wanted, their nodes, and the elements and pads between and outside tiers.
class StackBonds {
 public:
  StackBonds(const stack3d::Stack& stack, const StackNets& nets, const BondTable& table,
             const StackSetup& setup, Project& project, core::Sink& sink);

  /// Per bump number of a tier: it is bonded, or faces the outside, and belongs to a net.
  std::vector<bool> wanted(stack3d::TierId tier) const;

  /// Per bump number of a tier: the layer on which its feed-through lands; "" has none.
  std::vector<std::string> tsv_layers(stack3d::TierId tier) const;

  /// Enters where the bumps of a tier land, as nodes of the project's network; feed-throughs are put in front.
  void land(stack3d::TierId tier, const TierWiring& wiring, const std::vector<NodeId>& ids);

  /// Makes pads and bonds. Call once, after all tiers have landed. Bonds whose bump landed nowhere are left out (that
  /// was reported).
  void join();

  void report_rows() { rows_.report(); }

 private:
  struct Face {
    stack3d::PinId pin = 0;
    std::uint32_t interface_id = 0;
  };
  void find_faces();
  void find_outside(std::uint32_t interface_id, const stack3d::RegionUse& use);
  void report_unbonded(const stack3d::Interface& face);
  bool has_net(stack3d::PinId pin) const;
  std::uint16_t file_of(const std::string& team, const std::string& interface,
                        const std::string& tier);
  std::uint16_t layer_of(const std::string& row);
  NodeId fresh_node(const std::string& name, stack3d::PinId pin);
  ElementId add_element(NodeId a, NodeId b, double ohm, ElementClass cls, const std::string& row,
                        std::uint16_t file, std::uint32_t line, stack3d::PinId pin);
  std::uint32_t make_pad(stack3d::PinId pin, std::uint32_t interface_id, NodeId node);
  const std::string& group_of(std::uint32_t interface_id) const { return groups_[interface_id]; }

  const stack3d::Stack& stack_;
  const StackNets& nets_;
  const BondTable& table_;
  Project& project_;
  core::Sink& sink_;
  BondRows rows_;
  std::vector<std::string> groups_;      ///< per interface
  std::vector<std::uint32_t> bond_row_;  ///< per bond of the stack
  std::vector<Face> outside_;            ///< bumps that face the outside
  std::vector<std::uint32_t> outside_row_;
  std::vector<bool> wanted_;            ///< per pin
  std::vector<std::uint32_t> tsv_row_;  ///< per pin; kNone: none
  std::vector<NodeId> node_;            ///< per pin: its face
  std::vector<std::uint32_t> pad_;      ///< per pin
  std::unordered_map<std::string, std::uint16_t> files_;
  std::unordered_map<std::string, std::uint16_t> layers_;
};

/// The pad of a bump in the frame of its tier's layout, um.
PlacedBox bump_box(const stack3d::Stack& stack, stack3d::PinId pin);

}  // namespace sealring::esd
