// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/files/csv.h"
#include "core/files/yaml.h"
#include "esd/project.h"

namespace sealring::esd {

/// The node of this name, or nothing after reporting ESD-0101 with the nearest names. Letters count alike in SPICE;
/// a SPEF name may be given with or without its backslashes.
std::optional<NodeId> resolve_node(const Network& network, std::string_view name,
                                   const std::string& who, const core::Location& place,
                                   core::Sink& sink);

/// The key of an instance's property in Instance::properties ("width" -> "width_um"), "" for any other word.
std::string property_key(std::string_view word);

/// A table that belongs to one tier of a stack: its names of instances and nodes are those inside the tier.
struct TierScope {
  std::string tier;
  std::function<std::string(std::string_view)>
      net_name;  ///< what a net of the tier is called in the stack
};

/// Reads pads and instances, from lists in the project or from tables, into a project whose network, devices and
/// rules are there already.
class PlacementReader {
 public:
  PlacementReader(const core::InputReader& reader, std::filesystem::path folder, Project& project,
                  core::Sink& sink)
      : reader_(reader), folder_(std::move(folder)), project_(project), sink_(sink) {}

  void read_pads(const core::YamlNode& node);
  void read_instances(const core::YamlNode& node);

  void set_tier(TierScope scope) { scope_ = std::move(scope); }
  void read_instance_table(const std::filesystem::path& path, const core::Location& named_at);

 private:
  std::optional<core::CsvTable> table(const core::YamlNode& node, std::string role);
  std::optional<core::CsvTable> table_at(const std::filesystem::path& path,
                                         const core::Location& named_at, std::string role);
  void pads_from_table(const core::CsvTable& table);
  void instances_from_table(const core::CsvTable& table);
  void pad_from_map(const core::YamlNode& node);
  void instance_from_map(const core::YamlNode& node);
  void add_tap(Taps& taps, std::string_view node, const std::string& who,
               const core::Location& place, std::string_view weight = {});
  void finish_pad(Pad pad);
  void join_mates();
  void read_properties(Instance& instance, core::YamlMap& map, const std::string& who);
  std::optional<PlacedBox> read_box(core::YamlMap& map, const std::string& who);
  void property(Instance& instance, const std::string& key, std::string_view text,
                const core::Location& place);
  std::optional<PlacedBox> box_of(const std::array<std::string_view, 4>& texts,
                                  const std::string& who, const core::Location& place);
  const DeviceType* start_instance(Instance& instance, const std::string& type_name,
                                   const core::Location& place);
  std::optional<std::size_t> pin_of(const DeviceType& type, const std::string& instance,
                                    const std::string& pin_name, const core::Location& place);
  void finish_instance(Instance instance, bool known_type);
  void take_nets(Instance& instance, const DeviceType& type) const;
  void check_nets(const Taps& taps, const std::string& net, const std::string& who,
                  const core::Location& place);
  void duplicate(const std::string& what, const std::string& name, const core::Location& place);
  void value_fault(const std::string& who, const std::string& problem, const core::Location& place);

  const core::InputReader& reader_;
  std::filesystem::path folder_;
  Project& project_;
  core::Sink& sink_;
  std::unordered_map<std::string, std::size_t> pad_names_;
  std::unordered_map<std::string, std::size_t> instance_names_;
  std::unordered_map<std::string, std::string> mates_;  ///< pad to the name of its mate
  TierScope scope_;
  bool bad_ = false;  ///< the pad or instance at hand has a fault
};

}  // namespace sealring::esd
