// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// "*|" cards of the Detailed Standard Parasitic Format and the "$" properties extractors add to R cards.
#include "esd/input_codes.h"
#include "esd/readers/spice_reader.h"

namespace sealring::esd {

namespace {

constexpr double kNarrowest_um = 1e-4;  // 0.1 nm: no conductor is narrower, so the unit is wrong
constexpr double kMicro = 1e6;

bool is_word(std::string_view token) {
  return !token.empty() && token != "(" && token != ")";
}

}  // namespace

void SpiceReader::comment(std::string_view card) {
  kBlanksAndEquals.split(card, tokens_);
  if (tokens_.front() == "*LAYER_MAP" ||
      (tokens_.size() == 2 && tokens_[0] == "*" && tokens_[1] == "LAYER_MAP")) {
    in_layer_map_ = true;
    return;
  }
  if (!in_layer_map_) return;
  // "*3 M1 ..." or "* 3 M1 ..."
  std::string_view number = tokens_.front().substr(1);
  std::size_t name = 1;
  if (number.empty() && tokens_.size() > 1) {
    number = tokens_[1];
    name = 2;
  }
  const bool digits =
      !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
  if (!digits || name >= tokens_.size()) {
    in_layer_map_ = false;
    return;
  }
  layer_map_[text(number)] = text(tokens_[name]);
}

void SpiceReader::star_card(std::string_view card) {
  kBlanksEqualsAndBrackets.split(card, tokens_);
  std::string_view kind = tokens_.front().substr(2);
  if (kind.empty()) {
    if (tokens_.size() < 2) return;
    tokens_.erase(tokens_.begin());
    kind = tokens_.front();
  }
  if (kind == "NET") {
    if (tokens_.size() < 2) {
      syntax("*|NET has no name");
      return;
    }
    builder_.begin_net(tokens_[1], line_);
  } else if (kind == "P" || kind == "I" || kind == "S") {
    pin_groups(kind);
  } else if (kind == "LAYER_MAP") {
    in_layer_map_ = true;
  } else if (kind == "GROUND_NET" && tokens_.size() > 1) {
    ground_net_ = tokens_[1];
  }
  // DSPF, DESIGN, DATE, VENDOR, PROGRAM, VERSION, DIVIDER, DELIMITER, BUSBIT name things that the resistance network
  // does not need.
}

/// "( name ... x y )" groups: pins of the net (P), of instances (I) and inner nodes (S).
void SpiceReader::pin_groups(std::string_view kind) {
  std::size_t i = 1;
  while (i < tokens_.size()) {
    while (i < tokens_.size() && !is_word(tokens_[i])) ++i;
    if (i >= tokens_.size()) return;
    const std::size_t first = i;
    while (i < tokens_.size() && is_word(tokens_[i])) ++i;
    const std::size_t count = i - first;
    const NodeId node = builder_.node(tokens_[first]);
    const bool port = kind == "P";
    if (kind != "S") builder_.declare_pin(node, port, line_);
    // Coordinates are the last two fields: P (name type cap x y), I (name inst pin type cap x y), S (name x y).
    const std::size_t without = port ? 3 : (kind == "S" ? 1 : 5);
    if (count < without + 2) continue;
    const auto x = parse_spice_number(tokens_[i - 2]);
    const auto y = parse_spice_number(tokens_[i - 1]);
    if (!x || !y) {
      syntax("coordinates " + quoted(tokens_[i - 2]) + " " + quoted(tokens_[i - 1]) + " of node " +
             quoted(tokens_[first]) + " are not numbers");
      continue;
    }
    const double scale = builder_.options.um_per_unit;
    builder_.set_point(node, *x * scale, *y * scale);
  }
}

double SpiceReader::micrometres(std::string_view key, std::string_view value, bool dollar) {
  bool scaled = false;
  const std::optional<double> number = parse_spice_number(value, &scaled);
  if (!number) {
    syntax("property " + quoted(key) + " has the value " + quoted(value) +
           ", a number was expected");
    return 0;
  }
  // A scale suffix, and SPICE's own w and l, mean metres; a bare "$w" is in the unit of the extractor.
  if (scaled || !dollar) return *number * kMicro;
  return *number * builder_.options.um_per_unit;
}

bool SpiceReader::property(Fields& fields, std::string_view key, std::string_view value) {
  const bool dollar = key.starts_with('$');
  const std::string word = lower_case(dollar ? key.substr(1) : key);
  if (word == "r" && !dollar) {
    fields.resistance = value;
  } else if (word == "w" || word == "l") {
    const double um = micrometres(key, value, dollar);
    if (um < 0 || (um > 0 && um < kNarrowest_um)) {
      syntax("property " + quoted(key) + " of " + quoted(tokens_.front()) + " is " + text(value) +
             ", which is below 0.1 nm; tell the unit of the extractor (length_unit)");
    }
    (word == "w" ? fields.width_um : fields.length_um) = um;
  } else if (!dollar) {
    return false;
  } else if (word == "layer" || word == "lvl") {
    if (value == last_layer_text_ && last_layer_ != kNoLayer) {
      fields.layer = last_layer_;
    } else {
      const auto mapped = layer_map_.find(text(value));
      std::string name = text(value);
      if (mapped != layer_map_.end()) {
        name = mapped->second;
      } else if (word == "lvl") {
        name = "lvl" + name;
      }
      last_layer_text_ = value;
      last_layer_ = builder_.layer(name);
      fields.layer = last_layer_;
    }
  } else if (word == "x" || word == "y" || word == "x2" || word == "y2") {
    const double um = micrometres(key, value, true);
    if (word == "x") fields.shape.x1_um = um;
    if (word == "y") fields.shape.y1_um = um;
    if (word == "x2") fields.shape.x2_um = um;
    if (word == "y2") fields.shape.y2_um = um;
    ++fields.corners;
  } else if (word == "cuts" || word == "ncut" || word == "n") {
    const auto cuts = parse_spice_number(value);
    if (cuts && *cuts >= 1 && *cuts < 65536) fields.cuts = static_cast<std::uint16_t>(*cuts);
  }
  return true;
}

void SpiceReader::read_fields(Fields& fields, std::size_t first) {
  for (std::size_t i = first; i < tokens_.size();) {
    if (i + 2 < tokens_.size() && tokens_[i + 1] == "=") {
      property(fields, tokens_[i], tokens_[i + 2]);
      i += 3;
    } else if (tokens_[i].front() == '$' || tokens_[i].front() == ';') {
      if (i + 1 < tokens_.size() && tokens_[i + 1] == "=") {
        syntax("property " + quoted(tokens_[i]) + " has no value");
      }
      return;  // an end-of-line comment
    } else {
      syntax("field " + quoted(tokens_[i]) + " of " + quoted(tokens_.front()) +
             " is neither a value nor 'key=value'");
      return;
    }
  }
}

void SpiceReader::finish_fields(const Fields& fields, ElementId id) {
  ElementShape shape = fields.shape;
  if (fields.corners == 2) {
    shape.x2_um = shape.x1_um;
    shape.y2_um = shape.y1_um;
  } else if (fields.corners != 4) {
    return;
  }
  shape.known = true;
  builder_.set_shape(id, shape);
}

}  // namespace sealring::esd
