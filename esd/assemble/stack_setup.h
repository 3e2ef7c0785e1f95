// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/yaml.h"
#include "esd/read_network.h"

namespace sealring::esd {

/// A file that the project names, with the place where it does.
struct NamedFile {
  std::filesystem::path path;
  core::Location location;
};

/// What the project says about one tier.
struct TierSetup {
  std::string path;
  std::string team;
  bool extract = false;           ///< `extract: def`: from its own DEF and LEF
  bool component_pins = false;    ///< of `extract`: pins of components conduct (pad rings)
  bool count_duplicates = false;  ///< of `extract`: equal vias at one place count each
  std::optional<NamedFile> network;
  NetworkOptions options;
  std::optional<NamedFile> pin_map;
  std::optional<NamedFile> instances;
  std::optional<NamedFile> layers;
  core::Location location;
};

/// One entry of `supplies`.
struct SupplySetup {
  struct Member {
    std::string text;  ///< "tier/port"
    core::Location location;
  };
  std::string name;
  std::string kind;
  std::vector<Member> members;
  core::Location location;
};

struct InterfaceSetup {
  std::string name;
  std::string group;
  core::Location location;
};

/// The part of a project file that is about the stack.
struct StackSetup {
  NamedFile stack;
  bool flip_physical = false;
  std::vector<std::filesystem::path> netlists;
  std::optional<NamedFile> bonds;
  std::vector<TierSetup> tiers;
  std::vector<SupplySetup> supplies;
  std::vector<InterfaceSetup> interfaces;
  double snap_um = 0;
};

/// Reads the keys stack, bonds, tiers, supplies, interfaces and snap. Nothing when the project has no stack; faults are
/// reported (ESD-0108) and the entry is left out.
std::optional<StackSetup> read_stack_setup(core::YamlMap& map, const std::filesystem::path& folder,
                                           core::Sink& sink);

/// format, spef_corner, dbu_per_um and length_unit of a mapping that names a network.
NetworkOptions read_network_options(core::YamlMap& map, class Fields& fields);

}  // namespace sealring::esd
