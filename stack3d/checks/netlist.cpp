// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// The intended netlist itself: is it there, does it know the dies, and the net policies of the rules.
#include <algorithm>
#include <map>
#include <set>

#include "core/netlist/check.h"
#include "core/netlist/netlist.h"
#include "stack3d/checks/context.h"

namespace sealring::stack3d {

namespace {

/// Names of bumps of one stack net: label or port, by text.
std::map<std::string, std::set<NetId>> nets_by_name(const CheckContext& context) {
  const Stack& stack = context.stack;
  std::map<std::string, std::set<NetId>> result;
  for (TierId id = 0; id < stack.tiers.size(); ++id) {
    const Tier& tier = stack.tiers[id];
    const std::vector<Node>& nodes = stack.chiplet(id).nodes;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].kind == Node::Kind::kAnonymous || nodes[i].first_bump == kNone) continue;
      const NetId net = stack.node_net[tier.first_node + i];
      result[context.rules.canonical(stack.names.text(nodes[i].name))].insert(net);
      if (nodes[i].net != NameId::kNone)
        result[context.rules.canonical(stack.names.text(nodes[i].net))].insert(net);
      const std::uint32_t intended = context.intent.net_of_node[tier.first_node + i];
      if (intended != kNone)
        result[context.rules.canonical(context.intent.nets[intended].name)].insert(net);
    }
  }
  return result;
}

core::Location rules_at(const CheckContext& context) {
  return {context.rules.file};
}

void check_must_connect(CheckContext& context,
                        const std::map<std::string, std::set<NetId>>& by_name) {
  for (const std::string& pattern : context.rules.must_connect) {
    bool any = false;
    for (const auto& [name, nets] : by_name) {
      if (!matches_pattern(name, pattern)) continue;
      any = true;
      if (nets.size() < 2) continue;
      std::string list;
      for (NetId net : nets) {
        if (list.size() > 120) break;
        list += (list.empty() ? "'" : ", '") + context.stack.net_id(net) + "'";
      }
      context.sink.report(
          core::make_finding(codes::kMustConnect,
                             "net '" + name + "' must be one net by the rules and is " +
                                 std::to_string(nets.size()) + " separate ones: " + list)
              .at(rules_at(context))
              .on("net " + name, "must connect"));
    }
    ++context.counts["net_policies"];
    if (!any) {
      context.sink.report(
          core::make_finding(codes::kRuleWithoutObject,
                             "no net matches '" + pattern + "' of 'must_connect' in the rules")
              .at(rules_at(context))
              .on(pattern, "must_connect"));
    }
  }
}

void check_keep_apart(CheckContext& context,
                      const std::map<std::string, std::set<NetId>>& by_name) {
  for (const auto& [a, b] : context.rules.keep_apart) {
    ++context.counts["net_policies"];
    std::set<NetId> first;
    std::set<NetId> second;
    for (const auto& [name, nets] : by_name) {
      if (matches_pattern(name, a)) first.insert(nets.begin(), nets.end());
      if (matches_pattern(name, b)) second.insert(nets.begin(), nets.end());
    }
    for (const auto& [pattern, found] :
         {std::pair{a, !first.empty()}, std::pair{b, !second.empty()}}) {
      if (found) continue;
      context.sink.report(
          core::make_finding(codes::kRuleWithoutObject,
                             "no net matches '" + pattern + "' of 'keep_apart' in the rules")
              .at(rules_at(context))
              .on(pattern, "keep_apart"));
    }
    for (NetId net : first) {
      if (!second.contains(net)) continue;
      const NodeId node = context.stack.net_members[context.stack.nets[net].first_member];
      context.sink.report(
          core::make_finding(codes::kKeepApart,
                             "'" + a + "' and '" + b +
                                 "' must be kept apart by the rules and are one net, '" +
                                 context.stack.net_id(net) + "'")
              .at(rules_at(context))
              .on("net " + context.stack.net_id(net), std::min(a, b) + " " + std::max(a, b))
              .note("one of its bumps is on '" + context.stack.node_name(node) + "'"));
    }
  }
}

}  // namespace

void check_netlist(CheckContext& context) {
  const Stack& stack = context.stack;
  if (stack.bump_count == 0) return;  // nothing to be connected
  if (stack.netlists.empty()) {
    context.sink.report(
        core::make_finding(codes::kNoNetlist,
                           "no netlist is named for '" + stack.design +
                               "': opens, shorts and swaps cannot be told from what is meant")
            .at(stack.location)
            .on(stack.design, "no netlist")
            .as(context.profile == Profile::kFloorplan ? core::Severity::kNote
                                                       : core::Severity::kError)
            .advise("Name it under Design.external.verilog_file, or give --netlist TOP.v."));
    context.skip("connectivity against the intended netlist", "no netlist is named");
    return;
  }
  if (!stack.netlist) {
    context.skip("connectivity against the intended netlist", "the netlist could not be read");
    return;
  }
  context.counts["netlist_modules"] = stack.netlist->modules.size();
  core::check_netlist(*stack.netlist, context.sink.get());
  if (!context.intent.known) {
    context.skip("connectivity against the intended netlist", "its top module is not known");
    return;
  }
  for (TierId id = 0; id < stack.tiers.size(); ++id) {
    const Tier& tier = stack.tiers[id];
    if (context.intent.tier_known[id] || stack.chiplet(id).mechanical ||
        stack.chiplet(id).bump_count == 0)
      continue;
    context.sink.report(
        core::make_finding(codes::kTierNotInNetlist, "die '" + tier.path +
                                                         "' has bumps and no instance in module '" +
                                                         context.intent.top + "' of the netlist")
            .at(tier.location)
            .on(tier.path, "not in netlist"));
  }
  for (const auto& [path, place] : context.intent.unknown_instances) {
    context.sink.report(
        core::make_finding(codes::kInstanceNotInStack,
                           "instance '" + path + "' of the netlist is no die of the stack")
            .at(place)
            .on(path, "not in stack"));
  }
  context.counts["netlist_connections"] = context.intent.connections;
}

void check_policies(CheckContext& context) {
  if (context.rules.must_connect.empty() && context.rules.keep_apart.empty()) return;
  const auto by_name = nets_by_name(context);
  check_must_connect(context, by_name);
  check_keep_apart(context, by_name);
}

}  // namespace sealring::stack3d
