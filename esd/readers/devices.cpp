// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/devices.h"

#include <algorithm>

#include "core/files/yaml.h"
#include "esd/project_codes.h"
#include "esd/readers/fields.h"

namespace sealring::esd {

namespace {

using core::Dimension;

constexpr double kMicro = 1e6;
constexpr std::int64_t kMostFingers = 1000000;

/// "high -> low" or "high <-> low".
void read_direction(DeviceType& type, core::YamlMap& map, Fields& fields, core::Sink& sink) {
  const core::YamlNode* node = map.require("conducts");
  if (node == nullptr) return;
  const auto text = core::scalar_text(*node, fields.what() + " conducts", sink);
  if (!text) return;
  std::string_view rest = *text;
  const std::size_t arrow = rest.find("->");
  const auto trimmed = [](std::string_view word) {
    while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
    while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
    return word;
  };
  if (arrow == std::string_view::npos) {
    fields.fault(node->location,
                 "conducts is '" + *text + "', 'PIN -> PIN' or 'PIN <-> PIN' was expected");
    return;
  }
  type.both_ways = arrow > 0 && rest[arrow - 1] == '<';
  const std::string_view from = trimmed(rest.substr(0, type.both_ways ? arrow - 1 : arrow));
  const std::string_view to = trimmed(rest.substr(arrow + 2));
  const auto from_pin = type.pin(from);
  const auto to_pin = type.pin(to);
  if (!from_pin || !to_pin || *from_pin == *to_pin) {
    sink.report(core::make_finding(codes::kDevicePin, fields.what() + ": conducts '" + *text +
                                                          "' does not name two of its pins")
                    .at(node->location)
                    .on(type.name, "conducts"));
    fields.fault(node->location, "its direction is not known");
    return;
  }
  type.from_pin = *from_pin;
  type.to_pin = *to_pin;
}

void read_values(DeviceType& type, core::YamlMap& map, Fields& fields) {
  const auto needed = [&](std::string_view key, Dimension dimension) {
    if (map.require(key) == nullptr) {
      fields.fault(map.location(), std::string(key) + " is missing");
      return 0.0;
    }
    return fields.quantity(key, dimension).value_or(0.0);
  };
  type.ron_ohm = needed("ron", Dimension::kResistance);
  type.v_hold = needed("v_hold", Dimension::kVoltage);
  const auto trigger = fields.quantity("v_trigger", Dimension::kVoltage);
  type.v_trigger = trigger.value_or(type.v_hold);
  if (type.v_trigger < type.v_hold) {
    fields.fault(map.location(), "v_trigger is below v_hold");
  }
  type.i_max = fields.quantity("i_max", Dimension::kCurrent);
}

/// A resistor: two pins, both ways, no voltage of its own.
void read_resistor(DeviceType& type, core::YamlMap& map, Fields& fields) {
  if (type.pins.size() != 2) fields.fault(map.location(), "a resistor has two pins");
  type.both_ways = true;
  if (map.require("resistance") == nullptr) {
    fields.fault(map.location(), "resistance is missing");
  } else {
    type.ron_ohm = fields.quantity("resistance", Dimension::kResistance).value_or(0.0);
  }
  type.i_max = fields.quantity("i_max", Dimension::kCurrent);
}

/// The pin that `key` names, else the pin called like the key.
std::size_t role_pin(const DeviceType& type, std::string_view key, core::YamlMap& map,
                     Fields& fields, core::Sink& sink) {
  const auto named = map.get_text(key);
  const auto pin = type.pin(named ? *named : std::string(key));
  if (pin) return *pin;
  if (named) {
    sink.report(core::make_finding(codes::kDevicePin, fields.what() + ": " + std::string(key) +
                                                          " is '" + *named +
                                                          "', which is none of its pins")
                    .at(map.location())
                    .on(type.name, std::string(key)));
    fields.fault(map.location(), "its " + std::string(key) + " is not known");
  }
  return DeviceType::kNoPin;
}

void read_roles(DeviceType& type, core::YamlMap& map, Fields& fields, core::Sink& sink) {
  using Kind = DeviceType::Kind;
  const std::string_view signal =
      type.kind == Kind::kReceiver ? "gate" : (type.kind == Kind::kDriver ? "output" : "tie");
  type.signal_pin = role_pin(type, signal, map, fields, sink);
  if (type.kind == Kind::kGuard) {
    if (type.signal_pin == DeviceType::kNoPin) type.signal_pin = 0;
    return;
  }
  type.power_pin = role_pin(type, "power", map, fields, sink);
  type.ground_pin = role_pin(type, "ground", map, fields, sink);
  if (type.signal_pin == DeviceType::kNoPin) {
    fields.fault(map.location(),
                 std::string(signal) + " is missing; the name of one of its pins was expected");
  }
}

/// Pins and what the kind asks for beside them.
void read_kind(DeviceType& type, const core::YamlNode& node, core::YamlMap& map, Fields& fields,
               core::Sink& sink) {
  const std::size_t least = type.conducts() ? 2 : 1;
  if (type.pins.size() < least) {
    fields.fault(node.location, least == 2 ? "pins are missing; at least two names were expected"
                                           : "pins are missing; at least one name was expected");
    return;
  }
  if (type.kind == DeviceType::Kind::kResistor) {
    read_resistor(type, map, fields);
  } else if (type.conducts()) {
    read_direction(type, map, fields, sink);
    read_values(type, map, fields);
  } else {
    read_roles(type, map, fields, sink);
  }
}

std::optional<DeviceType> read_type(const core::YamlNode& node, core::Sink& sink) {
  core::YamlMap map(node, "device", sink);
  if (!map.valid()) return std::nullopt;
  DeviceType type;
  type.location = node.location;
  type.name = map.require_text("name");
  Fields fields(map, "device '" + type.name + "'", codes::kDeviceValue, sink);
  type.kind = static_cast<DeviceType::Kind>(
      fields.word("kind", {"clamp", "diode", "resistor", "receiver", "driver", "guard"}, 0));
  type.cells = map.get_texts("cells");
  type.pins = map.get_texts("pins");
  type.domains = map.get_texts("domains");
  read_kind(type, node, map, fields, sink);
  if (const auto width = fields.quantity("width", Dimension::kLength))
    type.properties["width_um"] = *width * kMicro;
  if (const auto fingers = map.get_int("fingers", 1, kMostFingers))
    type.properties["fingers"] = static_cast<double>(*fingers);
  if (!type.domains.empty() && type.domains.size() != type.pins.size()) {
    fields.fault(node.location, "domains has " + std::to_string(type.domains.size()) +
                                    " names, one per pin was expected");
  }
  map.finish();
  if (type.name.empty() || fields.faulty()) return std::nullopt;
  return type;
}

}  // namespace

std::optional<std::size_t> DeviceType::pin(std::string_view pin_name) const {
  const auto at = std::find(pins.begin(), pins.end(), pin_name);
  if (at == pins.end()) return std::nullopt;
  return static_cast<std::size_t>(at - pins.begin());
}

const DeviceType* DeviceLibrary::find(std::string_view name) const {
  for (const DeviceType& type : types) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

std::vector<std::string> DeviceLibrary::names() const {
  std::vector<std::string> result;
  for (const DeviceType& type : types) result.push_back(type.name);
  return result;
}

std::optional<DeviceLibrary> read_devices(const core::InputReader& reader,
                                          const std::filesystem::path& path, core::Sink& sink,
                                          const core::Location& referred_from) {
  const auto file = reader.read(path, reader.limits().yaml, sink, referred_from);
  if (!file) return std::nullopt;
  const core::YamlNode::Ptr root = core::parse_yaml(*file, sink);
  if (!root) return std::nullopt;
  core::YamlMap map(*root, "device library", sink);
  if (!map.valid() || !core::expect_schema(map, "sealring.esd.devices/1", sink))
    return std::nullopt;
  DeviceLibrary library;
  library.sha256 = file->sha256;
  library.revision = map.require_text("revision");
  if (const core::YamlNode* list = map.require("devices")) {
    for (const auto& item : list->items) {
      auto type = read_type(*item, sink);
      if (!type) continue;
      if (library.find(type->name) != nullptr) {
        sink.report(
            core::make_finding(codes::kDuplicateName, "device '" + type->name + "' is given twice")
                .at(type->location)
                .on(type->name, "device"));
        continue;
      }
      library.types.push_back(std::move(*type));
    }
  }
  map.finish();
  return library;
}

}  // namespace sealring::esd
