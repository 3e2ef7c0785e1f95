// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "rapidwright_bridge/readers/text_lines.h"

namespace sealring::rapidwright_bridge {

/// Reads the check_timing block whose title stands at line `begin`; gives the index of the first line behind it.
/// Counts of several detail lines of one check are added (one line for each root clock pin).
std::size_t scan_check_timing(const TextLines& lines, std::size_t begin, CheckTiming& out);

}  // namespace sealring::rapidwright_bridge
