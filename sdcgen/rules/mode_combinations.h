// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// How many combinations of the instances' modes the chip can be in, and how many of them the design modes are.
struct ModeCombinations {
  std::string
      legal;  ///< exact, in decimal digits; empty when one component is too large to enumerate
  std::size_t components = 0;  ///< sets of instances that no rule ties to one another
  std::size_t configured = 0;  ///< different legal combinations among the design modes
  std::map<std::string, std::size_t>
      of_mode;  ///< design mode -> number of its combination; illegal ones left out
};

/// Counts each component of instances tied by mode rules by itself and multiplies. A design mode that breaks a rule is
/// SDC-0712, a mode in no legal combination SDC-0713, a rule about an unknown instance or mode SDC-0701.
ModeCombinations count_mode_combinations(const Project& project, core::Sink& sink);

}  // namespace sealring::sdcgen
