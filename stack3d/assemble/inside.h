// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/lefdef/def.h"
#include "core/netlist/netlist.h"

namespace sealring::stack3d {

/// What one source says about the ports of a chiplet.
struct PortFacts {
  std::vector<std::string> ports;                              ///< bit by bit, "d[3]"
  std::vector<std::pair<std::string, std::string>> connected;  ///< ports on one net inside
  bool has_body =
      false;  ///< the source shows the inside, so ports that are not `connected` are apart
};

/// Ports of a module and which of them its body connects by assigns and by modules that do nothing else. A module
/// without instances and assigns is a stub: has_body is false.
PortFacts port_facts(const core::Netlist& netlist, const core::Module& module);

/// Pins of a DEF and which of them share a net.
PortFacts port_facts(const core::lefdef::Def& def);

/// A DEF name without the backslashes that protect its characters.
std::string plain_def_name(std::string_view name);

}  // namespace sealring::stack3d
