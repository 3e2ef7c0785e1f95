// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/readers/fields.h"

#include <algorithm>

namespace sealring::esd {

namespace {

std::string_view example_of(core::Dimension dimension) {
  switch (dimension) {
    case core::Dimension::kResistance:
      return "a resistance with its unit was expected, for example '0.5 ohm'";
    case core::Dimension::kVoltage:
      return "a voltage with its unit was expected, for example '1.2 V'";
    case core::Dimension::kCurrent:
      return "a current with its unit was expected, for example '1.33 A'";
    case core::Dimension::kLength:
      return "a length with its unit was expected, for example '0.5 um'";
    default: return "a number with its unit was expected";
  }
}

}  // namespace

std::optional<double> quantity_of(std::string_view text, core::Dimension dimension) {
  const auto value = core::parse_quantity(text, dimension);
  if (!value || !value->valid()) return std::nullopt;
  return value->to_double();
}

std::string listed(const std::vector<std::string_view>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

void Fields::fault(const core::Location& place, const std::string& message) {
  faulty_ = true;
  sink_.report(core::make_finding(code_, what_ + ": " + message).at(place).on(what_, message));
}

std::optional<double> Fields::quantity(std::string_view key, core::Dimension dimension) {
  const core::YamlNode* node = map_.get(key);
  if (node == nullptr) return std::nullopt;
  const auto text = core::scalar_text(*node, what_ + " " + std::string(key), sink_);
  if (!text) {
    faulty_ = true;
    return std::nullopt;
  }
  const auto value = quantity_of(*text, dimension);
  if (value && *value >= 0) return value;
  std::string message = std::string(key) + " is '" + *text + "'; ";
  message += value ? "it must not be negative" : example_of(dimension);
  fault(node->location, message);
  return std::nullopt;
}

std::size_t Fields::word(std::string_view key, const std::vector<std::string_view>& words,
                         std::size_t fallback) {
  const core::YamlNode* node = map_.get(key);
  if (node == nullptr) return fallback;
  const auto text = core::scalar_text(*node, what_ + " " + std::string(key), sink_);
  if (!text) {
    faulty_ = true;
    return fallback;
  }
  const auto at = std::find(words.begin(), words.end(), *text);
  if (at != words.end()) return static_cast<std::size_t>(at - words.begin());
  fault(node->location, std::string(key) + " is '" + *text + "', known are " + listed(words));
  return fallback;
}

}  // namespace sealring::esd
