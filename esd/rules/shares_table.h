// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <list>
#include <vector>

#include "core/report/section.h"
#include "esd/rules/rule_run.h"

namespace sealring::esd {

/// The worst path of a net with what its flows were taken apart into.
struct SharedPath {
  const Rule* rule = nullptr;
  const PathResult* path = nullptr;
  std::vector<FlowDetail> details;
};

/// What every clamp, TSV, bond and bump carries: of 1 A, and at the current of the rule. At most `most` conductors of
/// each path, by falling current.
core::Section shares_table(const Project& project, const std::list<SharedPath>& paths,
                           std::size_t most);

}  // namespace sealring::esd
