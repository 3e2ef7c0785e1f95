// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/code.h"
#include "core/diagnostics/location.h"
#include "core/units/quantity.h"

/// What a document or a configuration says beside the clocks: relations, exceptions, IO, case values and the like, as
/// written.
namespace sealring::sdcgen {

/// Where the document says it.
struct Citation {
  std::string section;
  std::string page;
  std::string table;
};
/// "section 4.2, page 31, table 4-3", leaving out what is not given.
std::string to_string(const Citation& citation);

enum class EntryKind : std::uint8_t {
  kRelation,
  kFalsePath,
  kMulticycle,
  kMaxDelay,
  kMinDelay,
  kInputDelay,
  kOutputDelay,
  kCase,
  kDisable,
  kLatency,     ///< of a clock: source or network
  kTransition,  ///< of a clock
  kSense,       ///< of a clock behind a pin
  kDerate,      ///< of a corner
  kCondition,   ///< operating condition of a corner
  kPropagated,  ///< clocks whose trees exist
  kRaw          ///< text taken over as written
};
std::string_view to_string(EntryKind kind);  ///< "relation", "false_path", "multicycle", ...

/// Every kind, in the order in which their commands are written.
inline constexpr EntryKind kEntryOrder[] = {
    EntryKind::kCondition,  EntryKind::kDerate,     EntryKind::kCase,        EntryKind::kDisable,
    EntryKind::kLatency,    EntryKind::kTransition, EntryKind::kPropagated,  EntryKind::kSense,
    EntryKind::kRelation,   EntryKind::kInputDelay, EntryKind::kOutputDelay, EntryKind::kFalsePath,
    EntryKind::kMulticycle, EntryKind::kMaxDelay,   EntryKind::kMinDelay,    EntryKind::kRaw};

enum class RelationKind : std::uint8_t {
  kSynchronous,
  kAsynchronous,
  kLogicallyExclusive,
  kPhysicallyExclusive
};
std::string_view to_string(RelationKind kind);  ///< "synchronous", "logically_exclusive", ...

/// Objects named by a pattern: exact, or with * and ? within one level of the hierarchy.
struct ObjectPattern {
  enum class Kind : std::uint8_t { kPort, kPin, kCell, kClock };
  Kind kind = Kind::kPin;
  std::string text;
  core::Location location;
};
std::string_view to_string(ObjectPattern::Kind kind);  ///< "port", "pin", "cell", "clock"

/// A value with the options that say which: {"max fall", 2e-9 s}.
struct Amount {
  std::string
      role;  ///< words separated by blanks: max, min, rise, fall, early, late, source, setup, hold, load ...
  core::Rational si;  ///< in the SI base unit, or a plain number
  bool operator==(const Amount&) const = default;
};

/// Where an entry comes from. What did not come from the document or a person waits until somebody confirms it.
struct Origin {
  enum class Kind : std::uint8_t { kDocument, kTemplate, kExtraction, kModel };
  Kind kind = Kind::kDocument;
  std::string ref;
  std::string confirmed_by;
  std::string confirmed_on;
  bool is_candidate() const { return kind != Kind::kDocument && confirmed_by.empty(); }
};

/// One entry as written. Which fields are used depends on the kind.
struct EntrySpec {
  EntryKind kind = EntryKind::kRaw;
  std::string id;
  std::vector<std::string> modes;    ///< of the IP (specification) or of the design; empty: all
  std::vector<std::string> stages;   ///< flow stages; empty: all
  std::vector<std::string> corners;  ///< empty: all
  RelationKind relation = RelationKind::kSynchronous;
  std::vector<std::vector<ObjectPattern>>
      groups;                       ///< relation: clocks; pairs are taken across groups
  std::vector<ObjectPattern> from;  ///< exceptions; disable: names of pins of the cell
  std::vector<ObjectPattern> through;
  std::vector<ObjectPattern> to;
  std::vector<ObjectPattern>
      objects;  ///< IO: ports; case: pins or ports; disable: cells; latency ...: clocks
  std::vector<Amount> amounts;
  std::string clock;          ///< IO: reference clock
  bool virtual_clock = true;  ///< IO: relative to a virtual clock made for the reference clock
  std::vector<std::string>
      flags;          ///< clock_fall, start, end, positive, negative, setup, hold, cell_delay ...
  std::string value;  ///< case: 0, 1, rising, falling; raw: the text
  std::string driving_cell;          ///< input: cell/pin
  std::vector<ObjectPattern> proof;  ///< exclusive relation: the mux that selects, or case entries
  std::string reason;
  Citation cite;
  std::optional<core::Owner> owner;
  Origin origin;
  core::Location location;
};

/// Something the writers of a document or configuration know to be open.
struct Question {
  std::string id;
  core::Owner owner = core::Owner::kSpec;
  std::string text;
  Citation cite;
  core::Location location;
};

}  // namespace sealring::sdcgen
