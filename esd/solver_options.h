// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace sealring::esd {

/// Told how far a phase is: `done` of `total` parts, which were `share` (0 to 1) of its work by estimate. Called from
/// several threads at once.
using ProgressFunction = std::function<void(std::string_view phase, std::uint64_t done,
                                            std::uint64_t total, double share)>;

/// How networks are solved. None of these changes an answer beyond rounding.
struct SolverOptions {
  std::uint64_t jobs = 0;          ///< threads; 0: one per processor
  std::uint64_t memory_limit = 0;  ///< bytes per factorisation; 0: four fifths of the free memory
  bool reduce = true;              ///< exact series, parallel and dead-end reductions first
  ProgressFunction progress;       ///< may be empty
};

/// What was really solved.
struct SolverCounts {
  std::uint64_t parts = 0;          ///< electrically separate parts solved
  std::uint64_t parts_dropped = 0;  ///< parts without a pair of terminals
  std::uint64_t nodes = 0;          ///< of the parts solved, before reduction
  std::uint64_t reduced_nodes = 0;
  std::uint64_t ports = 0;
  std::uint64_t factor_entries = 0;   ///< nnz(L), all parts
  std::uint64_t estimated_bytes = 0;  ///< largest estimate of one factorisation
  double order_seconds = 0;
  double factor_seconds = 0;
  double port_seconds = 0;
  double pair_seconds = 0;
};

/// The limit in bytes that 0 stands for: four fifths of what the system calls available, at least 256 MiB.
std::uint64_t default_memory_limit();

}  // namespace sealring::esd
