// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "esd/network.h"

namespace sealring::esd {

/// A network cut into electrically separate parts. Nodes joined by shorts (0 ohm, voltage sources, inductors) are one
/// supernode; supernodes joined by resistors are one component.
struct Partition {
  std::vector<std::uint32_t> supernode;  ///< of each node
  std::vector<std::uint32_t> component;  ///< of each supernode
  std::vector<std::uint32_t> local;      ///< of each supernode: its number inside its component
  std::vector<std::uint32_t> size;       ///< supernodes of each component
  std::vector<ElementId> elements;  ///< resistors with two different ends, grouped by component
  std::vector<std::uint64_t>
      first;                 ///< where each component's elements begin; one more than components
  std::uint64_t shorts = 0;  ///< elements that became shorts
  std::uint64_t loops = 0;   ///< resistors with both ends on one supernode

  std::uint32_t components() const { return static_cast<std::uint32_t>(size.size()); }
  std::uint32_t component_of(NodeId node) const { return component[supernode[node]]; }
  std::uint32_t local_of(NodeId node) const { return local[supernode[node]]; }
  std::span<const ElementId> elements_of(std::uint32_t part) const {
    return {elements.data() + first[part], static_cast<std::size_t>(first[part + 1] - first[part])};
  }
};

Partition make_partition(const Network& network);

/// A resistor between two nodes of a component.
struct GraphEdge {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  double ohm = 0;
};

/// One component by itself; edge i is element `Partition::elements_of(part)[i]`.
struct Graph {
  std::uint32_t nodes = 0;
  std::vector<GraphEdge> edges;
};

Graph make_graph(const Network& network, const Partition& partition, std::uint32_t part);

}  // namespace sealring::esd
