// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <set>

#include "core/diagnostics/suggest.h"
#include "sdcgen/codes.h"
#include "sdcgen/diff/changes.h"
#include "sdcgen/diff/diff_specs.h"
#include "sdcgen/emit/sdc_writer.h"
#include "sdcgen/prove/proof_cache.h"
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
    const auto value_of = [](const Parameters& parameters, const std::string& name) {
      const auto it = parameters.find(name);
      return it == parameters.end() ? std::string() : core::format_decimal(it->second.value, 18);
    };
    Parameters all = old.parameters;
    all.insert(one.parameters.begin(), one.parameters.end());
    for (const auto& [name, value] : all)
      differ("instance-parameter", name, value_of(old.parameters, name),
             value_of(one.parameters, name));
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
    const bool texts = !recheck.instances.empty();
    bool ranges = false;
    for (const Instance& old : a_->config.instances) {
      const auto name = renamed_.find(old.name);
      const Instance* one = find(b_->config, name == renamed_.end() ? old.name : name->second);
      if (one == nullptr ||
          allowed_text(*a_, old, before.view) == allowed_text(*b_, *one, after.view))
        continue;
      ranges = true;
      const auto at = std::find(recheck.instances.begin(), recheck.instances.end(), one->name);
      if (at == recheck.instances.end()) recheck.instances.push_back(one->name);
    }
    const bool netlist = a_->netlist_digests != b_->netlist_digests;
    const bool liberty = libraries(*a_, before.view) != libraries(*b_, after.view);
    if (recheck.instances.empty() && !design && !netlist && !liberty) return;
    const auto add = [&](const char* why) {
      recheck.why += (recheck.why.empty() ? "" : ", ") + std::string(why);
    };
    if (texts) add("constraints of instances changed");
    if (ranges) add("other periods are allowed");
    if (design) add("constraints of the design changed");
    if (netlist) add("the netlist changed");
    if (liberty) add("the Liberty files changed");
    result.recheck.push_back(std::move(recheck));
  }

  static std::vector<std::string> libraries(const Project& project, const View& view) {
    std::vector<std::string> digests;
    for (const auto& [path, location] : project.config.corner(view.corner)->liberty)
      digests.push_back(project.liberty.at(path.string()).input.sha256);
    return digests;
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
    diff_specs(reader, *a, *b, used_by, sink, result);
  } else {
    ConfigDiff(reader, sink).run(before, after, result);
  }
  report_changes(result, sink);
  return result;
}

}  // namespace sealring::sdcgen
