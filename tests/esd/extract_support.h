// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <vector>

#include "tests/esd/layout.h"

namespace sealring::esd::testing {

/// Resistance between two points of net VDD, each given as layer, x, y.
inline double ohm(const std::string& special, const Touch& from, const Touch& to,
                  const ExtractOptions& options = {}, const std::string& before = {}) {
  return between(good_extraction(small_def(special, before), options, {from, to}), 0, 1);
}

/// A touch of net VDD at a point of a layer.
inline Touch m1(core::lefdef::Coord x, core::lefdef::Coord y) {
  return touch_at("VDD", "m1", x, y);
}
inline Touch m2(core::lefdef::Coord x, core::lefdef::Coord y) {
  return touch_at("VDD", "m2", x, y);
}
inline Touch m3(core::lefdef::Coord x, core::lefdef::Coord y) {
  return touch_at("VDD", "m3", x, y);
}

/// What extraction reports about a DEF.
inline core::CollectingSink findings_of(const std::string& def, const ExtractOptions& options = {},
                                        const std::vector<Touch>& touches = {},
                                        const std::string& lef = small_lef()) {
  core::CollectingSink sink;
  extraction_of(layout_of(def, lef), sink, options, touches);
  return sink;
}

}  // namespace sealring::esd::testing
