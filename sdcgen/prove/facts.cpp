// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/prove/facts.h"

#include <algorithm>
#include <cstdio>

#include "core/units/parse.h"
#include "sdcgen/prove/sta_output.h"
#include "sdcgen/prove/written_sdc.h"

namespace sealring::sdcgen {

namespace {

using Words = std::vector<std::string>;

/// One command of write_sdc taken apart: options with and without a value, and the arguments behind them.
class Command {
 public:
  explicit Command(const Words& words) : name_(words[0]) {
    static const std::set<std::string> kWithValue{"-clock",
                                                  "-from",
                                                  "-to",
                                                  "-through",
                                                  "-rise_from",
                                                  "-fall_from",
                                                  "-rise_to",
                                                  "-fall_to",
                                                  "-lib_cell",
                                                  "-pin",
                                                  "-name",
                                                  "-group",
                                                  "-library",
                                                  "-type",
                                                  "-clocks",
                                                  "-input_transition_rise",
                                                  "-input_transition_fall",
                                                  "-corner"};
    for (std::size_t i = 1; i < words.size(); ++i) {
      const bool option = words[i].size() > 1 && words[i][0] == '-' &&
                          std::isalpha(static_cast<unsigned char>(words[i][1])) != 0;
      if (!option) {
        arguments_.push_back(words[i]);
      } else if (kWithValue.contains(words[i]) && i + 1 < words.size()) {
        options_.emplace_back(words[i], words[i + 1]);
        ++i;
      } else {
        flags_.insert(words[i].substr(1));
      }
    }
  }

  const std::string& name() const { return name_; }
  bool has(const std::string& flag) const { return flags_.contains(flag); }
  const Words& arguments() const { return arguments_; }
  const std::vector<std::pair<std::string, std::string>>& options() const { return options_; }

  Words names_of(const std::string& option) const {
    Words names;
    for (const auto& [key, value] : options_) {
      if (key != option) continue;
      for (const std::string& name : names_in_query(value)) names.push_back(plain_name(name));
    }
    return names;
  }

  Words objects() const {
    Words names;
    if (arguments_.empty()) return names;
    for (const std::string& name : names_in_query(arguments_.back()))
      names.push_back(plain_name(name));
    return names;
  }

  /// Those of the words that are flags, or all of them when none is.
  Words chosen(const Words& words) const {
    Words given;
    for (const std::string& word : words) {
      if (has(word)) given.push_back(word);
    }
    return given.empty() ? words : given;
  }

  double number(std::size_t argument) const {
    return argument < arguments_.size() ? core::parse_double(arguments_[argument]).value_or(0) : 0;
  }

 private:
  std::string name_;
  std::set<std::string> flags_;
  std::vector<std::pair<std::string, std::string>> options_;
  Words arguments_;
};

const Words kEdges{"rise", "fall"};

class FactReader {
 public:
  explicit FactReader(Facts& facts) : facts_(facts) {}

  void read(const Command& command) {
    const std::string& name = command.name();
    if (name == "set_clock_latency") latency(command);
    if (name == "set_clock_transition")
      facts_.set(command.number(0), {{"clock_transition"},
                                     command.objects(),
                                     command.chosen(kEdges),
                                     command.chosen({"max", "min"})});
    if (name == "set_propagated_clock") facts_.set(1, {{"propagated"}, command.objects()});
    if (name == "set_clock_uncertainty") inter_clock(command);
    if (name == "set_clock_groups") groups(command);
    if (name == "set_input_delay" || name == "set_output_delay") io_delay(command);
    if (name == "set_case_analysis") case_analysis(command);
    if (name == "set_disable_timing") disable(command);
    if (name == "set_sense") sense(command);
    if (name == "set_load") facts_.set(command.number(0), {{"load"}, command.objects()});
    if (name == "set_drive")
      facts_.set(command.number(0), {{"drive"}, command.objects(), command.chosen(kEdges)});
    if (name == "set_input_transition")
      facts_.set(command.number(0), {{"input_transition"}, command.objects()});
    if (name == "set_driving_cell") driving_cell(command);
    if (name == "set_timing_derate") derate(command);
    if (name == "set_operating_conditions" && !command.arguments().empty())
      facts_.set(1, {{"operating_conditions"}, {command.arguments().back()}});
    if (name == "set_false_path") exception(command, EntryKind::kFalsePath);
    if (name == "set_multicycle_path") exception(command, EntryKind::kMulticycle);
    if (name == "set_max_delay") exception(command, EntryKind::kMaxDelay);
    if (name == "set_min_delay") exception(command, EntryKind::kMinDelay);
  }

 private:
  void latency(const Command& command) {
    const bool source = command.has("source");
    facts_.set(command.number(0),
               {{source ? "source_latency" : "network_latency"},
                command.objects(),
                command.chosen(kEdges),
                command.chosen(source ? Words{"early", "late"} : Words{"max", "min"})});
  }

  void inter_clock(const Command& command) {
    Words from;
    Words to;
    for (const char* prefix : {"", "rise_", "fall_"}) {
      for (const auto& [side, names] :
           {std::pair{&from, command.names_of("-" + std::string(prefix) + "from")},
            std::pair{&to, command.names_of("-" + std::string(prefix) + "to")}}) {
        for (const std::string& name : names) {
          for (const std::string& edge : kEdges) {
            if (std::string_view(prefix).empty() || edge + "_" == prefix)
              side->push_back(name + " " + edge);
          }
        }
      }
    }
    if (!from.empty())
      facts_.set(command.number(0),
                 {{"inter_clock_uncertainty"}, from, to, command.chosen({"setup", "hold"})});
  }

  void groups(const Command& command) {
    Facts::Groups group;
    if (command.has("logically_exclusive")) group.kind = RelationKind::kLogicallyExclusive;
    if (command.has("physically_exclusive")) group.kind = RelationKind::kPhysicallyExclusive;
    for (const auto& [option, value] : command.options()) {
      if (option == "-group") group.groups.push_back(names_in_query(value));
    }
    facts_.groups.push_back(std::move(group));
  }

  void io_delay(const Command& command) {
    Words clock = command.names_of("-clock");
    if (clock.empty()) clock = {"-"};
    facts_.set(command.number(0),
               {{command.name() == "set_input_delay" ? "input_delay" : "output_delay"},
                command.objects(),
                clock,
                {command.has("clock_fall") ? "fall" : "rise"},
                command.chosen({"max", "min"}),
                command.chosen(kEdges)});
  }

  void case_analysis(const Command& command) {
    static const std::map<std::string, double> kValues{{"0", 0},       {"zero", 0},   {"1", 1},
                                                       {"one", 1},     {"rising", 2}, {"rise", 2},
                                                       {"falling", 3}, {"fall", 3}};
    const auto value =
        command.arguments().empty() ? kValues.end() : kValues.find(command.arguments().front());
    if (value != kValues.end()) facts_.set(value->second, {{"case_analysis"}, command.objects()});
  }

  void disable(const Command& command) {
    const auto side = [&](const char* option) {
      const Words names = command.names_of(option);
      return names.empty() ? std::string("-") : names.front();
    };
    facts_.set(1, {{"disable_timing"}, command.objects(), {side("-from")}, {side("-to")}});
  }

  void sense(const Command& command) {
    facts_.set(1, {{"sense"},
                   command.chosen({"positive", "negative"}),
                   command.names_of("-clock"),
                   command.objects()});
  }

  void driving_cell(const Command& command) {
    std::string cell;
    std::string pin = "-";
    for (const auto& [option, value] : command.options()) {
      if (option == "-lib_cell") cell = value;
      if (option == "-pin") pin = value;
    }
    facts_.set(1, {{"driving_cell"}, command.objects(), {cell + "/" + pin}});
  }

  void derate(const Command& command) {
    // sta writes a derate of everything without a word, and each kind by itself.
    facts_.set(command.number(0), {{"derate"},
                                   command.chosen({"early", "late"}),
                                   command.chosen({"cell_delay", "net_delay"}),
                                   command.chosen({"data", "clock"})});
  }

  void exception(const Command& command, EntryKind kind) {
    const bool has_value = kind != EntryKind::kFalsePath;
    const std::string value =
        has_value && !command.arguments().empty() ? command.arguments().back() : "-";
    const std::string given = command.has("start") ? "start" : command.has("end") ? "end" : "-";
    for (const std::string& check : command.chosen({"setup", "hold"})) {
      // Left out where it is the default: cycles of the capturing clock for setup, of the launching one for hold.
      const bool by_default = kind == EntryKind::kMulticycle && given == "-";
      const std::string edge = !by_default ? given : check == "setup" ? "end" : "start";
      const std::string key = exception_key(kind, value, check, edge);
      for (const auto& [option, word] : command.options()) {
        const std::string side = option.ends_with("from") ? "from"
                                 : option.ends_with("to") ? "to"
                                 : option == "-through"   ? "through"
                                                          : "";
        if (side.empty()) continue;
        for (const std::string& name : names_in_query(word))
          facts_.sides[key + " " + side].insert(plain_name(name));
      }
    }
  }

  Facts& facts_;
};

void combine(double value, const std::vector<Words>& words, std::size_t at, const std::string& key,
             Facts& facts) {
  if (at == words.size()) {
    facts.values[key] = value;
    return;
  }
  for (const std::string& word : words[at])
    combine(value, words, at + 1, key.empty() ? word : key + " " + word, facts);
}

}  // namespace

void Facts::set(double value, const std::vector<Words>& words) {
  combine(value, words, 0, "", *this);
}

std::string plain_name(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c != '\\') text += c;
  }
  return text;
}

std::string exception_key(EntryKind kind, const std::string& value, const std::string& check,
                          const std::string& edge) {
  char number[32] = "-";
  if (const auto parsed = core::parse_double(value))
    std::snprintf(number, sizeof(number), "%.6g", *parsed);
  // Delays have no check of their own: a max delay is a setup check, a min delay a hold check.
  const bool delay = kind == EntryKind::kMaxDelay || kind == EntryKind::kMinDelay;
  return std::string(to_string(kind)) + " " + number + " " + (delay ? "-" : check) + " " + edge;
}

Facts read_written_facts(std::string_view written_sdc) {
  Facts facts;
  FactReader reader(facts);
  each_command(written_sdc, [&](const Words& words) {
    if (!words.empty()) reader.read(Command(words));
  });
  return facts;
}

}  // namespace sealring::sdcgen
