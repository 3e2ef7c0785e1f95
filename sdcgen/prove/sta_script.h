// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sdcgen/sta_dialect.h"

namespace sealring::sdcgen {

/// What one sta process is asked to load. Paths are relative to the folder it runs in and hold only plain characters:
/// sta 2.0.17 fails on a Liberty path with a blank.
struct StaJob {
  std::string mark;  ///< starts every line that is ours in sta's output; must occur in no input
  std::string top;
  std::vector<std::filesystem::path> liberty;
  std::vector<std::filesystem::path> netlists;
  std::filesystem::path sdc;
  std::filesystem::path written_sdc;  ///< where write_sdc puts what sta holds
  std::string probes;                 ///< Tcl run after the checks (probes.h)
};

/// The Tcl text of one proof: load the design, wrap the query and clock commands so that each call is counted, read the
/// SDC with nothing asked of timing before, then print clocks, checks and the end mark. See sta_output.h for the lines.
std::string sta_script(const StaJob& job, const StaDialect& dialect);

}  // namespace sealring::sdcgen
