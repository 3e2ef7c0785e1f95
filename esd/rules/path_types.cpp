// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/rules/path_types.h"

#include <algorithm>
#include <set>

#include "core/diagnostics/suggest.h"
#include "esd/format.h"
#include "esd/project_codes.h"
#include "esd/rule_codes.h"
#include "esd/topology/wiring.h"

namespace sealring::esd {

namespace {

using Type = PathType::Type;

class Expander {
 public:
  Expander(const Project& project, const PathType& entry, core::Sink& sink)
      : project_(project), entry_(entry), sink_(sink) {}

  std::vector<Rule> expand() {
    switch (entry_.type) {
      case Type::kHybridBond: hybrid_bond(); break;
      case Type::kD2dSignal: d2d_signal(); break;
      case Type::kSignalToUpper: signal_to_upper(); break;
      default: supplies(); break;
    }
    if (rules_.size() == 1) rules_.front().id = entry_.id;
    if (entry_.cd) add_cd();
    return std::move(rules_);
  }

 private:
  Rule base(const std::string& suffix) const {
    Rule rule;
    rule.id = entry_.id + suffix;
    rule.path_type = entry_.id;
    rule.from = entry_.pads;
    rule.from.location = entry_.pads.location;
    rule.to.location = entry_.location;
    rule.answer = entry_.answer;
    rule.in_volt = entry_.in_volt;
    rule.limit = entry_.limit;
    rule.strict = entry_.strict;
    rule.current = entry_.current;
    rule.every = entry_.every;
    rule.ref = entry_.ref;
    rule.location = entry_.location;
    return rule;
  }

  void hybrid_bond() {
    Rule rule = base("");
    rule.from.interface = entry_.interface;
    rule.to.mate = true;
    rule.answer = Answer::kEach;
    rules_.push_back(std::move(rule));
  }

  /// The type and the pin of a target; nullptr after reporting.
  const DeviceType* type_of(const PathType::Target& target) {
    const DeviceType* type = project_.devices.find(target.device);
    const std::string who = "path type '" + entry_.id + "'";
    if (type == nullptr) {
      sink_.report(
          core::make_finding(codes::kUnknownDeviceType,
                             who + " names the device type '" + target.device +
                                 "', which the library does not hold" +
                                 core::did_you_mean(target.device, project_.devices.names()))
              .at(entry_.location)
              .on(entry_.id, target.device));
    } else if (!target.pin.empty() && !type->pin(target.pin)) {
      sink_.report(
          core::make_finding(codes::kDevicePin, who + ": device '" + type->name + "' has no pin '" +
                                                    target.pin + "'" +
                                                    core::did_you_mean(target.pin, type->pins))
              .at(entry_.location)
              .on(entry_.id, target.pin));
      return nullptr;
    }
    return type;
  }

  static void aim(Rule& rule, const std::string& device, const std::string& pin,
                  const std::string& tier) {
    rule.to.of = Selection::Of::kDevices;
    rule.to.device = device;
    rule.to.pin = pin;
    rule.to.tier = tier;
  }

  /// Tiers with selected pads in the interface, each to its own devices.
  void d2d_signal() {
    std::set<std::string> tiers;
    for (const Pad& pad : project_.pads) {
      if (pad.interface == entry_.interface) tiers.insert(pad.tier);
    }
    if (tiers.empty()) nothing("pads (interface " + entry_.interface + ")");
    for (const PathType::Target& target : entry_.targets) {
      if (type_of(target) == nullptr) continue;
      for (const std::string& tier : tiers) {
        Rule rule = base("." + tier + "." + target.device + "." + target.pin);
        rule.from.interface = entry_.interface;
        if (rule.from.kind.empty()) rule.from.kind = "signal";
        rule.from.tier = tier;
        aim(rule, target.device, target.pin, tier);
        rules_.push_back(std::move(rule));
      }
    }
  }

  void signal_to_upper() {
    for (const PathType::Target& target : entry_.targets) {
      if (type_of(target) == nullptr) continue;
      Rule rule = base("." + entry_.tiers.front() + "." + target.device + "." + target.pin);
      if (rule.from.kind.empty()) rule.from.kind = "signal";
      aim(rule, target.device, target.pin, entry_.tiers.front());
      rules_.push_back(std::move(rule));
    }
  }

  /// Power pads to the end that faces power, ground pads to the other: the current enters a clamp from power, and a
  /// diode between the rails from ground.
  void supplies() {
    const bool both = entry_.type == Type::kSupplyToBoth;
    for (const PathType::Target& target : entry_.targets) {
      const DeviceType* type = type_of(target);
      if (type == nullptr) continue;
      for (const std::size_t pin : {type->from_pin, type->to_pin}) {
        if (!target.pin.empty() && type->pins[pin] != target.pin) continue;
        const bool clamp = type->kind == DeviceType::Kind::kClamp;
        const std::string kind = (pin == type->from_pin) == clamp ? "power" : "ground";
        if (!entry_.pads.kind.empty() && entry_.pads.kind != kind) continue;
        const std::string where = both ? "" : "." + entry_.tiers.front();
        Rule rule = base(where + "." + target.device + "." + type->pins[pin]);
        rule.from.kind = kind;
        aim(rule, target.device, type->pins[pin], both ? "" : entry_.tiers.front());
        if (both) rule.to.tiers = entry_.tiers;
        rule.with_ron = rule.answer == Answer::kParallel;
        rule.shares = both;
        if (!any_pad(kind)) continue;
        rules_.push_back(std::move(rule));
      }
    }
    if (rules_.empty() && sound_) nothing("power or ground pads");
  }

  bool any_pad(const std::string& kind) const {
    Selection selection = entry_.pads;
    selection.kind = kind;
    return std::any_of(project_.pads.begin(), project_.pads.end(),
                       [&](const Pad& pad) { return selects(selection, pad); });
  }

  void nothing(const std::string& what) {
    sound_ = false;
    sink_.report(core::make_finding(codes::kEmptySelection,
                                    "path type '" + entry_.id + "' selects no " + what)
                     .at(entry_.location)
                     .on(entry_.id, what));
  }

  /// Current-density rules beside: each conductor on the way against its limit.
  void add_cd() {
    const std::size_t count = rules_.size();
    for (std::size_t i = 0; i < count; ++i) {
      Rule rule = rules_[i];
      rule.id += ".cd";
      rule.check = Rule::Check::kCd;
      rule.from_terminal = TerminalMode::kDistributed;
      rule.to_terminal = TerminalMode::kDistributed;
      rule.with_ron = false;
      rule.shares = false;
      if (!rule.to.mate) rule.answer = Answer::kParallel;
      rules_.push_back(std::move(rule));
    }
  }

  const Project& project_;
  const PathType& entry_;
  core::Sink& sink_;
  std::vector<Rule> rules_;
  bool sound_ = true;
};

std::string value_text(const Rule& rule, const PathResult& path) {
  return (rule.in_volt ? format_number(path.volt) + " V" : format_number(path.ohm) + " ohm") +
         " (" + path.from + " to " + path.to + ")";
}

}  // namespace

std::vector<Rule> expand_path_types(const Project& project, core::Sink& sink) {
  std::vector<Rule> rules;
  for (const PathType& entry : project.rules.path_types) {
    std::vector<Rule> own = Expander(project, entry, sink).expand();
    std::move(own.begin(), own.end(), std::back_inserter(rules));
  }
  return rules;
}

core::Section path_type_table(const Project& project, const std::vector<PathTypeResult>& results) {
  core::Table table;
  table.columns = {{"path type"},   {"type"},          {"interface or tier"},
                   {"rules", true}, {"paths", true},   {"limit"},
                   {"worst"},       {"not met", true}, {"ref"}};
  for (const PathType& entry : project.rules.path_types) {
    std::uint64_t rules = 0;
    std::uint64_t paths = 0;
    std::uint64_t not_met = 0;
    const PathTypeResult* worst = nullptr;
    const Rule* rule = nullptr;
    for (const PathTypeResult& result : results) {
      if (result.rule->path_type != entry.id || result.rule->check == Rule::Check::kCd) continue;
      ++rules;
      rule = result.rule;
      paths += result.paths;
      not_met += result.not_met;
      if (result.worst == nullptr) continue;
      const auto value = [&](const PathResult& path) {
        return entry.in_volt ? path.volt : path.ohm;
      };
      if (worst == nullptr || value(*result.worst) > value(*worst->worst)) worst = &result;
    }
    const std::string place = entry.interface.empty() ? listed_words(entry.tiers) : entry.interface;
    table.rows.push_back({entry.id, std::string(to_string(entry.type)), place,
                          std::to_string(rules), std::to_string(paths),
                          rule == nullptr ? "-" : limit_text(*rule),
                          worst == nullptr ? "-" : value_text(*worst->rule, *worst->worst),
                          std::to_string(not_met), entry.ref});
  }
  return {"path types", std::move(table)};
}

}  // namespace sealring::esd
