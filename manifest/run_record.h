// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"

namespace sealring::manifest {

class Json;

/// Where a run stands. Only `kCompleted` can be sealed; the last five never change again.
enum class RunState : std::uint8_t {
  kCreated,
  kRunning,
  kCompleted,
  kFailed,
  kTimeout,
  kInterrupted,
  kLost
};
std::string_view to_string(RunState state);
std::optional<RunState> parse_run_state(std::string_view word);
bool is_final(RunState state);

/// Why a run that is not `kCompleted` ended so.
enum class FailureClass : std::uint8_t {
  kNone,
  kSyntax,
  kToolEnvironment,  ///< licence, refused report, crash, missing library
  kFunctional,
  kPhysical,
  kBudget
};
std::string_view to_string(FailureClass kind);
std::optional<FailureClass> parse_failure_class(std::string_view word);

/// One file by role, label and content.
struct FileRecord {
  std::string role;
  std::string path;    ///< in the folder of the run; a label
  std::string source;  ///< of an input: where it came from, relative to the project root; a label
  std::string sha256;
  std::uint64_t bytes = 0;
  bool executable = false;
};

struct ToolRecord {
  std::string name;
  std::string build;   ///< first line the probe printed
  std::string sha256;  ///< of the program file
};

/// A report the run had to make.
struct ReportRecord {
  std::string role;  ///< "trace", "scoreboard", "coverage" ...
  std::string path;
  std::string format;  ///< name of a report reader
  bool required = true;
};

struct LicenceRecord {
  std::string feature;
  std::uint64_t wait_ms = 0;
  std::uint64_t held_ms = 0;
};

/// Everything recorded about one execution.
struct RunRecord {
  std::string id;  ///< execution id: which work
  std::uint64_t epoch = 1;
  RunState state = RunState::kCreated;
  FailureClass failure = FailureClass::kNone;
  std::string reason;  ///< of a state other than completed
  std::string task;
  std::string stage;
  std::vector<std::string> command;
  std::map<std::string, std::string> parameters;   ///< seed, corner ...: what the producer chose
  std::map<std::string, std::string> environment;  ///< the whole environment of the command
  std::map<std::string, std::string> without;      ///< input roles left out, with the reason
  std::string sandbox;                             ///< "uid+landlock", "landlock", "uid", "none"
  std::vector<FileRecord> inputs;
  std::vector<ToolRecord> tools;
  std::vector<ReportRecord> reports;
  std::vector<FileRecord> outputs;
  std::vector<FileRecord> logs;
  std::string started;  ///< RFC 3339, UTC
  std::string finished;
  std::string ending;  ///< "exit status 0", "killed by signal 9"
  std::uint64_t wall_ms = 0;
  std::uint64_t cpu_ms = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::optional<LicenceRecord> licence;
  std::map<std::string, std::int64_t> costs;  ///< declared: model_tokens, people_minutes ...
};

/// The record as one line of canonical JSON text (`sealring.run-record/1`).
std::string to_json_text(const RunRecord& record);

/// The record as JSON, and back (MAN-0204 when a member is missing or of another type).
Json to_json(const RunRecord& record);
std::optional<RunRecord> run_record_from_json(const Json& json, const std::string& name,
                                              core::Sink& sink);

}  // namespace sealring::manifest
