// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
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
  std::string kind;                ///< of pads: signal, power, ground
  std::string group;               ///< of pads
  std::string net;                 ///< of pads and device pins
  std::string tier;                ///< of pads and devices
  std::vector<std::string> tiers;  ///< of devices: one of these; empty: any
  std::string interface;           ///< of pads
  std::string name;                ///< of pads or instances
  std::string device;              ///< type, of devices
  std::string pin;                 ///< of devices
  bool together = false;           ///< all selected pads as one terminal
  bool mate = false;  ///< as `to`: only the pad on the other side of the bond of `from`
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
  bool every = false;             ///< a from-terminal that finds nothing to go to is a violation
  bool shares = false;            ///< what clamps, TSVs and bonds carry is listed
  std::string path_type;          ///< id of the path type it comes from; "" none
  std::string ref;                ///< free text: clause, document
  core::Location location;
};

/// A class of pads with its own discharge current.
struct PadGroup {
  std::string name;
  double current = 0;  ///< ampere
  std::string ref;
};

/// Instances of device types; globs, empty words select all.
struct DeviceSelection {
  std::vector<std::string> types;
  std::string name;
  std::string tier;
};

/// One requirement on which devices lie between which nets. Only the fields of its kind are used.
struct TopologyRule {
  enum class Kind : std::uint8_t {
    kPrimary,
    kRailClamp,
    kGroundsTied,
    kCrossDomain,
    kSecondary,
    kReachable,
    kJoined,
    kForbid
  };
  std::string id;
  Kind kind = Kind::kJoined;
  Selection pads;                      ///< primary, secondary, forbid; reachable: from
  Selection to;                        ///< reachable
  std::vector<std::string> rails;      ///< "power", "ground" or net names, as `to`
  std::vector<std::string> devices;    ///< globs of types
  std::vector<std::string> resistors;  ///< globs of types
  DeviceSelection receivers;
  std::vector<std::pair<std::string, std::string>> pairs;  ///< high net, low net
  std::vector<std::string> nets;                           ///< grounds, or globs of joined nets
  std::size_t at_least = 1;
  std::size_t stages = 1;
  std::string ref;
  core::Location location;
};
std::string_view to_string(TopologyRule::Kind kind);

/// One requirement on the drawn devices.
struct LayoutRule {
  enum class Kind : std::uint8_t { kSize, kDistance, kResistor, kGuard };
  std::string id;
  Kind kind = Kind::kSize;
  DeviceSelection devices;
  Selection pads;                      ///< distance
  std::optional<double> min_width_um;  ///< size
  std::optional<double> min_fingers;   ///< size
  double max_distance_um = 0;          ///< distance
  std::optional<double> min_ohm;       ///< resistor
  std::optional<double> max_ohm;       ///< resistor
  std::vector<std::string> guards;     ///< guard: globs of types
  double within_um = 0;                ///< guard
  std::string net;                     ///< guard: what it is tied to; "" any
  std::string ref;
  core::Location location;
};

/// One of the six kinds of paths through a stack; becomes ordinary rules once the project is known.
struct PathType {
  enum class Type : std::uint8_t {
    kHybridBond,
    kD2dSignal,
    kSignalToUpper,
    kSupplyToLower,
    kSupplyToUpper,
    kSupplyToBoth
  };
  struct Target {
    std::string device;
    std::string pin;  ///< "" both ends, supplies only
  };
  std::string id;
  Type type = Type::kHybridBond;
  std::string interface;
  std::vector<std::string> tiers;
  Selection pads;
  std::vector<Target> targets;
  Answer answer = Answer::kEach;
  bool in_volt = false;
  double limit = 0;
  bool strict = false;
  std::optional<double> current;
  bool cd = false;
  bool every = true;
  std::string ref;
  core::Location location;
};
std::string_view to_string(PathType::Type type);

/// YAML `sealring.esd.rules/1`.
struct RuleSet {
  std::string revision;
  std::string sha256;
  std::vector<PadGroup> groups;
  std::vector<Rule> rules;
  std::vector<TopologyRule> topology;
  std::vector<LayoutRule> layout;
  std::vector<PathType> path_types;

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
