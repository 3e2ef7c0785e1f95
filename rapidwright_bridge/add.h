// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/store/execution_record.h"
#include "rapidwright_bridge/library.h"

/// `reuse add`: from files to a record of the library.
namespace sealring::rapidwright_bridge {

struct ModuleFiles {
  std::filesystem::path file;  ///< checkpoint (.dcp) or netlist (EDIF), told by content
  std::optional<std::filesystem::path> reports;  ///< folder of the run that made it
  std::optional<std::filesystem::path> metadata;
  std::vector<std::filesystem::path> constraints;  ///< beside a netlist
  std::string name;                                ///< label; empty: the top's name
  std::string part, pblock, tool, place_directive, route_directive,
      clock_uncertainty_ns;  ///< where the file does not say
  std::string target_tool;   ///< refuse checkpoints that this tool cannot load
  std::string failed;        ///< why the shape failed; empty: it did not
};

/// Reads and judges the files. Nothing (with findings) when the circuit cannot be told: no readable netlist (RWB-0308),
/// a checkpoint newer than the target tool (RWB-0304), a file of another kind (RWB-0001).
std::optional<ModuleRecord> prepare_module(const core::InputReader& reader,
                                           const ModuleFiles& files, core::Sink& sink,
                                           core::ExecutionRecord& record);

/// Identity of the circuit in a netlist or checkpoint alone.
std::optional<CircuitIdentity> identify_circuit(
    const core::InputReader& reader, const std::filesystem::path& file,
    const std::vector<std::filesystem::path>& constraints, core::Sink& sink,
    core::ExecutionRecord& record);

}  // namespace sealring::rapidwright_bridge
