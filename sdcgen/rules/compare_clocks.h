// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>

#include "core/diagnostics/sink.h"
#include "core/units/quantity.h"
#include "sdcgen/proof.h"
#include "sdcgen/prove/sta_output.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// What a proof compares: the list of a view and what sta held after loading an SDC.
struct Comparison {
  const Selection& expected;
  const StaObservation& seen;
  const core::Unit& unit;          ///< of the Liberty files
  const std::string& sdc_name;     ///< as shown
  const std::string& sdc;          ///< its text: findings point to the command that made a clock
  double period_tolerance = 1e-6;  ///< relative, of periods and waveforms
};

/// Set of clocks (SDC-0501, 0502, 0503), then for each: period and waveform (0504, 0505, 0517; 1e-6 relative, since sta
/// holds 32-bit floats), objects (0506, 0507), master, source and ratio (0508, 0512), uncertainty (0510), definitions
/// that replace one another (0515). Fills the clock lists of `proof`.
void compare_clocks(const Comparison& comparison, Proof& proof, core::Sink& sink);

/// What sta itself said: empty queries (0509), complaints (0511), set_units (0516), generated clocks without a way from
/// their master (0512), unclocked registers (0514) and unconstrained endpoints (0513) by name.
void compare_messages(const Comparison& comparison, Proof& proof, core::Sink& sink);

}  // namespace sealring::sdcgen
