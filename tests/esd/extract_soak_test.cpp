// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Random grids: their resistances by a network made without geometry, and what must not change them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "core/lefdef/geometry.h"
#include "tests/esd/layout.h"
#include "tests/support/soak.h"

namespace sealring::esd::testing {
namespace {

using core::lefdef::Coord;
using core::lefdef::Orient;
using core::lefdef::Point;
using sealring::testing::soak_count;

struct WireDraw {
  int layer = 0;  ///< 0: m1 along x, 1: m2 along y, 2: m3 along x
  Coord width = 0;
  Point from, to;
};
struct ViaDraw {
  int level = 0;  ///< 0: VIA1, 1: VIA2
  Point at;
};
const char* const kLayers[] = {"m1", "m2", "m3"};
const double kSheet[] = {0.4, 0.2, 0.1};
const double kCut[] = {4, 2};

struct Drawing {
  std::vector<WireDraw> wires;
  std::vector<ViaDraw> vias;
};

/// Tracks of three layers with random pieces of wire and vias at crossings.
class RandomGrid {
 public:
  explicit RandomGrid(std::uint64_t seed) : random_(seed) {
    for (int layer = 0; layer < 3; ++layer) {
      const int tracks = 2 + below(4);
      for (int t = 0; t < tracks; ++t) {
        Track track{layer, 3000 * (t + 1) + 100 * below(5), 200 + 200 * below(4), {}};
        const Coord from = 100 * below(30);
        track.pieces.emplace_back(from, from + 5000 + 100 * below(120));
        if (below(3) == 0)
          track.pieces.emplace_back(track.pieces[0].second - 100 * below(20), 26000);
        tracks_.push_back(track);
      }
    }
    for (const Track& a : tracks_) {
      for (const Track& b : tracks_) {
        if (b.layer != a.layer + 1 || below(4) == 0) continue;
        const Point at = a.layer == 1 ? Point{a.across, b.across} : Point{b.across, a.across};
        if (!covers(a, at) || !covers(b, at)) continue;
        vias_.push_back({a.layer, at});
      }
    }
  }

  Drawing drawing() {
    Drawing result;
    for (const Track& track : tracks_) {
      for (const auto& [from, to] : track.pieces)
        result.wires.push_back({track.layer, track.width, point(track, from), point(track, to)});
    }
    result.vias = vias_;
    return result;
  }

  /// The network as edges; nodes are places.
  std::vector<RandomEdge> edges() {
    std::vector<RandomEdge> result;
    for (std::size_t t = 0; t < tracks_.size(); ++t) {
      const Track& track = tracks_[t];
      std::set<Coord> stops;
      for (const auto& [from, to] : track.pieces) stops.insert({from, to});
      for (const ViaDraw& via : vias_) {
        if (on(track, via)) stops.insert(along(track, via.at));
      }
      Coord before = *stops.begin();
      for (const Coord stop : stops) {
        const auto both = [&](const std::pair<Coord, Coord>& p) {
          return p.first <= before && p.second >= stop;
        };
        if (stop > before && std::any_of(track.pieces.begin(), track.pieces.end(), both)) {
          result.push_back({node(t, before), node(t, stop),
                            kSheet[track.layer] * static_cast<double>(stop - before) /
                                static_cast<double>(track.width)});
        }
        before = stop;
        node(t, stop);
      }
    }
    for (const ViaDraw& via : vias_) {
      std::uint32_t ends[2] = {0, 0};
      for (std::size_t t = 0; t < tracks_.size(); ++t) {
        if (on(tracks_[t], via))
          ends[tracks_[t].layer - via.level] = node(t, along(tracks_[t], via.at));
      }
      result.push_back({ends[0], ends[1], kCut[via.level]});
    }
    return result;
  }
  std::size_t nodes() const { return places_.size(); }
  std::pair<int, Point> place(std::uint32_t node) const {
    const auto& [track, at] = places_[node];
    return {tracks_[track].layer, point(tracks_[track], at)};
  }
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  std::mt19937_64& random() { return random_; }
  std::vector<ViaDraw>& vias() { return vias_; }

 private:
  struct Track {
    int layer;
    Coord across;
    Coord width;
    std::vector<std::pair<Coord, Coord>> pieces;
  };
  static Point point(const Track& track, Coord at) {
    return track.layer == 1 ? Point{track.across, at} : Point{at, track.across};
  }
  static Coord along(const Track& track, const Point& at) { return track.layer == 1 ? at.y : at.x; }
  static bool covers(const Track& track, const Point& at) {
    return std::any_of(track.pieces.begin(), track.pieces.end(), [&](const auto& piece) {
      return piece.first <= along(track, at) && piece.second >= along(track, at);
    });
  }
  static bool on(const Track& track, const ViaDraw& via) {
    const bool layer = track.layer == via.level || track.layer == via.level + 1;
    return layer && (track.layer == 1 ? via.at.x : via.at.y) == track.across &&
           covers(track, via.at);
  }
  std::uint32_t node(std::size_t track, Coord at) {
    const auto [found, fresh] =
        index_.emplace(std::pair(track, at), static_cast<std::uint32_t>(places_.size()));
    if (fresh) places_.emplace_back(track, at);
    return found->second;
  }

  std::mt19937_64 random_;
  std::vector<Track> tracks_;
  std::vector<ViaDraw> vias_;
  std::map<std::pair<std::size_t, Coord>, std::uint32_t> index_;
  std::vector<std::pair<std::size_t, Coord>> places_;
};

std::string text(const Point& p) {
  return "( " + std::to_string(p.x) + " " + std::to_string(p.y) + " )";
}

/// The drawing as DEF, turned as a whole.
std::string def_of(const Drawing& drawing, Orient orient = Orient::kN) {
  using core::lefdef::turn;
  std::string special = "- VDD + USE POWER";
  for (const WireDraw& wire : drawing.wires) {
    special += "\n + ROUTED " + std::string(kLayers[wire.layer]) + " " +
               std::to_string(wire.width) + " " + text(turn(wire.from, orient)) + " " +
               text(turn(wire.to, orient));
  }
  for (const ViaDraw& via : drawing.vias) {
    special += "\n + FIXED " + std::string(kLayers[via.level]) + " 0 " +
               text(turn(via.at, orient)) + (via.level == 0 ? " VIA1 " : " VIA2 ") +
               std::string(core::lefdef::to_string(orient));
  }
  return small_def(special + " ;");
}

Touch touch_of(const std::pair<int, Point>& place, Orient orient = Orient::kN) {
  const Point at = core::lefdef::turn(place.second, orient);
  return touch_at("VDD", kLayers[place.first], at.x, at.y);
}

bool joined(const std::vector<RandomEdge>& edges, std::uint32_t a, std::uint32_t b) {
  std::set<std::uint32_t> seen = {a};
  for (std::size_t before = 0; before != seen.size();) {
    before = seen.size();
    for (const RandomEdge& edge : edges) {
      if (seen.contains(edge.a)) seen.insert(edge.b);
      if (seen.contains(edge.b)) seen.insert(edge.a);
    }
  }
  return seen.contains(b);
}

/// The edges of the part of `node`, with nodes numbered anew; both ends are in it.
double reference(const std::vector<RandomEdge>& edges, std::uint32_t a, std::uint32_t b) {
  std::map<std::uint32_t, std::uint32_t> number;
  std::vector<RandomEdge> mine;
  for (const RandomEdge& edge : edges) {
    if (!joined(edges, a, edge.a)) continue;
    const auto of = [&](std::uint32_t node) {
      return number.emplace(node, static_cast<std::uint32_t>(number.size())).first->second;
    };
    const std::uint32_t from = of(edge.a);
    mine.push_back({from, of(edge.b), edge.ohm});
  }
  return dense_resistance(mine, static_cast<std::uint32_t>(number.size()), number.at(a),
                          number.at(b));
}

struct Question {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

Question ask(RandomGrid& grid, const std::vector<RandomEdge>& edges) {
  for (int tries = 0;; ++tries) {
    const auto a = static_cast<std::uint32_t>(grid.below(static_cast<int>(grid.nodes())));
    const auto b = static_cast<std::uint32_t>(grid.below(static_cast<int>(grid.nodes())));
    if (tries > 200 || (a != b && joined(edges, a, b))) return {a, b};
  }
}

TEST(ExtractSoak, RandomGridsAsComputedWithoutGeometry) {
  const int count = soak_count("random grids extracted and compared", 150);
  int compared = 0;
  for (int seed = 1; seed <= count; ++seed) {
    RandomGrid grid(static_cast<std::uint64_t>(seed));
    const auto edges = grid.edges();
    const Question q = ask(grid, edges);
    const auto result = good_extraction(def_of(grid.drawing()), {},
                                        {touch_of(grid.place(q.a)), touch_of(grid.place(q.b))});
    if (!joined(edges, q.a, q.b)) {
      EXPECT_TRUE(std::isinf(between(result, 0, 1))) << seed;
      continue;
    }
    if (q.a == q.b) continue;
    const double expected = reference(edges, q.a, q.b);
    EXPECT_NEAR(between(result, 0, 1) / expected, 1, 1e-9) << seed;
    ++compared;
  }
  EXPECT_GE(compared, count * 9 / 10);
}

/// The same metal, said in another way.
Drawing restated(const Drawing& drawing, RandomGrid& grid) {
  Drawing result;
  for (const WireDraw& wire : drawing.wires) {
    const Point middle = {(wire.from.x + wire.to.x) / 2, (wire.from.y + wire.to.y) / 2};
    WireDraw first = wire;
    switch (grid.below(4)) {
      case 0: break;
      case 1: std::swap(first.from, first.to); break;
      case 2: result.wires.push_back(wire); break;  // twice
      default: first.to = middle; result.wires.push_back({wire.layer, wire.width, middle, wire.to});
    }
    result.wires.push_back(first);
  }
  for (const ViaDraw& via : drawing.vias) {
    result.vias.push_back(via);
    if (grid.below(4) == 0) result.vias.push_back(via);
  }
  std::shuffle(result.wires.begin(), result.wires.end(), grid.random());
  std::shuffle(result.vias.begin(), result.vias.end(), grid.random());
  return result;
}

TEST(ExtractSoak, OrderCuttingAndOrientationDoNotMatter) {
  const int count = soak_count("random grids drawn in two ways", 100);
  for (int seed = 1; seed <= count; ++seed) {
    RandomGrid grid(1000 + static_cast<std::uint64_t>(seed));
    const auto edges = grid.edges();
    const Question q = ask(grid, edges);
    if (q.a == q.b || !joined(edges, q.a, q.b)) continue;
    const Drawing drawing = grid.drawing();
    const auto plain = good_extraction(def_of(drawing), {},
                                       {touch_of(grid.place(q.a)), touch_of(grid.place(q.b))});
    const auto orient = static_cast<Orient>(grid.below(8));
    const auto other =
        good_extraction(def_of(restated(drawing, grid), orient), {},
                        {touch_of(grid.place(q.a), orient), touch_of(grid.place(q.b), orient)});
    EXPECT_NEAR(between(other, 0, 1) / between(plain, 0, 1), 1, 1e-9) << seed;
    EXPECT_EQ(parts(other.network), parts(plain.network)) << seed;
    const auto again = good_extraction(def_of(restated(drawing, grid)), {}, {});
    // Same geometry, same bytes: names and elements do not depend on the order of statements.
    const auto twin = good_extraction(def_of(drawing), {}, {});
    ASSERT_EQ(again.network.nodes.size(), twin.network.nodes.size()) << seed;
    for (NodeId node = 0; node < twin.network.nodes.size(); ++node)
      ASSERT_EQ(again.network.nodes.name(node), twin.network.nodes.name(node)) << seed;
    ASSERT_EQ(again.network.elements.size(), twin.network.elements.size()) << seed;
    for (ElementId id = 0; id < twin.network.elements.size(); ++id) {
      ASSERT_EQ(again.network.elements[id].a, twin.network.elements[id].a) << seed;
      ASSERT_EQ(again.network.elements[id].ohm, twin.network.elements[id].ohm) << seed;
    }
  }
}

struct Fault {
  Drawing drawing;
  std::vector<Touch> ends;  ///< of what was taken
  bool covered = false;     ///< another piece of the track lies over the gap
  bool narrowed = false;    ///< another piece or the metal of vias reaches into the gap
};

Fault without_a_via(RandomGrid& grid, const Drawing& drawing) {
  Fault fault{drawing, {}};
  auto& vias = fault.drawing.vias;
  const auto gone = vias.begin() + grid.below(static_cast<int>(vias.size()));
  fault.ends = {touch_of({gone->level, gone->at}), touch_of({gone->level + 1, gone->at})};
  vias.erase(gone);
  return fault;
}

/// A gap in a wire.
Fault with_a_gap(RandomGrid& grid, const Drawing& drawing) {
  Fault fault{drawing, {}};
  auto& wires = fault.drawing.wires;
  WireDraw& cut = wires[static_cast<std::size_t>(grid.below(static_cast<int>(wires.size())))];
  const bool up = cut.layer == 1;
  const auto along = [&](const Point& p) { return up ? p.y : p.x; };
  const auto across = [&](const Point& p) { return up ? p.x : p.y; };
  const auto at = [&](Coord place) {
    return up ? Point{cut.from.x, place} : Point{place, cut.from.y};
  };
  const Coord low = along(cut.from) + 1150;
  const Coord high = low + 300;
  fault.ends = {touch_of({cut.layer, at(low - 50)}), touch_of({cut.layer, at(high + 50)})};
  for (const WireDraw& wire : drawing.wires) {
    const bool other = wire.layer == cut.layer && across(wire.from) == across(cut.from) &&
                       along(wire.from) != along(cut.from);
    if (!other || along(wire.to) <= low || along(wire.from) >= high) continue;
    (along(wire.from) <= low && along(wire.to) >= high ? fault.covered : fault.narrowed) = true;
  }
  for (const ViaDraw& via : drawing.vias) {
    if (across(via.at) == across(cut.from) && along(via.at) > low - 200 &&
        along(via.at) < high + 200)
      fault.narrowed = true;
  }
  WireDraw rest = cut;
  cut.to = at(low);
  rest.from = at(high);
  wires.push_back(rest);
  return fault;
}

/// One seeded fault; what it takes away must show between the two ends of what was taken.
TEST(ExtractSoak, RemovedViasAndWiresAreFound) {
  const int count = soak_count("grids with a via or a wire taken away", 100);
  int faults = 0;
  for (int seed = 1; seed <= count; ++seed) {
    RandomGrid grid(5000 + static_cast<std::uint64_t>(seed));
    const Drawing drawing = grid.drawing();
    const bool via = grid.below(2) == 0 && !drawing.vias.empty();
    const Fault fault = via ? without_a_via(grid, drawing) : with_a_gap(grid, drawing);
    if (fault.narrowed) continue;
    const auto before = good_extraction(def_of(drawing), {}, fault.ends);
    const auto after = good_extraction(def_of(fault.drawing), {}, fault.ends);
    const double whole = between(before, 0, 1);
    const double damaged = between(after, 0, 1);
    if (fault.covered) {
      EXPECT_NEAR(damaged / whole, 1, 1e-9) << seed;
      continue;
    }
    EXPECT_GT(damaged, whole * (1 + 1e-6)) << seed;
    if (std::isinf(damaged)) {
      EXPECT_GT(parts(after.network), parts(before.network)) << seed;
    }
    ++faults;
  }
  EXPECT_GE(faults, count / 2);
}

}  // namespace
}  // namespace sealring::esd::testing
