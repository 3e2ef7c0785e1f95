// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <span>

#include "core/diagnostics/code.h"
#include "esd/extract_codes.h"
#include "esd/input_codes.h"
#include "esd/layout_codes.h"
#include "esd/project_codes.h"
#include "esd/result_codes.h"
#include "esd/rule_codes.h"
#include "esd/stack_codes.h"
#include "esd/topology_codes.h"

namespace sealring::esd {

/// Every ESD- code of this module, in order of their ids.
std::span<const core::Code* const> code_table();

}  // namespace sealring::esd
