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

std::string to_string(const Citation& citation) {
  std::string text;
  const auto add = [&](const char* word, const std::string& value) {
    if (!value.empty()) text += (text.empty() ? "" : ", ") + std::string(word) + " " + value;
  };
  add("section", citation.section);
  add("page", citation.page);
  add("table", citation.table);
  return text;
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
