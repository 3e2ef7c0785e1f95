// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <span>

#include "core/diagnostics/code.h"

namespace sealring::stack3d {

/// Every STK- code of this module, in order of their ids.
std::span<const core::Code* const> code_table();

}  // namespace sealring::stack3d
