// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/checks/intent.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/diagnostics/suggest.h"
#include "core/netlist/bits.h"
#include "core/netlist/netlist.h"
#include "stack3d/codes.h"

namespace sealring::stack3d {

using core::Bit;
using core::Module;
using core::Netlist;

namespace {

/// Nodes of a chiplet by name, as the rules compare names.
class NodeNames {
 public:
  NodeNames(const Stack& stack, const Rules& rules, const Chiplet& chiplet)
      : stack_(stack), rules_(rules), exact_(!rules.maps_names()) {
    for (std::uint32_t i = 0; i < chiplet.nodes.size(); ++i) {
      const Node& node = chiplet.nodes[i];
      if (node.kind == Node::Kind::kAnonymous) continue;
      if (exact_) {
        by_id_.emplace(node.name, i);
      } else {
        by_text_.emplace(rules.canonical(stack.names.text(node.name)), i);
      }
    }
  }

  std::uint32_t find(const std::string& name) const {
    if (exact_) {
      const NameId id = stack_.names.find(name);
      const auto found = id == NameId::kNone ? by_id_.end() : by_id_.find(id);
      return found == by_id_.end() ? kNone : found->second;
    }
    const auto found = by_text_.find(rules_.canonical(name));
    return found == by_text_.end() ? kNone : found->second;
  }

 private:
  const Stack& stack_;
  const Rules& rules_;
  bool exact_;
  std::unordered_map<NameId, std::uint32_t> by_id_;
  std::unordered_map<std::string, std::uint32_t> by_text_;
};

/// Walks the modules from the top down to the instances that are tiers.
class Layer {
 public:
  Layer(const Stack& stack, const Rules& rules, Intent& intent)
      : stack_(stack), rules_(rules), netlist_(*stack.netlist), intent_(intent) {
    for (TierId id = 0; id < stack.tiers.size(); ++id) {
      const std::string& path = stack.tiers[id].path;
      tier_of_path_[path] = id;
      for (std::size_t slash = path.find('/'); slash != std::string::npos;
           slash = path.find('/', slash + 1)) {
        groups_[path.substr(0, slash)] = true;
      }
    }
  }

  void run(const Module& top) {
    const core::NetBits bits(top);
    std::vector<std::uint32_t> nets(bits.size(), kNone);
    for (const core::Port& port : top.ports) {
      for (const Bit& bit : core::bits_of(top, port)) {
        if (bit.net == core::kNoIndex) continue;
        const std::uint32_t number = bits.number(bit.net, bit.index);
        if (number == core::kNoIndex) continue;
        intent_.nets[net_of(top, bits, nets, number, "")].external = true;
      }
    }
    walk(top, bits, nets, "");
  }

 private:
  std::string bit_name(const Module& module, const Bit& bit) const {
    const core::Net& net = module.nets[bit.net];
    std::string name(netlist_.text(net.name));
    if (net.has_range) name += "[" + std::to_string(bit.index) + "]";
    return name;
  }

  /// The intended net of a bit, made when it is met first.
  std::uint32_t net_of(const Module& module, const core::NetBits& bits,
                       std::vector<std::uint32_t>& nets, std::uint32_t number,
                       const std::string& prefix) {
    const std::uint32_t root = bits.root(number);
    if (nets[root] != kNone) return nets[root];
    nets[root] = static_cast<std::uint32_t>(intent_.nets.size());
    IntendedNet net;
    const Bit bit = bits.bit(root);
    const std::string own = bit_name(module, bit);
    net.name = prefix + own;
    net.location = netlist_.locate(module.nets[bit.net].place);
    net.use = rules_.class_of_net(own);
    intent_.nets.push_back(std::move(net));
    return nets[root];
  }

  void walk(const Module& module, const core::NetBits& bits, std::vector<std::uint32_t>& nets,
            const std::string& prefix) {
    for (const core::Instance& instance : module.instances) {
      const std::string path = prefix + std::string(netlist_.text(instance.name));
      const auto tier = tier_of_path_.find(path);
      if (tier != tier_of_path_.end()) {
        connect_tier(module, instance, bits, nets, prefix, tier->second);
      } else if (groups_.contains(path) && netlist_.find(instance.cell) != nullptr &&
                 depth_ < kDeepest) {
        ++depth_;
        descend(module, instance, bits, nets, prefix, path);
        --depth_;
      } else {
        intent_.unknown_instances.emplace_back(path, netlist_.locate(instance.place));
      }
    }
  }

  /// Port bits of a module, most significant first, from its declaration; empty when it is not in the netlist.
  std::vector<std::string> port_bits(const Module* module, const core::Connection& connection,
                                     std::uint32_t position, std::size_t width) const {
    std::uint32_t index = core::kNoIndex;
    if (module != nullptr) {
      index =
          connection.port == core::Symbol::kNone ? position : module->find_port(connection.port);
    }
    if (module == nullptr || index == core::kNoIndex || index >= module->ports.size()) {
      // Without a declaration only a scalar connection by name is certain.
      const std::string name(netlist_.text(connection.port));
      if (name.empty() || width != 1) return {};
      return {name};
    }
    const core::Port& port = module->ports[index];
    const std::string name(netlist_.text(port.name));
    if (!port.has_range) return {name};
    std::vector<std::string> result;
    const std::int32_t step = port.bits.descending() ? -1 : 1;
    for (std::int32_t bit = port.bits.msb;; bit += step) {
      result.push_back(name + "[" + std::to_string(bit) + "]");
      if (bit == port.bits.lsb || result.size() > kWidest) break;
    }
    return result;
  }

  void connect_tier(const Module& module, const core::Instance& instance, const core::NetBits& bits,
                    std::vector<std::uint32_t>& nets, const std::string& prefix, TierId tier) {
    intent_.tier_known[tier] = true;
    const Chiplet& chiplet = stack_.chiplet(tier);
    auto names = names_.find(&chiplet);
    if (names == names_.end())
      names = names_.emplace(&chiplet, NodeNames(stack_, rules_, chiplet)).first;
    const Module* declared = netlist_.find(instance.cell);
    std::uint32_t position = 0;
    for (const core::Connection& connection : module.connections_of(instance)) {
      const core::Location place = netlist_.locate(module.place_of(instance, connection));
      const std::vector<Bit> outer = core::bits_of(module, connection.pieces);
      const auto ports =
          port_bits(declared, connection, position++, std::max<std::size_t>(outer.size(), 1));
      // Verilog aligns at the least significant bit; what is left over on the port side is open.
      for (std::size_t i = 0; i < ports.size(); ++i) {
        const std::string& port = ports[ports.size() - 1 - i];
        const std::uint32_t local = names->second.find(port);
        const Bit* bit = i < outer.size() ? &outer[outer.size() - 1 - i] : nullptr;
        const bool wired = bit != nullptr && bit->net != core::kNoIndex;
        const std::uint32_t number = wired ? bits.number(bit->net, bit->index) : core::kNoIndex;
        if (number == core::kNoIndex) {
          if (local != kNone) intent_.open_node[stack_.tiers[tier].first_node + local] = true;
          continue;
        }
        ++intent_.connections;
        const std::uint32_t net = net_of(module, bits, nets, number, prefix);
        if (local == kNone) {
          intent_.lost_pins.push_back({tier, port, net, place});
        } else {
          intent_.net_of_node[stack_.tiers[tier].first_node + local] = net;
        }
      }
    }
  }

  void descend(const Module& module, const core::Instance& instance, const core::NetBits& bits,
               std::vector<std::uint32_t>& nets, const std::string& prefix,
               const std::string& path) {
    const Module& inner = *netlist_.find(instance.cell);
    const core::NetBits inner_bits(inner);
    std::vector<std::uint32_t> inner_nets(inner_bits.size(), kNone);
    std::uint32_t position = 0;
    for (const core::Connection& connection : module.connections_of(instance)) {
      const std::uint32_t index =
          connection.port == core::Symbol::kNone ? position : inner.find_port(connection.port);
      ++position;
      if (index == core::kNoIndex || index >= inner.ports.size()) continue;
      const std::vector<Bit> outer = core::bits_of(module, connection.pieces);
      const std::vector<Bit> inside = core::bits_of(inner, inner.ports[index]);
      for (std::size_t i = 0; i < outer.size() && i < inside.size(); ++i) {
        const Bit& out = outer[outer.size() - 1 - i];
        const Bit& in = inside[inside.size() - 1 - i];
        if (out.net == core::kNoIndex || in.net == core::kNoIndex) continue;
        const std::uint32_t out_number = bits.number(out.net, out.index);
        const std::uint32_t in_number = inner_bits.number(in.net, in.index);
        if (out_number == core::kNoIndex || in_number == core::kNoIndex) continue;
        inner_nets[inner_bits.root(in_number)] = net_of(module, bits, nets, out_number, prefix);
      }
    }
    walk(inner, inner_bits, inner_nets, path + "/");
  }

  static constexpr int kDeepest = 200;
  static constexpr std::size_t kWidest = 100'000'000;
  const Stack& stack_;
  const Rules& rules_;
  const Netlist& netlist_;
  Intent& intent_;
  std::map<std::string, TierId> tier_of_path_;
  std::map<std::string, bool> groups_;
  std::map<const Chiplet*, NodeNames> names_;
  int depth_ = 0;
};

/// Nets and nodes that an alias group of the rules calls one supply become one intended net.
class AliasMerger {
 public:
  AliasMerger(const Stack& stack, const Rules& rules, Intent& intent)
      : stack_(stack), rules_(rules), intent_(intent) {}

  void run() {
    if (rules_.aliases.empty()) return;
    for (std::uint32_t i = 0; i < intent_.nets.size(); ++i) {
      by_name_.emplace(rules_.canonical(intent_.nets[i].name), i);
    }
    std::vector<std::uint32_t> merged(intent_.nets.size());
    for (std::uint32_t i = 0; i < merged.size(); ++i) merged[i] = i;
    for (const auto& group : rules_.aliases) {
      std::uint32_t first = kNone;
      for (const std::string& name : group) {
        const std::uint32_t net = net_called(name);
        if (net == kNone) continue;
        if (first == kNone) {
          first = merged[net];
        } else {
          const std::uint32_t old = merged[net];
          std::replace(merged.begin(), merged.end(), old, first);
        }
      }
    }
    for (std::uint32_t& net : intent_.net_of_node) {
      if (net != kNone) net = merged[net];
    }
  }

 private:
  /// The net of that name, or the net of node "tier/port" ("tier.port").
  std::uint32_t net_called(const std::string& name) const {
    const auto named = by_name_.find(rules_.canonical(name));
    if (named != by_name_.end()) return named->second;
    for (const Tier& tier : stack_.tiers) {
      if (name.size() <= tier.path.size() + 1 || !name.starts_with(tier.path)) continue;
      const char separator = name[tier.path.size()];
      if (separator != '/' && separator != '.') continue;
      const std::string port = rules_.canonical(name.substr(tier.path.size() + 1));
      const std::vector<Node>& nodes = stack_.chiplets[tier.chiplet].nodes;
      for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (rules_.canonical(stack_.names.text(nodes[i].name)) == port) {
          return intent_.net_of_node[tier.first_node + i];
        }
      }
    }
    return kNone;
  }

  const Stack& stack_;
  const Rules& rules_;
  Intent& intent_;
  std::map<std::string, std::uint32_t> by_name_;
};

const Module* find_top(const Stack& stack, core::Sink& sink) {
  const Netlist& netlist = *stack.netlist;
  if (const Module* named = netlist.find(stack.design)) return named;
  // Another name is accepted when only one module can be meant: one that holds an instance called like a tier.
  std::vector<const Module*> fitting;
  std::vector<std::string> names;
  for (const Module& module : netlist.modules) {
    names.emplace_back(netlist.text(module.name));
    const bool fits = std::any_of(stack.tiers.begin(), stack.tiers.end(), [&](const Tier& tier) {
      return netlist.find_instance(module, tier.path.substr(0, tier.path.find('/'))) != nullptr;
    });
    if (fits) fitting.push_back(&module);
  }
  const core::Location place = stack.netlists.front().named_at.file.empty()
                                   ? core::Location{stack.netlists.front().shown}
                                   : stack.netlists.front().named_at;
  if (fitting.size() == 1) {
    sink.report(
        core::make_finding(codes::kTopRenamed, "the netlist has no module '" + stack.design +
                                                   "', which is the name of the design; '" +
                                                   std::string(netlist.text(fitting[0]->name)) +
                                                   "' holds its instances and is taken as the top")
            .at(netlist.locate(fitting[0]->place))
            .on(stack.design, "top"));
    return fitting[0];
  }
  sink.report(core::make_finding(codes::kNoTopModule, "the netlist has no module '" + stack.design +
                                                          "', which is the name of the design" +
                                                          core::did_you_mean(stack.design, names))
                  .at(place)
                  .on(stack.design, "top"));
  return nullptr;
}

/// Without a netlist, equal labels are what should meet.
void keys_from_labels(const Stack& stack, Intent& intent) {
  for (const Tier& tier : stack.tiers) {
    const std::vector<Node>& nodes = stack.chiplets[tier.chiplet].nodes;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      const NameId name = nodes[i].net != NameId::kNone ? nodes[i].net : nodes[i].name;
      intent.key_of_node[tier.first_node + i] = static_cast<std::uint32_t>(name);
    }
  }
}

/// Supplies that the netlist leaves out are joined by name, or by an alias of the rules.
class SupplyJoiner {
 public:
  SupplyJoiner(const Stack& stack, const Rules& rules, Intent& intent)
      : stack_(stack), rules_(rules), intent_(intent) {
    for (const auto& group : rules.aliases) {
      for (const std::string& name : group) {
        alias_[rules.canonical(name)] = rules.canonical(group.front());
        // "tier.port" means "tier/port".
        std::string slashed = name;
        if (const std::size_t dot = slashed.rfind('.'); dot != std::string::npos) {
          slashed[dot] = '/';
          alias_[rules.canonical(slashed)] = rules.canonical(group.front());
        }
      }
    }
  }

  void run() {
    for (const Tier& tier : stack_.tiers) {
      const std::vector<Node>& nodes = stack_.chiplets[tier.chiplet].nodes;
      for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const NodeId id = tier.first_node + i;
        if (intent_.net_of_node[id] != kNone || intent_.open_node[id]) continue;
        if (nodes[i].kind == Node::Kind::kAnonymous) continue;
        join(tier, id, std::string(stack_.names.text(nodes[i].name)));
      }
    }
  }

 private:
  void join(const Tier& tier, NodeId id, const std::string& name) {
    const UseClass use = rules_.class_of_net(name);
    std::string key = rules_.canonical(name);
    const auto own = alias_.find(rules_.canonical(tier.path + "/" + name));
    const auto common = alias_.find(key);
    const bool aliased = own != alias_.end() || common != alias_.end();
    const bool by_rule =
        std::any_of(rules_.join_by_name.begin(), rules_.join_by_name.end(),
                    [&](const std::string& pattern) { return matches_pattern(name, pattern); });
    if (!aliased && !by_rule && use == UseClass::kSignal) return;
    if (own != alias_.end()) {
      key = own->second;
    } else if (common != alias_.end()) {
      key = common->second;
    }
    if (by_name_.empty()) {
      // Made when it is first needed: most netlists leave nothing out.
      for (std::uint32_t i = 0; i < intent_.nets.size(); ++i) {
        by_name_.emplace(rules_.canonical(intent_.nets[i].name), i);
      }
    }
    const auto [known, is_new] =
        by_name_.emplace(key, static_cast<std::uint32_t>(intent_.nets.size()));
    if (is_new) {
      IntendedNet net;
      net.name = key;
      net.use = use == UseClass::kSignal ? rules_.class_of_net(key) : use;
      net.external = true;
      intent_.nets.push_back(std::move(net));
    }
    intent_.net_of_node[id] = known->second;
  }

  const Stack& stack_;
  const Rules& rules_;
  Intent& intent_;
  std::map<std::string, std::uint32_t> by_name_;
  std::map<std::string, std::string> alias_;
};

}  // namespace

Intent lay_netlist(const Stack& stack, const Rules& rules, core::Sink& sink) {
  Intent intent;
  const std::size_t nodes = stack.node_net.size();
  intent.net_of_node.assign(nodes, kNone);
  intent.open_node.assign(nodes, false);
  intent.key_of_node.assign(nodes, 0);
  intent.tier_known.assign(stack.tiers.size(), false);
  const Module* top = stack.netlist ? find_top(stack, sink) : nullptr;
  if (top == nullptr) {
    keys_from_labels(stack, intent);
    return intent;
  }
  intent.known = true;
  intent.top = std::string(stack.netlist->text(top->name));
  intent.location = stack.netlist->locate(top->place);
  intent.has_ports = !top->ports.empty();
  Layer(stack, rules, intent).run(*top);
  SupplyJoiner(stack, rules, intent).run();
  AliasMerger(stack, rules, intent).run();
  for (NodeId node = 0; node < nodes; ++node) {
    if (intent.net_of_node[node] != kNone) intent.key_of_node[node] = intent.net_of_node[node] + 1;
  }
  return intent;
}

}  // namespace sealring::stack3d
