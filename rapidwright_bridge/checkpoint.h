// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "rapidwright_bridge/edif.h"
#include "rapidwright_bridge/part.h"
#include "rapidwright_bridge/pblock.h"
#include "rapidwright_bridge/xdc.h"

/// Design checkpoints (.dcp), read without the vendor's tools. Placement and routing members are seen, never decoded.
namespace sealring::rapidwright_bridge {

struct CheckpointMember {
  std::string type;  ///< "EDIF", "XDC_LATE", "XDEF" ... as dcp.xml spells it
  std::string name;
  std::int64_t mod_time = 0;  ///< seconds since 1970
  bool present = false;       ///< the archive holds it
};

/// How the netlist member is written.
enum class NetlistEncoding : std::uint8_t { kAbsent, kPlain, kZstandard, kVendor };
std::string_view to_string(NetlistEncoding encoding);

struct Checkpoint {
  std::string file;          ///< as shown
  std::int64_t version = 0;  ///< format: 11 for Vivado 2018.3
  std::string product;       ///< "Vivado v2018.3 (64-bit)"
  std::string tool_version;  ///< "2018.3"
  std::string build;
  Part part;
  std::string top;
  bool out_of_context = false;
  std::vector<CheckpointMember> members;
  std::int64_t newest = 0;  ///< latest ModTime
  bool placement = false;   ///< holds placement or routing data; says nothing about its being whole
  bool routing = false;
  NetlistEncoding encoding = NetlistEncoding::kAbsent;
  std::string netlist_name;  ///< member, or the companion that was read in its place
  bool companion = false;
  std::optional<EdifDigest> netlist;
  XdcFacts constraints;  ///< of all constraint members together

  const CheckpointMember* find_type(std::string_view type) const;
};

/// Reads a checkpoint. For a vendor-encoded netlist `<root>.edf` beside the file is read in its place. Trouble with the
/// container is RWB-0002 or RWB-0003 and gives nothing; a fault of the netlist is RWB-0004. `limit`: bytes a member may
/// unpack to.
std::optional<Checkpoint> read_checkpoint(const std::filesystem::path& path,
                                          const std::string& shown, std::uint64_t limit,
                                          core::Sink& sink);
/// The same for bytes in memory; the companion is looked for at `root`.edf.
std::optional<Checkpoint> read_checkpoint_bytes(const std::string& bytes, const std::string& shown,
                                                std::uint64_t limit, core::Sink& sink,
                                                const std::filesystem::path& root = {});

/// Format number that a tool version writes ("2018.3" -> 11); the nearest earlier known version stands for versions in
/// between; 0 for text that is no version.
std::int64_t checkpoint_format_of(std::string_view tool_version);

/// Year and release of a tool version: "2018.3.1" -> (2018, 3); nothing for text that is no version.
std::optional<std::pair<std::int64_t, std::int64_t>> parse_tool_version(std::string_view text);

}  // namespace sealring::rapidwright_bridge
