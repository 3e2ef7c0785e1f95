// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/emit/entry_writer.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "sdcgen/rules/relations.h"

namespace sealring::sdcgen {

namespace {

constexpr int kDigits = 12;
constexpr std::size_t kNamesPerQuery =
    500;  ///< a query of sta takes time by the square of its names (measured)

std::string_view query_command(ObjectPattern::Kind kind) {
  switch (kind) {
    case ObjectPattern::Kind::kPort: return "get_ports";
    case ObjectPattern::Kind::kPin: return "get_pins";
    case ObjectPattern::Kind::kCell: return "get_cells";
    case ObjectPattern::Kind::kClock: break;
  }
  return "get_clocks";
}

/// Names as the argument of a query: one braced list, or words of their own where braces or blanks would break it.
std::string names_word(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    if (name.find_first_of(" {}\t\"") != std::string::npos) {
      std::string words = "[list";
      for (const std::string& one : names) words += " " + tcl_word(one);
      return words + "]";
    }
    list += (list.empty() ? "" : " ") + name;
  }
  return "{" + list + "}";
}

/// Adds queries of at most kNamesPerQuery names each, separated by blanks; how many they were.
std::size_t add_queries(std::string& text, std::string_view command,
                        const std::vector<std::string>& names) {
  std::size_t queries = 0;
  for (std::size_t at = 0; at < names.size(); at += kNamesPerQuery, ++queries) {
    const auto first = names.begin() + static_cast<std::ptrdiff_t>(at);
    const auto count = std::min(kNamesPerQuery, names.size() - at);
    text += (text.empty() ? "[" : " [") + std::string(command) + " " +
            names_word({first, first + static_cast<std::ptrdiff_t>(count)}) + "]";
  }
  return queries;
}

std::string joined(const std::string& queries, std::size_t count) {
  return count == 1 ? queries : "[concat " + queries + "]";
}

std::string clocks_query(const std::vector<std::string>& names) {
  std::string text;
  const std::size_t queries = add_queries(text, "get_clocks", names);
  return joined(text, queries);
}

/// " -max -rise" for "max rise".
std::string options(std::string_view role) {
  std::string text;
  while (!role.empty()) {
    const std::size_t end = std::min(role.find(' '), role.size());
    text += " -" + std::string(role.substr(0, end));
    role.remove_prefix(std::min(end + 1, role.size()));
  }
  return text;
}

class Writer {
 public:
  Writer(const Selection& selection, const SdcUnits& units) : selection_(selection), units_(units) {
    for (GroupCommand& command : group_commands(selection))
      groups_[command.entry].push_back(std::move(command));
  }

  std::vector<std::string> commands(std::size_t index) {
    const SelectedEntry& entry = selection_.entries[index];
    lines_.clear();
    switch (entry.kind) {
      case EntryKind::kCondition: add("set_operating_conditions " + tcl_word(entry.value)); break;
      case EntryKind::kDerate: derate(entry); break;
      case EntryKind::kCase:
        add("set_case_analysis " + entry.value + " " + query_of(entry.objects));
        break;
      case EntryKind::kDisable: disable(entry); break;
      case EntryKind::kLatency:
        per_amount("set_clock_latency" + std::string(entry.has("source") ? " -source" : ""), entry);
        break;
      case EntryKind::kTransition: per_amount("set_clock_transition", entry); break;
      case EntryKind::kPropagated: add("set_propagated_clock " + query_of(entry.objects)); break;
      case EntryKind::kSense: sense(entry); break;
      case EntryKind::kRelation: relation(entry, index); break;
      case EntryKind::kInputDelay:
      case EntryKind::kOutputDelay: io(entry); break;
      case EntryKind::kFalsePath: add("set_false_path" + flag_options(entry) + ends(entry)); break;
      case EntryKind::kMulticycle: multicycle(entry); break;
      case EntryKind::kMaxDelay:
        add("set_max_delay " + time(entry.amounts.at(0)) + ends(entry));
        break;
      case EntryKind::kMinDelay:
        add("set_min_delay " + time(entry.amounts.at(0)) + ends(entry));
        break;
      case EntryKind::kRaw: add(entry.value); break;
    }
    return lines_;
  }

 private:
  void add(std::string line) { lines_.push_back(std::move(line)); }

  std::string time(const Amount& amount) const {
    return core::format_decimal(amount.si / units_.time.si, kDigits);
  }

  static std::string flag_options(const SelectedEntry& entry) {
    std::string text;
    for (const std::string& flag : entry.flags) text += " -" + flag;
    return text;
  }

  static std::string ends(const SelectedEntry& entry) {
    std::string text;
    if (!entry.from.empty()) text += " -from " + query_of(entry.from);
    if (!entry.through.empty()) text += " -through " + query_of(entry.through);
    if (!entry.to.empty()) text += " -to " + query_of(entry.to);
    return text;
  }

  void per_amount(const std::string& command, const SelectedEntry& entry) {
    for (const Amount& amount : entry.amounts)
      add(command + options(amount.role) + " " + time(amount) + " " + query_of(entry.objects));
  }

  void derate(const SelectedEntry& entry) {
    for (const Amount& amount : entry.amounts)
      add("set_timing_derate -" + amount.role + flag_options(entry) + " " +
          core::format_decimal(amount.si, kDigits));
  }

  void disable(const SelectedEntry& entry) {
    std::string text = "set_disable_timing";
    if (!entry.from.empty()) text += " -from " + tcl_word(entry.from.front().path);
    if (!entry.to.empty()) text += " -to " + tcl_word(entry.to.front().path);
    add(text + " " + query_of(entry.objects));
  }

  void sense(const SelectedEntry& entry) {
    add("set_sense -type clock" + flag_options(entry) + " -clocks " + clocks_query({entry.clock}) +
        " " + query_of(entry.objects));
  }

  void relation(const SelectedEntry& entry, std::size_t index) {
    const auto commands = groups_.find(index);
    if (commands != groups_.end()) {
      std::size_t number = 0;
      for (const GroupCommand& command : commands->second) {
        std::string text = "set_clock_groups -" + std::string(to_string(command.kind)) + " -name " +
                           tcl_word((entry.instance.empty() ? "" : entry.instance + "_") +
                                    entry.id + (number == 0 ? "" : "_" + std::to_string(number)));
        ++number;
        for (const auto& group : command.groups) text += " -group " + clocks_query(group);
        add(std::move(text));
      }
    }
    for (const Amount& amount : entry.amounts) {
      for (std::size_t a = 0; a < entry.groups.size(); ++a) {
        for (std::size_t b = 0; b < entry.groups.size(); ++b) {
          if (a == b) continue;
          add("set_clock_uncertainty -from " + clocks_query(entry.groups[a]) + " -to " +
              clocks_query(entry.groups[b]) + " -" + amount.role + " " + time(amount));
        }
      }
    }
  }

  void io(const SelectedEntry& entry) {
    const std::string edge = entry.has("clock_fall") ? " -clock_fall" : "";
    bool beside = false;
    for (const SelectedObject& port : entry.objects) {
      auto& clocks = io_clocks_[{entry.kind, port.path}];
      beside = beside || (!clocks.empty() && !clocks.contains(entry.clock + edge));
      clocks.insert(entry.clock + edge);
    }
    const std::string command =
        entry.kind == EntryKind::kInputDelay ? "set_input_delay" : "set_output_delay";
    const std::string ports = query_of(entry.objects);
    for (const Amount& amount : entry.amounts) {
      if (amount.role == "transition") {
        add("set_input_transition " + time(amount) + " " + ports);
      } else if (amount.role == "drive") {
        add("set_drive " + core::format_decimal(amount.si / units_.resistance.si, kDigits) + " " +
            ports);
      } else if (amount.role == "load") {
        add("set_load " + core::format_decimal(amount.si / units_.capacitance.si, kDigits) + " " +
            ports);
      } else {
        add(command + options(amount.role) + edge + (beside ? " -add_delay" : "") + " -clock " +
            clocks_query({entry.clock}) + " " + time(amount) + " " + ports);
      }
    }
    if (entry.driving_cell.empty()) return;
    const std::size_t slash = entry.driving_cell.find('/');
    std::string text =
        "set_driving_cell -lib_cell " + tcl_word(entry.driving_cell.substr(0, slash));
    if (slash != std::string::npos)
      text += " -pin " + tcl_word(entry.driving_cell.substr(slash + 1));
    add(text + " " + ports);
  }

  void multicycle(const SelectedEntry& entry) {
    for (const Amount& amount : entry.amounts)
      add("set_multicycle_path " + core::format_decimal(amount.si, kDigits) + " -" + amount.role +
          flag_options(entry) + ends(entry));
  }

  const Selection& selection_;
  const SdcUnits& units_;
  std::map<std::size_t, std::vector<GroupCommand>> groups_;
  std::map<std::pair<EntryKind, std::string>, std::set<std::string>> io_clocks_;
  std::vector<std::string> lines_;
};

bool has_comment(EntryKind kind) {
  return kind == EntryKind::kFalsePath || kind == EntryKind::kMulticycle ||
         kind == EntryKind::kMaxDelay || kind == EntryKind::kMinDelay || kind == EntryKind::kRaw ||
         kind == EntryKind::kDisable;
}

std::string one_line(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  while (text.ends_with('\\')) text.pop_back();
  return text;
}

}  // namespace

std::string query_of(const std::vector<SelectedObject>& objects) {
  std::map<ObjectPattern::Kind, std::vector<std::string>> by_kind;
  for (const SelectedObject& object : objects) by_kind[object.kind].push_back(object.path);
  std::string text;
  std::size_t queries = 0;
  for (const auto& [kind, names] : by_kind)
    queries += add_queries(text, query_command(kind), names);
  return joined(text, queries);
}

void write_entries(const Selection& selection, const SdcUnits& units,
                   std::vector<SdcSection>& sections) {
  if (selection.entries.empty()) return;
  std::unordered_map<std::string, std::size_t> section_of;
  for (std::size_t i = 0; i < sections.size(); ++i) section_of.emplace(sections[i].instance, i);
  Writer writer(selection, units);
  std::map<EntryKind, std::vector<std::size_t>> by_kind;
  for (std::size_t i = 0; i < selection.entries.size(); ++i) {
    if (selection.entries[i].state == EntryState::kActive)
      by_kind[selection.entries[i].kind].push_back(i);
  }
  for (const EntryKind kind : kEntryOrder) {
    for (const std::size_t i : by_kind[kind]) {
      const SelectedEntry& entry = selection.entries[i];
      const auto found = section_of.find(entry.instance);
      SdcSection& section =
          sections[found == section_of.end() ? sections.size() - 1 : found->second];
      std::vector<std::string> commands = writer.commands(i);
      if (!commands.empty() && has_comment(kind))
        section.lines.push_back(
            {"# " + std::string(to_string(kind)) + " " + entry.id + ": " + one_line(entry.reason),
             kNoOrigin, kNoOrigin});
      for (std::string& command : commands)
        section.lines.push_back({std::move(command), kNoOrigin, i});
    }
  }
}

}  // namespace sealring::sdcgen
