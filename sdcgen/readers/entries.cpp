// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/entries.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/codes.h"
#include "core/diagnostics/suggest.h"
#include "core/units/parse.h"
#include "sdcgen/codes.h"
#include "sdcgen/readers/entry_fields.h"
#include "sdcgen/readers/names.h"

namespace sealring::sdcgen {

namespace {

using core::make_finding;
using core::YamlMap;
using core::YamlNode;

class Reader {
 public:
  Reader(const EntryScope& scope, std::vector<EntrySpec>& entries, core::Sink& sink)
      : fields_(scope, sink), entries_(entries), sink_(sink) {
    for (const EntrySpec& entry : entries) ids_.emplace(entry.id, entry.location);
  }

  void read(YamlMap& map) {
    each(map, "relations", "relation",
         [this](YamlMap& item, EntrySpec& entry) { relation(item, entry); });
    each(map, "exceptions", "exception",
         [this](YamlMap& item, EntrySpec& entry) { exception(item, entry); });
    each(map, "io", "io entry", [this](YamlMap& item, EntrySpec& entry) { io(item, entry); });
    each(map, "case", "case entry",
         [this](YamlMap& item, EntrySpec& entry) { case_value(item, entry); });
    each(map, "disable", "disable entry",
         [this](YamlMap& item, EntrySpec& entry) { disable(item, entry); });
    each(map, "raw", "raw section", [this](YamlMap& item, EntrySpec& entry) { raw(item, entry); });
  }

 private:
  template <class Read>
  void each(YamlMap& map, const char* key, const char* word, Read&& read_item) {
    const YamlNode* list = map.get(key);
    if (list == nullptr) return;
    if (list->kind != YamlNode::Kind::kSequence) {
      core::scalar_text(*list, "'" + std::string(key) + "' (a list)", sink_);
      return;
    }
    for (const YamlNode::Ptr& node : list->items) {
      const YamlNode* id = node->find("id");
      YamlMap item(*node, std::string(word) + " '" + (id != nullptr ? id->scalar : "") + "'",
                   sink_);
      if (!item.valid()) continue;
      EntrySpec entry;
      entry.location = node->location;
      entry.id = item.require_text("id");
      if (!entry.id.empty()) check_name("id", entry.id, node->location, sink_);
      fields_.common(item, entry);
      read_item(item, entry);
      item.finish();
      if (is_new(entry)) entries_.push_back(std::move(entry));
    }
  }

  bool is_new(const EntrySpec& entry) {
    const auto [first, fresh] = ids_.emplace(entry.id, entry.location);
    if (fresh) return true;
    sink_.report(make_finding(codes::kEntryDuplicate, "entry '" + entry.id +
                                                          "' is described twice; first at " +
                                                          core::to_string(first->second))
                     .at(entry.location)
                     .on(fields_.scope().owner + "/" + entry.id, "duplicate")
                     .owned_by(fields_.scope().default_owner));
    return false;
  }

  void relation(YamlMap& map, EntrySpec& entry) {
    entry.kind = EntryKind::kRelation;
    static constexpr std::array kKinds{RelationKind::kSynchronous, RelationKind::kAsynchronous,
                                       RelationKind::kLogicallyExclusive,
                                       RelationKind::kPhysicallyExclusive};
    fields_.word(map, "kind", kKinds, entry.relation, entry);
    if (const YamlNode* between = map.get("between")) {
      for (const YamlNode::Ptr& group : between->items)
        entry.groups.push_back(fields_.names(*group, ObjectPattern::Kind::kClock));
    }
    if (const YamlNode* clocks = map.get("clocks")) {
      for (const ObjectPattern& clock : fields_.names(*clocks, ObjectPattern::Kind::kClock))
        entry.groups.push_back({clock});
    }
    if (const YamlNode* mux = map.get("mux"))
      entry.proof = fields_.names(*mux, ObjectPattern::Kind::kPin);
    if (const YamlNode* node = map.get("case")) {
      for (ObjectPattern& id : fields_.names(*node, ObjectPattern::Kind::kClock))
        entry.proof.push_back(id);
    }
    if (const YamlNode* node = map.get("uncertainty")) {
      YamlMap inner(*node, "'uncertainty' of '" + entry.id + "'", sink_);
      for (const char* side : {"setup", "hold"}) fields_.time(inner, side, side, false, entry);
      inner.finish();
      if (entry.relation != RelationKind::kSynchronous)
        fields_.incomplete(
            entry, "has an uncertainty; only synchronous clocks are timed against each other");
    }
    const bool empty_group = std::any_of(entry.groups.begin(), entry.groups.end(),
                                         [](const auto& group) { return group.empty(); });
    if (entry.groups.size() < 2 || empty_group) {
      fields_.incomplete(
          entry,
          "names " + std::to_string(entry.groups.size()) +
              " group(s) of clocks; 'clocks: [a, b]' or 'between: [[a], [b, c]]' was expected");
    }
    if (entry.relation != RelationKind::kSynchronous) fields_.need_reason(entry);
  }

  void exception(YamlMap& map, EntrySpec& entry) {
    static constexpr std::array kKinds{EntryKind::kFalsePath, EntryKind::kMulticycle,
                                       EntryKind::kMaxDelay, EntryKind::kMinDelay};
    fields_.word(map, "kind", kKinds, entry.kind, entry);
    if (const YamlNode* node = map.get("from")) entry.from = fields_.objects(*node, "from", entry);
    if (const YamlNode* node = map.get("through"))
      entry.through = fields_.objects(*node, "through", entry);
    if (const YamlNode* node = map.get("to")) entry.to = fields_.objects(*node, "to", entry);
    if (entry.from.empty() && entry.through.empty() && entry.to.empty())
      fields_.incomplete(entry, "has neither 'from', 'through' nor 'to'");
    fields_.need_reason(entry);
    if (entry.kind == EntryKind::kMulticycle) return multicycle(map, entry);
    if (entry.kind == EntryKind::kFalsePath) {
      if (const auto of = map.get_text("of")) {
        if (*of == "setup" || *of == "hold") {
          entry.flags.push_back(*of);
        } else {
          fields_.incomplete(entry, "has 'of: " + *of + "'; setup or hold was expected");
        }
      }
      return;
    }
    fields_.time(map, "delay", "delay", false, entry);
    if (entry.amounts.empty() && map.get("delay") == nullptr)
      fields_.incomplete(entry, "has no 'delay'; a time with a unit was expected");
  }

  void multicycle(YamlMap& map, EntrySpec& entry) {
    const auto setup = map.get_int("setup", 1, 1'000'000);
    const auto hold = map.get_int("hold", 0, 1'000'000);
    if (!setup || !hold) {
      fields_.incomplete(entry,
                         std::string("has ") +
                             (setup  ? "'setup' and no 'hold'"
                              : hold ? "'hold' and no 'setup'"
                                     : "neither 'setup' nor 'hold'") +
                             "; both were expected, since the hold edge moves with the setup edge");
    } else {
      entry.amounts.push_back({"setup", *setup});
      entry.amounts.push_back({"hold", *hold});
    }
    const std::string edge = map.get_text("edge").value_or("");
    if (edge == "start" || edge == "end") {
      entry.flags.push_back(edge);
    } else {
      fields_.incomplete(entry, "has 'edge: " + edge +
                                    "'; start (cycles of the launching clock) or end (of the "
                                    "capturing clock) was expected");
    }
  }

  void io(YamlMap& map, EntrySpec& entry) {
    const std::string direction = map.require_text("direction");
    entry.kind = direction == "output" ? EntryKind::kOutputDelay : EntryKind::kInputDelay;
    if (direction != "input" && direction != "output" && !direction.empty())
      fields_.incomplete(entry, "has 'direction: " + direction + "'; input or output was expected");
    if (const YamlNode* port = map.require("port"))
      entry.objects = fields_.names(*port, ObjectPattern::Kind::kPort);
    entry.clock = map.require_text("clock");
    entry.virtual_clock = map.get_bool("virtual").value_or(true);
    if (const auto edge = map.get_text("edge")) {
      if (*edge == "fall") {
        entry.flags.emplace_back("clock_fall");
      } else if (*edge != "rise") {
        fields_.incomplete(entry, "has 'edge: " + *edge + "'; rise or fall was expected");
      }
    }
    io_delays(map, entry);
    if (entry.kind == EntryKind::kInputDelay) {
      entry.driving_cell = map.get_text("driving_cell").value_or("");
      fields_.time(map, "transition", "transition", true, entry);
      fields_.quantity(map, "drive", "drive", core::Dimension::kResistance, entry);
    } else {
      fields_.quantity(map, "load", "load", core::Dimension::kCapacitance, entry);
    }
  }

  void io_delays(YamlMap& map, EntrySpec& entry) {
    std::set<std::string> given;
    for (const char* side : {"max", "min"}) {
      if (map.get(side) != nullptr) given.insert(side);
      fields_.time(map, side, side, false, entry);
      for (const char* edge : {"rise", "fall"}) {
        const std::string key = std::string(side) + "_" + edge;
        if (map.get(key) != nullptr) given.insert(key);
        fields_.time(map, key, std::string(side) + " " + edge, false, entry);
      }
    }
    const auto side_is_whole = [&](const std::string& side) {
      return given.contains(side) ||
             (given.contains(side + "_rise") && given.contains(side + "_fall"));
    };
    if (side_is_whole("max") && side_is_whole("min")) return;
    std::string list;
    for (const std::string& key : given) list += (list.empty() ? "'" : ", '") + key + "'";
    sink_.report(make_finding(codes::kIoHalf, "io entry '" + entry.id + "' gives " +
                                                  (list.empty() ? "no delay" : list) +
                                                  "; max and min were expected, for both edges")
                     .at(entry.location)
                     .on(fields_.scope().owner + "/" + entry.id, "half")
                     .owned_by(fields_.scope().default_owner));
  }

  void case_value(YamlMap& map, EntrySpec& entry) {
    entry.kind = EntryKind::kCase;
    fields_.pin_or_port(map, entry);
    entry.value = map.require_text("value");
    static const std::set<std::string> kValues{"0", "1", "rising", "falling", ""};
    if (!kValues.contains(entry.value))
      fields_.incomplete(entry,
                         "has value '" + entry.value + "'; 0, 1, rising or falling was expected");
    if (map.get_bool("assumed").value_or(false)) entry.flags.emplace_back("assumed");
  }

  void disable(YamlMap& map, EntrySpec& entry) {
    entry.kind = EntryKind::kDisable;
    const YamlNode* cell = map.get("cell");
    if (cell != nullptr) entry.objects = fields_.names(*cell, ObjectPattern::Kind::kCell);
    if (cell == nullptr) fields_.pin_or_port(map, entry);
    if (const auto from = map.get_text("from"))
      entry.from.push_back({ObjectPattern::Kind::kPin, *from, entry.location});
    if (const auto to = map.get_text("to"))
      entry.to.push_back({ObjectPattern::Kind::kPin, *to, entry.location});
    if (cell == nullptr && (!entry.from.empty() || !entry.to.empty()))
      fields_.incomplete(entry, "has 'from' or 'to' without a 'cell' whose pins they are");
    fields_.need_reason(entry);
  }

  void raw(YamlMap& map, EntrySpec& entry) {
    entry.kind = EntryKind::kRaw;
    entry.value = map.require_text("text");
    fields_.need_reason(entry);
  }

  EntryFields fields_;
  std::vector<EntrySpec>& entries_;
  core::Sink& sink_;
  std::map<std::string, core::Location> ids_;
};

}  // namespace

void read_entries(YamlMap& map, const EntryScope& scope, std::vector<EntrySpec>& entries,
                  core::Sink& sink) {
  Reader(scope, entries, sink).read(map);
}

void read_clock_entries(YamlMap& map, const std::string& clock, const EntryScope& scope,
                        std::vector<EntrySpec>& entries, core::Sink& sink) {
  EntryFields fields(scope, sink);
  const auto start = [&](EntryKind kind, const YamlNode& node, const char* suffix) {
    EntrySpec entry;
    entry.kind = kind;
    entry.id = clock + "-" + suffix;
    entry.location = node.location;
    entry.objects = {{ObjectPattern::Kind::kClock, clock, node.location}};
    return entry;
  };
  if (const YamlNode* node = map.get("latency")) {
    YamlMap inner(*node, "'latency' of clock '" + clock + "'", sink);
    for (const char* what : {"source", "network"}) {
      const YamlNode* value = inner.get(what);
      if (value == nullptr) continue;
      EntrySpec entry = start(EntryKind::kLatency, *value, what);
      entry.flags.emplace_back(what);
      if (value->kind == YamlNode::Kind::kMapping) {
        YamlMap sides(*value, "'" + std::string(what) + "' latency of clock '" + clock + "'", sink);
        for (const char* side : {"early", "late", "max", "min"})
          fields.time(sides, side, side, false, entry);
        sides.finish();
      } else {
        fields.time(inner, what, "", false, entry);
      }
      entries.push_back(std::move(entry));
    }
    inner.finish();
  }
  if (const YamlNode* node = map.get("transition")) {
    EntrySpec entry = start(EntryKind::kTransition, *node, "transition");
    if (node->kind == YamlNode::Kind::kMapping) {
      YamlMap sides(*node, "'transition' of clock '" + clock + "'", sink);
      for (const char* side : {"max", "min"}) fields.time(sides, side, side, true, entry);
      sides.finish();
    } else {
      fields.time(map, "transition", "", true, entry);
    }
    entries.push_back(std::move(entry));
  }
  if (const YamlNode* node = map.get("sense")) {
    YamlMap inner(*node, "'sense' of clock '" + clock + "'", sink);
    EntrySpec entry = start(EntryKind::kSense, *node, "sense");
    entry.clock = clock;
    if (const YamlNode* pin = inner.require("pin"))
      entry.objects = fields.names(*pin, ObjectPattern::Kind::kPin);
    const std::string is = inner.require_text("is");
    if (is == "positive" || is == "negative" || is == "stop_propagation") {
      entry.flags.push_back(is);
    } else {
      fields.incomplete(
          entry, "has 'is: " + is + "'; positive, negative or stop_propagation was expected");
    }
    inner.finish();
    entries.push_back(std::move(entry));
  }
}

void read_derates(YamlMap& map, const std::string& corner, std::vector<EntrySpec>& entries,
                  core::Sink& sink) {
  const YamlNode* node = map.get("derate");
  if (node == nullptr) return;
  std::vector<const YamlNode*> items;
  if (node->kind == YamlNode::Kind::kSequence) {
    for (const YamlNode::Ptr& item : node->items) items.push_back(item.get());
  } else {
    items.push_back(node);
  }
  EntryScope scope{corner, core::Owner::kTiming};
  EntryFields fields(scope, sink);
  for (const YamlNode* item : items) {
    YamlMap inner(*item, "derate of corner '" + corner + "'", sink);
    if (!inner.valid()) continue;
    EntrySpec entry;
    entry.kind = EntryKind::kDerate;
    entry.id = corner + "-derate" + std::to_string(entries.size());
    entry.location = item->location;
    entry.corners = {corner};
    for (const char* side : {"early", "late"}) fields.number(inner, side, entry);
    for (const char* key : {"of", "path"}) {
      const auto word = inner.get_text(key);
      static const std::set<std::string> kWords{"cell_delay", "net_delay", "cell_check", "data",
                                                "clock"};
      if (word && kWords.contains(*word)) {
        entry.flags.push_back(*word);
      } else if (word) {
        fields.incomplete(entry,
                          "has '" + std::string(key) + ": " + *word +
                              "'; cell_delay, net_delay, cell_check, data or clock was expected");
      }
    }
    inner.finish();
    if (entry.amounts.empty()) fields.incomplete(entry, "has neither 'early' nor 'late'");
    entries.push_back(std::move(entry));
  }
}

void read_questions(YamlMap& map, core::Owner default_owner, std::vector<Question>& questions,
                    core::Sink& sink) {
  const YamlNode* list = map.get("questions");
  if (list == nullptr) return;
  for (const YamlNode::Ptr& node : list->items) {
    YamlMap item(*node, "a question", sink);
    if (!item.valid()) continue;
    Question question;
    question.location = node->location;
    question.owner = default_owner;
    question.id = item.require_text("id");
    question.text = item.require_text("text");
    EntryScope scope{"questions", default_owner};
    if (const auto owner = EntryFields(scope, sink).owner(item)) question.owner = *owner;
    question.cite = read_citation(item, "question '" + question.id + "'", sink);
    item.finish();
    questions.push_back(std::move(question));
  }
}

}  // namespace sealring::sdcgen
