// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/diagnostics/sink.h"
#include "core/netlist/netlist.h"

namespace sealring::core {

/// What was looked at.
struct NetlistCheck {
  std::uint64_t modules = 0;
  std::uint64_t instances = 0;
  std::uint64_t connections = 0;
  std::uint64_t widths_compared = 0;
  std::map<std::string, std::uint64_t>
      black_boxes;  ///< cells that are not in the netlist -> instances of them
};

/// Consistency of a netlist: ports a connection names that the module does not have, ports connected twice, too many
/// positional connections, widths that differ, selects outside the declared range, modules that contain themselves.
/// Cells that are not in the netlist are counted, not reported.
NetlistCheck check_netlist(const Netlist& netlist, Sink& sink);

}  // namespace sealring::core
