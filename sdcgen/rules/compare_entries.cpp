// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/rules/compare_entries.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "sdcgen/codes.h"
#include "sdcgen/rules/relations.h"

namespace sealring::sdcgen {

namespace {

using core::make_finding;
using Words = std::vector<std::string>;

constexpr double kRelative = 1e-6;

const Words kEdges{"rise", "fall"};
const Words kSides{"max", "min"};

bool has_word(const std::string& role, const std::string& word) {
  return (" " + role + " ").find(" " + word + " ") != std::string::npos;
}

/// The words that a role names, or all of them.
Words chosen(const std::string& role, const Words& words) {
  Words given;
  for (const std::string& word : words) {
    if (has_word(role, word)) given.push_back(word);
  }
  return given.empty() ? words : given;
}

std::string finding_object(const SelectedEntry& entry) {
  return entry.instance + "/" + entry.id;
}

void report_differs(const Comparison& given, const SelectedEntry& entry, const std::string& key,
                    const std::string& what, core::Sink& sink) {
  sink.report(make_finding(codes::kEntryDiffers,
                           std::string(to_string(entry.kind)) + " '" + entry.id + "'" +
                               (entry.instance.empty() ? "" : " of '" + entry.instance + "'") +
                               " " + what)
                  .at({given.sdc_name})
                  .on(finding_object(entry), key + " " + given.expected.view.name())
                  .owned_by(entry.owner)
                  .note("given here: " + entry.place));
}

/// What sta must hold for the entries of a list.
class Expected {
 public:
  Expected(const Selection& selection, const SdcUnits& units) : units_(units) {
    for (const SelectedEntry& entry : selection.entries) {
      if (entry.state == EntryState::kActive) add(entry);
    }
  }

  /// The facts of each entry by themselves, in order of the list.
  const std::vector<std::pair<const SelectedEntry*, Facts>>& entries() const { return entries_; }
  Facts all;

 private:
  double time(const Amount& amount) const { return (amount.si / units_.time.si).to_double(); }

  static Words names(const std::vector<SelectedObject>& objects) {
    Words list;
    for (const SelectedObject& object : objects) list.push_back(plain_name(object.path));
    return list;
  }

  void add(const SelectedEntry& entry) {
    Facts facts;
    switch (entry.kind) {
      case EntryKind::kCondition: facts.set(1, {{"operating_conditions"}, {entry.value}}); break;
      case EntryKind::kDerate: derate(entry, facts); break;
      case EntryKind::kCase: case_analysis(entry, facts); break;
      case EntryKind::kDisable: disable(entry, facts); break;
      case EntryKind::kLatency: latency(entry, facts); break;
      case EntryKind::kTransition:
        for (const Amount& amount : entry.amounts)
          facts.set(
              time(amount),
              {{"clock_transition"}, names(entry.objects), kEdges, chosen(amount.role, kSides)});
        break;
      case EntryKind::kPropagated: facts.set(1, {{"propagated"}, names(entry.objects)}); break;
      case EntryKind::kRelation: relation(entry, facts); break;
      case EntryKind::kInputDelay:
      case EntryKind::kOutputDelay: io(entry, facts); break;
      case EntryKind::kFalsePath:
      case EntryKind::kMulticycle:
      case EntryKind::kMaxDelay:
      case EntryKind::kMinDelay: exception(entry, facts); break;
      case EntryKind::kSense:
        // write_sdc of 2.0.17 leaves out where propagation stops.
        if (!entry.has("stop_propagation"))
          facts.set(1, {{"sense"}, entry.flags, {entry.clock}, names(entry.objects)});
        break;
      case EntryKind::kRaw: break;
    }
    for (const auto& [key, value] : facts.values) all.values[key] = value;
    for (const auto& [key, names] : facts.sides) all.sides[key].insert(names.begin(), names.end());
    entries_.emplace_back(&entry, std::move(facts));
  }

  static void derate(const SelectedEntry& entry, Facts& facts) {
    if (entry.has("cell_check")) return;
    std::string flags;
    for (const std::string& flag : entry.flags) flags += flag + " ";
    for (const Amount& amount : entry.amounts)
      facts.set(amount.si.to_double(), {{"derate"},
                                        {amount.role},
                                        chosen(flags + "x", {"cell_delay", "net_delay"}),
                                        chosen(flags + "x", {"data", "clock"})});
  }

  static void case_analysis(const SelectedEntry& entry, Facts& facts) {
    const double value = entry.value == "1"         ? 1
                         : entry.value == "rising"  ? 2
                         : entry.value == "falling" ? 3
                                                    : 0;
    facts.set(value, {{"case_analysis"}, names(entry.objects)});
  }

  static void disable(const SelectedEntry& entry, Facts& facts) {
    const auto side = [](const std::vector<SelectedObject>& objects) {
      return objects.empty() ? std::string("-") : objects.front().path;
    };
    facts.set(1, {{"disable_timing"}, names(entry.objects), {side(entry.from)}, {side(entry.to)}});
  }

  void latency(const SelectedEntry& entry, Facts& facts) const {
    const bool source = entry.has("source");
    for (const Amount& amount : entry.amounts)
      facts.set(time(amount), {{source ? "source_latency" : "network_latency"},
                               names(entry.objects),
                               kEdges,
                               chosen(amount.role, source ? Words{"early", "late"} : kSides)});
  }

  void relation(const SelectedEntry& entry, Facts& facts) const {
    for (const Amount& amount : entry.amounts) {
      for (std::size_t a = 0; a < entry.groups.size(); ++a) {
        for (std::size_t b = 0; b < entry.groups.size(); ++b) {
          if (a == b) continue;
          facts.set(time(amount), {{"inter_clock_uncertainty"},
                                   entry.groups[a],
                                   kEdges,
                                   entry.groups[b],
                                   kEdges,
                                   {amount.role}});
        }
      }
    }
  }

  void io(const SelectedEntry& entry, Facts& facts) const {
    const Words ports = names(entry.objects);
    const std::string command =
        entry.kind == EntryKind::kInputDelay ? "input_delay" : "output_delay";
    for (const Amount& amount : entry.amounts) {
      if (amount.role == "transition") {
        facts.set(time(amount), {{"input_transition"}, ports});
      } else if (amount.role == "drive") {
        facts.set((amount.si / units_.resistance.si).to_double(), {{"drive"}, ports, kEdges});
      } else if (amount.role == "load") {
        facts.set((amount.si / units_.capacitance.si).to_double(), {{"load"}, ports});
      } else {
        facts.set(time(amount), {{command},
                                 ports,
                                 {entry.clock},
                                 {entry.has("clock_fall") ? "fall" : "rise"},
                                 chosen(amount.role, kSides),
                                 chosen(amount.role, kEdges)});
      }
    }
    if (entry.driving_cell.empty()) return;
    const bool pin = entry.driving_cell.find('/') != std::string::npos;
    facts.set(1, {{"driving_cell"}, ports, {entry.driving_cell + (pin ? "" : "/-")}});
  }

  void exception(const SelectedEntry& entry, Facts& facts) const {
    const auto put = [&](const std::string& value, const std::string& check,
                         const std::string& edge) {
      const std::string key = exception_key(entry.kind, value, check, edge);
      for (const auto& [side, objects] :
           {std::pair{"from", &entry.from}, std::pair{"through", &entry.through},
            std::pair{"to", &entry.to}}) {
        for (const std::string& name : names(*objects)) facts.sides[key + " " + side].insert(name);
      }
    };
    if (entry.kind == EntryKind::kFalsePath) {
      for (const char* check : {"setup", "hold"}) {
        if (entry.flags.empty() || entry.has(check)) put("-", check, "-");
      }
    } else if (entry.kind == EntryKind::kMulticycle) {
      for (const Amount& amount : entry.amounts)
        put(core::format_decimal(amount.si, 12), amount.role, entry.has("start") ? "start" : "end");
    } else {
      put(core::format_decimal(entry.amounts.at(0).si / units_.time.si, 12), "-", "-");
    }
  }

  const SdcUnits& units_;
  std::vector<std::pair<const SelectedEntry*, Facts>> entries_;
};

std::string shown(double value) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.7g", value);
  return text;
}

/// Reports the first fact of an entry that is missing or differs, with the number of them all.
void compare_one(const Comparison& given, const SelectedEntry& entry, const Facts& wanted,
                 const Facts& held, const Facts& all,
                 const std::function<bool(const std::string&)>& is_hierarchical, core::Sink& sink) {
  std::size_t wrong = 0;
  std::string first;
  std::string key;
  const auto note = [&](const std::string& which, std::string what) {
    if (wrong++ != 0) return;
    key = which;
    first = std::move(what);
  };
  for (const auto& [name, value] : wanted.values) {
    // A general derate gives way to a later, more special one.
    if (entry.kind == EntryKind::kDerate && all.values.at(name) != value) continue;
    const auto seen = held.values.find(name);
    if (seen == held.values.end()) {
      note(name, "is not held by OpenSTA: " + name);
    } else if (std::abs(seen->second - value) > kRelative * std::abs(value) + 1e-9) {
      note(name, "is held as " + shown(seen->second) + ", expected " + shown(value) + ": " + name);
    }
  }
  for (const auto& [name, objects] : wanted.sides) {
    const auto seen = held.sides.find(name);
    for (const std::string& object : objects) {
      if (seen != held.sides.end() && (seen->second.contains(object) || is_hierarchical(object)))
        continue;
      note(name + " " + object, "is not held by OpenSTA for '" + object + "' (" + name + ")");
    }
  }
  if (wrong == 0) return;
  report_differs(given, entry, key,
                 first + (wrong > 1 ? " and " + std::to_string(wrong - 1) + " more" : ""), sink);
}

/// Facts that the list does not have: what takes paths away, and what moves clocks and data.
void report_extra(const Comparison& given, const Facts& wanted, const Facts& held,
                  core::Sink& sink) {
  std::vector<std::string> extra;
  for (const auto& [name, value] : held.values) {
    static constexpr std::string_view kKinds[] = {
        "case_analysis ", "disable_timing ", "source_latency ", "network_latency ",
        "input_delay ",   "output_delay ",   "propagated ",     "inter_clock_uncertainty "};
    const bool counts = std::any_of(std::begin(kKinds), std::end(kKinds),
                                    [&](std::string_view kind) { return name.starts_with(kind); });
    if (counts && !wanted.values.contains(name)) extra.push_back(name);
  }
  for (const auto& [name, objects] : held.sides) {
    const auto known = wanted.sides.find(name);
    for (const std::string& object : objects) {
      if (known == wanted.sides.end() || !known->second.contains(object))
        extra.push_back(name + " '" + object + "'");
    }
  }
  if (extra.empty()) return;
  sink.report(
      make_finding(codes::kExtraCut, "OpenSTA holds " + std::to_string(extra.size()) +
                                         (extra.size() == 1 ? " constraint" : " constraints") +
                                         " that the list does not have; first: " + extra.front())
          .at({given.sdc_name})
          .on(given.expected.view.name(), "extra"));
}

}  // namespace

void compare_entries(const Comparison& comparison, const SdcUnits& units, const Facts& held,
                     const std::function<bool(const std::string&)>& is_hierarchical, Proof& proof,
                     core::Sink& sink) {
  const Expected expected(comparison.expected, units);
  bool has_raw = false;
  for (const auto& [entry, facts] : expected.entries()) {
    ++proof.entries;
    has_raw = has_raw || entry->kind == EntryKind::kRaw;
    compare_one(comparison, *entry, facts, held, expected.all, is_hierarchical, sink);
  }
  if (!has_raw) report_extra(comparison, expected.all, held, sink);
}

void compare_groups(const Comparison& comparison, const Facts& held, Proof& proof,
                    core::Sink& sink) {
  const RelationMatrix matrix(comparison.expected);
  const Selection& list = comparison.expected;
  const std::size_t count = matrix.clocks().size();
  bool any_cut = !held.groups.empty();
  for (const SelectedEntry& entry : list.entries)
    any_cut =
        any_cut || (entry.kind == EntryKind::kRelation && entry.state == EntryState::kActive &&
                    entry.relation != RelationKind::kSynchronous);
  if (!any_cut) return;
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> member(count);  // command, group
  for (std::size_t command = 0; command < held.groups.size(); ++command) {
    const auto& groups = held.groups[command].groups;
    for (std::size_t group = 0; group < groups.size(); ++group) {
      for (const std::string& name : groups[group]) {
        if (const auto at = matrix.position(name)) member[*at].emplace_back(command, group);
      }
    }
    if (groups.size() >= 2) continue;
    sink.report(
        make_finding(
            codes::kPairCut,
            "a set_clock_groups command with one group cuts its clocks from every other clock")
            .at({comparison.sdc_name})
            .on(list.view.name(), "single group"));
  }
  const auto is_cut = [&](std::size_t a, std::size_t b) {
    for (const auto& [command, group] : member[a]) {
      for (const auto& [other, other_group] : member[b]) {
        if (command == other && group != other_group) return true;
      }
    }
    return false;
  };
  const auto name = [&](std::size_t at) { return list.clocks[matrix.clocks()[at]].name; };
  std::size_t reported = 0;
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a + 1; b < count; ++b) {
      const auto answer = matrix.between(a, b);
      const bool wanted = answer && answer->kind != RelationKind::kSynchronous;
      const bool cut = is_cut(a, b);
      ++proof.pairs_compared;
      if (wanted == cut || ++reported > 50) continue;
      const core::Code& code = wanted ? codes::kPairTimed : codes::kPairCut;
      const std::string relation =
          answer ? "declared " + std::string(to_string(answer->kind)) : "no relation declared";
      sink.report(make_finding(code, std::string(wanted ? "no group cuts '" : "a group cuts '") +
                                         name(a) + "' from '" + name(b) + "', " + relation)
                      .at({comparison.sdc_name})
                      .on(name(a) + " " + name(b), list.view.name()));
    }
  }
}

void compare_paths(const Comparison& comparison, const StaObservation& without_cuts, Proof& proof,
                   core::Sink& sink) {
  const RelationMatrix matrix(comparison.expected);
  std::map<std::pair<std::string, std::string>, std::uint64_t> now;
  for (const StaPair& pair : comparison.seen.pairs) now[{pair.from, pair.to}] = pair.paths;
  // A false path may be what takes the paths of a pair away; which pairs it meets is not worked out here.
  const bool has_false_path =
      std::any_of(comparison.expected.entries.begin(), comparison.expected.entries.end(),
                  [](const SelectedEntry& entry) {
                    return entry.state == EntryState::kActive &&
                           (entry.kind == EntryKind::kFalsePath || entry.kind == EntryKind::kRaw);
                  });
  for (const StaPair& pair : without_cuts.pairs) {
    const auto a = matrix.position(pair.from);
    const auto b = matrix.position(pair.to);
    if (!a || !b) continue;
    ++proof.pairs_probed;
    const auto answer = matrix.between(*a, *b);
    const bool cut = answer && answer->kind != RelationKind::kSynchronous;
    const std::uint64_t paths = now[{pair.from, pair.to}];
    const std::string between = "paths from '" + pair.from + "' to '" + pair.to + "'";
    const std::string relation =
        answer ? "declared " + std::string(to_string(answer->kind)) : "no relation declared";
    if (cut && paths != 0) {
      sink.report(make_finding(codes::kPairTimed, between + " are timed, " + relation)
                      .at({comparison.sdc_name})
                      .on(pair.from + " " + pair.to, comparison.expected.view.name()));
    } else if (!cut && pair.paths != 0 && paths == 0 && !has_false_path) {
      sink.report(make_finding(codes::kPairCut, between + " are not timed, " + relation)
                      .at({comparison.sdc_name})
                      .on(pair.from + " " + pair.to, comparison.expected.view.name()));
    }
  }
  for (const StaTouch& touch : without_cuts.touches) {
    if (touch.entry >= comparison.expected.entries.size()) continue;
    const SelectedEntry& entry = comparison.expected.entries[touch.entry];
    proof.touched.push_back({finding_object(entry), touch.starts, touch.ends});
    if (touch.ends != 0) continue;
    sink.report(make_finding(codes::kNoEffect,
                             std::string(to_string(entry.kind)) + " '" + entry.id + "'" +
                                 (entry.instance.empty() ? "" : " of '" + entry.instance + "'") +
                                 " touches no path: " + std::to_string(entry.from.size()) +
                                 " start points and " + std::to_string(entry.to.size()) +
                                 " end points named, no timed path between them")
                    .at({comparison.sdc_name})
                    .on(finding_object(entry), comparison.expected.view.name())
                    .owned_by(entry.owner)
                    .note("given here: " + entry.place));
  }
}

}  // namespace sealring::sdcgen
