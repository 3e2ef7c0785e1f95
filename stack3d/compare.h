// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include "core/diagnostics/finding.h"
#include "core/diagnostics/sink.h"
#include "core/files/input.h"

namespace sealring::stack3d {

/// How the findings of a run relate to those of an earlier one, by fingerprint.
struct Against {
  std::uint64_t reproduced = 0;  ///< in both
  std::uint64_t gone = 0;        ///< in the earlier one only
  std::uint64_t fresh = 0;       ///< in this one only
  std::uint64_t fresh_but_visible_early =
      0;  ///< of those: a check of the floorplan profile found it
};

/// Compares `findings` with the findings of a `sealring.findings/1` document. Nothing after STK-0602 when it cannot be
/// read. Only STK- and IO- codes count: what the command line adds about a run is not a finding about the stack.
std::optional<Against> compare_runs(std::span<const core::Finding> findings,
                                    const std::filesystem::path& earlier,
                                    const core::InputReader& reader, core::Sink& sink);

}  // namespace sealring::stack3d
