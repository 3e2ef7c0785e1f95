// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/extract/technology.h"

#include <cmath>

namespace sealring::esd::extraction {

using core::lefdef::LayerType;
using core::lefdef::Orient;
using core::lefdef::Shape;
using core::lefdef::Via;

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::optional<double> positive(const std::optional<double>& value) {
  return value && *value > 0 ? value : std::nullopt;
}

/// How far cuts in order of rows have to grow so that all of them hang together, where some are missing.
Coord reach_of_cuts(const std::vector<ViaCut>& cuts, const Point& gap) {
  Coord reach = std::max(gap.x, gap.y);
  std::size_t row = 0;     // first cut of the row at hand
  std::size_t before = 0;  // and of the row below it
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    if (cuts[i].box.low.y == cuts[row].box.low.y) {
      reach = std::max(reach, cuts[i].box.low.x - cuts[i - 1].box.high.x);
      continue;
    }
    before = row;
    row = i;
    Coord aside = std::abs(cuts[i].box.low.x - cuts[before].box.low.x);
    for (std::size_t k = before; k < row; ++k)
      aside = std::min(aside, std::abs(cuts[i].box.low.x - cuts[k].box.low.x));
    reach = std::max({reach, aside, cuts[i].box.low.y - cuts[before].box.high.y});
  }
  return reach;
}

}  // namespace

Technology::Technology(const core::lefdef::Def& def, const core::lefdef::Lef& lef,
                       const LayerTable* table)
    : def_(def), lef_(lef) {
  const std::size_t count = lef.layers.size();
  sheet_.resize(count);
  cut_from_table_.resize(count);
  cut_from_lef_.resize(count);
  for (std::size_t i = 0; i < count && i + 1 < kNoLayerId; ++i) {
    const auto& layer = lef.layers[i];
    names_.emplace(layer.name, static_cast<LayerId>(i));
    const LayerRow* row = table == nullptr ? nullptr : table->find(layer.name);
    sheet_[i] = row != nullptr && row->ohm_per_square ? row->ohm_per_square
                                                      : positive(layer.ohm_per_square);
    if (row != nullptr) cut_from_table_[i] = row->ohm_per_cut;
    cut_from_lef_[i] = positive(layer.ohm_per_cut);
  }
  for (const Via& via : def.vias) def_vias_.emplace(via.name, &via);
  for (const Via& via : lef.vias) lef_vias_.emplace(via.name, &via);
}

LayerId Technology::find(std::string_view name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? kNoLayerId : found->second;
}

LayerId Technology::find(core::Symbol name) {
  const auto at = static_cast<std::size_t>(name);
  if (at >= by_symbol_.size()) by_symbol_.resize(std::max(at + 1, by_symbol_.size() * 2), 0);
  LayerId& known = by_symbol_[at];
  if (known == 0) {
    const LayerId id = find(def_.text(name));
    known = id == kNoLayerId ? kNoLayerId : static_cast<LayerId>(id + 1);
  }
  return known == kNoLayerId ? kNoLayerId : static_cast<LayerId>(known - 1);
}

Coord Technology::dbu(Coord picometres) const {
  if (const auto exact = core::lefdef::to_dbu(picometres, def_.dbu_per_um)) return *exact;
  return static_cast<Coord>(
      std::llround(static_cast<double>(picometres) * static_cast<double>(def_.dbu_per_um) /
                   static_cast<double>(core::lefdef::kPicometresPerUm)));
}

Coord Technology::default_width(LayerId id) const {
  return dbu(lef_.layers[id].width.value_or(0));
}

bool Technology::conducts(LayerId id) const {
  return lef_.layers[id].type != LayerType::kCut;
}

const ViaShape* Technology::via(core::Symbol name, Orient orient) {
  const std::uint64_t key =
      static_cast<std::uint64_t>(name) * 8 + static_cast<std::uint64_t>(orient);
  const auto known = vias_.find(key);
  if (known != vias_.end()) return known->second ? &*known->second : nullptr;
  std::optional<ViaShape>& made = vias_[key];
  const auto in_def = def_vias_.find(def_.text(name));
  const auto in_lef = lef_vias_.find(def_.text(name));
  if (in_def != def_vias_.end()) {
    made = make_via(*in_def->second, true);
  } else if (in_lef != lef_vias_.end()) {
    made = make_via(*in_lef->second, false);
  } else {
    return nullptr;
  }
  for (ViaCut& cut : made->cuts) cut.box = core::lefdef::turn(cut.box, orient);
  for (ViaMetal& metal : made->metals) metal.box = core::lefdef::turn(metal.box, orient);
  return &*made;
}

ViaShape Technology::make_via(const Via& via, bool of_def) const {
  ViaShape shape;
  if (via.rule.empty()) {
    take_shapes(via, of_def, shape);
  } else {
    take_rule(via, of_def, shape);
  }
  if (shape.problem.empty()) assign_layers(shape);
  if (shape.problem.empty()) assign_ohms(via, shape);
  for (const ViaMetal& metal : shape.metals) {
    shape.reach = std::max(
        {shape.reach, metal.box.high.x - metal.box.low.x, metal.box.high.y - metal.box.low.y});
  }
  return shape;
}

void Technology::take_shapes(const Via& via, bool of_def, ViaShape& shape) const {
  for (const Shape& drawn : via.shapes) {
    const LayerId id = find(drawn.layer);
    if (id == kNoLayerId) {
      shape.problem = "its layer '" + drawn.layer + "' is not in the LEF";
      return;
    }
    Rect box = drawn.box();
    if (!of_def) box = {{dbu(box.low.x), dbu(box.low.y)}, {dbu(box.high.x), dbu(box.high.y)}};
    if (!conducts(id)) {
      shape.cuts.push_back({box, id, kNoLayerId, kNoLayerId, kUnknown});
      continue;
    }
    const auto same = std::find_if(shape.metals.begin(), shape.metals.end(),
                                   [&](const ViaMetal& metal) { return metal.layer == id; });
    if (same == shape.metals.end()) {
      shape.metals.push_back({id, box});
    } else {
      same->box.low = {std::min(same->box.low.x, box.low.x), std::min(same->box.low.y, box.low.y)};
      same->box.high = {std::max(same->box.high.x, box.high.x),
                        std::max(same->box.high.y, box.high.y)};
    }
  }
}

void Technology::take_rule(const Via& via, bool of_def, ViaShape& shape) const {
  const auto own = [&](Point p) { return of_def ? p : Point{dbu(p.x), dbu(p.y)}; };
  const LayerId bottom = find(via.bottom_layer);
  const LayerId cut = find(via.cut_layer);
  const LayerId top = find(via.top_layer);
  for (const auto& [id, name] :
       {std::pair(bottom, via.bottom_layer), {cut, via.cut_layer}, {top, via.top_layer}}) {
    if (id == kNoLayerId) {
      shape.problem = "its layer '" + name + "' is not in the LEF";
      return;
    }
  }
  constexpr std::uint64_t kMostCuts = 1'000'000;
  if (std::uint64_t{via.rows} * via.columns > kMostCuts) {
    shape.problem = "it has " + std::to_string(std::uint64_t{via.rows} * via.columns) +
                    " cuts, more than " + std::to_string(kMostCuts);
    return;
  }
  const Point size = own(via.cut_size);
  const Point gap = own(via.cut_spacing);
  const Point origin = own(via.origin);
  const auto columns = static_cast<Coord>(via.columns);
  const auto rows = static_cast<Coord>(via.rows);
  const Point whole = {columns * size.x + (columns - 1) * gap.x,
                       rows * size.y + (rows - 1) * gap.y};
  const Point low = {origin.x - whole.x / 2, origin.y - whole.y / 2};
  for (Coord row = 0; row < rows; ++row) {
    for (Coord column = 0; column < columns; ++column) {
      if (!via.has_cut(static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)))
        continue;
      const Point at = {low.x + column * (size.x + gap.x), low.y + row * (size.y + gap.y)};
      shape.cuts.push_back({{at, {at.x + size.x, at.y + size.y}}, cut, bottom, top, kUnknown});
    }
  }
  // Metal encloses the whole array, also where cuts are missing.
  const auto metal = [&](LayerId id, Point enclosure, Point offset) {
    const Point e = own(enclosure);
    const Point by = own(offset);
    shape.metals.push_back({id,
                            {{low.x - e.x + by.x, low.y - e.y + by.y},
                             {low.x + whole.x + e.x + by.x, low.y + whole.y + e.y + by.y}}});
  };
  metal(bottom, via.bottom_enclosure, via.bottom_offset);
  metal(top, via.top_enclosure, via.top_offset);
  shape.grow = std::max({reach_of_cuts(shape.cuts, gap), own(via.bottom_enclosure).x,
                         own(via.bottom_enclosure).y, own(via.top_enclosure).x,
                         own(via.top_enclosure).y, Coord{1}});
}

/// A cut joins the nearest conductors of its via below and above it, by order of the layers in the LEF. A via of one
/// level has but two, whatever the order.
void Technology::assign_layers(ViaShape& shape) const {
  std::sort(shape.metals.begin(), shape.metals.end(),
            [](const ViaMetal& a, const ViaMetal& b) { return a.layer < b.layer; });
  const bool one_level = shape.metals.size() == 2 &&
                         std::all_of(shape.cuts.begin(), shape.cuts.end(), [&](const ViaCut& cut) {
                           return cut.cut == shape.cuts.front().cut;
                         });
  for (ViaCut& cut : shape.cuts) {
    if (cut.below != kNoLayerId) continue;  // the rule of the via has said it
    if (one_level) {
      cut.below = shape.metals[0].layer;
      cut.above = shape.metals[1].layer;
    }
    for (const ViaMetal& metal : shape.metals) {
      if (one_level) break;
      if (metal.layer < cut.cut) cut.below = metal.layer;
      if (metal.layer > cut.cut && cut.above == kNoLayerId) cut.above = metal.layer;
    }
    if (cut.below == kNoLayerId || cut.above == kNoLayerId) {
      shape.problem = "it has no conductor " +
                      std::string(cut.below == kNoLayerId ? "below" : "above") +
                      " its cut layer '" + lef_.layers[cut.cut].name + "'";
      return;
    }
  }
  if (shape.cuts.empty()) shape.problem = "it has no cut";
}

void Technology::assign_ohms(const Via& via, ViaShape& shape) const {
  std::map<LayerId, std::size_t> levels;
  for (const ViaCut& cut : shape.cuts) ++levels[cut.cut];
  const auto rule = [&](LayerId cut) -> std::optional<double> {
    const auto* found = via.rule.empty() ? nullptr : lef_.find_via_rule(via.rule);
    if (found == nullptr) return std::nullopt;
    for (const auto& part : found->parts) {
      if (part.layer == lef_.layers[cut].name) return positive(part.ohm_per_cut);
    }
    return std::nullopt;
  };
  for (ViaCut& cut : shape.cuts) {
    if (const auto& table = cut_from_table_[cut.cut]) {
      cut.ohm = *table;
    } else if (const auto whole = positive(via.ohm)) {
      // Of a via with several levels each takes its equal part.
      cut.ohm = *whole * static_cast<double>(levels[cut.cut]) / static_cast<double>(levels.size());
    } else {
      cut.ohm = rule(cut.cut).value_or(cut_from_lef_[cut.cut].value_or(kUnknown));
    }
  }
}

}  // namespace sealring::esd::extraction
