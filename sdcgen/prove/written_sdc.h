// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string_view>
#include <vector>

#include "sdcgen/prove/sta_output.h"

namespace sealring::sdcgen {

/// Adds to `clocks` what the text of write_sdc says of each: period and waveform with 9 digits, master, source, ratio,
/// inversion and uncertainties. Clocks that are not in `clocks` are left out; commands of other kinds are passed over.
void read_written_sdc(std::string_view text, std::vector<StaClock>& clocks);

}  // namespace sealring::sdcgen
