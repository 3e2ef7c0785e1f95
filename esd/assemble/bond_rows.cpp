// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/assemble/bond_rows.h"

#include <algorithm>
#include <cmath>

#include "core/diagnostics/suggest.h"
#include "core/diagnostics/waivers.h"
#include "esd/assemble/stack_nets.h"
#include "esd/format.h"
#include "esd/stack_codes.h"

namespace sealring::esd {

using stack3d::PinId;

namespace {

constexpr double kSameSize = 1e-3;  // um

bool has_wildcard(const std::string& text) {
  return text.find_first_of("*?") != std::string::npos;
}

bool any_glob(const std::vector<std::string>& globs, const std::string& a, const std::string& b) {
  return std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
    return core::glob_match(glob, a) || (!b.empty() && core::glob_match(glob, b));
  });
}

/// How much a row says: the row that says most holds.
template <class Row>
int weight(const Row& row, bool exact) {
  return (row.size_um > 0 ? 4 : 0) + (row.cells.empty() ? 0 : 2) + (exact ? 1 : 0);
}

std::string size_text(double size_um) {
  return size_um > 0 ? ", " + format_number(size_um) + " um" : ", size not known";
}

}  // namespace

BondRows::BondRows(const stack3d::Stack& stack, const BondTable& table,
                   const core::Location& named_at, core::Sink& sink)
    : stack_(stack),
      table_(table),
      named_at_(named_at),
      sink_(sink),
      bond_used_(table.bonds.size()),
      tsv_used_(table.tsv.size()) {
  check_names();
}

/// Exact names in rows must be names of the stack.
void BondRows::check_names() {
  std::vector<std::string> interfaces;
  for (const stack3d::Interface& face : stack_.interfaces) interfaces.push_back(face.name);
  const auto check = [&](const std::string& row, const std::string& what, const std::string& name,
                         const std::vector<std::string>& known, const core::Location& place) {
    if (has_wildcard(name) || std::find(known.begin(), known.end(), name) != known.end()) return;
    sink_.report(core::make_finding(codes::kUnknownStackName,
                                    "row '" + row + "': stack '" + stack_.file + "' has no " +
                                        what + " '" + name + "'" + core::did_you_mean(name, known))
                     .at(place)
                     .on(row, name));
  };
  for (const BondRow& row : table_.bonds) {
    check(row.name, "interface", row.interface, interfaces, row.location);
  }
  for (const TsvRow& row : table_.tsv) {
    check(row.name, "tier", row.tier, tier_paths(stack_), row.location);
    const auto tier = find_tier(stack_, row.tier);
    if (!tier) continue;
    std::vector<std::string> regions;
    for (const stack3d::Region& region : stack_.chiplet(*tier).regions)
      regions.push_back(region.name);
    check(row.name, "region", row.region, regions, row.location);
  }
}

BondRows::Cell BondRows::cell_of(PinId pin) const {
  const stack3d::Bump& bump = stack_.bump(pin);
  const auto& shapes = stack_.chiplet(stack_.tier_of_pin(pin)).cell_shapes;
  const auto shape = shapes.find(bump.cell);
  const double size =
      shape == shapes.end() ? 0 : stack_.um(std::max(shape->second.size.x, shape->second.size.y));
  return {std::string(stack_.names.text(bump.cell)), size};
}

BondRows::Kind BondRows::match_bond(std::uint32_t interface_id, const Cell& lower,
                                    const Cell* upper) const {
  Kind kind;
  const std::string& face = stack_.interfaces[interface_id].name;
  kind.text = "interface '" + face + "' (cell '" + lower.name + "'" + size_text(lower.size_um);
  if (upper != nullptr) {
    kind.text += " and '" + upper->name + "'" + size_text(upper->size_um);
  }
  kind.text += ")";
  int best = -1;
  for (std::uint32_t i = 0; i < table_.bonds.size(); ++i) {
    const BondRow& row = table_.bonds[i];
    if (!core::glob_match(row.interface, face)) continue;
    if (!row.cells.empty() &&
        !any_glob(row.cells, lower.name, upper == nullptr ? "" : upper->name)) {
      continue;
    }
    const auto of_size = [&](const Cell& cell) {
      return std::fabs(cell.size_um - row.size_um) < kSameSize;
    };
    if (row.size_um > 0 && !of_size(lower) && (upper == nullptr || !of_size(*upper))) continue;
    const int says = weight(row, !has_wildcard(row.interface));
    if (says == best) kind.rival = i;
    if (says <= best) continue;
    best = says;
    kind.row = i;
    kind.rival = kNone;
  }
  return kind;
}

BondRows::Kind BondRows::match_tsv(PinId pin, const Cell& cell) const {
  Kind kind;
  const std::string& tier = stack_.tiers[stack_.tier_of_pin(pin)].path;
  const stack3d::Chiplet& chiplet = stack_.chiplet(stack_.tier_of_pin(pin));
  const stack3d::Region& region = stack_.region(pin);
  kind.text = "region '" + region.name + "' of tier '" + tier + "' (cell '" + cell.name + "'" +
              size_text(cell.size_um) + ")";
  kind.needed = region.side == stack3d::Side::kBack &&
                (chiplet.tsv || chiplet.type == stack3d::ChipletType::kDie);
  int best = -1;
  for (std::uint32_t i = 0; i < table_.tsv.size(); ++i) {
    const TsvRow& row = table_.tsv[i];
    if (!core::glob_match(row.tier, tier) || !core::glob_match(row.region, region.name)) continue;
    if (row.region == "*" && region.side != stack3d::Side::kBack) continue;
    if (!row.cells.empty() && !any_glob(row.cells, cell.name, "")) continue;
    if (row.size_um > 0 && std::fabs(cell.size_um - row.size_um) >= kSameSize) continue;
    const int says = weight(row, !has_wildcard(row.tier)) + (has_wildcard(row.region) ? 0 : 8);
    if (says == best) kind.rival = i;
    if (says <= best) continue;
    best = says;
    kind.row = i;
    kind.rival = kNone;
  }
  return kind;
}

std::uint32_t BondRows::bond(std::uint32_t interface_id, PinId lower, PinId upper) {
  const bool inside = upper != stack3d::kNone;
  const auto cell = [&](PinId pin) { return static_cast<std::uint32_t>(stack_.bump(pin).cell); };
  const Key key{interface_id, cell(lower), stack_.tiers[stack_.tier_of_pin(lower)].chiplet,
                inside ? cell(upper) : kNone,
                inside ? stack_.tiers[stack_.tier_of_pin(upper)].chiplet : kNone};
  const auto [at, fresh] = bonds_.try_emplace(key);
  if (fresh) {
    const Cell low = cell_of(lower);
    const Cell high = inside ? cell_of(upper) : Cell{};
    at->second = match_bond(interface_id, low, inside ? &high : nullptr);
    at->second.first = lower;
    if (at->second.row != kNone) bond_used_[at->second.row] = true;
  }
  ++at->second.count;
  return at->second.row;
}

std::uint32_t BondRows::tsv(PinId pin) {
  const stack3d::TierId tier = stack_.tier_of_pin(pin);
  const stack3d::Region& region = stack_.region(pin);
  const auto region_number =
      static_cast<std::uint32_t>(&region - stack_.chiplet(tier).regions.data());
  const Key key{tier, region_number, static_cast<std::uint32_t>(stack_.bump(pin).cell), 0, 0};
  const auto [at, fresh] = tsv_.try_emplace(key);
  if (fresh) {
    at->second = match_tsv(pin, cell_of(pin));
    at->second.first = pin;
    if (at->second.row != kNone) tsv_used_[at->second.row] = true;
  }
  ++at->second.count;
  return at->second.row;
}

void BondRows::report_kind(const Kind& kind, bool bond) {
  const std::string first = "first '" + stack_.pin_name(kind.first) + "'";
  const std::string what = bond ? counted(kind.count, "bond", "bonds")
                                : counted(kind.count, "feed-through", "feed-throughs");
  if (kind.rival != kNone) {
    const auto [a, b] = bond ? std::pair(table_.bonds[kind.row].name, table_.bonds[kind.rival].name)
                             : std::pair(table_.tsv[kind.row].name, table_.tsv[kind.rival].name);
    const core::Location place =
        bond ? table_.bonds[kind.rival].location : table_.tsv[kind.rival].location;
    sink_.report(core::make_finding(codes::kBondAmbiguous,
                                    what + " of " + kind.text + " match the rows '" +
                                        std::min(a, b) + "' and '" + std::max(a, b) + "' alike")
                     .at(place)
                     .on(kind.text, std::min(a, b) + " " + std::max(a, b))
                     .note(first, stack_.pin_location(kind.first)));
  } else if (kind.row == kNone && kind.needed) {
    sink_.report(
        core::make_finding(codes::kBondWithoutRow,
                           what + " of " + kind.text + " have no row in '" + table_.file + "'")
            .at(named_at_)
            .on(kind.text, bond ? "bond" : "tsv")
            .note(first, stack_.pin_location(kind.first)));
  }
}

void BondRows::report() {
  for (const auto& [key, kind] : bonds_) report_kind(kind, true);
  for (const auto& [key, kind] : tsv_) report_kind(kind, false);
  const auto unused = [&](const std::string& name, const core::Location& place) {
    sink_.report(core::make_finding(codes::kUnusedRow, "row '" + name + "' of '" + table_.file +
                                                           "' holds for nothing in the stack")
                     .at(place)
                     .on(name, "row"));
  };
  for (std::size_t i = 0; i < table_.bonds.size(); ++i) {
    if (!bond_used_[i]) unused(table_.bonds[i].name, table_.bonds[i].location);
  }
  for (std::size_t i = 0; i < table_.tsv.size(); ++i) {
    if (!tsv_used_[i]) unused(table_.tsv[i].name, table_.tsv[i].location);
  }
}

}  // namespace sealring::esd
