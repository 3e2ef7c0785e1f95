// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/design_config.h"

#include "core/codes.h"
#include "core/diagnostics/suggest.h"
#include "core/files/yaml.h"
#include "sdcgen/codes.h"
#include "sdcgen/readers/names.h"

namespace sealring::sdcgen {

namespace {

using core::make_finding;
using core::YamlMap;
using core::YamlNode;

class Reader {
 public:
  Reader(DesignConfig& config, std::filesystem::path folder, core::Sink& sink)
      : config_(config), folder_(std::move(folder)), sink_(sink) {}

  void read(YamlMap& map) {
    config_.top = map.require_text("top");
    if (const YamlNode* top = map.get("top")) config_.top_location = top->location;
    if (const YamlNode* netlists = map.require("netlists"))
      read_files(*netlists, "netlists", config_.netlists);
    if (const YamlNode* corners = map.require("corners")) read_corners(*corners);
    read_words(map, "modes", "func", config_.modes);
    read_words(map, "flow_stages", "signoff", config_.flow_stages);
    config_.physical_only = map.get_texts("physical_only");
    bool no_instances = true;
    if (const YamlNode* instances = map.require("instances")) {
      no_instances = instances->items.empty();
      for (const YamlNode::Ptr& node : list_of(*instances, "instances")) read_instance(*node);
    }
    map.finish();
    require_some(config_.netlists.empty(), map, "netlists");
    require_some(config_.corners.empty(), map, "corners");
    require_some(no_instances, map, "instances");
  }

 private:
  void require_some(bool none, const YamlMap& map, const char* what) {
    if (!none) return;
    sink_.report(
        make_finding(codes::kNothingToDo, std::string("the design configuration lists no ") + what)
            .at(map.location())
            .on(config_.file, what));
  }

  const std::vector<YamlNode::Ptr>& list_of(const YamlNode& node, const std::string& what) {
    if (node.kind != YamlNode::Kind::kSequence) {
      sink_.report(make_finding(core::codes::kYamlWrongType, "'" + what + "' is not a list")
                       .at(node.location)
                       .on(config_.file, what));
    }
    return node.items;
  }

  void read_files(const YamlNode& node, const std::string& what,
                  std::vector<std::pair<std::filesystem::path, core::Location>>& files) {
    const auto add = [&](const YamlNode& item) {
      if (auto text = core::scalar_text(item, "an entry of '" + what + "'", sink_)) {
        files.emplace_back(folder_ / *text, item.location);
      }
    };
    if (node.kind != YamlNode::Kind::kSequence) return add(node);
    for (const YamlNode::Ptr& item : node.items) add(*item);
  }

  void read_words(YamlMap& map, std::string_view key, const char* fallback,
                  std::vector<std::string>& words) {
    words = map.get_texts(key);
    const YamlNode* node = map.get(key);
    for (const std::string& word : words) check_name(key, word, node->location, sink_);
    if (node == nullptr) words.emplace_back(fallback);
  }

  void read_corners(const YamlNode& node) {
    YamlMap map(node, "'corners'", sink_);
    if (!map.valid()) return;
    for (const YamlNode::Entry& entry : node.entries) {
      Corner corner;
      corner.name = entry.key;
      corner.location = entry.key_location;
      check_name("corner name", entry.key, entry.key_location, sink_);
      YamlMap inner(*entry.value, "corner '" + entry.key + "'", sink_);
      if (const YamlNode* liberty = inner.require("liberty"))
        read_files(*liberty, "liberty", corner.liberty);
      inner.finish();
      config_.corners.push_back(std::move(corner));
    }
  }

  void read_instance(const YamlNode& node) {
    const YamlNode* name = node.find("name");
    YamlMap map(node, "instance '" + (name != nullptr ? name->scalar : std::string()) + "'", sink_);
    if (!map.valid()) return;
    Instance instance;
    instance.location = node.location;
    instance.name = map.require_text("name");
    instance.path = map.require_text("path");
    if (const YamlNode* path = map.get("path")) instance.path_location = path->location;
    if (const YamlNode* ip = map.require("ip")) {
      instance.ip = folder_ / core::scalar_text(*ip, "'ip'", sink_).value_or("");
      instance.ip_location = ip->location;
    }
    instance.mode = read_per_mode(map, "mode");
    instance.table = read_per_mode(map, "table");
    map.finish();
    if (instance.name.empty() ||
        !check_name("instance name", instance.name, instance.location, sink_))
      return;
    if (is_duplicate(instance)) return;
    config_.instances.push_back(std::move(instance));
  }

  bool is_duplicate(const Instance& instance) {
    for (const Instance& earlier : config_.instances) {
      const bool same_name = earlier.name == instance.name;
      if (!same_name && earlier.path != instance.path) continue;
      sink_.report(
          make_finding(
              codes::kDuplicateInstance,
              (same_name ? "instance name '" + instance.name : "instance path '" + instance.path) +
                  "' is used twice; first at " + core::to_string(earlier.location))
              .at(instance.location)
              .on(instance.name, same_name ? "name" : "path"));
      return true;
    }
    return false;
  }

  PerMode read_per_mode(YamlMap& map, std::string_view key) {
    PerMode values;
    const YamlNode* node = map.require(key);
    if (node == nullptr) return values;
    if (node->kind == YamlNode::Kind::kScalar) {
      values.entries.push_back({"", node->scalar, node->location});
      return values;
    }
    YamlMap inner(*node, "'" + std::string(key) + "'", sink_);
    if (!inner.valid()) return values;
    for (const std::string& mode : config_.modes) {
      const YamlNode* value = inner.require(mode);
      if (value == nullptr) continue;
      if (auto text = core::scalar_text(*value, "'" + mode + "'", sink_)) {
        values.entries.push_back({mode, *text, value->location});
      }
    }
    inner.finish();
    return values;
  }

  DesignConfig& config_;
  std::filesystem::path folder_;
  core::Sink& sink_;
};

}  // namespace

std::optional<DesignConfig> read_design_config(const core::InputReader& reader,
                                               const std::filesystem::path& path,
                                               core::Sink& sink) {
  const auto file = reader.read(path, reader.limits().yaml, sink);
  if (!file) return std::nullopt;
  const YamlNode::Ptr tree = core::parse_yaml(*file, sink);
  if (tree == nullptr) return std::nullopt;
  YamlMap map(*tree, "the design configuration", sink);
  if (!map.valid() || !core::expect_schema(map, "sealring.design/1", sink)) return std::nullopt;
  DesignConfig config;
  config.file = file->name;
  config.sha256 = file->sha256;
  config.folder = path.parent_path();
  Reader(config, config.folder, sink).read(map);
  return config;
}

}  // namespace sealring::sdcgen
