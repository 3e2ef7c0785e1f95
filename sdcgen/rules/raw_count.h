// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// The second count: reads the raw bytes of every table and specification again, with code of its own that shares
/// nothing with step select or its readers, and compares the clocks that are in use with the active clocks of the frozen
/// list, name by name, and the entries that are described with its rows (SDC-0403). Returns the number of clocks counted as in use.
std::size_t count_raw_tables(const Project& project, const core::InputReader& reader,
                             const Selection& frozen, core::Sink& sink);

}  // namespace sealring::sdcgen
