// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/report/section.h"
#include "core/store/execution_record.h"
#include "core/units/rational.h"

/// `reuse cost`: from which version on a pre-implemented module costs less than implementing in full every time.
/// All hours are exact fractions.
namespace sealring::rapidwright_bridge {

/// Jobs of one kind that may run side by side; the stages of a list run one after the other.
struct CostStage {
  std::string job;
  std::vector<core::Rational> hours;  ///< elapsed hours of each job
  core::Rational startup_hours;  ///< before each job does any work (tool start, licence, loading)
  std::int64_t cpus = 1;         ///< processors each job keeps busy
  std::int64_t licences = 1;     ///< licences each job holds while it runs
  core::Rational people_hours;   ///< for the whole stage
  /// Measured over all jobs; nothing: elapsed hours times `cpus` or `licences`.
  std::optional<core::Rational> measured_cpu, measured_licence;
  std::int64_t failed = 0;  ///< how many of the jobs gave nothing; their hours count all the same
};

/// One way to get every version implemented.
struct CostRoute {
  enum class Kind : std::uint8_t { kFull, kRestructuredFull, kReuse, kShell };
  std::string name;
  Kind kind = Kind::kFull;
  std::vector<std::string> checks;  ///< sorted; routes with other checks are not comparable
  std::vector<CostStage> build;     ///< once at the start; empty for full runs
  std::vector<CostStage>
      rebuild;  ///< at every rebuild; as `build` where the model says nothing else
  std::vector<CostStage> version;             ///< for every version
  std::optional<std::int64_t> rebuild_every;  ///< versions a build lives; nothing: for ever
  std::optional<core::Rational> final_slack_ns;
  core::Location location;
};

/// What a library was seen to live: from recorded runs.
struct MeasuredInterval {
  std::int64_t builds = 0;
  std::int64_t versions = 0;
  std::vector<std::int64_t>
      lives;  ///< versions each build served, in order; the last one may still live
};

struct CostModel {
  std::string name;
  std::int64_t versions = 0;             ///< horizon
  std::int64_t slots = 1;                ///< jobs that can run at a time
  std::optional<std::int64_t> licences;  ///< licences there are; nothing: no limit
  std::vector<CostRoute> routes;
  std::optional<MeasuredInterval> measured;
};

/// Hours of one kind each; never added to one another.
struct Hours {
  core::Rational job;
  core::Rational cpu;
  core::Rational licence;
  core::Rational people;
  core::Rational failed_job;  ///< part of `job` spent on jobs that gave nothing
  core::Rational calendar;    ///< lower bound with the slots and licences of the model
};
Hours hours_of(const std::vector<CostStage>& stages, const CostModel& model);

/// Reuse against a baseline for one rebuild interval.
struct IntervalAnswer {
  std::int64_t interval = 0;
  std::optional<std::int64_t> first_win;  ///< smallest number of versions at which reuse costs less
  std::optional<std::int64_t>
      last_loss;  ///< largest number at which it does not; nothing: loses without end
  bool wins_at_horizon = false;
};

struct CostAnswer {
  std::string reuse;  ///< names of the routes compared
  std::string baseline;
  Hours build, version, full;
  std::optional<core::Rational>
      break_even;  ///< versions at which one build is paid; nothing: never
  std::optional<std::int64_t> first_winning_version;
  std::optional<core::Rational> necessary_interval;  ///< a rebuild interval must be above it
  std::int64_t interval = 0;  ///< rebuild interval of the model; 0: no rebuild
  core::Rational reuse_at_horizon, full_at_horizon;
  std::vector<IntervalAnswer> intervals;  ///< 1 ... horizon
};

struct CostOutcome {
  CostModel model;
  std::vector<CostAnswer>
      answers;  ///< one for each reuse and shell route; the first is the main one
  core::ExecutionRecord record;
};

/// Job-hours of a route for the first `versions` versions, evaluated version by version.
core::Rational job_hours_at(const CostRoute& route, std::int64_t versions, const CostModel& model,
                            std::optional<std::int64_t> rebuild_every);

/// Reads a model (schema sealring.reuse-cost/1) and the recorded runs it names. Nothing after an error.
std::optional<CostModel> read_cost_model(const core::InputReader& reader,
                                         const std::filesystem::path& path, core::Sink& sink,
                                         core::ExecutionRecord& record);

/// Compares the routes. Nothing when they are not comparable (RWB-0502) or a figure is missing (RWB-0501).
std::optional<CostOutcome> evaluate_cost(CostModel model, core::Sink& sink);

/// Tables for the report.
std::vector<core::Section> cost_sections(const CostOutcome& outcome);

/// Hours over versions for every route, as one SVG document.
std::string cost_svg(const CostOutcome& outcome);

}  // namespace sealring::rapidwright_bridge
