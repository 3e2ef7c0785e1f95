// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Bumps against their region and die, against each other, and twice-given names.
#include <algorithm>
#include <set>

#include "stack3d/assemble/pairing.h"
#include "stack3d/checks/context.h"

namespace sealring::stack3d {

namespace {

template <class Visit>
void each_bumped_region(const CheckContext& context, Visit visit) {
  for (const Chiplet& chiplet : context.stack.chiplets) {
    for (const Region& region : chiplet.regions) {
      if (!region.map.bumps.empty()) visit(chiplet, region);
    }
  }
}

std::string region_name(const Chiplet& chiplet, const Region& region) {
  return chiplet.name + ".regions." + region.name;
}

/// Half of what a bump takes around its centre: of its pad, else of its cell; 0 when no LEF has it.
Box body_of(const Chiplet& chiplet, const Bump& bump) {
  const auto shape = chiplet.cell_shapes.find(bump.cell);
  if (shape == chiplet.cell_shapes.end()) return {};
  if (shape->second.has_pad) return shape->second.pad;
  const Point& size = shape->second.size;
  return {{-size.x / 2, -size.y / 2}, {size.x / 2, size.y / 2}};
}

/// One message per region, with the first few bumps as notes.
class Group {
 public:
  void add(const Bump& bump) {
    if (bumps_.size() < 8) bumps_.push_back(&bump);
    ++count_;
  }

  void report(CheckContext& context, const core::Code& code, const Chiplet& chiplet,
              const Region& region, const std::string& what) const {
    if (count_ == 0) return;
    const Bump& first = *bumps_.front();
    core::Finding finding =
        core::make_finding(code, std::to_string(count_) + " of " +
                                     std::to_string(region.map.bumps.size()) + " bumps of '" +
                                     region.map.file + "' " + what + "; the first is '" +
                                     std::string(region.map.name(first)) + "' at " +
                                     context.um(Point{first.x, first.y}))
            .at(region.map.locate(first))
            .on(region_name(chiplet, region), std::string(code.slug))
            .property("bumps", std::to_string(count_));
    for (std::size_t i = 1; i < bumps_.size(); ++i) {
      finding.notes.push_back(
          {region.map.locate(*bumps_[i]), "'" + std::string(region.map.name(*bumps_[i])) + "' at " +
                                              context.um(Point{bumps_[i]->x, bumps_[i]->y})});
    }
    context.sink.report(std::move(finding));
  }

 private:
  std::vector<const Bump*> bumps_;
  std::uint64_t count_ = 0;
};

std::uint64_t hash_text(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

/// Bump names given twice in one chiplet: equal hashes first, then the names themselves.
void report_equal_names(CheckContext& context, const Chiplet& chiplet) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> hashes;
  hashes.reserve(chiplet.bump_count);
  for (const Region& region : chiplet.regions) {
    std::uint32_t number = region.first_bump;
    for (const Bump& bump : region.map.bumps)
      hashes.emplace_back(hash_text(region.map.name(bump)), number++);
  }
  std::sort(hashes.begin(), hashes.end());
  const auto name_of = [&](std::uint32_t number) {
    const Region& region = chiplet.region_of(number);
    return region.map.name(region.map.bumps[number - region.first_bump]);
  };
  std::size_t listed = 0;
  for (std::size_t i = 1; i < hashes.size(); ++i) {
    if (hashes[i].first != hashes[i - 1].first) continue;
    const std::uint32_t first = hashes[i - 1].second;
    const std::uint32_t again = hashes[i].second;
    const std::string name(name_of(again));
    if (name != name_of(first) || ++listed > CheckContext::kListed) continue;
    const Region& a = chiplet.region_of(first);
    const Region& b = chiplet.region_of(again);
    const core::Location first_at = a.map.locate(a.map.bumps[first - a.first_bump]);
    // The same bump may be listed on two faces of one die (a through via): one name, one place.
    const Bump& one = a.map.bumps[first - a.first_bump];
    const Bump& two = b.map.bumps[again - b.first_bump];
    if (&a != &b && a.side != b.side) continue;
    const bool same_place = one.x == two.x && one.y == two.y;
    context.sink.report(
        core::make_finding(codes::kBumpTwice, "bump '" + name + "' stands twice in chiplet '" +
                                                  chiplet.name + "'" +
                                                  (same_place ? " at the same place" : "") +
                                                  "; first at " + core::to_string(first_at))
            .at(b.map.locate(two))
            .on(region_name(chiplet, b) + "/" + name, "twice")
            .note("first stands here", first_at));
  }
}

/// The bumps of one face of a chiplet, in its frame, sorted.
struct FaceBumps {
  struct Item {
    Dbu x;
    Dbu y;
    std::uint32_t number;
  };
  std::vector<Item> items;
};

FaceBumps face_bumps(const Chiplet& chiplet, Side side) {
  FaceBumps face;
  for (const Region& region : chiplet.regions) {
    if (region.side != side) continue;
    std::uint32_t number = region.first_bump;
    for (const Bump& bump : region.map.bumps) face.items.push_back({bump.x, bump.y, number++});
  }
  std::sort(face.items.begin(), face.items.end(), [](const auto& a, const auto& b) {
    return std::tie(a.x, a.y, a.number) < std::tie(b.x, b.y, b.number);
  });
  return face;
}

/// Looks at every couple of bumps of a face whose centres are closer than `reach` in x and y: items are cut into columns
/// of that width, and each is compared with its own column and the next one.
template <class Visit>
void each_close_pair(const FaceBumps& face, Dbu reach, Visit visit) {
  if (reach <= 0 || face.items.empty()) return;
  std::vector<FaceBumps::Item> items = face.items;
  const Dbu x0 = items.front().x;
  const auto column = [&](const FaceBumps::Item& item) { return (item.x - x0) / reach; };
  std::sort(items.begin(), items.end(), [&](const auto& a, const auto& b) {
    const Dbu ca = column(a);
    const Dbu cb = column(b);
    return std::tie(ca, a.y, a.x, a.number) < std::tie(cb, b.y, b.x, b.number);
  });
  std::size_t next = 0;  // first item of the next column not yet far below
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Dbu own = column(items[i]);
    for (std::size_t j = i + 1;
         j < items.size() && column(items[j]) == own && items[j].y - items[i].y < reach; ++j) {
      visit(items[i], items[j]);
    }
    if (next <= i) next = i + 1;
    while (next < items.size() &&
           (column(items[next]) <= own ||
            (column(items[next]) == own + 1 && items[next].y <= items[i].y - reach))) {
      ++next;
    }
    for (std::size_t j = next;
         j < items.size() && column(items[j]) == own + 1 && items[j].y - items[i].y < reach; ++j) {
      if (items[j].x - items[i].x < reach) visit(items[i], items[j]);
    }
  }
}

class SpacingCheck {
 public:
  SpacingCheck(CheckContext& context, const Chiplet& chiplet, Side side)
      : context_(context), chiplet_(chiplet), side_(side) {
    if (context.rules.min_pitch_um) pitch_ = context.dbu(*context.rules.min_pitch_um);
    if (context.rules.min_spacing_um) spacing_ = context.dbu(*context.rules.min_spacing_um);
    if (side == Side::kBack && context.rules.backside_min_spacing_um) {
      spacing_ = std::max(spacing_, context.dbu(*context.rules.backside_min_spacing_um));
    }
  }

  void run() {
    const FaceBumps face = face_bumps(chiplet_, side_);
    report_same_place(face);
    Dbu widest = 0;
    for (const auto& [cell, shape] : chiplet_.cell_shapes) {
      widest = shape.has_pad ? std::max({widest, shape.pad.width(), shape.pad.height()})
                             : std::max({widest, shape.size.x, shape.size.y});
    }
    const Dbu reach = std::max(pitch_, widest + spacing_);
    if (reach <= 0) return;
    context_.counts["spacing_bumps"] += face.items.size();
    each_close_pair(face, reach,
                    [&](const auto& a, const auto& b) { compare(a.number, b.number); });
    report();
  }

 private:
  struct Worst {
    std::uint64_t count = 0;
    Dbu least = 0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
  };

  static void note(Worst& worst, Dbu value, std::uint32_t a, std::uint32_t b) {
    if (worst.count++ == 0 || value < worst.least) {
      worst.least = value;
      worst.a = a;
      worst.b = b;
    }
  }

  void report_same_place(const FaceBumps& face) {
    std::size_t listed = 0;
    for (std::size_t i = 1; i < face.items.size(); ++i) {
      const auto& a = face.items[i - 1];
      const auto& b = face.items[i];
      if (a.x != b.x || a.y != b.y || ++listed > CheckContext::kListed) continue;
      const Region& first = chiplet_.region_of(std::min(a.number, b.number));
      const Region& again = chiplet_.region_of(std::max(a.number, b.number));
      const Bump& one = chiplet_.bump(std::min(a.number, b.number));
      const Bump& two = chiplet_.bump(std::max(a.number, b.number));
      if (first.map.name(one) == again.map.name(two)) continue;  // said with the name
      context_.sink.report(
          core::make_finding(codes::kBumpTwice, "bumps '" + std::string(first.map.name(one)) +
                                                    "' and '" + std::string(again.map.name(two)) +
                                                    "' of '" + chiplet_.name +
                                                    "' stand at the same place " +
                                                    context_.um(Point{a.x, a.y}) + " on one face")
              .at(again.map.locate(two))
              .on(region_name(chiplet_, again) + "/" + std::string(again.map.name(two)),
                  "same place")
              .note("the other bump", first.map.locate(one)));
    }
  }

  void compare(std::uint32_t a, std::uint32_t b) {
    const Bump& one = chiplet_.bump(a);
    const Bump& two = chiplet_.bump(b);
    const Dbu dx = std::abs(one.x - two.x);
    const Dbu dy = std::abs(one.y - two.y);
    if (dx == 0 && dy == 0) return;
    if (pitch_ > 0 && static_cast<double>(dx) * static_cast<double>(dx) +
                              static_cast<double>(dy) * static_cast<double>(dy) <
                          static_cast<double>(pitch_) * static_cast<double>(pitch_)) {
      note(pitch_worst_, std::max(dx, dy), a, b);
    }
    const Box first = body_of(chiplet_, one);
    const Box second = body_of(chiplet_, two);
    if (first.width() == 0 || second.width() == 0) return;
    const Dbu gap_x = std::max(two.x + second.low.x - (one.x + first.high.x),
                               one.x + first.low.x - (two.x + second.high.x));
    const Dbu gap_y = std::max(two.y + second.low.y - (one.y + first.high.y),
                               one.y + first.low.y - (two.y + second.high.y));
    if (gap_x < 0 && gap_y < 0) {
      if (one.net == two.net && one.net != NameId::kNone) return;  // one net may be one pad
      note(overlap_worst_, std::max(gap_x, gap_y), a, b);
    } else if (spacing_ > 0 && gap_x < spacing_ && gap_y < spacing_) {
      // Between corners the distance is measured straight.
      const double x = static_cast<double>(std::max<Dbu>(gap_x, 0));
      const double y = static_cast<double>(std::max<Dbu>(gap_y, 0));
      if (x * x + y * y < static_cast<double>(spacing_) * static_cast<double>(spacing_)) {
        note(spacing_worst_, std::max(gap_x, gap_y), a, b);
      }
    }
  }

  void report_one(const Worst& worst, const core::Code& code, const std::string& what,
                  const std::string& limit) {
    if (worst.count == 0) return;
    const Region& region = chiplet_.region_of(worst.a);
    const Region& other = chiplet_.region_of(worst.b);
    const Bump& one = chiplet_.bump(worst.a);
    const Bump& two = chiplet_.bump(worst.b);
    context_.sink.report(
        core::make_finding(code, std::to_string(worst.count) + " pairs of bumps on the " +
                                     std::string(to_string(side_)) + " side of '" + chiplet_.name +
                                     "' " + what + limit + "; the worst are '" +
                                     std::string(region.map.name(one)) + "' and '" +
                                     std::string(other.map.name(two)) + "'")
            .at(region.map.locate(one))
            .on(chiplet_.name + "." + std::string(to_string(side_)), std::string(code.slug))
            .note("the other bump of the worst pair", other.map.locate(two))
            .property("pairs", std::to_string(worst.count)));
  }

  void report() {
    report_one(pitch_worst_, codes::kBumpPitch,
               "are closer than the minimum pitch of " + context_.um(pitch_), "");
    report_one(spacing_worst_, codes::kBumpSpacing,
               "have pads closer than the minimum spacing of " + context_.um(spacing_),
               ": " + context_.um(spacing_worst_.least));
    report_one(overlap_worst_, codes::kBumpOverlap, "have pads that overlap", "");
  }

  CheckContext& context_;
  const Chiplet& chiplet_;
  Side side_;
  Dbu pitch_ = 0;
  Dbu spacing_ = 0;
  Worst pitch_worst_;
  Worst spacing_worst_;
  Worst overlap_worst_;
};

}  // namespace

void check_bumps_inside(CheckContext& context) {
  each_bumped_region(context, [&](const Chiplet& chiplet, const Region& region) {
    Group outside_region;
    Group outside_die;
    const Box outline = chiplet.outline.plane();
    for (const Bump& bump : region.map.bumps) {
      const Box body = body_of(chiplet, bump);
      const Box taken{{bump.x + body.low.x, bump.y + body.low.y},
                      {bump.x + body.high.x, bump.y + body.high.y}};
      if (region.box && !region.box->contains(taken)) outside_region.add(bump);
      if (!outline.contains(taken)) outside_die.add(bump);
    }
    context.counts["bumps_inside"] += region.map.bumps.size();
    if (region.box) {
      outside_region.report(context, codes::kBumpOutsideRegion, chiplet, region,
                            "lie outside their region '" + region.name + "'");
    }
    outside_die.report(context, codes::kBumpOutsideDie, chiplet, region,
                       "lie outside the outline of '" + chiplet.name + "'");
  });
}

void check_bump_duplicates(CheckContext& context) {
  for (const Chiplet& chiplet : context.stack.chiplets) {
    if (chiplet.bump_count > 0) report_equal_names(context, chiplet);
  }
}

void check_bump_spacing(CheckContext& context) {
  for (const Chiplet& chiplet : context.stack.chiplets) {
    if (chiplet.bump_count == 0) continue;
    std::set<Side> sides;
    for (const Region& region : chiplet.regions) {
      if (!region.map.bumps.empty()) sides.insert(region.side);
    }
    for (Side side : sides) SpacingCheck(context, chiplet, side).run();
  }
}

}  // namespace sealring::stack3d
