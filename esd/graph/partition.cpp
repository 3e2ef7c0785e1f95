// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/graph/partition.h"

#include <numeric>
#include <utility>

namespace sealring::esd {

namespace {

/// Disjoint sets with path halving; the smallest member leads, so that numbers do not depend on the order of unions.
class Sets {
 public:
  explicit Sets(std::uint32_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  std::uint32_t find(std::uint32_t x) {
    while (parent_[x] != x) {
      parent_[x] = parent_[parent_[x]];
      x = parent_[x];
    }
    return x;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    if (a > b) std::swap(a, b);
    parent_[b] = a;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

bool is_short(const Element& element) {
  return element.kind != ElementKind::kResistor || element.ohm == 0;
}

/// Dense numbers for the leaders, in order of their first member.
std::uint32_t number_sets(Sets& sets, std::vector<std::uint32_t>& number) {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < number.size(); ++i) {
    const std::uint32_t leader = sets.find(i);
    number[i] = leader == i ? count++ : number[leader];
  }
  return count;
}

}  // namespace

Partition make_partition(const Network& network) {
  Partition result;
  const std::uint32_t nodes = network.nodes.size();
  std::uint32_t supernodes = 0;
  {
    Sets sets(nodes);
    for (const Element& element : network.elements) {
      if (!is_short(element)) continue;
      sets.join(element.a, element.b);
      ++result.shorts;
    }
    result.supernode.resize(nodes);
    supernodes = number_sets(sets, result.supernode);
  }
  Sets sets(supernodes);
  for (const Element& element : network.elements) {
    sets.join(result.supernode[element.a], result.supernode[element.b]);
  }
  result.component.resize(supernodes);
  const std::uint32_t components = number_sets(sets, result.component);
  result.size.assign(components, 0);
  result.local.resize(supernodes);
  for (std::uint32_t s = 0; s < supernodes; ++s)
    result.local[s] = result.size[result.component[s]]++;

  result.first.assign(components + 1ULL, 0);
  const auto counts = [&](const Element& element) {
    return !is_short(element) && result.supernode[element.a] != result.supernode[element.b];
  };
  for (const Element& element : network.elements) {
    if (counts(element)) {
      ++result.first[result.component_of(element.a) + 1ULL];
    } else if (!is_short(element)) {
      ++result.loops;
    }
  }
  std::partial_sum(result.first.begin(), result.first.end(), result.first.begin());
  result.elements.resize(result.first.back());
  std::vector<std::uint64_t> fill(result.first.begin(), result.first.end() - 1);
  for (ElementId id = 0; id < network.elements.size(); ++id) {
    const Element& element = network.elements[id];
    if (counts(element)) result.elements[fill[result.component_of(element.a)]++] = id;
  }
  return result;
}

Graph make_graph(const Network& network, const Partition& partition, std::uint32_t part) {
  Graph graph;
  graph.nodes = partition.size[part];
  const std::span<const ElementId> elements = partition.elements_of(part);
  graph.edges.reserve(elements.size());
  for (const ElementId id : elements) {
    const Element& element = network.elements[id];
    graph.edges.push_back(
        {partition.local_of(element.a), partition.local_of(element.b), element.ohm});
  }
  return graph;
}

}  // namespace sealring::esd
