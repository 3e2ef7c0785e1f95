// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <vector>

#include "core/diagnostics/finding.h"
#include "core/report/scene.h"
#include "stack3d/stack.h"

namespace sealring::stack3d {

/// The stack as views: one cross-section (x right, z up), one plan per interface plane seen from the top in the global
/// frame, one per die in its own frame. Findings with a place become points that carry their fingerprint. Of a large
/// bump field only as many bumps are drawn as a picture can show (kDrawnBumps a view); findings are all drawn.
core::Scene make_scene(const Stack& stack, const std::vector<core::Finding>& findings);

inline constexpr std::size_t kDrawnBumps = 4000;

}  // namespace sealring::stack3d
