// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/extract/contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "esd/extract_codes.h"
#include "esd/format.h"

namespace sealring::esd::extraction {

namespace {

Point middle2(const Rect& a, const Rect& b) {
  return {std::max(a.low.x, b.low.x) + std::min(a.high.x, b.high.x),
          std::max(a.low.y, b.low.y) + std::min(a.high.y, b.high.y)};
}

}  // namespace

/// Meetings of one layer.
class Contacts::Search {
 public:
  explicit Search(const Layer& layer) : layer_(layer) {}

  std::map<std::pair<std::uint32_t, std::uint32_t>, Meeting> run() {
    if (!several_nets()) return {};
    search_boxes();
    if (!layer_.slanting.empty()) search_slanting();
    return std::move(meetings_);
  }

 private:
  static Corners corners_of(const Rect& box) {
    const auto left = static_cast<double>(box.low.x);
    const auto low = static_cast<double>(box.low.y);
    const auto right = static_cast<double>(box.high.x);
    const auto high = static_cast<double>(box.high.y);
    return {{{left, low}, {right, low}, {right, high}, {left, high}}};
  }

  /// The two have an area in common: no side of either separates them.
  static bool overlap(const Corners& a, const Corners& b) {
    constexpr double kRounding = 1e-3;
    for (const Corners* sides : {&a, &b}) {
      for (std::size_t k = 0; k < 4; ++k) {
        const double dx = (*sides)[(k + 1) % 4].x - (*sides)[k].x;
        const double dy = (*sides)[(k + 1) % 4].y - (*sides)[k].y;
        const double length = std::hypot(dx, dy);
        if (length == 0) continue;
        // Across the side.
        const auto extent = [&](const Corners& shape) {
          std::pair<double, double> range{1e300, -1e300};
          for (const Spot& spot : shape) {
            const double at = (spot.y * dx - spot.x * dy) / length;
            range = {std::min(range.first, at), std::max(range.second, at)};
          }
          return range;
        };
        const auto [a_low, a_high] = extent(a);
        const auto [b_low, b_high] = extent(b);
        if (std::min(a_high, b_high) - std::max(a_low, b_low) <= kRounding) return false;
      }
    }
    return true;
  }

  bool several_nets() const {
    std::uint32_t low = ~std::uint32_t{0};
    std::uint32_t high = 0;
    const auto take = [&](std::uint32_t net) {
      low = std::min(low, net);
      high = std::max(high, net);
    };
    if (!layer_.nets.empty()) {
      take(layer_.nets.front());
      take(layer_.nets.back());
    }
    if (!layer_.slanting.empty()) {
      take(layer_.slanting.front().net);
      take(layer_.slanting.back().net);
    }
    return low < high;
  }

  /// Shapes stand in order of nets, so each pair is seen from the first of its two nets: the first net of all need not be
  /// looked for, and the last one not look.
  void search_boxes() {
    if (layer_.boxes.empty()) return;
    const auto behind = static_cast<std::uint32_t>(
        std::upper_bound(layer_.nets.begin(), layer_.nets.end(), layer_.nets.front()) -
        layer_.nets.begin());
    const RectTree tree(std::span(layer_.boxes).subspan(behind));
    for (std::uint32_t i = 0; layer_.nets[i] != layer_.nets.back(); ++i) {
      const Rect& box = layer_.boxes[i];
      tree.query(box, [&](std::uint32_t k) {
        const std::uint32_t j = behind + k;
        if (layer_.nets[j] > layer_.nets[i] && touches(box, layer_.boxes[j]))
          meet(layer_.nets[i], layer_.nets[j], middle2(box, layer_.boxes[j]));
      });
    }
  }

  void search_slanting() {
    const RectTree tree(layer_.boxes);
    std::vector<Rect> boxes;
    for (const Slanting& shape : layer_.slanting) boxes.push_back(shape.box);
    const RectTree slanting(boxes);
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      const Slanting& shape = layer_.slanting[i];
      tree.query(boxes[i], [&](std::uint32_t j) {
        if (layer_.nets[j] != shape.net && overlap(shape.corners, corners_of(layer_.boxes[j])))
          meet(shape.net, layer_.nets[j], middle2(boxes[i], layer_.boxes[j]));
      });
      slanting.query(boxes[i], [&](std::uint32_t j) {
        const Slanting& other = layer_.slanting[j];
        if (other.net > shape.net && overlap(shape.corners, other.corners))
          meet(shape.net, other.net, middle2(boxes[i], boxes[j]));
      });
    }
  }

  void meet(std::uint32_t a, std::uint32_t b, const Point& at2) {
    Meeting& meeting = meetings_[{std::min(a, b), std::max(a, b)}];
    const Point& first = meeting.first2;
    if (meeting.count++ == 0 || at2.x < first.x || (at2.x == first.x && at2.y < first.y))
      meeting.first2 = at2;
  }

  const Layer& layer_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Meeting> meetings_;
};

void Contacts::begin_net(std::string name, core::Location place) {
  nets_.push_back({std::move(name), std::move(place)});
}

void Contacts::add(LayerId layer, const Corners& corners) {
  Rect box{{std::numeric_limits<Coord>::max(), std::numeric_limits<Coord>::max()},
           {std::numeric_limits<Coord>::min(), std::numeric_limits<Coord>::min()}};
  for (const Spot& spot : corners) {
    box.low = {std::min(box.low.x, static_cast<Coord>(std::floor(spot.x))),
               std::min(box.low.y, static_cast<Coord>(std::floor(spot.y)))};
    box.high = {std::max(box.high.x, static_cast<Coord>(std::ceil(spot.x))),
                std::max(box.high.y, static_cast<Coord>(std::ceil(spot.y)))};
  }
  layers_[layer].slanting.push_back({corners, box, net()});
}

void Contacts::add(LayerId layer, const Slant& slant) {
  const Spot a{static_cast<double>(slant.a.x), static_cast<double>(slant.a.y)};
  const Spot b{static_cast<double>(slant.b.x), static_cast<double>(slant.b.y)};
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  const double half = static_cast<double>(slant.width) / 2;
  const Spot across{-(b.y - a.y) / length * half, (b.x - a.x) / length * half};
  add(layer, Corners{{{a.x + across.x, a.y + across.y},
                      {a.x - across.x, a.y - across.y},
                      {b.x - across.x, b.y - across.y},
                      {b.x + across.x, b.y + across.y}}});
}

void Contacts::add(LayerId layer, const Trapezoid& piece, bool vertical) {
  const auto from = static_cast<double>(piece.from);
  const auto to = static_cast<double>(piece.to);
  Corners corners{
      {{from, piece.low_from}, {to, piece.low_to}, {to, piece.high_to}, {from, piece.high_from}}};
  if (vertical) {
    for (Spot& spot : corners) std::swap(spot.x, spot.y);
  }
  if (!piece.straight()) return add(layer, corners);
  const auto point = [](const Spot& spot) {
    return Point{std::llround(spot.x), std::llround(spot.y)};
  };
  const Rect box{point(corners[0]), point(corners[2])};
  if (box.low.x < box.high.x && box.low.y < box.high.y) add(layer, box);
}

void Contacts::report(const Technology& technology, std::int64_t dbu_per_um, const std::string& die,
                      core::Sink& sink) const {
  for (LayerId id = 0; id < layers_.size(); ++id) {
    for (const auto& [pair, meeting] : Search(layers_[id]).run()) {
      const Net& a = nets_[pair.first];
      const Net& b = nets_[pair.second];
      const double x =
          static_cast<double>(meeting.first2.x) / (2 * static_cast<double>(dbu_per_um));
      const double y =
          static_cast<double>(meeting.first2.y) / (2 * static_cast<double>(dbu_per_um));
      const std::string& layer = technology.layer(id).name;
      const auto [low, high] = std::minmax(a.name, b.name);
      sink.report(core::make_finding(
                      codes::kNetsMeet,
                      "metal of net '" + a.name + "' and net '" + b.name + "' meets on " + layer +
                          " at (" + format_number(x) + ", " + format_number(y) + ") um; " +
                          counted(meeting.count, "pair of shapes does", "pairs of shapes do"))
                      .at(a.place)
                      .on(low + "|" + high, layer)
                      .note("net '" + b.name + "' stands here", b.place)
                      .placed({die, "", x, y, 0}));
    }
  }
}

}  // namespace sealring::esd::extraction
