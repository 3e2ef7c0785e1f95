// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/prove/probes.h"

#include <algorithm>
#include <unordered_set>

#include "sdcgen/emit/entry_writer.h"

namespace sealring::sdcgen {

namespace {

bool changes_timing(EntryKind kind) {
  return kind == EntryKind::kMulticycle || kind == EntryKind::kMaxDelay ||
         kind == EntryKind::kMinDelay;
}

bool is_exception(EntryKind kind) {
  return kind == EntryKind::kFalsePath || changes_timing(kind);
}

bool cuts(const SelectedEntry& entry) {
  return entry.kind == EntryKind::kRelation && entry.relation != RelationKind::kSynchronous;
}

/// The queries of the SDC are counted by wrappers; probes call what is below them.
std::string uncounted(std::string text) {
  static constexpr std::string_view kQuery = "[get_";
  static constexpr std::string_view kBelow = "[::sta::sealring_get_";
  for (std::size_t at = text.find(kQuery); at != std::string::npos;
       at = text.find(kQuery, at + kBelow.size()))
    text.replace(at, kQuery.size(), kBelow);
  return text;
}

constexpr std::string_view kPairProcedure = R"(
foreach sealring_clock [all_clocks] {set sealring_known([get_property $sealring_clock name]) 1}
proc sealring_pair {from to} {
  set paths {}
  if {![info exists ::sealring_known($from)] || ![info exists ::sealring_known($to)]} {
    puts "$::sealring_mark pair\t$from\t$to\t0"
    return
  }
  catch {set paths [find_timing_paths -from [::sta::sealring_get_clocks $from] -to [::sta::sealring_get_clocks $to]]}
  puts "$::sealring_mark pair\t$from\t$to\t[llength $paths]"
}
)";

constexpr std::string_view kTouchProcedure = R"(
proc sealring_touch {entry arguments} {
  set paths {}
  catch {set paths [eval find_timing_paths $arguments -group_count 1000 -endpoint_count 20]}
  set starts {}
  set ends {}
  foreach path $paths {
    lappend starts [get_property [get_property $path startpoint] full_name]
    lappend ends [get_property [get_property $path endpoint] full_name]
  }
  puts "$::sealring_mark touch\t$entry\t[llength [lsort -unique $starts]]\t[llength [lsort -unique $ends]]"
}
)";

}  // namespace

bool needs_probes(const Selection& expected, std::string_view sdc) {
  const bool listed =
      std::any_of(expected.entries.begin(), expected.entries.end(), [](const SelectedEntry& entry) {
        return entry.state == EntryState::kActive &&
               (cuts(entry) || is_exception(entry.kind) || entry.kind == EntryKind::kRaw);
      });
  if (listed) return true;
  for (const std::string_view command : {"set_clock_groups", "set_false_path",
                                         "set_multicycle_path", "set_max_delay", "set_min_delay"}) {
    if (sdc.find(command) != std::string_view::npos) return true;
  }
  return false;
}

std::string pair_probes(const Selection& expected, std::size_t limit) {
  std::vector<std::string> names;
  std::unordered_set<std::string> known;
  const auto add = [&](const std::string& name) {
    const bool fits = (names.size() + 1) * (names.size() + 1) <= limit;
    if (fits && known.insert(name).second) names.push_back(name);
  };
  for (const SelectedEntry& entry : expected.entries) {
    if (entry.kind != EntryKind::kRelation || entry.state != EntryState::kActive) continue;
    for (const auto& group : entry.groups) {
      for (const std::string& name : group) add(name);
    }
  }
  for (const SelectedClock& clock : expected.clocks) {
    if (clock.state == ClockState::kActive) add(clock.name);
  }
  std::string text(kPairProcedure);
  for (const std::string& from : names) {
    for (const std::string& to : names)
      text += "sealring_pair " + tcl_word(from) + " " + tcl_word(to) + "\n";
  }
  return text;
}

std::string touch_probes(const Selection& expected, bool only_timing) {
  std::string text(kTouchProcedure);
  for (std::size_t i = 0; i < expected.entries.size(); ++i) {
    const SelectedEntry& entry = expected.entries[i];
    if (entry.state != EntryState::kActive || !is_exception(entry.kind)) continue;
    if (only_timing && !changes_timing(entry.kind)) continue;
    std::string arguments;
    for (const auto& [option, objects] :
         {std::pair{" -from ", &entry.from}, std::pair{" -through ", &entry.through},
          std::pair{" -to ", &entry.to}}) {
      if (!objects->empty()) arguments += option + uncounted(query_of(*objects));
    }
    const bool hold =
        entry.kind == EntryKind::kMinDelay || (entry.has("hold") && !entry.has("setup"));
    text += "sealring_touch " + std::to_string(i) + " {" + arguments +
            (hold ? " -path_delay min" : "") + "}\n";
  }
  return text;
}

namespace {

template <class Keep>
Selection only(const Selection& expected, Keep&& keep) {
  Selection rest;
  rest.view = expected.view;
  rest.clocks = expected.clocks;
  for (const SelectedEntry& entry : expected.entries) {
    if (keep(entry)) rest.entries.push_back(entry);
  }
  return rest;
}

}  // namespace

bool relations_may_hide_exceptions(const Selection& expected) {
  bool any_cut = false;
  bool any_timing = false;
  for (const SelectedEntry& entry : expected.entries) {
    if (entry.state != EntryState::kActive) continue;
    any_cut = any_cut || cuts(entry);
    any_timing = any_timing || changes_timing(entry.kind);
  }
  return any_cut && any_timing;
}

Selection without_cuts(const Selection& expected) {
  return only(expected, [](const SelectedEntry& entry) {
    return entry.kind != EntryKind::kRelation && entry.kind != EntryKind::kRaw &&
           !is_exception(entry.kind);
  });
}

Selection without_exceptions(const Selection& expected) {
  return only(expected, [](const SelectedEntry& entry) {
    return entry.kind != EntryKind::kRaw && !is_exception(entry.kind);
  });
}

}  // namespace sealring::sdcgen
