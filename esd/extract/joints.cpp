// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/extract/joints.h"

#include "esd/extract/segments.h"

namespace sealring::esd::extraction {

namespace {

Line line_of(const Slant& slant) {
  return {static_cast<double>(slant.a.x), static_cast<double>(slant.a.y),
          static_cast<double>(slant.b.x), static_cast<double>(slant.b.y)};
}

Line line_of(const Bar& bar) {
  const double centre = static_cast<double>(bar.centre2()) / 2;
  const auto from = static_cast<double>(bar.from());
  const auto to = static_cast<double>(bar.to());
  return bar.vertical ? Line{centre, from, centre, to} : Line{from, centre, to, centre};
}

Coord twice(double value) {
  return static_cast<Coord>(std::llround(2 * value));
}

Coord along2(const Bar& bar, const Point& point) {
  return 2 * (bar.vertical ? point.y : point.x);
}

/// The place of a point on a bar, twice, not beyond what the bar and `box` have in common.
Coord foot2(const Bar& bar, const Point& point, const Rect& box) {
  const Coord low = std::max(bar.from(), bar.vertical ? box.low.y : box.low.x);
  const Coord high = std::min(bar.to(), bar.vertical ? box.high.y : box.high.x);
  return std::clamp(along2(bar, point), 2 * std::min(low, high), 2 * std::max(low, high));
}

bool within(const Bar& bar, Coord at2) {
  return at2 >= 2 * bar.from() && at2 <= 2 * bar.to();
}

}  // namespace

void Joints::make(NetMetal& metal, std::vector<TouchPad>& touches, Coord snap) {
  const std::size_t count = metal.layers.size();
  nodes.resize(0);
  layers_.clear();
  taps_.clear();
  first_pad_.assign(count, 0);
  trees_.assign(count, {});
  slant_trees_.assign(count, {});
  free_.assign(count, {});
  free_trees_.assign(count, {});
  std::vector<std::uint32_t> where(count, kNone);
  for (LayerId id = 0; id < count; ++id) {
    LayerMetal& layer = metal.layers[id];
    first_pad_[id] = static_cast<std::uint32_t>(nodes.size());
    nodes.resize(nodes.size() + layer.pads.size());
    bars_of(id, layer);
    where[id] = static_cast<std::uint32_t>(layers_.size() - 1);
  }
  for (LayerId id = 0; id < count; ++id) {
    const LayerMetal& layer = metal.layers[id];
    join_bars(layer, layers_[where[id]]);
    join_slants(layer, layers_[where[id]]);
    tap_pads(id, layer, layers_[where[id]]);
    join_free_pads(id, layer);
  }
  for (const auto& [a, b] : metal.ties)
    nodes.join(first_pad_[a.layer] + a.pad, first_pad_[b.layer] + b.pad);
  for (TouchPad& touch : touches) {
    if (touch.layer == kNoLayerId) continue;
    join_touch(touch, metal.layers[touch.layer], &layers_[where[touch.layer]], snap);
  }
  sort_taps(metal);
}

void Joints::bars_of(LayerId id, LayerMetal& metal) {
  metal.bars = merge_bars(std::move(metal.bars));
  std::vector<Rect> boxes;
  boxes.reserve(metal.bars.size());
  for (const Bar& bar : metal.bars) boxes.push_back(bar.box);
  trees_[id] = RectTree(boxes);
  std::sort(metal.slants.begin(), metal.slants.end(), [](const Slant& a, const Slant& b) {
    return std::tuple(a.a.x, a.a.y, a.b.x, a.b.y, a.width) <
           std::tuple(b.a.x, b.a.y, b.b.x, b.b.y, b.width);
  });
  boxes.clear();
  for (const Slant& slant : metal.slants) boxes.push_back(slant.box());
  slant_trees_[id] = RectTree(boxes);
  const std::uint32_t first = layers_.empty() ? 0 : layers_.back().end;
  const auto slants = first + static_cast<std::uint32_t>(metal.bars.size());
  layers_.push_back({id, first, slants, slants + static_cast<std::uint32_t>(metal.slants.size())});
  for (std::uint32_t i = 0; i < metal.bars.size(); ++i) {
    tap(first + i, 2 * metal.bars[i].from(), kNone);
    tap(first + i, 2 * metal.bars[i].to(), kNone);
  }
  for (std::uint32_t i = 0; i < metal.slants.size(); ++i) {
    tap(slants + i, 0, kNone);
    tap(slants + i, twice(line_of(metal.slants[i]).length()), kNone);
  }
}

void Joints::join_bars(const LayerMetal& metal, const LayerBars& bars) {
  for (std::uint32_t i = 0; i < metal.bars.size(); ++i) {
    found_.clear();
    trees_[bars.layer].query(metal.bars[i].box, [&](std::uint32_t j) {
      if (j > i && touches(metal.bars[i].box, metal.bars[j].box)) found_.push_back(j);
    });
    std::sort(found_.begin(), found_.end());
    for (const std::uint32_t j : found_) join_pair(metal, bars, i, j);
  }
}

void Joints::join_pair(const LayerMetal& metal, const LayerBars& bars, std::uint32_t i,
                       std::uint32_t j) {
  const Bar& a = metal.bars[i];
  const Bar& b = metal.bars[j];
  Coord at_a = 0;
  Coord at_b = 0;
  if (a.vertical == b.vertical) {
    // Slabs of one direction meet at their ends only.
    at_a = at_b = 2 * std::max(a.from(), b.from());
  } else {
    if (!within(a, b.centre2()) && passed_by(metal, bars, a, b)) return;
    if (!within(b, a.centre2()) && passed_by(metal, bars, b, a)) return;
    at_a = std::clamp(b.centre2(), 2 * a.from(), 2 * a.to());
    at_b = std::clamp(a.centre2(), 2 * b.from(), 2 * b.to());
  }
  const std::uint32_t node = nodes.add();
  tap(bars.first + i, at_a, node);
  tap(bars.first + j, at_b, node);
}

/// `bar` ends before the centre line of `other`, and another bar goes on from its end across that line: that one is
/// joined with `other`, and this one through it.
bool Joints::passed_by(const LayerMetal& metal, const LayerBars& bars, const Bar& bar,
                       const Bar& other) const {
  bool passed = false;
  trees_[bars.layer].query(other.box, [&](std::uint32_t k) {
    const Bar& next = metal.bars[k];
    passed =
        passed || (next.vertical == bar.vertical && !(next == bar) && touches(next.box, bar.box) &&
                   touches(next.box, other.box) && within(next, other.centre2()));
  });
  return passed;
}

void Joints::join_slants(const LayerMetal& metal, const LayerBars& bars) {
  for (std::uint32_t i = 0; i < metal.slants.size(); ++i) {
    const Slant& slant = metal.slants[i];
    const Line line = line_of(slant);
    const auto meet = [&](std::uint32_t bar, const Line& other, Coord width) {
      const Closest at = closest(line, other);
      if (at.apart > static_cast<double>(slant.width + width) / 2) return;
      const std::uint32_t node = nodes.add();
      tap(bars.slants + i, twice(at.on_first), node);
      const bool straight = bar < bars.slants;
      const Coord start = straight ? 2 * metal.bars[bar - bars.first].from() : 0;
      tap(bar, start + twice(at.on_second), node);
    };
    found_.clear();
    trees_[bars.layer].query(slant.box(), [&](std::uint32_t j) { found_.push_back(j); });
    std::sort(found_.begin(), found_.end());
    for (const std::uint32_t j : found_)
      meet(bars.first + j, line_of(metal.bars[j]), metal.bars[j].width());
    found_.clear();
    slant_trees_[bars.layer].query(slant.box(), [&](std::uint32_t j) {
      if (j > i) found_.push_back(j);
    });
    std::sort(found_.begin(), found_.end());
    for (const std::uint32_t j : found_)
      meet(bars.slants + j, line_of(metal.slants[j]), metal.slants[j].width);
  }
}

void Joints::tap_pads(LayerId id, const LayerMetal& metal, const LayerBars& bars) {
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t i = 0; i < metal.pads.size(); ++i) {
    const Pad& pad = metal.pads[i];
    const std::uint32_t node = first_pad_[id] + i;
    if (!tap_pad(metal, bars, pad.centre, pad.box, node, chosen))
      free_[id].push_back({pad.box, node, chosen});
  }
}

/// Joins a pad to the bars it touches. Of bars that touch each other it takes one: that under its centre, whose centre
/// line is nearest. True when it lies inside of a bar.
bool Joints::tap_pad(const LayerMetal& metal, const LayerBars& bars, const Point& centre,
                     const Rect& box, std::uint32_t node, std::vector<std::uint32_t>& chosen) {
  chosen.clear();
  found_.clear();
  trees_[bars.layer].query(box, [&](std::uint32_t j) {
    const Rect& bar = metal.bars[j].box;
    if (touches(bar, box) || contains(bar, centre)) found_.push_back(j);
  });
  const auto far = [&](std::uint32_t j) {
    const Bar& bar = metal.bars[j];
    const Coord across = 2 * (bar.vertical ? centre.x : centre.y);
    return std::tuple(!contains(bar.box, centre), std::llabs(bar.centre2() - across), j);
  };
  if (found_.size() > 1) {
    std::sort(found_.begin(), found_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return far(a) < far(b); });
  }
  bool inside = false;
  for (const std::uint32_t j : found_) {
    const Bar& bar = metal.bars[j];
    const bool known = std::any_of(chosen.begin(), chosen.end(), [&](std::uint32_t other) {
      return touches(metal.bars[other - bars.first].box, bar.box);
    });
    if (known) continue;
    inside = inside || contains(bar.box, box);
    chosen.push_back(bars.first + j);
    tap(bars.first + j, foot2(bar, centre, box), node);
  }
  if (slant_trees_[bars.layer].empty()) return inside;
  slant_trees_[bars.layer].query(box, [&](std::uint32_t j) {
    const Slant& slant = metal.slants[j];
    double apart = 0;
    const double at = nearest_on(line_of(slant), static_cast<double>(centre.x),
                                 static_cast<double>(centre.y), apart);
    const Coord reach = std::min(box.high.x - box.low.x, box.high.y - box.low.y) + slant.width;
    if (apart > static_cast<double>(reach) / 2) return;
    chosen.push_back(bars.slants + j);
    tap(bars.slants + j, twice(at), node);
  });
  return inside;
}

void Joints::join_free_pads(LayerId id, const LayerMetal& metal) {
  const std::vector<FreePad>& pads = free_[id];
  std::vector<Rect> boxes;
  for (const FreePad& pad : pads) boxes.push_back(pad.box);
  free_trees_[id] = RectTree(boxes);
  const RectTree& tree = free_trees_[id];
  const std::uint32_t first = layers_[id].first;
  const auto one_conductor = [&](const FreePad& a, const FreePad& b) {
    for (const std::uint32_t i : a.bars) {
      for (const std::uint32_t j : b.bars) {
        if (i == j) return true;
        if (i < layers_[id].slants && j < layers_[id].slants &&
            touches(metal.bars[i - first].box, metal.bars[j - first].box))
          return true;
      }
    }
    return false;
  };
  for (std::uint32_t i = 0; i < pads.size(); ++i) {
    tree.query(boxes[i], [&](std::uint32_t j) {
      if (j > i && touches(boxes[i], boxes[j]) && !one_conductor(pads[i], pads[j]))
        nodes.join(pads[i].node, pads[j].node);
    });
  }
}

void Joints::join_touch(TouchPad& touch, const LayerMetal& metal, const LayerBars* bars,
                        Coord snap) {
  const Point centre = {(touch.box.low.x + touch.box.high.x) / 2,
                        (touch.box.low.y + touch.box.high.y) / 2};
  std::vector<std::uint32_t> chosen;
  const std::uint32_t node = nodes.add();
  tap_pad(metal, *bars, centre, touch.box, node, chosen);
  bool met = !chosen.empty();
  if (!met) {
    free_trees_[touch.layer].query(touch.box, [&](std::uint32_t i) {
      const FreePad& pad = free_[touch.layer][i];
      if (!touches(pad.box, touch.box) && !contains(pad.box, centre)) return;
      nodes.join(pad.node, node);
      met = true;
    });
  }
  if (met) {
    touch.node = node;
  } else if (snap > 0) {
    snap_touch(touch, metal, *bars, snap);
  }
}

bool Joints::snap_touch(TouchPad& touch, const LayerMetal& metal, const LayerBars& bars,
                        Coord snap) {
  const Rect area = {{touch.box.low.x - snap, touch.box.low.y - snap},
                     {touch.box.high.x + snap, touch.box.high.y + snap}};
  const Point centre = {(touch.box.low.x + touch.box.high.x) / 2,
                        (touch.box.low.y + touch.box.high.y) / 2};
  std::uint32_t best = kNone;
  double distance = static_cast<double>(snap);
  trees_[bars.layer].query(area, [&](std::uint32_t j) {
    const Rect& box = metal.bars[j].box;
    const Coord dx =
        std::max({box.low.x - touch.box.high.x, touch.box.low.x - box.high.x, Coord{0}});
    const Coord dy =
        std::max({box.low.y - touch.box.high.y, touch.box.low.y - box.high.y, Coord{0}});
    const double apart = std::hypot(static_cast<double>(dx), static_cast<double>(dy));
    if (apart < distance || (apart == distance && (best == kNone || j < best))) {
      distance = apart;
      best = j;
    }
  });
  if (best == kNone) return false;
  const Bar& bar = metal.bars[best];
  touch.node = nodes.add();
  touch.moved = distance;
  tap(bars.first + best, std::clamp(along2(bar, centre), 2 * bar.from(), 2 * bar.to()), touch.node);
  return true;
}

/// Orders the taps and makes those at one place of a bar one node.
void Joints::sort_taps(const NetMetal& metal) {
  std::sort(taps_.begin(), taps_.end(), [](const Tap& a, const Tap& b) {
    return a.bar != b.bar ? a.bar < b.bar : a.at2 != b.at2 ? a.at2 < b.at2 : a.node < b.node;
  });
  drop_stubs(metal);
  for (std::size_t i = 0; i < taps_.size(); ++i) {
    // An end without anything else there (kNone sorts last) is a node of its own.
    const bool first =
        i == 0 || taps_[i].bar != taps_[i - 1].bar || taps_[i].at2 != taps_[i - 1].at2;
    if (first) {
      if (taps_[i].node == kNone) taps_[i].node = nodes.add();
    } else if (taps_[i].node == kNone) {
      taps_[i].node = taps_[i - 1].node;
    } else {
      nodes.join(taps_[i].node, taps_[i - 1].node);
    }
  }
}

/// A dead end that is no longer than the bar is wide belongs to the joint before it.
void Joints::drop_stubs(const NetMetal& metal) {
  std::size_t kept = 0;
  auto layer = layers_.begin();
  for (std::size_t from = 0; from < taps_.size();) {
    const std::uint32_t bar = taps_[from].bar;
    std::size_t to = from;
    while (to < taps_.size() && taps_[to].bar == bar) ++to;
    while (bar >= layer->end) ++layer;
    const LayerMetal& drawn = metal.layers[layer->layer];
    const Coord reach = 2 * (bar < layer->slants ? drawn.bars[bar - layer->first].width()
                                                 : drawn.slants[bar - layer->slants].width);
    const bool joined = to - from > 2;
    for (std::size_t i = from; i < to; ++i) {
      const bool end = joined && taps_[i].node == kNone;
      const bool stub = end && ((i == from && taps_[i + 1].at2 - taps_[i].at2 <= reach) ||
                                (i + 1 == to && taps_[i].at2 - taps_[i - 1].at2 <= reach));
      if (!stub) taps_[kept++] = taps_[i];
    }
    from = to;
  }
  taps_.resize(kept);
}

}  // namespace sealring::esd::extraction
