// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>

#include "core/diagnostics/finding.h"
#include "core/report/scene.h"
#include "esd/network.h"
#include "esd/project.h"

namespace sealring::esd {

/// The view of a tier ("" : of the whole network), made when it is not there yet.
core::SceneView& view_of(core::Scene& scene, const std::string& tier);

/// The drawn extent of a conductor: a box where its width is known, else a line or a point; nothing when its place is
/// not known.
void draw_element(core::Scene& scene, const Network& network, ElementId id,
                  const std::string& label, const std::string& fingerprint,
                  const std::string& style = "finding");

/// The middle of a conductor's shape, in the frame of its tier.
core::Where middle_of(const Network& network, ElementId id, const ElementShape& shape);

/// The middle of a pad's or device's box in the frame of its tier, on a side of the die ("": not told).
core::Where middle_of(const std::string& tier, const PlacedBox& box, const std::string& side = {});

}  // namespace sealring::esd
