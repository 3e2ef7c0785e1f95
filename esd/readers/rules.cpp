// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/rules.h"

#include <set>

#include "core/files/yaml.h"
#include "esd/format.h"
#include "esd/project_codes.h"
#include "esd/readers/fields.h"
#include "esd/readers/rule_fields.h"
#include "esd/rule_codes.h"

namespace sealring::esd {

namespace {

using core::Dimension;

constexpr double kEqual = 1e-9;

const std::vector<std::string_view> kModes = {"merged", "individual", "distributed"};
const std::vector<std::string_view> kAnswers = {"each", "nearest", "parallel"};

void read_devices_of(const core::YamlNode& node, Selection& selection, const std::string& what,
                     core::Sink& sink) {
  core::YamlMap map(node, what + " devices", sink);
  if (!map.valid()) return;
  selection.of = Selection::Of::kDevices;
  selection.device = map.require_text("type");
  selection.pin = map.require_text("pin");
  selection.net = map.get_text("net").value_or("");
  selection.name = map.get_text("name").value_or("");
  selection.tier = map.get_text("tier").value_or("");
  map.finish();
}

/// "pads: {...}" or "devices: {...}".
bool read_selection(core::YamlMap& rule, std::string_view key, Selection& selection, Fields& fields,
                    core::Sink& sink) {
  const core::YamlNode* node = rule.require(key);
  if (node == nullptr) return false;
  const std::string what = fields.what() + " " + std::string(key);
  core::YamlMap map(*node, what, sink);
  if (!map.valid()) return false;
  selection.location = node->location;
  const core::YamlNode* pads = map.get("pads");
  const core::YamlNode* devices = map.get("devices");
  map.finish();
  if ((pads == nullptr) == (devices == nullptr)) {
    fields.fault(node->location, std::string(key) + " needs either 'pads' or 'devices'");
    return false;
  }
  if (pads != nullptr) read_pad_selection(*pads, selection, what, sink);
  if (devices != nullptr) read_devices_of(*devices, selection, what, sink);
  return true;
}

void read_limit(Rule& rule, core::YamlMap& map, Fields& fields, core::Sink& sink) {
  if (rule.check == Rule::Check::kCd) {
    if (map.get("limit") != nullptr || map.get("operator") != nullptr) {
      fields.fault(
          map.location(),
          "a cd rule takes its limits from the layer table; limit and operator have no meaning");
    }
    return;
  }
  if (const auto limit = limit_field(map, fields, sink)) {
    rule.limit = limit->value;
    rule.in_volt = limit->in_volt;
    rule.strict = limit->strict;
  }
}

void check_terminals(const Rule& rule, core::YamlMap& map, Fields& fields, core::Sink& sink) {
  const bool merged =
      rule.from_terminal == TerminalMode::kMerged || rule.to_terminal == TerminalMode::kMerged;
  if (rule.check == Rule::Check::kCd && merged) {
    const std::string message =
        fields.what() +
        ": current density needs distributed or individual terminals, 'merged' was given";
    sink.report(core::make_finding(codes::kMergedCurrentDensity, message)
                    .at(map.location())
                    .on(rule.id, "terminal"));
  } else if (!rule.through.empty() && (rule.from_terminal != TerminalMode::kDistributed ||
                                       rule.to_terminal != TerminalMode::kDistributed)) {
    fields.fault(map.location(), "a path through devices takes its terminals as distributed");
  }
}

std::optional<Rule> read_rule(const core::YamlNode& node, core::Sink& sink) {
  core::YamlMap map(node, "rule", sink);
  if (!map.valid()) return std::nullopt;
  Rule rule;
  rule.location = node.location;
  rule.id = map.require_text("id");
  Fields fields(map, "rule '" + rule.id + "'", codes::kRuleValue, sink);
  map.require("check");
  rule.check = static_cast<Rule::Check>(fields.word("check", {"p2p", "cd"}, 0));
  const bool from = read_selection(map, "from", rule.from, fields, sink);
  const bool to = read_selection(map, "to", rule.to, fields, sink);
  rule.through = map.get_texts("through");
  const bool spread = rule.check == Rule::Check::kCd || !rule.through.empty();
  const std::size_t fallback = spread ? 2 : 0;
  rule.answer =
      static_cast<Answer>(fields.word("answer", kAnswers, rule.check == Rule::Check::kCd ? 2 : 0));
  rule.from_terminal = static_cast<TerminalMode>(fields.word("from_terminal", kModes, fallback));
  rule.to_terminal = static_cast<TerminalMode>(fields.word("to_terminal", kModes, fallback));
  rule.with_ron = map.get_bool("with_ron").value_or(false);
  rule.current = fields.quantity("current", Dimension::kCurrent);
  rule.every = map.get_bool("every").value_or(false);
  rule.ref = map.get_text("ref").value_or("");
  read_limit(rule, map, fields, sink);
  if (rule.with_ron && (rule.answer != Answer::kParallel || !rule.through.empty() ||
                        rule.to.of != Selection::Of::kDevices)) {
    fields.fault(node.location, "with_ron has a meaning only for parallel devices as 'to'");
  }
  check_terminals(rule, map, fields, sink);
  map.finish();
  if (rule.id.empty() || fields.faulty() || !from || !to) return std::nullopt;
  return rule;
}

/// Every entry of one section; an id is given once in the whole file.
template <class Entry, class Read>
void read_list(const core::YamlNode* list, Read&& read, std::vector<Entry>& entries,
               std::set<std::string>& ids, core::Sink& sink) {
  if (list == nullptr) return;
  for (const auto& item : list->items) {
    std::optional<Entry> entry = read(*item, sink);
    if (!entry) continue;
    if (ids.insert(entry->id).second) {
      entries.push_back(std::move(*entry));
      continue;
    }
    sink.report(core::make_finding(codes::kDuplicateName, "rule '" + entry->id + "' is given twice")
                    .at(entry->location)
                    .on(entry->id, "rule"));
  }
}

void read_groups(const core::YamlNode& list, RuleSet& set, core::Sink& sink) {
  for (const auto& item : list.items) {
    core::YamlMap map(*item, "group", sink);
    if (!map.valid()) continue;
    PadGroup group;
    group.name = map.require_text("name");
    Fields fields(map, "group '" + group.name + "'", codes::kRuleValue, sink);
    map.require("current");
    const auto current = fields.quantity("current", Dimension::kCurrent);
    group.ref = map.get_text("ref").value_or("");
    map.finish();
    if (!current || *current <= 0) continue;
    group.current = *current;
    if (set.group(group.name) != nullptr) {
      sink.report(
          core::make_finding(codes::kDuplicateName, "group '" + group.name + "' is given twice")
              .at(item->location)
              .on(group.name, "group"));
      continue;
    }
    set.groups.push_back(std::move(group));
  }
}

}  // namespace

std::string_view to_string(TerminalMode mode) {
  return kModes[static_cast<std::size_t>(mode)];
}

std::string_view to_string(Answer answer) {
  return kAnswers[static_cast<std::size_t>(answer)];
}

const PadGroup* RuleSet::group(std::string_view name) const {
  for (const PadGroup& candidate : groups) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

std::optional<RuleSet> read_rules(const core::InputReader& reader,
                                  const std::filesystem::path& path, core::Sink& sink,
                                  const core::Location& referred_from) {
  const auto file = reader.read(path, reader.limits().yaml, sink, referred_from);
  if (!file) return std::nullopt;
  const core::YamlNode::Ptr root = core::parse_yaml(*file, sink);
  if (!root) return std::nullopt;
  core::YamlMap map(*root, "rule file", sink);
  if (!map.valid() || !core::expect_schema(map, "sealring.esd.rules/1", sink)) return std::nullopt;
  RuleSet set;
  set.sha256 = file->sha256;
  set.revision = map.require_text("revision");
  if (const core::YamlNode* groups = map.get("groups")) read_groups(*groups, set, sink);
  const core::YamlNode* rules = map.get("rules");
  const core::YamlNode* topology = map.get("topology");
  const core::YamlNode* layout = map.get("layout");
  const core::YamlNode* path_types = map.get("path_types");
  if (topology == nullptr && layout == nullptr && path_types == nullptr) map.require("rules");
  std::set<std::string> ids;
  read_list(rules, read_rule, set.rules, ids, sink);
  read_list(topology, read_topology_rule, set.topology, ids, sink);
  read_list(layout, read_layout_rule, set.layout, ids, sink);
  read_list(path_types, read_path_type, set.path_types, ids, sink);
  map.finish();
  return set;
}

bool within_limit(const Rule& rule, double value) {
  const double slack = kEqual * rule.limit;
  return rule.strict ? value < rule.limit - slack : value <= rule.limit + slack;
}

std::string limit_text(const Rule& rule) {
  return (rule.strict ? "< " : "<= ") + format_number(rule.limit) + (rule.in_volt ? " V" : " ohm");
}

}  // namespace sealring::esd
