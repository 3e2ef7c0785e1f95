// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "stack3d/rules.h"
#include "stack3d/stack.h"

namespace sealring::stack3d {

/// A net of the intended netlist.
struct IntendedNet {
  std::string name;  ///< path below the top module
  core::Location location;
  bool external = false;  ///< reaches a port of the top module
  UseClass use = UseClass::kSignal;
};

/// A connection of the netlist whose port is not a node of the stack.
struct LostPin {
  TierId tier = kNone;
  std::string port;
  std::uint32_t net = kNone;
  core::Location location;
};

/// The netlist of the top design, laid over the nodes of the stack.
struct Intent {
  bool known = false;  ///< there is a netlist with the top module
  std::string top;     ///< name of the top module
  core::Location location;
  bool has_ports = false;
  std::vector<IntendedNet> nets;
  std::vector<std::uint32_t> net_of_node;  ///< per NodeId; kNone: not in the netlist
  std::vector<bool> open_node;             ///< per NodeId: named by the netlist and left open there
  std::vector<LostPin> lost_pins;
  std::vector<bool> tier_known;  ///< per tier: the netlist has an instance of that path
  std::vector<std::pair<std::string, core::Location>>
      unknown_instances;  ///< instances without a tier
  std::uint64_t connections = 0;
  /// Per node: which nodes should meet (equal numbers), 0 for not known. From the netlist, else from labels.
  std::vector<std::uint32_t> key_of_node;
};

/// Lays the netlist over the stack; supplies outside the netlist are joined by name under the rules. Findings: a top module
/// that is not there (STK-0141).
Intent lay_netlist(const Stack& stack, const Rules& rules, core::Sink& sink);

}  // namespace sealring::stack3d
