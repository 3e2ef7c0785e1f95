// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <set>
#include <string>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"

namespace sealring::core {

/// Prints of the findings of an earlier run.
struct Baseline {
  std::set<std::string> fingerprints;
};

/// Reads an earlier `sealring.findings/1` JSON (`parse_`: its text); anything else is IO-0506.
std::optional<Baseline> parse_baseline(const InputFile& file, Sink& sink);
std::optional<Baseline> read_baseline(const InputReader& reader, const std::filesystem::path& path,
                                      Sink& sink);

}  // namespace sealring::core
