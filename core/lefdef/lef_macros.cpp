// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Macros of LEF: pins, obstructions and their shapes.
#include <algorithm>

#include "core/lefdef/codes.h"
#include "core/lefdef/lef_reader.h"
#include "core/units/rational.h"

namespace sealring::core::lefdef {

std::vector<Point> LefReader::read_points(std::string_view what) {
  std::vector<Point> points;
  if (lex_.accept("MASK")) lex_.take();
  while (!lex_.at_end() && lex_.peek() != ";" && lex_.peek() != "DO" && !lex_.bad()) {
    if (lex_.accept("(") || lex_.accept(")")) continue;
    points.push_back(point(what));
  }
  return points;
}

void LefReader::read_shape(const std::string& layer, std::string_view word,
                           std::vector<Shape>& into) {
  const bool iterate = lex_.accept("ITERATE");
  const std::vector<Point> points =
      read_points(word == "RECT" ? "a coordinate of RECT" : "a coordinate of a shape");
  std::vector<Shape> shapes;
  if (!lex_.bad()) make_shapes(layer, word, points, shapes);
  if (iterate) iterate_shapes(shapes);
  if (lex_.bad()) return;
  if (shapes.empty()) {
    lex_.report(codes::kLefSyntax,
                std::string(word) + " has " + std::to_string(points.size()) + " points", layer);
  }
  into.insert(into.end(), shapes.begin(), shapes.end());
}

void LefReader::make_shapes(const std::string& layer, std::string_view word,
                            const std::vector<Point>& points, std::vector<Shape>& into) const {
  if (word == "RECT" && points.size() == 2) {
    const Rect box = make_rect(points[0], points[1]);
    into.push_back({layer, {box.low, box.high}, false});
  } else if (word == "POLYGON" && points.size() >= 3) {
    into.push_back({layer, points, true});
  } else if (word == "PATH") {
    const Coord half = path_width_ / 2;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Rect box = make_rect(points[i == 0 ? 0 : i - 1], points[i]);
      if (i > 0 || points.size() == 1) {
        into.push_back(
            {layer,
             {{box.low.x - half, box.low.y - half}, {box.high.x + half, box.high.y + half}},
             false});
      }
    }
  }
}

void LefReader::iterate_shapes(std::vector<Shape>& shapes) {
  if (!lex_.accept("DO")) return;
  const Coord columns = lex_.integer(codes::kLefNumber, "DO");
  lex_.accept("BY");
  const Coord rows = lex_.integer(codes::kLefNumber, "BY");
  lex_.accept("STEP");
  const Point step = point("STEP");
  constexpr Coord kMost = 1'000'000;
  if (columns < 1 || rows < 1 || columns > kMost || rows > kMost / columns) {
    lex_.report(codes::kLefNumber, "ITERATE makes " + std::to_string(columns) + " x " +
                                       std::to_string(rows) + " shapes; 1 to 1000000 are read");
    lex_.mark_bad();
    return;
  }
  const std::vector<Shape> one = shapes;
  shapes.clear();
  for (Coord c = 0; c < columns; ++c) {
    for (Coord r = 0; r < rows; ++r) {
      for (Shape shape : one) {
        for (Point& p : shape.points) p = {p.x + c * step.x, p.y + r * step.y};
        shapes.push_back(std::move(shape));
      }
    }
  }
}

void LefReader::read_geometry(std::vector<Shape>& shapes, std::string* port_class,
                              const std::string& owner) {
  std::string layer;
  while (!lex_.at_end()) {
    if (lex_.accept("END")) return;
    lex_.begin_statement();
    const std::string_view word = lex_.take();
    if (word == "LAYER") {
      layer = std::string(lex_.take());
      path_width_ = layer_width(layer);
    } else if (word == "CLASS" && port_class != nullptr) {
      *port_class = std::string(lex_.take());
    } else if (word == "WIDTH") {
      path_width_ = length("WIDTH");
    } else if (word == "RECT" || word == "POLYGON" || word == "PATH") {
      read_shape(layer, word, shapes);
    }
    lex_.skip_statement();
  }
  ended_inside(owner);
}

void LefReader::read_macro() {
  lex_.take();
  Macro macro;
  macro.location = lex_.here();
  macro.name = std::string(lex_.take());
  ++objects_;
  while (more(macro.name)) {
    lex_.begin_statement();
    if (lex_.accept("PIN")) {
      read_pin(macro);
      continue;
    }
    if (lex_.accept("OBS")) {
      read_geometry(macro.obstructions, nullptr, "OBS of " + macro.name);
      continue;
    }
    if (lex_.accept("DENSITY")) {
      std::vector<Shape> unused;
      read_geometry(unused, nullptr, "DENSITY of " + macro.name);
      continue;
    }
    read_macro_statement(macro);
    lex_.skip_statement();
  }
  move_to_origin(macro);
  add_macro(std::move(macro));
}

void LefReader::read_macro_statement(Macro& macro) {
  const std::string_view word = lex_.take();
  if (word == "CLASS") {
    while (!lex_.at_end() && lex_.peek() != ";") {
      if (!macro.macro_class.empty()) macro.macro_class += ' ';
      macro.macro_class += lex_.take();
    }
  } else if (word == "ORIGIN") {
    macro.origin = point("ORIGIN");
  } else if (word == "FOREIGN") {
    macro.foreign = std::string(lex_.take());
    if (lex_.peek() != ";") macro.foreign_offset = point("FOREIGN");
  } else if (word == "SIZE") {
    macro.width = length("SIZE");
    lex_.accept("BY");
    macro.height = length("SIZE");
  }
}

void LefReader::read_pin(Macro& macro) {
  MacroPin pin;
  pin.location = lex_.here();
  pin.name = std::string(lex_.take());
  while (more(pin.name)) {
    lex_.begin_statement();
    if (lex_.accept("PORT")) {
      Port port;
      read_geometry(port.shapes, &port.port_class, macro.name + "/" + pin.name);
      pin.ports.push_back(std::move(port));
      continue;
    }
    const std::string_view word = lex_.take();
    if (word == "DIRECTION") pin.direction = std::string(lex_.peek());
    if (word == "USE") pin.use = std::string(lex_.peek());
    if (word == "SHAPE") pin.shape = std::string(lex_.peek());
    lex_.skip_statement();
  }
  macro.pins.push_back(std::move(pin));
}

void LefReader::move_to_origin(Macro& macro) {
  const auto move = [&](std::vector<Shape>& shapes) {
    for (Shape& shape : shapes) {
      for (Point& p : shape.points) p = {p.x + macro.origin.x, p.y + macro.origin.y};
    }
  };
  move(macro.obstructions);
  for (MacroPin& pin : macro.pins) {
    for (Port& port : pin.ports) move(port.shapes);
  }
}

void LefReader::add_macro(Macro macro) {
  const auto [known, is_new] = lef_.macros.try_emplace(macro.name, macro);
  if (is_new) return;
  const Macro& first = known->second;
  if (first.width == macro.width && first.height == macro.height) return;
  const auto size = [](const Macro& m) {
    return format_decimal(Rational(m.width, kPicometresPerUm), 12) + " x " +
           format_decimal(Rational(m.height, kPicometresPerUm), 12) + " um";
  };
  lex_.sink().report(
      make_finding(codes::kLefConflict, "macro '" + macro.name + "' is " + size(macro) +
                                            " here and " + size(first) + " in '" +
                                            first.location.file + "'; the first is used")
          .at(macro.location)
          .on(macro.name, "size")
          .note("first defined here", first.location));
}

Coord LefReader::layer_width(const std::string& name) const {
  const Layer* layer = lef_.find_layer(name);
  return layer == nullptr ? 0 : layer->width.value_or(0);
}

}  // namespace sealring::core::lefdef
