// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/diff/diff_specs.h"

#include <algorithm>
#include <functional>
#include <set>

#include "sdcgen/diff/changes.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

namespace {

/// What one difference says: kind, clock or entry, before, after, modes of the IP in which it shows.
using Differ =
    std::function<void(const char* kind, const std::string& object, const std::string& before,
                       const std::string& after, const std::set<std::string>& modes)>;

std::string show(const std::optional<core::Time>& time, const char* none) {
  return time ? core::format_engineering(time->si, core::Dimension::kTime) : std::string(none);
}

std::set<std::string> modes_of(const ClockSpec& clock) {
  std::set<std::string> modes;
  for (const ModeRange& range : clock.modes) modes.insert(range.mode);
  return modes;
}

std::set<std::string> modes_of(const IpSpec& spec, const EntrySpec& entry) {
  const auto& modes = entry.modes.empty() ? spec.modes : entry.modes;
  return {modes.begin(), modes.end()};
}

std::set<std::string> both(std::set<std::string> a, const std::set<std::string>& b) {
  a.insert(b.begin(), b.end());
  return a;
}

/// Everything that a document says of a clock beside its modes and ranges.
std::string words(const IpSpec& spec, const ClockSpec& clock) {
  const auto object = [](const ObjectRef& ref) {
    return std::string(to_string(ref.kind)) + " " + ref.name;
  };
  std::string text = std::string(to_string(clock.kind));
  if (clock.object.kind != ObjectRef::Kind::kNone) text += " on " + object(clock.object);
  if (clock.kind == ClockKind::kGenerated) {
    const ClockSpec* master = spec.find(clock.master);
    const bool own_source = clock.source.kind != ObjectRef::Kind::kNone;
    text += " from " + clock.master + " " + clock.derivation.describe();
    if (own_source || master != nullptr)
      text += " at " + object(own_source ? clock.source : master->object);
  }
  if (clock.setup_uncertainty) text += ", setup uncertainty " + show(clock.setup_uncertainty, "");
  if (clock.hold_uncertainty) text += ", hold uncertainty " + show(clock.hold_uncertainty, "");
  if (clock.add) text += ", beside another clock";
  if (!clock.required) text += ", optional";
  return text;
}

std::string range_text(const ModeRange* range) {
  if (range == nullptr) return "not in this mode";
  return show(range->min, "any") + " to " + show(range->max, "any");
}

void compare_clocks(const IpSpec& a, const IpSpec& b, const Differ& differ) {
  for (const ClockSpec& clock : b.clocks) {
    const ClockSpec* old = a.find(clock.name);
    if (old == nullptr) {
      differ("clock-described", clock.name, "", words(b, clock), modes_of(clock));
      continue;
    }
    differ("object", clock.name, words(a, *old), words(b, clock),
           both(modes_of(*old), modes_of(clock)));
    for (const std::string& mode : both(modes_of(*old), modes_of(clock)))
      differ("range", clock.name, range_text(old->in_mode(mode)), range_text(clock.in_mode(mode)),
             {mode});
  }
  for (const ClockSpec& clock : a.clocks) {
    if (b.find(clock.name) == nullptr)
      differ("clock-not-described", clock.name, words(a, clock), "", modes_of(clock));
  }
}

/// Entries are compared as written, without their places and reasons: as the words of their fields.
std::string words(const EntrySpec& entry) {
  std::string text(to_string(entry.kind));
  const auto list = [&](const char* name, const std::vector<ObjectPattern>& patterns) {
    for (const ObjectPattern& pattern : patterns)
      text +=
          std::string(" ") + name + " " + std::string(to_string(pattern.kind)) + ":" + pattern.text;
  };
  const auto field = [&](const char* name, const std::string& value) {
    if (!value.empty()) text += std::string(" ") + name + (*name != 0 ? " " : "") + value;
  };
  if (entry.kind == EntryKind::kRelation) text += " " + std::string(to_string(entry.relation));
  for (const auto& group : entry.groups) list("group", group);
  list("from", entry.from);
  list("through", entry.through);
  list("to", entry.to);
  list("on", entry.objects);
  list("by", entry.proof);
  for (const Amount& amount : entry.amounts)
    text += " " + amount.role + "=" + core::format_decimal(amount.si, 12);
  for (const std::string& flag : entry.flags) text += " " + flag;
  field("clock", entry.clock);
  if (!entry.clock.empty() && !entry.virtual_clock) text += " itself";
  field("driven by", entry.driving_cell);
  field("", entry.value);
  if (entry.origin.is_candidate()) text += " candidate";
  for (const std::string& mode : entry.modes) field("mode", mode);
  return text;
}

void compare_entries(const IpSpec& a, const IpSpec& b, const Differ& differ) {
  const auto find = [](const IpSpec& spec, const std::string& id) -> const EntrySpec* {
    const auto it = std::find_if(spec.entries.begin(), spec.entries.end(),
                                 [&](const EntrySpec& one) { return one.id == id; });
    return it == spec.entries.end() ? nullptr : &*it;
  };
  for (const EntrySpec& entry : b.entries) {
    const EntrySpec* old = find(a, entry.id);
    if (old == nullptr) {
      differ("entry-added", entry.id, "", words(entry), modes_of(b, entry));
    } else {
      differ("entry-changed", entry.id, words(*old), words(entry),
             both(modes_of(a, *old), modes_of(b, entry)));
    }
  }
  for (const EntrySpec& entry : a.entries) {
    if (find(b, entry.id) == nullptr)
      differ("entry-removed", entry.id, words(entry), "", modes_of(a, entry));
  }
}

/// Clocks and entries of which two revisions say something else to an instance in one mode.
std::set<std::string> changed_in(const IpSpec& a, const IpSpec& b, const std::string& mode) {
  std::set<std::string> changed;
  const Differ differ = [&](const char*, const std::string& object, const std::string& before,
                            const std::string& after, const std::set<std::string>& modes) {
    if (before != after && modes.contains(mode)) changed.insert(object);
  };
  compare_clocks(a, b, differ);
  compare_entries(a, b, differ);
  return changed;
}

/// Those of an instance's parameters that a revision describes: the other one may have come with the rest.
Parameters described_by(const IpDocument& document, const Parameters& given) {
  Parameters known;
  const core::YamlNode* parameters = document.tree->find("parameters");
  for (const auto& [name, value] : given) {
    if (parameters != nullptr && parameters->find(name) != nullptr) known.emplace(name, value);
  }
  return known;
}

/// Finds the views of one configuration that use what changed.
void find_users(const core::InputReader& reader, const std::filesystem::path& path,
                const IpDocument& before, const IpDocument& after, core::Sink& sink,
                DiffResult& result) {
  const auto project = read_project(reader, path, sink);
  if (project == nullptr) {
    result.compared = false;
    return;
  }
  bool used = false;
  for (const View& view : project->config.views()) {
    Recheck recheck{reader.shown(path), view.name(), {}, ""};
    std::set<std::string> changed;
    for (const Instance& instance : project->config.instances) {
      const IpSpec* spec = project->spec_of(instance);
      const PerMode::Entry* mode = instance.mode.in(view.mode);
      if (spec == nullptr || mode == nullptr) continue;
      if (spec->sha256 != before.sha256 && spec->sha256 != after.sha256) continue;
      used = true;
      const auto a =
          read_ip_spec(before, described_by(before, instance.parameters), instance.name, sink);
      const auto b =
          read_ip_spec(after, described_by(after, instance.parameters), instance.name, sink);
      if (!a || !b) {
        result.compared = false;
        continue;
      }
      const std::set<std::string> own = changed_in(*a, *b, mode->value);
      if (!own.empty()) recheck.instances.push_back(instance.name);
      changed.insert(own.begin(), own.end());
    }
    if (recheck.instances.empty()) continue;
    for (const std::string& object : changed)
      recheck.why += (recheck.why.empty() ? "" : ", ") + object;
    result.recheck.push_back(std::move(recheck));
  }
  if (!used) result.unused.push_back(reader.shown(path));
}

}  // namespace

void diff_specs(const core::InputReader& reader, const IpDocument& before, const IpDocument& after,
                const std::vector<std::filesystem::path>& used_by, core::Sink& sink,
                DiffResult& result) {
  const auto a = read_ip_spec(before, {}, before.file, sink);
  const auto b = read_ip_spec(after, {}, after.file, sink);
  if (!a || !b) return;
  result.compared = true;
  ChangeList changes;
  const Differ differ = [&](const char* kind, const std::string& object, const std::string& was,
                            const std::string& is, const std::set<std::string>& modes) {
    if (was == is) return;
    for (const std::string& mode : modes) changes.add({kind, "", object, was, is, {}}, mode);
    if (modes.empty()) changes.add({kind, "", object, was, is, {}}, "");
  };
  differ("document", "", a->document + " rev " + a->revision, b->document + " rev " + b->revision,
         {});
  compare_clocks(*a, *b, differ);
  compare_entries(*a, *b, differ);
  result.changes = changes.take();
  for (const std::filesystem::path& config : used_by)
    find_users(reader, config, before, after, sink, result);
}

}  // namespace sealring::sdcgen
