// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/diagnostics/sink.h"
#include "esd/assemble/stack_setup.h"
#include "esd/project.h"
#include "stack3d/stack.h"

namespace sealring::esd {

/// What the nets of a stack are called and what they are for. A net has the name given under `supplies`; else the port
/// name that all its members share and no other net has; else Stack::net_id. Kinds: `supplies`, else USE of the DEF,
/// else signal.
class StackNets {
 public:
  /// Reports supplies that the stack does not have (ESD-0601) and nets with two of them (ESD-0608).
  StackNets(const stack3d::Stack& stack, const StackSetup& setup, core::Sink& sink);

  const std::string& name(stack3d::NetId net) const { return names_[net]; }
  const std::string& kind(stack3d::NetId net) const { return kinds_[net]; }

  /// The node of a tier by its port or label.
  std::optional<stack3d::NodeId> node_of(stack3d::TierId tier, std::string_view port) const;

  /// The name of the net that holds a port of a tier; "tier/port" when the stack does not know the port.
  std::string name_of_port(stack3d::TierId tier, std::string_view port) const;

  /// Declared supplies and the nets that the DEF calls power or ground, by name.
  std::vector<Supply> supplies() const;

 private:
  void index_nodes();
  void read_supplies(const StackSetup& setup);
  void read_uses();
  void read_use(stack3d::TierId tier, std::string_view port, std::string_view use,
                std::uint32_t line);
  void name_rest();
  void declare(stack3d::NetId net, const SupplySetup& supply, const SupplySetup::Member& member);

  const stack3d::Stack& stack_;
  core::Sink& sink_;
  std::vector<std::unordered_map<std::uint32_t, std::uint32_t>> node_of_name_;  ///< per chiplet
  std::vector<std::string> names_;                                              ///< per net
  std::vector<std::string> kinds_;
  std::vector<core::Location> declared_at_;  ///< per net; of its supply
  std::vector<bool> both_kinds_;             ///< per net; reported
};

/// A name of a DEF without its backslashes and without ".extra1" (a further pin of one port).
std::string plain_name(std::string_view name);

/// The tier of this path, or nothing.
std::optional<stack3d::TierId> find_tier(const stack3d::Stack& stack, std::string_view path);

/// Paths of all tiers that carry current.
std::vector<std::string> tier_paths(const stack3d::Stack& stack);

}  // namespace sealring::esd
