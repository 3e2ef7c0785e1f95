// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/diagnostics/finding.h"
#include "core/diagnostics/sink.h"

namespace sealring::manifest {

/// The rule for every path in a manifest: relative, '/' separated, valid UTF-8, no empty, '.' or '..' component, no
/// control or direction characters, backslashes, leading dashes, blank-only or device names. Nothing when it is good;
/// else MAN-0106 (leads outside), MAN-0107 (not in normal form) or MAN-0108 (characters).
std::optional<core::Finding> path_problem(std::string_view path);

/// Reports names that fall together under case folding and normalisation (MAN-0109). True when there are none.
bool report_collisions(std::span<const std::string> paths, core::Sink& sink);

}  // namespace sealring::manifest
