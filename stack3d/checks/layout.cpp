// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// The DEF of a die against its definition and its bump maps: frame, places, die area.
#include <algorithm>
#include <map>
#include <set>

#include "core/lefdef/def.h"
#include "core/lefdef/lef.h"
#include "stack3d/checks/context.h"

namespace sealring::stack3d {

namespace {

using core::lefdef::Component;
using core::lefdef::Def;

/// DEF database units in the chiplet frame of the stack.
class LayoutScale {
 public:
  LayoutScale(const Stack& stack, const Chiplet& chiplet)
      : factor_(core::Rational(stack.dbu_per_um) / core::Rational(chiplet.layout->dbu_per_um) *
                chiplet.shrink) {}
  Dbu of(core::lefdef::Coord value) const {
    return round_half_away(core::Rational(value) * factor_);
  }

 private:
  core::Rational factor_;
};

/// A bump of the map that the DEF places too: how far the DEF is off.
struct Compared {
  const Region* region = nullptr;
  const Bump* bump = nullptr;
  const Component* component = nullptr;
  Point def_at;
  Point off;
};

class BumpComparison {
 public:
  BumpComparison(CheckContext& context, const Chiplet& chiplet)
      : context_(context),
        chiplet_(chiplet),
        def_(*chiplet.layout),
        scale_(context.stack, chiplet) {}

  void run() {
    collect();
    if (compared_.empty() && missing_.empty()) return;
    context_.counts["bumps_in_def"] += compared_.size();
    if (!report_shift()) report_places();
    report_missing();
  }

 private:
  static constexpr std::size_t kFew = 8;

  /// Centre of a placed bump cell in the frame; nothing when its size is not known.
  std::optional<Point> centre_of(const Component& component) const {
    const auto* macro =
        chiplet_.cells ? chiplet_.cells->find_macro(def_.text(component.macro)) : nullptr;
    if (macro == nullptr || component.status == core::lefdef::PlaceStatus::kNone ||
        component.status == core::lefdef::PlaceStatus::kUnplaced) {
      return std::nullopt;
    }
    const bool turned = component.orient == core::lefdef::Orient::kW ||
                        component.orient == core::lefdef::Orient::kE ||
                        component.orient == core::lefdef::Orient::kFW ||
                        component.orient == core::lefdef::Orient::kFE;
    const core::Rational per_pm =
        core::Rational(context_.stack.dbu_per_um, core::lefdef::kPicometresPerUm) * chiplet_.shrink;
    const Dbu half_w = round_half_away(core::Rational(turned ? macro->height : macro->width) /
                                       core::Rational(2) * per_pm);
    const Dbu half_h = round_half_away(core::Rational(turned ? macro->width : macro->height) /
                                       core::Rational(2) * per_pm);
    return Point{scale_.of(component.at.x) + half_w, scale_.of(component.at.y) + half_h};
  }

  void collect() {
    std::set<core::Symbol> cells;  // macros that the bump maps use
    for (const Region& region : chiplet_.regions) {
      for (const Bump& bump : region.map.bumps) {
        if (bump.cell == last_) continue;
        last_ = bump.cell;
        const core::Symbol symbol = def_.names.find(context_.stack.names.text(bump.cell));
        if (symbol != core::Symbol::kNone) cells.insert(symbol);
      }
    }
    placed_ = static_cast<std::size_t>(
        std::count_if(def_.components.begin(), def_.components.end(),
                      [&](const Component& c) { return cells.contains(c.macro); }));
    if (placed_ == 0) return;  // the DEF keeps its bumps elsewhere
    std::set<core::Symbol> seen;
    for (const Region& region : chiplet_.regions) {
      for (const Bump& bump : region.map.bumps) {
        const Component* component = def_.find_component(def_.names.find(region.map.name(bump)));
        if (component == nullptr || !cells.contains(component->macro)) {
          missing_.push_back({&region, &bump, nullptr, {}, {}});
          continue;
        }
        seen.insert(component->name);
        const auto at = centre_of(*component);
        if (!at) continue;
        compared_.push_back({&region, &bump, component, *at, {at->x - bump.x, at->y - bump.y}});
      }
    }
    for (const Component& component : def_.components) {
      if (cells.contains(component.macro) && !seen.contains(component.name))
        extra_.push_back(&component);
    }
  }

  /// One shift for at least nine of ten bumps.
  bool report_shift() {
    std::map<std::pair<Dbu, Dbu>, std::size_t> votes;
    for (const Compared& one : compared_) ++votes[{one.off.x, one.off.y}];
    if (votes.empty()) return false;
    const auto best =
        std::max_element(votes.begin(), votes.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    const Point shift{best->first.first, best->first.second};
    if ((shift.x == 0 && shift.y == 0) || best->second < 2 ||
        best->second * 10 < compared_.size() * 9)
      return false;
    const Point ring{chiplet_.seal_ring[0] + chiplet_.scribe[0],
                     chiplet_.seal_ring[1] + chiplet_.scribe[1]};
    const bool is_ring = (ring.x != 0 || ring.y != 0) && shift.x == -ring.x && shift.y == -ring.y;
    context_.sink.report(
        core::make_finding(codes::kDefFrame,
                           std::to_string(best->second) + " of " +
                               std::to_string(compared_.size()) + " bumps of the DEF of '" +
                               chiplet_.name + "' stand " + context_.um(shift) +
                               " from the bump map" +
                               (is_ring ? ", which is its seal ring and scribe line: the DEF "
                                          "starts at the design area, "
                                          "the map at the outer edge"
                                        : ""))
            .at(chiplet_.def->named_at)
            .on(chiplet_.name, "def frame")
            .property("dx_um", context_.um(shift.x))
            .property("dy_um", context_.um(shift.y))
            .note("the first of them in the map",
                  compared_.front().region->map.locate(*compared_.front().bump))
            .note("and in the DEF", def_.at(compared_.front().component->line)));
    std::erase_if(compared_, [&](const Compared& one) { return one.off == shift; });
    for (Compared& one : compared_) one.off = {one.off.x - shift.x, one.off.y - shift.y};
    report_places();
    return true;
  }

  void report_places() {
    std::size_t listed = 0;
    for (const Compared& one : compared_) {
      if ((one.off.x == 0 && one.off.y == 0) || ++listed > CheckContext::kListed) continue;
      const std::string name(one.region->map.name(*one.bump));
      context_.sink.report(
          core::make_finding(codes::kDefBumpPlace,
                             "bump '" + name + "' stands at " +
                                 context_.um(Point{one.bump->x, one.bump->y}) +
                                 " in the bump map and at " + context_.um(one.def_at) +
                                 " in the DEF of '" + chiplet_.name + "'")
              .at(one.region->map.locate(*one.bump))
              .on(chiplet_.name + ".regions." + one.region->name + "/" + name, "def place")
              .note("placed here in the DEF", def_.at(one.component->line)));
    }
  }

  /// A few bumps one by one; a whole field of them (pads that were added after the layout) is one cause.
  void report_missing() {
    std::map<const Region*, std::vector<const Bump*>> by_region;
    for (const Compared& one : missing_) by_region[one.region].push_back(one.bump);
    const std::string where =
        "the DEF of '" + chiplet_.name + "', which places " + std::to_string(placed_) + " bumps";
    for (const Region& region : chiplet_.regions) {
      const auto found = by_region.find(&region);
      if (found == by_region.end()) continue;
      const std::vector<const Bump*>& bumps = found->second;
      if (bumps.size() > kFew) {
        report_field(region, bumps, where);
        continue;
      }
      for (const Bump* bump : bumps) {
        const std::string name(region.map.name(*bump));
        context_.sink.report(core::make_finding(codes::kBumpNotInDef,
                                                "bump '" + name + "' of the map is not in " + where)
                                 .at(region.map.locate(*bump))
                                 .on(chiplet_.name + "/" + name, "not in def"));
      }
    }
    report_extra();
  }

  void report_field(const Region& region, const std::vector<const Bump*>& bumps,
                    const std::string& where) {
    core::Finding finding =
        core::make_finding(codes::kBumpNotInDef,
                           std::to_string(bumps.size()) + " of " +
                               std::to_string(region.map.bumps.size()) + " bumps of '" +
                               region.map.file + "' are not in " + where + "; the first is '" +
                               std::string(region.map.name(*bumps.front())) + "'")
            .at(region.map.locate(*bumps.front()))
            .on(chiplet_.name + ".regions." + region.name, "not in def")
            .property("bumps", std::to_string(bumps.size()));
    for (std::size_t i = 1; i < kFew; ++i) {
      finding.notes.push_back(
          {region.map.locate(*bumps[i]), "'" + std::string(region.map.name(*bumps[i])) + "'"});
    }
    context_.sink.report(std::move(finding));
  }

  void report_extra() {
    std::size_t listed = 0;
    for (const Component* component : extra_) {
      if (++listed > CheckContext::kListed) break;
      const std::string name(def_.text(component->name));
      context_.sink.report(core::make_finding(codes::kBumpNotInDef,
                                              "bump '" + name + "' of the DEF of '" +
                                                  chiplet_.name + "' is in none of its bump maps")
                               .at(def_.at(component->line))
                               .on(chiplet_.name + "/" + name, "not in map"));
    }
  }

  CheckContext& context_;
  const Chiplet& chiplet_;
  const Def& def_;
  LayoutScale scale_;
  NameId last_ = NameId::kNone;
  std::size_t placed_ = 0;
  std::vector<Compared> compared_;
  std::vector<Compared> missing_;
  std::vector<const Component*> extra_;
};

bool close(Dbu a, Dbu b) {
  return std::abs(a - b) * 100 <= std::max(std::abs(a), std::abs(b));
}

/// "a factor of 2" when both sides differ by one clean factor.
std::string factor_hint(Dbu def_w, Dbu def_h, Dbu w, Dbu h) {
  for (const Dbu factor : {2, 4, 5, 10, 20, 100, 1000}) {
    if (close(def_w, w * factor) && close(def_h, h * factor)) {
      return ", " + std::to_string(factor) + " times as much: a mix-up of units?";
    }
    if (close(def_w * factor, w) && close(def_h * factor, h)) {
      return ", 1/" + std::to_string(factor) + " of it: a mix-up of units?";
    }
  }
  return "";
}

}  // namespace

void check_def_bumps(CheckContext& context) {
  for (const Chiplet& chiplet : context.stack.chiplets) {
    if (!chiplet.layout || chiplet.layout->dbu_per_um <= 0 || chiplet.bump_count == 0) continue;
    if (chiplet.layout->ended) {
      BumpComparison(context, chiplet).run();
    } else {
      context.skip("bumps, ports and nets of '" + chiplet.name + "' against its DEF",
                   "the DEF ends early");
    }
  }
}

void check_die_area(CheckContext& context) {
  for (const Chiplet& chiplet : context.stack.chiplets) {
    if (!chiplet.layout || chiplet.layout->dbu_per_um <= 0) continue;
    const auto box = chiplet.layout->die_box();
    if (!box || chiplet.design_width <= 0) continue;
    ++context.counts["die_areas"];
    const LayoutScale scale(context.stack, chiplet);
    const Dbu w = scale.of(box->high.x - box->low.x);
    const Dbu h = scale.of(box->high.y - box->low.y);
    const auto fits = [&](Dbu width, Dbu height) { return close(w, width) && close(h, height); };
    // The DEF may show the design area, or the die with its rings.
    if (fits(chiplet.design_width, chiplet.design_height)) continue;
    if (fits(chiplet.outline.high.x, chiplet.outline.high.y)) continue;
    context.sink.report(
        core::make_finding(
            codes::kDieArea,
            "the DEF of '" + chiplet.name + "' (" + std::to_string(chiplet.layout->dbu_per_um) +
                " database units per um) is " + context.size(w, h) + ", its 'design_area' " +
                context.size(chiplet.design_width, chiplet.design_height) +
                factor_hint(w, h, chiplet.design_width, chiplet.design_height))
            .at(chiplet.def->named_at)
            .on(chiplet.name, "die area")
            .note("DIEAREA is in this file", {chiplet.layout->file}));
  }
}

}  // namespace sealring::stack3d
