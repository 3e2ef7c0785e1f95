// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "esd/assemble/stack_nets.h"
#include "esd/assemble/stack_setup.h"
#include "esd/network.h"
#include "esd/project.h"
#include "stack3d/stack.h"

namespace sealring::esd {

/// The wiring of one tier, and where its bumps and devices meet it.
struct TierWiring {
  Network network;              ///< node names without the tier
  std::vector<NodeId> landing;  ///< per bump number of the tier; kNone: not wanted, or reported
  std::vector<std::pair<std::uint32_t, NodeId>> more_landings;  ///< further nodes of a bump
  std::vector<Instance> instances;  ///< from the DEF; nodes are those of `network`
};

/// What is wanted of one tier.
struct TierTask {
  const stack3d::Stack* stack = nullptr;
  const StackNets* nets = nullptr;
  stack3d::TierId tier = 0;
  const TierSetup* setup = nullptr;
  const std::vector<bool>* wanted =
      nullptr;  ///< per bump number: it is bonded, or faces the outside
  const DeviceLibrary* devices = nullptr;
  const LayerTable* layers = nullptr;  ///< resistances and limits of this tier
  std::vector<std::string> tsv_layer;  ///< per bump number, of its feed-through; "" none
  double snap_um = 0;
};

/// Reads a delivered network (SPICE, DSPF, SPEF) and its pin map. A report in place of a network is refused (ESD-0603),
/// bumps without a row of the map and rows without a bump are reported (ESD-0607), so is a node in another net than its
/// bump (ESD-0109). Files read go to `inputs`.
std::optional<TierWiring> read_delivery(const TierTask& task, const core::InputReader& reader,
                                        std::vector<core::InputRecord>& inputs, core::Sink& sink);

/// Extracts the wiring of a tier from its DEF and LEF, with touches for its bumps and for the devices among its
/// components.
std::optional<TierWiring> extract_tier(const TierTask& task, core::Sink& sink);

/// Whether a text is a report or a statement (YAML, JSON, XML, prose) and not an extracted network.
bool looks_like_report(std::string_view text);

}  // namespace sealring::esd
