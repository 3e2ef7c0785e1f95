// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/store/execution_record.h"
#include "esd/devices.h"
#include "esd/layers.h"
#include "esd/network.h"
#include "esd/rules.h"

namespace sealring::stack3d {
struct Stack;
}

namespace sealring::esd {

/// One or more nodes by which a pad or a pin touches its net, with their parts of a distributed current (sum 1).
struct Taps {
  std::vector<NodeId> nodes;
  std::vector<double> weights;
};

/// A rectangle in the frame of its tier's layout.
struct PlacedBox {
  double x1_um = 0;
  double y1_um = 0;
  double x2_um = 0;
  double y2_um = 0;
};

/// A place where a discharge enters or leaves.
struct Pad {
  std::string name;
  std::string kind;            ///< signal, power or ground
  std::string group;           ///< of the rule file; "" none
  std::string net;             ///< as declared; "" not told
  std::string tier;            ///< of the stack; "" when there is none
  std::string interface;       ///< of the stack it lies in; "" none
  std::string side;            ///< of its tier, "front" or "back"; "" not told
  std::uint32_t mate = kNone;  ///< into Project::pads: the pad on the other side of its bond
  std::optional<PlacedBox> box;
  Taps taps;
  core::Location location;
};

/// One protection device in its place. Pins in the order of its type; a pin may have no node in the networks read
/// (its taps are empty) when no rule needs it.
struct Instance {
  std::string name;
  std::size_t type = 0;  ///< into DeviceLibrary::types
  std::vector<Taps> pins;
  std::vector<std::string> nets;  ///< of the pins as declared; "" not told
  std::string tier;               ///< of the stack; "" when there is none
  std::optional<PlacedBox> box;
  std::map<std::string, double>
      properties;  ///< by key, in the unit of the key: "width_um", "fingers"
  core::Location location;
};

/// A die or substrate of the stack.
struct TierInfo {
  std::string path;  ///< in the stack
  std::string team;  ///< "" not told
};

/// A net that is declared a supply.
struct Supply {
  std::string name;
  std::string kind;  ///< power or ground
  core::Location location;
};

/// The element of one bond or bump with the pads on its two sides.
struct BondSite {
  ElementId element = 0;
  std::uint32_t lower = kNone;  ///< into Project::pads
  std::uint32_t upper = kNone;  ///< none: the outside
};

/// Everything `esd check` looks at (YAML `sealring.esd/1`).
struct Project {
  std::string name;
  Network network;
  DeviceLibrary devices;
  LayerTable layers;
  RuleSet rules;
  std::vector<Pad> pads;
  std::vector<Instance> instances;
  std::map<std::string, NodeId>
      net_nodes;                   ///< names given to parts of the network, by one of their nodes
  std::vector<LayerTable> tables;  ///< of single tiers and of the bonds, see NetworkFile::table
  std::vector<TierInfo> tiers;     ///< of the stack, in its order; none without one
  std::vector<Supply> supplies;
  std::vector<BondSite> bonds;                  ///< by rising element
  std::shared_ptr<const stack3d::Stack> stack;  ///< null without one
  std::string bonds_revision;
  std::vector<core::InputRecord> inputs;
  core::Location location;

  const LayerTable& layers_of(const NetworkFile& file) const {
    return file.table < tables.size() ? tables[file.table] : layers;
  }
};

/// Reads a project and all it names. Every fault is reported; pads and instances with a fault are left out. Nothing
/// only when no network could be read.
std::optional<Project> read_project(const core::InputReader& reader,
                                    const std::filesystem::path& path, core::Sink& sink);

}  // namespace sealring::esd
