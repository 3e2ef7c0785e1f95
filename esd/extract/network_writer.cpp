// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/extract/network_writer.h"

#include <charconv>
#include <cmath>

#include "esd/extract_codes.h"

namespace sealring::esd::extraction {

namespace {

void append(std::string& text, Coord value) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  text.append(digits, end);
}

/// The point of a bar at a coordinate, both twice.
std::pair<Coord, Coord> point2(const Bar& bar, Coord at2) {
  return bar.vertical ? std::pair(bar.centre2(), at2) : std::pair(at2, bar.centre2());
}

std::pair<Coord, Coord> point2(const Slant& slant, Coord at2) {
  const double length = std::hypot(static_cast<double>(slant.b.x - slant.a.x),
                                   static_cast<double>(slant.b.y - slant.a.y));
  const double f = length > 0 ? static_cast<double>(at2) / (2 * length) : 0;
  const auto between = [&](Coord a, Coord b) {
    return 2 * static_cast<Coord>(
                   std::llround(static_cast<double>(a) + f * static_cast<double>(b - a)));
  };
  return {between(slant.a.x, slant.b.x), between(slant.a.y, slant.b.y)};
}

}  // namespace

void NetworkWriter::write(const std::string& name, std::uint32_t line, const NetMetal& metal,
                          Joints& joints) {
  line_ = line;
  layer_index_.resize(technology_.layers(), 0);
  Net net;
  net.name = name;
  net.line = line;
  net.first_element = static_cast<ElementId>(network_.elements.size());
  const NodeId first_node = network_.nodes.size();
  name_nodes(metal, joints);
  write_wires(metal, joints);
  write_cuts(metal, joints);
  net.element_count = static_cast<ElementId>(network_.elements.size()) - net.first_element;
  network_.net_of_node.resize(network_.nodes.size(), kNone);
  std::fill(network_.net_of_node.begin() + first_node, network_.net_of_node.end(),
            static_cast<std::uint32_t>(network_.nets.size()));
  network_.nets.push_back(std::move(net));
}

std::uint16_t NetworkWriter::layer_index(LayerId id) {
  if (layer_index_[id] == 0) {
    network_.layers.push_back(technology_.layer(id).name);
    layer_index_[id] = static_cast<std::uint16_t>(network_.layers.size());
  }
  return static_cast<std::uint16_t>(layer_index_[id] - 1);
}

/// Names are unique in the network: where another net has the place already, '#' and a number follow.
NodeId NetworkWriter::make_node(LayerId layer, Coord x2, Coord y2) {
  text_ = technology_.layer(layer).name;
  text_ += '_';
  append(text_, x2 >> 1);
  text_ += '_';
  append(text_, y2 >> 1);
  const NodeId next = network_.nodes.size();
  NodeId id = network_.nodes.intern(text_);
  const std::size_t plain = text_.size();
  for (Coord number = 2; id != next; ++number) {
    text_.resize(plain);
    text_ += '#';
    append(text_, number);
    id = network_.nodes.intern(text_);
  }
  network_.points.push_back({um(x2), um(y2), true});
  return id;
}

void NetworkWriter::name_nodes(const NetMetal& metal, Joints& joints) {
  ids_.assign(joints.nodes.size(), kNone);
  std::size_t at = 0;
  const auto taps = joints.taps();
  for (const auto& layer : joints.layers()) {
    const LayerMetal& drawn = metal.layers[layer.layer];
    for (; at < taps.size() && taps[at].bar < layer.end; ++at) {
      NodeId& id = ids_[joints.nodes.find(taps[at].node)];
      if (id != kNone) continue;
      const std::uint32_t bar = taps[at].bar;
      const auto [x2, y2] = bar < layer.slants
                                ? point2(drawn.bars[bar - layer.first], taps[at].at2)
                                : point2(drawn.slants[bar - layer.slants], taps[at].at2);
      id = make_node(layer.layer, x2, y2);
    }
    for (std::uint32_t pad = 0; pad < drawn.pads.size(); ++pad) {
      NodeId& id = ids_[joints.node_of_pad(layer.layer, pad)];
      if (id == kNone)
        id = make_node(layer.layer, 2 * drawn.pads[pad].centre.x, 2 * drawn.pads[pad].centre.y);
    }
  }
}

void NetworkWriter::add(Element element, const ElementShape& shape) {
  element.line = line_;
  network_.elements.push_back(element);
  network_.shapes.push_back(shape);
}

void NetworkWriter::write_wires(const NetMetal& metal, Joints& joints) {
  std::size_t at = 0;
  const auto taps = joints.taps();
  for (const auto& layer : joints.layers()) {
    const LayerMetal& drawn = metal.layers[layer.layer];
    const std::optional<double> sheet = technology_.ohm_per_square(layer.layer);
    for (; at < taps.size() && taps[at].bar < layer.end; ++at) {
      if (at == 0 || taps[at - 1].bar != taps[at].bar || taps[at - 1].at2 == taps[at].at2) continue;
      const NodeId a = ids_[joints.nodes.find(taps[at - 1].node)];
      const NodeId b = ids_[joints.nodes.find(taps[at].node)];
      if (a == b) continue;
      if (!sheet) {
        const std::string& name = technology_.layer(layer.layer).name;
        problems_.count(codes::kLayerWithoutResistance, name,
                        "layer '" + name +
                            "' has no resistance: neither 'resistance: ... ohm/sq' in the layer "
                            "table nor RESISTANCE RPERSQ in the LEF");
        continue;
      }
      const std::uint32_t bar = taps[at].bar;
      const bool straight = bar < layer.slants;
      const auto place = [&](Coord at2) {
        return straight ? point2(drawn.bars[bar - layer.first], at2)
                        : point2(drawn.slants[bar - layer.slants], at2);
      };
      const Coord width =
          straight ? drawn.bars[bar - layer.first].width() : drawn.slants[bar - layer.slants].width;
      const Coord length2 = taps[at].at2 - taps[at - 1].at2;
      Element element;
      element.a = a;
      element.b = b;
      element.ohm = *sheet * static_cast<double>(length2) / (2 * static_cast<double>(width));
      element.width_um = static_cast<float>(um(2 * width));
      element.length_um = static_cast<float>(um(length2));
      element.layer = layer_index(layer.layer);
      element.cls = ElementClass::kMetal;
      const auto [x1, y1] = place(taps[at - 1].at2);
      const auto [x2, y2] = place(taps[at].at2);
      add(element, {um(x1), um(y1), um(x2), um(y2), true});
    }
  }
}

void NetworkWriter::write_cuts(const NetMetal& metal, Joints& joints) {
  for (const PlacedCut& cut : metal.cuts) {
    if (std::isnan(cut.ohm)) {
      const std::string& name = technology_.layer(cut.cut).name;
      problems_.count(codes::kViaWithoutResistance, name,
                      "cut layer '" + name +
                          "' has no resistance: neither in the layer table nor in its vias, via "
                          "rules or LEF layer");
      continue;
    }
    Element element;
    element.a = ids_[joints.node_of_pad(cut.below, cut.lower)];
    element.b = ids_[joints.node_of_pad(cut.above, cut.upper)];
    if (element.a == element.b) continue;
    element.ohm = cut.ohm;
    element.cuts = 1;
    element.layer = layer_index(cut.cut);
    element.cls = ElementClass::kVia;
    element.width_um = static_cast<float>(um(2 * (cut.box.high.y - cut.box.low.y)));
    const double y = um(cut.box.low.y + cut.box.high.y);
    add(element, {um(2 * cut.box.low.x), y, um(2 * cut.box.high.x), y, true});
  }
}

}  // namespace sealring::esd::extraction
