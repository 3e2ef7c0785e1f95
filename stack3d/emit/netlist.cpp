// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <set>

#include "core/netlist/names.h"
#include "core/netlist/netlist.h"
#include "core/netlist/verilog.h"
#include "stack3d/export.h"

namespace sealring::stack3d {

namespace {

/// A name as Verilog: plain where it can be, else escaped.
std::string verilog(const std::string& name) {
  std::string plain = name;
  // An escaped name ends at the first blank, so blanks cannot be part of it.
  std::replace_if(
      plain.begin(), plain.end(), [](unsigned char c) { return c <= ' ' || c > 126; }, '_');
  return core::is_simple_identifier(plain) ? plain : "\\" + plain + " ";
}

bool is_port(const Node& node) {
  return node.kind != Node::Kind::kAnonymous;
}

/// Nets with a bump on a face that looks to the outside.
std::vector<bool> outside_nets(const Stack& stack) {
  std::vector<bool> outside(stack.nets.size(), false);
  for (const Interface& face : stack.interfaces) {
    if (face.upper.tier != kNone && face.lower.tier != kNone) continue;
    const RegionUse& use = face.upper.tier != kNone ? face.upper : face.lower;
    if (use.tier == kNone) continue;
    const Tier& tier = stack.tiers[use.tier];
    for (const Bump& bump : stack.region(use).map.bumps)
      outside[stack.node_net[tier.first_node + bump.node]] = true;
  }
  return outside;
}

}  // namespace

Exported count_nets(const Stack& stack) {
  Exported counts;
  for (const StackNet& net : stack.nets) ++(net.named ? counts.nets : counts.dummy_nets);
  for (const Tier& tier : stack.tiers) {
    for (const Node& node : stack.chiplets[tier.chiplet].nodes)
      counts.connections += is_port(node) ? 1U : 0U;
  }
  return counts;
}

Exported export_netlist(const Stack& stack) {
  Exported result = count_nets(stack);
  std::string& out = result.text;
  out = "// System netlist of stack '" + stack.design +
        "', from bonds and connections inside dies.\n// " + std::to_string(result.nets) +
        " nets, " + std::to_string(result.connections) + " connections; " +
        std::to_string(result.dummy_nets) + " nets of pads without port and net are left out.\n";
  std::set<ChipletId> used;
  for (const Tier& tier : stack.tiers) used.insert(tier.chiplet);
  for (ChipletId id : used) {
    const Chiplet& chiplet = stack.chiplets[id];
    std::string ports;
    std::string directions;
    for (const Node& node : chiplet.nodes) {
      if (!is_port(node)) continue;
      const std::string name = verilog(std::string(stack.names.text(node.name)));
      ports += (ports.empty() ? "" : ", ") + name;
      directions += "  inout " + name + ";\n";
    }
    out += "\nmodule " + verilog(chiplet.name) + " (" + ports + ");\n" + directions + "endmodule\n";
  }
  const std::vector<bool> outside = outside_nets(stack);
  std::vector<std::string> names(stack.nets.size());
  std::string ports;
  std::string wires;
  for (NetId net = 0; net < stack.nets.size(); ++net) {
    if (!stack.nets[net].named) continue;
    names[net] = verilog(stack.net_id(net));
    if (outside[net]) {
      ports += (ports.empty() ? "" : ", ") + names[net];
      wires += "  inout " + names[net] + ";\n";
    } else {
      wires += "  wire " + names[net] + ";\n";
    }
  }
  out += "\nmodule " + verilog(stack.design.empty() ? "stack" : stack.design) + " (" + ports +
         ");\n" + wires;
  for (const Tier& tier : stack.tiers) {
    const Chiplet& chiplet = stack.chiplets[tier.chiplet];
    std::string list;
    for (std::uint32_t i = 0; i < chiplet.nodes.size(); ++i) {
      if (!is_port(chiplet.nodes[i])) continue;
      const NetId net = stack.node_net[tier.first_node + i];
      list += (list.empty() ? "\n    ." : ",\n    .") +
              verilog(std::string(stack.names.text(chiplet.nodes[i].name))) + "(" + names[net] +
              ")";
    }
    out += "  " + verilog(chiplet.name) + " " + verilog(tier.path) + " (" + list + ");\n";
  }
  out += "endmodule\n";
  return result;
}

std::optional<Exported> count_netlist(const std::string& text, const std::string& design) {
  core::CollectingSink sink;
  core::Netlist netlist;
  const core::InputFile file{"export.v", "export.v", "", text};
  if (!core::read_verilog(file, {}, netlist, sink)) return std::nullopt;
  const core::Module* top = netlist.find(design.empty() ? "stack" : design);
  if (top == nullptr || top->incomplete) return std::nullopt;
  Exported counts;
  counts.nets = top->nets.size();
  for (const core::Instance& instance : top->instances)
    counts.connections += top->connections_of(instance).size();
  return counts;
}

}  // namespace sealring::stack3d
