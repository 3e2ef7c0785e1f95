// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Entries of `layout:`.
#include "esd/readers/rule_fields.h"
#include "esd/rule_codes.h"

namespace sealring::esd {

namespace {

using Kind = LayoutRule::Kind;

void read_size(LayoutRule& rule, core::YamlMap& map, Fields& fields) {
  rule.min_width_um = micrometres(fields, "min_width");
  constexpr std::int64_t kMost = 1000000;
  if (const auto fingers = map.get_int("min_fingers", 1, kMost)) {
    rule.min_fingers = static_cast<double>(*fingers);
  }
}

void read_distance(LayoutRule& rule, core::YamlMap& map, Fields& fields, core::Sink& sink) {
  if (const core::YamlNode* node = map.require("pads")) {
    rule.pads.location = node->location;
    read_pad_selection(*node, rule.pads, fields.what(), sink);
  } else {
    fields.fault(map.location(), "pads is missing");
  }
  rule.max_distance_um = micrometres(fields, "max_distance").value_or(0);
}

void read_resistor(LayoutRule& rule, core::YamlMap& map, Fields& fields) {
  rule.devices.types = map.get_texts("resistor");
  rule.min_ohm = fields.quantity("min", core::Dimension::kResistance);
  rule.max_ohm = fields.quantity("max", core::Dimension::kResistance);
  if (!rule.min_ohm && !rule.max_ohm) fields.fault(map.location(), "min or max was expected");
  if (rule.min_ohm && rule.max_ohm && *rule.min_ohm > *rule.max_ohm)
    fields.fault(map.location(), "min is above max");
}

void read_guard(LayoutRule& rule, core::YamlMap& map, Fields& fields) {
  rule.guards = map.get_texts("guard");
  const auto within = micrometres(fields, "within");
  if (!within && !fields.faulty()) {
    fields.fault(map.location(), "within is missing; a length with its unit was expected");
  }
  rule.within_um = within.value_or(0);
  rule.net = map.get_text("net").value_or("");
}

}  // namespace

std::optional<LayoutRule> read_layout_rule(const core::YamlNode& node, core::Sink& sink) {
  core::YamlMap map(node, "layout rule", sink);
  if (!map.valid()) return std::nullopt;
  LayoutRule rule;
  rule.location = node.location;
  rule.id = map.require_text("id");
  Fields fields(map, "rule '" + rule.id + "'", codes::kRuleValue, sink);
  rule.devices.types = map.get_texts("devices");
  rule.devices.name = map.get_text("name").value_or("");
  rule.devices.tier = map.get_text("tier").value_or("");
  const bool size = map.get("min_width") != nullptr || map.get("min_fingers") != nullptr;
  const bool distance = map.get("max_distance") != nullptr;
  const bool resistor = map.get("resistor") != nullptr;
  const bool guard = map.get("guard") != nullptr;
  if (size + distance + resistor + guard != 1) {
    fields.fault(node.location,
                 "one of 'min_width' and 'min_fingers', 'max_distance', 'resistor' or 'guard' was "
                 "expected");
  } else if (size) {
    rule.kind = Kind::kSize;
    read_size(rule, map, fields);
  } else if (distance) {
    rule.kind = Kind::kDistance;
    read_distance(rule, map, fields, sink);
  } else if (resistor) {
    rule.kind = Kind::kResistor;
    read_resistor(rule, map, fields);
  } else {
    rule.kind = Kind::kGuard;
    read_guard(rule, map, fields);
  }
  if (rule.devices.types.empty()) fields.fault(node.location, "devices is missing or empty");
  rule.ref = map.get_text("ref").value_or("");
  if (!fields.faulty()) map.finish();
  if (rule.id.empty() || fields.faulty()) return std::nullopt;
  return rule;
}

}  // namespace sealring::esd
