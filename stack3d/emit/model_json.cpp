// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "stack3d/export.h"

namespace sealring::stack3d {

namespace {

using Json = nlohmann::ordered_json;

Json point(const Point3& p) {
  return Json::array({p.x, p.y, p.z});
}

Json chiplet_json(const Stack& stack, const Chiplet& chiplet) {
  Json json = {
      {"name", chiplet.name},
      {"type", to_string(chiplet.type)},
      {"outline", Json::array({chiplet.outline.high.x, chiplet.outline.high.y, chiplet.thickness})},
      {"mechanical", chiplet.mechanical}};
  if (chiplet.def) json["layout"] = {{"file", chiplet.def->shown}, {"sha256", chiplet.def->sha256}};
  Json& regions = json["regions"] = Json::array();
  for (const Region& region : chiplet.regions) {
    Json one = {{"name", region.name}, {"side", to_string(region.side)}};
    if (region.box) {
      one["box"] = Json::array(
          {region.box->low.x, region.box->low.y, region.box->high.x, region.box->high.y});
    }
    Json& bumps = one["bumps"] = Json::array();
    for (const Bump& bump : region.map.bumps) {
      bumps.push_back(
          Json::array({region.map.name(bump), stack.names.text(bump.cell), bump.x, bump.y,
                       stack.names.text(bump.port), stack.names.text(bump.net)}));
    }
    regions.push_back(std::move(one));
  }
  return json;
}

Json net_json(const Stack& stack, NetId id) {
  const StackNet& net = stack.nets[id];
  Json members = Json::array();
  for (std::uint32_t i = 0; i < net.member_count; ++i) {
    members.push_back(stack.node_name(stack.net_members[net.first_member + i]));
  }
  return {{"id", stack.net_id(id)}, {"members", std::move(members)}};
}

}  // namespace

Exported export_json(const Stack& stack) {
  Exported result = count_nets(stack);
  Json json = {{"schema", "sealring.stack.model/1"},
               {"design", stack.design},
               {"dbu_per_um", stack.dbu_per_um},
               {"flip", to_string(stack.flip)},
               {"counts",
                {{"dies", stack.tiers.size()},
                 {"bumps", stack.bump_count},
                 {"bonds", stack.bonds.size()},
                 {"nets", result.nets},
                 {"connections", result.connections},
                 {"dummy_nets", result.dummy_nets}}}};
  Json& chiplets = json["chiplets"] = Json::array();
  for (const Chiplet& chiplet : stack.chiplets) {
    if (chiplet.type != ChipletType::kHier) chiplets.push_back(chiplet_json(stack, chiplet));
  }
  Json& tiers = json["dies"] = Json::array();
  for (TierId id = 0; id < stack.tiers.size(); ++id) {
    const Tier& tier = stack.tiers[id];
    tiers.push_back({{"path", tier.path},
                     {"chiplet", stack.chiplet(id).name},
                     {"orient", to_string(tier.to_stack.orientation)},
                     {"shift", point(tier.to_stack.shift)},
                     {"low", point(tier.box.low)},
                     {"high", point(tier.box.high)}});
  }
  Json& faces = json["interfaces"] = Json::array();
  for (const Interface& face : stack.interfaces) {
    Json bonds = Json::array();
    for (std::uint32_t i = 0; i < face.bond_count; ++i) {
      const Bond& bond = stack.bonds[face.first_bond + i];
      bonds.push_back(
          Json::array({stack.pin_name(bond.lower), stack.pin_name(bond.upper), bond.x, bond.y,
                       bond.z, bond.type == Bond::Type::kAligned ? "aligned" : "misaligned"}));
    }
    faces.push_back({{"name", face.name},
                     {"top", stack.region_name(face.upper)},
                     {"bot", stack.region_name(face.lower)},
                     {"thickness", face.thickness},
                     {"gap", face.gap},
                     {"bonds", std::move(bonds)}});
  }
  Json& nets = json["nets"] = Json::array();
  for (NetId id = 0; id < stack.nets.size(); ++id) {
    if (stack.nets[id].named) nets.push_back(net_json(stack, id));
  }
  result.text = json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  return result;
}

std::optional<Exported> count_json(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("nets")) return std::nullopt;
  Exported counts;
  counts.nets = json["nets"].size();
  for (const Json& net : json["nets"]) {
    if (net.contains("members")) counts.connections += net["members"].size();
  }
  return counts;
}

}  // namespace sealring::stack3d
