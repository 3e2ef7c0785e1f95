// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/project.h"

#include <algorithm>
#include <filesystem>

#include "core/files/yaml.h"
#include "esd/assemble/assembly.h"
#include "esd/assemble/stack_setup.h"
#include "esd/project_codes.h"
#include "esd/read_network.h"
#include "esd/readers/fields.h"
#include "esd/readers/placement.h"

namespace sealring::esd {

namespace {

namespace fs = std::filesystem;

class ProjectReader {
 public:
  ProjectReader(const core::InputReader& reader, fs::path folder, core::Sink& sink)
      : reader_(reader), folder_(std::move(folder)), sink_(sink) {}

  bool read(core::YamlMap& map);
  Project project;

 private:
  void read_networks(const core::YamlNode& list);
  void read_network_entry(const core::YamlNode& node);
  void read_net_names(const core::YamlNode& node);
  void apply_classes();
  std::optional<fs::path> path_of(core::YamlMap& map, std::string_view key, core::Location& place);
  void keep_input(std::string role, const fs::path& path, const std::string& sha256) {
    project.inputs.push_back({std::move(role), reader_.shown(path), sha256});
  }

  const core::InputReader& reader_;
  fs::path folder_;
  core::Sink& sink_;
  std::size_t networks_read_ = 0;
};

std::optional<fs::path> ProjectReader::path_of(core::YamlMap& map, std::string_view key,
                                               core::Location& place) {
  const core::YamlNode* node = map.get(key);
  if (node == nullptr) return std::nullopt;
  place = node->location;
  const auto text = core::scalar_text(*node, key, sink_);
  if (!text) return std::nullopt;
  return folder_ / *text;
}

void ProjectReader::read_network_entry(const core::YamlNode& node) {
  core::YamlMap map(node, "network", sink_);
  if (!map.valid()) return;
  core::Location place;
  map.require("file");
  const auto path = path_of(map, "file", place);
  Fields fields(map, "network", codes::kProjectValue, sink_);
  NetworkOptions options = read_network_options(map, fields);
  options.tier = map.get_text("tier").value_or("");
  map.finish();
  if (!path || fields.faulty()) return;
  auto network = read_network(reader_, *path, options, sink_, place);
  if (!network) return;
  keep_input("network", *path, network->files.front().sha256);
  if (networks_read_++ == 0 && options.tier.empty() && project.network.files.empty()) {
    project.network = std::move(*network);
  } else {
    append_network(project.network, *network);
  }
}

void ProjectReader::read_networks(const core::YamlNode& list) {
  if (list.items.empty()) {
    sink_.report(core::make_finding(codes::kProjectValue, "networks lists no file")
                     .at(list.location)
                     .on("networks"));
  }
  for (const auto& item : list.items) read_network_entry(*item);
}

void ProjectReader::read_net_names(const core::YamlNode& node) {
  for (const core::YamlNode::Entry& entry : node.entries) {
    const auto text = core::scalar_text(*entry.value, "net '" + entry.key + "'", sink_);
    if (!text) continue;
    if (const auto id = resolve_node(project.network, *text, "net '" + entry.key + "'",
                                     entry.value->location, sink_)) {
      project.net_nodes.emplace(entry.key, *id);
    }
  }
}

/// Classes of the layer table go onto the elements.
void ProjectReader::apply_classes() {
  const Network& network = project.network;
  std::vector<std::vector<ElementClass>> of_layer(project.tables.size() +
                                                  1);  // the common one last
  for (std::size_t t = 0; t < of_layer.size(); ++t) {
    const LayerTable& table = t < project.tables.size() ? project.tables[t] : project.layers;
    for (const std::string& layer : network.layers) {
      const LayerRow* row = table.find(layer);
      of_layer[t].push_back(row == nullptr ? ElementClass::kUnknown : row->cls);
    }
  }
  for (Element& element : project.network.elements) {
    if (element.layer == kNoLayer || element.cls != ElementClass::kUnknown) continue;
    const std::size_t table =
        std::min<std::size_t>(network.files[element.file].table, project.tables.size());
    element.cls = of_layer[table][element.layer];
  }
}

bool ProjectReader::read(core::YamlMap& map) {
  project.name = map.require_text("name");
  const auto stack = read_stack_setup(map, folder_, sink_);
  const core::YamlNode* networks = stack ? map.get("networks") : map.require("networks");
  if (networks != nullptr && !stack) read_networks(*networks);
  core::Location place;
  if (const auto path = path_of(map, "layers", place)) {
    if (auto layers = read_layers(reader_, *path, sink_, place)) {
      project.layers = std::move(*layers);
      keep_input("layers", *path, project.layers.sha256);
    }
  }
  if (const auto path = path_of(map, "devices", place)) {
    if (auto devices = read_devices(reader_, *path, sink_, place)) {
      project.devices = std::move(*devices);
      keep_input("devices", *path, project.devices.sha256);
    }
  }
  map.require("rules");
  if (const auto path = path_of(map, "rules", place)) {
    if (auto rules = read_rules(reader_, *path, sink_, place)) {
      project.rules = std::move(*rules);
      keep_input("rules", *path, project.rules.sha256);
    }
  }
  const core::YamlNode* nets = map.get("nets");
  const core::YamlNode* pads = stack ? map.get("pads") : map.require("pads");
  const core::YamlNode* instances = map.get("instances");
  map.finish();
  if (stack) {
    const bool assembled = assemble_stack(*stack, reader_, folder_, project, sink_);
    if (networks != nullptr) read_networks(*networks);
    if (!assembled) return false;
  }
  if (!stack && networks_read_ == 0) return false;
  apply_classes();
  if (nets != nullptr) read_net_names(*nets);
  PlacementReader placement(reader_, folder_, project, sink_);
  if (pads != nullptr) placement.read_pads(*pads);
  if (instances != nullptr) placement.read_instances(*instances);
  return true;
}

}  // namespace

std::optional<Project> read_project(const core::InputReader& reader,
                                    const std::filesystem::path& path, core::Sink& sink) {
  const auto file = reader.read(path, reader.limits().yaml, sink);
  if (!file) return std::nullopt;
  const core::YamlNode::Ptr root = core::parse_yaml(*file, sink);
  if (!root) return std::nullopt;
  core::YamlMap map(*root, "project", sink);
  if (!map.valid() || !core::expect_schema(map, "sealring.esd/1", sink)) return std::nullopt;
  ProjectReader project(reader, path.parent_path(), sink);
  project.project.location = {file->name};
  project.project.inputs.push_back({"project", file->name, file->sha256});
  if (!project.read(map)) return std::nullopt;
  return std::move(project.project);
}

}  // namespace sealring::esd
