// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "stack3d/rules.h"
#include "stack3d/stack.h"

namespace sealring::stack3d {

/// What a plan of dummy bond pads holds for one interface between two dies.
struct PadField {
  std::string interface_name;
  std::uint64_t bumps = 0;      ///< bumps of both faces that were there before
  std::uint64_t pads = 0;       ///< pads planned, each on both faces
  std::uint64_t near_bump = 0;  ///< places left free: closer than the spacing to a bump
  std::uint64_t on_ring =
      0;  ///< places left free: outside a region, or in the keep-out of a seal ring
  double overlap_mm2 = 0;  ///< area that both regions cover
  std::string refused;     ///< why nothing was planned; empty: it was
};

struct PadPlan {
  std::vector<PadField> fields;
  /// Bump maps with the pads appended, as file name and content: <chiplet>_<region>.bmap.
  std::vector<std::pair<std::string, std::string>> maps;
  std::uint64_t pads() const;
};

/// Plans dummy bond pads (`Rules::dummy_pads`, which must be there) on a regular grid of every interface: a pad of one face meets a
/// pad of the other at the same place; pads keep the spacing of the rules from every bump of either face, lie whole in
/// both regions and outside the seal ring, the scribe line and the keep-out of both dies. Frames include the ring, so a ring
/// that was added after the layout is respected. Refused by name are interfaces whose map cannot say it: a chiplet placed several
/// times or a region used by several interfaces (one map, several answers), and shrunk or shifted maps. The same input gives the same bytes.
PadPlan plan_pads(const Stack& stack, const Rules& rules);

}  // namespace sealring::stack3d
