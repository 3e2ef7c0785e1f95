// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sdcgen/prove/sta_output.h"

namespace sealring::sdcgen {

/// Adds to `clocks` what the text of write_sdc says of each: period and waveform with 9 digits, master, source, ratio,
/// inversion and uncertainties. Clocks that are not in `clocks` are left out; commands of other kinds are passed over.
void read_written_sdc(std::string_view text, std::vector<StaClock>& clocks);

/// Calls `visit` with the words of each command of an SDC; a command goes on while its line ends in a backslash.
void each_command(std::string_view text,
                  const std::function<void(const std::vector<std::string>&)>& visit);

/// "[get_clocks {a}]", "[list [get_pins {a}] [get_pins {b}]]" or "a" -> the names.
std::vector<std::string> names_in_query(const std::string& word);

}  // namespace sealring::sdcgen
