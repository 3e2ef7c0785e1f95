// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics/failure.h"
#include "manifest/runner/sandbox.h"

namespace sealring::manifest {

/// Bounds of one command; absent: none.
struct RunLimits {
  std::optional<std::uint64_t> wall_ms;
  std::optional<std::uint64_t> cpu_s;
  std::optional<std::uint64_t> memory_bytes;  ///< address space of each process
  std::optional<std::uint64_t> output_bytes;  ///< of each file it writes
};

struct CommandSpec {
  std::vector<std::string> argv;
  std::vector<std::pair<std::string, std::string>> environment;
  std::filesystem::path program;  ///< argv[0] as found
  std::filesystem::path directory;
  std::filesystem::path standard_output;  ///< log files, created anew
  std::filesystem::path standard_error;
  RunLimits limits;
  const Sandbox* sandbox = nullptr;
};

/// How a command ended.
struct CommandEnd {
  enum class Kind : std::uint8_t {
    kExited,
    kSignalled,
    kWallLimit,
    kCancelled,
    kNotStarted,
    kVanished
  };
  Kind kind = Kind::kVanished;
  int code = 0;  ///< exit status, signal, or errno of a start that failed
  std::uint64_t wall_ms = 0;
  std::uint64_t cpu_ms = 0;
  std::uint64_t peak_memory_bytes = 0;
};

/// Runs the command under a supervisor process of its own, which keeps the time limit, ends everything the command
/// left running, and ends it all when the caller dies. `started` gets the supervisor's process id; `turn` is called
/// about every `period` and cancels the command by returning false.
core::Expected<CommandEnd> supervise(const CommandSpec& spec, std::chrono::milliseconds period,
                                     const std::function<void(pid_t)>& started,
                                     const std::function<bool()>& turn);

}  // namespace sealring::manifest
