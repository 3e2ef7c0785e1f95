// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <set>
#include <string>

#include "core/diagnostics/sink.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// Adds the margins of a view's flow stage and corner to the uncertainties of its clocks.
void apply_margins(const DesignConfig& config, const View& view, Selection& selection);

/// One virtual clock `<name>_io` for each clock that IO delays are relative to (`bases`: SDC names), at the end of its
/// instance's clocks, with the same period, uncertainties and latencies. SDC-0305 where another clock has that name.
void add_io_clocks(Selection& selection, const std::set<std::string>& bases, core::Sink& sink);

}  // namespace sealring::sdcgen
