// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/diagnostics/sink.h"
#include "rapidwright_bridge/library.h"

namespace sealring::rapidwright_bridge {

/// What a module is to be used with; empty fields are not asked.
struct FitOptions {
  std::string tool;  ///< "2022.1"
  Part part;
  std::string pblock;  ///< ranges of a planned shape
};

/// Tells what stands against the use of stored implementations: a checkpoint newer (RWB-0304) or older (RWB-0305) than
/// the tool, another part (RWB-0117) or only speed grade (RWB-0118), shapes used once (RWB-0306), a planned shape that
/// failed before (RWB-0310).
void check_fit(const CircuitDetail& circuit, const FitOptions& options, core::Sink& sink);

/// One checkpoint against the tool that is to load it; true when it may be used.
bool check_checkpoint_tool(const std::string& name, const std::string& checkpoint_tool,
                           std::int64_t format, const std::string& target_tool, core::Sink& sink);

/// Least number of slices by the LUTs and registers that a utilization report counted, and the least shape that passed.
struct SliceFloor {
  std::int64_t luts = 0, slices = 0;
  std::string smallest_passed, largest_failed;  ///< shapes
};
std::optional<SliceFloor> slice_floor(const CircuitDetail& circuit);
std::string floor_text(const SliceFloor& floor);

/// Figure "worst setup slack (ns)" of an implementation, "" when it has none.
std::string worst_setup_of(const ImplementationRow& row);

}  // namespace sealring::rapidwright_bridge
