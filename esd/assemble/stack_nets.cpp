// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/assemble/stack_nets.h"

#include <algorithm>
#include <map>

#include "core/diagnostics/suggest.h"
#include "core/lefdef/def.h"
#include "esd/stack_codes.h"

namespace sealring::esd {

using stack3d::NameId;
using stack3d::NetId;
using stack3d::TierId;

std::optional<TierId> find_tier(const stack3d::Stack& stack, std::string_view path) {
  for (TierId tier = 0; tier < stack.tiers.size(); ++tier) {
    if (stack.tiers[tier].path == path) return tier;
  }
  return std::nullopt;
}

std::vector<std::string> tier_paths(const stack3d::Stack& stack) {
  std::vector<std::string> paths;
  for (const stack3d::Tier& tier : stack.tiers) {
    if (!stack.chiplets[tier.chiplet].mechanical) paths.push_back(tier.path);
  }
  return paths;
}

std::string plain_name(std::string_view name) {
  std::string plain;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '\\' && i + 1 < name.size()) ++i;
    plain += name[i];
  }
  if (const std::size_t extra = plain.find(".extra"); extra != std::string::npos)
    plain.resize(extra);
  return plain;
}

StackNets::StackNets(const stack3d::Stack& stack, const StackSetup& setup, core::Sink& sink)
    : stack_(stack),
      sink_(sink),
      names_(stack.nets.size()),
      kinds_(stack.nets.size()),
      declared_at_(stack.nets.size()),
      both_kinds_(stack.nets.size()) {
  index_nodes();
  read_supplies(setup);
  read_uses();
  name_rest();
  for (std::string& kind : kinds_) {
    if (kind.empty()) kind = "signal";
  }
}

void StackNets::index_nodes() {
  node_of_name_.resize(stack_.chiplets.size());
  for (std::size_t c = 0; c < stack_.chiplets.size(); ++c) {
    const auto& nodes = stack_.chiplets[c].nodes;
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
      if (nodes[n].name == NameId::kNone) continue;
      const auto [at, fresh] =
          node_of_name_[c].emplace(static_cast<std::uint32_t>(nodes[n].name), n);
      if (!fresh && nodes[n].kind == stack3d::Node::Kind::kPort) at->second = n;
    }
  }
}

std::optional<stack3d::NodeId> StackNets::node_of(TierId tier, std::string_view port) const {
  const NameId name = stack_.names.find(port);
  if (name == NameId::kNone) return std::nullopt;
  const auto& nodes = node_of_name_[stack_.tiers[tier].chiplet];
  const auto at = nodes.find(static_cast<std::uint32_t>(name));
  if (at == nodes.end()) return std::nullopt;
  return stack_.tiers[tier].first_node + at->second;
}

std::string StackNets::name_of_port(TierId tier, std::string_view port) const {
  const std::string plain = plain_name(port);
  if (const auto node = node_of(tier, plain)) return names_[stack_.node_net[*node]];
  return stack_.tiers[tier].path + "/" + plain;
}

void StackNets::declare(NetId net, const SupplySetup& supply, const SupplySetup::Member& member) {
  if (names_[net].empty() || names_[net] == supply.name) {
    names_[net] = supply.name;
    kinds_[net] = supply.kind;
    declared_at_[net] = supply.location;
    return;
  }
  sink_.report(core::make_finding(codes::kSupplyShort, "net '" + stack_.net_id(net) +
                                                           "' belongs to the supplies '" +
                                                           names_[net] + "' and '" + supply.name +
                                                           "' (by '" + member.text + "')")
                   .at(member.location)
                   .on(stack_.net_id(net), names_[net] + " " + supply.name)
                   .note("'" + names_[net] + "' is declared here", declared_at_[net]));
}

void StackNets::read_supplies(const StackSetup& setup) {
  for (const SupplySetup& supply : setup.supplies) {
    for (const SupplySetup::Member& member : supply.members) {
      const auto report = [&](const std::string& problem) {
        sink_.report(
            core::make_finding(codes::kUnknownStackName, "supply '" + supply.name + "': " + problem)
                .at(member.location)
                .on(supply.name, member.text));
      };
      // The tier is the longest path in front; ports may hold '/' themselves.
      std::optional<TierId> tier;
      for (TierId t = 0; t < stack_.tiers.size(); ++t) {
        const std::string& path = stack_.tiers[t].path;
        if (member.text.size() > path.size() + 1 && member.text.starts_with(path) &&
            member.text[path.size()] == '/' &&
            (!tier || path.size() > stack_.tiers[*tier].path.size())) {
          tier = t;
        }
      }
      if (!tier) {
        const std::string path = member.text.substr(0, member.text.rfind('/'));
        report("'" + member.text + "' names no tier of stack '" + stack_.file + "'" +
               core::did_you_mean(path, tier_paths(stack_)));
        continue;
      }
      const std::string port = member.text.substr(stack_.tiers[*tier].path.size() + 1);
      const auto node = node_of(*tier, port);
      if (!node) {
        std::vector<std::string> ports;
        for (const stack3d::Node& known : stack_.chiplet(*tier).nodes) {
          if (known.name != NameId::kNone) ports.emplace_back(stack_.names.text(known.name));
        }
        report("tier '" + stack_.tiers[*tier].path + "' has no port '" + port + "'" +
               core::did_you_mean(port, ports));
        continue;
      }
      declare(stack_.node_net[*node], supply, member);
    }
  }
}

void StackNets::read_use(TierId tier, std::string_view port, std::string_view use,
                         std::uint32_t line) {
  if (use != "POWER" && use != "GROUND") return;
  const auto node = node_of(tier, plain_name(port));
  if (!node) return;
  const NetId net = stack_.node_net[*node];
  const std::string kind = use == "POWER" ? "power" : "ground";
  if (kinds_[net].empty()) {
    kinds_[net] = kind;
  } else if (kinds_[net] != kind && declared_at_[net].file.empty() && !both_kinds_[net]) {
    both_kinds_[net] = true;
    sink_.report(core::make_finding(codes::kSupplyShort, "net '" + stack_.net_id(net) + "' is " +
                                                             kinds_[net] + " in one die and " +
                                                             kind + " by port '" +
                                                             std::string(port) + "' of tier '" +
                                                             stack_.tiers[tier].path + "'")
                     .at(stack_.chiplet(tier).layout->at(line))
                     .on(stack_.net_id(net), "kind"));
  }
}

void StackNets::read_uses() {
  for (TierId tier = 0; tier < stack_.tiers.size(); ++tier) {
    const auto& layout = stack_.chiplet(tier).layout;
    if (!layout) continue;
    for (const core::lefdef::Pin& pin : layout->pins) {
      std::string_view use = pin.use;
      if (use != "POWER" && use != "GROUND" && pin.net != core::Symbol::kNone) {
        if (const auto* net = layout->find_net(pin.net)) use = net->use;
      }
      read_use(tier, layout->text(pin.name), use, pin.line);
    }
    for (const core::lefdef::Net& net : layout->nets)
      read_use(tier, layout->text(net.name), net.use, net.line);
  }
}

void StackNets::name_rest() {
  std::unordered_map<std::uint32_t, NetId> first_of;  // port name -> its only net, or kNone
  std::vector<NameId> common(stack_.nets.size(), NameId::kNone);
  for (NetId net = 0; net < stack_.nets.size(); ++net) {
    const stack3d::StackNet& entry = stack_.nets[net];
    bool same = true;
    for (std::uint32_t i = 0; i < entry.member_count; ++i) {
      const NameId name = stack_.node(stack_.net_members[entry.first_member + i]).name;
      if (name == NameId::kNone) continue;
      if (common[net] == NameId::kNone) common[net] = name;
      same = same && common[net] == name;
      const auto [at, fresh] = first_of.emplace(static_cast<std::uint32_t>(name), net);
      if (!fresh && at->second != net) at->second = stack3d::kNone;
    }
    if (!same) common[net] = NameId::kNone;
  }
  for (NetId net = 0; net < stack_.nets.size(); ++net) {
    if (!names_[net].empty()) continue;
    const bool unique =
        common[net] != NameId::kNone && first_of.at(static_cast<std::uint32_t>(common[net])) == net;
    names_[net] = unique ? std::string(stack_.names.text(common[net])) : stack_.net_id(net);
  }
}

std::vector<Supply> StackNets::supplies() const {
  std::map<std::string, Supply> by_name;
  for (NetId net = 0; net < stack_.nets.size(); ++net) {
    if (kinds_[net] == "signal") continue;
    by_name.try_emplace(names_[net], Supply{names_[net], kinds_[net], declared_at_[net]});
  }
  std::vector<Supply> result;
  for (auto& [name, supply] : by_name) result.push_back(std::move(supply));
  return result;
}

}  // namespace sealring::esd
