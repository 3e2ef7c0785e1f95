// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/assemble/connect.h"

#include <algorithm>
#include <numeric>

namespace sealring::stack3d {

namespace {

std::size_t index(NameId id) {
  return static_cast<std::size_t>(id);
}

}  // namespace

void number_nodes(Chiplet& chiplet, const NamePool& names) {
  chiplet.nodes.clear();
  if (chiplet.bump_count == 0 && chiplet.port_list.empty()) return;
  // Dummy fill makes a node of every bump; ports make far fewer.
  chiplet.nodes.reserve(std::max<std::size_t>(chiplet.port_list.size(), 64));
  std::vector<std::uint32_t> port_node(names.size() + 1, kNone);
  std::vector<std::uint32_t> label_node(names.size() + 1, kNone);
  std::vector<NameId> declared = chiplet.port_list;
  std::sort(declared.begin(), declared.end());
  const auto add = [&](Node::Kind kind, NameId name, NameId net, std::uint32_t bump) {
    chiplet.nodes.push_back({kind, name, net, bump});
    return static_cast<std::uint32_t>(chiplet.nodes.size() - 1);
  };
  for (Region& region : chiplet.regions) {
    std::uint32_t number = region.first_bump;
    for (Bump& bump : region.map.bumps) {
      if (bump.port != NameId::kNone) {
        std::uint32_t& node = port_node[index(bump.port)];
        if (node == kNone) node = add(Node::Kind::kPort, bump.port, bump.net, number);
        bump.node = node;
      } else if (bump.net != NameId::kNone) {
        // A label that is the name of a declared port means that port.
        const bool is_port = std::binary_search(declared.begin(), declared.end(), bump.net);
        std::uint32_t& node = is_port ? port_node[index(bump.net)] : label_node[index(bump.net)];
        if (node == kNone)
          node = add(is_port ? Node::Kind::kPort : Node::Kind::kLabel, bump.net, bump.net, number);
        bump.node = node;
      } else {
        bump.node = add(Node::Kind::kAnonymous, NameId::kNone, NameId::kNone, number);
      }
      ++number;
    }
  }
  for (NameId port : chiplet.port_list) {
    if (port_node[index(port)] == kNone) {
      port_node[index(port)] = add(Node::Kind::kPort, port, NameId::kNone, kNone);
    }
  }
  chiplet.links.clear();
  for (const auto& pair : chiplet.inside_pairs) {
    const std::uint32_t a = port_node[index(pair[0])];
    const std::uint32_t b = port_node[index(pair[1])];
    if (a != kNone && b != kNone && a != b) chiplet.links.push_back({a, b});
  }
}

void connect(Stack& stack) {
  NodeId count = 0;
  for (Tier& tier : stack.tiers) {
    tier.first_node = count;
    count += static_cast<NodeId>(stack.chiplets[tier.chiplet].nodes.size());
  }
  // Nodes in order of the paths of their tiers, so that the numbering of nets does not depend on the order of a file.
  std::vector<TierId> by_path(stack.tiers.size());
  std::iota(by_path.begin(), by_path.end(), 0U);
  std::sort(by_path.begin(), by_path.end(),
            [&](TierId a, TierId b) { return stack.tiers[a].path < stack.tiers[b].path; });

  UnionFind sets(count);
  for (const Tier& tier : stack.tiers) {
    for (const auto& link : stack.chiplets[tier.chiplet].links) {
      sets.join(tier.first_node + link[0], tier.first_node + link[1]);
    }
  }
  for (const Interface& face : stack.interfaces) {
    if (face.bond_count == 0) continue;
    const Tier& lower = stack.tiers[face.lower.tier];
    const Tier& upper = stack.tiers[face.upper.tier];
    const Region& lower_region = stack.region(face.lower);
    const Region& upper_region = stack.region(face.upper);
    for (std::uint32_t i = 0; i < face.bond_count; ++i) {
      const Bond& bond = stack.bonds[face.first_bond + i];
      const Bump& a =
          lower_region.map.bumps[bond.lower - lower.first_pin - lower_region.first_bump];
      const Bump& b =
          upper_region.map.bumps[bond.upper - upper.first_pin - upper_region.first_bump];
      sets.join(lower.first_node + a.node, upper.first_node + b.node);
    }
  }

  stack.node_net.assign(count, kNone);
  stack.nets.clear();
  std::vector<NetId> net_of_root(count, kNone);
  for (TierId id : by_path) {
    const Tier& tier = stack.tiers[id];
    const std::vector<Node>& nodes = stack.chiplets[tier.chiplet].nodes;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      NetId& net = net_of_root[sets.find(tier.first_node + i)];
      if (net == kNone) {
        net = static_cast<NetId>(stack.nets.size());
        stack.nets.emplace_back();
      }
      stack.node_net[tier.first_node + i] = net;
      ++stack.nets[net].member_count;
      if (nodes[i].kind != Node::Kind::kAnonymous) stack.nets[net].named = true;
    }
  }
  std::uint32_t first = 0;
  for (StackNet& net : stack.nets) {
    net.first_member = first;
    first += net.member_count;
    net.member_count = 0;
  }
  stack.net_members.resize(count);
  for (TierId id : by_path) {
    const Tier& tier = stack.tiers[id];
    const auto size = static_cast<std::uint32_t>(stack.chiplets[tier.chiplet].nodes.size());
    for (NodeId node = tier.first_node; node < tier.first_node + size; ++node) {
      StackNet& net = stack.nets[stack.node_net[node]];
      stack.net_members[net.first_member + net.member_count++] = node;
    }
  }
}

}  // namespace sealring::stack3d
