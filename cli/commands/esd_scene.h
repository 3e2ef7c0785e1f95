// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <vector>

#include "core/diagnostics/finding.h"
#include "core/report/scene.h"
#include "esd/project.h"

namespace sealring::cli {

/// The plan and the cross-section of the stack with the places of findings, and in the view of each die the conductors of
/// `drawn`. Findings carry places in the frame of their die's layout; shapes of views that are no die are kept as they are.
core::Scene esd_stack_scene(const esd::Project& project, const std::vector<core::Finding>& findings,
                            core::Scene drawn);

}  // namespace sealring::cli
