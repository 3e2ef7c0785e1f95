// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "esd/assemble/stack_setup.h"
#include "esd/project.h"

namespace sealring::esd {

/// Puts the wiring of all tiers of a stack together into `project`: one network in which bonds, bumps and feed-throughs
/// are elements of the bond table's values, a pad for every bump that is bonded or faces the outside, the devices of
/// each DEF, supplies, teams and layer tables. `project` has its devices, layers and rules already. Every fault is
/// reported; false when there is nothing that could be checked, or with any input error: a network with a hole answers another
/// question.
bool assemble_stack(const StackSetup& setup, const core::InputReader& reader,
                    const std::filesystem::path& folder, Project& project, core::Sink& sink);

}  // namespace sealring::esd
