// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "cli/context.h"

namespace sealring::cli {

/// How far a long run is, on stderr: on a terminal one line that is drawn anew and taken away at the end, elsewhere a
/// line per phase. Nothing within the first half second of a run (unless --progress always), with --quiet, or with
/// --progress never.
class ProgressLine {
 public:
  explicit ProgressLine(Context& context);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// `done` of `total` parts of a phase are finished; they were `share` (0 to 1) of its work, by estimate. May be called
  /// from several threads at once.
  void update(std::string_view phase, std::uint64_t done, std::uint64_t total, double share);

 private:
  using Clock = std::chrono::steady_clock;
  std::string text(std::uint64_t done, std::uint64_t total, double share) const;

  Context& context_;
  bool on_;
  bool redraw_;
  bool at_once_;
  std::mutex mutex_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point phase_start_ = start_;
  Clock::time_point drawn_{};
  std::string phase_;
  bool told_ = false;  ///< the phase has its line
  bool open_ = false;  ///< a line stands on the terminal
};

}  // namespace sealring::cli
