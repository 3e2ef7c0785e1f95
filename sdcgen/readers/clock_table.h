// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <optional>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "sdcgen/model.h"

namespace sealring::sdcgen {

/// Reads one clock table: CSV with the columns `clock` and `period_<unit>`, and optionally
/// `setup_uncertainty_<unit>`, `hold_uncertainty_<unit>`, `rise_<unit>`, `fall_<unit>` and `note`; the unit is s, ms,
/// us, ns, ps or fs. The period cell is a number, 0 (not used), `derived` (generated clocks) or blank (no answer).
/// Every problem is reported at its cell (IO-02xx, SDC-02xx). Nothing when clock or period column is missing.
std::optional<ClockTable> read_clock_table(const core::InputReader& reader,
                                           const std::filesystem::path& path, core::Sink& sink,
                                           const core::Location& referred_from);

}  // namespace sealring::sdcgen
