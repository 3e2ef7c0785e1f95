// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace sealring::manifest {

/// Who works on a run: one small file in the folder of the run, renewed while the runner lives. It tells whether a
/// run may be taken over; it never decides whether a result counts (the ledger's states do).
struct Lease {
  std::uint64_t epoch = 1;
  std::string host;
  std::string boot;  ///< id of the start of that machine
  pid_t runner = 0;
  std::uint64_t runner_start =
      0;  ///< start time of the process, so that a reused id is not taken for it
  pid_t supervisor = 0;
  std::uint64_t supervisor_start = 0;
  std::uint64_t renewed_ms =
      0;  ///< time since start of the machine: unmoved by changes of the clock
};

inline constexpr std::chrono::milliseconds kLeasePeriod{1000};
/// A lease not renewed for this long is stale.
inline constexpr std::chrono::milliseconds kLeaseLife{10000};

/// A lease of this process, renewed now.
Lease own_lease(std::uint64_t epoch);
void renew(Lease& lease);
bool write_lease(const std::filesystem::path& file, const Lease& lease);
std::optional<Lease> read_lease(const std::filesystem::path& file);

/// What a probe finds.
enum class Contact : std::uint8_t {
  kAlive,         ///< the runner exists and renews
  kUnresponsive,  ///< it exists and does not renew (paused, hung)
  kGone,          ///< its process or machine start is no more
  kElsewhere      ///< another machine holds the lease and renewed lately, as far as the file tells
};

/// Probes the holder. On another machine the age of the file is measured by the file system's own clock.
Contact probe(const std::filesystem::path& file, const Lease& lease,
              std::chrono::milliseconds life = kLeaseLife);

/// Kills the runner and waits until it is gone; false when it is on another machine or does not go.
bool end_runner(const Lease& lease, std::chrono::milliseconds patience);

/// Ends the supervisor (and with it the command) and waits until it is gone; true when nothing is left.
bool end_supervisor(const Lease& lease, std::chrono::milliseconds patience);

/// Start time of a process in clock ticks since the start of the machine; 0 when it does not exist.
std::uint64_t process_start(pid_t pid);

}  // namespace sealring::manifest
