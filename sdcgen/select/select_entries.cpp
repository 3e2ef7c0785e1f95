// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "core/diagnostics/suggest.h"
#include "core/diagnostics/waivers.h"
#include "sdcgen/codes.h"
#include "sdcgen/rules/questions.h"
#include "sdcgen/rules/relations.h"
#include "sdcgen/select/io_clocks.h"
#include "sdcgen/select/patterns.h"
#include "sdcgen/select/raw_text.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

namespace {

using core::make_finding;

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Calls `visit` for each value whose key a name or glob matches; a plain name is looked up.
template <class Map, class Visit>
void for_each_match(const Map& map, const std::string& pattern, Visit&& visit) {
  if (pattern.find_first_of("*?") == std::string::npos) {
    const auto it = map.find(pattern);
    if (it != map.end()) visit(it->second);
    return;
  }
  for (const auto& [name, value] : map) {
    if (core::glob_match(pattern, name)) visit(value);
  }
}

/// Selects the entries of all instances and of the design in one view.
class EntrySelector {
 public:
  EntrySelector(const Project& project, const View& view, Selection& selection, core::Sink& sink)
      : project_(project), view_(view), selection_(selection), sink_(sink), finder_(project) {
    const auto& stages = project.config.propagated_stages;
    propagated_ = stages && contains(*stages, view.flow_stage);
    for (std::size_t i = 0; i < selection.clocks.size(); ++i) {
      const SelectedClock& clock = selection.clocks[i];
      by_instance_[clock.instance][clock.clock] = i;
    }
  }

  void run() {
    for (const Instance& instance : project_.config.instances) {
      const IpSpec* spec = project_.spec_of(instance);
      const PerMode::Entry* mode = instance.mode.in(view_.mode);
      if (spec == nullptr || mode == nullptr || project_.top == nullptr) continue;
      instance_ = &instance;
      for (const EntrySpec& entry : spec->entries) {
        SelectedEntry selected = describe(entry, core::Owner::kSpec);
        selected.instance = instance.name;
        selected.document = spec->document + " rev " + spec->revision;
        select(entry, mode->value, "the IP is in mode '" + mode->value + "'", std::move(selected));
      }
      if (propagated_) propagate(instance.name);
    }
    instance_ = nullptr;
    for (const EntrySpec& entry : project_.config.entries) {
      SelectedEntry selected = describe(entry, core::Owner::kConfig);
      selected.document = project_.config.file;
      select(entry, view_.mode, "", std::move(selected));
    }
    add_condition();
    add_io_clocks(selection_, io_bases_, sink_);
  }

 private:
  static SelectedEntry describe(const EntrySpec& entry, core::Owner owner) {
    SelectedEntry selected;
    selected.id = entry.id;
    selected.kind = entry.kind;
    selected.relation = entry.relation;
    selected.amounts = entry.amounts;
    selected.flags = entry.flags;
    selected.value = entry.value;
    selected.driving_cell = entry.driving_cell;
    selected.reason = entry.reason;
    selected.location = entry.location;
    selected.place = core::to_string(entry.location);
    selected.citation = to_string(entry.cite);
    selected.owner = entry.owner.value_or(owner);
    return selected;
  }

  std::string base() const { return instance_ == nullptr ? "." : instance_->path; }
  std::string who(const SelectedEntry& entry) const {
    return std::string(to_string(entry.kind)) + " '" + entry.id + "'" +
           (entry.instance.empty() ? "" : " of '" + entry.instance + "'");
  }

  /// Why an entry does not hold in this view, or "".
  std::string why_not(const EntrySpec& spec, const std::string& mode) const {
    if (!spec.modes.empty() && !contains(spec.modes, mode))
      return (instance_ == nullptr ? "design mode '" : "mode '") + mode + "' is not listed";
    if (!spec.stages.empty() && !contains(spec.stages, view_.flow_stage))
      return "flow stage '" + view_.flow_stage + "' is not listed";
    if (!spec.corners.empty() && !contains(spec.corners, view_.corner))
      return "corner '" + view_.corner + "' is not listed";
    return {};
  }

  void select(const EntrySpec& spec, const std::string& mode, const std::string& mode_words,
              SelectedEntry entry) {
    if (const std::string why = why_not(spec, mode); !why.empty()) {
      const bool other_mode = !spec.modes.empty() && !contains(spec.modes, mode);
      out_of_view(entry, other_mode && !mode_words.empty() ? mode_words : why);
    } else if (spec.origin.is_candidate()) {
      entry.state = EntryState::kCandidate;
      entry.why = "proposed by " + origin_words(spec.origin) + ", confirmed by nobody";
      sink_.report(make_finding(codes::kCandidate, who(entry) + " is a candidate from " +
                                                       origin_words(spec.origin) +
                                                       " and is not written")
                       .at(entry.location)
                       .on(entry.instance + "/" + entry.id, view_.mode)
                       .owned_by(entry.owner));
    } else {
      fill(spec, entry);
    }
    selection_.entries.push_back(std::move(entry));
  }

  static std::string origin_words(const Origin& origin) {
    static const std::map<Origin::Kind, std::string> kWords{
        {Origin::Kind::kTemplate, "template"},
        {Origin::Kind::kExtraction, "extraction"},
        {Origin::Kind::kModel, "model"},
        {Origin::Kind::kDocument, "document"}};
    return kWords.at(origin.kind) + (origin.ref.empty() ? "" : " '" + origin.ref + "'");
  }

  static void out_of_view(SelectedEntry& entry, std::string why) {
    entry.state = EntryState::kNotApplicable;
    entry.why = std::move(why);
  }

  /// Not applicable for a reason that a person should see.
  void not_applicable(SelectedEntry& entry, const std::string& why) {
    out_of_view(entry, why);
    sink_.report(make_finding(codes::kEntryNotApplicable, who(entry) + " does not apply: " + why)
                     .at(entry.location)
                     .on(entry.instance + "/" + entry.id, view_.mode)
                     .owned_by(entry.owner));
  }

  void fill(const EntrySpec& spec, SelectedEntry& entry) {
    switch (entry.kind) {
      case EntryKind::kRelation: return fill_relation(spec, entry);
      case EntryKind::kFalsePath:
      case EntryKind::kMulticycle:
      case EntryKind::kMaxDelay:
      case EntryKind::kMinDelay: return fill_exception(spec, entry);
      case EntryKind::kInputDelay:
      case EntryKind::kOutputDelay: return fill_io(spec, entry);
      case EntryKind::kCase: return find_all(spec.objects, entry.objects, entry);
      case EntryKind::kDisable: return fill_disable(spec, entry);
      case EntryKind::kLatency:
      case EntryKind::kTransition:
      case EntryKind::kSense: return fill_clock_property(spec, entry);
      case EntryKind::kRaw: return fill_raw(entry);
      case EntryKind::kDerate:
      case EntryKind::kCondition:
      case EntryKind::kPropagated: return;
    }
  }

  /// Clocks that a name or glob stands for: of the instance, or "instance/clock" in the configuration. Unused ones are
  /// left out; a name that nothing describes is reported.
  std::vector<std::string> clocks_of(const ObjectPattern& pattern, const SelectedEntry& entry) {
    std::vector<std::string> names;
    const std::size_t slash = pattern.text.find('/');
    const std::string instance =
        instance_ != nullptr ? instance_->name : pattern.text.substr(0, slash);
    const std::string clock = instance_ != nullptr         ? pattern.text
                              : slash == std::string::npos ? ""
                                                           : pattern.text.substr(slash + 1);
    bool known = false;
    const auto take = [&](const std::map<std::string, std::size_t>& clocks) {
      for_each_match(clocks, clock, [&](std::size_t index) {
        known = true;
        const SelectedClock& one = selection_.clocks[index];
        const bool in_use = one.state == ClockState::kActive || one.state == ClockState::kShared;
        if (in_use && !contains(names, one.name)) names.push_back(one.name);
      });
    };
    for_each_match(by_instance_, instance, take);
    if (!known) report_unknown_clock(pattern, entry);
    return names;
  }

  void report_unknown_clock(const ObjectPattern& pattern, const SelectedEntry& entry) {
    std::vector<std::string> all;
    for (const auto& [name, clocks] : by_instance_) {
      for (const auto& [clock, index] : clocks) {
        if (instance_ == nullptr) all.push_back(name + "/" + clock);
        if (instance_ != nullptr && name == instance_->name) all.push_back(clock);
      }
    }
    sink_.report(make_finding(codes::kEntryClock, who(entry) + ": no clock '" + pattern.text + "'" +
                                                      core::did_you_mean(pattern.text, all))
                     .at(pattern.location)
                     .on(entry.instance + "/" + entry.id, pattern.text)
                     .owned_by(entry.owner));
  }

  void fill_relation(const EntrySpec& spec, SelectedEntry& entry) {
    std::size_t with_clocks = 0;
    for (const auto& patterns : spec.groups) {
      std::vector<std::string> group;
      for (const ObjectPattern& pattern : patterns) {
        for (std::string& name : clocks_of(pattern, entry)) {
          if (!contains(group, name)) group.push_back(std::move(name));
        }
      }
      with_clocks += group.empty() ? 0 : 1;
      if (!group.empty()) entry.groups.push_back(std::move(group));
    }
    for (const ObjectPattern& proof : spec.proof) check_proof(proof, entry);
    if (with_clocks < 2)
      not_applicable(entry, std::string(with_clocks == 0 ? "none" : "only one") +
                                " of its groups has a clock in use");
  }

  void check_proof(const ObjectPattern& proof, SelectedEntry& entry) {
    if (proof.kind == ObjectPattern::Kind::kPin) {
      find_all({proof}, entry.objects, entry);
      return;
    }
    // The id of a case entry of the same document, which must hold wherever the relation does.
    const std::vector<EntrySpec>& all =
        instance_ != nullptr ? project_.spec_of(*instance_)->entries : project_.config.entries;
    const auto given = std::find_if(all.begin(), all.end(), [&](const EntrySpec& one) {
      return one.kind == EntryKind::kCase && one.id == proof.text;
    });
    const std::string& mode =
        instance_ != nullptr ? instance_->mode.in(view_.mode)->value : view_.mode;
    std::string why = given == all.end() ? "is not there" : why_not(*given, mode);
    if (given != all.end() && !why.empty()) why = "does not hold here: " + why;
    if (why.empty() && given->origin.is_candidate()) why = "is confirmed by nobody";
    entry.value = proof.text;
    if (why.empty()) return;
    sink_.report(make_finding(codes::kExclusiveProof, who(entry) + " names the case entry '" +
                                                          proof.text + "', which " + why)
                     .at(proof.location)
                     .on(entry.instance + "/" + entry.id, proof.text)
                     .owned_by(entry.owner));
  }

  /// Every object of every pattern; a pattern without one is reported.
  void find_all(const std::vector<ObjectPattern>& patterns, std::vector<SelectedObject>& objects,
                SelectedEntry& entry) {
    for (const ObjectPattern& pattern : patterns) {
      if (pattern.kind == ObjectPattern::Kind::kClock) {
        for (std::string& name : clocks_of(pattern, entry))
          objects.push_back({pattern.kind, std::move(name)});
        continue;
      }
      // A port of the IP is a pin of its instance, unless the instance is the top.
      ObjectPattern wanted = pattern;
      if (wanted.kind == ObjectPattern::Kind::kPort && base() != ".")
        wanted.kind = ObjectPattern::Kind::kPin;
      std::string why;
      std::vector<SelectedObject> found = finder_.find(base(), wanted, &why);
      if (found.empty()) {
        sink_.report(make_finding(codes::kEntryNoObject, who(entry) + ": " + why)
                         .at(pattern.location)
                         .on(entry.instance + "/" + entry.id, pattern.text)
                         .owned_by(entry.owner));
      }
      for (SelectedObject& object : found) objects.push_back(std::move(object));
    }
  }

  void fill_exception(const EntrySpec& spec, SelectedEntry& entry) {
    for (const auto& [patterns, objects, word] :
         {std::tuple{&spec.from, &entry.from, "from"},
          std::tuple{&spec.through, &entry.through, "through"},
          std::tuple{&spec.to, &entry.to, "to"}}) {
      find_all(*patterns, *objects, entry);
      const bool only_clocks = std::all_of(
          patterns->begin(), patterns->end(),
          [](const ObjectPattern& one) { return one.kind == ObjectPattern::Kind::kClock; });
      if (!patterns->empty() && objects->empty() && only_clocks)
        return not_applicable(entry, "no clock of '" + std::string(word) + "' is in use");
    }
  }

  void fill_disable(const EntrySpec& spec, SelectedEntry& entry) {
    find_all(spec.objects, entry.objects, entry);
    for (const ObjectPattern& pin : spec.from) entry.from.push_back({pin.kind, pin.text});
    for (const ObjectPattern& pin : spec.to) entry.to.push_back({pin.kind, pin.text});
  }

  void fill_clock_property(const EntrySpec& spec, SelectedEntry& entry) {
    find_all(spec.objects, entry.objects, entry);
    if (entry.kind == EntryKind::kSense) {
      const auto clocks =
          clocks_of({ObjectPattern::Kind::kClock, spec.clock, spec.location}, entry);
      if (clocks.empty()) return out_of_view(entry, "clock '" + spec.clock + "' is not in use");
      entry.clock = clocks.front();
      return;
    }
    if (entry.objects.empty()) return out_of_view(entry, "its clock is not in use");
    const bool ideal_only = entry.kind == EntryKind::kTransition || entry.has("network");
    if (ideal_only && propagated_)
      out_of_view(entry, "the clock trees exist in flow stage '" + view_.flow_stage + "'");
  }

  void fill_raw(SelectedEntry& entry) {
    // {path} is the instance's place, so that the text follows it when it moves.
    std::string text;
    const std::string place = base() == "." ? "" : base() + "/";
    for (std::size_t i = 0; i < entry.value.size();) {
      if (entry.value.compare(i, 7, "{path}/") == 0) {
        text += place;
        i += 7;
      } else if (entry.value.compare(i, 10, "{instance}") == 0 && instance_ != nullptr) {
        text += instance_->name;
        i += 10;
      } else {
        text += entry.value[i++];
      }
    }
    while (text.ends_with('\n')) text.pop_back();
    entry.value = std::move(text);
    for (const ObjectPattern& object : objects_named_in(entry.value)) check_raw(object, entry);
  }

  /// A path written by hand does not follow an instance that moves: it must be there. Pins that nothing is connected
  /// to are known only to the library; their cell must be there.
  void check_raw(const ObjectPattern& object, const SelectedEntry& entry) {
    std::string why;
    if (!finder_.find(".", object, &why).empty()) return;
    const std::size_t slash = object.text.rfind('/');
    if (object.kind == ObjectPattern::Kind::kPin && slash != std::string::npos &&
        !finder_.find(".", {ObjectPattern::Kind::kCell, object.text.substr(0, slash), {}}, nullptr)
             .empty())
      return;
    sink_.report(make_finding(codes::kEntryNoObject, who(entry) + ": " + why)
                     .at(entry.location)
                     .on(entry.instance + "/" + entry.id, object.text)
                     .owned_by(entry.owner));
  }

  void fill_io(const EntrySpec& spec, SelectedEntry& entry) {
    const auto clocks = clocks_of({ObjectPattern::Kind::kClock, spec.clock, spec.location}, entry);
    if (clocks.empty()) return not_applicable(entry, "clock '" + spec.clock + "' is not in use");
    for (const ObjectPattern& pattern : spec.objects) {
      if (base() == ".") {
        find_all({pattern}, entry.objects, entry);
        continue;
      }
      std::string why;
      const auto pins =
          finder_.find(base(), {ObjectPattern::Kind::kPin, pattern.text, pattern.location}, &why);
      if (pins.empty()) {
        find_all({pattern}, entry.objects, entry);  // reports it
        continue;
      }
      for (std::string& port : finder_.ports_of_top(base(), pattern.text))
        entry.objects.push_back({ObjectPattern::Kind::kPort, std::move(port)});
    }
    check_units(entry);
    if (entry.objects.empty())
      return not_applicable(entry, "its port does not reach a port of the top");
    entry.clock = clocks.front();
    if (!spec.virtual_clock) return;
    io_bases_.insert(clocks.front());
    entry.clock += "_io";
  }

  /// Loads and drives need units that not every library gives.
  void check_units(const SelectedEntry& entry) {
    const Corner* corner = project_.config.corner(view_.corner);
    if (corner == nullptr || corner->liberty.empty() ||
        !project_.liberty.contains(corner->liberty.front().first.string()))
      return;
    const LibertyFile& library = project_.first_library(view_.corner);
    for (const Amount& amount : entry.amounts) {
      const bool missing = (amount.role == "load" && !library.capacitance_unit) ||
                           (amount.role == "drive" && !library.resistance_unit);
      if (!missing) continue;
      sink_.report(
          make_finding(
              codes::kNotLiberty,
              "'" + library.input.name + "' has no " +
                  (amount.role == "load" ? "capacitive_load_unit" : "pulling_resistance_unit") +
                  ", in which the " + amount.role + " of " + who(entry) + " would be written")
              .at({library.input.name})
              .on(library.input.name, amount.role));
    }
  }

  void propagate(const std::string& instance) {
    SelectedEntry entry;
    entry.instance = instance;
    entry.id = "propagated";
    entry.kind = EntryKind::kPropagated;
    entry.place = project_.config.file;
    entry.document = project_.config.file;
    entry.reason = "clock trees exist in flow stage " + view_.flow_stage;
    for (const auto& [name, index] : by_instance_[instance]) {
      const SelectedClock& clock = selection_.clocks[index];
      if (clock.state == ClockState::kActive && clock.kind != ClockKind::kVirtual)
        entry.objects.push_back({ObjectPattern::Kind::kClock, clock.name});
    }
    if (!entry.objects.empty()) selection_.entries.push_back(std::move(entry));
  }

  void add_condition() {
    const Corner* corner = project_.config.corner(view_.corner);
    if (corner == nullptr || corner->operating_condition.empty()) return;
    SelectedEntry entry;
    entry.id = view_.corner + "-condition";
    entry.kind = EntryKind::kCondition;
    entry.value = corner->operating_condition;
    entry.location = corner->location;
    entry.place = core::to_string(corner->location);
    entry.document = project_.config.file;
    selection_.entries.push_back(std::move(entry));
  }

  const Project& project_;
  const View& view_;
  Selection& selection_;
  core::Sink& sink_;
  ObjectFinder finder_;
  const Instance* instance_ = nullptr;
  bool propagated_ = false;
  std::map<std::string, std::map<std::string, std::size_t>> by_instance_;
  std::set<std::string> io_bases_;
};

}  // namespace

std::string_view to_string(EntryState state) {
  switch (state) {
    case EntryState::kActive: return "active";
    case EntryState::kNotApplicable: return "not-applicable";
    case EntryState::kCandidate: break;
  }
  return "candidate";
}

bool SelectedEntry::has(std::string_view flag) const {
  return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

std::size_t Selection::count(EntryState state) const {
  return static_cast<std::size_t>(
      std::count_if(entries.begin(), entries.end(),
                    [&](const SelectedEntry& entry) { return entry.state == state; }));
}

Selection select_view(const Project& project, const Selection& clocks, const View& view,
                      core::Sink& sink) {
  Selection selection = clocks;
  selection.view = view;
  apply_margins(project.config, view, selection);
  EntrySelector(project, view, selection, sink).run();
  check_relations(selection, sink);
  ask_questions(project, selection, sink);
  return selection;
}

}  // namespace sealring::sdcgen
