// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>

#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// The entries of a list as CSV: one row each, those that do not apply with the reason why. Lists inside a field are
/// joined by '|', groups by ';'; these signs and '%' in names are written as %7C, %3B and %25. Values are exact fractions
/// of the SI base unit.
std::string write_entries_csv(const Selection& selection);

/// Reads the rows back into selection.entries; false when a row is not what write_entries_csv writes.
bool parse_entries_csv(const std::string& csv, Selection& selection);

}  // namespace sealring::sdcgen
