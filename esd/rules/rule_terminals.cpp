// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/rules/rule_terminals.h"

#include <algorithm>

#include "core/diagnostics/suggest.h"
#include "core/diagnostics/waivers.h"
#include "esd/format.h"
#include "esd/project_codes.h"
#include "esd/rule_codes.h"

namespace sealring::esd {

namespace {

bool matches(const std::string& pattern, const std::string& text) {
  return pattern.empty() || core::glob_match(pattern, text);
}

bool one_of(const std::vector<std::string>& list, const std::string& word) {
  return list.empty() || std::find(list.begin(), list.end(), word) != list.end();
}

std::vector<RuleTerminal> select_pads(const Project& project, const Selection& selection) {
  std::vector<RuleTerminal> result;
  for (const Pad& pad : project.pads) {
    if (!selects(selection, pad)) continue;
    const auto index = static_cast<std::uint32_t>(&pad - project.pads.data());
    result.push_back({pad.name, pad.net, pad.group, pad.taps, pad.location, SIZE_MAX, index});
  }
  if (!selection.together || result.size() < 2) return result;
  RuleTerminal all = result.front();
  all.pad = kNone;
  all.label = counted(result.size(), "pad together", "pads together") + described(selection);
  for (std::size_t i = 1; i < result.size(); ++i) {
    if (result[i].net != all.net) all.net.clear();
    if (result[i].group != all.group) all.group.clear();
    all.taps.nodes.insert(all.taps.nodes.end(), result[i].taps.nodes.begin(),
                          result[i].taps.nodes.end());
    all.taps.weights.insert(all.taps.weights.end(), result[i].taps.weights.begin(),
                            result[i].taps.weights.end());
  }
  for (double& weight : all.taps.weights) weight /= static_cast<double>(result.size());
  return {all};
}

std::vector<RuleTerminal> select_pins(const Project& project, const Rule& rule,
                                      const Selection& selection, core::Sink& sink) {
  std::vector<RuleTerminal> result;
  const DeviceType* type = project.devices.find(selection.device);
  const std::string who = "rule '" + rule.id + "'";
  if (type == nullptr) {
    sink.report(
        core::make_finding(codes::kUnknownDeviceType,
                           who + " names the device type '" + selection.device +
                               "', which the library does not hold" +
                               core::did_you_mean(selection.device, project.devices.names()))
            .at(selection.location)
            .on(rule.id, selection.device));
    return result;
  }
  const auto pin = type->pin(selection.pin);
  if (!pin) {
    sink.report(
        core::make_finding(codes::kDevicePin, who + ": device '" + type->name + "' has no pin '" +
                                                  selection.pin + "'" +
                                                  core::did_you_mean(selection.pin, type->pins))
            .at(selection.location)
            .on(rule.id, selection.pin));
    return result;
  }
  for (std::size_t i = 0; i < project.instances.size(); ++i) {
    const Instance& instance = project.instances[i];
    if (&project.devices.types[instance.type] != type || !matches(selection.name, instance.name) ||
        !matches(selection.net, instance.nets[*pin]) || !matches(selection.tier, instance.tier) ||
        instance.pins[*pin].nodes.empty() || !one_of(selection.tiers, instance.tier)) {
      continue;
    }
    result.push_back({instance.name + "." + type->pins[*pin], instance.nets[*pin], "",
                      instance.pins[*pin], instance.location, i});
  }
  return result;
}

}  // namespace

bool selects(const Selection& selection, const Pad& pad) {
  return (selection.kind.empty() || pad.kind == selection.kind) &&
         matches(selection.group, pad.group) && matches(selection.net, pad.net) &&
         matches(selection.name, pad.name) && matches(selection.tier, pad.tier) &&
         matches(selection.interface, pad.interface);
}

std::string described(const Selection& selection) {
  std::string text;
  const auto add = [&](std::string_view what, const std::string& value) {
    if (!value.empty()) text += (text.empty() ? "" : ", ") + std::string(what) + " " + value;
  };
  add("kind", selection.kind);
  add("group", selection.group);
  add("type", selection.device);
  add("pin", selection.pin);
  add("net", selection.net);
  add("tier", selection.tier);
  add("interface", selection.interface);
  add("name", selection.name);
  return text.empty() ? text : " (" + text + ")";
}

std::map<std::uint32_t, PartTaps> place_taps(const Taps& taps, const Partition& partition) {
  std::map<std::uint32_t, PartTaps> result;
  for (std::size_t i = 0; i < taps.nodes.size(); ++i) {
    PartTaps& part = result[partition.component_of(taps.nodes[i])];
    const std::uint32_t local = partition.local_of(taps.nodes[i]);
    const auto known = std::find(part.nodes.begin(), part.nodes.end(), local);
    if (known != part.nodes.end()) {
      part.weights[static_cast<std::size_t>(known - part.nodes.begin())] += taps.weights[i];
    } else {
      part.nodes.push_back(local);
      part.weights.push_back(taps.weights[i]);
    }
  }
  for (auto& [number, part] : result) {
    part.whole = result.size() == 1;
    double sum = 0;
    for (const double weight : part.weights) sum += weight;
    for (double& weight : part.weights) weight /= sum;
  }
  return result;
}

std::vector<RuleTerminal> select_terminals(const Project& project, const Rule& rule,
                                           const Selection& selection, core::Sink& sink) {
  const bool pads = selection.of == Selection::Of::kPads;
  std::vector<RuleTerminal> result =
      pads ? select_pads(project, selection) : select_pins(project, rule, selection, sink);
  if (result.empty()) {
    sink.report(core::make_finding(codes::kEmptySelection, "rule '" + rule.id + "' selects no " +
                                                               (pads ? "pads" : "device pins") +
                                                               described(selection))
                    .at(selection.location)
                    .on(rule.id, described(selection)));
  }
  return result;
}

double rule_current(const Project& project, const Rule& rule, const RuleTerminal& from) {
  if (rule.current) return *rule.current;
  const PadGroup* group = project.rules.group(from.group);
  return group == nullptr ? 0 : group->current;
}

}  // namespace sealring::esd
