// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Rules of the assembly process: TSV landing, backside, mechanical dies, seal-ring keep-out.
#include <algorithm>
#include <map>

#include "core/lefdef/def.h"
#include "core/lefdef/lef.h"
#include "stack3d/checks/context.h"

namespace sealring::stack3d {

namespace {

bool matches_any(std::string_view name, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches_pattern(name, pattern); });
}

/// Cells of a chiplet that the patterns name.
std::map<NameId, bool> named_cells(const Stack& stack, const Chiplet& chiplet,
                                   const std::vector<std::string>& patterns) {
  std::map<NameId, bool> result;
  NameId last = NameId::kNone;
  for (const Region& region : chiplet.regions) {
    for (const Bump& bump : region.map.bumps) {
      if (bump.cell == last) continue;
      last = bump.cell;
      if (!result.contains(bump.cell))
        result[bump.cell] = matches_any(stack.names.text(bump.cell), patterns);
    }
  }
  return result;
}

/// Pad of a pin around its global position, turned with its die.
std::optional<Box> pad_of(const Stack& stack, PinId pin) {
  const TierId tier = stack.tier_of_pin(pin);
  const Bump& bump = stack.bump(pin);
  const auto shape = stack.chiplet(tier).cell_shapes.find(bump.cell);
  if (shape == stack.chiplet(tier).cell_shapes.end()) return std::nullopt;
  Box own = shape->second.pad;
  if (!shape->second.has_pad) {
    own = {{-shape->second.size.x / 2, -shape->second.size.y / 2},
           {shape->second.size.x / 2, shape->second.size.y / 2}};
  }
  return stack.tiers[tier].to_stack.apply(
      Box{{bump.x + own.low.x, bump.y + own.low.y}, {bump.x + own.high.x, bump.y + own.high.y}});
}

class Landing {
 public:
  explicit Landing(CheckContext& context) : context_(context), stack_(context.stack) {
    if (context.rules.min_landing_um) least_ = context.dbu(*context.rules.min_landing_um);
  }

  void run() {
    for (std::uint32_t id = 0; id < stack_.interfaces.size(); ++id) {
      const Interface& face = stack_.interfaces[id];
      if (!context_.between_dies(face)) continue;
      const auto lower =
          named_cells(stack_, stack_.chiplet(face.lower.tier), context_.rules.tsv_cells);
      const auto upper =
          named_cells(stack_, stack_.chiplet(face.upper.tier), context_.rules.tsv_cells);
      const auto is_tsv = [](const std::map<NameId, bool>& cells, NameId cell) {
        const auto found = cells.find(cell);
        return found != cells.end() && found->second;
      };
      const auto look = [&](PinId l, PinId u) {
        if (is_tsv(lower, stack_.bump(l).cell)) compare(l, u);
        if (is_tsv(upper, stack_.bump(u).cell)) compare(u, l);
      };
      if (context_.fits[id]) {
        for (const auto& [l, u] : context_.fits[id]->pairs) look(l, u);
      } else {
        for (std::uint32_t i = 0; i < face.bond_count; ++i) {
          look(stack_.bonds[face.first_bond + i].lower, stack_.bonds[face.first_bond + i].upper);
        }
      }
    }
    if (unknown_ > 0) {
      context_.skip("landing of " + std::to_string(unknown_) + " TSVs",
                    "no LEF gives the size of their landing pads");
    }
  }

 private:
  void compare(PinId tsv, PinId pad) {
    ++context_.counts["tsv_landings"];
    const auto landing = pad_of(stack_, pad);
    if (!landing) {
      ++unknown_;
      return;
    }
    const Dbu size = std::min(landing->width(), landing->height());
    const auto own = pad_of(stack_, tsv);
    std::string problem;
    if (size < least_) {
      problem = "meets the landing pad '" + stack_.pin_name(pad) + "' of " + context_.um(size) +
                "; the rules ask for " + context_.um(least_);
    } else if (own && !landing->contains(*own)) {
      problem = "does not lie whole on its landing pad '" + stack_.pin_name(pad) + "'";
    }
    if (problem.empty()) return;
    context_.sink.report(
        core::make_finding(codes::kLanding, "TSV '" + stack_.pin_name(tsv) + "' " + problem)
            .at(stack_.pin_location(tsv))
            .on(stack_.pin_name(tsv), "landing")
            .placed(stack_.where(tsv))
            .note("the landing pad", stack_.pin_location(pad)));
  }

  CheckContext& context_;
  const Stack& stack_;
  Dbu least_ = 0;
  std::uint64_t unknown_ = 0;
};

void check_backside_pads(CheckContext& context, const Chiplet& chiplet) {
  if (!context.rules.backside_min_pad_um) return;
  const Dbu least = context.dbu(*context.rules.backside_min_pad_um);
  for (const Region& region : chiplet.regions) {
    if (region.side != Side::kBack || region.map.bumps.empty()) continue;
    std::map<NameId, std::pair<std::uint64_t, const Bump*>> small;
    std::uint64_t unknown = 0;
    for (const Bump& bump : region.map.bumps) {
      const auto shape = chiplet.cell_shapes.find(bump.cell);
      if (shape == chiplet.cell_shapes.end()) {
        ++unknown;
        continue;
      }
      ++context.counts["backside_pads"];
      const Point size = shape->second.has_pad
                             ? Point{shape->second.pad.width(), shape->second.pad.height()}
                             : shape->second.size;
      if (std::min(size.x, size.y) >= least) continue;
      auto& entry = small[bump.cell];
      if (entry.first++ == 0) entry.second = &bump;
    }
    const std::string name = chiplet.name + ".regions." + region.name;
    for (const auto& [cell, entry] : small) {
      context.sink.report(
          core::make_finding(codes::kBacksidePad, std::to_string(entry.first) + " backside pads '" +
                                                      std::string(context.stack.names.text(cell)) +
                                                      "' of '" + name + "' are smaller than the " +
                                                      context.um(least) + " the rules ask for")
              .at(region.map.locate(*entry.second))
              .on(name, "backside pad " + std::string(context.stack.names.text(cell))));
    }
    if (unknown > 0) {
      context.skip("size of " + std::to_string(unknown) + " backside pads of '" + name + "'",
                   "no LEF gives it");
    }
  }
}

/// Wires of the DEF on backside layers.
void check_backside_routes(CheckContext& context, const Chiplet& chiplet) {
  if (!context.rules.backside_min_width_um || !chiplet.layout || chiplet.layout->dbu_per_um <= 0)
    return;
  const core::lefdef::Def& def = *chiplet.layout;
  const core::Rational least_um = *context.rules.backside_min_width_um;
  const auto is_backside = [&](core::Symbol layer) {
    const std::string_view name = def.text(layer);
    if (matches_any(name, context.rules.backside_layers)) return true;
    const core::lefdef::Layer* known = chiplet.cells ? chiplet.cells->find_layer(name) : nullptr;
    return known != nullptr && known->backside;
  };
  for (const core::lefdef::Net& net : def.nets) {
    if (!net.special) continue;
    std::uint64_t narrow = 0;
    core::Rational width = 0;
    std::string layer;
    const auto look = [&](core::Symbol on, core::lefdef::Coord wide) {
      if (!is_backside(on)) return;
      ++context.counts["backside_routes"];
      const core::Rational um(wide, def.dbu_per_um);
      if (um >= least_um) return;
      if (narrow++ == 0 || um < width) {
        width = um;
        layer = std::string(def.text(on));
      }
    };
    for (const core::lefdef::Wire& wire : def.of(def.wires, net.wires))
      look(wire.layer, wire.width);
    for (const core::lefdef::NetRect& rect : def.of(def.rects, net.rects)) {
      look(rect.layer,
           std::min(rect.box.high.x - rect.box.low.x, rect.box.high.y - rect.box.low.y));
    }
    if (narrow == 0) continue;
    const std::string name(def.text(net.name));
    context.sink.report(
        core::make_finding(codes::kBacksideRoute,
                           std::to_string(narrow) + " backside routes of net '" + name + "' of '" +
                               chiplet.name + "' are narrower than " +
                               core::format_decimal(least_um, 12) + " um; the narrowest is " +
                               core::format_decimal(width, 12) + " um on '" + layer + "'")
            .at(def.at(net.line))
            .on(chiplet.name + "/" + name, "backside route"));
  }
}

}  // namespace

void check_landing(CheckContext& context) {
  if (context.rules.tsv_cells.empty()) return;
  Landing(context).run();
}

void check_backside(CheckContext& context) {
  for (const Chiplet& chiplet : context.stack.chiplets) {
    check_backside_pads(context, chiplet);
    check_backside_routes(context, chiplet);
  }
}

void check_mechanical(CheckContext& context) {
  const Stack& stack = context.stack;
  bool any = false;
  for (const Tier& tier : stack.tiers) {
    const Chiplet& chiplet = stack.chiplets[tier.chiplet];
    if (!chiplet.mechanical) continue;
    any = true;
    ++context.counts["mechanical_dies"];
    for (const Region& region : chiplet.regions) {
      for (const Bump& bump : region.map.bumps) {
        if (bump.port == NameId::kNone && bump.net == NameId::kNone) continue;
        const NameId label = bump.net != NameId::kNone ? bump.net : bump.port;
        const std::string name(region.map.name(bump));
        context.sink.report(
            core::make_finding(codes::kMechanicalCarries,
                               "'" + tier.path + "' is declared mechanical, and its bump '" + name +
                                   "' carries '" + std::string(stack.names.text(label)) + "'")
                .at(region.map.locate(bump))
                .on(tier.path + ".regions." + region.name + "/" + name, "mechanical"));
      }
    }
  }
  if (!any) return;
  for (const Bond& bond : stack.bonds) {
    for (const auto& [pin, other] :
         {std::pair{bond.lower, bond.upper}, std::pair{bond.upper, bond.lower}}) {
      if (!stack.chiplet(stack.tier_of_pin(pin)).mechanical) continue;
      const NodeId node = stack.node_of_pin(other);
      if (stack.node(node).kind == Node::Kind::kAnonymous) continue;
      context.sink.report(core::make_finding(codes::kMechanicalCarries,
                                             "bump '" + stack.pin_name(other) + "' of '" +
                                                 stack.node_name(node) + "' is bonded to '" +
                                                 stack.pin_name(pin) + "' of a mechanical die")
                              .at(stack.pin_location(other))
                              .on(stack.pin_name(other), "mechanical bond")
                              .placed(stack.where(other)));
    }
  }
}

void check_seal_ring(CheckContext& context) {
  const Stack& stack = context.stack;
  const Dbu keep_out =
      context.rules.seal_ring_keep_out_um ? context.dbu(*context.rules.seal_ring_keep_out_um) : 0;
  for (const Chiplet& chiplet : stack.chiplets) {
    const bool ring = std::any_of(chiplet.seal_ring.begin(), chiplet.seal_ring.end(),
                                  [](Dbu w) { return w > 0; });
    if (!ring || chiplet.bump_count == 0) continue;
    const auto border = [&](std::size_t side) {
      return chiplet.scribe[side] + chiplet.seal_ring[side] + keep_out;
    };
    const Box free{{border(0), border(1)},
                   {chiplet.outline.high.x - border(2), chiplet.outline.high.y - border(3)}};
    for (const Region& region : chiplet.regions) {
      std::uint64_t count = 0;
      const Bump* first = nullptr;
      for (const Bump& bump : region.map.bumps) {
        ++context.counts["seal_ring_bumps"];
        const auto shape = chiplet.cell_shapes.find(bump.cell);
        const Box pad =
            shape != chiplet.cell_shapes.end() && shape->second.has_pad ? shape->second.pad : Box{};
        const Box taken{{bump.x + pad.low.x, bump.y + pad.low.y},
                        {bump.x + pad.high.x, bump.y + pad.high.y}};
        if (free.contains(taken)) continue;
        if (count++ == 0) first = &bump;
      }
      if (count == 0) continue;
      const std::string name = chiplet.name + ".regions." + region.name;
      context.sink.report(
          core::make_finding(
              codes::kSealRing,
              std::to_string(count) + " bumps of '" + name +
                  "' lie on the seal ring or scribe line" +
                  (keep_out > 0 ? " or within " + context.um(keep_out) + " of it" : "") +
                  "; the first is '" + std::string(region.map.name(*first)) + "'")
              .at(region.map.locate(*first))
              .on(name, "seal ring"));
    }
  }
}

}  // namespace sealring::stack3d
