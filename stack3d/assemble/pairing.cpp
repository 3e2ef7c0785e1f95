// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/assemble/pairing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stack3d/assemble/plane_grid.h"
#include "stack3d/codes.h"
#include "stack3d/readers/keys.h"

namespace sealring::stack3d {

namespace {

constexpr Dbu kWidest = 0xffffffffLL;

/// Global box of all bumps of a region, by its corners in the chiplet frame.
Box bump_box(const Stack& stack, const RegionUse& use) {
  const std::vector<Bump>& bumps = stack.region(use).map.bumps;
  Box box{{bumps.front().x, bumps.front().y}, {bumps.front().x, bumps.front().y}};
  for (const Bump& bump : bumps) {
    box.low = {std::min(box.low.x, bump.x), std::min(box.low.y, bump.y)};
    box.high = {std::max(box.high.x, bump.x), std::max(box.high.y, bump.y)};
  }
  return stack.tiers[use.tier].to_stack.apply(box);
}

Box united(const Box& a, const Box& b) {
  return {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y)},
          {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y)}};
}

Box grown(const Box& box, Dbu by) {
  return {{box.low.x - by, box.low.y - by}, {box.high.x + by, box.high.y + by}};
}

/// Smallest distance between neighbours, from at most 512 evenly chosen bumps.
Dbu pitch_of(const Face& face) {
  if (face.points.size() < 2) return 0;
  const std::size_t step = std::max<std::size_t>(1, face.points.size() / 512);
  Dbu best = std::numeric_limits<Dbu>::max();
  constexpr std::size_t kScan = 20000;
  for (std::size_t i = 0; i < face.points.size(); i += step) {
    const Point at = face.position(face.points[i]);
    for (std::size_t j = i + 1; j < face.points.size() && j < i + kScan; ++j) {
      const Point other = face.position(face.points[j]);
      if (other.x - at.x >= best) break;
      const Dbu distance = static_cast<Dbu>(std::llround(
          std::hypot(static_cast<double>(other.x - at.x), static_cast<double>(other.y - at.y))));
      if (distance > 0) best = std::min(best, distance);
    }
  }
  return best == std::numeric_limits<Dbu>::max() ? 0 : best;
}

/// Pairs the two faces of one interface.
class Pairer {
 public:
  Pairer(Stack& stack, std::uint32_t id, std::vector<bool>& taken)
      : stack_(stack), face_(stack.interfaces[id]), id_(id), taken_(taken) {}

  void run(const Face& upper, const Face& lower) {
    const Dbu a = pitch_of(upper);
    const Dbu b = pitch_of(lower);
    face_.pitch = a == 0 ? b : b == 0 ? a : std::min(a, b);
    face_.capture = std::max(face_.tolerance, face_.pitch > 0 ? (face_.pitch - 1) / 2 : 0);
    merge(upper, lower);
    if (face_.capture > 0 && !rest_upper_.empty() && !rest_lower_.empty()) near(upper, lower);
  }

 private:
  void bond(const Point& at, PinId lower, PinId upper, Bond::Type type) {
    Bond bond;
    bond.lower = lower;
    bond.upper = upper;
    bond.x = at.x;
    bond.y = at.y;
    bond.z = face_.z;
    bond.interface_id = id_;
    bond.type = type;
    stack_.bonds.push_back(bond);
    taken_[lower] = true;
    taken_[upper] = true;
  }

  void merge(const Face& upper, const Face& lower) {
    auto u = upper.points.begin();
    auto l = lower.points.begin();
    while (u != upper.points.end() || l != lower.points.end()) {
      if (l == lower.points.end() || (u != upper.points.end() && u->key < l->key)) {
        if (!taken_[u->pin]) rest_upper_.push_back(*u);
        ++u;
      } else if (u == upper.points.end() || l->key < u->key) {
        if (!taken_[l->pin]) rest_lower_.push_back(*l);
        ++l;
      } else if (taken_[u->pin]) {
        ++u;
      } else if (taken_[l->pin]) {
        ++l;
      } else {
        bond(lower.position(*l), l->pin, u->pin, Bond::Type::kAligned);
        ++u;
        ++l;
      }
    }
  }

  /// Nearest first, each bump once.
  void near(const Face& upper, const Face& lower) {
    struct Candidate {
      double distance;
      std::uint32_t lower;
      std::uint32_t upper;
    };
    std::vector<Point> points;
    for (const FacePoint& point : rest_lower_) points.push_back(lower.position(point));
    const PlaneGrid grid(points, std::max<Dbu>(face_.capture, 1));
    std::vector<Candidate> candidates;
    for (std::uint32_t i = 0; i < rest_upper_.size(); ++i) {
      grid.each_within(
          upper.position(rest_upper_[i]), face_.capture,
          [&](std::uint32_t j, double distance) { candidates.push_back({distance, j, i}); });
    }
    std::sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
      if (a.distance != b.distance) return a.distance < b.distance;
      return std::tie(a.lower, a.upper) < std::tie(b.lower, b.upper);
    });
    for (const Candidate& candidate : candidates) {
      const PinId u = rest_upper_[candidate.upper].pin;
      const PinId l = rest_lower_[candidate.lower].pin;
      if (taken_[u] || taken_[l]) continue;
      const bool aligned = candidate.distance <= static_cast<double>(face_.tolerance);
      bond(points[candidate.lower], l, u, aligned ? Bond::Type::kAligned : Bond::Type::kMisaligned);
    }
  }

  Stack& stack_;
  Interface& face_;
  std::uint32_t id_;
  std::vector<bool>& taken_;
  std::vector<FacePoint> rest_upper_;
  std::vector<FacePoint> rest_lower_;
};

bool is_paired_interface(const Interface& face) {
  return face.usable && face.upper.tier != kNone && face.lower.tier != kNone;
}

/// Bumps of a region that bonded nowhere go to the interface whose other side lies over them, else to the first one.
void list_unpaired(Stack& stack, const std::vector<bool>& taken) {
  std::vector<bool> done(stack.bump_count);
  const auto list = [&](Interface& face, bool upper_side, bool all) {
    const RegionUse& use = upper_side ? face.upper : face.lower;
    const RegionUse& other = upper_side ? face.lower : face.upper;
    const Region& region = stack.region(use);
    const Tier& tier = stack.tiers[use.tier];
    const Box opposite = stack.tiers[other.tier].to_stack.apply(*stack.region(other).box);
    for (std::uint32_t i = 0; i < region.map.bumps.size(); ++i) {
      const PinId pin = tier.first_pin + region.first_bump + i;
      if (taken[pin] || done[pin]) continue;
      const Bump& bump = region.map.bumps[i];
      if (!all && !opposite.contains(tier.to_stack.apply(Point{bump.x, bump.y}))) continue;
      done[pin] = true;
      (upper_side ? face.unpaired_upper : face.unpaired_lower).push_back(pin);
    }
  };
  for (const bool all : {false, true}) {
    for (Interface& face : stack.interfaces) {
      if (!is_paired_interface(face)) continue;
      list(face, true, all);
      list(face, false, all);
    }
  }
}

}  // namespace

Face gather_face(const Stack& stack, const RegionUse& use, const Point& origin, const Box* clip) {
  Face face;
  face.origin = origin;
  const Region& region = stack.region(use);
  const Tier& tier = stack.tiers[use.tier];
  face.points.reserve(region.map.bumps.size());
  PinId pin = tier.first_pin + region.first_bump;
  for (const Bump& bump : region.map.bumps) {
    const Point at = tier.to_stack.apply(Point{bump.x, bump.y});
    if (clip == nullptr || clip->contains(at)) {
      face.points.push_back({static_cast<std::uint64_t>(at.x - origin.x) << 32U |
                                 static_cast<std::uint64_t>(at.y - origin.y),
                             pin});
    }
    ++pin;
  }
  std::sort(face.points.begin(), face.points.end(), [](const FacePoint& a, const FacePoint& b) {
    return a.key != b.key ? a.key < b.key : a.pin < b.pin;
  });
  return face;
}

void pair_interfaces(Stack& stack, core::Sink& sink) {
  std::vector<bool> taken(stack.bump_count);
  for (std::uint32_t id = 0; id < stack.interfaces.size(); ++id) {
    Interface& face = stack.interfaces[id];
    face.first_bond = static_cast<std::uint32_t>(stack.bonds.size());
    if (face.usable && (face.upper.tier != kNone || face.lower.tier != kNone)) {
      const Dbu low =
          face.lower.tier == kNone ? stack.region_z(face.upper) : stack.region_z(face.lower);
      const Dbu high = face.upper.tier == kNone ? low : stack.region_z(face.upper);
      face.gap = high - low;
      face.z = low + (high - low) / 2;
    }
    if (!is_paired_interface(face)) continue;
    if (stack.region(face.upper).map.bumps.empty() || stack.region(face.lower).map.bumps.empty())
      continue;
    const Box upper_box = bump_box(stack, face.upper);
    const Box lower_box = bump_box(stack, face.lower);
    const Box both = united(upper_box, lower_box);
    if (both.width() > kWidest || both.height() > kWidest) {
      sink.report(
          core::make_finding(codes::kTooLarge,
                             "interface '" + face.name + "' spans " +
                                 um_text(std::max(both.width(), both.height()), stack.dbu_per_um) +
                                 "; at most 4294967295 database units are possible")
              .at(face.location)
              .on(face.name, "span"));
      face.usable = false;
      continue;
    }
    // A wide interposer under a small die: only the bumps near the die can be its partners.
    const Box clip =
        grown(upper_box, std::max<Dbu>(upper_box.width() / 64, 1000 * stack.dbu_per_um));
    const Face upper = gather_face(stack, face.upper, both.low, nullptr);
    const Face lower = gather_face(stack, face.lower, both.low, &clip);
    Pairer(stack, id, taken).run(upper, lower);
    const auto begin = stack.bonds.begin() + face.first_bond;
    std::sort(begin, stack.bonds.end(), [](const Bond& a, const Bond& b) {
      return std::tie(a.x, a.y, a.lower) < std::tie(b.x, b.y, b.lower);
    });
    face.bond_count = static_cast<std::uint32_t>(stack.bonds.end() - begin);
  }
  list_unpaired(stack, taken);
}

}  // namespace sealring::stack3d
