// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/units/quantity.h"

namespace sealring::sdcgen {

/// What sdcgen needs of one Liberty file. The bytes are kept: OpenSTA gets an unpacked copy where the file is packed.
struct LibertyFile {
  core::InputFile input;
  std::string library;                         ///< name after "library ("
  core::Unit time_unit;                        ///< of the attribute time_unit
  std::optional<core::Unit> capacitance_unit;  ///< of capacitive_load_unit
  std::optional<core::Unit> resistance_unit;   ///< of pulling_resistance_unit
  bool packed = false;  ///< the file on disk is compressed, which Debian's sta cannot read
};

/// Reads a Liberty file's library name and time unit (SDC-0311 when either is missing; the unit must be one of the
/// words that Liberty allows: 1ps, 10ps, 100ps, 1ns).
std::optional<LibertyFile> read_liberty_units(const core::InputReader& reader,
                                              const std::filesystem::path& path, core::Sink& sink,
                                              const core::Location& referred_from);

}  // namespace sealring::sdcgen
