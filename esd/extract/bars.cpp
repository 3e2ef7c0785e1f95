// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/extract/bars.h"

#include <map>
#include <tuple>

namespace sealring::esd::extraction {

namespace {

Rect transposed(const Rect& r) {
  return {{r.low.y, r.low.x}, {r.high.y, r.high.x}};
}

auto order_of(const Bar& bar) {
  return std::tuple(bar.vertical, bar.box.low.y, bar.box.low.x, bar.box.high.y, bar.box.high.x);
}

void sort_unique(std::vector<Bar>& bars) {
  std::sort(bars.begin(), bars.end(),
            [](const Bar& a, const Bar& b) { return order_of(a) < order_of(b); });
  bars.erase(std::unique(bars.begin(), bars.end()), bars.end());
}

std::vector<Rect> boxes_of(std::span<const Bar> bars) {
  std::vector<Rect> boxes;
  boxes.reserve(bars.size());
  for (const Bar& bar : bars) boxes.push_back(bar.box);
  return boxes;
}

/// Of equal boxes the first stays.
void drop_contained(std::vector<Bar>& bars) {
  const std::vector<Rect> boxes = boxes_of(bars);
  const RectTree tree(boxes);
  std::vector<Bar> kept;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    bool inside = false;
    tree.query(boxes[i], [&](std::uint32_t j) {
      inside =
          inside || (j != i && contains(boxes[j], boxes[i]) && (boxes[i] != boxes[j] || j < i));
    });
    if (!inside) kept.push_back(bars[i]);
  }
  bars = std::move(kept);
}

/// Slabs of rectangles along x.
class Slabs {
 public:
  explicit Slabs(std::vector<Rect> rects) : rects_(std::move(rects)) {}

  std::vector<Rect> make() {
    std::vector<Coord> cuts;
    for (const Rect& r : rects_) {
      cuts.push_back(r.low.x);
      cuts.push_back(r.high.x);
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    std::sort(rects_.begin(), rects_.end(), [](const Rect& a, const Rect& b) {
      return std::tuple(a.low.x, a.low.y, a.high.y, a.high.x) <
             std::tuple(b.low.x, b.low.y, b.high.y, b.high.x);
    });
    std::size_t next = 0;
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
      std::erase_if(active_, [&](const Rect& r) { return r.high.x <= cuts[k]; });
      while (next < rects_.size() && rects_[next].low.x == cuts[k]) insert(rects_[next++]);
      slab(cuts[k], cuts[k + 1]);
    }
    close_all();
    return std::move(done_);
  }

 private:
  void insert(const Rect& rect) {
    const auto place =
        std::upper_bound(active_.begin(), active_.end(), rect,
                         [](const Rect& a, const Rect& b) { return a.low.y < b.low.y; });
    active_.insert(place, rect);
  }
  void slab(Coord from, Coord to) {
    std::vector<Rect> runs;
    for (const Rect& r : active_) {
      if (!runs.empty() && r.low.y <= runs.back().high.y) {
        runs.back().high.y = std::max(runs.back().high.y, r.high.y);
      } else {
        runs.push_back({{from, r.low.y}, {to, r.high.y}});
      }
    }
    // Runs that go on with the same width are one.
    std::map<std::pair<Coord, Coord>, Rect> open;
    for (const Rect& run : runs) {
      const std::pair key(run.low.y, run.high.y);
      const auto before = open_.find(key);
      Rect whole = run;
      if (before != open_.end()) {
        whole.low.x = before->second.low.x;
        open_.erase(before);
      }
      open.emplace(key, whole);
    }
    close_all();
    open_ = std::move(open);
  }
  void close_all() {
    for (const auto& [key, rect] : open_) done_.push_back(rect);
    open_.clear();
  }

  std::vector<Rect> rects_;
  std::vector<Rect> active_;
  std::map<std::pair<Coord, Coord>, Rect> open_;
  std::vector<Rect> done_;
};

/// Bars of one direction, given with x along them.
std::vector<Rect> merge_direction(const std::vector<Rect>& rects) {
  const RectTree tree(rects);
  Joined groups(rects.size());
  for (std::uint32_t i = 0; i < rects.size(); ++i) {
    tree.query(rects[i], [&](std::uint32_t j) {
      if (j > i && touches(rects[i], rects[j])) groups.join(i, j);
    });
  }
  std::vector<std::uint32_t> sizes(rects.size(), 0);
  for (std::uint32_t i = 0; i < rects.size(); ++i) ++sizes[groups.find(i)];
  std::vector<Rect> result;
  std::map<std::uint32_t, std::vector<Rect>> larger;
  for (std::uint32_t i = 0; i < rects.size(); ++i) {
    const std::uint32_t group = groups.find(i);
    if (sizes[group] == 1) {
      result.push_back(rects[i]);
    } else {
      larger[group].push_back(rects[i]);
    }
  }
  for (auto& [group, members] : larger) {
    const std::vector<Rect> slabs = Slabs(std::move(members)).make();
    result.insert(result.end(), slabs.begin(), slabs.end());
  }
  return result;
}

}  // namespace

Rect Slant::box() const {
  const Rect line = core::lefdef::make_rect(a, b);
  const Coord half = (width + 1) / 2;
  return {{line.low.x - half, line.low.y - half}, {line.high.x + half, line.high.y + half}};
}

std::vector<Bar> merge_bars(std::vector<Bar> bars) {
  sort_unique(bars);
  if (bars.size() < 2) return bars;
  drop_contained(bars);
  std::vector<Rect> along[2];
  for (const Bar& bar : bars) {
    along[bar.vertical ? 1 : 0].push_back(bar.vertical ? transposed(bar.box) : bar.box);
  }
  std::vector<Bar> merged;
  for (const bool vertical : {false, true}) {
    for (const Rect& rect : merge_direction(along[vertical ? 1 : 0]))
      merged.push_back({vertical ? transposed(rect) : rect, vertical});
  }
  // A union may hold bars of the other direction.
  sort_unique(merged);
  drop_contained(merged);
  return merged;
}

std::vector<Trapezoid> trapezoids_of(std::span<const Point> polygon, bool vertical) {
  std::vector<Point> points;
  for (const Point& p : polygon) {
    const Point q = vertical ? Point{p.y, p.x} : p;
    if (points.empty() || points.back() != q) points.push_back(q);
  }
  while (points.size() > 1 && points.front() == points.back()) points.pop_back();
  if (points.size() < 3) return {};
  std::vector<Coord> cuts;
  for (const Point& p : points) cuts.push_back(p.x);
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  std::vector<Trapezoid> result;
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    struct Edge {
      double left, right;
    };
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < points.size(); ++i) {
      Point a = points[i];
      Point b = points[(i + 1) % points.size()];
      if (a.x > b.x) std::swap(a, b);
      if (a.x > cuts[k] || b.x < cuts[k + 1] || a.x == b.x) continue;
      const auto y = [&](Coord x) {
        return static_cast<double>(a.y) + static_cast<double>(b.y - a.y) *
                                              static_cast<double>(x - a.x) /
                                              static_cast<double>(b.x - a.x);
      };
      edges.push_back({y(cuts[k]), y(cuts[k + 1])});
    }
    std::sort(edges.begin(), edges.end(),
              [](const Edge& a, const Edge& b) { return a.left + a.right < b.left + b.right; });
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
      constexpr double kRounding = 1e-6;
      if (edges[i].left > edges[i + 1].left + kRounding ||
          edges[i].right > edges[i + 1].right + kRounding) {
        return {};
      }
    }
    for (std::size_t i = 0; i + 1 < edges.size(); i += 2) {
      result.push_back({cuts[k], cuts[k + 1], edges[i].left, edges[i].right, edges[i + 1].left,
                        edges[i + 1].right});
    }
  }
  return result;
}

std::vector<Rect> slabs_of(std::span<const Point> polygon, bool vertical) {
  std::vector<Rect> result;
  for (const Trapezoid& piece : trapezoids_of(polygon, vertical)) {
    const auto low = static_cast<Coord>(std::llround((piece.low_from + piece.low_to) / 2));
    const auto high = static_cast<Coord>(std::llround((piece.high_from + piece.high_to) / 2));
    if (high <= low) continue;
    const Rect rect{{piece.from, low}, {piece.to, high}};
    result.push_back(vertical ? transposed(rect) : rect);
  }
  return result;
}

}  // namespace sealring::esd::extraction
