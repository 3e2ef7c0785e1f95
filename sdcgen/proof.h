// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sealring::sdcgen {

enum class ProofMode : std::uint8_t { kAuto, kRequire, kNever };

/// kProved: OpenSTA holds exactly what the tables say. kFailed: something is missing, extra or different. kError,
/// kTimeout, kTooLarge: no verdict. kNotRun: not asked for, or no sta.
enum class ProofStatus : std::uint8_t { kProved, kFailed, kError, kTimeout, kTooLarge, kNotRun };
std::string_view to_string(
    ProofStatus status);  ///< "proved", "failed", "error", "timeout", "too_large", "not_run"

struct ProofLimits {
  std::chrono::seconds time{600};
  std::uint64_t memory_bytes = 16ULL << 30;
  double period_tolerance = 1e-6;  ///< relative; 1e-6 is what 32-bit floats keep
  std::size_t pairs = 4096;        ///< most pairs of clocks whose paths are looked for
};

/// The result of proving one SDC text as one view.
struct Proof {
  /// Paths that an exception meets, before it takes effect.
  struct Touched {
    std::string entry;  ///< "instance/id"
    std::uint64_t starts = 0;
    std::uint64_t ends = 0;
  };
  ProofStatus status = ProofStatus::kNotRun;
  std::uint64_t entries = 0;         ///< entries compared with what sta holds
  std::uint64_t pairs_compared = 0;  ///< pairs of clocks whose groups were compared
  std::uint64_t pairs_probed = 0;    ///< pairs whose paths were looked for, in each direction
  std::vector<Touched> touched;
  std::string reused_from;  ///< execution that made this proof, when the workspace's cache had it
  std::string engine;       ///< "opensta 2.0.17"; empty when none ran
  std::vector<std::string> clocks_missing;
  std::vector<std::string> clocks_unexpected;
  std::uint64_t queries = 0;
  std::uint64_t queries_empty = 0;
  std::uint64_t unconstrained_endpoints = 0;
  std::uint64_t unclocked_registers = 0;
};

}  // namespace sealring::sdcgen
