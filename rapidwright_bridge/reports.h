// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/units/rational.h"
#include "rapidwright_bridge/part.h"

/// Plain models of what implementation tools (Vivado 2014.4 to 2025.2) write about a run. Readers fill them and
/// judge nothing; rules judge and read nothing.
namespace sealring::rapidwright_bridge {

/// What a file is, told by its content alone.
enum class FileKind : std::uint8_t {
  kUnknown,
  kTimingSummary,
  kTimingPaths,  ///< report_timing: single paths, not a summary
  kCheckTiming,
  kRouteStatus,
  kDrc,
  kMethodology,
  kUtilization,
  kClockUtilization,
  kBusSkew,
  kLog,
  kCheckpoint,
  kNetlist,
  kMetadata,
  kPblock,
  kGuide,
  kNextpnrReport,  ///< nextpnr --report
  kNextpnrLog,     ///< nextpnr --log
};
std::string_view to_string(FileKind kind);  ///< "timing-summary", "route-status" ...

/// Looks at content only. Compressed content must be unpacked before.
FileKind recognise(std::string_view text);

/// The block of "| Key : Value" lines in front of most reports.
struct ReportHeader {
  bool present = false;
  bool closed = false;       ///< the closing rule of dashes was there
  std::string tool_version;  ///< "2018.3"
  std::string build;         ///< "2405991"
  std::string date;          ///< as written
  std::optional<std::int64_t>
      instant;  ///< seconds since 1970 of that date taken as UTC; only to compare on one host
  std::string host;
  std::string command;
  std::string design;
  std::string state;  ///< "Routed", "Fully Routed", "Synthesized" ...; empty: not stated
  Part part;          ///< device from "Device", speed from "Speed File" or "Device"
  std::uint32_t line = 0;
};

/// Whether a report holds everything its own table of contents and tables announce.
struct Ending {
  bool complete = false;
  std::string missing;     ///< what was expected next, when not complete
  std::uint32_t line = 0;  ///< last line that was there
};

/// A slack or total in nanoseconds. `inf` (no constrained end point), `NA` (nothing analysed) and an absent or
/// unreadable figure are three different states, none of them a number.
struct Slack {
  enum class State : std::uint8_t { kAbsent, kNumber, kInfinite, kNotAvailable, kUnreadable };
  State state = State::kAbsent;
  core::Rational ns;
  std::string text;

  bool number() const { return state == State::kNumber; }
};

/// One of setup, hold and pulse width in the design timing summary.
struct TimingGroup {
  bool present = false;  ///< the report has these columns
  Slack worst;
  Slack total;
  std::optional<std::int64_t> failing;
  std::optional<std::int64_t> endpoints;
};

/// One line of check_timing.
struct CheckTimingItem {
  std::string name;  ///< "no_clock"
  std::optional<std::int64_t>
      announced;                        ///< the number in the table of contents (2020.2 and later)
  std::optional<std::int64_t> counted;  ///< sum over the detail lines; absent: no detail section
  std::int64_t due_to_constant_clock = 0;  ///< unconstrained_internal_endpoints only
  std::string first;                       ///< the first root clock pin or object named
  std::uint32_t line = 0;
};

struct CheckTiming {
  bool present = false;
  std::vector<CheckTimingItem> items;
  bool complete = false;  ///< every check of the table of contents has its section
  const CheckTimingItem* find(std::string_view name) const;
};

struct TimingSummary {
  enum class Claim : std::uint8_t { kNone, kMet, kNotMet, kNoConstraints };
  TimingGroup setup;
  TimingGroup hold;
  TimingGroup pulse;
  std::uint32_t figures_line = 0;
  Claim claim = Claim::kNone;
  CheckTiming check_timing;
  std::uint64_t estimated_nets = 0;  ///< nets in the listed paths that are not routed
  std::uint64_t routed_nets = 0;
  std::uint64_t unset_nets = 0;  ///< nets from a port, such as the clock of a module out of context
  bool stale_methodology_note = false;
  std::vector<std::pair<std::string, std::string>> clocks;  ///< name, period in ns as written
  std::int64_t unconstrained_groups = 0;
  std::int64_t crossings = 0;  ///< rows of the inter clock table
  Ending ending;
};

/// report_route_status: the rows by their words; absent rows are zero only when `ending.complete`.
struct RouteStatus {
  std::vector<std::pair<std::string, std::int64_t>> rows;  ///< "logical nets", "routable nets" ...
  std::vector<std::string> failing_nets;
  Ending ending;
  std::optional<std::int64_t> find(std::string_view words) const;
};

/// report_drc and report_methodology.
struct RuleReport {
  struct Rule {
    std::string id;
    std::string severity;  ///< "Error", "Critical Warning", "Warning", "Advisory"
    std::string description;
    std::int64_t count = 0;
    std::uint32_t line = 0;
  };
  std::vector<Rule> rules;
  bool table = false;  ///< counts come from the summary table, else from the details
  bool no_rules = false;
  std::optional<std::int64_t> found;
  std::int64_t details = 0;
  Ending ending;
};

struct Utilization {
  struct Row {
    std::string section;
    std::string site;  ///< without indentation and trailing '*'
    std::optional<core::Rational> used;
    std::optional<core::Rational> available;
    std::uint32_t line = 0;
  };
  std::vector<Row> rows;
  std::vector<std::pair<std::string, std::int64_t>> primitives;
  std::vector<std::pair<std::string, std::int64_t>> black_boxes;
  bool black_box_section = false;
  Ending ending;
  const Row* find(std::string_view site) const;
};

struct ClockUtilization {
  struct Clock {
    std::string id;  ///< "g0"
    std::string site;
    std::string net;
    std::string constraint;
    std::string clock;  ///< name of the timing clock; empty: none is defined on it
    std::int64_t loads = 0;
  };
  std::vector<Clock> clocks;
  Ending ending;
};

struct BusSkew {
  struct Row {
    std::int64_t id = 0;
    std::string corner;
    Slack requirement, actual, slack;
    std::uint32_t line = 0;
  };
  bool no_constraints = false;
  std::vector<Row> rows;
  std::vector<std::int64_t> detailed;  ///< ids that have their own section
  Ending ending;
};

/// One tool message with an identifier.
struct LogMessage {
  std::string severity;  ///< "ERROR", "CRITICAL WARNING", "WARNING"
  std::string id;        ///< "Route 35-162"
  std::string text;
  std::uint32_t line = 0;
};

struct VivadoLog {
  std::string tool_version;
  std::string build;
  std::string top;
  Part part;
  std::optional<std::int64_t> start;  ///< of the first session, as ReportHeader::instant
  std::optional<std::int64_t> exit;   ///< of the last session
  std::int64_t sessions_s = 0;        ///< sum over the sessions in the log that ended
  struct Step {
    std::string name;  ///< "route_design"
    std::optional<double> elapsed_s;
    std::optional<double> cpu_s;
    bool completed = false;
    bool failed = false;
    bool licensed = false;  ///< a licence was held while it ran
    std::uint32_t line = 0;
  };
  std::vector<Step> steps;
  std::vector<LogMessage> messages;  ///< errors and critical warnings
  std::uint64_t warnings = 0;
  std::uint64_t licences_got = 0;
  std::uint64_t licences_released = 0;
  std::uint64_t licence_waits = 0;
  std::vector<std::string> licence_features;
  std::optional<double> peak_memory_mb;
  /// "Number of Failed Nets", "Number of Unrouted Nets", "Number of Partially Routed Nets", "Number of Node Overlaps":
  /// last value seen.
  std::vector<std::pair<std::string, std::int64_t>> route_counts;
  std::vector<std::string> markers;  ///< lines written by generated scripts ("SEALRING ...")
  Ending ending;

  double elapsed_s() const;  ///< all sessions, 0 when not known
  double licence_s() const;  ///< sum over the steps that held one
};

/// nextpnr --report: maximum frequencies and use of the device. It analyses setup only.
struct NextpnrReport {
  struct Clock {
    std::string name;
    double achieved_mhz = 0;
    double constraint_mhz = 0;
  };
  struct Use {
    std::string site;
    std::int64_t used = 0;
    std::int64_t available = 0;
  };
  std::vector<Clock> clocks;
  std::vector<Use> uses;
  Ending ending;
};

struct NextpnrLog {
  bool routed = false;  ///< the router said that it completed
  std::uint64_t warnings = 0;
  std::vector<LogMessage> errors;
  std::vector<std::string> markers;  ///< lines written by the flow ("SEALRING ...")
  Ending ending;
};

NextpnrReport read_nextpnr_report(std::string_view text);
NextpnrLog read_nextpnr_log(std::string_view text);
ReportHeader read_header(std::string_view text);
TimingSummary read_timing_summary(std::string_view text);
CheckTiming read_check_timing(std::string_view text, Ending* ending = nullptr);
RouteStatus read_route_status(std::string_view text);
RuleReport read_rule_report(std::string_view text);
Utilization read_utilization(std::string_view text);
ClockUtilization read_clock_utilization(std::string_view text);
BusSkew read_bus_skew(std::string_view text);
VivadoLog read_log(std::string_view text);

}  // namespace sealring::rapidwright_bridge
