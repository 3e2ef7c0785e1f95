// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/sink.h"
#include "esd/graph/partition.h"
#include "esd/project.h"

namespace sealring::esd {

/// Declared nets against conductors: pads and pins of different nets in one electrically connected part (ESD-0609, once
/// per pair of nets), and supplies with devices but without a pad (ESD-0610).
void check_declared_nets(const Project& project, const Partition& partition, core::Sink& sink);

}  // namespace sealring::esd
