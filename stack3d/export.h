// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "stack3d/stack.h"

namespace sealring::stack3d {

/// A translation and what it keeps: the counts before and after must agree, whoever reads the result back.
struct Exported {
  std::string text;
  std::uint64_t nets = 0;         ///< named nets written
  std::uint64_t connections = 0;  ///< ports connected to them
  std::uint64_t dummy_nets = 0;   ///< nets of pads without a name, left out of a netlist
};

/// The system netlist as structural Verilog (IEEE 1364-2005): a stub per chiplet, an instance per die, a wire per stack net
/// named by its id, an inout port per net that reaches the outside. Bits of buses are escaped scalars ("\d[3] ").
Exported export_netlist(const Stack& stack);

/// Nets and connections of the top module of an exported netlist, counted by reading the text back; nothing when it does not
/// read without a problem. Only `nets` and `connections` are filled.
std::optional<Exported> count_netlist(const std::string& text, const std::string& design);

/// The same for an exported JSON model.
std::optional<Exported> count_json(const std::string& text);

/// The whole model as JSON (`schema: sealring.stack.model/1`): frame, dies, regions, interfaces, bonds, nets.
Exported export_json(const Stack& stack);

/// The description again, flattened: <design>.3dbx, <design>.3dbv and one bump map per region, as file names and contents. Read
/// back it gives the same dies, bonds and nets. Files of the original (LEF, DEF, Verilog) are named relative to `folder`.
std::vector<std::pair<std::string, std::string>> export_3dbx(const Stack& stack,
                                                             const std::filesystem::path& folder);

/// One bump list (name,x,y,cell,port,net in the frame of its chiplet, micrometres) per region with bumps: file name and content.
std::vector<std::pair<std::string, std::string>> export_bump_lists(const Stack& stack);

/// Counts of a stack as a translation must keep them.
Exported count_nets(const Stack& stack);

}  // namespace sealring::stack3d
