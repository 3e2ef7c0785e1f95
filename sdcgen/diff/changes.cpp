// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/diff/changes.h"

#include <algorithm>
#include <set>

#include "sdcgen/rules/relations.h"
#include "sdcgen/select/frozen_entries.h"

namespace sealring::sdcgen {

namespace {

/// Pairs of more clocks than this are not compared one by one.
constexpr std::size_t kMaxClocks = 3000;

std::string show(const std::optional<core::Time>& time) {
  return time ? core::format_engineering(time->si, core::Dimension::kTime) : "none";
}

const std::string& path_of(const Project& project, const std::string& instance) {
  static const std::string kNone;
  for (const Instance& one : project.config.instances) {
    if (one.name == instance) return one.path;
  }
  return kNone;
}

/// A path below its instance, so that a moved instance does not change each of its objects.
std::string below(std::string path, const std::string& instance_path) {
  if (!instance_path.empty() && instance_path != "." && path.starts_with(instance_path + "/"))
    return path.substr(instance_path.size() + 1);
  return path;
}

std::string new_name(const std::map<std::string, std::string>& renamed,
                     const std::string& instance) {
  const auto it = renamed.find(instance);
  return it == renamed.end() ? instance : it->second;
}

/// Compares the clocks of one instance that both lists have.
void compare_clock(const SelectedClock& a, const std::string& path_a, const SelectedClock& b,
                   const std::string& path_b, const std::string& view, ChangeList& changes) {
  const auto differ = [&](const char* kind, const std::string& before, const std::string& after) {
    if (before != after) changes.add({kind, b.instance, b.clock, before, after, {}}, view);
  };
  const bool was_on = a.state == ClockState::kActive || a.state == ClockState::kShared;
  const bool is_on = b.state == ClockState::kActive || b.state == ClockState::kShared;
  if (was_on != is_on) {
    differ(is_on ? "clock-on" : "clock-off",
           was_on ? show(a.period) : std::string(to_string(a.state)),
           is_on ? show(b.period) : std::string(to_string(b.state)));
    return;
  }
  if (!is_on) return;
  differ("period", show(a.period), show(b.period));
  differ("setup-uncertainty", show(a.setup_uncertainty), show(b.setup_uncertainty));
  differ("hold-uncertainty", show(a.hold_uncertainty), show(b.hold_uncertainty));
  differ("waveform", show(a.rise) + " " + show(a.fall), show(b.rise) + " " + show(b.fall));
  differ("kind", std::string(to_string(a.kind)), std::string(to_string(b.kind)));
  differ("object", below(a.object, path_a), below(b.object, path_b));
  if (b.kind != ClockKind::kGenerated) return;
  differ("derivation", a.derivation.describe(), b.derivation.describe());
  differ("source", below(a.source, path_a), below(b.source, path_b));
}

std::string entry_text(SelectedEntry entry, const std::string& path,
                       const std::map<std::string, std::string>& names) {
  for (auto* objects : {&entry.from, &entry.through, &entry.to, &entry.objects}) {
    for (SelectedObject& object : *objects) object.path = below(object.path, path);
  }
  // Places and wording are not what is constrained; names of clocks follow a renamed instance.
  entry.place.clear();
  entry.document.clear();
  entry.citation.clear();
  if (path.size() > 1) {
    for (std::size_t at = entry.value.find(path + "/"); at != std::string::npos;
         at = entry.value.find(path + "/", at))
      entry.value.erase(at, path.size() + 1);
  }
  Selection one;
  one.entries.push_back(std::move(entry));
  std::string text = write_entries_csv(one);
  text = text.substr(text.find('\n') + 1);
  for (const auto& [before, after] : names) {
    if (before == after) continue;
    for (std::size_t at = text.find(before + "_"); at != std::string::npos;
         at = text.find(before + "_", at + after.size()))
      text.replace(at, before.size(), after);
  }
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

std::string summary(const SelectedEntry& entry) {
  return std::string(to_string(entry.kind)) + " " + std::string(to_string(entry.state)) +
         (entry.why.empty() ? "" : " (" + entry.why + ")");
}

}  // namespace

void ChangeList::add(const Change& change, const std::string& view) {
  auto& views =
      changes_[{change.kind, change.instance, change.object, change.before, change.after}];
  if (views.empty() || views.back() != view) views.push_back(view);
}

std::vector<Change> ChangeList::take() {
  static const std::vector<std::string> kOrder{
      "instance-", "design-", "document", "mode", "clock-", "period", "", "relation", "entry-"};
  const auto rank = [](const Change& change) {
    for (std::size_t i = 0; i < kOrder.size(); ++i) {
      if (!kOrder[i].empty() && change.kind.starts_with(kOrder[i])) return i;
    }
    return std::size_t{6};
  };
  std::vector<Change> list;
  for (auto& [key, views] : changes_) {
    const auto& [kind, instance, object, before, after] = key;
    list.push_back({kind, instance, object, before, after, std::move(views)});
  }
  std::stable_sort(list.begin(), list.end(),
                   [&](const Change& a, const Change& b) { return rank(a) < rank(b); });
  return list;
}

void compare_selections(const Project& a, const Selection& before, const Project& b,
                        const Selection& after, const std::map<std::string, std::string>& renamed,
                        const std::string& view, ChangeList& changes) {
  std::map<std::pair<std::string, std::string>, const SelectedClock*> old_clocks;
  for (const SelectedClock& clock : before.clocks)
    old_clocks[{new_name(renamed, clock.instance), clock.clock}] = &clock;
  std::set<std::string> old_instances;
  for (const Instance& instance : a.config.instances)
    old_instances.insert(new_name(renamed, instance.name));
  std::set<std::string> new_instances;
  for (const Instance& instance : b.config.instances) new_instances.insert(instance.name);
  for (const SelectedClock& clock : after.clocks) {
    const auto old = old_clocks.find({clock.instance, clock.clock});
    if (old != old_clocks.end()) {
      compare_clock(*old->second, path_of(a, old->second->instance), clock,
                    path_of(b, clock.instance), view, changes);
      old_clocks.erase(old);
    } else if (old_instances.contains(clock.instance)) {
      const bool is_on = clock.state == ClockState::kActive || clock.state == ClockState::kShared;
      changes.add({is_on ? "clock-on" : "clock-described",
                   clock.instance,
                   clock.clock,
                   "not described",
                   is_on ? show(clock.period) : std::string(to_string(clock.state)),
                   {}},
                  view);
    }
  }
  for (const auto& [key, clock] : old_clocks) {
    const bool was_on = clock->state == ClockState::kActive || clock->state == ClockState::kShared;
    if (new_instances.contains(key.first))
      changes.add({was_on ? "clock-off" : "clock-not-described",
                   key.first,
                   key.second,
                   was_on ? show(clock->period) : std::string(to_string(clock->state)),
                   "not described",
                   {}},
                  view);
  }
  std::map<std::pair<std::string, std::string>, const SelectedEntry*> old_entries;
  for (const SelectedEntry& entry : before.entries)
    old_entries[{new_name(renamed, entry.instance), entry.id}] = &entry;
  for (const SelectedEntry& entry : after.entries) {
    const auto old = old_entries.find({entry.instance, entry.id});
    if (old == old_entries.end()) {
      if (entry.instance.empty() || old_instances.contains(entry.instance))
        changes.add({"entry-added", entry.instance, entry.id, "", summary(entry), {}}, view);
      continue;
    }
    SelectedEntry renamed_old = *old->second;
    renamed_old.instance = entry.instance;
    const std::string text_a = entry_text(renamed_old, path_of(a, old->second->instance), renamed);
    const std::string text_b = entry_text(entry, path_of(b, entry.instance), {});
    // Relations are compared pair by pair.
    if (text_a != text_b && entry.kind != EntryKind::kRelation &&
        entry.kind != EntryKind::kPropagated)
      changes.add({"entry-changed", entry.instance, entry.id, text_a, text_b, {}}, view);
    old_entries.erase(old);
  }
  for (const auto& [key, entry] : old_entries) {
    if (key.first.empty() || new_instances.contains(key.first))
      changes.add({"entry-removed", key.first, key.second, summary(*entry), "", {}}, view);
  }
}

void compare_relations(const Selection& before, const Selection& after,
                       const std::map<std::string, std::string>& renamed, const std::string& view,
                       ChangeList& changes) {
  const RelationMatrix old_matrix(before);
  const RelationMatrix matrix(after);
  if (matrix.clocks().size() > kMaxClocks) return;
  std::map<std::string, std::size_t> old_position;
  for (std::size_t i = 0; i < old_matrix.clocks().size(); ++i) {
    const SelectedClock& clock = before.clocks[old_matrix.clocks()[i]];
    old_position[new_name(renamed, clock.instance) + "/" + clock.clock] = i;
  }
  const auto word = [](const std::optional<RelationMatrix::Answer>& answer) {
    return answer ? std::string(to_string(answer->kind)) : std::string("not declared");
  };
  const auto name = [&](std::size_t i) {
    const SelectedClock& clock = after.clocks[matrix.clocks()[i]];
    return clock.instance + "/" + clock.clock;
  };
  for (std::size_t i = 0; i < matrix.clocks().size(); ++i) {
    const auto a = old_position.find(name(i));
    if (a == old_position.end()) continue;
    for (std::size_t j = i + 1; j < matrix.clocks().size(); ++j) {
      const auto b = old_position.find(name(j));
      if (b == old_position.end()) continue;
      const std::string was = word(old_matrix.between(a->second, b->second));
      const std::string is = word(matrix.between(i, j));
      if (was != is) changes.add({"relation", "", name(i) + " " + name(j), was, is, {}}, view);
    }
  }
}

}  // namespace sealring::sdcgen
