// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <span>

#include "core/diagnostics/code.h"
#include "manifest/codes/audit.h"
#include "manifest/codes/formats.h"
#include "manifest/codes/grade.h"
#include "manifest/codes/ledger.h"
#include "manifest/codes/reports.h"
#include "manifest/codes/runs.h"
#include "manifest/codes/trust.h"

namespace sealring::manifest {

/// Every MAN- code of this module, in order of their ids.
std::span<const core::Code* const> code_table();

}  // namespace sealring::manifest
