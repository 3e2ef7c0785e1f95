// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/graph/reduce.h"

#include <utility>

namespace sealring::esd {

namespace {

/// Adjacency as doubly linked half-edges: half-edge 2e stands at the edge's first end, 2e + 1 at its second.
class Reducer {
 public:
  Reducer(const Graph& graph, const std::vector<std::uint8_t>& keep, Reduction& result)
      : graph_(graph), keep_(keep), result_(result) {}

  void build();
  void merge_all_parallel();
  void eliminate();
  void finish();

 private:
  struct Work {
    std::uint32_t end[2];
    double ohm;
    std::uint32_t ref;
  };

  std::uint32_t other(std::uint32_t half) const { return edges_[half / 2].end[1 - (half & 1U)]; }
  void link(std::uint32_t half);
  void unlink(std::uint32_t half);
  void remove(std::uint32_t edge);
  bool alive(std::uint32_t edge) const { return edges_[edge].end[0] != kNone; }
  std::uint32_t add_composite(const Composite& composite);
  void merge_parallel(std::uint32_t kept, std::uint32_t gone);
  std::uint32_t find_edge(std::uint32_t u, std::uint32_t v) const;
  void offer(std::uint32_t node);
  void drop_series_node(std::uint32_t node);

  const Graph& graph_;
  const std::vector<std::uint8_t>& keep_;
  Reduction& result_;
  std::vector<Work> edges_;
  std::vector<std::uint32_t> next_, previous_;
  std::vector<std::uint32_t> head_, degree_;
  std::vector<std::uint8_t> gone_;
  std::vector<std::uint32_t> queue_;
};

void Reducer::link(std::uint32_t half) {
  const std::uint32_t node = edges_[half / 2].end[half & 1U];
  next_[half] = head_[node];
  previous_[half] = kNone;
  if (head_[node] != kNone) previous_[head_[node]] = half;
  head_[node] = half;
  ++degree_[node];
}

void Reducer::unlink(std::uint32_t half) {
  const std::uint32_t node = edges_[half / 2].end[half & 1U];
  if (previous_[half] != kNone) {
    next_[previous_[half]] = next_[half];
  } else {
    head_[node] = next_[half];
  }
  if (next_[half] != kNone) previous_[next_[half]] = previous_[half];
  --degree_[node];
}

void Reducer::remove(std::uint32_t edge) {
  unlink(2 * edge);
  unlink(2 * edge + 1);
  edges_[edge].end[0] = kNone;
}

void Reducer::build() {
  const auto count = static_cast<std::uint32_t>(graph_.edges.size());
  edges_.resize(count);
  next_.assign(2ULL * count, kNone);
  previous_.assign(2ULL * count, kNone);
  head_.assign(graph_.nodes, kNone);
  degree_.assign(graph_.nodes, 0);
  gone_.assign(graph_.nodes, 0);
  for (std::uint32_t e = count; e-- > 0;) {  // backwards, so that lists run forwards
    edges_[e] = {{graph_.edges[e].a, graph_.edges[e].b}, graph_.edges[e].ohm, e};
    link(2 * e);
    link(2 * e + 1);
  }
}

std::uint32_t Reducer::add_composite(const Composite& composite) {
  result_.composites.push_back(composite);
  return static_cast<std::uint32_t>(graph_.edges.size() + result_.composites.size() - 1);
}

void Reducer::merge_parallel(std::uint32_t kept, std::uint32_t gone) {
  Work& first = edges_[kept];
  const Work& second = edges_[gone];
  const double ohm = first.ohm * (second.ohm / (first.ohm + second.ohm));
  first.ref = add_composite({first.ref, second.ref, false, first.end[0], first.end[1], ohm});
  first.ohm = ohm;
  ++result_.in_parallel;
}

void Reducer::merge_all_parallel() {
  std::vector<std::uint32_t> seen_from(graph_.nodes, kNone);
  std::vector<std::uint32_t> edge_to(graph_.nodes, kNone);
  for (std::uint32_t node = 0; node < graph_.nodes; ++node) {
    for (std::uint32_t half = head_[node]; half != kNone;) {
      const std::uint32_t following = next_[half];
      const std::uint32_t far = other(half);
      if (seen_from[far] == node) {
        merge_parallel(edge_to[far], half / 2);
        remove(half / 2);
      } else {
        seen_from[far] = node;
        edge_to[far] = half / 2;
      }
      half = following;
    }
  }
}

void Reducer::offer(std::uint32_t node) {
  if (keep_[node] == 0 && gone_[node] == 0 && degree_[node] <= 2) queue_.push_back(node);
}

std::uint32_t Reducer::find_edge(std::uint32_t u, std::uint32_t v) const {
  if (degree_[v] < degree_[u]) std::swap(u, v);
  for (std::uint32_t half = head_[u]; half != kNone; half = next_[half]) {
    if (other(half) == v) return half / 2;
  }
  return kNone;
}

void Reducer::drop_series_node(std::uint32_t node) {
  const std::uint32_t left = head_[node];
  const std::uint32_t right = next_[left];
  const std::uint32_t u = other(left);
  const std::uint32_t v = other(right);
  const Work first = edges_[left / 2];
  const Work second = edges_[right / 2];
  remove(left / 2);
  remove(right / 2);
  const double ohm = first.ohm + second.ohm;
  const std::uint32_t ref = add_composite({first.ref, second.ref, true, u, v, ohm});
  ++result_.in_series;
  const std::uint32_t known = find_edge(u, v);
  const std::uint32_t edge = left / 2;
  if (known == kNone) {
    edges_[edge] = {{u, v}, ohm, ref};
    link(2 * edge);
    link(2 * edge + 1);
    return;
  }
  edges_[edge] = {{kNone, kNone}, ohm, ref};
  merge_parallel(known, edge);
  offer(u);
  offer(v);
}

void Reducer::eliminate() {
  for (std::uint32_t node = graph_.nodes; node-- > 0;) offer(node);
  while (!queue_.empty()) {
    const std::uint32_t node = queue_.back();
    queue_.pop_back();
    if (gone_[node] != 0 || degree_[node] > 2) continue;
    gone_[node] = 1;
    if (degree_[node] == 2) {
      drop_series_node(node);
    } else if (degree_[node] == 1) {
      const std::uint32_t far = other(head_[node]);
      remove(head_[node] / 2);
      ++result_.dead_ends;
      offer(far);
    } else {
      ++result_.dead_ends;
    }
  }
}

void Reducer::finish() {
  result_.reduced.assign(graph_.nodes, kNone);
  for (std::uint32_t node = 0; node < graph_.nodes; ++node) {
    if (gone_[node] != 0) continue;
    result_.reduced[node] = result_.nodes++;
    result_.graph_node.push_back(node);
  }
  for (std::uint32_t e = 0; e < edges_.size(); ++e) {
    if (!alive(e)) continue;
    result_.edges.push_back({result_.reduced[edges_[e].end[0]], result_.reduced[edges_[e].end[1]],
                             edges_[e].ohm, edges_[e].ref});
  }
}

}  // namespace

Reduction reduce_graph(const Graph& graph, const std::vector<std::uint8_t>& keep, bool enabled) {
  Reduction result;
  Reducer reducer(graph, keep, result);
  reducer.build();
  reducer.merge_all_parallel();
  if (enabled) reducer.eliminate();
  reducer.finish();
  return result;
}

std::vector<double> expand_currents(const Graph& graph, const Reduction& reduction,
                                    std::span<const double> reduced_currents) {
  const std::size_t edges = graph.edges.size();
  std::vector<double> current(edges + reduction.composites.size(), 0.0);
  // A ref's direction is from its own first to its second end.
  const auto ends = [&](std::uint32_t ref) {
    if (ref < edges) return std::pair(graph.edges[ref].a, graph.edges[ref].b);
    const Composite& composite = reduction.composites[ref - edges];
    return std::pair(composite.a, composite.b);
  };
  const auto ohm_of = [&](std::uint32_t ref) {
    return ref < edges ? graph.edges[ref].ohm : reduction.composites[ref - edges].ohm;
  };
  for (std::size_t i = 0; i < reduction.edges.size(); ++i) {
    const Reduction::Edge& edge = reduction.edges[i];
    const bool along = ends(edge.ref).first == reduction.graph_node[edge.a];
    current[edge.ref] = along ? reduced_currents[i] : -reduced_currents[i];
  }
  for (std::size_t k = reduction.composites.size(); k-- > 0;) {
    const Composite& composite = reduction.composites[k];
    const double through = current[edges + k];
    if (composite.series) {
      current[composite.left] = ends(composite.left).first == composite.a ? through : -through;
      current[composite.right] = ends(composite.right).second == composite.b ? through : -through;
      continue;
    }
    for (const std::uint32_t child : {composite.left, composite.right}) {
      const double share = through * (composite.ohm / ohm_of(child));
      current[child] = ends(child).first == composite.a ? share : -share;
    }
  }
  current.resize(edges);
  return current;
}

Membership make_membership(const Graph& graph, const Reduction& reduction) {
  const std::size_t edges = graph.edges.size();
  Membership result;
  result.parent.assign(edges + reduction.composites.size(), kNone);
  result.top.assign(edges + reduction.composites.size(), kNone);
  for (std::uint32_t k = 0; k < reduction.composites.size(); ++k) {
    result.parent[reduction.composites[k].left] = static_cast<std::uint32_t>(edges) + k;
    result.parent[reduction.composites[k].right] = static_cast<std::uint32_t>(edges) + k;
  }
  for (std::uint32_t i = 0; i < reduction.edges.size(); ++i) result.top[reduction.edges[i].ref] = i;
  return result;
}

}  // namespace sealring::esd
