// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/report/report.h"
#include "core/report/scene.h"
#include "core/report/section.h"
#include "esd/graph/partition.h"
#include "esd/project.h"

namespace sealring::esd {

/// What a set of rules looked at besides the solver. Findings went to the sink.
struct RulesOutcome {
  std::vector<std::pair<std::string, std::uint64_t>> checked;
  std::vector<core::NotChecked> not_checked;
  std::vector<core::Section> sections;
  /// Parts of the network that were reported as islands: what lies on them is stranded, and reported.
  std::vector<unsigned char> stranded;
  /// Instances that were reported as lying on another net than declared.
  std::vector<unsigned char> misplaced;
};

/// Runs the topology rules: which devices lie between which nets, in which direction (codes ESD-07xx). Parts of the
/// network are points, devices are the ways between them; the same parts as the solver's. Without a `joined` rule all
/// nets must be in one piece. Pieces of one net count as one point for the other rules: they are reported once, as
/// islands.
RulesOutcome check_topology(const Project& project, const Partition& partition, core::Scene& scene,
                            core::Sink& sink);

}  // namespace sealring::esd
