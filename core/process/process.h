// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics/failure.h"

namespace sealring::core {

/// What to run and within which bounds. No shell is involved.
struct ProcessSpec {
  std::vector<std::string> argv;    ///< argv[0] is a path or a name looked up in PATH
  std::filesystem::path directory;  ///< working directory; empty: the caller's
  /// The whole environment of the child; nothing: the caller's.
  std::optional<std::vector<std::pair<std::string, std::string>>> environment;
  std::string standard_input;  ///< bytes given to the child; then end of file
  /// Wall clock. Then the process group gets SIGTERM and, 2 s later, SIGKILL.
  std::optional<std::chrono::milliseconds> time_limit;
  std::optional<std::uint64_t> memory_limit_bytes;  ///< address space of each process (RLIMIT_AS)
  std::uint64_t output_limit_bytes = 256ULL << 20;  ///< per stream; over it the group is killed
};

/// How a child ended. The exit status alone proves nothing about its work.
struct ProcessResult {
  enum class End : std::uint8_t { kExited, kSignalled, kTimeout, kOutputLimit, kInterrupted };
  End end = End::kExited;
  int exit_code = 0;  ///< when kExited
  int signal = 0;     ///< when kSignalled
  std::string standard_output;
  std::string standard_error;
  std::chrono::milliseconds wall{0};
  std::chrono::milliseconds cpu{0};
  /// Largest resident size among the child and its children. Below the size of this program itself only the child is
  /// known, from samples (a lower bound); 0 when it ended before the first.
  std::uint64_t peak_memory_bytes = 0;
};

/// "exit status 3", "killed by signal 9 (Killed)", "stopped after 20 s".
std::string describe_end(const ProcessResult& result);

/// Runs child processes; a fake stands in for it in tests.
class ProcessRunner {
 public:
  virtual ~ProcessRunner() = default;
  /// Runs to the end, reading both streams. Fails with IO-0601 when the child could not be started at all.
  virtual Expected<ProcessResult> run(const ProcessSpec& spec) = 0;
};

/// The real one. The child gets its own process group, default signal handling and no inherited descriptors; it dies
/// with this program. When `interrupt_requested()` becomes true the group is ended as after a time-out and
/// `End::kInterrupted` returned. What the child left running in its group is killed when the child has ended. May be
/// used from several threads at once.
class SystemProcessRunner final : public ProcessRunner {
 public:
  Expected<ProcessResult> run(const ProcessSpec& spec) override;
};

/// Makes SIGINT and SIGTERM set a flag instead of ending the program (a signal that was ignored at the start stays
/// ignored). Call once from main.
void install_interrupt_handler();
bool interrupt_requested();

/// Absolute path of an executable: `name` itself when it holds a '/', else the first match in PATH.
std::optional<std::filesystem::path> find_tool(const std::string& name);

}  // namespace sealring::core
