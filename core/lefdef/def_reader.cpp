// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/lefdef/def_reader.h"

#include <algorithm>
#include <array>

#include "core/lefdef/codes.h"

namespace sealring::core::lefdef {

namespace {

// Sections whose content is skipped without a word: nothing here places, names or connects a conductor.
constexpr std::array<std::string_view, 11> kQuietSections{
    "PROPERTYDEFINITIONS", "REGIONS", "GROUPS", "SCANCHAINS",  "PINPROPERTIES", "STYLES",
    "BLOCKAGES",           "SLOTS",   "FILLS",  "CONSTRAINTS", "DEFAULTCAP"};

constexpr std::array<std::string_view, 15> kStatements{"VERSION",
                                                       "NAMESCASESENSITIVE",
                                                       "DESIGN",
                                                       "TECHNOLOGY",
                                                       "UNITS",
                                                       "HISTORY",
                                                       "DIEAREA",
                                                       "ROW",
                                                       "TRACKS",
                                                       "GCELLGRID",
                                                       "BUSBITCHARS",
                                                       "DIVIDERCHAR",
                                                       "COMPONENTMASKSHIFT",
                                                       "ARRAY",
                                                       "FLOORPLAN"};

}  // namespace

DefReader::DefReader(const InputFile& file, Sink& sink) : lex_(file, sink) {
  def_.file = file.name;
  def_.sha256 = file.sha256;
}

Coord DefReader::integer(std::string_view what) {
  return lex_.integer(codes::kDefNumber, what);
}

Symbol DefReader::take_name() {
  return def_.names.intern(lex_.take());
}

bool DefReader::expect(std::string_view word, const char* where) {
  if (lex_.accept(word)) return true;
  lex_.report(codes::kDefSyntax, "'" + std::string(word) + "' was expected in " + where +
                                     ", found " + quote_word(lex_));
  lex_.mark_bad();
  return false;
}

bool DefReader::read_point(Point& point, const char* what) {
  if (!expect("(", what)) return false;
  point.x = integer(what);
  point.y = integer(what);
  return expect(")", what);
}

std::string_view DefReader::stable_word(std::string_view word) {
  static constexpr std::array<std::string_view, 14> kWords{
      "SIGNAL", "POWER", "GROUND", "CLOCK", "TIEOFF",   "ANALOG", "SCAN",
      "RESET",  "INPUT", "OUTPUT", "INOUT", "FEEDTHRU", "SUPPLY", "TRISTATE"};
  const auto* known = std::find(kWords.begin(), kWords.end(), word);
  if (known != kWords.end()) return *known;
  return def_.names.text(def_.names.intern(word));
}

std::optional<Def> DefReader::read() {
  while (!lex_.at_end() && !ended_) read_top();
  if (def_.design.empty() && !any_section_) {
    lex_.sink().report(
        make_finding(codes::kDefIncomplete,
                     "'" + def_.file + "' has neither DESIGN nor any section; it is no DEF file")
            .at({def_.file})
            .on(def_.file, "no design"));
    return std::nullopt;
  }
  if (!ended_) {
    lex_.sink().report(
        make_finding(codes::kDefTruncated,
                     "'" + def_.file + "' ends " +
                         (open_section_.empty() ? "" : "inside section " + open_section_ + ", ") +
                         "without END DESIGN")
            .at(lex_.at(lex_.line()))
            .on(def_.file, "truncated"));
  }
  if (def_.dbu_per_um <= 0) {
    lex_.sink().report(
        make_finding(
            codes::kDefIncomplete,
            "'" + def_.file + "' has no UNITS DISTANCE MICRONS; its coordinates have no size")
            .at({def_.file})
            .on(def_.file, "units"));
  }
  def_.ended = ended_;
  def_.index();
  check_duplicates();
  return std::move(def_);
}

void DefReader::read_top() {
  lex_.begin_statement();
  const std::string word(lex_.take());
  if (word == "COMPONENTS") return read_section(word, [&] { read_component(); });
  if (word == "PINS") return read_section(word, [&] { read_pin(); });
  if (word == "VIAS") return read_section(word, [&] { read_via(); });
  if (word == "NONDEFAULTRULES") return read_section(word, [&] { read_wire_rule(); });
  if (word == "NETS") return read_section(word, [&] { read_net(false); });
  if (word == "SPECIALNETS") return read_section(word, [&] { read_net(true); });
  if (word == "DESIGN") def_.design = std::string(lex_.take());
  if (word == "UNITS") return read_units();
  if (word == "DIEAREA") return read_die_area();
  if (word == "BUSBITCHARS") def_.bus_bits = std::string(lex_.take());
  if (word == "DIVIDERCHAR") def_.divider = std::string(lex_.take());
  if (word == "END") {
    ended_ = lex_.accept("DESIGN");
    return;
  }
  if (word == "BEGINEXT") {
    while (!lex_.at_end() && !lex_.accept("ENDEXT")) lex_.take();
    return;
  }
  if (std::find(kStatements.begin(), kStatements.end(), word) != kStatements.end()) {
    return lex_.skip_statement();
  }
  // Not a statement known here: a section when "END word" follows somewhere.
  const bool quiet =
      std::find(kQuietSections.begin(), kQuietSections.end(), word) != kQuietSections.end();
  const std::uint32_t line = lex_.line();
  // Each word is looked for once, and only so many, so that a broken file is not searched over and over.
  constexpr std::size_t kMostUnknown = 64;
  const bool again = std::find(unknown_.begin(), unknown_.end(), word) != unknown_.end();
  const bool search = !again && unknown_.size() < kMostUnknown;
  const bool section =
      quiet || (search && lex_.file().text.find("END " + word) != std::string::npos);
  if (search) unknown_.push_back(word);
  if (!quiet && search) {
    lex_.sink().report(
        make_finding(codes::kDefSkipped,
                     std::string(section ? "section " : "statement ") + word + " is not read")
            .at(lex_.at(line))
            .on(def_.file, word));
  }
  if (section) {
    skip_section(word);
  } else {
    lex_.skip_statement();
  }
}

void DefReader::read_units() {
  while (!lex_.at_end() && lex_.peek() != ";") {
    if (lex_.accept("MICRONS")) {
      def_.dbu_per_um = integer("UNITS DISTANCE MICRONS");
      if (def_.dbu_per_um <= 0 || def_.dbu_per_um > kPicometresPerUm) {
        lex_.report(codes::kDefNumber, "UNITS DISTANCE MICRONS is " +
                                           std::to_string(def_.dbu_per_um) +
                                           "; 1 to 1000000 was expected");
        def_.dbu_per_um = 0;
      }
      break;
    }
    lex_.take();
  }
  lex_.skip_statement();
}

void DefReader::read_die_area() {
  std::vector<Point> points;
  Point point;
  while (!lex_.at_end() && lex_.peek() != ";" && read_point(point, "DIEAREA"))
    points.push_back(point);
  if (!lex_.bad() && points.size() >= 2) {
    if (points.size() == 2) {
      const Rect box = make_rect(points[0], points[1]);
      points = {box.low, box.high};
    }
    def_.die_area = std::move(points);
  }
  lex_.skip_statement();
}

template <class One>
void DefReader::read_section(const std::string& name, One one) {
  any_section_ = true;
  open_section_ = name;
  const Coord announced = integer("the number of objects");
  lex_.skip_statement();
  std::uint64_t found = 0;
  while (!lex_.at_end()) {
    if (lex_.accept("END")) {
      if (lex_.accept(name)) return end_section(name, announced, found);
      lex_.report(codes::kDefSyntax,
                  "'END " + name + "' was expected, found END " + quote_word(lex_), name);
      if (!lex_.at_end()) lex_.take();
      return end_section(name, announced, found);
    }
    lex_.begin_statement();
    if (!lex_.accept("-")) {
      lex_.report(codes::kDefSyntax,
                  "'-' was expected in section " + name + ", found " + quote_word(lex_), {});
      lex_.skip_statement();
      continue;
    }
    ++found;
    one();
    lex_.skip_statement();
  }
}

void DefReader::end_section(const std::string& name, Coord announced, std::uint64_t found) {
  open_section_.clear();
  if (announced == static_cast<Coord>(found)) return;
  lex_.sink().report(
      make_finding(codes::kDefCount, "section " + name + " announces " + std::to_string(announced) +
                                         " objects and holds " + std::to_string(found))
          .at(lex_.at(lex_.line()))
          .on(def_.file, "count " + name));
}

void DefReader::skip_section(const std::string& name) {
  open_section_ = name;
  while (!lex_.at_end()) {
    if (lex_.accept("END")) {
      if (lex_.accept(name)) {
        open_section_.clear();
        return;
      }
      continue;
    }
    lex_.take();
  }
}

void DefReader::read_via() {
  Via via;
  via.location = lex_.here();
  via.name = std::string(lex_.take());
  pattern_.reset();
  while (!lex_.at_end() && lex_.peek() != ";" && !lex_.bad()) {
    if (!lex_.accept("+")) {
      lex_.take();
      continue;
    }
    const std::string_view word = lex_.take();
    if (word == "RECT" || word == "POLYGON") {
      Shape shape;
      shape.layer = std::string(lex_.take());
      shape.polygon = word == "POLYGON";
      if (lex_.accept("+") && lex_.accept("MASK")) lex_.take();
      Point point;
      while (lex_.peek() == "(" && read_point(point, "a shape of a via"))
        shape.points.push_back(point);
      if (shape.points.size() == 2) {
        const Rect box = make_rect(shape.points[0], shape.points[1]);
        shape.points = {box.low, box.high};
      }
      via.shapes.push_back(std::move(shape));
    } else {
      read_via_rule(via, word);
    }
  }
  finish_pattern(via);
  if (!lex_.bad()) def_.vias.push_back(std::move(via));
}

/// ROWCOL may stand behind PATTERN, so the pattern is read when both are known.
void DefReader::finish_pattern(Via& via) {
  if (!pattern_ || lex_.bad()) return;
  const std::string problem =
      via.rule.empty() ? "only a via of a VIARULE has one" : read_cut_pattern(pattern_->text, via);
  if (problem.empty()) return;
  lex_.mark_bad();
  lex_.report_at(
      pattern_->location, codes::kDefSyntax,
      "PATTERN '" + pattern_->text + "' of via '" + via.name + "' cannot be used: " + problem,
      via.name, "PATTERN");
}

void DefReader::read_via_rule(Via& via, std::string_view word) {
  const auto pair = [&](const char* what) {
    const Coord x = integer(what);
    return Point{x, integer(what)};
  };
  const auto count = [&] {
    const Coord value = integer("ROWCOL");
    constexpr Coord kMost = 1'000'000;
    if (value < 1 || value > kMost) lex_.mark_bad();
    return static_cast<std::uint32_t>(std::clamp<Coord>(value, 1, kMost));
  };
  if (word == "VIARULE") {
    via.rule = std::string(lex_.take());
  } else if (word == "CUTSIZE") {
    via.cut_size = pair("CUTSIZE");
  } else if (word == "LAYERS") {
    via.bottom_layer = std::string(lex_.take());
    via.cut_layer = std::string(lex_.take());
    via.top_layer = std::string(lex_.take());
  } else if (word == "CUTSPACING") {
    via.cut_spacing = pair("CUTSPACING");
  } else if (word == "ENCLOSURE") {
    via.bottom_enclosure = pair("ENCLOSURE");
    via.top_enclosure = pair("ENCLOSURE");
  } else if (word == "ORIGIN") {
    via.origin = pair("ORIGIN");
  } else if (word == "OFFSET") {
    via.bottom_offset = pair("OFFSET");
    via.top_offset = pair("OFFSET");
  } else if (word == "PATTERN") {
    const Location location = lex_.here();
    pattern_ = Pattern{lex_.peek() == ";" ? std::string() : std::string(lex_.take()), location};
  } else if (word == "ROWCOL") {
    via.rows = count();
    via.columns = count();
  }
}

void DefReader::read_wire_rule() {
  NonDefaultRule rule;
  rule.location = lex_.here();
  rule.name = std::string(lex_.take());
  while (!lex_.at_end() && lex_.peek() != ";" && !lex_.bad()) {
    if (!lex_.accept("+") || !lex_.accept("LAYER")) {
      lex_.take();
      continue;
    }
    const std::string layer(lex_.take());
    if (!lex_.accept("WIDTH")) continue;
    const std::string word(lex_.peek());
    rule.widths.push_back({layer, integer("WIDTH")});
    if (rule.widths.back().width > 0) continue;
    if (!lex_.bad()) {
      lex_.report_at(rule.location, codes::kDefNumber,
                     "WIDTH of NONDEFAULTRULE '" + rule.name + "' on layer '" + layer + "' is '" +
                         word + "'; more than 0 was expected",
                     rule.name, layer);
    }
    lex_.mark_bad();
  }
  if (!lex_.bad()) def_.wire_rules.push_back(std::move(rule));
}

void DefReader::read_component() {
  Component component;
  component.line = lex_.line();
  component.name = take_name();
  component.macro = take_name();
  while (!lex_.at_end() && lex_.peek() != ";" && !lex_.bad()) {
    if (!lex_.accept("+")) {
      lex_.take();
      continue;
    }
    const std::string_view word = lex_.take();
    const bool unplaced = word == "UNPLACED";
    if (!unplaced && word != "PLACED" && word != "FIXED" && word != "COVER") continue;
    component.status = unplaced          ? PlaceStatus::kUnplaced
                       : word == "FIXED" ? PlaceStatus::kFixed
                       : word == "COVER" ? PlaceStatus::kCover
                                         : PlaceStatus::kPlaced;
    if (unplaced && lex_.peek() != "(") continue;
    if (!read_point(component.at, "the place of a component")) break;
    const std::optional<Orient> orient = parse_orient(lex_.peek());
    if (orient) {
      component.orient = *orient;
      lex_.take();
    } else {
      lex_.report(codes::kDefSyntax, "an orientation was expected in the place of component '" +
                                         std::string(def_.text(component.name)) + "', found " +
                                         quote_word(lex_));
      lex_.mark_bad();
    }
  }
  if (!lex_.bad()) def_.components.push_back(component);
}

void DefReader::read_pin() {
  Pin pin;
  pin.line = lex_.line();
  pin.name = take_name();
  pin.shapes.first = static_cast<std::uint32_t>(def_.pin_shapes.size());
  port_shapes_.clear();
  port_placed_ = false;
  while (!lex_.at_end() && lex_.peek() != ";" && !lex_.bad()) {
    if (!lex_.accept("+")) {
      lex_.take();
      continue;
    }
    if (!read_pin_option(pin)) break;
  }
  finish_port(pin);
  pin.shapes.count = static_cast<std::uint32_t>(def_.pin_shapes.size()) - pin.shapes.first;
  if (!lex_.bad()) def_.pins.push_back(pin);
}

bool DefReader::read_pin_option(Pin& pin) {
  const std::string_view word = lex_.take();
  if (word == "NET") {
    pin.net = take_name();
  } else if (word == "DIRECTION") {
    pin.direction = stable_word(lex_.take());
  } else if (word == "USE") {
    pin.use = stable_word(lex_.take());
  } else if (word == "SPECIAL") {
    pin.special = true;
  } else if (word == "PORT") {
    finish_port(pin);
  } else if (word == "LAYER" || word == "POLYGON") {
    RawShape shape{take_name(), word == "POLYGON", {}};
    while (!lex_.at_end() && lex_.peek() != "(" && lex_.peek() != ";" && lex_.peek() != "+")
      lex_.take();
    Point point;
    while (lex_.peek() == "(") {
      if (!read_point(point, "a shape of a pin")) return false;
      shape.points.push_back(point);
    }
    if (shape.points.size() >= 2) port_shapes_.push_back(std::move(shape));
  } else if (word == "PLACED" || word == "FIXED" || word == "COVER") {
    if (!read_point(port_at_, "the place of a pin")) return false;
    const std::optional<Orient> orient = parse_orient(lex_.peek());
    if (!orient) {
      lex_.report(codes::kDefSyntax, "an orientation was expected in the place of pin '" +
                                         std::string(def_.text(pin.name)) + "', found " +
                                         quote_word(lex_));
      lex_.mark_bad();
      return false;
    }
    lex_.take();
    port_orient_ = *orient;
    port_placed_ = true;
  }
  return true;
}

void DefReader::finish_port(Pin& pin) {
  if (port_placed_) {
    if (!pin.placed) {
      pin.at = port_at_;
      pin.orient = port_orient_;
      pin.placed = true;
    }
    for (const RawShape& raw : port_shapes_) {
      PinShape shape;
      shape.layer = raw.layer;
      shape.polygon = raw.polygon;
      shape.port = pin.ports;
      shape.points.first = static_cast<std::uint32_t>(def_.points.size());
      for (std::size_t i = 0; i < raw.points.size(); ++i) {
        const Point turned = turn(raw.points[i], port_orient_);
        const Point at{turned.x + port_at_.x, turned.y + port_at_.y};
        shape.box =
            i == 0 ? Rect{at, at}
                   : Rect{{std::min(shape.box.low.x, at.x), std::min(shape.box.low.y, at.y)},
                          {std::max(shape.box.high.x, at.x), std::max(shape.box.high.y, at.y)}};
        if (raw.polygon) def_.points.push_back(at);
      }
      shape.points.count = static_cast<std::uint32_t>(def_.points.size()) - shape.points.first;
      def_.pin_shapes.push_back(shape);
    }
    ++pin.ports;
  }
  port_shapes_.clear();
  port_placed_ = false;
}

void DefReader::check_duplicates() {
  const auto check = [&](const auto& objects, auto find, const char* what) {
    for (const auto& object : objects) {
      const auto* first = find(object.name);
      if (first == nullptr || first == &object) continue;
      const std::string name(def_.text(object.name));
      lex_.sink().report(make_finding(codes::kDefDuplicate, std::string(what) + " '" + name +
                                                                "' stands twice; first at line " +
                                                                std::to_string(first->line))
                             .at(lex_.at(object.line))
                             .on(def_.design + "/" + name, what)
                             .note("first stands here", lex_.at(first->line)));
    }
  };
  check(def_.components, [&](Symbol name) { return def_.find_component(name); }, "component");
  check(def_.pins, [&](Symbol name) { return def_.find_pin(name); }, "pin");
}

std::optional<Def> read_def(const InputFile& file, Sink& sink) {
  return DefReader(file, sink).read();
}

}  // namespace sealring::core::lefdef
