// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "stack3d/stack.h"

namespace sealring::stack3d {

/// Reads bump maps, LEF, DEF and Verilog of the chiplets that are used. A file that cannot be read is reported, listed
/// in Stack::not_read, and the rest goes on. Files named by several chiplets are read once.
void load_chiplets(Stack& stack, const std::vector<bool>& used, const core::InputReader& reader,
                   const AssembleOptions& options, core::Sink& sink);

}  // namespace sealring::stack3d
