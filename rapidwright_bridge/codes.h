// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <span>

#include "core/diagnostics/code.h"
#include "rapidwright_bridge/codes_cost.h"
#include "rapidwright_bridge/codes_input.h"
#include "rapidwright_bridge/codes_library.h"
#include "rapidwright_bridge/codes_sweep.h"
#include "rapidwright_bridge/codes_unproved.h"
#include "rapidwright_bridge/codes_violated.h"

namespace sealring::rapidwright_bridge {

/// Every RWB- code of this module, in order of their ids.
std::span<const core::Code* const> code_table();

}  // namespace sealring::rapidwright_bridge
