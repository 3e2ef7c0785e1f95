// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/entry.h"

namespace sealring::sdcgen {

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

std::string_view to_string(EntryKind kind) {
  switch (kind) {
    case EntryKind::kRelation: return "relation";
    case EntryKind::kFalsePath: return "false_path";
    case EntryKind::kMulticycle: return "multicycle";
    case EntryKind::kMaxDelay: return "max_delay";
    case EntryKind::kMinDelay: return "min_delay";
    case EntryKind::kInputDelay: return "input_delay";
    case EntryKind::kOutputDelay: return "output_delay";
    case EntryKind::kCase: return "case";
    case EntryKind::kDisable: return "disable";
    case EntryKind::kLatency: return "latency";
    case EntryKind::kTransition: return "transition";
    case EntryKind::kSense: return "sense";
    case EntryKind::kDerate: return "derate";
    case EntryKind::kCondition: return "operating_condition";
    case EntryKind::kPropagated: return "propagated";
    case EntryKind::kRaw: break;
  }
  return "raw";
}

std::string_view to_string(RelationKind kind) {
  switch (kind) {
    case RelationKind::kSynchronous: return "synchronous";
    case RelationKind::kAsynchronous: return "asynchronous";
    case RelationKind::kLogicallyExclusive: return "logically_exclusive";
    case RelationKind::kPhysicallyExclusive: break;
  }
  return "physically_exclusive";
}

std::string_view to_string(ObjectPattern::Kind kind) {
  switch (kind) {
    case ObjectPattern::Kind::kPort: return "port";
    case ObjectPattern::Kind::kPin: return "pin";
    case ObjectPattern::Kind::kCell: return "cell";
    case ObjectPattern::Kind::kClock: break;
  }
  return "clock";
}

}  // namespace sealring::sdcgen
