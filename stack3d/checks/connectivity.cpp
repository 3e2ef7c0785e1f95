// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// LVS of the assembly: the nets that bonds and dies make against the nets of the intended netlist. Names and
// positions decide; no graph is matched, so the time is linear in bonds and nodes.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "stack3d/assemble/connect.h"
#include "stack3d/checks/bonds.h"

namespace sealring::stack3d {

namespace {

class Connectivity {
 public:
  explicit Connectivity(CheckContext& context)
      : context_(context),
        stack_(context.stack),
        intent_(context.intent),
        sets_(context.stack.node_net.size()),
        wrong_net_(context.intent.nets.size()),
        well_bonded_(context.intent.nets.size()) {}

  void run() {
    look_at_bonds();
    report_wrong_pairs(context_, wrong_, well_bonded_);
    look_inside();
    report_missing_pins();
    report_extra_pins();
    find_opens();
  }

 private:
  const Node& node(NodeId id) const { return stack_.node(id); }
  bool anonymous(NodeId id) const { return node(id).kind == Node::Kind::kAnonymous; }

  void look_at_bonds() {
    each_meant_bond(context_, [&](const MeantBond& bond) {
      const std::uint32_t a = intent_.net_of_node[bond.lower_node];
      const std::uint32_t b = intent_.net_of_node[bond.upper_node];
      ++context_.counts["bonds_compared"];
      if (a != kNone && b != kNone && a != b) {
        wrong_.push_back({a, b, bond});
        wrong_net_[a] = wrong_net_[b] = true;
        return;
      }
      if (a != kNone && a == b) well_bonded_[a] = true;
      sets_.join(bond.lower_node, bond.upper_node);
      if ((a == kNone) != (b == kNone)) half_known(bond, a == kNone);
    });
  }

  /// One side is on a net of the netlist and the other is not.
  void half_known(const MeantBond& bond, bool lower_unknown) {
    const NodeId unknown = lower_unknown ? bond.lower_node : bond.upper_node;
    const PinId pin = lower_unknown ? bond.lower : bond.upper;
    const PinId other = lower_unknown ? bond.upper : bond.lower;
    const TierId tier = stack_.tier_of_pin(pin);
    if (!intent_.tier_known[tier] || stack_.chiplet(tier).mechanical) return;
    const std::uint32_t net =
        intent_.net_of_node[lower_unknown ? bond.upper_node : bond.lower_node];
    const std::string& name = intent_.nets[net].name;
    if (anonymous(unknown)) {
      context_.sink.report(
          core::make_finding(codes::kMissingLabel,
                             "bump '" + stack_.pin_name(pin) +
                                 "' has neither port nor net and meets a bump of net '" + name +
                                 "'")
              .at(stack_.pin_location(pin))
              .on(stack_.pin_name(pin), "net=" + name)
              .placed(stack_.where(pin))
              .note("the other bump", stack_.pin_location(other)));
    } else if (intent_.open_node[unknown]) {
      context_.sink.report(
          core::make_finding(codes::kBondToNothing, "bump '" + stack_.pin_name(other) +
                                                        "' of net '" + name + "' is bonded to '" +
                                                        stack_.node_name(unknown) +
                                                        "', which the netlist leaves open")
              .at(stack_.pin_location(other))
              .on(stack_.pin_name(other), "net=" + name)
              .placed(stack_.where(other))
              .note("the open port's bump", stack_.pin_location(pin)));
    }
  }

  void look_inside() {
    for (const Tier& tier : stack_.tiers) {
      const Chiplet& chiplet = stack_.chiplets[tier.chiplet];
      std::set<std::pair<std::uint32_t, std::uint32_t>> said;
      for (const auto& link : chiplet.links) {
        const NodeId a = tier.first_node + link[0];
        const NodeId b = tier.first_node + link[1];
        const std::uint32_t net_a = intent_.net_of_node[a];
        const std::uint32_t net_b = intent_.net_of_node[b];
        if (net_a == kNone || net_b == kNone || net_a == net_b) {
          sets_.join(a, b);
          continue;
        }
        wrong_net_[net_a] = wrong_net_[net_b] = true;
        if (!said.insert(std::minmax(net_a, net_b)).second) continue;
        const std::string source =
            chiplet.inside_source.empty() ? "" : " (" + chiplet.inside_source.back() + ")";
        context_.sink.report(
            core::make_finding(codes::kShort, "'" + stack_.node_name(a) + "' and '" +
                                                  stack_.node_name(b) +
                                                  "' are connected inside the die" + source +
                                                  ", and the netlist has them on nets '" +
                                                  intent_.nets[net_a].name + "' and '" +
                                                  intent_.nets[net_b].name + "'")
                .at(chiplet.location)
                .on(tier.path, std::min(intent_.nets[net_a].name, intent_.nets[net_b].name) + " " +
                                   std::max(intent_.nets[net_a].name, intent_.nets[net_b].name)));
      }
    }
    join_inside_black_boxes();
  }

  /// Where nothing tells what is inside a die, the netlist is believed and the belief is counted.
  void join_inside_black_boxes() {
    for (TierId id = 0; id < stack_.tiers.size(); ++id) {
      const Tier& tier = stack_.tiers[id];
      const Chiplet& chiplet = stack_.chiplet(id);
      if (chiplet.inside == Inside::kKnown) continue;
      std::unordered_map<std::uint32_t, NodeId> first;
      std::set<std::uint32_t> assumed;
      for (std::uint32_t i = 0; i < chiplet.nodes.size(); ++i) {
        const NodeId one = tier.first_node + i;
        const std::uint32_t net = intent_.net_of_node[one];
        if (net == kNone || chiplet.nodes[i].first_bump == kNone) continue;
        const auto [known, is_new] = first.emplace(net, one);
        if (is_new || sets_.find(known->second) == sets_.find(one)) continue;
        sets_.join(known->second, one);
        assumed.insert(net);
      }
      if (!assumed.empty() && chiplet.inside == Inside::kBlackBox) report_black_box(tier, assumed);
    }
  }

  void report_black_box(const Tier& tier, const std::set<std::uint32_t>& assumed) {
    const std::string nets =
        std::to_string(assumed.size()) + (assumed.size() == 1 ? " net" : " nets");
    context_.sink.report(
        core::make_finding(
            codes::kBlackBox,
            "'" + tier.path + "' is a black box: " + nets +
                " pass through it only if the netlist is right about it, the first is '" +
                intent_.nets[*assumed.begin()].name +
                "'; neither DEF nor a module body shows the connection")
            .at(tier.location)
            .on(tier.path, "black box"));
    context_.skip("feed-through of " + nets + " in '" + tier.path + "'",
                  "it has neither DEF nor a module body");
  }

  /// Ports of the netlist that have no bump, on nets that go somewhere else.
  void report_missing_pins() {
    std::vector<std::uint32_t> others(intent_.nets.size(), 0);
    for (std::uint32_t net : intent_.net_of_node) {
      if (net != kNone) ++others[net];
    }
    for (const LostPin& pin : intent_.lost_pins) ++others[pin.net];
    const auto needed = [&](std::uint32_t net) {
      return !wrong_net_[net] && (others[net] > 1 || intent_.nets[net].external);
    };
    const auto report = [&](TierId tier, const std::string& port, std::uint32_t net,
                            const core::Location& place) {
      context_.sink.report(
          core::make_finding(codes::kMissingPin, "'" + stack_.tiers[tier].path +
                                                     "' has no bump for port '" + port +
                                                     "', which the netlist connects to net '" +
                                                     intent_.nets[net].name + "'")
              .at(place)
              .on(stack_.tiers[tier].path + "/" + port, "net=" + intent_.nets[net].name));
    };
    for (const LostPin& pin : intent_.lost_pins) {
      if (!needed(pin.net)) continue;
      report(pin.tier, pin.port, pin.net, pin.location);
      wrong_net_[pin.net] = true;
    }
    for (TierId id = 0; id < stack_.tiers.size(); ++id) {
      const Tier& tier = stack_.tiers[id];
      const Chiplet& chiplet = stack_.chiplet(id);
      if (chiplet.mechanical) continue;
      std::set<std::uint32_t> reachable;  // nodes that a link ties to a port with bumps
      for (const auto& link : chiplet.links) {
        if (chiplet.nodes[link[0]].first_bump != kNone) reachable.insert(link[1]);
        if (chiplet.nodes[link[1]].first_bump != kNone) reachable.insert(link[0]);
      }
      for (std::uint32_t i = 0; i < chiplet.nodes.size(); ++i) {
        const std::uint32_t net = intent_.net_of_node[tier.first_node + i];
        if (chiplet.nodes[i].first_bump != kNone || net == kNone || !needed(net) ||
            reachable.contains(i))
          continue;
        report(id, std::string(stack_.names.text(chiplet.nodes[i].name)), net,
               intent_.nets[net].location);
        wrong_net_[net] = true;
      }
    }
  }

  /// Bumps with a port that the netlist does not connect.
  void report_extra_pins() {
    for (TierId id = 0; id < stack_.tiers.size(); ++id) {
      const Tier& tier = stack_.tiers[id];
      const Chiplet& chiplet = stack_.chiplet(id);
      if (!intent_.tier_known[id] || chiplet.mechanical) continue;
      std::vector<NameId> declared = chiplet.port_list;
      std::sort(declared.begin(), declared.end());
      for (std::uint32_t i = 0; i < chiplet.nodes.size(); ++i) {
        const Node& one = chiplet.nodes[i];
        const NodeId global = tier.first_node + i;
        if (one.kind == Node::Kind::kAnonymous || one.first_bump == kNone) continue;
        if (intent_.net_of_node[global] != kNone || intent_.open_node[global]) continue;
        // A name that the chiplet does not have at all is a matter of the bump map (STK-0126).
        if (!chiplet.port_sources.empty() &&
            !std::binary_search(declared.begin(), declared.end(), one.name))
          continue;
        const PinId pin = tier.first_pin + one.first_bump;
        context_.sink.report(core::make_finding(codes::kExtraPin,
                                                "'" + stack_.node_name(global) +
                                                    "' has a bump and no connection in the netlist")
                                 .at(stack_.pin_location(pin))
                                 .on(stack_.node_name(global), "extra")
                                 .placed(stack_.where(pin)));
      }
    }
  }

  /// Bumps without a partner, by node: they say why a net is open.
  std::unordered_map<NodeId, PinId> lonely_nodes() const {
    std::unordered_map<NodeId, PinId> lonely;
    for (std::size_t id = 0; id < stack_.interfaces.size(); ++id) {
      if (context_.fits[id]) continue;
      for (const auto* list :
           {&stack_.interfaces[id].unpaired_lower, &stack_.interfaces[id].unpaired_upper}) {
        for (PinId pin : *list) lonely.emplace(stack_.node_of_pin(pin), pin);
      }
    }
    return lonely;
  }

  void find_opens() {
    std::vector<std::vector<NodeId>> parts(intent_.nets.size());
    for (TierId id = 0; id < stack_.tiers.size(); ++id) {
      const Tier& tier = stack_.tiers[id];
      const Chiplet& chiplet = stack_.chiplet(id);
      for (std::uint32_t i = 0; i < chiplet.nodes.size(); ++i) {
        const std::uint32_t net = intent_.net_of_node[tier.first_node + i];
        if (net == kNone || chiplet.nodes[i].first_bump == kNone) continue;
        const NodeId root = sets_.find(tier.first_node + i);
        auto& roots = parts[net];
        const bool known = std::any_of(roots.begin(), roots.end(),
                                       [&](NodeId other) { return sets_.find(other) == root; });
        if (!known) roots.push_back(tier.first_node + i);
      }
    }
    const auto lonely = lonely_nodes();
    for (std::uint32_t net = 0; net < parts.size(); ++net) {
      ++context_.counts["nets_compared"];
      if (parts[net].size() < 2 || wrong_net_[net]) continue;
      if (!said_by_a_bump(net, lonely)) report_open(net, parts[net]);
    }
  }

  /// The open is the consequence of a bump without partner, which is reported with the net's name.
  bool said_by_a_bump(std::uint32_t net, const std::unordered_map<NodeId, PinId>& lonely) {
    if (lonely.empty()) return false;
    if (nodes_of_net_.empty()) {
      nodes_of_net_.resize(intent_.nets.size());
      for (const auto& [one, pin] : lonely) {
        const std::uint32_t of = intent_.net_of_node[one];
        if (of != kNone) nodes_of_net_[of].push_back(pin);
      }
      for (auto& pins : nodes_of_net_) std::sort(pins.begin(), pins.end());
    }
    if (nodes_of_net_[net].empty()) return false;
    for (PinId pin : nodes_of_net_[net]) context_.open_by_pin[pin] = intent_.nets[net].name;
    return true;
  }

  void report_open(std::uint32_t net, const std::vector<NodeId>& parts) {
    const IntendedNet& intended = intent_.nets[net];
    const bool supply = intended.use == UseClass::kPower || intended.use == UseClass::kGround;
    std::string list;
    for (std::size_t i = 0; i < parts.size() && i < 4; ++i) {
      list += (list.empty() ? "'" : ", '") + stack_.node_name(parts[i]) + "'";
    }
    if (parts.size() > 4) list += ", ...";
    const TierId tier = stack_.tier_of_node(parts.front());
    const PinId pin = stack_.tiers[tier].first_pin + node(parts.front()).first_bump;
    const std::string text =
        supply ? "supply '" + intended.name + "' is split into " + std::to_string(parts.size()) +
                     " parts that no bond joins: " + list
               : "net '" + intended.name + "' is open: " + std::to_string(parts.size()) +
                     " parts are not connected: " + list;
    core::Finding finding = core::make_finding(supply ? codes::kSupplySplit : codes::kOpenNet, text)
                                .at(stack_.pin_location(pin))
                                .on("net " + intended.name, "net=" + intended.name)
                                .placed(stack_.where(pin));
    for (std::size_t i = 1; i < parts.size() && i < 8; ++i) {
      const TierId other = stack_.tier_of_node(parts[i]);
      finding.notes.push_back(
          {stack_.pin_location(stack_.tiers[other].first_pin + node(parts[i]).first_bump),
           "part with '" + stack_.node_name(parts[i]) + "'"});
    }
    context_.sink.report(std::move(finding));
  }

  CheckContext& context_;
  const Stack& stack_;
  const Intent& intent_;
  UnionFind sets_;
  std::vector<WrongPair> wrong_;
  std::vector<bool> wrong_net_;
  std::vector<bool> well_bonded_;
  std::vector<std::vector<PinId>> nodes_of_net_;
};

/// Without a netlist: bonds whose two bumps carry different labels, which may be meant (a label is local to its die).
void compare_labels(CheckContext& context) {
  const Stack& stack = context.stack;
  std::map<std::uint32_t, std::pair<std::uint64_t, MeantBond>> differing;
  std::map<std::uint32_t, std::uint64_t> equal;
  each_meant_bond(context, [&](const MeantBond& bond) {
    const std::uint32_t a = context.intent.key_of_node[bond.lower_node];
    const std::uint32_t b = context.intent.key_of_node[bond.upper_node];
    if (a == 0 || b == 0) return;
    ++context.counts["bonds_compared"];
    if (a == b) {
      ++equal[bond.face];
    } else if (differing[bond.face].first++ == 0) {
      differing[bond.face].second = bond;
    }
  });
  for (const auto& [face, entry] : differing) {
    const auto& [count, bond] = entry;
    context.sink.report(
        core::make_finding(codes::kLabelsDiffer,
                           "on interface '" + stack.interfaces[face].name + "' " +
                               std::to_string(count) + " of " +
                               std::to_string(count + equal[face]) +
                               " bonds join bumps with different labels, the first is '" +
                               stack.pin_name(bond.upper) + "' on '" + stack.pin_name(bond.lower) +
                               "'; without a netlist it is not known whether they belong together")
            .at(stack.pin_location(bond.upper))
            .on(stack.interfaces[face].name, "labels")
            .placed(stack.where(bond.upper)));
  }
}

}  // namespace

void check_connectivity(CheckContext& context) {
  if (context.intent.known) {
    Connectivity(context).run();
  } else {
    compare_labels(context);
  }
}

}  // namespace sealring::stack3d
