// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/assemble/stack_bonds.h"

#include <algorithm>

#include "core/diagnostics/suggest.h"
#include "esd/format.h"
#include "esd/project_codes.h"
#include "esd/stack_codes.h"

namespace sealring::esd {

using stack3d::PinId;
using stack3d::TierId;

PlacedBox bump_box(const stack3d::Stack& stack, PinId pin) {
  const stack3d::Chiplet& chiplet = stack.chiplet(stack.tier_of_pin(pin));
  const stack3d::Bump& bump = stack.bump(pin);
  const double scale = 1 / (static_cast<double>(stack.dbu_per_um) * chiplet.shrink.to_double());
  const double x = static_cast<double>(bump.x - chiplet.offset.x) * scale;
  const double y = static_cast<double>(bump.y - chiplet.offset.y) * scale;
  const auto shape = chiplet.cell_shapes.find(bump.cell);
  if (shape == chiplet.cell_shapes.end() || !shape->second.has_pad) return {x, y, x, y};
  const stack3d::Box& pad = shape->second.pad;
  return {x + static_cast<double>(pad.low.x) * scale, y + static_cast<double>(pad.low.y) * scale,
          x + static_cast<double>(pad.high.x) * scale, y + static_cast<double>(pad.high.y) * scale};
}

StackBonds::StackBonds(const stack3d::Stack& stack, const StackNets& nets, const BondTable& table,
                       const StackSetup& setup, Project& project, core::Sink& sink)
    : stack_(stack),
      nets_(nets),
      table_(table),
      project_(project),
      sink_(sink),
      rows_(stack, table, setup.bonds ? setup.bonds->location : setup.stack.location, sink),
      bond_row_(stack.bonds.size(), kNone),
      wanted_(stack.bump_count),
      tsv_row_(stack.bump_count, kNone),
      node_(stack.bump_count, kNone),
      pad_(stack.bump_count, kNone) {
  std::vector<std::string> names;
  for (const stack3d::Interface& face : stack.interfaces) {
    names.push_back(face.name);
    const bool outside = face.upper.tier == stack3d::kNone || face.lower.tier == stack3d::kNone;
    groups_.emplace_back(outside ? "external" : "d2d");
  }
  std::vector<std::string> groups;
  for (const PadGroup& group : project.rules.groups) groups.push_back(group.name);
  for (const InterfaceSetup& entry : setup.interfaces) {
    const auto at = std::find(names.begin(), names.end(), entry.name);
    if (at == names.end()) {
      sink_.report(core::make_finding(codes::kUnknownStackName,
                                      "interface '" + entry.name + "' is not in stack '" +
                                          stack.file + "'" + core::did_you_mean(entry.name, names))
                       .at(entry.location)
                       .on(entry.name, "interface"));
      continue;
    }
    groups_[static_cast<std::size_t>(at - names.begin())] = entry.group;
    if (groups.empty() || std::find(groups.begin(), groups.end(), entry.group) != groups.end())
      continue;
    sink_.report(
        core::make_finding(codes::kProjectValue, "interface '" + entry.name + "': group '" +
                                                     entry.group + "' is not in the rule file" +
                                                     core::did_you_mean(entry.group, groups))
            .at(entry.location)
            .on(entry.name, entry.group));
  }
  find_faces();
}

bool StackBonds::has_net(PinId pin) const {
  const stack3d::Chiplet& chiplet = stack_.chiplet(stack_.tier_of_pin(pin));
  return !chiplet.mechanical &&
         chiplet.nodes[stack_.bump(pin).node].kind != stack3d::Node::Kind::kAnonymous;
}

void StackBonds::find_outside(std::uint32_t interface_id, const stack3d::RegionUse& use) {
  const stack3d::Region& region = stack_.region(use);
  const PinId first = stack_.tiers[use.tier].first_pin + region.first_bump;
  for (PinId pin = first; pin < first + region.map.bumps.size(); ++pin) {
    if (!has_net(pin)) continue;
    wanted_[pin] = true;
    outside_.push_back({pin, interface_id});
    outside_row_.push_back(rows_.bond(interface_id, pin, stack3d::kNone));
  }
}

void StackBonds::report_unbonded(const stack3d::Interface& face) {
  std::uint64_t count = 0;
  PinId first = 0;
  for (const auto* list : {&face.unpaired_upper, &face.unpaired_lower}) {
    for (const PinId pin : *list) {
      if (has_net(pin) && count++ == 0) first = pin;
    }
  }
  if (count == 0) return;
  sink_.report(core::make_finding(codes::kUnbondedBump,
                                  counted(count, "bump", "bumps") + " of interface '" + face.name +
                                      "' without a partner, first '" + stack_.pin_name(first) + "'")
                   .at(face.location)
                   .on(face.name, "unbonded")
                   .note("the first one", stack_.pin_location(first)));
}

void StackBonds::find_faces() {
  for (std::uint32_t i = 0; i < stack_.interfaces.size(); ++i) {
    const stack3d::Interface& face = stack_.interfaces[i];
    if (!face.usable) continue;
    if (face.upper.tier == stack3d::kNone || face.lower.tier == stack3d::kNone) {
      const bool up = face.upper.tier != stack3d::kNone;
      if (up || face.lower.tier != stack3d::kNone) find_outside(i, up ? face.upper : face.lower);
      continue;
    }
    report_unbonded(face);
    for (std::uint32_t b = face.first_bond; b < face.first_bond + face.bond_count; ++b) {
      const stack3d::Bond& bond = stack_.bonds[b];
      if (!has_net(bond.lower) || !has_net(bond.upper)) continue;
      wanted_[bond.lower] = true;
      wanted_[bond.upper] = true;
      bond_row_[b] = rows_.bond(i, bond.lower, bond.upper);
    }
  }
  for (PinId pin = 0; pin < wanted_.size(); ++pin) {
    if (wanted_[pin]) tsv_row_[pin] = rows_.tsv(pin);
  }
}

std::vector<bool> StackBonds::wanted(TierId tier) const {
  const PinId first = stack_.tiers[tier].first_pin;
  const std::uint32_t count = stack_.chiplet(tier).bump_count;
  return {wanted_.begin() + first, wanted_.begin() + first + count};
}

std::vector<std::string> StackBonds::tsv_layers(TierId tier) const {
  const PinId first = stack_.tiers[tier].first_pin;
  std::vector<std::string> result(stack_.chiplet(tier).bump_count);
  for (std::uint32_t i = 0; i < result.size(); ++i) {
    const std::uint32_t row = tsv_row_[first + i];
    if (row != kNone) result[i] = table_.tsv[row].layer;
  }
  return result;
}

std::uint16_t StackBonds::file_of(const std::string& team, const std::string& interface,
                                  const std::string& tier) {
  const std::string key = team + "\n" + interface + "\n" + tier;
  const auto [at, fresh] = files_.try_emplace(key, 0);
  if (fresh) {
    at->second = static_cast<std::uint16_t>(project_.network.files.size());
    project_.network.files.push_back({table_.file, table_.sha256, tier, team, interface, 0});
  }
  return at->second;
}

std::uint16_t StackBonds::layer_of(const std::string& row) {
  const auto [at, fresh] = layers_.try_emplace(row, 0);
  if (fresh) {
    std::vector<std::string>& names = project_.network.layers;
    const auto known = std::find(names.begin(), names.end(), row);
    at->second = static_cast<std::uint16_t>(known - names.begin());
    if (known == names.end()) names.push_back(row);
  }
  return at->second;
}

/// A node that no file has.
NodeId StackBonds::fresh_node(const std::string& name, PinId pin) {
  Network& network = project_.network;
  std::string free = name;
  while (network.nodes.find(free)) free += '~';
  const NodeId node = network.nodes.intern(free);
  if (network.points.size() <= node) network.points.resize(node + 1ULL);
  const PlacedBox box = bump_box(stack_, pin);
  network.points[node] = {(box.x1_um + box.x2_um) / 2, (box.y1_um + box.y2_um) / 2, true};
  return node;
}

ElementId StackBonds::add_element(NodeId a, NodeId b, double ohm, ElementClass cls,
                                  const std::string& row, std::uint16_t file, std::uint32_t line,
                                  PinId pin) {
  Network& network = project_.network;
  Element element;
  element.a = a;
  element.b = b;
  element.ohm = ohm;
  element.cls = cls;
  element.layer = layer_of(row);
  element.file = file;
  element.line = line;
  element.name = network.element_names.append(stack_.pin_name(pin));
  network.elements.push_back(element);
  return static_cast<ElementId>(network.elements.size() - 1);
}

void StackBonds::land(TierId tier, const TierWiring& wiring, const std::vector<NodeId>& ids) {
  const PinId first = stack_.tiers[tier].first_pin;
  for (std::uint32_t bump = 0; bump < wiring.landing.size(); ++bump) {
    const PinId pin = first + bump;
    if (!wanted_[pin] || wiring.landing[bump] == kNone) continue;
    node_[pin] = ids[wiring.landing[bump]];
  }
  // Several nodes under one bump are one piece of metal.
  for (const auto& [bump, node] : wiring.more_landings) {
    const PinId pin = first + bump;
    if (!wanted_[pin]) continue;
    add_element(node_[pin], ids[node], 0, ElementClass::kBump, "landing",
                file_of(project_.tiers[tier].team, "", stack_.tiers[tier].path), 0, pin);
  }
  for (std::uint32_t bump = 0; bump < wiring.landing.size(); ++bump) {
    const PinId pin = first + bump;
    if (node_[pin] == kNone || tsv_row_[pin] == kNone) continue;
    const TsvRow& row = table_.tsv[tsv_row_[pin]];
    const std::string& team = row.team.empty() ? project_.tiers[tier].team : row.team;
    const NodeId face = fresh_node(stack_.pin_name(pin), pin);
    add_element(node_[pin], face, row.ohm, row.cls, row.name,
                file_of(team, "", stack_.tiers[tier].path), row.location.line, pin);
    node_[pin] = face;
  }
}

std::uint32_t StackBonds::make_pad(PinId pin, std::uint32_t interface_id, NodeId node) {
  if (pad_[pin] != kNone) return pad_[pin];
  const stack3d::NetId net = stack_.node_net[stack_.node_of_pin(pin)];
  Pad pad;
  pad.name = stack_.pin_name(pin);
  pad.kind = nets_.kind(net);
  pad.group = group_of(interface_id);
  pad.net = nets_.name(net);
  pad.tier = stack_.tiers[stack_.tier_of_pin(pin)].path;
  pad.interface = stack_.interfaces[interface_id].name;
  pad.side = to_string(stack_.region(pin).side);
  pad.box = bump_box(stack_, pin);
  pad.taps = {{node}, {1.0}};
  pad.location = stack_.pin_location(pin);
  pad_[pin] = static_cast<std::uint32_t>(project_.pads.size());
  project_.pads.push_back(std::move(pad));
  return pad_[pin];
}

void StackBonds::join() {
  for (std::uint32_t i = 0; i < stack_.interfaces.size(); ++i) {
    const stack3d::Interface& face = stack_.interfaces[i];
    for (std::uint32_t b = face.first_bond; b < face.first_bond + face.bond_count; ++b) {
      if (bond_row_[b] == kNone) continue;
      const stack3d::Bond& bond = stack_.bonds[b];
      if (node_[bond.lower] == kNone || node_[bond.upper] == kNone) continue;
      const BondRow& row = table_.bonds[bond_row_[b]];
      const ElementId element =
          add_element(node_[bond.lower], node_[bond.upper], row.ohm, row.cls, row.name,
                      file_of(row.team, face.name, ""), row.location.line, bond.lower);
      const std::uint32_t lower = make_pad(bond.lower, i, node_[bond.lower]);
      const std::uint32_t upper = make_pad(bond.upper, i, node_[bond.upper]);
      if (project_.pads[lower].mate == kNone) project_.pads[lower].mate = upper;
      if (project_.pads[upper].mate == kNone) project_.pads[upper].mate = lower;
      project_.bonds.push_back({element, lower, upper});
    }
  }
  for (std::size_t k = 0; k < outside_.size(); ++k) {
    const auto [pin, interface_id] = outside_[k];
    if (outside_row_[k] == kNone || node_[pin] == kNone) continue;
    const BondRow& row = table_.bonds[outside_row_[k]];
    const NodeId outer = fresh_node("~/" + stack_.pin_name(pin), pin);
    const ElementId element = add_element(
        node_[pin], outer, row.ohm, row.cls, row.name,
        file_of(row.team, stack_.interfaces[interface_id].name, ""), row.location.line, pin);
    project_.bonds.push_back({element, make_pad(pin, interface_id, outer), kNone});
  }
}

}  // namespace sealring::esd
