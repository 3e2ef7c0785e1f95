// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/readers/placement.h"

#include <algorithm>

#include "core/diagnostics/suggest.h"
#include "core/units/parse.h"
#include "esd/project_codes.h"
#include "esd/readers/fields.h"

namespace sealring::esd {

namespace {

std::string without_backslashes(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (c != '\\') result += c;
  }
  return result;
}

/// Names near `name`: those of about its length, a few thousand at most, so that the hint costs little.
std::string hint(const Network& network, std::string_view name) {
  constexpr std::size_t kMost = 20000;
  std::vector<std::string> candidates;
  for (NodeId node = 0; node < network.nodes.size() && candidates.size() < kMost; ++node) {
    const std::string_view known = network.nodes.name(node);
    const std::size_t larger = std::max(known.size(), name.size());
    if (larger - std::min(known.size(), name.size()) <= 2) candidates.emplace_back(known);
  }
  return core::did_you_mean(name, candidates);
}

void normalise(Taps& taps) {
  double sum = 0;
  for (const double w : taps.weights) sum += w;
  for (double& w : taps.weights) w /= sum;
}

}  // namespace

std::optional<NodeId> resolve_node(const Network& network, std::string_view name,
                                   const std::string& who, const core::Location& place,
                                   core::Sink& sink) {
  if (const auto id = network.nodes.find(name)) return id;
  NodeId match = kNone;
  std::size_t matches = 0;
  const std::string plain = without_backslashes(name);
  for (NodeId node = 0; node < network.nodes.size() && !network.nodes.fold_case(); ++node) {
    const std::string_view known = network.nodes.name(node);
    if (known.find('\\') == std::string_view::npos && plain == name) continue;
    if (without_backslashes(known) != plain) continue;
    match = node;
    ++matches;
  }
  if (matches == 1) return match;
  const std::string file =
      network.files.empty() ? "the network" : "'" + network.files.front().name + "'";
  std::string message = who + ": node '" + std::string(name) + "' is not in " + file;
  if (network.files.size() > 1) message += " or the other networks";
  sink.report(core::make_finding(codes::kUnknownNode, message + hint(network, name))
                  .at(place)
                  .on(std::string(name), who));
  return std::nullopt;
}

void PlacementReader::duplicate(const std::string& what, const std::string& name,
                                const core::Location& place) {
  sink_.report(core::make_finding(codes::kDuplicateName, what + " '" + name + "' is given twice")
                   .at(place)
                   .on(name, what));
}

void PlacementReader::value_fault(const std::string& who, const std::string& problem,
                                  const core::Location& place) {
  bad_ = true;
  sink_.report(
      core::make_finding(codes::kProjectValue, who + ": " + problem).at(place).on(who, problem));
}

std::optional<core::CsvTable> PlacementReader::table(const core::YamlNode& node, std::string role) {
  return table_at(folder_ / node.scalar, node.location, std::move(role));
}

std::optional<core::CsvTable> PlacementReader::table_at(const std::filesystem::path& path,
                                                        const core::Location& named_at,
                                                        std::string role) {
  auto file = reader_.read(path, reader_.limits().table, sink_, named_at);
  if (!file) return std::nullopt;
  project_.inputs.push_back({std::move(role), file->name, file->sha256});
  return core::parse_csv(std::move(*file), sink_);
}

void PlacementReader::add_tap(Taps& taps, std::string_view node, const std::string& who,
                              const core::Location& place, std::string_view weight) {
  const auto id = scope_.tier.empty()
                      ? resolve_node(project_.network, node, who, place, sink_)
                      : resolve_node(project_.network, scope_.tier + "/" + std::string(node), who,
                                     place, sink_);
  double w = 1;
  if (!weight.empty()) {
    const auto value = core::parse_double(weight);
    if (!value || *value <= 0) {
      value_fault(who, "weight is '" + std::string(weight) + "', a number above 0 was expected",
                  place);
    } else {
      w = *value;
    }
  }
  if (!id) {
    bad_ = true;
    return;
  }
  if (std::find(taps.nodes.begin(), taps.nodes.end(), *id) != taps.nodes.end()) return;
  taps.nodes.push_back(*id);
  taps.weights.push_back(w);
}

/// A node whose file gives its net must lie in the net declared.
void PlacementReader::check_nets(const Taps& taps, const std::string& net, const std::string& who,
                                 const core::Location& place) {
  const Network& network = project_.network;
  if (net.empty()) return;
  for (const NodeId node : taps.nodes) {
    if (node >= network.net_of_node.size() || network.net_of_node[node] == kNone) continue;
    const std::string& actual = network.nets[network.net_of_node[node]].name;
    if (actual == net) continue;
    sink_.report(core::make_finding(codes::kNetMismatch, who + " is declared for net '" + net +
                                                             "', its node '" +
                                                             std::string(network.nodes.name(node)) +
                                                             "' lies in net '" + actual + "'")
                     .at(place)
                     .on(who, net));
  }
}

/// In a tier, a pin without a declared net lies where its file says, else where the library says.
void PlacementReader::take_nets(Instance& instance, const DeviceType& type) const {
  const Network& network = project_.network;
  for (std::size_t pin = 0; pin < instance.nets.size(); ++pin) {
    if (!instance.nets[pin].empty()) continue;
    const std::vector<NodeId>& nodes = instance.pins[pin].nodes;
    if (!nodes.empty() && nodes.front() < network.net_of_node.size() &&
        network.net_of_node[nodes.front()] != kNone) {
      instance.nets[pin] = network.nets[network.net_of_node[nodes.front()]].name;
    } else if (pin < type.domains.size()) {
      instance.nets[pin] = type.domains[pin];
    }
  }
}

void PlacementReader::finish_pad(Pad pad) {
  const std::string who = "pad '" + pad.name + "'";
  if (!pad.group.empty() && project_.rules.group(pad.group) == nullptr &&
      !project_.rules.sha256.empty()) {
    std::vector<std::string> names;
    for (const PadGroup& group : project_.rules.groups) names.push_back(group.name);
    value_fault(
        who,
        "group '" + pad.group + "' is not in the rule file" + core::did_you_mean(pad.group, names),
        pad.location);
  }
  if (pad.taps.nodes.empty() && !bad_) {
    sink_.report(core::make_finding(codes::kEmptyTerminal, who + " names no node")
                     .at(pad.location)
                     .on(pad.name));
    return;
  }
  if (bad_) return;
  check_nets(pad.taps, pad.net, who, pad.location);
  normalise(pad.taps);
  project_.pads.push_back(std::move(pad));
}

void PlacementReader::finish_instance(Instance instance, bool known_type) {
  if (bad_ || !known_type) return;
  const DeviceType& type = project_.devices.types[instance.type];
  const std::string who = "instance '" + instance.name + "'";
  const auto needed = type.conducts() ? std::array{type.from_pin, type.to_pin}
                                      : std::array{type.signal_pin, type.signal_pin};
  for (const std::size_t pin : needed) {
    if (!instance.pins[pin].nodes.empty()) continue;
    sink_.report(core::make_finding(codes::kDevicePin, who + " of type '" + type.name +
                                                           "' has no node for pin '" +
                                                           type.pins[pin] + "'")
                     .at(instance.location)
                     .on(instance.name, type.pins[pin]));
    return;
  }
  if (!scope_.tier.empty()) take_nets(instance, type);
  for (std::size_t pin = 0; pin < instance.pins.size(); ++pin) {
    if (instance.pins[pin].nodes.empty()) continue;
    check_nets(instance.pins[pin], instance.nets[pin], who + " pin '" + type.pins[pin] + "'",
               instance.location);
    normalise(instance.pins[pin]);
  }
  project_.instances.push_back(std::move(instance));
}

void PlacementReader::pad_from_map(const core::YamlNode& node) {
  core::YamlMap map(node, "pad", sink_);
  if (!map.valid()) return;
  bad_ = false;
  Pad pad;
  pad.location = node.location;
  pad.name = map.require_text("name");
  const std::string who = "pad '" + pad.name + "'";
  Fields fields(map, who, codes::kProjectValue, sink_);
  map.require("kind");
  const std::vector<std::string_view> kinds = {"signal", "power", "ground"};
  pad.kind = kinds[fields.word("kind", kinds, 0)];
  pad.group = map.get_text("group").value_or("");
  pad.net = map.get_text("net").value_or("");
  pad.tier = map.get_text("tier").value_or("");
  pad.interface = map.get_text("interface").value_or("");
  pad.box = read_box(map, who);
  const auto mate = map.get_text("mate");
  const std::vector<std::string> weights = map.get_texts("weights");
  const std::vector<std::string> nodes = map.get_texts("nodes");
  if (!weights.empty() && weights.size() != nodes.size()) {
    value_fault(who,
                "weights has " + std::to_string(weights.size()) + " values for " +
                    std::to_string(nodes.size()) + " nodes",
                node.location);
  } else {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      add_tap(pad.taps, nodes[i], who, node.location,
              weights.empty() ? std::string_view{} : weights[i]);
    }
  }
  map.finish();
  if (!pad_names_.emplace(pad.name, 0).second) {
    duplicate("pad", pad.name, node.location);
    return;
  }
  if (mate) mates_[pad.name] = *mate;
  bad_ = bad_ || fields.faulty() || pad.name.empty();
  finish_pad(std::move(pad));
}

/// Looks the type up and makes room for its pins; nullptr after reporting.
const DeviceType* PlacementReader::start_instance(Instance& instance, const std::string& type_name,
                                                  const core::Location& place) {
  const DeviceType* type = project_.devices.find(type_name);
  if (type == nullptr) {
    sink_.report(core::make_finding(codes::kUnknownDeviceType,
                                    "instance '" + instance.name + "' has the type '" + type_name +
                                        "', which the device library does not hold" +
                                        core::did_you_mean(type_name, project_.devices.names()))
                     .at(place)
                     .on(instance.name, type_name));
    return nullptr;
  }
  instance.type = static_cast<std::size_t>(type - project_.devices.types.data());
  instance.pins.resize(type->pins.size());
  if (scope_.tier.empty()) instance.nets = type->domains;
  instance.nets.resize(type->pins.size());
  return type;
}

std::optional<std::size_t> PlacementReader::pin_of(const DeviceType& type,
                                                   const std::string& instance,
                                                   const std::string& pin_name,
                                                   const core::Location& place) {
  const auto pin = type.pin(pin_name);
  if (pin) return pin;
  bad_ = true;
  sink_.report(core::make_finding(codes::kDevicePin, "instance '" + instance + "': type '" +
                                                         type.name + "' has no pin '" + pin_name +
                                                         "'" +
                                                         core::did_you_mean(pin_name, type.pins))
                   .at(place)
                   .on(instance, pin_name));
  return std::nullopt;
}

void PlacementReader::instance_from_map(const core::YamlNode& node) {
  core::YamlMap map(node, "instance", sink_);
  if (!map.valid()) return;
  bad_ = false;
  Instance instance;
  instance.location = node.location;
  instance.name = map.require_text("name");
  const std::string who = "instance '" + instance.name + "'";
  const std::string type_name = map.require_text("type");
  const DeviceType* type =
      type_name.empty() ? nullptr : start_instance(instance, type_name, node.location);
  const core::YamlNode* pins = map.require("pins");
  const std::vector<std::string> domains = map.get_texts("domains");
  read_properties(instance, map, who);
  if (const auto tier = map.get_text("tier")) instance.tier = *tier;
  instance.box = read_box(map, who);
  map.finish();
  if (type == nullptr || pins == nullptr) return;
  if (!domains.empty()) instance.nets = domains;
  if (instance.nets.size() != type->pins.size()) {
    value_fault(
        who,
        "domains has " + std::to_string(instance.nets.size()) + " names, one per pin was expected",
        node.location);
  }
  instance.nets.resize(type->pins.size());
  for (const core::YamlNode::Entry& entry : pins->entries) {
    const auto pin = pin_of(*type, instance.name, entry.key, entry.key_location);
    if (!pin) continue;
    const auto tap = [&](const core::YamlNode& value) {
      if (const auto text = core::scalar_text(value, who, sink_)) {
        add_tap(instance.pins[*pin], *text, who + " pin '" + entry.key + "'", value.location);
      } else {
        bad_ = true;
      }
    };
    if (entry.value->kind == core::YamlNode::Kind::kSequence) {
      for (const auto& item : entry.value->items) tap(*item);
    } else {
      tap(*entry.value);
    }
  }
  if (!instance_names_.emplace(instance.name, 0).second) {
    duplicate("instance", instance.name, node.location);
    return;
  }
  finish_instance(std::move(instance), true);
}

void PlacementReader::read_instance_table(const std::filesystem::path& path,
                                          const core::Location& named_at) {
  if (const auto rows = table_at(path, named_at, "instances")) instances_from_table(*rows);
}

void PlacementReader::read_pads(const core::YamlNode& node) {
  if (node.kind == core::YamlNode::Kind::kScalar) {
    if (const auto rows = table(node, "pads")) pads_from_table(*rows);
  } else {
    for (const auto& item : node.items) pad_from_map(*item);
  }
  join_mates();
}

void PlacementReader::read_instances(const core::YamlNode& node) {
  if (node.kind == core::YamlNode::Kind::kScalar) {
    if (const auto rows = table(node, "instances")) instances_from_table(*rows);
    return;
  }
  for (const auto& item : node.items) instance_from_map(*item);
}

}  // namespace sealring::esd
