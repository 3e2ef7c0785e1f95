// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics/location.h"
#include "core/units/quantity.h"
#include "sdcgen/entry.h"

/// What sdcgen reads: IP specifications (what is allowed), clock tables (what is used) and the design configuration
/// (where and in which views). All times are exact fractions of a second.
namespace sealring::sdcgen {

enum class ClockKind : std::uint8_t { kPrimary, kGenerated, kVirtual };
std::string_view to_string(ClockKind kind);  ///< "primary", "generated", "virtual"

/// What a specification says a clock stands on, relative to the instance.
struct ObjectRef {
  enum class Kind : std::uint8_t { kNone, kPort, kPin };
  Kind kind = Kind::kNone;
  std::string name;  ///< port of the IP, or path of a pin inside it
  core::Location location;
};
std::string_view to_string(ObjectRef::Kind kind);  ///< "none", "port", "pin"

/// A mode in which an IP has a clock, with the periods that the document allows there.
struct ModeRange {
  std::string mode;
  std::optional<core::Time> min;
  std::optional<core::Time> max;
  core::Location location;
};

/// How a generated clock follows from its master: by ratio, by edges, or through gates alone.
struct Derivation {
  std::int64_t divide_by = 1;
  std::int64_t multiply_by = 1;
  bool invert = false;
  std::vector<std::int64_t> edges;           ///< three edges of the master, counted from 1
  std::vector<core::Time> edge_shift;        ///< none, or one per edge
  std::optional<core::Rational> duty_cycle;  ///< percent; with multiply_by
  bool combinational = false;

  /// Period for a master of period `master`: edges {a, b, c} span (c - a) / 2 of its periods, whatever its duty cycle.
  core::Time period(const core::Time& master) const;
  /// "divided by 2, inverted", "edges 1 5 7"
  std::string describe() const;
  bool operator==(const Derivation&) const = default;
};

/// One clock that an IP can have.
struct ClockSpec {
  std::string name;
  ClockKind kind = ClockKind::kPrimary;
  ObjectRef object;  ///< kNone for virtual clocks
  std::string
      master;  ///< generated: name of another clock of the IP; kExternalMaster: told by the configuration
  ObjectRef source;  ///< generated: where the master is taken; kNone: the master's own object
  Derivation derivation;
  bool required = true;                         ///< the table must answer it
  bool add = false;                             ///< may stand on an object beside another clock
  std::optional<core::Time> setup_uncertainty;  ///< where the table gives none
  std::optional<core::Time> hold_uncertainty;
  std::vector<ModeRange> modes;
  Citation cite;
  core::Location location;

  const ModeRange* in_mode(const std::string& mode) const;
};

/// `master: external`: the clock of another instance, named by the configuration.
inline constexpr std::string_view kExternalMaster = "external";

/// One IP document, `sealring.ip/1`, with the values of its parameters put in.
struct IpSpec {
  std::string file;
  std::string sha256;
  std::string ip;
  std::string document;
  std::string revision;
  std::vector<std::string> modes;
  std::vector<ClockSpec> clocks;
  std::vector<EntrySpec>
      entries;  ///< relations, exceptions, IO, case values, disabled arcs, raw sections
  std::vector<Question> questions;

  const ClockSpec* find(const std::string& name) const;
  std::vector<std::string> clock_names() const;
};

/// One row of a clock table.
struct ClockRow {
  enum class Answer : std::uint8_t {
    kPeriod,   ///< in use with this period
    kUnused,   ///< period 0
    kDerived,  ///< in use, period follows from the master (generated clocks)
    kBlank,    ///< no answer
    kFaulty    ///< the cell could not be read, which was reported
  };
  std::string clock;
  Answer answer = Answer::kBlank;
  core::Time period;
  std::optional<core::Time> setup_uncertainty;
  std::optional<core::Time> hold_uncertainty;
  std::optional<core::Time> rise;
  std::optional<core::Time> fall;
  core::Location location;  ///< of the period's cell
};

/// One clock table (CSV).
struct ClockTable {
  std::string file;
  std::string sha256;
  core::Unit unit;  ///< of the period column
  std::vector<ClockRow> rows;

  const ClockRow* find(const std::string& clock) const;

  /// For readers: row by clock name.
  std::map<std::string, std::size_t, std::less<>> index;
};

/// A name that may differ by design mode: `mode: eth` or `mode: {func: eth, scan: bypass}`.
struct PerMode {
  struct Entry {
    std::string design_mode;  ///< empty: every mode
    std::string value;
    core::Location location;
  };
  std::vector<Entry> entries;
  const Entry* in(const std::string& design_mode) const;
};

/// A named number that a `${NAME}` stands for, and where it comes from.
struct ParameterValue {
  core::Rational value;
  std::string origin;  ///< "fw/serdes.h:12:9 SERDES_LANES", "soc.yaml:14:18"
  core::Location location;
};
using Parameters = std::map<std::string, ParameterValue, std::less<>>;

/// A clock of another instance.
struct ClockName {
  std::string instance;
  std::string clock;
  core::Location location;
};

/// One IP instance of the design.
struct Instance {
  std::string name;
  std::string path;  ///< hierarchical, '/' separated; "." when the IP is the top itself
  std::filesystem::path ip;
  core::Location ip_location;
  PerMode mode;   ///< of the IP
  PerMode table;  ///< file, relative to `folder` of the configuration
  Parameters parameters;
  std::map<std::string, ClockName>
      masters;  ///< clock of this IP with an external master -> that master
  core::Location location;
  core::Location path_location;
};

/// One corner with its libraries.
struct Corner {
  std::string name;
  std::vector<std::pair<std::filesystem::path, core::Location>> liberty;
  std::string operating_condition;
  core::Location location;
};

/// Uncertainty added to every clock of some views: what is not modelled yet at that stage of the flow.
struct Margin {
  std::string flow_stage;  ///< empty: every stage
  std::string corner;      ///< empty: every corner
  std::optional<core::Time> setup;
  std::optional<core::Time> hold;
  core::Location location;
};

/// What the modes of instances have to do with one another: where every `when` holds, each `then` must hold.
struct ModeRule {
  struct Term {
    std::string instance;
    std::vector<std::string> modes;
    core::Location location;
  };
  std::string id;
  std::vector<Term> when;
  std::vector<Term> then;  ///< empty: the combination of `when` is not allowed
  std::string reason;
  core::Location location;
};

/// A view of the constraints: design mode x flow stage x corner.
struct View {
  std::string mode;
  std::string flow_stage;
  std::string corner;
  std::string name() const { return mode + "." + flow_stage + "." + corner; }
};

/// One design, `sealring.design/1`. Paths are relative to the configuration file and kept joined with its folder.
struct DesignConfig {
  std::filesystem::path path;    ///< the configuration file
  std::filesystem::path folder;  ///< of the configuration file
  std::string file;
  std::string sha256;
  std::string top;
  core::Location top_location;
  std::vector<std::pair<std::filesystem::path, core::Location>> netlists;
  std::vector<Corner> corners;
  std::vector<std::string> modes;
  std::vector<std::string> flow_stages;
  bool names_flow_stages = false;  ///< or the default stands in
  std::vector<std::string>
      physical_only;  ///< globs of cells without a timing role (taps, fillers), in no Liberty file
  std::optional<std::vector<std::string>>
      propagated_stages;  ///< flow stages whose clock trees exist
  std::vector<std::pair<std::string, std::string>>
      header_files;  ///< name as shown, sha256: all that were read
  std::vector<Instance> instances;
  std::vector<EntrySpec>
      entries;  ///< relations, exceptions … between instances; paths from the top
  std::vector<Margin> margins;
  std::vector<ModeRule> mode_rules;
  std::vector<Question> questions;

  std::vector<View> views() const;
  const Corner* corner(const std::string& name) const;
};

}  // namespace sealring::sdcgen
