// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/extract/metal.h"

#include <numeric>

#include "esd/extract_codes.h"
#include "esd/format.h"

namespace sealring::esd::extraction {

using core::lefdef::Net;
using core::lefdef::Wire;

namespace {

/// Coordinates beyond this are nonsense, and sums of them would not fit.
constexpr Coord kFar = Coord{1} << 40;

Rect moved(const Rect& box, const Point& by) {
  return {{box.low.x + by.x, box.low.y + by.y}, {box.high.x + by.x, box.high.y + by.y}};
}

bool far(const Point& p) {
  return p.x < -kFar || p.x > kFar || p.y < -kFar || p.y > kFar;
}

}  // namespace

void NetMetal::clear() {
  for (LayerMetal& layer : layers) layer.clear();
  cuts.clear();
  ties.clear();
  shapes = vias = duplicates = 0;
}

std::string MetalReader::place(const Rect& box) const {
  const auto um = [&](Coord value) {
    return format_number(static_cast<double>(value) / static_cast<double>(def_.dbu_per_um));
  };
  return "(" + um(box.low.x) + ", " + um(box.low.y) + ") - (" + um(box.high.x) + ", " +
         um(box.high.y) + ") um";
}

bool MetalReader::usable(const Rect& box, const char* what) {
  const bool bad = far(box.low) || far(box.high);
  if (!bad && box.high.x > box.low.x && box.high.y > box.low.y) return true;
  problems_.report(codes::kDegenerateShape, problems_.net(),
                   std::string(what) + " of net '" + problems_.net() + "' at " + place(box) +
                       (bad ? " lies outside of any layout" : " has no area") + "; it is left out");
  return false;
}

LayerId MetalReader::layer_of(core::Symbol name) {
  const LayerId id = technology_.find(name);
  if (id == kNoLayerId) {
    const std::string text(def_.text(name));
    problems_.count(codes::kUnknownLayer, text, "layer '" + text + "' is not in the LEF");
  }
  return id;
}

void MetalReader::read(const NetSources& sources, NetMetal& metal) {
  metal_ = &metal;
  metal.clear();
  metal.layers.resize(technology_.layers());
  for (const Net* net : sources.nets) {
    for (const Wire& wire : def_.of(def_.wires, net->wires)) read_wire(wire);
    for (const auto& rect : def_.of(def_.rects, net->rects)) {
      const LayerId layer = layer_of(rect.layer);
      if (layer != kNoLayerId && usable(rect.box, "a rectangle")) draw_rect(layer, rect.box);
    }
    for (const auto& polygon : def_.of(def_.polygons, net->polygons))
      read_polygon(polygon.layer, def_.of(def_.points, polygon.points));
  }
  for (const core::lefdef::Pin* pin : sources.pins) read_pin(*pin);
  read_vias(sources);
  for (LayerMetal& layer : metal.layers)
    layer.via_pads = static_cast<std::uint32_t>(layer.pads.size());
  if (options_.component_pins) {
    for (const Net* net : sources.nets) read_component_pins(*net);
  }
}

void MetalReader::read_wire(const Wire& wire) {
  if (wire.layer_step != 0) return lost_layer(wire);
  const LayerId layer = layer_of(wire.layer);
  if (layer == kNoLayerId) return;
  if (wire.rule != core::Symbol::kNone) {
    const std::string name(def_.text(wire.rule));
    problems_.count(codes::kUnknownWireRule, name,
                    "NONDEFAULTRULE '" + name + "' is neither in the DEF nor in the LEF");
    return;
  }
  const Coord width =
      wire.width > 0 || !wire.regular ? wire.width : technology_.default_width(layer);
  if (far(wire.from) || far(wire.to) || width > kFar || wire.from_extension > kFar ||
      wire.to_extension > kFar) {
    usable({wire.from, {kFar + 1, kFar + 1}}, "a wire");
    return;
  }
  if (width <= 0) {
    problems_.report(codes::kDegenerateShape, problems_.net(),
                     "a wire of net '" + problems_.net() + "' on layer '" +
                         std::string(def_.text(wire.layer)) + "' at " +
                         place(core::lefdef::make_rect(wire.from, wire.to)) +
                         " has no width; it is left out");
    return;
  }
  if (wire.from.x != wire.to.x && wire.from.y != wire.to.y) {
    metal_->layers[layer].slants.push_back({wire.from, wire.to, width});
    contacts_.add(layer, metal_->layers[layer].slants.back());
    ++metal_->shapes;
    return;
  }
  const bool vertical =
      wire.from.x == wire.to.x &&
      (wire.from.y != wire.to.y || technology_.layer(layer).direction == "VERTICAL");
  const Coord from = wire.from_half ? width / 2 : wire.from_extension;
  const Coord to = wire.to_half ? width / 2 : wire.to_extension;
  const auto along = [&](const Point& p) { return vertical ? p.y : p.x; };
  const bool rising = along(wire.from) <= along(wire.to);
  const Coord low = rising ? along(wire.from) - from : along(wire.to) - to;
  const Coord high = rising ? along(wire.to) + to : along(wire.from) + from;
  const Coord across = (vertical ? wire.from.x : wire.from.y) - width / 2;
  const Rect box = vertical ? Rect{{across, low}, {across + width, high}}
                            : Rect{{low, across}, {high, across + width}};
  if (!usable(box, "a wire")) return;
  metal_->layers[layer].bars.push_back({box, vertical});
  contacts_.add(layer, box);
  ++metal_->shapes;
}

/// A wire behind a via that does not lead on from the layer before it. A via that is unknown is reported as such.
void MetalReader::lost_layer(const Wire& wire) {
  const core::Symbol via = def_.layer_steps[wire.layer_step - 1].via;
  const ViaShape* shape = technology_.via(via, core::lefdef::Orient::kN);
  if (shape == nullptr || !shape->problem.empty()) return;
  const std::string name(def_.text(via));
  problems_.count(codes::kUnknownVia, name,
                  "via '" + name +
                      "' does not touch the layer of the wire before it, so the layer "
                      "of the wire behind it is not known");
}

void MetalReader::add_rect(LayerId layer, const Rect& box) {
  if (!technology_.conducts(layer)) return;
  const Coord width = box.high.x - box.low.x;
  const Coord height = box.high.y - box.low.y;
  const bool vertical =
      height > width || (height == width && technology_.layer(layer).direction == "VERTICAL");
  metal_->layers[layer].bars.push_back({box, vertical});
  ++metal_->shapes;
}

/// A rectangle that the net itself draws.
void MetalReader::draw_rect(LayerId layer, const Rect& box) {
  add_rect(layer, box);
  if (technology_.conducts(layer)) contacts_.add(layer, box);
}

/// Slabs with slanting edges would stick out of the polygon and meet what it does not meet.
void MetalReader::draw_polygon(LayerId layer, std::span<const Point> points, bool vertical) {
  for (const Trapezoid& piece : trapezoids_of(points, vertical))
    contacts_.add(layer, piece, vertical);
}

void MetalReader::read_polygon(core::Symbol name, std::span<const Point> points) {
  const LayerId layer = layer_of(name);
  if (layer == kNoLayerId) return;
  std::vector<Rect> slabs;
  const bool vertical = technology_.layer(layer).direction == "VERTICAL";
  if (std::none_of(points.begin(), points.end(), far)) slabs = slabs_of(points, vertical);
  if (slabs.empty()) {
    Rect box;
    if (!points.empty()) box = {points[0], points[0]};
    for (const Point& p : points) {
      box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
      box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
    }
    problems_.report(codes::kDegenerateShape, problems_.net(),
                     "a polygon of net '" + problems_.net() + "' on layer '" +
                         std::string(def_.text(name)) + "' at " + place(box) +
                         " has no area or edges that cross; it is left out");
    return;
  }
  // Slabs of one polygon go on in its direction, however long each is.
  for (const Rect& slab : slabs) metal_->layers[layer].bars.push_back({slab, vertical});
  if (technology_.conducts(layer)) draw_polygon(layer, points, vertical);
  ++metal_->shapes;
}

void MetalReader::read_pin(const core::lefdef::Pin& pin) {
  for (const auto& shape : def_.of(def_.pin_shapes, pin.shapes)) {
    if (shape.polygon) {
      read_polygon(shape.layer, def_.of(def_.points, shape.points));
      continue;
    }
    const LayerId layer = layer_of(shape.layer);
    if (layer != kNoLayerId && technology_.conducts(layer) && usable(shape.box, "a pin"))
      draw_rect(layer, shape.box);
  }
}

// Vias ------------------------------------------------------------------------------------------------------------

std::uint32_t MetalReader::kind_of(const core::lefdef::ViaUse& use) {
  const auto [at, fresh] = kind_index_.emplace(std::pair(def_.text(use.via), use.orient),
                                               static_cast<std::uint32_t>(kinds_.size()));
  if (fresh) kinds_.push_back(technology_.via(use.via, use.orient));
  return at->second;
}

void MetalReader::expand(const core::lefdef::ViaUse& use) {
  const std::uint32_t kind = kind_of(use);
  const std::string name(def_.text(use.via));
  if (kinds_[kind] == nullptr) {
    problems_.count(codes::kUnknownVia, name,
                    "via '" + name + "' is neither in the DEF nor in the LEF");
    return;
  }
  const ViaShape& shape = *kinds_[kind];
  if (!shape.problem.empty()) {
    problems_.count(codes::kUnknownVia, name,
                    "via '" + name + "' cannot be used: " + shape.problem);
    return;
  }
  const std::uint64_t places = std::uint64_t{use.columns} * use.rows;
  const std::uint64_t room = options_.most_cuts - std::min(cuts_, options_.most_cuts);
  if (places > room || places * shape.cuts.size() > room) {
    problems_.count(codes::kTooManyCuts, name,
                    "with via '" + name + "' there are more than " +
                        std::to_string(options_.most_cuts) + " cuts");
    return;
  }
  cuts_ += places * shape.cuts.size();
  const Point last = {use.at.x + static_cast<Coord>(use.columns - 1) * use.step.x,
                      use.at.y + static_cast<Coord>(use.rows - 1) * use.step.y};
  if (far(use.at) || far(use.step) || far(last)) {
    usable({use.at, {kFar + 1, kFar + 1}}, "a via");
    return;
  }
  for (std::uint32_t row = 0; row < use.rows; ++row) {
    for (std::uint32_t column = 0; column < use.columns; ++column) {
      placed_.push_back({{use.at.x + static_cast<Coord>(column) * use.step.x,
                          use.at.y + static_cast<Coord>(row) * use.step.y},
                         kind});
    }
  }
}

void MetalReader::read_vias(const NetSources& sources) {
  placed_.clear();
  for (const Net* net : sources.nets) {
    for (const auto& use : def_.of(def_.via_uses, net->vias)) expand(use);
  }
  if (placed_.empty()) return;
  // The order of kinds is by name, so that nothing depends on the order of statements.
  std::vector<std::uint32_t> rank(kinds_.size());
  std::uint32_t next = 0;
  for (const auto& [key, kind] : kind_index_) rank[kind] = next++;
  std::sort(placed_.begin(), placed_.end(), [&](const PlacedVia& a, const PlacedVia& b) {
    return a.at.x != b.at.x   ? a.at.x < b.at.x
           : a.at.y != b.at.y ? a.at.y < b.at.y
                              : rank[a.kind] < rank[b.kind];
  });
  for (std::size_t from = 0; from < placed_.size();) {
    std::size_t to = from + 1;
    while (to < placed_.size() && placed_[to].at == placed_[from].at) ++to;
    place_group(std::span(placed_).subspan(from, to - from));
    from = to;
  }
}

/// Vias on one place: equal cuts are one cut, metal of one layer is one pad.
void MetalReader::place_group(std::span<const PlacedVia> group) {
  group_pads_.resize(metal_->layers.size());
  for (const PlacedVia& via : group) {
    for (const ViaMetal& metal : kinds_[via.kind]->metals)
      group_pads_[metal.layer] = metal_->layers[metal.layer].pads.size();
  }
  const std::size_t first_cut = metal_->cuts.size();
  for (const PlacedVia& via : group) {
    const ViaShape& shape = *kinds_[via.kind];
    const std::size_t before = metal_->cuts.size();
    const bool again = &via != group.data() && (&via - 1)->kind == via.kind;
    if (!again || options_.count_duplicates) {
      for (const ViaCut& cut : shape.cuts) place_cut(shape, cut, via.at, first_cut, before);
    }
    ++metal_->vias;
    if (again || metal_->cuts.size() == before) ++metal_->duplicates;
  }
}

void MetalReader::place_cut(const ViaShape& via, const ViaCut& cut, const Point& at,
                            std::size_t first_cut, std::size_t own_first) {
  const Rect box = moved(cut.box, at);
  if (far(box.low) || far(box.high)) return;
  if (!options_.count_duplicates) {
    for (std::size_t i = first_cut; i < own_first; ++i) {
      const PlacedCut& other = metal_->cuts[i];
      if (other.cut == cut.cut && other.box == box) return;
    }
  }
  const std::uint32_t lower = pad_at(via, cut, cut.below, at);
  const std::uint32_t upper = pad_at(via, cut, cut.above, at);
  metal_->cuts.push_back({box, cut.ohm, lower, upper, cut.cut, cut.below, cut.above});
}

/// The pad of a cut: one for the whole via at its place, or one for each cut of a large via.
std::uint32_t MetalReader::pad_at(const ViaShape& via, const ViaCut& cut, LayerId layer,
                                  const Point& at) {
  const auto own = std::find_if(via.metals.begin(), via.metals.end(),
                                [&](const ViaMetal& metal) { return metal.layer == layer; });
  Rect box = moved(own->box, at);
  std::vector<Pad>& pads = metal_->layers[layer].pads;
  if (via.grow > 0 && via.reach > spread_) {
    const Rect one = moved(cut.box, at);
    box.low = {std::max(box.low.x, one.low.x - via.grow),
               std::max(box.low.y, one.low.y - via.grow)};
    box.high = {std::min(box.high.x, one.high.x + via.grow),
                std::min(box.high.y, one.high.y + via.grow)};
    if (box.low.x >= box.high.x || box.low.y >= box.high.y) box = one;  // outside of its metal
    pads.push_back({{(one.low.x + one.high.x) / 2, (one.low.y + one.high.y) / 2}, box});
    return static_cast<std::uint32_t>(pads.size() - 1);
  }
  for (std::size_t i = group_pads_[layer]; i < pads.size(); ++i) {
    if (pads[i].centre != at) continue;
    pads[i].box.low = {std::min(pads[i].box.low.x, box.low.x),
                       std::min(pads[i].box.low.y, box.low.y)};
    pads[i].box.high = {std::max(pads[i].box.high.x, box.high.x),
                        std::max(pads[i].box.high.y, box.high.y)};
    return static_cast<std::uint32_t>(i);
  }
  pads.push_back({at, box});
  return static_cast<std::uint32_t>(pads.size() - 1);
}

// Pins of components ----------------------------------------------------------------------------------------------

void MetalReader::read_component_pins(const Net& net) {
  for (const auto& pin : def_.of(def_.net_pins, net.pins)) {
    const std::string_view name = def_.text(pin.pin);
    if (pin.instance == core::Symbol::kNone) continue;
    if (def_.text(pin.instance) == "*") {
      for (const auto& component : def_.components) read_component_pin(component, name);
    } else if (const auto* component = def_.find_component(pin.instance)) {
      read_component_pin(*component, name);
    }
  }
}

void MetalReader::read_component_pin(const core::lefdef::Component& component,
                                     std::string_view name) {
  using core::lefdef::PlaceStatus;
  if (component.status == PlaceStatus::kNone || component.status == PlaceStatus::kUnplaced) return;
  const auto* macro = lef_.find_macro(def_.text(component.macro));
  const auto* pin = macro == nullptr ? nullptr : macro->find_pin(name);
  if (pin == nullptr) return;
  const bool whole = options_.join_ports;
  const std::size_t shapes =
      std::accumulate(pin->ports.begin(), pin->ports.end(), std::size_t{0},
                      [](std::size_t sum, const auto& port) { return sum + port.shapes.size(); });
  std::optional<PadRef> first;
  for (const auto& port : pin->ports) {
    if (!whole) first.reset();
    const bool tied = (whole ? shapes : port.shapes.size()) > 1;
    for (const auto& shape : port.shapes) {
      const LayerId layer = technology_.find(shape.layer);
      if (layer == kNoLayerId || !technology_.conducts(layer)) continue;
      for (const Rect& box : placed_boxes(component, *macro, shape, layer)) {
        if (!usable(box, "a component's pin")) continue;
        add_rect(layer, box);
        if (!tied) continue;
        auto& pads = metal_->layers[layer].pads;
        const PadRef ref{layer, static_cast<std::uint32_t>(pads.size())};
        pads.push_back({{(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2}, box});
        if (first) metal_->ties.emplace_back(*first, ref);
        if (!first) first = ref;
      }
    }
  }
}

/// A shape of a macro as rectangles where the component stands; a polygon by its slabs.
std::vector<Rect> MetalReader::placed_boxes(const core::lefdef::Component& component,
                                            const core::lefdef::Macro& macro,
                                            const core::lefdef::Shape& shape, LayerId layer) const {
  const Coord width = technology_.dbu(macro.width);
  const Coord height = technology_.dbu(macro.height);
  std::vector<Point> points;
  for (const Point& p : shape.points) {
    points.push_back(core::lefdef::place(Point{technology_.dbu(p.x), technology_.dbu(p.y)}, width,
                                         height, component.orient, component.at));
  }
  if (shape.polygon) {
    if (std::any_of(points.begin(), points.end(), far)) return {};
    return slabs_of(points, technology_.layer(layer).direction == "VERTICAL");
  }
  if (points.size() < 2) return {};
  return {core::lefdef::make_rect(points[0], points[1])};
}

}  // namespace sealring::esd::extraction
