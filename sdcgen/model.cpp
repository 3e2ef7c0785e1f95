// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/model.h"

namespace sealring::sdcgen {

std::string_view to_string(ClockKind kind) {
  switch (kind) {
    case ClockKind::kPrimary: return "primary";
    case ClockKind::kGenerated: return "generated";
    case ClockKind::kVirtual: break;
  }
  return "virtual";
}

std::string_view to_string(ObjectRef::Kind kind) {
  switch (kind) {
    case ObjectRef::Kind::kNone: return "none";
    case ObjectRef::Kind::kPort: return "port";
    case ObjectRef::Kind::kPin: break;
  }
  return "pin";
}

core::Time Derivation::period(const core::Time& master) const {
  if (combinational) return master;
  if (edges.size() == 3) {
    core::Time span{master.si * core::Rational(edges[2] - edges[0]) / core::Rational(2)};
    if (edge_shift.size() == 3) span = span + edge_shift[2] - edge_shift[0];
    return span;
  }
  return {master.si * core::Rational(divide_by) / core::Rational(multiply_by)};
}

std::string Derivation::describe() const {
  std::string text;
  if (combinational) {
    text = "combinational";
  } else if (!edges.empty()) {
    text = "edges";
    for (const std::int64_t edge : edges) text += " " + std::to_string(edge);
    for (const core::Time& shift : edge_shift)
      text += (&shift == edge_shift.data() ? " shifted by " : ", ") +
              core::format_engineering(shift.si, core::Dimension::kTime);
  } else {
    text = "divided by " + std::to_string(divide_by) +
           (multiply_by == 1 ? "" : ", multiplied by " + std::to_string(multiply_by));
  }
  if (duty_cycle) text += ", duty cycle " + core::format_decimal(*duty_cycle, 6) + " %";
  return text + (invert ? ", inverted" : "");
}

const ModeRange* ClockSpec::in_mode(const std::string& mode) const {
  for (const ModeRange& range : modes) {
    if (range.mode == mode) return &range;
  }
  return nullptr;
}

const ClockSpec* IpSpec::find(const std::string& name) const {
  for (const ClockSpec& clock : clocks) {
    if (clock.name == name) return &clock;
  }
  return nullptr;
}

std::vector<std::string> IpSpec::clock_names() const {
  std::vector<std::string> names;
  for (const ClockSpec& clock : clocks) names.push_back(clock.name);
  return names;
}

const ClockRow* ClockTable::find(const std::string& clock) const {
  const auto it = index.find(clock);
  return it == index.end() ? nullptr : &rows[it->second];
}

const PerMode::Entry* PerMode::in(const std::string& design_mode) const {
  for (const Entry& entry : entries) {
    if (entry.design_mode.empty() || entry.design_mode == design_mode) return &entry;
  }
  return nullptr;
}

std::vector<View> DesignConfig::views() const {
  std::vector<View> all;
  for (const std::string& mode : modes) {
    for (const std::string& stage : flow_stages) {
      for (const Corner& entry : corners) all.push_back({mode, stage, entry.name});
    }
  }
  return all;
}

const Corner* DesignConfig::corner(const std::string& name) const {
  for (const Corner& entry : corners) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace sealring::sdcgen
