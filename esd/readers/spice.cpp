// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "esd/input_codes.h"
#include "esd/readers/spice_reader.h"

namespace sealring::esd {

namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool equal_fold(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return lower(x) == lower(y); });
}

constexpr std::string_view kQuietControls[] = {
    ".op",    ".option", ".options", ".save",  ".temp",    ".tran",    ".dc",
    ".ac",    ".print",  ".plot",    ".probe", ".global",  ".ic",      ".param",
    ".model", ".title",  ".width",   ".meas",  ".measure", ".nodeset", ".opt"};

}  // namespace

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

void read_spice(NetworkBuilder& builder, bool dspf) {
  builder.network.nodes.set_fold_case(!dspf);
  SpiceReader(builder, dspf).read();
}

void SpiceReader::syntax(std::string message) {
  builder_.report(codes::kNetworkSyntax, line_, std::move(message));
}

void SpiceReader::read() {
  SpiceCards cards(builder_.file.text);
  std::string_view text;
  bool first = true;
  while (cards.next(text)) {
    line_ = cards.number();
    std::size_t start = 0;
    while (start < text.size() && is_blank(text[start])) ++start;
    text.remove_prefix(start);
    if (text.empty()) continue;
    if (saw_end_ && text.front() != '*') {
      builder_.tolerate("text after .end is not read", line_);
      break;
    }
    // The first line of a SPICE file is its title, unless it is plainly a card (power-grid netlists have no title).
    if (std::exchange(first, false) && !dspf_ && text.front() != '*' && text.front() != '.' &&
        !looks_like_card(text)) {
      continue;
    }
    card(text);
  }
  check_end();
}

bool SpiceReader::looks_like_card(std::string_view text) {
  kBlanksAndEquals.split(text, tokens_);
  if (std::string_view("rvicl").find(lower(text.front())) == std::string_view::npos) return false;
  const bool numbered =
      tokens_.front().size() > 1 && tokens_.front()[1] >= '0' && tokens_.front()[1] <= '9';
  if (lower(text.front()) == 'r' && numbered)
    return true;  // "R1 a b": rather a faulty card than a title
  if (tokens_.size() < 4) return false;
  return tokens_.back().size() > 0 && parse_spice_number(tokens_.back()).has_value();
}

void SpiceReader::card(std::string_view text) {
  if (text.front() == '*') {
    if (text.starts_with("*|")) {
      star_card(text);
    } else {
      comment(text);
    }
    return;
  }
  in_layer_map_ = false;
  if (in_control_) {
    if (equal_fold(text.substr(0, 5), ".endc")) in_control_ = false;
    return;
  }
  if (text.front() == '.') {
    control(text);
    return;
  }
  if (text.front() == '+') {
    syntax("a continuation line follows no card");
    return;
  }
  kBlanksAndEquals.split(text, tokens_);
  after_ends_ = false;
  switch (lower(text.front())) {
    case 'r': resistor(); break;
    case 'v': source(true); break;
    case 'i': source(false); break;
    case 'l': inductor(); break;
    case 'c': capacitor(); break;
    case 'x':
    case 'm':
    case 'd':
    case 'q':
    case 'j':
    case 'z': instance(); break;
    case 'k':
    case '$':
    case ';': break;
    case 'b':
    case 'e':
    case 'f':
    case 'g':
    case 'h':
    case 's':
    case 't':
    case 'u':
    case 'w':
    case 'o':
      builder_.error_on(
          codes::kUnsupportedCard, line_,
          quoted(tokens_.front()) +
              " is a controlled element; only R, V, I, L, C and devices are understood",
          text.empty() ? "" : std::string(tokens_.front()));
      break;
    default: syntax(quoted(tokens_.front()) + " starts no SPICE card"); break;
  }
}

void SpiceReader::control(std::string_view text) {
  kBlanksAndEquals.split(text, tokens_);
  const std::string word = lower_case(tokens_.front());
  if (word == ".end") {
    saw_end_ = true;
  } else if (word == ".ends") {
    if (!in_subcircuit_) syntax(".ends without .subckt");
    in_subcircuit_ = false;
    saw_ends_ = true;
    after_ends_ = true;
    builder_.end_net();
  } else if (word == ".subckt") {
    subcircuit();
  } else if (word == ".control") {
    in_control_ = true;
  } else if (word == ".include" || word == ".inc" || word == ".lib") {
    builder_.report(codes::kUnsupportedCard, line_,
                    quoted(text) + " is not followed; put its content into this file");
  } else if (std::find(std::begin(kQuietControls), std::end(kQuietControls), word) ==
             std::end(kQuietControls)) {
    builder_.tolerate("statement '" + word + "' has no meaning for a resistance network", line_);
  }
}

void SpiceReader::subcircuit() {
  if (in_subcircuit_) {
    syntax(".subckt inside .subckt " + quoted(subcircuit_));
    return;
  }
  if (tokens_.size() < 2) {
    syntax(".subckt has no name");
    return;
  }
  if (!defined_.empty()) {
    builder_.report(
        codes::kUnsupportedCard, line_,
        "a second subcircuit " + quoted(tokens_[1]) + " has nodes of its own; flatten the network");
  }
  in_subcircuit_ = true;
  subcircuit_ = tokens_[1];
  subcircuit_line_ = line_;
  defined_.insert(lower_case(subcircuit_));
  for (std::size_t i = 2; i < tokens_.size(); ++i) {
    if (i + 1 < tokens_.size() && tokens_[i + 1] == "=") break;
    builder_.declare_pin(node(tokens_[i]), true, line_);
  }
}

bool SpiceReader::is_ground(std::string_view name) const {
  return name == "0" || (name.size() == 3 && equal_fold(name, "gnd") && !dspf_);
}

NodeId SpiceReader::node(std::string_view name) {
  if (!is_ground(name)) return builder_.node(name);
  if (builder_.network.ground == kNone) builder_.network.ground = builder_.node("0");
  return builder_.network.ground;
}

bool SpiceReader::enough(std::size_t wanted, std::string_view what) {
  if (tokens_.size() >= wanted) return true;
  builder_.error_on(codes::kNetworkSyntax, line_,
                    std::string(what) + " " + quoted(tokens_.front()) + " has " +
                        std::to_string(tokens_.size()) +
                        " fields, a name, two nodes and a value were expected",
                    std::string(tokens_.front()));
  return false;
}

/// The value among the fields that stand before the first "key =": "value" or "model value". `next` is set to the
/// first field behind them.
std::string_view SpiceReader::value_field(std::size_t first, std::size_t& next) const {
  std::size_t end = first;
  while (end < tokens_.size() && !(end + 1 < tokens_.size() && tokens_[end + 1] == "=") &&
         tokens_[end].front() != '$' && tokens_[end].front() != ';') {
    ++end;
  }
  next = end;
  for (std::size_t i = first; i < end && i < first + 2; ++i) {
    const char c = tokens_[i].front();
    if ((c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+') return tokens_[i];
  }
  return first < end ? tokens_[first] : std::string_view{};
}

void SpiceReader::resistor() {
  if (!enough(3, "resistor")) return;
  Element element;
  element.line = line_;
  const std::string_view name = tokens_[0];
  Fields fields;
  std::string_view value;
  if (tokens_.size() == 4) {
    value = tokens_[3];
  } else {
    std::size_t next = 3;
    value = value_field(3, next);
    read_fields(fields, next);
    if (!fields.resistance.empty()) value = fields.resistance;
  }
  const std::optional<double> ohm = parse_spice_number(value);
  if (!ohm || *ohm < 0) {
    const std::string between = "resistor " + quoted(name) + " between " + quoted(tokens_[1]) +
                                " and " + quoted(tokens_[2]);
    std::string problem = " has no value, a resistance in ohm was expected";
    if (ohm) {
      problem = " is negative: " + text(value) + " ohm";
    } else if (!value.empty()) {
      problem = " has the value " + quoted(value) + ", a resistance in ohm was expected";
    }
    builder_.error_on(codes::kResistanceInvalid, line_, between + problem, text(name));
    return;
  }
  element.a = node(tokens_[1]);
  element.b = node(tokens_[2]);
  element.ohm = *ohm;
  element.width_um = static_cast<float>(fields.width_um);
  element.length_um = static_cast<float>(fields.length_um);
  element.layer = fields.layer;
  element.cuts = fields.cuts;
  const ElementId id = builder_.add(element, name);
  if (fields.corners != 0) finish_fields(fields, id);
}

void SpiceReader::source(bool voltage) {
  if (!enough(3, voltage ? "voltage source" : "current source")) return;
  const NodeId a = node(tokens_[1]);
  const NodeId b = node(tokens_[2]);
  double value = 0;
  std::size_t at = 3;
  if (at < tokens_.size() && equal_fold(tokens_[at], "dc")) ++at;
  if (at < tokens_.size() && tokens_[at] == "=") ++at;
  if (at < tokens_.size()) value = parse_spice_number(tokens_[at]).value_or(0);
  const NodeId ground = builder_.network.ground;
  if (voltage && a != ground && b != ground && a != b) {
    Element element;
    element.a = a;
    element.b = b;
    element.line = line_;
    element.kind = ElementKind::kSourceShort;
    builder_.add(element, tokens_[0]);
    return;
  }
  builder_.touch(a, NetworkBuilder::kByElement);
  builder_.touch(b, NetworkBuilder::kByElement);
  builder_.network.sources.push_back({a, b, value, voltage, line_});
}

void SpiceReader::inductor() {
  if (!enough(4, "inductor")) return;
  Element element;
  element.a = node(tokens_[1]);
  element.b = node(tokens_[2]);
  element.line = line_;
  element.kind = ElementKind::kInductorShort;
  builder_.add(element, tokens_[0]);
}

void SpiceReader::capacitor() {
  if (!enough(3, "capacitor")) return;
  for (const std::string_view name : {tokens_[1], tokens_[2]}) {
    if (!ground_net_.empty() && name == ground_net_) continue;
    builder_.touch(node(name), NetworkBuilder::kByCapacitor);
  }
  ++builder_.network.capacitors;
}

void SpiceReader::instance() {
  ++builder_.network.devices;
  std::size_t end = 1;
  while (end < tokens_.size() && !(end + 1 < tokens_.size() && tokens_[end + 1] == "=") &&
         tokens_[end].front() != '$') {
    ++end;
  }
  if (lower(tokens_[0].front()) == 'x' && end > 1) {
    masters_.emplace(lower_case(tokens_[end - 1]), line_);
  }
  // Devices are open: they make no node of their own, but a port they touch is connected.
  for (std::size_t i = 1; i < end; ++i) {
    if (const auto known = builder_.network.nodes.find(tokens_[i])) {
      builder_.touch(*known, NetworkBuilder::kByDevice);
    }
  }
}

void SpiceReader::check_end() {
  for (const auto& [master, line] : masters_) {
    if (!defined_.contains(master)) continue;
    builder_.report(codes::kUnsupportedCard, line,
                    "an instance of subcircuit " + quoted(master) +
                        ", which this file defines, is not expanded; flatten the network");
  }
  if (in_subcircuit_ && !saw_end_) {
    builder_.report(codes::kTruncatedNetwork, subcircuit_line_,
                    "the file ends inside subcircuit " + quoted(subcircuit_) + " without .ends");
    return;
  }
  if (saw_end_ || (saw_ends_ && after_ends_)) return;
  builder_.report(codes::kTruncatedNetwork, line_,
                  "the file ends without .end after line " + std::to_string(line_) +
                      "; add '.end' if it is complete");
}

}  // namespace sealring::esd
