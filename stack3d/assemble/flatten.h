// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <span>

#include "stack3d/readers/definitions.h"
#include "stack3d/stack.h"

namespace sealring::stack3d {

/// Turns the hierarchy under `top` into tiers, interfaces and paths of `stack` (whose chiplets are there). Instance paths
/// are joined by '/'; transforms are combined exactly; a parent that turns z over swaps the sides of its connections. Also
/// moves DEF and Verilog named at instances to their chiplets.
void flatten(const AssemblyDef& top, std::span<const AssemblyDef> assemblies,
             const AssembleOptions& options, Stack& stack, core::Sink& sink);

/// More placed dies than this are refused: a hierarchy that doubles at every level would fill the memory.
inline constexpr std::size_t kMostTiers = 1'000'000;

}  // namespace sealring::stack3d
