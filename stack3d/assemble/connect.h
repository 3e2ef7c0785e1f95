// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "stack3d/stack.h"

namespace sealring::stack3d {

/// Disjoint sets over 0 ... size-1.
class UnionFind {
 public:
  explicit UnionFind(std::size_t size) : parent_(size) {
    for (std::size_t i = 0; i < size; ++i) parent_[i] = static_cast<std::uint32_t>(i);
  }
  std::uint32_t find(std::uint32_t item) {
    while (parent_[item] != item) {
      parent_[item] = parent_[parent_[item]];
      item = parent_[item];
    }
    return item;
  }
  /// The lower number stays the root, so that results do not depend on the order of joins.
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    if (b < a) std::swap(a, b);
    parent_[b] = a;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

/// Numbers the nodes of a chiplet from its bumps and its declared ports, and sets Bump::node.
void number_nodes(Chiplet& chiplet, const NamePool& names);

/// Numbers nodes over all tiers and joins them by bonds and by the links inside chiplets: fills node_net, nets and
/// net_members.
void connect(Stack& stack);

}  // namespace sealring::stack3d
