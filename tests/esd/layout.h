// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "esd/extract.h"
#include "tests/esd/support.h"

namespace sealring::esd::testing {

/// A DEF and its LEF, read and with layers resolved.
struct Layout {
  core::lefdef::Def def;
  core::lefdef::Lef lef;
};

/// Two routing layers and their cut layer more than needed: m1 (0.4 ohm/sq, horizontal), v1 (4 ohm), m2 (0.2, vertical), v2
/// (2 ohm), m3 (0.1, horizontal); vias VIA1 and VIA2 of one cut, VIA1X2 of two; 1000 database units.
std::string small_lef();

/// A DEF around statements of SPECIALNETS ("- VDD + ROUTED m1 ..."), with further sections before them.
std::string small_def(const std::string& special, const std::string& before = {},
                      const std::string& nets = {});

/// Reads both; a problem of the readers fails the test.
Layout layout_of(const std::string& def, const std::string& lef = small_lef());

std::optional<Extraction> extraction_of(const Layout& layout, core::CollectingSink& sink,
                                        const ExtractOptions& options = {},
                                        const std::vector<Touch>& touches = {});

/// Extracts what must be free of errors.
Extraction good_extraction(const std::string& def, const ExtractOptions& options = {},
                           const std::vector<Touch>& touches = {},
                           const std::string& lef = small_lef());

/// A touch at a point or box.
Touch touch_at(std::string_view net, std::string_view layer, core::lefdef::Coord x,
               core::lefdef::Coord y, core::lefdef::Coord half = 0);

/// Effective resistance between two touches; NaN when they are not joined.
double between(const Extraction& extraction, std::size_t from, std::size_t to);
double between_nodes(const Network& network, NodeId from, NodeId to);

/// Electrically separate parts, counted over nodes.
std::size_t parts(const Network& network);

}  // namespace sealring::esd::testing
