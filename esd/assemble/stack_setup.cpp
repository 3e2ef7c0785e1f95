// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/assemble/stack_setup.h"

#include "core/units/parse.h"
#include "esd/project_codes.h"
#include "esd/readers/fields.h"

namespace sealring::esd {

namespace fs = std::filesystem;

namespace {

constexpr double kMicro = 1e6;

class SetupReader {
 public:
  SetupReader(fs::path folder, core::Sink& sink) : folder_(std::move(folder)), sink_(sink) {}

  void read(core::YamlMap& map) {
    if (const core::YamlNode* node = map.get("stack")) read_stack(*node);
    setup.bonds = named(map, "bonds");
    if (const core::YamlNode* node = map.get("tiers")) {
      for (const auto& entry : entries(*node, "tiers")) read_tier(entry);
    }
    if (const core::YamlNode* node = map.get("supplies")) {
      for (const auto& entry : entries(*node, "supplies")) read_supply(entry);
    }
    if (const core::YamlNode* node = map.get("interfaces")) {
      for (const auto& entry : entries(*node, "interfaces")) read_interface(entry);
    }
    Fields fields(map, "project", codes::kProjectValue, sink_);
    setup.snap_um = fields.quantity("snap", core::Dimension::kLength).value_or(0) * kMicro;
  }

  StackSetup setup;

 private:
  std::optional<NamedFile> named(core::YamlMap& map, std::string_view key) {
    const core::YamlNode* node = map.get(key);
    if (node == nullptr) return std::nullopt;
    const auto text = core::scalar_text(*node, key, sink_);
    if (!text) return std::nullopt;
    return NamedFile{folder_ / *text, node->location};
  }

  const std::vector<core::YamlNode::Entry>& entries(const core::YamlNode& node,
                                                    const std::string& key) {
    if (node.kind != core::YamlNode::Kind::kMapping && node.kind != core::YamlNode::Kind::kNull) {
      sink_.report(
          core::make_finding(codes::kProjectValue,
                             key + " is a list or a value; a mapping from names was expected")
              .at(node.location)
              .on(key));
    }
    return node.entries;
  }

  void read_stack(const core::YamlNode& node) {
    setup.stack.location = node.location;
    if (node.kind == core::YamlNode::Kind::kScalar) {
      setup.stack.path = folder_ / node.scalar;
      return;
    }
    core::YamlMap map(node, "stack", sink_);
    if (!map.valid()) return;
    setup.stack.path = folder_ / map.require_text("file");
    Fields fields(map, "stack", codes::kProjectValue, sink_);
    setup.flip_physical = fields.word("flip", {"as-is", "physical"}, 0) == 1;
    for (const std::string& name : map.get_texts("netlists"))
      setup.netlists.push_back(folder_ / name);
    map.finish();
  }

  void read_tier(const core::YamlNode::Entry& entry) {
    TierSetup tier;
    tier.path = entry.key;
    tier.location = entry.key_location;
    core::YamlMap map(*entry.value, "tier '" + entry.key + "'", sink_);
    if (!map.valid()) return;
    Fields fields(map, "tier '" + entry.key + "'", codes::kProjectValue, sink_);
    tier.team = map.get_text("team").value_or("");
    const bool has_extract = map.get("extract") != nullptr;
    if (has_extract) tier.extract = fields.word("extract", {"def"}, 1) == 0;
    tier.component_pins = map.get_bool("component_pins").value_or(false);
    tier.count_duplicates = map.get_bool("count_duplicates").value_or(false);
    tier.network = named(map, "network");
    tier.options = read_network_options(map, fields);
    tier.options.tier = tier.path;
    tier.pin_map = named(map, "pin_map");
    tier.instances = named(map, "instances");
    tier.layers = named(map, "layers");
    map.finish();
    if (has_extract && tier.network) {
      fields.fault(tier.location, "it has 'extract' and 'network'; one of them gives its wiring");
    }
    if (tier.extract && tier.pin_map) {
      fields.fault(tier.location,
                   "it has 'extract' and 'pin_map'; bumps of a DEF find their metal by place");
    }
    setup.tiers.push_back(std::move(tier));
  }

  void read_supply(const core::YamlNode::Entry& entry) {
    SupplySetup supply;
    supply.name = entry.key;
    supply.location = entry.key_location;
    core::YamlMap map(*entry.value, "supply '" + entry.key + "'", sink_);
    if (!map.valid()) return;
    Fields fields(map, "supply '" + entry.key + "'", codes::kProjectValue, sink_);
    map.require("kind");
    supply.kind = fields.word("kind", {"power", "ground"}, 0) == 0 ? "power" : "ground";
    if (const core::YamlNode* list = map.require("nets")) {
      const auto add = [&](const core::YamlNode& node) {
        if (const auto text = core::scalar_text(node, "net of supply '" + entry.key + "'", sink_))
          supply.members.push_back({*text, node.location});
      };
      if (list->kind == core::YamlNode::Kind::kSequence) {
        for (const auto& item : list->items) add(*item);
      } else {
        add(*list);
      }
      if (supply.members.empty()) fields.fault(list->location, "nets names no 'tier/port'");
    }
    map.finish();
    if (!fields.faulty()) setup.supplies.push_back(std::move(supply));
  }

  void read_interface(const core::YamlNode::Entry& entry) {
    core::YamlMap map(*entry.value, "interface '" + entry.key + "'", sink_);
    if (!map.valid()) return;
    const std::string group = map.require_text("group");
    map.finish();
    setup.interfaces.push_back({entry.key, group, entry.key_location});
  }

  fs::path folder_;
  core::Sink& sink_;
};

}  // namespace

NetworkOptions read_network_options(core::YamlMap& map, Fields& fields) {
  NetworkOptions options;
  options.format =
      static_cast<NetworkFormat>(fields.word("format", {"auto", "spice", "dspf", "spef"}, 0));
  options.corner = static_cast<SpefCorner>(fields.word("spef_corner", {"min", "typ", "max"}, 2));
  if (const auto dbu = map.get_int("dbu_per_um", 1, 1000000))
    options.dbu_per_um = static_cast<double>(*dbu);
  if (const auto unit = map.get_text("length_unit")) {
    const auto known = core::parse_unit(*unit, core::Dimension::kLength);
    if (known) {
      options.um_per_unit = known->si.to_double() * kMicro;
    } else {
      fields.fault(map.location(),
                   "length_unit is '" + *unit + "', a length unit such as um or nm was expected");
    }
  }
  return options;
}

std::optional<StackSetup> read_stack_setup(core::YamlMap& map, const fs::path& folder,
                                           core::Sink& sink) {
  SetupReader reader(folder, sink);
  const core::YamlNode* stack = map.get("stack");
  if (stack == nullptr) return std::nullopt;
  reader.read(map);
  return std::move(reader.setup);
}

}  // namespace sealring::esd
