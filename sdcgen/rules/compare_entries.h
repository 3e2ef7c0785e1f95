// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <functional>
#include <string>

#include "core/diagnostics/sink.h"
#include "sdcgen/emit/sdc_writer.h"
#include "sdcgen/proof.h"
#include "sdcgen/prove/facts.h"
#include "sdcgen/rules/compare_clocks.h"

namespace sealring::sdcgen {

/// Whether sta holds every entry of the list that applies, value by value and object by object (SDC-0534, 1e-6 relative),
/// and whether it holds something that takes paths away and that the list does not have (SDC-0536, not where the list
/// has raw sections, which may say anything).
/// `is_hierarchical`: whether a pin belongs to an instance of a module; write_sdc names the leaf pins behind it instead.
void compare_entries(const Comparison& comparison, const SdcUnits& units, const Facts& held,
                     const std::function<bool(const std::string&)>& is_hierarchical, Proof& proof,
                     core::Sink& sink);

/// Groups of clocks as sta holds them against the relations of the list: every cut pair must be cut (SDC-0531), and no
/// other pair (SDC-0532).
void compare_groups(const Comparison& comparison, const Facts& held, Proof& proof,
                    core::Sink& sink);

/// What the probes found (prove/probes.h): pairs whose relation cuts them and that are timed (SDC-0531), pairs that lost
/// their paths though nothing cuts them (SDC-0532), exceptions that touch nothing (SDC-0533).
void compare_paths(const Comparison& comparison, const StaObservation& without_cuts, Proof& proof,
                   core::Sink& sink);

}  // namespace sealring::sdcgen
