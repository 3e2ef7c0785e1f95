// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string_view>
#include <vector>

#include "sdcgen/entry.h"

namespace sealring::sdcgen {

/// Ports, pins and cells that a text of SDC names one by one in get_ports, get_pins and get_cells. Patterns, variables
/// and queries with options are left out: what they find is known only to the tool.
std::vector<ObjectPattern> objects_named_in(std::string_view tcl);

}  // namespace sealring::sdcgen
