// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/topology/islands.h"

#include <algorithm>

#include "esd/format.h"
#include "esd/topology/nearest.h"

namespace sealring::esd {

namespace {

std::string place_text(const Network& network, ElementId id, const PlacedBox& from) {
  const PlacedBox box = *box_of(network, id);
  const auto nearest = [](double low, double high, double at_low, double at_high) {
    return std::clamp((std::max(low, at_low) + std::min(high, at_high)) / 2, low, high);
  };
  const double x = nearest(box.x1_um, box.x2_um, from.x1_um, from.x2_um);
  const double y = nearest(box.y1_um, box.y2_um, from.y1_um, from.y2_um);
  const std::string& tier = network.files[network.elements[id].file].tier;
  return "at (" + format_number(x) + ", " + format_number(y) + ") um" +
         (tier.empty() ? "" : " of " + tier);
}

std::string layer_name(const Network& network, ElementId id) {
  const std::string layer = layer_text(network, id);
  return layer.empty() ? "a conductor" : "layer '" + layer + "'";
}

bool main_first(const Piece& a, const Piece& b) {
  if (a.pads.size() != b.pads.size()) return a.pads.size() > b.pads.size();
  if (a.elements.size() != b.elements.size()) return a.elements.size() > b.elements.size();
  if (a.terminals() != b.terminals()) return a.terminals() > b.terminals();
  return a.part < b.part;
}

}  // namespace

std::vector<BrokenNet> broken_nets(const Wiring& wiring) {
  const Project& project = wiring.project();
  const Partition& partition = wiring.partition();
  std::vector<std::uint32_t> slot(partition.components(), kNone);
  std::vector<Piece> pieces;
  std::vector<std::uint32_t> net_of_piece;
  for (std::uint32_t n = 0; n < wiring.nets().size(); ++n) {
    if (wiring.nets()[n].parts.size() < 2) continue;
    for (const std::uint32_t part : wiring.nets()[n].parts) {
      slot[part] = static_cast<std::uint32_t>(pieces.size());
      pieces.push_back({part, {}, {}, {}, {}});
      net_of_piece.push_back(n);
    }
  }
  if (pieces.empty()) return {};
  const auto piece_at = [&](NodeId node) -> Piece* {
    const std::uint32_t at = slot[partition.component_of(node)];
    return at == kNone ? nullptr : &pieces[at];
  };
  for (ElementId id = 0; id < project.network.elements.size(); ++id) {
    if (Piece* piece = piece_at(project.network.elements[id].a)) piece->elements.push_back(id);
  }
  for (std::uint32_t i = 0; i < project.pads.size(); ++i) {
    if (Piece* piece = piece_at(project.pads[i].taps.nodes.front())) piece->pads.push_back(i);
  }
  for (std::uint32_t i = 0; i < project.instances.size(); ++i) {
    const Instance& instance = project.instances[i];
    for (std::uint32_t pin = 0; pin < instance.pins.size(); ++pin) {
      if (instance.pins[pin].nodes.empty()) continue;
      if (Piece* piece = piece_at(instance.pins[pin].nodes.front()))
        piece->pins.push_back({i, pin});
    }
  }
  for (std::uint32_t i = 0; i < project.network.pins.size(); ++i) {
    if (Piece* piece = piece_at(project.network.pins[i].node)) piece->declared.push_back(i);
  }
  std::vector<BrokenNet> result;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].elements.empty() && pieces[i].terminals() == 0) continue;
    if (result.empty() || result.back().net != net_of_piece[i])
      result.push_back({net_of_piece[i], {}});
    result.back().pieces.push_back(std::move(pieces[i]));
  }
  std::erase_if(result, [](const BrokenNet& net) { return net.pieces.size() < 2; });
  for (BrokenNet& net : result) std::sort(net.pieces.begin(), net.pieces.end(), main_first);
  return result;
}

namespace {

/// A pad of the island whose other side lies on another piece: the bond is what is missing.
std::string missing_bond(const Wiring& wiring, const Piece& island) {
  const Project& project = wiring.project();
  for (const std::uint32_t pad : island.pads) {
    const std::uint32_t mate = project.pads[pad].mate;
    if (mate == kNone) continue;
    const std::uint32_t part =
        wiring.partition().component_of(project.pads[mate].taps.nodes.front());
    if (part == island.part) continue;
    return "the bond between '" + project.pads[pad].name + "' and '" + project.pads[mate].name +
           "' does not conduct";
  }
  return "";
}

struct Shape {
  PlacedBox box;
  std::string layer;
  std::string tier;
};

/// What the island is drawn as: its conductors, else its pads and devices.
std::vector<Shape> shapes_of(const Wiring& wiring, const Piece& island) {
  const Network& network = wiring.project().network;
  std::vector<Shape> shapes;
  for (const ElementId id : island.elements) {
    if (const auto box = box_of(network, id))
      shapes.push_back(
          {*box, layer_text(network, id), network.files[network.elements[id].file].tier});
  }
  if (!shapes.empty()) return shapes;
  for (const std::uint32_t pad : island.pads) {
    const Pad& at = wiring.project().pads[pad];
    if (at.box) shapes.push_back({*at.box, "", at.tier});
  }
  for (const Wiring::Pin& pin : island.pins) {
    const Instance& at = wiring.project().instances[pin.instance];
    if (at.box) shapes.push_back({*at.box, "", at.tier});
  }
  for (const std::uint32_t pad : island.pads) {
    for (const NodeId node : wiring.project().pads[pad].taps.nodes) {
      if (!shapes.empty() || node >= network.points.size() || !network.points[node].known) continue;
      const NodePoint& point = network.points[node];
      shapes.push_back(
          {{point.x_um, point.y_um, point.x_um, point.y_um}, "", wiring.project().pads[pad].tier});
    }
  }
  return shapes;
}

}  // namespace

MissingLink missing_link(const Wiring& wiring, const Piece& island, const ConductorIndex& main) {
  const Network& network = wiring.project().network;
  MissingLink link;
  const std::string bond = missing_bond(wiring, island);
  std::optional<ConductorIndex::Hit> same;
  std::optional<ConductorIndex::Hit> cross;
  std::optional<ConductorIndex::Hit> any;
  PlacedBox same_from;
  PlacedBox cross_from;
  PlacedBox any_from;
  std::string cross_layer;
  const std::vector<Shape> shapes = shapes_of(wiring, island);
  for (const Shape& shape : shapes) {
    const auto closer = [](const auto& hit, const auto& known) {
      return hit && (!known || hit->distance_um < known->distance_um);
    };
    if (const auto hit = main.nearest(shape.tier, shape.layer, shape.box); closer(hit, same)) {
      same = hit;
      same_from = shape.box;
    }
    if (!cross) {
      cross = main.crossed(shape.tier, shape.layer, shape.box);
      cross_from = shape.box;
      cross_layer = shape.layer;
    }
  }
  for (const Shape& shape : shapes) {
    if (same || cross) break;
    const auto hit = main.nearest_of_all(shape.tier, shape.box);
    if (!hit || (any && any->distance_um <= hit->distance_um)) continue;
    any = hit;
    any_from = shape.box;
  }
  const auto gap = [&](const ConductorIndex::Hit& hit, const PlacedBox& from) {
    return layer_name(network, hit.element) + ", " + format_number(hit.distance_um) + " um away " +
           place_text(network, hit.element, from);
  };
  const auto take = [&](const std::string& text, ElementId element) {
    if (text.empty()) return;
    if (link.text.empty()) {
      link.text = text;
      link.element = element;
    } else {
      link.notes.push_back("also near: " + text);
    }
  };
  take(bond, kNone);
  if (cross) {
    take((cross_layer.empty() ? "it" : "its layer '" + cross_layer + "'") + " crosses " +
             layer_name(network, cross->element) + " of the main piece without a via " +
             place_text(network, cross->element, cross_from),
         cross->element);
  }
  if (same) take(gap(*same, same_from), same->element);
  if (any) take(gap(*any, any_from), any->element);
  return link;
}

}  // namespace sealring::esd
