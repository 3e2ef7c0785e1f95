// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <string_view>

#include "core/diagnostics/sink.h"

namespace sealring::sdcgen {

/// Whether a name that becomes part of clock or file names is made of letters, digits, '_' and '-' only; reports
/// SDC-0313 at `location` if not. `what`: "instance name".
bool check_name(std::string_view what, const std::string& name, const core::Location& location,
                core::Sink& sink);

}  // namespace sealring::sdcgen
