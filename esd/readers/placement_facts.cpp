// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// What pads and instances have beside their nodes: sizes, places, the other side of a bond.
#include <algorithm>

#include "core/diagnostics/suggest.h"
#include "core/units/parse.h"
#include "esd/project_codes.h"
#include "esd/readers/fields.h"
#include "esd/readers/placement.h"

namespace sealring::esd {

namespace {

constexpr double kMicro = 1e6;

}  // namespace

std::string property_key(std::string_view word) {
  if (word == "width") return "width_um";
  if (word == "fingers") return "fingers";
  if (word == "resistance") return "ohm";
  return "";
}

/// "400 um", "20", "180 ohm".
void PlacementReader::property(Instance& instance, const std::string& key, std::string_view text,
                               const core::Location& place) {
  std::optional<double> value;
  std::string expected = "a length with its unit";
  if (key == "width") {
    value = quantity_of(text, core::Dimension::kLength);
    if (value) *value *= kMicro;
  } else if (key == "resistance") {
    value = quantity_of(text, core::Dimension::kResistance);
    expected = "a resistance with its unit";
  } else {
    value = core::parse_double(text);
    expected = "a number above 0";
  }
  if (value && *value > 0) {
    instance.properties[property_key(key)] = *value;
    return;
  }
  value_fault("instance '" + instance.name + "'",
              key + " is '" + std::string(text) + "', " + expected + " was expected", place);
}

void PlacementReader::read_properties(Instance& instance, core::YamlMap& map,
                                      const std::string& who) {
  for (const std::string key : {"width", "fingers", "resistance"}) {
    const core::YamlNode* node = map.get(key);
    if (node == nullptr) continue;
    if (const auto text = core::scalar_text(*node, who + " " + key, sink_))
      property(instance, key, *text, node->location);
  }
}

std::optional<PlacedBox> PlacementReader::box_of(const std::array<std::string_view, 4>& texts,
                                                 const std::string& who,
                                                 const core::Location& place) {
  std::array<double, 4> at{};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto value = core::parse_double(texts[i]);
    if (!value) {
      value_fault(who,
                  "box has '" + std::string(texts[i]) + "'; x1, y1, x2, y2 in um were expected",
                  place);
      return std::nullopt;
    }
    at[i] = *value;
  }
  return PlacedBox{std::min(at[0], at[2]), std::min(at[1], at[3]), std::max(at[0], at[2]),
                   std::max(at[1], at[3])};
}

std::optional<PlacedBox> PlacementReader::read_box(core::YamlMap& map, const std::string& who) {
  const core::YamlNode* node = map.get("box");
  if (node == nullptr) return std::nullopt;
  std::array<std::string_view, 4> texts;
  bool plain = node->items.size() == texts.size();
  for (std::size_t i = 0; plain && i < texts.size(); ++i) {
    plain = node->items[i]->kind == core::YamlNode::Kind::kScalar;
    texts[i] = node->items[i]->scalar;
  }
  if (plain) return box_of(texts, who, node->location);
  value_fault(who, "box is '[x1, y1, x2, y2]' in um", node->location);
  return std::nullopt;
}

/// Mates are given by name, on one side or on both.
void PlacementReader::join_mates() {
  if (mates_.empty()) return;
  std::unordered_map<std::string, std::uint32_t> index;
  for (std::uint32_t i = 0; i < project_.pads.size(); ++i) index[project_.pads[i].name] = i;
  for (std::uint32_t i = 0; i < project_.pads.size(); ++i) {
    const auto mate = mates_.find(project_.pads[i].name);
    if (mate == mates_.end()) continue;
    const auto at = index.find(mate->second);
    const std::string who = "pad '" + project_.pads[i].name + "'";
    if (at == index.end() || at->second == i) {
      std::vector<std::string> names;
      for (const auto& [name, number] : index) names.push_back(name);
      std::sort(names.begin(), names.end());
      value_fault(
          who,
          "mate '" + mate->second + "' is no other pad" + core::did_you_mean(mate->second, names),
          project_.pads[i].location);
      continue;
    }
    for (const auto& [one, other] : {std::pair{i, at->second}, std::pair{at->second, i}}) {
      std::uint32_t& known = project_.pads[one].mate;
      if (known != kNone && known != other) {
        value_fault("pad '" + project_.pads[one].name + "'", "it has two mates",
                    project_.pads[one].location);
      }
      known = other;
    }
  }
  mates_.clear();
}

}  // namespace sealring::esd
