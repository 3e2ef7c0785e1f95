// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Entries of `path_types:`.
#include "esd/readers/rule_fields.h"
#include "esd/rule_codes.h"

namespace sealring::esd {

namespace {

using Type = PathType::Type;

const std::vector<std::string_view> kTypes = {"hybrid-bond",
                                              "d2d-signal",
                                              "signal-to-upper",
                                              "supply-to-lower-clamps",
                                              "supply-to-upper-clamps",
                                              "supply-to-both"};

Answer usual_answer(Type type) {
  switch (type) {
    case Type::kD2dSignal:
    case Type::kSignalToUpper: return Answer::kNearest;
    case Type::kSupplyToBoth: return Answer::kParallel;
    default: return Answer::kEach;
  }
}

bool of_interface(Type type) {
  return type == Type::kHybridBond || type == Type::kD2dSignal;
}

bool of_supplies(Type type) {
  return type == Type::kSupplyToLower || type == Type::kSupplyToUpper ||
         type == Type::kSupplyToBoth;
}

void read_targets(PathType& entry, core::YamlMap& map, Fields& fields, core::Sink& sink) {
  const core::YamlNode* list = map.get("devices");
  if (list == nullptr || list->items.empty()) {
    return fields.fault(
        map.location(),
        "devices is missing; a list like [{type: rail_clamp, pin: high}] was expected");
  }
  for (const auto& item : list->items) {
    core::YamlMap target(*item, fields.what() + " device", sink);
    if (!target.valid()) continue;
    PathType::Target read;
    read.device = target.require_text("type");
    read.pin = target.get_text("pin").value_or("");
    target.finish();
    if (read.device.empty()) fields.fault(item->location, "a device without a type");
    if (read.pin.empty() && !of_supplies(entry.type))
      fields.fault(item->location,
                   "pin is missing; the pin where the current arrives was expected");
    entry.targets.push_back(std::move(read));
  }
}

void read_place(PathType& entry, core::YamlMap& map, Fields& fields, core::Sink& sink) {
  if (of_interface(entry.type)) {
    entry.interface = map.require_text("interface");
    if (entry.interface.empty()) fields.fault(map.location(), "interface is missing");
  } else if (entry.type == Type::kSupplyToBoth) {
    entry.tiers = map.get_texts("tiers");
    if (entry.tiers.size() < 2)
      fields.fault(map.location(), "tiers is missing; at least two tiers were expected");
  } else {
    entry.tiers = {map.require_text("tier")};
    if (entry.tiers.front().empty()) fields.fault(map.location(), "tier is missing");
  }
  if (const core::YamlNode* pads = map.get("pads")) {
    entry.pads.location = pads->location;
    read_pad_selection(*pads, entry.pads, fields.what(), sink);
  } else if (of_interface(entry.type)) {
    entry.pads.location = map.location();
  } else {
    fields.fault(map.location(),
                 "pads is missing; the pads where the current enters were expected");
  }
}

}  // namespace

std::string_view to_string(PathType::Type type) {
  return kTypes[static_cast<std::size_t>(type)];
}

std::optional<PathType> read_path_type(const core::YamlNode& node, core::Sink& sink) {
  core::YamlMap map(node, "path type", sink);
  if (!map.valid()) return std::nullopt;
  PathType entry;
  entry.location = node.location;
  entry.id = map.require_text("id");
  Fields fields(map, "path type '" + entry.id + "'", codes::kRuleValue, sink);
  map.require("type");
  const std::size_t type = fields.word("type", kTypes, kTypes.size());
  if (type == kTypes.size()) return std::nullopt;
  entry.type = static_cast<Type>(type);
  read_place(entry, map, fields, sink);
  if (entry.type != Type::kHybridBond) read_targets(entry, map, fields, sink);
  entry.answer =
      static_cast<Answer>(fields.word("answer", {"each", "nearest", "parallel"},
                                      static_cast<std::size_t>(usual_answer(entry.type))));
  if (const auto limit = limit_field(map, fields, sink)) {
    entry.limit = limit->value;
    entry.in_volt = limit->in_volt;
    entry.strict = limit->strict;
  }
  entry.current = fields.quantity("current", core::Dimension::kCurrent);
  entry.cd = map.get_bool("cd").value_or(false);
  entry.every = map.get_bool("every").value_or(entry.type != Type::kSignalToUpper);
  entry.ref = map.get_text("ref").value_or("");
  map.finish();
  if (entry.id.empty() || fields.faulty()) return std::nullopt;
  return entry;
}

}  // namespace sealring::esd
