// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"

namespace sealring::esd {

/// How the several nodes (taps) of one terminal are taken.
enum class TerminalMode : std::uint8_t {
  kMerged,      ///< ideally shorted
  kIndividual,  ///< each tap alone; the worst counts
  kDistributed  ///< 1 ampere split by the weights of the taps
};
std::string_view to_string(TerminalMode mode);

/// What counts when several devices or pads can take the current.
enum class Answer : std::uint8_t {
  kEach,     ///< every one must be within the limit
  kNearest,  ///< the best one must be
  kParallel  ///< all together carry the current
};
std::string_view to_string(Answer answer);

/// Which pads or device pins a rule looks at. Empty words select all; names are globs.
struct Selection {
  enum class Of : std::uint8_t { kPads, kDevices };
  Of of = Of::kPads;
  std::string kind;       ///< of pads: signal, power, ground
  std::string group;      ///< of pads
  std::string net;        ///< of pads and device pins
  std::string tier;       ///< of pads and devices
  std::string interface;  ///< of pads
  std::string name;       ///< of pads or instances
  std::string device;     ///< type, of devices
  std::string pin;        ///< of devices
  bool together = false;  ///< all selected pads as one terminal
  core::Location location;
};

/// One requirement. Limits are in ohm, or in volt at the rule's current.
struct Rule {
  enum class Check : std::uint8_t { kP2p, kCd };
  std::string id;
  Check check = Check::kP2p;
  Selection from;
  std::vector<std::string>
      through;  ///< device types in the order the current passes them; empty: one net
  Selection to;
  Answer answer = Answer::kEach;
  TerminalMode from_terminal = TerminalMode::kMerged;
  TerminalMode to_terminal = TerminalMode::kMerged;
  bool with_ron = false;  ///< parallel devices on one net: each behind its ron
  bool in_volt = false;
  double limit = 0;               ///< ohm or volt; p2p only
  bool strict = false;            ///< the operator is "<", else "<="
  std::optional<double> current;  ///< ampere; else that of the pad's group
  std::string ref;                ///< free text: clause, document
  core::Location location;
};

/// A class of pads with its own discharge current.
struct PadGroup {
  std::string name;
  double current = 0;  ///< ampere
  std::string ref;
};

/// YAML `sealring.esd.rules/1`.
struct RuleSet {
  std::string revision;
  std::string sha256;
  std::vector<PadGroup> groups;
  std::vector<Rule> rules;

  const PadGroup* group(std::string_view name) const;
};

std::optional<RuleSet> read_rules(const core::InputReader& reader,
                                  const std::filesystem::path& path, core::Sink& sink,
                                  const core::Location& referred_from = {});

/// Whether `value` is within the rule's limit; values within 1e-9 of the limit count as equal to it, so that rounding
/// never decides "<" against "<=".
bool within_limit(const Rule& rule, double value);

/// "< 0.1 ohm", "<= 8 V at 1.33 A".
std::string limit_text(const Rule& rule);

}  // namespace sealring::esd
