// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "core/files/digest.h"
#include "rapidwright_bridge/library.h"

namespace sealring::rapidwright_bridge {

std::string ports_text(const std::vector<PortInfo>& ports) {
  std::vector<std::string> lines;
  for (const PortInfo& port : ports) {
    std::string line = std::string(to_string(port.direction)) + " " + port.name;
    if (port.bus) line += "[" + std::to_string(port.left) + ":" + std::to_string(port.right) + "]";
    lines.push_back(std::move(line));
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::string circuit_key(const CircuitIdentity& identity) {
  core::Sha256 sha;
  sha.update("sealring circuit 1\n");
  sha.update_field(identity.netlist);
  sha.update_field(identity.constraints);
  sha.update_field(ports_text(identity.ports));
  return sha.finish_hex();
}

std::string implementation_key(const ImplementationIdentity& i) {
  core::Sha256 sha;
  sha.update("sealring implementation 1\n");
  for (const std::string* field :
       {&i.circuit, &i.part.device, &i.part.package, &i.part.speed, &i.part.temperature, &i.tool,
        &i.pblock, &i.place_directive, &i.route_directive, &i.clock_uncertainty_ns})
    sha.update_field(*field);
  return sha.finish_hex();
}

std::string artifact_key(const ImplementationIdentity& identity,
                         const std::string& checkpoint_sha256) {
  core::Sha256 sha;
  sha.update("sealring artifact 1\n");
  sha.update_field(implementation_key(identity));
  sha.update_field(checkpoint_sha256);
  return sha.finish_hex();
}

}  // namespace sealring::rapidwright_bridge
