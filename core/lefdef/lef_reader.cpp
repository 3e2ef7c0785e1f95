// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "core/lefdef/codes.h"
#include "core/lefdef/lef.h"
#include "core/lefdef/lexer.h"
#include "core/units/parse.h"

namespace sealring::core::lefdef {

namespace {

/// Reads one LEF file by statements.
class LefReader {
 public:
  LefReader(const InputFile& file, Lef& lef, Sink& sink) : lex_(file, sink), lef_(lef) {}

  bool read() {
    while (!lex_.at_end()) read_top();
    if (objects_ == 0) {
      lex_.sink().report(make_finding(codes::kLefEmpty,
                                      "'" + lex_.file().name +
                                          "' holds no layer, via, site or macro; it is no LEF file")
                             .at({lex_.file().name})
                             .on(lex_.file().name, "empty"));
      return false;
    }
    lef_.files.push_back(lex_.file().name);
    return lex_.errors() == 0;
  }

 private:
  void read_top() {
    // Some technology files write "Via" or "Layer": keywords count whatever their case.
    std::string word(lex_.peek());
    std::transform(word.begin(), word.end(), word.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    if (word == "UNITS") return read_units();
    if (word == "LAYER") return read_layer();
    if (word == "VIA") return read_via();
    if (word == "VIARULE") return read_via_rule();
    if (word == "MACRO") return read_macro();
    if (word == "BUSBITCHARS" || word == "DIVIDERCHAR") {
      lex_.take();
      (word == "BUSBITCHARS" ? lef_.bus_bits : lef_.divider) = std::string(lex_.take());
      return lex_.skip_statement();
    }
    if (word == "PROPERTYDEFINITIONS" || word == "SPACING") {
      lex_.take();
      return skip_block(word);
    }
    if (word == "SITE" || word == "NONDEFAULTRULE" || word == "ARRAY" || word == "IRDROP" ||
        word == "NOISETABLE" || word == "CORRECTIONTABLE") {
      lex_.take();
      ++objects_;
      return skip_block(std::string(lex_.take()));
    }
    if (word == "BEGINEXT") {
      while (!lex_.at_end() && !lex_.accept("ENDEXT")) lex_.take();
      return;
    }
    if (lex_.accept("END")) {
      lex_.take();  // LIBRARY
      return;
    }
    lex_.skip_statement();
  }

  /// Takes everything up to and with "END name".
  void skip_block(const std::string& name) {
    while (!lex_.at_end()) {
      if (lex_.accept("END") && lex_.accept(name)) return;
      if (lex_.peek() != "END" && !lex_.at_end()) lex_.take();
    }
    ended_inside(name);
  }

  void ended_inside(const std::string& name) {
    lex_.report(codes::kLefSyntax, "'" + name + "' has no END; the file ends inside it", name);
  }

  /// "END name" closes a block. Answers whether the block goes on.
  bool more(const std::string& name) {
    if (lex_.at_end()) {
      ended_inside(name);
      return false;
    }
    if (lex_.peek() != "END") return true;
    lex_.take();
    if (!lex_.accept(name)) {
      lex_.report(codes::kLefSyntax,
                  "'END " + name + "' was expected, found END " + quote_word(lex_), name);
      if (!lex_.at_end()) lex_.take();
    }
    return false;
  }

  void read_units() {
    lex_.take();
    while (!lex_.at_end()) {
      if (lex_.accept("END")) {
        lex_.accept("UNITS");
        return;
      }
      const bool database = lex_.peek() == "DATABASE";
      lex_.take();
      if (database && lex_.accept("MICRONS")) read_database_units();
      lex_.skip_statement();
    }
    ended_inside("UNITS");
  }

  /// A whole number, also when it is written as "1000.0".
  void read_database_units() {
    const std::optional<Rational> value = parse_decimal(lex_.peek());
    if (value && value->is_integer() && *value >= Rational(1) &&
        *value <= Rational(kPicometresPerUm)) {
      lef_.dbu_per_um = static_cast<std::int64_t>(value->numerator());
      return;
    }
    lex_.report(codes::kLefNumber, "DATABASE MICRONS is " + quote_word(lex_) +
                                       "; a whole number from 1 to 1000000 was expected");
  }

  Coord length(std::string_view what) { return lex_.length(codes::kLefNumber, what); }

  Point point(std::string_view what) {
    const Coord x = length(what);
    return {x, length(what)};
  }

  void read_layer() {
    lex_.take();
    Layer layer;
    layer.location = lex_.here();
    layer.name = std::string(lex_.take());
    ++objects_;
    while (more(layer.name)) {
      lex_.begin_statement();
      read_layer_statement(layer);
      lex_.skip_statement();
    }
    if (lef_.find_layer(layer.name) != nullptr) return;
    layer.number = static_cast<std::uint32_t>(lef_.layers.size());
    lef_.layers.push_back(std::move(layer));
  }

  void read_layer_statement(Layer& layer) {
    const std::string_view word = lex_.take();
    if (word == "TYPE") {
      static const std::pair<std::string_view, LayerType> kTypes[] = {
          {"ROUTING", LayerType::kRouting},
          {"CUT", LayerType::kCut},
          {"MASTERSLICE", LayerType::kMasterslice},
          {"OVERLAP", LayerType::kOverlap},
          {"IMPLANT", LayerType::kImplant}};
      for (const auto& [name, type] : kTypes) {
        if (lex_.peek() == name) layer.type = type;
      }
    } else if (word == "DIRECTION") {
      layer.direction = std::string(lex_.peek());
    } else if (word == "WIDTH") {
      layer.width = length("WIDTH");
    } else if (word == "PITCH") {
      layer.pitch = length("PITCH");
    } else if (word == "THICKNESS") {
      layer.thickness = length("THICKNESS");
    } else if (word == "HEIGHT") {
      layer.height = length("HEIGHT");
    } else if (word == "SPACING") {
      const Coord spacing = length("SPACING");
      if (lex_.peek() == ";") layer.spacing = std::min(layer.spacing.value_or(spacing), spacing);
    } else if (word == "RESISTANCE") {
      if (lex_.accept("RPERSQ")) {
        if (lex_.peek() != "PWL")
          layer.ohm_per_square = lex_.real(codes::kLefNumber, "RESISTANCE RPERSQ");
      } else {
        layer.ohm_per_cut = lex_.real(codes::kLefNumber, "RESISTANCE");
      }
    } else if (word == "BACKSIDE") {
      layer.backside = true;
    } else if (word == "PROPERTY") {
      while (!lex_.at_end() && lex_.peek() != ";") {
        if (lex_.take().find("BACKSIDE") != std::string_view::npos) layer.backside = true;
      }
    }
  }

  void read_via() {
    lex_.take();
    Via via;
    via.location = lex_.here();
    via.name = std::string(lex_.take());
    ++objects_;
    while (lex_.peek() == "DEFAULT" || lex_.peek() == "GENERATED" ||
           lex_.peek() == "TOPOFSTACKONLY") {
      if (lex_.take() == "DEFAULT") via.is_default = true;
    }
    lex_.accept(";");
    std::string layer;
    while (more(via.name)) {
      lex_.begin_statement();
      const std::string_view word = lex_.take();
      if (word == "RESISTANCE") {
        via.ohm = lex_.real(codes::kLefNumber, "RESISTANCE");
      } else if (word == "LAYER") {
        layer = std::string(lex_.take());
      } else if (word == "RECT" || word == "POLYGON") {
        read_shape(layer, word, via.shapes);
      } else {
        read_via_rule_use(via, word);
      }
      lex_.skip_statement();
    }
    if (lef_.find_via(via.name) == nullptr) lef_.vias.push_back(std::move(via));
  }

  void read_via_rule_use(Via& via, std::string_view word) {
    if (word == "VIARULE") {
      via.rule = std::string(lex_.take());
    } else if (word == "CUTSIZE") {
      via.cut_size = point("CUTSIZE");
    } else if (word == "LAYERS") {
      via.bottom_layer = std::string(lex_.take());
      via.cut_layer = std::string(lex_.take());
      via.top_layer = std::string(lex_.take());
    } else if (word == "CUTSPACING") {
      via.cut_spacing = point("CUTSPACING");
    } else if (word == "ENCLOSURE") {
      via.bottom_enclosure = point("ENCLOSURE");
      via.top_enclosure = point("ENCLOSURE");
    } else if (word == "ORIGIN") {
      via.origin = point("ORIGIN");
    } else if (word == "ROWCOL") {
      via.rows =
          static_cast<std::uint32_t>(std::max<Coord>(1, lex_.integer(codes::kLefNumber, "ROWCOL")));
      via.columns =
          static_cast<std::uint32_t>(std::max<Coord>(1, lex_.integer(codes::kLefNumber, "ROWCOL")));
    }
  }

  void read_via_rule() {
    lex_.take();
    ViaRule rule;
    rule.location = lex_.here();
    rule.name = std::string(lex_.take());
    ++objects_;
    while (lex_.peek() == "GENERATE" || lex_.peek() == "DEFAULT") {
      if (lex_.take() == "GENERATE") rule.generate = true;
    }
    lex_.accept(";");
    while (more(rule.name)) {
      lex_.begin_statement();
      const std::string_view word = lex_.take();
      if (word == "LAYER") {
        rule.parts.emplace_back().layer = std::string(lex_.take());
      } else if (!rule.parts.empty()) {
        ViaRule::Part& part = rule.parts.back();
        if (word == "ENCLOSURE") {
          part.enclosure = point("ENCLOSURE");
        } else if (word == "RECT") {
          const Point a = point("RECT");
          part.cut = make_rect(a, point("RECT"));
        } else if (word == "SPACING") {
          part.spacing = Point{length("SPACING"), 0};
          if (lex_.accept("BY")) part.spacing->y = length("SPACING");
        } else if (word == "RESISTANCE") {
          part.ohm_per_cut = lex_.real(codes::kLefNumber, "RESISTANCE");
        }
      }
      lex_.skip_statement();
    }
    if (lef_.find_via_rule(rule.name) == nullptr) lef_.via_rules.push_back(std::move(rule));
  }

  /// Points up to ';', ITERATE or the like; "( )" around points and MASK are allowed.
  std::vector<Point> read_points(std::string_view what) {
    std::vector<Point> points;
    if (lex_.accept("MASK")) lex_.take();
    while (!lex_.at_end() && lex_.peek() != ";" && lex_.peek() != "DO" && !lex_.bad()) {
      if (lex_.accept("(") || lex_.accept(")")) continue;
      points.push_back(point(what));
    }
    return points;
  }

  void read_shape(const std::string& layer, std::string_view word, std::vector<Shape>& into) {
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

  void make_shapes(const std::string& layer, std::string_view word,
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

  /// "DO n BY m STEP x y": copies of the shapes in columns and rows.
  void iterate_shapes(std::vector<Shape>& shapes) {
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

  /// LAYER / RECT / POLYGON / PATH / VIA statements up to END.
  void read_geometry(std::vector<Shape>& shapes, std::string* port_class,
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

  void read_macro() {
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

  void read_macro_statement(Macro& macro) {
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

  void read_pin(Macro& macro) {
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

  /// Shapes are kept in the SIZE box: ORIGIN is added once, here.
  static void move_to_origin(Macro& macro) {
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

  void add_macro(Macro macro) {
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

  Coord layer_width(const std::string& name) const {
    const Layer* layer = lef_.find_layer(name);
    return layer == nullptr ? 0 : layer->width.value_or(0);
  }

  Lexer lex_;
  Lef& lef_;
  std::uint64_t objects_ = 0;
  Coord path_width_ = 0;
};

}  // namespace

bool read_lef(const InputFile& file, Lef& into, Sink& sink) {
  return LefReader(file, into, sink).read();
}

}  // namespace sealring::core::lefdef
