// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/netlist/netlist.h"

namespace sealring::testing {

/// What yosys makes of a Verilog file: its JSON netlist, or its complaint.
struct YosysReading {
  std::optional<std::string> json;
  std::string complaint;
};

/// Reads `path` with yosys (read_verilog, hierarchy, write_json); `arguments` go to read_verilog.
YosysReading read_with_yosys(const std::filesystem::path& path, const std::string& arguments = "");

/// Differences between our model and the yosys netlist: modules, ports with direction and range, nets with their
/// bits, instances and their connections bit for bit, up to renumbering of nets. Gates are left out: yosys turns
/// them into cells of its own. Empty when both agree. `compared` counts the bits looked at.
std::vector<std::string> compare_with_yosys(const core::Netlist& netlist, const std::string& json,
                                            std::size_t& compared);

/// A random netlist in the language both understand; the same seed gives the same text.
std::string random_netlist(unsigned seed);

}  // namespace sealring::testing
