// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <set>

#include "core/diagnostics/suggest.h"
#include "sdcgen/codes.h"
#include "sdcgen/diff/changes.h"
#include "sdcgen/emit/sdc_writer.h"
#include "sdcgen/readers/ip_spec.h"

namespace sealring::sdcgen {

namespace {

using core::make_finding;

/// The commands of each section of one view, by instance ("" for the design).
std::map<std::string, std::string> sections_of(const Project& project, const Selection& selection) {
  const SdcUnits units = units_of(project, selection.view.corner);
  std::map<std::string, std::string> texts;
  for (const auto& sections :
       {write_clocks(selection, units.time), write_constraints(selection, units)}) {
    for (const SdcSection& section : sections) {
      std::string& text = texts[section.instance];
      for (const SdcLine& line : section.lines) text += line.text + "\n";
    }
  }
  return texts;
}

class ConfigDiff {
 public:
  ConfigDiff(const core::InputReader& reader, core::Sink& sink) : reader_(reader), sink_(sink) {}

  void run(const std::filesystem::path& before, const std::filesystem::path& after,
           DiffResult& result) {
    core::CountingSink counted(sink_);
    a_ = read_project(reader_, before, counted);
    b_ = read_project(reader_, after, counted);
    if (a_ == nullptr || b_ == nullptr || counted.errors != 0) return;
    compare_instances();
    std::map<std::string, Selection> old_lists = lists(*a_, counted);
    std::map<std::string, Selection> new_lists = lists(*b_, counted);
    if (counted.errors != 0) return;
    result.compared = true;
    for (const Instance& instance : b_->config.instances) same_.insert(instance.name);
    for (auto& [view, list] : new_lists) {
      const auto old = old_lists.find(view);
      if (old == old_lists.end()) {
        changes_.add({"design-view-added", "", view, "", view, {}}, view);
        result.recheck.push_back({"", view, {}, "the view is new"});
        continue;
      }
      compare_selections(*a_, old->second, *b_, list, renamed_, view, changes_);
      compare_relations(old->second, list, renamed_, view, changes_);
      compare_texts(old->second, list, result);
      old_lists.erase(old);
    }
    for (const auto& [view, list] : old_lists)
      changes_.add({"design-view-removed", "", view, view, "", {}}, view);
    result.changes = changes_.take();
    for (const Instance& instance : b_->config.instances) {
      if (same_.contains(instance.name) && old_names_.contains(instance.name))
        result.unchanged.push_back(instance.name);
    }
  }

 private:
  static const Instance* find(const DesignConfig& config, const std::string& name) {
    for (const Instance& one : config.instances) {
      if (one.name == name) return &one;
    }
    return nullptr;
  }

  bool same_ip(const Instance& old, const Instance& one) const {
    const IpSpec* a = a_->spec_of(old);
    const IpSpec* b = b_->spec_of(one);
    return a != nullptr && b != nullptr && a->ip == b->ip;
  }

  /// Instances by name; one that is gone and one that is new with the same IP at the same path are one, renamed.
  void compare_instances() {
    for (const Instance& old : a_->config.instances) {
      if (find(b_->config, old.name) != nullptr) continue;
      for (const Instance& one : b_->config.instances) {
        const bool same =
            one.path == old.path && same_ip(old, one) && find(a_->config, one.name) == nullptr;
        if (same) renamed_[old.name] = one.name;
      }
      if (!renamed_.contains(old.name))
        changes_.add({"instance-removed", old.name, "", old.path, "", {}}, "");
    }
    std::map<std::string, const Instance*> old_by_name;
    for (const Instance& old : a_->config.instances) {
      const auto name = renamed_.find(old.name);
      old_by_name[name == renamed_.end() ? old.name : name->second] = &old;
      old_names_.insert(name == renamed_.end() ? old.name : name->second);
      if (name != renamed_.end())
        changes_.add({"instance-renamed", name->second, "", old.name, name->second, {}}, "");
    }
    for (const Instance& one : b_->config.instances) {
      const auto old = old_by_name.find(one.name);
      if (old == old_by_name.end()) {
        changes_.add({"instance-added", one.name, "", "", one.path, {}}, "");
      } else {
        compare_instance(*old->second, one);
      }
    }
    if (a_->netlist_digests != b_->netlist_digests)
      changes_.add(
          {"design-netlist", "", "", joined(a_->netlist_names), joined(b_->netlist_names), {}}, "");
  }

  static std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
  }

  void compare_instance(const Instance& old, const Instance& one) {
    const auto differ = [&](const char* kind, const std::string& object, const std::string& before,
                            const std::string& after) {
      if (before != after) changes_.add({kind, one.name, object, before, after, {}}, "");
    };
    differ("instance-moved", "", old.path, one.path);
    for (const std::string& mode : b_->config.modes) {
      const PerMode::Entry* was = old.mode.in(mode);
      const PerMode::Entry* is = one.mode.in(mode);
      if (was != nullptr && is != nullptr) differ("mode", mode, was->value, is->value);
    }
    const IpSpec* old_spec = a_->spec_of(old);
    const IpSpec* spec = b_->spec_of(one);
    if (old_spec != nullptr && spec != nullptr)
      differ("document", "", old_spec->document + " rev " + old_spec->revision,
             spec->document + " rev " + spec->revision);
    for (const auto& [name, value] : one.parameters) {
      const auto was = old.parameters.find(name);
      differ("instance-parameter", name,
             was == old.parameters.end() ? "" : core::format_decimal(was->second.value, 18),
             core::format_decimal(value.value, 18));
    }
  }

  std::map<std::string, Selection> lists(const Project& project, core::Sink& sink) {
    std::map<std::string, Selection> all;
    core::CollectingSink found;
    for (const View& view : project.config.views())
      all.emplace(view.name(),
                  select_view(project, select_clocks(project, view, found), view, found));
    // Only what makes a list impossible counts here.
    for (core::Finding& finding : found.findings) {
      if (finding.severity == core::Severity::kError) sink.report(std::move(finding));
    }
    return all;
  }

  /// Text by text: an instance is unchanged when its commands are the same bytes.
  void compare_texts(const Selection& before, const Selection& after, DiffResult& result) {
    const auto old_texts = sections_of(*a_, before);
    const auto new_texts = sections_of(*b_, after);
    Recheck recheck{"", after.view.name(), {}, ""};
    bool design = false;
    for (const auto& [instance, text] : new_texts) {
      const auto old = old_texts.find(instance);
      if (old != old_texts.end() && old->second == text) continue;
      same_.erase(instance);
      if (instance.empty()) {
        design = true;
      } else {
        recheck.instances.push_back(instance);
      }
    }
    const bool netlist = a_->netlist_digests != b_->netlist_digests;
    if (recheck.instances.empty() && !design && !netlist) return;
    const auto add = [&](const char* why) {
      recheck.why += (recheck.why.empty() ? "" : ", ") + std::string(why);
    };
    if (!recheck.instances.empty()) add("constraints of instances changed");
    if (design) add("constraints of the design changed");
    if (netlist) add("the netlist changed");
    result.recheck.push_back(std::move(recheck));
  }

  const core::InputReader& reader_;
  core::Sink& sink_;
  std::unique_ptr<Project> a_;
  std::unique_ptr<Project> b_;
  std::map<std::string, std::string> renamed_;
  std::set<std::string> old_names_;
  std::set<std::string> same_;
  ChangeList changes_;
};

/// Compares two revisions of one document, and finds what uses the changed clocks.
class SpecDiff {
 public:
  SpecDiff(const core::InputReader& reader, core::Sink& sink) : reader_(reader), sink_(sink) {}

  void run(const IpDocument& before, const IpDocument& after,
           const std::vector<std::filesystem::path>& used_by, DiffResult& result) {
    const auto a = read_ip_spec(before, {}, before.file, sink_);
    const auto b = read_ip_spec(after, {}, after.file, sink_);
    if (!a || !b) return;
    result.compared = true;
    const auto differ = [&](const char* kind, const std::string& object, const std::string& was,
                            const std::string& is, const std::vector<std::string>& modes) {
      if (was == is) return;
      for (const std::string& mode : modes.empty() ? std::vector<std::string>{""} : modes) {
        changes_.add({kind, "", object, was, is, {}}, mode);
        affected_.insert({object, mode});
      }
    };
    differ("document", "", a->document + " rev " + a->revision, b->document + " rev " + b->revision,
           {});
    affected_.clear();
    compare_clocks(*a, *b, differ);
    compare_entries(*a, *b, differ);
    result.changes = changes_.take();
    for (const std::filesystem::path& config : used_by) find_users(config, *a, *b, result);
  }

 private:
  static std::vector<std::string> modes_of(const ClockSpec& clock) {
    std::vector<std::string> modes;
    for (const ModeRange& range : clock.modes) modes.push_back(range.mode);
    return modes;
  }

  static std::string place(const ClockSpec& clock) {
    return std::string(to_string(clock.kind)) + " " + std::string(to_string(clock.object.kind)) +
           " " + clock.object.name +
           (clock.kind == ClockKind::kGenerated
                ? " from " + clock.master + " " + clock.derivation.describe()
                : "");
  }

  static std::string range_text(const ModeRange* range) {
    if (range == nullptr) return "not in this mode";
    const auto show = [](const std::optional<core::Time>& time) {
      return time ? core::format_engineering(time->si, core::Dimension::kTime) : std::string("any");
    };
    return show(range->min) + " to " + show(range->max);
  }

  template <class Differ>
  void compare_clocks(const IpSpec& a, const IpSpec& b, Differ&& differ) {
    for (const ClockSpec& clock : b.clocks) {
      const ClockSpec* old = a.find(clock.name);
      if (old == nullptr) {
        differ("clock-described", clock.name, "", place(clock), modes_of(clock));
        continue;
      }
      differ("object", clock.name, place(*old), place(clock), modes_of(clock));
      std::set<std::string> modes;
      for (const ModeRange& range : old->modes) modes.insert(range.mode);
      for (const ModeRange& range : clock.modes) modes.insert(range.mode);
      for (const std::string& mode : modes)
        differ("range", clock.name, range_text(old->in_mode(mode)), range_text(clock.in_mode(mode)),
               {mode});
    }
    for (const ClockSpec& clock : a.clocks) {
      if (b.find(clock.name) == nullptr)
        differ("clock-not-described", clock.name, place(clock), "", modes_of(clock));
    }
  }

  /// Entries are compared as written, without their places: as the words of their fields.
  static std::string words(const EntrySpec& entry) {
    std::string text(to_string(entry.kind));
    const auto list = [&](const char* name, const std::vector<ObjectPattern>& patterns) {
      for (const ObjectPattern& pattern : patterns)
        text += std::string(" ") + name + " " + std::string(to_string(pattern.kind)) + ":" +
                pattern.text;
    };
    if (entry.kind == EntryKind::kRelation) text += " " + std::string(to_string(entry.relation));
    for (const auto& group : entry.groups) list("group", group);
    list("from", entry.from);
    list("through", entry.through);
    list("to", entry.to);
    list("on", entry.objects);
    for (const Amount& amount : entry.amounts)
      text += " " + amount.role + "=" + core::format_decimal(amount.si, 12);
    for (const std::string& flag : entry.flags) text += " " + flag;
    return text + (entry.clock.empty() ? "" : " clock " + entry.clock) +
           (entry.value.empty() ? "" : " " + entry.value);
  }

  template <class Differ>
  void compare_entries(const IpSpec& a, const IpSpec& b, Differ&& differ) {
    const auto find = [](const IpSpec& spec, const std::string& id) -> const EntrySpec* {
      const auto it = std::find_if(spec.entries.begin(), spec.entries.end(),
                                   [&](const EntrySpec& one) { return one.id == id; });
      return it == spec.entries.end() ? nullptr : &*it;
    };
    for (const EntrySpec& entry : b.entries) {
      const EntrySpec* old = find(a, entry.id);
      differ(old == nullptr ? "entry-added" : "entry-changed", entry.id,
             old == nullptr ? "" : words(*old), words(entry),
             entry.modes.empty() ? b.modes : entry.modes);
    }
    for (const EntrySpec& entry : a.entries) {
      if (find(b, entry.id) == nullptr)
        differ("entry-removed", entry.id, words(entry), "",
               entry.modes.empty() ? a.modes : entry.modes);
    }
  }

  void find_users(const std::filesystem::path& path, const IpSpec& a, const IpSpec& b,
                  DiffResult& result) {
    const auto project = read_project(reader_, path, sink_);
    if (project == nullptr) {
      result.compared = false;
      return;
    }
    for (const View& view : project->config.views()) {
      Recheck recheck{reader_.shown(path), view.name(), {}, ""};
      std::set<std::string> clocks;
      for (const Instance& instance : project->config.instances) {
        const IpSpec* spec = project->spec_of(instance);
        const PerMode::Entry* mode = instance.mode.in(view.mode);
        const bool uses = spec != nullptr && mode != nullptr &&
                          (spec->sha256 == a.sha256 || spec->sha256 == b.sha256);
        if (!uses) continue;
        bool touched = false;
        for (const auto& [object, in_mode] : affected_) {
          if (in_mode != mode->value) continue;
          touched = true;
          clocks.insert(object);
        }
        if (touched) recheck.instances.push_back(instance.name);
      }
      if (recheck.instances.empty()) continue;
      for (const std::string& clock : clocks)
        recheck.why += (recheck.why.empty() ? "" : ", ") + clock;
      result.recheck.push_back(std::move(recheck));
    }
  }

  const core::InputReader& reader_;
  core::Sink& sink_;
  ChangeList changes_;
  std::set<std::pair<std::string, std::string>> affected_;  ///< clock or entry, mode of the IP
};

std::string schema_of(const IpDocument& document) {
  const core::YamlNode* schema = document.tree->find("schema");
  return schema == nullptr ? "" : schema->scalar;
}

void report_changes(const DiffResult& result, core::Sink& sink) {
  for (const Change& change : result.changes) {
    const std::string object = change.instance.empty() ? change.object
                               : change.object.empty() ? change.instance
                                                       : change.instance + "/" + change.object;
    const std::string text = change.kind + (object.empty() ? "" : " '" + object + "'") + ": " +
                             (change.before.empty() ? "none" : change.before) + " -> " +
                             (change.after.empty() ? "none" : change.after);
    sink.report(make_finding(codes::kChanged, text).at({result.after}).on(object, change.kind));
  }
}

}  // namespace

DiffResult diff_documents(const core::InputReader& reader, const std::filesystem::path& before,
                          const std::filesystem::path& after,
                          const std::vector<std::filesystem::path>& used_by, core::Sink& sink) {
  DiffResult result;
  const auto a = read_ip_document(reader, before, sink, {});
  const auto b = read_ip_document(reader, after, sink, {});
  if (!a || !b) return result;
  result.before = a->file;
  result.after = b->file;
  const std::string schema = schema_of(*a);
  if (schema != schema_of(*b) || (schema != "sealring.design/1" && schema != "sealring.ip/1")) {
    sink.report(
        make_finding(codes::kNotComparable,
                     "'" + a->file + "' is of schema '" + schema + "', '" + b->file + "' of '" +
                         schema_of(*b) +
                         "'; two of sealring.design/1 or two of sealring.ip/1 were expected")
            .at({b->file})
            .on(b->file, "schema"));
    return result;
  }
  if (schema == "sealring.ip/1") {
    SpecDiff(reader, sink).run(*a, *b, used_by, result);
  } else {
    ConfigDiff(reader, sink).run(before, after, result);
  }
  report_changes(result, sink);
  return result;
}

}  // namespace sealring::sdcgen
