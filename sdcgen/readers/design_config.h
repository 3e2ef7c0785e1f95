// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <optional>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "sdcgen/model.h"

namespace sealring::sdcgen {

/// Reads a design configuration (YAML `sealring.design/1`). Without `modes` there is one, "func"; without
/// `flow_stages` one, "signoff". Problems are reported at their place (IO-01xx, SDC-03xx); nothing when the file is not
/// YAML or of another schema.
std::optional<DesignConfig> read_design_config(const core::InputReader& reader,
                                               const std::filesystem::path& path, core::Sink& sink);

}  // namespace sealring::sdcgen
