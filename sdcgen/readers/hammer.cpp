// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/hammer.h"

#include <algorithm>
#include <utility>

#include "core/files/yaml.h"
#include "core/units/parse.h"
#include "sdcgen/codes/headers.h"

namespace sealring::sdcgen {
namespace {

using core::YamlNode;

/// The values at a dotted path, whatever part of it stands in one key ("vlsi.inputs.clocks", "vlsi: inputs.clocks:").
std::vector<const YamlNode*> at_path(const YamlNode& root, std::string_view path) {
  std::vector<std::pair<const YamlNode*, std::string_view>> open{{&root, path}};
  std::vector<const YamlNode*> out;
  while (!open.empty()) {
    const auto [node, rest] = open.back();
    open.pop_back();
    if (rest.empty()) {
      out.push_back(node);
      continue;
    }
    for (const YamlNode::Entry& entry : node->entries) {
      if (!rest.starts_with(entry.key)) continue;
      if (rest.size() == entry.key.size()) {
        open.emplace_back(entry.value.get(), std::string_view());
      } else if (rest[entry.key.size()] == '.') {
        open.emplace_back(entry.value.get(), rest.substr(entry.key.size() + 1));
      }
    }
  }
  return out;
}

/// "5ns", "1 ns", "20".
std::optional<core::Time> parse_time(std::string_view text) {
  if (const auto quantity = core::parse_quantity(text, core::Dimension::kTime))
    return core::Time{*quantity};
  const auto number = core::parse_decimal(text);
  if (!number) return std::nullopt;
  return core::Time{*number * core::power_of_ten(-9)};
}

/// Reads the list.
class ClockList {
 public:
  ClockList(HammerClocks& into, core::Sink& sink) : into_(&into), sink_(&sink) {}

  void read(const YamlNode& list);
  void check_sources();

 private:
  void clock(const YamlNode& node);
  std::optional<HammerTime> time(core::YamlMap& map, const std::string& clock,
                                 std::string_view key);
  void generated(core::YamlMap& map, HammerClock& clock);
  void fault(const HammerClock& clock, std::string message) {
    sink_->report(make_finding(codes::kHammerClock, "clock '" + clock.name + "': " + message)
                      .at(clock.location)
                      .on(into_->name, clock.name));
  }

  HammerClocks* into_;
  core::Sink* sink_;
};

void ClockList::read(const YamlNode& list) {
  into_->location = list.location;
  if (list.kind != YamlNode::Kind::kSequence) {
    sink_->report(make_finding(codes::kHammerClock, "'vlsi.inputs.clocks' is no list of clocks")
                      .at(list.location)
                      .on(into_->name));
    return;
  }
  for (const YamlNode::Ptr& item : list.items) clock(*item);
}

void ClockList::clock(const YamlNode& node) {
  core::YamlMap map(node, "clock of vlsi.inputs.clocks", *sink_);
  if (!map.valid()) return;
  HammerClock clock{.name = map.require_text("name"), .location = node.location};
  clock.path = map.get_text("path").value_or(clock.name);
  clock.period = time(map, clock.name, "period");
  clock.uncertainty = time(map, clock.name, "uncertainty");
  clock.group = map.get_text("group").value_or("");
  generated(map, clock);
  map.finish();
  if (clock.name.empty()) return;
  if (!clock.generated && map.get("period") == nullptr) fault(clock, "has no period");
  if (clock.period && clock.period->value.si <= core::Rational(0)) {
    fault(clock, "period '" + clock.period->text + "' is not greater than 0");
  }
  if (clock.uncertainty && clock.uncertainty->value.si < core::Rational(0)) {
    fault(clock, "uncertainty '" + clock.uncertainty->text + "' is below 0");
  }
  const auto same = [&](const HammerClock& other) { return other.name == clock.name; };
  if (std::any_of(into_->clocks.begin(), into_->clocks.end(), same))
    fault(clock, "stands twice in the list");
  into_->clocks.push_back(std::move(clock));
}

std::optional<HammerTime> ClockList::time(core::YamlMap& map, const std::string& clock,
                                          std::string_view key) {
  const YamlNode* node = map.get(key);
  if (node == nullptr) return std::nullopt;
  const auto text = core::scalar_text(*node, key, *sink_);
  if (!text) return std::nullopt;
  if (const auto value = parse_time(*text)) return HammerTime{*value, *text};
  sink_->report(make_finding(codes::kHammerClock, "clock '" + clock + "': " + std::string(key) +
                                                      " '" + *text +
                                                      "' is no time such as \"5 ns\"")
                    .at(node->location)
                    .on(into_->name, clock));
  return std::nullopt;
}

void ClockList::generated(core::YamlMap& map, HammerClock& clock) {
  clock.generated = map.get_bool("generated").value_or(false);
  clock.source_path = map.get_text("source_path").value_or("");
  constexpr std::int64_t kMost = 65536;
  const auto divisor = map.get_int("divisor", -kMost, kMost);
  if (!clock.generated) {
    if (divisor || !clock.source_path.empty()) {
      fault(clock, "has 'source_path' or 'divisor' without 'generated: true'");
    }
    return;
  }
  if (clock.source_path.empty()) fault(clock, "is generated and has no 'source_path'");
  if (!divisor) {
    if (map.get("divisor") == nullptr) fault(clock, "is generated and has no 'divisor'");
  } else if (*divisor == 0) {
    fault(clock, "divisor is 0");
  } else {
    clock.divisor = *divisor < 0 ? -*divisor : *divisor;
    clock.inverted = *divisor < 0;
  }
}

/// A generated clock's source should be the path of a clock of the list; a pin behind one is possible too.
void ClockList::check_sources() {
  for (const HammerClock& clock : into_->clocks) {
    if (!clock.generated || clock.source_path.empty()) continue;
    const auto is_source = [&](const HammerClock& other) {
      return other.path == clock.source_path && &other != &clock;
    };
    if (std::none_of(into_->clocks.begin(), into_->clocks.end(), is_source)) {
      sink_->report(make_finding(codes::kHammerClock,
                                 "clock '" + clock.name + "': source_path '" + clock.source_path +
                                     "' is the path of no other clock of the list")
                        .as(core::Severity::kWarning)
                        .at(clock.location)
                        .on(into_->name, clock.name));
    }
  }
}

void name_what_is_left_out(const YamlNode& root, const HammerClocks& clocks, core::Sink& sink) {
  for (const std::string_view key :
       {"delays", "output_loads", "custom_sdc_constraints", "custom_sdc_files"}) {
    const std::string path = "vlsi.inputs." + std::string(key);
    for (const YamlNode* node : at_path(root, path)) {
      if (node->items.empty()) continue;
      sink.report(make_finding(codes::kHammerNotImported,
                               "'" + path + "' is not imported (" +
                                   std::to_string(node->items.size()) +
                                   (node->items.size() == 1 ? " entry)" : " entries)"))
                      .at(node->location)
                      .on(clocks.name, path));
    }
  }
}

}  // namespace

std::optional<HammerClocks> read_hammer_clocks(const core::InputReader& reader,
                                               const std::filesystem::path& path, core::Sink& sink,
                                               const core::Location& referred_from) {
  const auto file = reader.read(path, reader.limits().yaml, sink, referred_from);
  if (!file) return std::nullopt;
  core::CountingSink counted(sink);
  const YamlNode::Ptr root = core::parse_yaml(*file, counted);
  if (root == nullptr) return std::nullopt;
  HammerClocks out{.name = file->name, .sha256 = file->sha256};
  ClockList list(out, counted);
  const auto lists = at_path(*root, "vlsi.inputs.clocks");
  for (const YamlNode* node : lists) list.read(*node);
  list.check_sources();
  if (out.clocks.empty() && counted.errors == 0) {
    counted.report(make_finding(codes::kHammerNoClocks,
                                "'" + file->name + "' has no clocks in 'vlsi.inputs.clocks'")
                       .at(lists.empty() ? file->at(1) : lists.front()->location)
                       .on(file->name));
  }
  name_what_is_left_out(*root, out, counted);
  if (counted.errors > 0) return std::nullopt;
  return out;
}

}  // namespace sealring::sdcgen
