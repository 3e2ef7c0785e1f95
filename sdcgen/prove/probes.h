// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>

#include "sdcgen/emit/sdc_writer.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// Whether the paths between clocks have to be looked at: the list has a relation that cuts or an exception, or the SDC
/// has a command that takes paths away.
bool needs_probes(const Selection& expected, std::string_view sdc);

/// Tcl that prints, for each ordered pair of written clocks, how many paths sta finds from one to the other. At most
/// `limit` pairs: clocks that relations name come first.
std::string pair_probes(const Selection& expected, std::size_t limit);

/// Tcl that prints, for each exception that applies, how many start and end points of timed paths it names.
/// `only_timing`: of those that change how paths are timed, without the false paths.
std::string touch_probes(const Selection& expected, bool only_timing);

/// Whether a relation could take the paths away that a multicycle path or a delay is about. A false path between clocks
/// that are not timed anyway says the same twice, which is no fault; a delay between them has no effect.
bool relations_may_hide_exceptions(const Selection& expected);

/// The same list without what takes paths away between timed points: relations, exceptions and raw sections.
Selection without_cuts(const Selection& expected);

/// The same list without exceptions and raw sections.
Selection without_exceptions(const Selection& expected);

}  // namespace sealring::sdcgen
