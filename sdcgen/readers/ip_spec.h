// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <optional>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "sdcgen/model.h"

namespace sealring::sdcgen {

/// Reads one IP specification (YAML `sealring.ip/1`) and checks it in itself: names, modes, objects, masters and
/// ranges. Everything wrong is reported at its place (IO-01xx, SDC-01xx). Nothing when the file is not YAML or of
/// another schema; a specification with faulty clocks is returned so that the rest can be checked too.
std::optional<IpSpec> read_ip_spec(const core::InputReader& reader,
                                   const std::filesystem::path& path, core::Sink& sink,
                                   const core::Location& referred_from);

}  // namespace sealring::sdcgen
