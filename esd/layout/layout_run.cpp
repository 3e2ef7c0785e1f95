// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/layout/layout_run.h"

#include <algorithm>

#include "core/diagnostics/suggest.h"
#include "esd/format.h"
#include "esd/layout_codes.h"
#include "esd/layout_rules.h"
#include "esd/rule_codes.h"
#include "esd/rules/drawing.h"

namespace sealring::esd {

std::vector<std::uint32_t> LayoutRun::devices_of(const std::vector<std::string>& types,
                                                 bool narrowed) {
  const std::vector<unsigned char> selected = select_types(project_.devices, types);
  if (std::find(selected.begin(), selected.end(), 1) == selected.end()) {
    nothing("devices of a type '" + listed_words(types) + "' in the library" +
            core::did_you_mean(types.front(), project_.devices.names()));
    return {};
  }
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < project_.instances.size(); ++i) {
    const Instance& instance = project_.instances[i];
    const bool named = rule_.devices.name.empty() || fits({rule_.devices.name}, instance.name);
    const bool placed = rule_.devices.tier.empty() || fits({rule_.devices.tier}, instance.tier);
    if (selected[instance.type] != 0 && (!narrowed || (named && placed))) result.push_back(i);
  }
  if (result.empty()) nothing("devices (" + listed_words(types) + ")");
  return result;
}

void LayoutRun::nothing(const std::string& what) {
  sink_.report(
      core::make_finding(codes::kEmptySelection, "rule '" + rule_.id + "' selects no " + what)
          .at(rule_.location)
          .on(rule_.id, what));
}

std::string LayoutRun::device_text(std::uint32_t instance) const {
  return "'" + project_.instances[instance].name + "' (" + wiring_.type_of(instance).name + ")";
}

core::Finding LayoutRun::about(const core::Code& code, const std::string& message,
                               const std::string& object, const std::string& key,
                               const core::Location& place, const std::string& tier,
                               const std::optional<PlacedBox>& box) const {
  core::Finding found = core::make_finding(code, who() + message)
                            .at(place)
                            .on(object, rule_.id + (key.empty() ? "" : ": " + key))
                            .property("rule", rule_.id);
  if (box) found.where = middle_of(tier, *box);
  if (!rule_.ref.empty())
    found.notes.push_back({rule_.location, "rule '" + rule_.id + "': " + rule_.ref});
  return found;
}

core::Finding LayoutRun::about_instance(const core::Code& code, const std::string& message,
                                        std::uint32_t instance, const std::string& key) const {
  const Instance& at = project_.instances[instance];
  return about(code, message, at.name, key, at.location, at.tier, at.box);
}

void LayoutRun::lacking(const std::vector<std::string>& names, const std::string& what,
                        const core::Location& first) {
  if (names.empty()) return;
  const std::string have = names.size() == 1 ? " has no " : " have no ";
  report(about(
      codes::kMissingProperty,
      (names.size() == 1 ? names.front() : std::to_string(names.size()) + " devices or pads") +
          have + what + (names.size() == 1 ? "" : ", first " + names.front()) +
          "; it could not be judged",
      names.front(), what, first, "", std::nullopt));
}

namespace {

LayoutCount run_rule(const LayoutRule& rule, const Wiring& wiring, core::Sink& sink) {
  switch (rule.kind) {
    case LayoutRule::Kind::kSize: return run_size(rule, wiring, sink);
    case LayoutRule::Kind::kDistance: return run_distance(rule, wiring, sink);
    case LayoutRule::Kind::kResistor: return run_resistor(rule, wiring, sink);
    case LayoutRule::Kind::kGuard: return run_guard(rule, wiring, sink);
  }
  return {};
}

std::string limits_of(const LayoutRule& rule) {
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : ", ") + word; };
  if (rule.min_width_um) add(">= " + format_number(*rule.min_width_um) + " um");
  if (rule.min_fingers) add(">= " + format_number(*rule.min_fingers) + " fingers");
  if (rule.min_ohm) add(">= " + format_number(*rule.min_ohm) + " ohm");
  if (rule.max_ohm) add("<= " + format_number(*rule.max_ohm) + " ohm");
  if (rule.kind == LayoutRule::Kind::kDistance)
    add("<= " + format_number(rule.max_distance_um) + " um");
  if (rule.kind == LayoutRule::Kind::kGuard) add("<= " + format_number(rule.within_um) + " um");
  return text;
}

}  // namespace

RulesOutcome check_layout(const Project& project, const Partition& partition, core::Sink& sink) {
  RulesOutcome outcome;
  const Wiring wiring(project, partition, {"*"});
  core::Table table;
  table.columns = {{"rule"},  {"looked at"},     {"number", true}, {"limit"},
                   {"worst"}, {"not met", true}, {"ref"}};
  std::uint64_t looked_at = 0;
  for (const LayoutRule& rule : project.rules.layout) {
    const LayoutCount count = run_rule(rule, wiring, sink);
    looked_at += count.count;
    table.rows.push_back({rule.id, count.looked_at, std::to_string(count.count), limits_of(rule),
                          count.worst.empty() ? "-" : count.worst, std::to_string(count.not_met),
                          rule.ref});
    if (count.count == 0)
      outcome.not_checked.push_back({"rule '" + rule.id + "'", "it found nothing to measure"});
  }
  outcome.sections.push_back({"layout rules", std::move(table)});
  outcome.checked = {{"layout rules", project.rules.layout.size()},
                     {"objects of layout rules", looked_at}};
  return outcome;
}

}  // namespace sealring::esd
