// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/sink.h"
#include "esd/graph/partition.h"
#include "esd/project.h"
#include "esd/topology.h"

namespace sealring::esd {

/// Runs the layout rules: sizes of devices, their distance from pads, series resistors, guard rings (codes ESD-08xx).
/// Lengths in um, in the frame of each tier. A size or a place that is not known is an error, never a pass.
RulesOutcome check_layout(const Project& project, const Partition& partition, core::Sink& sink);

}  // namespace sealring::esd
