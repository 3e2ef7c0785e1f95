// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Entries of `topology:`.
#include "esd/readers/rule_fields.h"
#include "esd/rule_codes.h"

namespace sealring::esd {

namespace {

using Kind = TopologyRule::Kind;

const std::vector<std::string_view> kWords = {"primary",      "rail-clamp", "grounds-tied",
                                              "cross-domain", "secondary",  "reachable",
                                              "joined",       "forbid"};
constexpr std::size_t kRequired = 7;  // the words of `require`

class TopologyReader {
 public:
  TopologyReader(core::YamlMap& map, Fields& fields, TopologyRule& rule, core::Sink& sink)
      : map_(map), fields_(fields), rule_(rule), sink_(sink) {}

  void read() {
    switch (rule_.kind) {
      case Kind::kPrimary:
        pads("pads", rule_.pads, true);
        rails({"power", "ground"});
        rule_.devices = needed("devices");
        break;
      case Kind::kRailClamp:
        pairs();
        rule_.devices = needed("devices");
        rule_.at_least = count("at_least", 1);
        break;
      case Kind::kGroundsTied:
        rule_.nets = needed("grounds");
        if (rule_.nets.size() == 1) fault("grounds names one net; at least two were expected");
        rule_.devices = map_.get_texts("devices");
        rule_.stages = count("stages", 1);
        break;
      case Kind::kCrossDomain:
        receivers();
        rails({"power", "ground"});
        rule_.devices = needed("devices");
        break;
      case Kind::kSecondary:
        receivers();
        pads("pads", rule_.pads, false);
        rails({"ground"});
        rule_.resistors = needed("resistor");
        rule_.devices = needed("devices");
        break;
      case Kind::kReachable:
        pads("from", rule_.pads, true);
        pads("to", rule_.to, true);
        map_.require("stages");
        rule_.stages = count("stages", 1);
        rule_.devices = map_.get_texts("devices");
        break;
      case Kind::kJoined:
        rule_.nets = map_.get_texts("nets");
        if (rule_.nets.empty()) rule_.nets = {"*"};
        break;
      case Kind::kForbid:
        rule_.devices = needed("forbid");
        pads("pads", rule_.pads, true);
        break;
    }
  }

 private:
  void fault(const std::string& message) { fields_.fault(map_.location(), message); }

  std::vector<std::string> needed(std::string_view key) {
    std::vector<std::string> texts = map_.get_texts(key);
    if (texts.empty()) fault(std::string(key) + " is missing or empty");
    return texts;
  }

  std::size_t count(std::string_view key, std::size_t fallback) {
    constexpr std::int64_t kMost = 1000;
    const auto value = map_.get_int(key, 1, kMost);
    return value ? static_cast<std::size_t>(*value) : fallback;
  }

  void pads(std::string_view key, Selection& selection, bool required) {
    const core::YamlNode* node = required ? map_.require(key) : map_.get(key);
    if (node == nullptr) {
      if (required) fault(std::string(key) + " is missing");
      selection.location = map_.location();
      return;
    }
    selection.location = node->location;
    read_pad_selection(*node, selection, fields_.what(), sink_);
    if (selection.together) fault(std::string(key) + ": together has no meaning here");
  }

  void rails(std::vector<std::string> fallback) {
    rule_.rails = map_.get_texts("to");
    if (rule_.rails.empty()) rule_.rails = std::move(fallback);
  }

  void receivers() {
    const core::YamlNode* node = map_.require("receivers");
    if (node == nullptr) return fault("receivers is missing");
    core::YamlMap map(*node, fields_.what() + " receivers", sink_);
    if (!map.valid()) return fault("receivers is no mapping");
    rule_.receivers.types = map.get_texts("type");
    rule_.receivers.name = map.get_text("name").value_or("");
    rule_.receivers.tier = map.get_text("tier").value_or("");
    map.finish();
    if (rule_.receivers.types.empty()) rule_.receivers.types = {"*"};
  }

  void pairs() {
    const core::YamlNode* node = map_.require("pairs");
    if (node == nullptr || node->items.empty()) return fault("pairs is missing or empty");
    for (const auto& item : node->items) {
      std::vector<std::string> names;
      for (const auto& part : item->items) {
        if (part->kind == core::YamlNode::Kind::kScalar && !part->scalar.empty())
          names.push_back(part->scalar);
      }
      if (names.size() != 2 || item->items.size() != 2 || names[0] == names[1]) {
        fields_.fault(item->location, "a pair is '[HIGH NET, LOW NET]', two different names");
        continue;
      }
      rule_.pairs.emplace_back(names[0], names[1]);
    }
  }

  core::YamlMap& map_;
  Fields& fields_;
  TopologyRule& rule_;
  core::Sink& sink_;
};

}  // namespace

std::string_view to_string(TopologyRule::Kind kind) {
  return kWords[static_cast<std::size_t>(kind)];
}

std::optional<TopologyRule> read_topology_rule(const core::YamlNode& node, core::Sink& sink) {
  core::YamlMap map(node, "topology rule", sink);
  if (!map.valid()) return std::nullopt;
  TopologyRule rule;
  rule.location = node.location;
  rule.id = map.require_text("id");
  Fields fields(map, "rule '" + rule.id + "'", codes::kRuleValue, sink);
  const bool require = map.get("require") != nullptr;
  const bool forbid = map.get("forbid") != nullptr;
  if (require == forbid) {
    fields.fault(node.location, "either 'require' or 'forbid' was expected");
    map.finish();
    return std::nullopt;
  }
  const std::vector<std::string_view> words(kWords.begin(), kWords.begin() + kRequired);
  const std::size_t word = require ? fields.word("require", words, kRequired) : kRequired;
  if (fields.faulty()) return std::nullopt;
  rule.kind = static_cast<Kind>(word);
  TopologyReader(map, fields, rule, sink).read();
  rule.ref = map.get_text("ref").value_or("");
  map.finish();
  if (rule.id.empty() || fields.faulty()) return std::nullopt;
  return rule;
}

}  // namespace sealring::esd
