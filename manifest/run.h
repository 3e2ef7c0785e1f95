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

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/store/clock.h"
#include "core/store/workspace.h"
#include "manifest/run_record.h"

namespace sealring::manifest {

/// One input of a stage as the run description names it.
struct InputSpec {
  std::string role;
  std::filesystem::path path;  ///< where it lies
  std::string staged;          ///< its path in the folder of the run; a normal relative path
  bool copied = true;          ///< false: only hashed; the command reads it where it lies
  core::Location location;
};

/// A tool whose build is recorded.
struct ToolSpec {
  std::string name;
  std::vector<std::string> probe;  ///< command that prints the build
};

/// One stage of a run description.
struct StageSpec {
  std::string name;
  std::vector<InputSpec> inputs;
  std::map<std::string, std::string> parameters;
  std::map<std::string, std::string> without;  ///< input role -> reason
  std::vector<ToolSpec> tools;
  std::vector<std::string> pass_environment;  ///< names handed on from the caller
  std::map<std::string, std::string> set_environment;
  std::vector<std::filesystem::path> writable;
  std::vector<std::filesystem::path> protect;
  std::optional<std::uint64_t> wall_s;
  std::optional<std::uint64_t> cpu_s;
  std::optional<std::uint64_t> memory_mib;
  std::optional<std::uint64_t> output_mib;
  std::vector<ReportRecord> reports;
  std::vector<std::string> outputs;  ///< files or folders; empty: everything the command wrote
  std::string licence;               ///< feature name
  std::vector<std::string> acquire;  ///< command that waits for the licence
  std::map<std::string, std::int64_t> costs;
  std::map<std::string, std::int64_t> budgets;
  std::vector<std::pair<std::string, FailureClass>> failure_texts;
  bool sandboxed = true;
  core::Location location;
};

/// A run description (YAML `sealring.run/1`).
struct RunSpec {
  std::string name;
  std::filesystem::path folder;
  std::string task;
  std::vector<StageSpec> stages;
};

/// Reads a run description; an input role that a known stage needs and does not list is MAN-0302.
std::optional<RunSpec> read_run_spec(const core::InputReader& reader,
                                     const std::filesystem::path& file, core::Sink& sink);

struct RunOptions {
  std::string stage;  ///< empty: the only stage
  std::vector<std::string> command;
  std::vector<std::filesystem::path> protect;  ///< further paths the command may not touch (keys)
};

/// Runs the command in a fresh folder and records the execution in the ledger. The record tells how it ended; nothing
/// is returned when nothing could be recorded. Findings: MAN-0301 .. MAN-0310, MAN-0316, IO- codes.
std::optional<RunRecord> run(const core::Workspace& workspace, const RunSpec& spec,
                             const RunOptions& options, const core::Clock& clock, core::Sink& sink);

/// The record of a run as the ledger has it now; MAN-0312 when there is none.
std::optional<RunRecord> find_run(const core::Workspace& workspace, const std::string& id,
                                  core::Sink& sink);

/// Waits until a live run has ended and returns its record. A run whose runner is gone is not waited for (MAN-0307).
std::optional<RunRecord> attach(const core::Workspace& workspace, const std::string& id,
                                core::Sink& sink);

/// Takes a run from a runner that does not answer: probes first (MAN-0311 while it is alive, unless `cancel`), ends
/// what can be reached, and records the run as lost under the next epoch. Its folder is never continued.
std::optional<RunRecord> take_over(const core::Workspace& workspace, const std::string& id,
                                   bool cancel, const core::Clock& clock, core::Sink& sink);

}  // namespace sealring::manifest
