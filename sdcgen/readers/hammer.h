// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/units/quantity.h"

namespace sealring::sdcgen {

/// A time as Hammer writes it: "5ns", "1 ns", or digits alone, which are ns.
struct HammerTime {
  core::Time value;  ///< exact
  std::string text;  ///< as written
};

/// One entry of vlsi.inputs.clocks.
struct HammerClock {
  std::string name;
  std::string path;                       ///< the name where none is given
  std::optional<HammerTime> period;       ///< always there for a clock that is not generated
  std::optional<HammerTime> uncertainty;  ///< for setup and hold alike
  bool generated = false;
  std::string source_path;   ///< of a generated clock
  std::int64_t divisor = 0;  ///< of a generated clock; always positive
  bool inverted = false;     ///< the divisor was written negative
  std::string group;         ///< "" : in a group of its own
  core::Location location;
};

/// The clocks of one Hammer configuration (YAML; defaults as in hammer/config/defaults.yml).
struct HammerClocks {
  std::vector<HammerClock> clocks;
  core::Location location;  ///< of the list
  std::string name;
  std::string sha256;
};

/// Reads `vlsi.inputs.clocks`, written as one dotted key, as nested mappings, or as a mixture of both. Other keys of the
/// file belong to Hammer and are left alone, but constraints that are not imported (delays, output_loads,
/// custom_sdc_*) are named (SDC-0623). No clocks: SDC-0621; an entry that cannot be used: SDC-0622, and it is left out.
/// Nothing is returned when any error was reported.
std::optional<HammerClocks> read_hammer_clocks(const core::InputReader& reader,
                                               const std::filesystem::path& path, core::Sink& sink,
                                               const core::Location& referred_from = {});

}  // namespace sealring::sdcgen
