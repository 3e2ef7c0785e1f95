// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/process/process.h"
#include "core/report/section.h"
#include "core/store/execution_record.h"
#include "core/units/rational.h"
#include "rapidwright_bridge/check.h"
#include "rapidwright_bridge/library.h"
#include "rapidwright_bridge/pblock.h"

/// `reuse sweep`: many implementations of one module; plan, scripts, runs, verdicts, choice.
namespace sealring::rapidwright_bridge {

struct SweepDefinition {
  std::string module;      ///< name of the top
  std::string checkpoint;  ///< synthesized input, relative to the definition
  Part part;
  std::string tool;  ///< "vivado", or the first word of `command`
  std::string clock_port, clock_source;
  core::Rational period_ns;
  std::vector<Pblock> pblocks;
  std::vector<std::string> place_directives, route_directives;
  std::vector<core::Rational> uncertainties_ns;
  std::int64_t slots = 1;
  std::chrono::seconds time_limit{0};  ///< for one run; 0: none
  /// Another flow than Vivado: argv with {run}, {pblock}, {place}, {route}, {uncertainty}, {part}, {period}, {input}.
  std::vector<std::string> command;
  std::vector<FileKind> required;  ///< reports that the verdict of a run needs
  std::vector<std::pair<std::string, std::string>>
      accepted;                  ///< codes that are accepted for this flow, and why
  std::filesystem::path folder;  ///< of the definition
};

/// One run of the plan.
struct PlannedRun {
  std::size_t index = 0;
  std::string name;  ///< "<place>_<route>_<uncertainty>_<pblock>"
  std::size_t pblock = 0;
  std::string place_directive, route_directive;
  core::Rational uncertainty_ns;
};

/// How a run ended, before anything it wrote was looked at.
struct RunEnd {
  bool started = false;
  bool finished = false;     ///< its final marker was there; the exit status is not asked
  std::string how;           ///< "exit status 0", "stopped after 7200 s"
  bool interrupted = false;  ///< stopped by the user: it says nothing about the shape
  double elapsed_s = 0, cpu_s = 0;
};

/// Runs one planned run in its folder.
class SweepRunner {
 public:
  virtual ~SweepRunner() = default;
  virtual RunEnd run(const PlannedRun& run, const std::filesystem::path& folder) = 0;
};

/// Starts the tool on the generated script, or the command of the definition.
class ToolRunner final : public SweepRunner {
 public:
  ToolRunner(const SweepDefinition& definition, std::filesystem::path tool,
             core::ProcessRunner& process)
      : definition_(definition), tool_(std::move(tool)), process_(process) {}
  RunEnd run(const PlannedRun& run, const std::filesystem::path& folder) override;

 private:
  const SweepDefinition& definition_;
  std::filesystem::path tool_;
  core::ProcessRunner& process_;
};

/// Copies what was recorded of an earlier sweep: `<root>/<run name>/`.
class RecordedRunner final : public SweepRunner {
 public:
  explicit RecordedRunner(std::filesystem::path root) : root_(std::move(root)) {}
  RunEnd run(const PlannedRun& run, const std::filesystem::path& folder) override;

 private:
  std::filesystem::path root_;
};

/// What one run proved.
struct RunOutcome {
  PlannedRun run;
  RunEnd end;
  bool collected = false;  ///< its folder and final marker were there
  core::Verdict verdict = core::Verdict::kError;
  std::vector<std::string> reasons;
  Slack worst_setup;
  std::string evidence;  ///< digest of the netlist or checkpoint it wrote; empty: none
  std::vector<std::pair<std::string, std::string>> figures;
  std::vector<RecordedCheck> checks;
  double elapsed_s = 0, cpu_s = 0, licence_s = 0;
};

/// One axis of the sweep against the results.
struct AxisAnswer {
  std::string axis;  ///< "place directive"
  std::size_t values = 0;
  std::size_t groups = 0;        ///< combinations of the other axes with a result for each value
  std::size_t equal_groups = 0;  ///< of these: equal worst slack for all values
  double hours_for_nothing = 0;  ///< hours of the runs after the first in equal groups
};

struct ShapeAnswer {
  std::size_t pblock = 0;
  std::size_t runs = 0, passed = 0, negative = 0, distinct = 0;
  std::optional<std::size_t> best;  ///< index into outcomes: best of those that passed every check
  std::optional<std::size_t> best_of_all;  ///< largest worst slack, whatever else failed
};

struct SweepResult {
  SweepDefinition definition;
  std::vector<RunOutcome> outcomes;  ///< in plan order
  std::vector<ShapeAnswer> shapes;
  std::vector<AxisAnswer> axes;
  double elapsed_h = 0, cpu_h = 0, licence_h = 0, failed_h = 0;
};

/// Reads a definition (schema sealring.reuse-sweep/1). Faults are RWB-0401.
std::optional<SweepDefinition> read_sweep(const core::InputReader& reader,
                                          const std::filesystem::path& path, core::Sink& sink,
                                          core::ExecutionRecord& record);

/// Every combination, pblocks outermost; names are unique.
std::vector<PlannedRun> plan_runs(const SweepDefinition& definition);

/// Script for one run: every report is written, then a final marker line.
std::string vivado_script(const SweepDefinition& definition, const PlannedRun& run);
/// The line that proves a script ran to its end.
std::string final_marker(const PlannedRun& run);

struct SweepOptions {
  std::filesystem::path folder;  ///< runs are made below it, one folder each
  std::uint64_t jobs = 1;
};

/// Writes the scripts, sets files of earlier runs aside (RWB-0406), runs what has no result yet.
bool run_sweep(const SweepDefinition& definition, const SweepOptions& options, SweepRunner& runner,
               core::Sink& sink);
/// Writes the scripts only.
bool write_scripts(const SweepDefinition& definition, const std::filesystem::path& folder,
                   core::Sink& sink);

/// Judges what lies in the folders and chooses. Runs without result are RWB-0407, shapes without winner RWB-0404.
SweepResult collect_sweep(const SweepDefinition& definition, const std::filesystem::path& folder,
                          const core::InputReader& reader, core::Sink& sink);

/// Winners and failed shapes as records of a library. A shape without a winner counts as failed when all of its runs
/// came to an end of their own; otherwise there is no record of it.
std::vector<ModuleRecord> sweep_records(const SweepResult& result, const CircuitIdentity& circuit);

std::vector<core::Section> sweep_sections(const SweepResult& result);
/// Table of recorded runs for `reuse cost`.
std::string sweep_runs_csv(const SweepResult& result, const std::string& route,
                           std::int64_t version);

}  // namespace sealring::rapidwright_bridge
