// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <vector>

#include "sdcgen/emit/sdc_writer.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// One SDC of a run with what its lines come from.
struct TracedSdc {
  std::string file;  ///< name inside the output folder
  const Selection* selection = nullptr;
  const SdcText* sdc = nullptr;
};

/// The text of trace.json: per file its sha256 and per command line its list entry. Entries are arrays
/// [line, instance, clock, document, table cell, specification place, citation].
std::string write_trace(const std::vector<TracedSdc>& files);

}  // namespace sealring::sdcgen
