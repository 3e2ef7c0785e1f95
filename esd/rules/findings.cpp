// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/rules/findings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "esd/format.h"
#include "esd/result_codes.h"
#include "esd/rule_codes.h"
#include "esd/rules/drawing.h"

namespace sealring::esd {

namespace {

std::string percent(double part, double whole) {
  return whole > 0 ? format_number(std::round(1000 * part / whole) / 10) + " %" : "0 %";
}

std::string path_key(const Rule& rule, const PathResult& path) {
  return rule.id + ": " + path.from + " -> " + path.to;
}

core::Owner owner_of(ElementClass cls) {
  const bool between =
      cls == ElementClass::kPackage || cls == ElementClass::kBump || cls == ElementClass::kBond;
  return between ? core::Owner::kPackage : core::Owner::kDesign;
}

std::string group_text(const GroupShare& group) {
  std::string text = group.tier.empty() ? "" : group.tier + " ";
  text += group.layer.empty() ? "layer not known" : group.layer;
  text += " " + std::string(to_string(group.cls));
  return group.team.empty() ? text : text + " (team " + group.team + ")";
}

}  // namespace

std::string conductor_text(const Network& network, ElementId id) {
  const std::string layer = layer_text(network, id);
  return layer.empty() ? "layer not known" : layer;
}

FindingWriter::FindingWriter(const Workspace& workspace, core::Sink& sink)
    : workspace_(workspace), network_(workspace.project.network), sink_(sink) {
  contributions.columns = {{"rule"},
                           {"from"},
                           {"to"},
                           {"conductor"},
                           {"layer"},
                           {"class"},
                           {"tier"},
                           {"r (ohm)", true},
                           {"current (A of 1 A)", true},
                           {"share (ohm)", true},
                           {"share (%)", true},
                           {"gain if twice as wide (ohm)", true}};
}

/// Its name; extracted conductors have none and go by their ends.
std::string FindingWriter::object_of(ElementId id) const {
  const std::string_view name = network_.element_name(id);
  if (!name.empty()) return std::string(name);
  const Element& element = network_.elements[id];
  return std::string(network_.nodes.name(element.a)) + " - " +
         std::string(network_.nodes.name(element.b));
}

std::string FindingWriter::segment_text(ElementId id) const {
  const Element& element = network_.elements[id];
  const std::string name(network_.element_name(id));
  const std::string ends = "'" + std::string(network_.nodes.name(element.a)) + "' - '" +
                           std::string(network_.nodes.name(element.b)) + "'";
  if (name.empty()) return conductor_text(network_, id) + " " + ends;
  return "'" + name + "' (" + conductor_text(network_, id) + ", " + ends + ")";
}

const BondSite* FindingWriter::bond_of(ElementId id) const {
  const std::vector<BondSite>& bonds = workspace_.project.bonds;
  const auto at =
      std::lower_bound(bonds.begin(), bonds.end(), id,
                       [](const BondSite& site, ElementId value) { return site.element < value; });
  return at == bonds.end() || at->element != id ? nullptr : &*at;
}

std::optional<core::Where> FindingWriter::where_of(ElementId id) const {
  if (const BondSite* bond = bond_of(id)) {
    const Pad& pad = workspace_.project.pads[bond->lower];
    if (!pad.box) return std::nullopt;
    return middle_of(pad.tier, *pad.box, pad.side);
  }
  const ElementShape shape = shape_of(network_, id);
  if (!shape.known) return std::nullopt;
  return middle_of(network_, id, shape);
}

/// A bond is seen in the layouts of both its dies.
void FindingWriter::draw_bond(const BondSite& bond, const std::string& label,
                              const std::string& fingerprint) {
  for (const std::uint32_t number : {bond.lower, bond.upper}) {
    if (number == kNone || !workspace_.project.pads[number].box) continue;
    const Pad& pad = workspace_.project.pads[number];
    core::SceneShape drawn;
    drawn.style = "finding";
    drawn.label = label;
    drawn.fingerprint = fingerprint;
    drawn.kind = core::SceneShape::Kind::kBox;
    drawn.points = {{pad.box->x1_um, pad.box->y1_um}, {pad.box->x2_um, pad.box->y2_um}};
    view_of(scene, pad.tier).shapes.push_back(std::move(drawn));
  }
}

void FindingWriter::draw(ElementId id, const std::string& label, const std::string& fingerprint) {
  if (const BondSite* bond = bond_of(id)) {
    draw_bond(*bond, label, fingerprint);
  } else {
    draw_element(scene, network_, id, label, fingerprint);
  }
}

core::Finding FindingWriter::over_limit(const Rule& rule, const PathResult& path) const {
  const core::Code& code = rule.in_volt ? codes::kVoltageOverLimit : codes::kResistanceOverLimit;
  std::string message = "rule '" + rule.id + "': '" + path.from + "' to '" + path.to + "' is ";
  if (rule.in_volt) {
    message += format_number(path.volt) + " V at " + format_number(path.current) + " A";
  } else {
    message += format_number(path.ohm) + " ohm";
  }
  message += ", limit " + limit_text(rule);
  core::Finding finding = core::make_finding(code, message)
                              .at(path.location)
                              .on(path.from, path_key(rule, path))
                              .property("rule", rule.id)
                              .property("from", path.from)
                              .property("to", path.to)
                              .property("ohm", exact_number(path.ohm))
                              .property("limit", limit_text(rule));
  if (path.current > 0) {
    finding.properties.emplace_back("current_a", exact_number(path.current));
    finding.properties.emplace_back("volt", exact_number(path.volt));
  }
  if (!rule.ref.empty()) {
    finding.properties.emplace_back("ref", rule.ref);
    finding.notes.push_back({rule.location, "rule '" + rule.id + "': " + rule.ref});
  }
  return finding;
}

/// The split over layers and devices, once as a note for people and once per owner.
void FindingWriter::add_shares(core::Finding& finding, const PathResult& path,
                               const std::vector<FlowDetail>& details) const {
  std::map<std::tuple<std::string, std::string, ElementClass, std::string>, double> by_group;
  for (const FlowDetail& detail : details) {
    for (const GroupShare& group : detail.groups)
      by_group[{group.tier, group.layer, group.cls, group.team}] += group.ohm;
  }
  std::vector<GroupShare> groups;
  std::map<std::string, double> by_team;
  for (const auto& [key, ohm] : by_group) {
    const auto& [tier, layer, cls, team] = key;
    groups.push_back({layer, cls, tier, team, ohm});
    if (!team.empty()) by_team[team] += ohm;
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.ohm > b.ohm; });
  std::string text;
  for (const GroupShare& group : groups) {
    text += (text.empty() ? "" : ", ") + group_text(group) + " " + format_number(group.ohm) +
            " ohm (" + percent(group.ohm, path.ohm) + ")";
    finding.shares.push_back({owner_of(group.cls), group_text(group), group.ohm, "ohm"});
  }
  double devices = 0;
  for (const PathResult::DeviceShare& share : path.devices) {
    const Instance& instance = workspace_.project.instances[share.instance];
    devices += workspace_.project.devices.types[instance.type].ron_ohm * share.amps * share.amps;
  }
  if (devices > 0) {
    text += (text.empty() ? "" : ", ") + std::string("devices ") + format_number(devices) +
            " ohm (" + percent(devices, path.ohm) + ")";
    finding.shares.push_back({core::Owner::kDesign, "protection devices", devices, "ohm"});
  }
  if (!text.empty()) finding.notes.push_back({{}, "by layer: " + text});
  std::string teams;
  for (const auto& [team, ohm] : by_team) {
    teams += (teams.empty() ? "" : ", ") + team + " " + format_number(ohm) + " ohm (" +
             percent(ohm, path.ohm) + ")";
    finding.properties.emplace_back("team " + team, exact_number(ohm));
  }
  if (!teams.empty()) finding.notes.push_back({{}, "by team: " + teams});
}

void FindingWriter::take_apart(core::Finding& finding, const Rule& rule, const DetailedPath& path) {
  struct Entry {
    ElementId id;
    SegmentShare share;
  };
  std::vector<Entry> entries;
  for (std::size_t f = 0; f < path.details.size(); ++f) {
    for (const SegmentShare& segment : path.details[f].segments) {
      entries.push_back({path.path->flows[f].engine->element(segment.edge), segment});
    }
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.share.ohm > b.share.ohm; });
  constexpr std::size_t kNotes = 5;
  const std::string print = core::fingerprint(finding);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const auto& [id, share] = entries[k];
    const Element& element = network_.elements[id];
    if (k < kNotes) {
      finding.notes.push_back({network_.where(element),
                               segment_text(id) + " gives " + format_number(share.ohm) + " ohm (" +
                                   percent(share.ohm, path.path->ohm) + "); twice as wide gains " +
                                   format_number(share.gain) + " ohm"});
    }
    contributions.rows.push_back(
        {rule.id, path.path->from, path.path->to, std::string(network_.element_name(id)),
         layer_text(network_, id), std::string(to_string(class_of(network_, id))),
         place_of(network_.files[element.file]), table_number(element.ohm),
         table_number(share.amps), table_number(share.ohm),
         format_number(100 * share.ohm / path.path->ohm), table_number(share.gain)});
    draw(id, rule.id + ": " + path.path->from + " -> " + path.path->to, print);
  }
  if (!entries.empty()) {
    finding.where = where_of(entries.front().id);
  }
  add_shares(finding, *path.path, path.details);
}

/// States other than a value over its limit; true when the path is done with.
bool FindingWriter::write_state(const Rule& rule, const PathResult& path) {
  using State = PathResult::State;
  const std::string who = "rule '" + rule.id + "': ";
  const auto report = [&](const core::Code& code, const std::string& message) {
    sink_.report(core::make_finding(code, message)
                     .at(path.location)
                     .on(path.from, path_key(rule, path))
                     .property("rule", rule.id));
    return true;
  };
  if (path.explained) return true;
  switch (path.state) {
    case State::kUnreachable:
      return report(codes::kUnreachable,
                    who + "no conductor joins '" + path.from + "' and '" + path.to + "'");
    case State::kNoDevice:
      return report(codes::kNoDevice,
                    who + "no device '" + path.to + "' is connected to '" + path.from + "'");
    case State::kNotConverged:
      return report(codes::kSharingNotConverged, who + "the current of '" + path.from + "' over " +
                                                     path.to + " did not settle after " +
                                                     counted(path.steps, "step", "steps"));
    case State::kMissingCurrent:
      return report(codes::kMissingCurrent,
                    who + "a current is needed; neither the rule nor the group of '" + path.from +
                        "' gives one");
    case State::kNotComputed: return true;
    default: return false;
  }
}

void FindingWriter::write_p2p(const RuleResult& result, const std::vector<DetailedPath>& paths) {
  for (const DetailedPath& path : paths) {
    if (write_state(*result.rule, *path.path)) continue;
    core::Finding finding = over_limit(*result.rule, *path.path);
    if (!path.details.empty()) take_apart(finding, *result.rule, path);
    sink_.report(std::move(finding));
  }
  write_device_currents(result);
}

void FindingWriter::write_device_currents(const RuleResult& result) {
  const Rule& rule = *result.rule;
  for (const RuleResult::DeviceHit& hit : result.device_hits) {
    const Instance& instance = workspace_.project.instances[hit.instance];
    const DeviceType& type = workspace_.project.devices.types[instance.type];
    sink_.report(core::make_finding(codes::kDeviceCurrent,
                                    "rule '" + rule.id + "': '" + instance.name + "' carries " +
                                        format_number(hit.amps) + " A of " +
                                        format_number(hit.current) + " A from '" + hit.from +
                                        "', limit " + format_number(*type.i_max) + " A (" +
                                        type.name + ")")
                     .at(instance.location)
                     .on(instance.name, rule.id)
                     .property("rule", rule.id)
                     .property("amps", exact_number(hit.amps)));
  }
}

void FindingWriter::write_gaps(const Rule& rule, const std::vector<DetailedPath>& paths,
                               PartResults& results) {
  std::map<std::pair<std::string, int>, std::pair<PartLimits::Gap, ElementId>> gaps;
  std::map<std::uint32_t, bool> seen;
  for (const DetailedPath& path : paths) {
    for (const PathResult::Flow& flow : path.path->flows) {
      if (!seen.emplace(flow.engine->part(), true).second) continue;
      for (const PartLimits::Gap& gap : results.limits_of(*flow.engine).gaps) {
        const auto [at, fresh] = gaps.try_emplace({gap.layer, static_cast<int>(gap.why)}, gap,
                                                  flow.engine->element(gap.first_edge));
        if (!fresh) at->second.first.count += gap.count;
      }
    }
  }
  for (const auto& [key, entry] : gaps) {
    const auto& [gap, id] = entry;
    const std::string layer =
        gap.layer.empty() ? "without a layer" : "on layer '" + gap.layer + "'";
    const std::string first = ", first " + segment_text(id);
    const std::string who = "rule '" + rule.id + "': ";
    const core::Code* code = &codes::kMissingLimit;
    std::string message = who + counted(gap.count, "conductor", "conductors") + " " + layer +
                          " have no current limit" + first;
    if (gap.why == PartLimits::Gap::Why::kNoWidth) {
      code = &codes::kMissingWidth;
      message = who + counted(gap.count, "conductor", "conductors") + " " + layer +
                " have no width" + first;
    } else if (gap.why == PartLimits::Gap::Why::kLumped) {
      code = &codes::kLumpedCuts;
      message = who + counted(gap.count, "via element", "via elements") + " " + layer +
                " stand for several cuts" + first + " with " + std::to_string(gap.cuts);
    }
    sink_.report(core::make_finding(*code, message)
                     .at(network_.where(network_.elements[id]))
                     .on(rule.id, gap.layer));
  }
}

void FindingWriter::write_cd(const RuleResult& result, const std::vector<DetailedPath>& paths,
                             PartResults& results) {
  const Rule& rule = *result.rule;
  struct Worst {
    DensityHit hit;
    const PathResult* path = nullptr;
    std::uint64_t paths = 0;
  };
  std::map<ElementId, Worst> worst;
  for (const DetailedPath& path : paths) {
    if (write_state(rule, *path.path)) continue;
    for (std::size_t f = 0; f < path.details.size(); ++f) {
      for (const DensityHit& hit : path.details[f].hits) {
        Worst& known = worst[path.path->flows[f].engine->element(hit.edge)];
        ++known.paths;
        if (known.path == nullptr || hit.amps > known.hit.amps) {
          known.hit = hit;
          known.path = path.path;
        }
      }
    }
  }
  for (const auto& [id, entry] : worst) {
    const Element& element = network_.elements[id];
    const LayerRow* row =
        workspace_.project.layers_of(network_.files[element.file]).find(layer_text(network_, id));
    const WidthBracket* bracket = row == nullptr ? nullptr : row->bracket(element.width_um);
    std::string message = "rule '" + rule.id + "': " + segment_text(id) + " carries " +
                          format_number(entry.hit.amps) + " A, limit " +
                          format_number(entry.hit.limit) + " A";
    if (bracket != nullptr && bracket->per_width) {
      message += " (" + format_number(bracket->amps_per_um) + " A/um at " +
                 format_number(element.width_um) + " um)";
    }
    message += ", path '" + entry.path->from + "' to '" + entry.path->to + "' at " +
               format_number(entry.path->current) + " A";
    core::Finding finding =
        core::make_finding(codes::kCurrentDensity, message)
            .at(network_.where(element))
            .on(object_of(id), rule.id + ": " + std::string(network_.nodes.name(element.a)) +
                                   " - " + std::string(network_.nodes.name(element.b)))
            .property("rule", rule.id)
            .property("amps", exact_number(entry.hit.amps))
            .property("limit_a", exact_number(entry.hit.limit));
    if (entry.paths > 1)
      finding.notes.push_back({{}, "over its limit on " + counted(entry.paths, "path", "paths")});
    if (!rule.ref.empty())
      finding.notes.push_back({rule.location, "rule '" + rule.id + "': " + rule.ref});
    finding.where = where_of(id);
    finding.owner = owner_of(element.cls);
    if (const std::string& team = network_.files[element.file].team; !team.empty())
      finding.properties.emplace_back("team", team);
    draw(id, rule.id, core::fingerprint(finding));
    sink_.report(std::move(finding));
  }
  write_gaps(rule, paths, results);
  write_device_currents(result);
}

}  // namespace sealring::esd
