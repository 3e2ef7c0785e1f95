// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/design_config.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/codes.h"
#include "core/diagnostics/suggest.h"
#include "core/files/yaml.h"
#include "core/units/parse.h"
#include "sdcgen/codes.h"
#include "sdcgen/readers/c_header.h"
#include "sdcgen/readers/entries.h"
#include "sdcgen/readers/names.h"
#include "sdcgen/readers/template.h"

namespace sealring::sdcgen {

namespace {

using core::make_finding;
using core::YamlMap;
using core::YamlNode;

class Reader {
 public:
  using UsedNames = std::map<core::Location, std::set<std::string>>;
  Reader(DesignConfig& config, const Parameters& constants, const UsedNames& used, core::Sink& sink)
      : config_(config), constants_(constants), used_(used), folder_(config.folder), sink_(sink) {}

  void read(YamlMap& map) {
    config_.top = map.require_text("top");
    if (const YamlNode* top = map.get("top")) config_.top_location = top->location;
    if (const YamlNode* netlists = map.require("netlists"))
      read_files(*netlists, "netlists", config_.netlists);
    if (const YamlNode* corners = map.require("corners")) read_corners(*corners);
    read_words(map, "modes", "func", config_.modes);
    config_.names_flow_stages = map.get("flow_stages") != nullptr;
    read_words(map, "flow_stages", "signoff", config_.flow_stages);
    config_.physical_only = map.get_texts("physical_only");
    map.get("headers");     // read before the tree was expanded
    map.get("parameters");  // likewise
    if (map.get("propagated_stages") != nullptr)
      config_.propagated_stages = map.get_texts("propagated_stages");
    bool no_instances = true;
    if (const YamlNode* instances = map.require("instances")) {
      no_instances = instances->items.empty();
      for (const YamlNode::Ptr& node : list_of(*instances, "instances")) read_instance(*node);
    }
    std::vector<std::string> corners;
    for (const Corner& corner : config_.corners) corners.push_back(corner.name);
    const EntryScope scope{config_.file, core::Owner::kConfig, &config_.modes, &config_.flow_stages,
                           &corners};
    read_entries(map, scope, config_.entries, sink_);
    read_margins(map);
    read_mode_rules(map);
    read_questions(map, core::Owner::kConfig, config_.questions, sink_);
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
      corner.operating_condition = inner.get_text("operating_condition").value_or("");
      read_derates(inner, corner.name, config_.entries, sink_);
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
    read_parameters(map, instance);
    read_masters(map, instance);
    map.finish();
    if (instance.name.empty() ||
        !check_name("instance name", instance.name, instance.location, sink_))
      return;
    if (is_duplicate(instance)) return;
    config_.instances.push_back(std::move(instance));
  }

  void read_parameters(YamlMap& map, Instance& instance) {
    const YamlNode* node = map.get("parameters");
    if (node == nullptr) return;
    for (const YamlNode::Entry& entry : node->entries) {
      ParameterValue value{{}, core::to_string(entry.value->location), entry.value->location};
      const auto number = core::parse_decimal(entry.value->scalar);
      if (!number) {
        // An expression without a value was reported when it was expanded.
        if (entry.value->scalar.find("${") == std::string::npos)
          sink_.report(make_finding(codes::kParameter,
                                    "parameter '" + entry.key + "' of '" + instance.name +
                                        "' is '" + entry.value->scalar + "'; a number was expected")
                           .at(entry.value->location)
                           .on(instance.name, entry.key));
        continue;
      }
      value.value = *number;
      if (const auto names = used_.find(entry.value->location); names != used_.end()) {
        for (const std::string& name : names->second)
          value.origin += ", " + name + " from " + constants_.find(name)->second.origin;
      }
      instance.parameters.emplace(entry.key, std::move(value));
    }
  }

  void read_masters(YamlMap& map, Instance& instance) {
    const YamlNode* node = map.get("masters");
    if (node == nullptr) return;
    for (const YamlNode::Entry& entry : node->entries) {
      YamlMap inner(*entry.value, "the master of '" + entry.key + "'", sink_);
      if (!inner.valid()) continue;
      ClockName master{inner.require_text("instance"), inner.require_text("clock"),
                       entry.value->location};
      inner.finish();
      instance.masters.emplace(entry.key, std::move(master));
    }
  }

  void read_margins(YamlMap& map) {
    const YamlNode* list = map.get("margins");
    if (list == nullptr) return;
    for (const YamlNode::Ptr& node : list_of(*list, "margins")) {
      YamlMap item(*node, "a margin", sink_);
      if (!item.valid()) continue;
      Margin margin;
      margin.location = node->location;
      margin.flow_stage = item.get_text("flow_stage").value_or("");
      margin.corner = item.get_text("corner").value_or("");
      margin.setup = read_time(item, "setup", "a margin", false, sink_);
      margin.hold = read_time(item, "hold", "a margin", false, sink_);
      item.finish();
      const auto known = [](const std::vector<std::string>& names, const std::string& name) {
        return name.empty() || std::find(names.begin(), names.end(), name) != names.end();
      };
      if (!known(config_.flow_stages, margin.flow_stage) ||
          (!margin.corner.empty() && config_.corner(margin.corner) == nullptr)) {
        sink_.report(
            make_finding(codes::kUnknownMode, "margin is for flow stage '" + margin.flow_stage +
                                                  "' and corner '" + margin.corner +
                                                  "'; the configuration does not have them")
                .at(node->location)
                .on(config_.file, "margin"));
      }
      config_.margins.push_back(std::move(margin));
    }
  }

  void read_mode_rules(YamlMap& map) {
    const YamlNode* list = map.get("mode_rules");
    if (list == nullptr) return;
    for (const YamlNode::Ptr& node : list_of(*list, "mode_rules")) {
      YamlMap item(*node, "a mode rule", sink_);
      if (!item.valid()) continue;
      ModeRule rule;
      rule.location = node->location;
      rule.id = item.require_text("id");
      rule.reason = item.get_text("reason").value_or("");
      if (const YamlNode* when = item.require("when")) rule.when = read_terms(*when);
      const YamlNode* then = item.get("then");
      if (then != nullptr) rule.then = read_terms(*then);
      const bool forbidden = item.get_bool("forbidden").value_or(false);
      item.finish();
      if (forbidden == (then != nullptr)) {
        sink_.report(make_finding(codes::kEntryIncomplete,
                                  "mode rule '" + rule.id + "' has " +
                                      (forbidden ? "both" : "neither") +
                                      " 'then' and 'forbidden: true'; one was expected")
                         .at(node->location)
                         .on(config_.file, rule.id)
                         .owned_by(core::Owner::kConfig));
      }
      config_.mode_rules.push_back(std::move(rule));
    }
  }

  std::vector<ModeRule::Term> read_terms(const YamlNode& node) {
    std::vector<ModeRule::Term> terms;
    for (const YamlNode::Entry& entry : node.entries) {
      ModeRule::Term term{entry.key, {}, entry.value->location};
      if (entry.value->kind == YamlNode::Kind::kScalar) term.modes.push_back(entry.value->scalar);
      for (const YamlNode::Ptr& mode : entry.value->items) term.modes.push_back(mode->scalar);
      terms.push_back(std::move(term));
    }
    return terms;
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
  const Parameters& constants_;
  const UsedNames& used_;
  std::filesystem::path folder_;
  core::Sink& sink_;
};

}  // namespace

namespace {

/// The headers of the configuration, and the constants that `${NAME}` may use.
class Constants {
 public:
  Constants(const core::InputReader& reader, DesignConfig& config, core::Sink& sink)
      : reader_(reader), config_(config), sink_(sink) {}

  void read(const YamlNode& tree) {
    if (const YamlNode* list = tree.find("headers")) {
      for (const YamlNode::Ptr& node : list->items) read_header(*node);
    }
    if (const YamlNode* own = tree.find("parameters")) {
      for (const YamlNode::Entry& entry : own->entries) {
        if (const auto number = core::parse_decimal(entry.value->scalar)) {
          values.insert_or_assign(entry.key,
                                  ParameterValue{*number, core::to_string(entry.value->location),
                                                 entry.value->location});
        } else {
          sink_.report(make_finding(codes::kParameter, "parameter '" + entry.key + "' is '" +
                                                           entry.value->scalar +
                                                           "'; a number was expected")
                           .at(entry.value->location)
                           .on(config_.file, entry.key));
        }
      }
    }
  }

  Parameters values;
  std::map<std::string, std::string, std::less<>> reasons;

 private:
  void read_header(const YamlNode& node) {
    YamlMap map(node, "a header", sink_);
    if (!map.valid()) return;
    CHeaderOptions options;
    const std::filesystem::path path = config_.folder / map.require_text("file");
    if (const YamlNode* defines = map.get("defines")) {
      for (const YamlNode::Entry& entry : defines->entries)
        options.defines.emplace_back(entry.key, entry.value->scalar);
    }
    for (const std::string& folder : map.get_texts("include"))
      options.include_dirs.push_back(config_.folder / folder);
    map.finish();
    const auto header = read_c_header(reader_, path, options, sink_, node.location);
    if (!header) return;
    for (const HeaderFile& file : header->files)
      config_.header_files.emplace_back(file.name, file.sha256);
    for (const auto& [name, constant] : header->constants) {
      const auto number = core::parse_decimal(constant.decimal());
      if (number)
        values.insert_or_assign(
            name, ParameterValue{*number, core::to_string(constant.location), constant.location});
    }
    for (const auto& [name, other] : header->others)
      reasons.insert_or_assign(name, other.why + " (" + core::to_string(other.location) + ")");
  }

  const core::InputReader& reader_;
  DesignConfig& config_;
  core::Sink& sink_;
};

}  // namespace

std::optional<DesignConfig> read_design_config(const core::InputReader& reader,
                                               const std::filesystem::path& path,
                                               core::Sink& sink) {
  const auto file = reader.read(path, reader.limits().yaml, sink);
  if (!file) return std::nullopt;
  const YamlNode::Ptr raw = core::parse_yaml(*file, sink);
  if (raw == nullptr) return std::nullopt;
  DesignConfig config;
  config.file = file->name;
  config.sha256 = file->sha256;
  config.path = path;
  config.folder = path.parent_path();
  Constants constants(reader, config, sink);
  constants.read(*raw);
  Reader::UsedNames used;
  const YamlNode::Ptr tree =
      expand_template(raw, {constants.values, constants.reasons, &used}, sink);
  YamlMap map(*tree, "the design configuration", sink);
  if (!map.valid() || !core::expect_schema(map, "sealring.design/1", sink)) return std::nullopt;
  Reader(config, constants.values, used, sink).read(map);
  return config;
}

}  // namespace sealring::sdcgen
