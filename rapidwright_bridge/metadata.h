// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "rapidwright_bridge/edif.h"
#include "rapidwright_bridge/pblock.h"

/// `<block>_<n>_metadata.txt`: what RapidWright keeps beside a pre-implemented module.
namespace sealring::rapidwright_bridge {

struct MetadataPort {
  std::string name;  ///< one bit: "p[3]"
  bool input = true;
  std::string net;   ///< empty: not connected
  std::string type;  ///< "signal", "clock local", "power" ...
  std::string max_delay_ns;
  std::uint64_t primitives = 0;
  std::uint64_t pins = 0;           ///< connections listed
  std::vector<std::string> passes;  ///< ports this one is wired straight to
  bool implicit = false;            ///< no pin list: the newer form
  std::uint32_t line = 0;
};

struct MetadataClock {
  std::string name;
  std::string period_ns;
};

struct ModuleMetadata {
  std::string name;
  std::vector<Pblock> pblocks;
  std::vector<MetadataClock> clocks;
  std::vector<MetadataPort> ports;
  bool implicit_connections = false;  ///< newer form, pins not listed
};

/// Reads both forms. Faults are RWB-0005; nothing after one.
std::optional<ModuleMetadata> read_metadata(const core::InputFile& file, core::Sink& sink);

/// Bits of the netlist's ports that the metadata lacks, or has in addition: RWB-0309.
void compare_ports(const ModuleMetadata& metadata, const std::vector<PortInfo>& ports,
                   const std::string& shown, core::Sink& sink);

/// Names of the bits of a port, left to right: "p[3]" ... "p[0]".
std::vector<std::string> port_bits(const PortInfo& port);

}  // namespace sealring::rapidwright_bridge
