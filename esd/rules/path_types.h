// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <list>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/report/section.h"
#include "esd/project.h"
#include "esd/rules/rule_run.h"

namespace sealring::esd {

/// The ordinary rules that the path types of a project stand for; unknown device types and pins are reported
/// (ESD-0104, ESD-0105), an entry without any rule too (ESD-0202).
std::vector<Rule> expand_path_types(const Project& project, core::Sink& sink);

/// What one expanded rule came to, for the table of path types.
struct PathTypeResult {
  const Rule* rule = nullptr;
  std::uint64_t paths = 0;
  std::uint64_t not_met = 0;
  const PathResult* worst = nullptr;  ///< may be absent
};

/// One row per path type: type, interface or tier, paths, worst, limit, not met.
core::Section path_type_table(const Project& project, const std::vector<PathTypeResult>& results);

}  // namespace sealring::esd
