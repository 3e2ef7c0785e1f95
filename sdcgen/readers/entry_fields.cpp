// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/entry_fields.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "core/diagnostics/suggest.h"
#include "core/units/parse.h"
#include "sdcgen/codes.h"

namespace sealring::sdcgen {

using core::make_finding;
using core::YamlMap;
using core::YamlNode;

Citation read_citation(YamlMap& map, const std::string& what, core::Sink& sink) {
  Citation cite;
  if (const YamlNode* node = map.get("cite")) {
    YamlMap inner(*node, "the citation of " + what, sink);
    cite.section = inner.get_text("section").value_or("");
    cite.page = inner.get_text("page").value_or("");
    cite.table = inner.get_text("table").value_or("");
    inner.finish();
  }
  return cite;
}

std::optional<core::Time> read_time(YamlMap& map, std::string_view key, const std::string& what,
                                    bool positive, core::Sink& sink) {
  const YamlNode* node = map.get(key);
  if (node == nullptr) return std::nullopt;
  const auto value = core::parse_quantity(node->scalar, core::Dimension::kTime);
  if (value && (!positive || *value > core::Rational(0))) return core::Time{*value};
  sink.report(make_finding(codes::kBadQuantity,
                           "'" + std::string(key) + "' of " + what + " is '" + node->scalar +
                               "'; a time with a unit such as '8 ns' was expected")
                  .at(node->location)
                  .on(what, std::string(key)));
  return std::nullopt;
}

namespace {

/// "2026-11-30"
bool is_date(const std::string& text) {
  int year = 0;
  int month = 0;
  int day = 0;
  int used = 0;
  if (text.size() != 10 ||
      std::sscanf(text.c_str(), "%4d-%2d-%2d%n", &year, &month, &day, &used) != 3 || used != 10)
    return false;
  return std::chrono::year_month_day{std::chrono::year(year),
                                     std::chrono::month(static_cast<unsigned>(month)),
                                     std::chrono::day(static_cast<unsigned>(day))}
      .ok();
}

}  // namespace

void EntryFields::common(YamlMap& map, EntrySpec& entry) {
  entry.modes = map.get_texts("modes");
  check_words(entry.modes, scope_.modes, "mode", entry);
  if (scope_.stages != nullptr) {
    entry.stages = map.get_texts("flow_stages");
    check_words(entry.stages, scope_.stages, "flow stage", entry);
    entry.corners = map.get_texts("corners");
    check_words(entry.corners, scope_.corners, "corner", entry);
  }
  entry.reason = map.get_text("reason").value_or("");
  entry.cite = read_citation(map, "'" + entry.id + "'", sink_);
  entry.owner = owner(map);
  if (const YamlNode* node = map.get("origin")) {
    YamlMap inner(*node, "the origin of '" + entry.id + "'", sink_);
    const std::string from = inner.require_text("from");
    if (from == "template") entry.origin.kind = Origin::Kind::kTemplate;
    if (from == "extraction") entry.origin.kind = Origin::Kind::kExtraction;
    if (from == "model") entry.origin.kind = Origin::Kind::kModel;
    if (entry.origin.kind == Origin::Kind::kDocument && from != "document")
      incomplete(entry,
                 "comes from '" + from + "'; document, template, extraction or model was expected");
    entry.origin.ref = inner.get_text("ref").value_or("");
    inner.finish();
  }
  if (const YamlNode* node = map.get("confirmed")) {
    YamlMap inner(*node, "the confirmation of '" + entry.id + "'", sink_);
    entry.origin.confirmed_by = inner.require_text("by");
    entry.origin.confirmed_on = inner.require_text("on");
    inner.finish();
    if (!entry.origin.confirmed_on.empty() && !is_date(entry.origin.confirmed_on)) {
      incomplete(entry, "was confirmed on '" + entry.origin.confirmed_on +
                            "'; a date such as 2026-11-30 was expected");
      entry.origin.confirmed_on.clear();
    }
    if (entry.origin.confirmed_on.empty()) entry.origin.confirmed_by.clear();
  }
}

void EntryFields::check_words(const std::vector<std::string>& given,
                              const std::vector<std::string>* known, const char* what,
                              const EntrySpec& entry) {
  if (known == nullptr) return;
  for (const std::string& word : given) {
    if (std::find(known->begin(), known->end(), word) != known->end()) continue;
    sink_.report(make_finding(codes::kUnknownMode, "'" + entry.id + "' lists " + what + " '" +
                                                       word + "', which '" + scope_.owner +
                                                       "' does not have" +
                                                       core::did_you_mean(word, *known))
                     .at(entry.location)
                     .on(scope_.owner + "/" + entry.id, word)
                     .owned_by(scope_.default_owner));
  }
}

std::vector<ObjectPattern> EntryFields::names(const YamlNode& node, ObjectPattern::Kind kind) {
  std::vector<ObjectPattern> patterns;
  const auto add = [&](const YamlNode& item) {
    if (const auto text = core::scalar_text(item, to_string(kind), sink_); text && !text->empty())
      patterns.push_back({kind, *text, item.location});
  };
  if (node.kind != YamlNode::Kind::kSequence) {
    add(node);
  } else {
    for (const YamlNode::Ptr& item : node.items) add(*item);
  }
  return patterns;
}

std::vector<ObjectPattern> EntryFields::objects(const YamlNode& node, const std::string& key,
                                                const EntrySpec& entry) {
  std::vector<ObjectPattern> patterns;
  YamlMap map(node, "'" + key + "' of '" + entry.id + "'", sink_);
  if (!map.valid()) return patterns;
  for (const ObjectPattern::Kind kind : {ObjectPattern::Kind::kPort, ObjectPattern::Kind::kPin,
                                         ObjectPattern::Kind::kCell, ObjectPattern::Kind::kClock}) {
    const YamlNode* value = map.get(to_string(kind));
    if (value == nullptr) continue;
    for (ObjectPattern& pattern : names(*value, kind)) patterns.push_back(std::move(pattern));
  }
  map.finish();
  return patterns;
}

void EntryFields::pin_or_port(YamlMap& map, EntrySpec& entry) {
  const YamlNode* pin = map.get("pin");
  const YamlNode* port = map.get("port");
  if ((pin == nullptr) == (port == nullptr)) {
    incomplete(entry, pin == nullptr ? "has neither 'pin' nor 'port'"
                                     : "has both 'pin' and 'port'; one was expected");
    return;
  }
  entry.objects = pin != nullptr ? names(*pin, ObjectPattern::Kind::kPin)
                                 : names(*port, ObjectPattern::Kind::kPort);
}

void EntryFields::time(YamlMap& map, std::string_view key, const std::string& role, bool positive,
                       EntrySpec& entry) {
  if (const auto value = read_time(map, key, "'" + entry.id + "'", positive, sink_))
    entry.amounts.push_back({role, value->si});
}

void EntryFields::quantity(YamlMap& map, std::string_view key, const std::string& role,
                           core::Dimension dimension, EntrySpec& entry) {
  const YamlNode* node = map.get(key);
  if (node == nullptr) return;
  if (const auto value = core::parse_quantity(node->scalar, dimension)) {
    entry.amounts.push_back({role, *value});
    return;
  }
  sink_.report(make_finding(codes::kBadQuantity,
                            "'" + std::string(key) + "' of '" + entry.id + "' is '" + node->scalar +
                                "'; a number with a unit such as '" +
                                (dimension == core::Dimension::kCapacitance ? "5 fF" : "1 kohm") +
                                "' was expected")
                   .at(node->location)
                   .on(entry.id, std::string(key)));
}

void EntryFields::number(YamlMap& map, const std::string& key, EntrySpec& entry) {
  const YamlNode* node = map.get(key);
  if (node == nullptr) return;
  const auto value = core::parse_decimal(node->scalar);
  if (value && *value > core::Rational(0)) {
    entry.amounts.push_back({key, *value});
  } else {
    incomplete(entry, "has '" + key + ": " + node->scalar + "'; a number above 0 was expected");
  }
}

std::optional<core::Owner> EntryFields::owner(YamlMap& map) {
  const auto given = map.get_text("owner");
  if (!given) return std::nullopt;
  for (const core::Owner one : {core::Owner::kSpec, core::Owner::kConfig, core::Owner::kDesign,
                                core::Owner::kTiming, core::Owner::kDft}) {
    if (*given == core::to_string(one)) return one;
  }
  sink_.report(
      make_finding(codes::kEntryIncomplete,
                   "owner is '" + *given + "'; spec, config, design, timing or dft was expected")
          .at(map.get("owner")->location)
          .on(scope_.owner, *given));
  return std::nullopt;
}

void EntryFields::incomplete(const EntrySpec& entry, const std::string& what) {
  sink_.report(make_finding(codes::kEntryIncomplete,
                            std::string(to_string(entry.kind)) + " '" + entry.id + "' " + what)
                   .at(entry.location)
                   .on(scope_.owner + "/" + entry.id, what.substr(0, 40))
                   .owned_by(scope_.default_owner));
}

void EntryFields::need_reason(const EntrySpec& entry) {
  if (entry.reason.empty()) incomplete(entry, "gives no 'reason'");
}

}  // namespace sealring::sdcgen
