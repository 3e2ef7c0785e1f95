// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/readers/keys.h"

#include <algorithm>

#include "core/diagnostics/suggest.h"
#include "core/units/parse.h"
#include "stack3d/codes.h"

namespace sealring::stack3d {

using core::YamlNode;

namespace {

bool same_word(std::string_view a, std::string_view b, bool ignore_case) {
  if (!ignore_case) return a == b;
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return (x | (x >= 'A' && x <= 'Z' ? 0x20 : 0)) == (y | (y >= 'A' && y <= 'Z' ? 0x20 : 0));
  });
}

std::string quoted_names(std::initializer_list<std::string_view> names) {
  std::string text;
  for (std::string_view name : names) {
    if (!text.empty()) text += " or ";
    text += "'" + std::string(name) + "'";
  }
  return text;
}

}  // namespace

std::string describe(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::kNull: return "empty";
    case YamlNode::Kind::kScalar: return "'" + node.scalar + "'";
    case YamlNode::Kind::kSequence: return "a list";
    case YamlNode::Kind::kMapping: break;
  }
  return "a mapping";
}

void report_bad_value(core::Sink& sink, const core::Location& place, const std::string& what,
                      const std::string& found, const std::string& expected) {
  sink.report(core::make_finding(codes::kBadValue,
                                 what + " is " + found + "; " + expected + " was expected")
                  .at(place)
                  .on(what, "value"));
}

Keys::Keys(const YamlNode& node, std::string what, core::Sink& sink, bool ignore_case)
    : node_(node), what_(std::move(what)), sink_(sink), ignore_case_(ignore_case) {
  if (node.kind == YamlNode::Kind::kMapping) return;
  valid_ = false;
  report_bad_value(sink, node.location, what_, describe(node), "a mapping");
}

const YamlNode* Keys::find(std::string_view name) const {
  for (const YamlNode::Entry& entry : node_.entries) {
    if (same_word(entry.key, name, ignore_case_)) return entry.value.get();
  }
  return nullptr;
}

const YamlNode* Keys::get(std::initializer_list<std::string_view> names) {
  const YamlNode* result = nullptr;
  for (std::string_view name : names) {
    known_.emplace_back(name);
    const YamlNode* value = find(name);
    if (result == nullptr && value != nullptr && value->kind != YamlNode::Kind::kNull)
      result = value;
  }
  return result;
}

const YamlNode* Keys::require(std::initializer_list<std::string_view> names) {
  const YamlNode* value = get(names);
  if (value == nullptr && valid_) {
    const YamlNode* empty = find(*names.begin());
    sink_.report(core::make_finding(codes::kMissingKey,
                                    what_ + (empty != nullptr ? " has an empty " : " has no ") +
                                        quoted_names(names))
                     .at(empty != nullptr ? empty->location : node_.location)
                     .on(what_, std::string(*names.begin())));
  }
  return value;
}

std::optional<PlacedText> Keys::text(std::initializer_list<std::string_view> names) {
  const YamlNode* value = get(names);
  if (value == nullptr) return std::nullopt;
  if (value->kind == YamlNode::Kind::kSequence && value->items.size() == 1) {
    value = value->items.front().get();
  }
  if (value->kind == YamlNode::Kind::kScalar && !value->scalar.empty()) {
    return PlacedText{value->scalar, value->location};
  }
  report_bad_value(sink_, value->location, quoted_names(names) + " of " + what_, describe(*value),
                   "a single value");
  return std::nullopt;
}

std::vector<PlacedText> Keys::texts(std::initializer_list<std::string_view> names) {
  std::vector<PlacedText> result;
  const YamlNode* value = get(names);
  if (value == nullptr) return result;
  const auto add = [&](const YamlNode& node) {
    if (node.kind == YamlNode::Kind::kScalar && !node.scalar.empty()) {
      result.push_back({node.scalar, node.location});
    } else {
      report_bad_value(sink_, node.location, "an entry of " + quoted_names(names) + " of " + what_,
                       describe(node), "a single value");
    }
  };
  if (value->kind == YamlNode::Kind::kSequence) {
    for (const YamlNode::Ptr& item : value->items) add(*item);
  } else {
    add(*value);
  }
  return result;
}

std::optional<bool> Keys::flag(std::initializer_list<std::string_view> names) {
  const YamlNode* value = get(names);
  if (value == nullptr) return std::nullopt;
  if (value->kind == YamlNode::Kind::kScalar) {
    for (std::string_view word : {"true", "yes", "on"}) {
      if (same_word(value->scalar, word, true)) return true;
    }
    for (std::string_view word : {"false", "no", "off"}) {
      if (same_word(value->scalar, word, true)) return false;
    }
  }
  report_bad_value(sink_, value->location, quoted_names(names) + " of " + what_, describe(*value),
                   "true or false");
  return std::nullopt;
}

std::optional<core::Rational> Keys::number(std::initializer_list<std::string_view> names) {
  const YamlNode* value = get(names);
  if (value == nullptr) return std::nullopt;
  if (value->kind == YamlNode::Kind::kScalar) {
    if (auto number = core::parse_decimal(value->scalar)) return number;
  }
  report_bad_value(sink_, value->location, quoted_names(names) + " of " + what_, describe(*value),
                   "a number");
  return std::nullopt;
}

void Keys::finish() {
  if (!valid_) return;
  for (const YamlNode::Entry& entry : node_.entries) {
    const bool known = std::any_of(known_.begin(), known_.end(), [&](const std::string& name) {
      return same_word(entry.key, name, ignore_case_);
    });
    if (known) continue;
    sink_.report(core::make_finding(codes::kUnknownKey, "unknown key '" + entry.key + "' in " +
                                                            what_ +
                                                            core::did_you_mean(entry.key, known_) +
                                                            "; what it says is not used")
                     .at(entry.key_location)
                     .on(what_, entry.key));
  }
}

Lengths Lengths::scaled(const core::Rational& factor) const {
  Lengths result = *this;
  result.scale_ = scale_ * factor;
  return result;
}

std::optional<Dbu> Lengths::read(const YamlNode& node, const std::string& what) const {
  std::optional<core::Rational> value;
  if (node.kind == YamlNode::Kind::kScalar) value = core::parse_decimal(node.scalar);
  if (!value) {
    report_bad_value(*sink_, node.location, what, describe(node), "a length as a decimal number");
    return std::nullopt;
  }
  const core::Rational exact = *value * scale_;
  const bool in_range = exact.valid() && exact < core::Rational(kLargestCoordinate) &&
                        exact > core::Rational(-kLargestCoordinate);
  if (!in_range) {
    report_bad_value(*sink_, node.location, what, describe(node),
                     "a length below " + um_text(kLargestCoordinate, dbu_per_um_));
    return std::nullopt;
  }
  const Dbu rounded = round_half_away(exact);
  if (!exact.is_integer()) {
    sink_->report(core::make_finding(codes::kOffGrid, what + " is " + node.scalar +
                                                          ", which is not on the grid of 1/" +
                                                          std::to_string(dbu_per_um_) + " um; " +
                                                          um_text(rounded, dbu_per_um_) +
                                                          " is used")
                      .at(node.location)
                      .on(what, "off-grid"));
  }
  return rounded;
}

std::optional<std::vector<Dbu>> Lengths::read_list(const YamlNode& node, std::size_t count,
                                                   const std::string& what) const {
  if (node.kind != YamlNode::Kind::kSequence || node.items.size() != count) {
    const std::string found = node.kind == YamlNode::Kind::kSequence
                                  ? "a list of " + std::to_string(node.items.size())
                                  : describe(node);
    report_bad_value(*sink_, node.location, what, found,
                     "a list of " + std::to_string(count) + " lengths");
    return std::nullopt;
  }
  std::vector<Dbu> result;
  for (const YamlNode::Ptr& item : node.items) {
    const std::optional<Dbu> length = read(*item, what);
    if (!length) return std::nullopt;
    result.push_back(*length);
  }
  return result;
}

std::int64_t round_half_away(const core::Rational& value) {
  const core::Rational::Int n = value.numerator();
  const core::Rational::Int d = value.denominator();
  const core::Rational::Int doubled = n < 0 ? -2 * n + d : 2 * n + d;
  const core::Rational::Int magnitude = doubled / (2 * d);
  return static_cast<std::int64_t>(n < 0 ? -magnitude : magnitude);
}

std::string um_text(Dbu length, std::int64_t dbu_per_um) {
  return core::format_decimal(core::Rational(length, dbu_per_um), 18) + " um";
}

}  // namespace sealring::stack3d
