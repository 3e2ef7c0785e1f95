// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "rapidwright_bridge/cost.h"

namespace sealring::rapidwright_bridge {

/// One row of a table of recorded runs.
struct RecordedRun {
  std::string route;
  bool build = false;  ///< part of building the module; else of one version
  std::int64_t version = 0;
  std::string job;
  core::Rational elapsed_h, cpu_h, licence_h, people_h;
  bool passed = false;
  std::optional<core::Rational> slack_ns;
};

/// Columns: route, phase (build|version), version, job, elapsed_h, cpu_h, licence_h, people_h, result (passed|failed),
/// slack_ns (may be empty). Rows that cannot be read are RWB-0505.
std::optional<std::vector<RecordedRun>> read_recorded_runs(const core::InputReader& reader,
                                                           const std::filesystem::path& path,
                                                           const core::Location& referred_from,
                                                           core::Sink& sink,
                                                           core::ExecutionRecord& record);

/// Puts what was measured in place of the jobs of each route that has rows: hours of one build and of one version on
/// average, failed runs included, and the number of versions each build really served.
void apply_recorded_runs(const std::vector<RecordedRun>& runs, CostModel& model, core::Sink& sink);

}  // namespace sealring::rapidwright_bridge
