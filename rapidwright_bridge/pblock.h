// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"

namespace sealring::rapidwright_bridge {

/// "SLICE_X13Y235:SLICE_X16Y239": a rectangle in the grid of one site type.
struct SiteRange {
  std::string type;  ///< "SLICE", "RAMB36", "CLOCKREGION"
  std::int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  friend auto operator<=>(const SiteRange&, const SiteRange&) = default;
};

struct Pblock {
  std::string name;
  std::vector<SiteRange> ranges;  ///< sorted
  std::vector<std::string>
      verbatim;  ///< ranges of a form not known here: kept, outside every footprint
  bool contain_routing = false;
  std::vector<std::string> cells;
};

/// Reads one range; nothing (with the reason in `problem`) when the corners are of two types or in the wrong order.
std::optional<SiteRange> parse_range(std::string_view text, std::string& problem);
std::string to_string(const SiteRange& range);
/// All ranges, sorted, separated by blanks: the form that keys of a library use.
std::string canonical_ranges(const Pblock& pblock);

/// Columns and rows of the slices of a pblock: "4 x 5"; "" without slices.
std::string slice_shape(const Pblock& pblock);

/// Reads pblocks: constraint text with create_pblock and resize_pblock, or one pblock a line as placement explorers
/// take it (`-b` file). Faults are RWB-0006. Nothing when none was found.
std::optional<std::vector<Pblock>> read_pblocks(const core::InputFile& file, core::Sink& sink);

}  // namespace sealring::rapidwright_bridge
