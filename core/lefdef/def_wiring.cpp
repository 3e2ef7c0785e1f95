// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// NETS and SPECIALNETS: pins, options and wire paths (LEF/DEF 5.8: regular and special wiring statements).
#include <algorithm>

#include "core/lefdef/codes.h"
#include "core/lefdef/def_reader.h"

namespace sealring::core::lefdef {

void DefReader::read_net(bool special) {
  Net net;
  net.line = lex_.line();
  net.special = special;
  if (lex_.accept("MUSTJOIN")) {
    lex_.skip_statement();
    return;
  }
  net.name = take_name();
  const auto size = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
  net.pins.first = size(def_.net_pins);
  net.wires.first = size(def_.wires);
  net.vias.first = size(def_.via_uses);
  net.rects.first = size(def_.rects);
  net.polygons.first = size(def_.polygons);
  in_path_ = false;
  net_rule_ = subnet_rule_ = Symbol::kNone;
  while (!lex_.at_end() && lex_.peek() != ";" && !lex_.bad()) {
    if (lex_.accept("+")) {
      read_net_option(net, lex_.take());
    } else if (in_path_) {
      read_path_word(net);
    } else if (lex_.peek() == "(") {
      read_net_pin(net);
    } else {
      lex_.take();
    }
  }
  // A net with a bad statement keeps what was read of it: its pins are needed for connectivity, and the
  // problem was reported.
  net.pins.count = size(def_.net_pins) - net.pins.first;
  net.wires.count = size(def_.wires) - net.wires.first;
  give_rule(net);
  net.vias.count = size(def_.via_uses) - net.vias.first;
  net.rects.count = size(def_.rects) - net.rects.first;
  net.polygons.count = size(def_.polygons) - net.polygons.first;
  def_.nets.push_back(net);
}

/// NONDEFAULTRULE may stand behind the wiring.
void DefReader::give_rule(const Net& net) {
  if (net.special || net_rule_ == Symbol::kNone) return;
  for (std::uint32_t i = 0; i < net.wires.count; ++i) {
    Wire& wire = def_.wires[net.wires.first + i];
    if (!wire.tapered && wire.rule == Symbol::kNone) wire.rule = net_rule_;
  }
}

void DefReader::read_net_pin(Net& net) {
  lex_.take();
  NetPin pin;
  const std::string_view instance = lex_.take();
  if (instance == "*") net.all_instances = true;
  if (instance != "PIN") pin.instance = def_.names.intern(instance);
  pin.pin = take_name();
  if (lex_.accept("+")) lex_.accept("SYNTHESIZED");
  if (expect(")", "the pins of a net")) def_.net_pins.push_back(pin);
}

void DefReader::read_net_option(Net& net, std::string_view word) {
  if (word == "ROUTED" || word == "FIXED" || word == "COVER" || word == "NOSHIELD") {
    return start_path(net.special);
  }
  if (word == "SHIELD") {
    lex_.take();
    return start_path(net.special);
  }
  if (word == "SHAPE") {
    path_.shape = take_name();
    return;
  }
  if (word == "STYLE" || word == "MASK") {
    lex_.take();
    return;
  }
  if (word == "RECT" || word == "POLYGON" || word == "VIA") {
    in_path_ = false;
    return read_special_shape(word);
  }
  in_path_ = false;
  if (word == "USE") {
    net.use = stable_word(lex_.take());
    return;
  }
  if (word == "NONDEFAULTRULE") {
    net_rule_ = take_name();
    return;
  }
  if (word == "SUBNET") return read_subnet();
  while (!lex_.at_end() && lex_.peek() != ";" && lex_.peek() != "+") lex_.take();
}

/// "SUBNET name ( pins ) NONDEFAULTRULE rule ROUTED ..."; also its wiring stands without a '+'.
void DefReader::read_subnet() {
  subnet_rule_ = Symbol::kNone;
  while (!lex_.at_end() && lex_.peek() != ";" && lex_.peek() != "+") {
    const std::string_view word = lex_.take();
    if (word == "NONDEFAULTRULE") {
      subnet_rule_ = take_name();
    } else if (word == "ROUTED" || word == "FIXED" || word == "COVER" || word == "NOSHIELD") {
      return start_path(false);
    }
  }
}

void DefReader::start_path(bool special) {
  in_path_ = true;
  has_from_ = false;
  virtual_ = false;
  path_ = {};
  path_.layer = take_name();
  path_.regular = !special;
  path_.rule = subnet_rule_;
  if (special) path_.width = integer("the width of a wire");
}

void DefReader::read_path_word(const Net& net) {
  const std::string_view word = lex_.peek();
  if (word == "(") return read_path_point(net);
  if (word == "NEW") {
    lex_.take();
    return start_path(net.special);
  }
  if (word == "TAPER" || word == "TAPERRULE") {
    lex_.take();
    path_.tapered = true;
    path_.rule = word == "TAPER" ? Symbol::kNone : take_name();
  } else if (word == "STYLE" || word == "MASK") {
    lex_.take();
    lex_.take();
  } else if (word == "VIRTUAL") {
    lex_.take();
    virtual_ = true;
  } else if (word == "RECT") {
    read_path_rect();
  } else {
    read_path_via(net);
  }
}

void DefReader::read_path_point(const Net& net) {
  lex_.take();
  Point to = path_.from;
  const auto coordinate = [&](Coord& value) {
    if (lex_.accept("*")) {
      if (!has_from_) {
        lex_.report(codes::kDefSyntax,
                    "'*' stands for the last coordinate, and this is the first point of the path");
        lex_.mark_bad();
      }
    } else {
      value = integer("a coordinate of a wire");
    }
  };
  coordinate(to.x);
  coordinate(to.y);
  const bool extended = !lex_.at_end() && lex_.peek() != ")";
  const Coord extension = extended ? integer("the extension of a wire") : 0;
  if (!expect(")", "a point of a wire")) return;
  if (has_from_ && !virtual_) {
    Wire wire = path_;
    wire.to = to;
    wire.to_extension = extension;
    wire.to_half = !extended && !net.special;
    def_.wires.push_back(wire);
  }
  path_.from = to;
  path_.from_extension = extension;
  path_.from_half = !extended && !net.special;
  has_from_ = true;
  virtual_ = false;
}

void DefReader::read_path_rect() {
  lex_.take();
  if (!expect("(", "RECT of a wire")) return;
  const Coord x1 = integer("a coordinate of RECT");
  const Coord y1 = integer("a coordinate of RECT");
  const Coord x2 = integer("a coordinate of RECT");
  const Coord y2 = integer("a coordinate of RECT");
  if (!expect(")", "RECT of a wire") || !has_from_) return;
  const Point& at = path_.from;
  def_.rects.push_back(
      {path_.layer, path_.shape, make_rect({at.x + x1, at.y + y1}, {at.x + x2, at.y + y2})});
}

void DefReader::read_path_via(const Net& net) {
  if (!has_from_) {
    lex_.report(codes::kDefSyntax, "a point was expected in the wiring of net '" +
                                       std::string(def_.text(net.name)) + "', found " +
                                       quote_word(lex_));
    lex_.mark_bad();
    return;
  }
  ViaUse use;
  use.via = take_name();
  use.at = path_.from;
  if (const auto orient = lex_.peek_quoted() ? std::nullopt : parse_orient(lex_.peek())) {
    use.orient = *orient;
    lex_.take();
  }
  if (lex_.accept("DO")) {
    constexpr Coord kMost = 1'000'000'000;
    const auto count = [&] {
      return static_cast<std::uint32_t>(std::clamp<Coord>(integer("DO"), 1, kMost));
    };
    use.columns = count();
    if (!expect("BY", "an array of vias")) return;
    use.rows = count();
    if (!expect("STEP", "an array of vias")) return;
    use.step.x = integer("STEP");
    use.step.y = integer("STEP");
  }
  def_.via_uses.push_back(use);
  const Symbol behind = path_.layer_step == 0 ? layer_behind(use.via, path_.layer) : Symbol::kNone;
  if (behind != Symbol::kNone) {
    path_.layer = behind;
    return;
  }
  def_.layer_steps.push_back({use.via, path_.layer, path_.layer_step});
  path_.layer_step = static_cast<std::uint32_t>(def_.layer_steps.size());
}

Symbol DefReader::layer_behind(Symbol via, Symbol layer) {
  const Via* definition = def_.find_via(def_.text(via));
  if (definition == nullptr) return Symbol::kNone;
  return def_.names.intern(other_layer(*definition, def_.text(layer)));
}

void DefReader::read_special_shape(std::string_view word) {
  const Symbol name = take_name();
  Orient orient = Orient::kN;
  if (word == "VIA") {
    if (const auto given = parse_orient(lex_.peek())) {
      orient = *given;
      lex_.take();
    }
  }
  std::vector<Point> points;
  Point point;
  while (lex_.peek() == "(" && read_point(point, "a shape of a net")) points.push_back(point);
  if (lex_.bad()) return;
  if (word == "VIA") {
    for (const Point& at : points) def_.via_uses.push_back({name, orient, at, 1, 1, {}});
  } else if (word == "RECT" && points.size() == 2) {
    def_.rects.push_back({name, Symbol::kNone, make_rect(points[0], points[1])});
  } else if (word == "POLYGON" && points.size() >= 3) {
    NetPolygon polygon;
    polygon.layer = name;
    polygon.points = {static_cast<std::uint32_t>(def_.points.size()),
                      static_cast<std::uint32_t>(points.size())};
    def_.points.insert(def_.points.end(), points.begin(), points.end());
    def_.polygons.push_back(polygon);
  } else {
    lex_.report(codes::kDefSyntax, "a " + std::string(word) + " of a net has " +
                                       std::to_string(points.size()) + " points");
  }
}

}  // namespace sealring::core::lefdef
