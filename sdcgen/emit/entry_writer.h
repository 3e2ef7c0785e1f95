// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <vector>

#include "sdcgen/emit/sdc_writer.h"

namespace sealring::sdcgen {

/// Adds the commands of every entry that applies to the section of its instance (the last one: of the design), in the
/// order of kEntryOrder, each exception and raw section behind a comment with its id and reason. The objects of one entry
/// are one list: sta compares each exception with all others, so that single-pin commands cost their square.
void write_entries(const Selection& selection, const SdcUnits& units,
                   std::vector<SdcSection>& sections);

/// "[get_pins {a b}]", or a [concat ...] of several queries: one per kind and 500 names.
std::string query_of(const std::vector<SelectedObject>& objects);

}  // namespace sealring::sdcgen
