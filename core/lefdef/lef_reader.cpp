// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/lefdef/lef_reader.h"

#include <algorithm>

#include "core/lefdef/codes.h"
#include "core/units/parse.h"

namespace sealring::core::lefdef {

bool LefReader::read() {
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

void LefReader::read_top() {
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
  if (word == "NONDEFAULTRULE") return read_wire_rule();
  if (word == "SITE" || word == "ARRAY" || word == "IRDROP" || word == "NOISETABLE" ||
      word == "CORRECTIONTABLE") {
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

void LefReader::skip_block(const std::string& name) {
  while (!lex_.at_end()) {
    if (lex_.accept("END") && lex_.accept(name)) return;
    if (lex_.peek() != "END" && !lex_.at_end()) lex_.take();
  }
  ended_inside(name);
}

void LefReader::ended_inside(const std::string& name) {
  lex_.report(codes::kLefSyntax, "'" + name + "' has no END; the file ends inside it", name);
}

bool LefReader::more(const std::string& name) {
  if (lex_.at_end()) {
    ended_inside(name);
    return false;
  }
  if (lex_.peek() != "END") return true;
  lex_.take();
  if (!lex_.accept(name)) {
    lex_.report(codes::kLefSyntax, "'END " + name + "' was expected, found END " + quote_word(lex_),
                name);
    if (!lex_.at_end()) lex_.take();
  }
  return false;
}

void LefReader::read_units() {
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

void LefReader::read_database_units() {
  const std::optional<Rational> value = parse_decimal(lex_.peek());
  if (value && value->is_integer() && *value >= Rational(1) &&
      *value <= Rational(kPicometresPerUm)) {
    lef_.dbu_per_um = static_cast<std::int64_t>(value->numerator());
    return;
  }
  lex_.report(codes::kLefNumber, "DATABASE MICRONS is " + quote_word(lex_) +
                                     "; a whole number from 1 to 1000000 was expected");
}

Coord LefReader::length(std::string_view what) {
  return lex_.length(codes::kLefNumber, what);
}

Point LefReader::point(std::string_view what) {
  const Coord x = length(what);
  return {x, length(what)};
}

void LefReader::read_layer() {
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

void LefReader::read_layer_statement(Layer& layer) {
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

void LefReader::read_via() {
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
  pattern_.reset();
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
  if (!finish_pattern(via)) return;
  if (lef_.find_via(via.name) == nullptr) lef_.vias.push_back(std::move(via));
}

bool LefReader::finish_pattern(Via& via) {
  if (!pattern_) return true;
  const auto& [text, location] = *pattern_;
  const std::string problem =
      via.rule.empty() ? "only a via of a VIARULE has one" : read_cut_pattern(text, via);
  if (problem.empty()) return true;
  lex_.report_at(location, codes::kLefSyntax,
                 "PATTERN '" + text + "' of via '" + via.name + "' cannot be used: " + problem,
                 via.name, "PATTERN");
  return false;
}

void LefReader::read_via_rule_use(Via& via, std::string_view word) {
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
  } else if (word == "OFFSET") {
    via.bottom_offset = point("OFFSET");
    via.top_offset = point("OFFSET");
  } else if (word == "PATTERN") {
    const Location location = lex_.here();
    pattern_.emplace(lex_.peek() == ";" ? std::string() : std::string(lex_.take()), location);
  } else if (word == "ROWCOL") {
    via.rows =
        static_cast<std::uint32_t>(std::max<Coord>(1, lex_.integer(codes::kLefNumber, "ROWCOL")));
    via.columns =
        static_cast<std::uint32_t>(std::max<Coord>(1, lex_.integer(codes::kLefNumber, "ROWCOL")));
  }
}

void LefReader::read_via_rule() {
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

/// Layers, vias and via rules stand inside of it as at the top level; other statements do not matter here.
void LefReader::read_wire_rule() {
  lex_.take();
  NonDefaultRule rule;
  rule.location = lex_.here();
  rule.name = std::string(lex_.take());
  ++objects_;
  lex_.accept(";");
  bool good = true;
  while (more(rule.name)) {
    if (lex_.accept("LAYER")) {
      good = read_wire_rule_layer(rule) && good;
    } else if (lex_.peek() == "VIA") {
      read_via();
    } else if (lex_.peek() == "VIARULE") {
      read_via_rule();
    } else if (lex_.accept("SPACING")) {
      skip_block("SPACING");
    } else {
      lex_.skip_statement();
    }
  }
  if (good && lef_.find_wire_rule(rule.name) == nullptr) lef_.wire_rules.push_back(std::move(rule));
}

bool LefReader::read_wire_rule_layer(NonDefaultRule& rule) {
  const std::string layer(lex_.take());
  bool good = true;
  while (more(layer)) {
    lex_.begin_statement();
    if (lex_.accept("WIDTH")) {
      const Coord width = length("WIDTH");
      if (!lex_.bad() && width <= 0) {
        lex_.report_at(rule.location, codes::kLefNumber,
                       "WIDTH of NONDEFAULTRULE '" + rule.name + "' on layer '" + layer +
                           "' is not more than 0",
                       rule.name, layer);
        lex_.mark_bad();
      }
      if (!lex_.bad()) rule.widths.push_back({layer, width});
    }
    good = good && !lex_.bad();
    lex_.skip_statement();
  }
  return good;
}

bool read_lef(const InputFile& file, Lef& into, Sink& sink) {
  return LefReader(file, into, sink).read();
}

}  // namespace sealring::core::lefdef
