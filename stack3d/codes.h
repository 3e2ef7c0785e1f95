// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <span>

#include "core/diagnostics/code.h"
#include "stack3d/codes_geometry.h"
#include "stack3d/codes_identity.h"
#include "stack3d/codes_names.h"
#include "stack3d/codes_nets.h"
#include "stack3d/codes_reading.h"

namespace sealring::stack3d {

/// Every STK- code of this module, in order of their ids: 01xx reading, 02xx connectivity, 03xx geometry and alignment,
/// 04xx common causes, 05xx identity and local sign-off, 06xx rules.
std::span<const core::Code* const> code_table();

}  // namespace sealring::stack3d
