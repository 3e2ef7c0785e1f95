// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <cmath>

#include "esd/check.h"
#include "esd/format.h"
#include "esd/p2p.h"
#include "esd/project_codes.h"
#include "esd/readers/placement.h"
#include "esd/result_codes.h"
#include "esd/rules/findings.h"
#include "esd/rules/gap.h"

namespace sealring::esd {

namespace {

/// A pad, an instance's pin, or a node.
std::optional<Taps> taps_of(const Project& project, const std::string& name,
                            const std::string& option, core::Sink& sink) {
  for (const Pad& pad : project.pads) {
    if (pad.name == name) return pad.taps;
  }
  for (const Instance& instance : project.instances) {
    const std::size_t dot = instance.name.size();
    if (!name.starts_with(instance.name) || name.size() <= dot || name[dot] != '.') continue;
    const auto pin = project.devices.types[instance.type].pin(name.substr(dot + 1));
    if (pin && !instance.pins[*pin].nodes.empty()) return instance.pins[*pin];
  }
  const auto node = resolve_node(project.network, name, option, {}, sink);
  if (!node) return std::nullopt;
  return Taps{{*node}, {1.0}};
}

core::Section segment_section(const Project& project, const Gap& gap, const FlowDetail& detail) {
  const Network& network = project.network;
  core::Table table;
  table.columns = {{"conductor"},
                   {"layer"},
                   {"class"},
                   {"tier"},
                   {"nodes"},
                   {"r (ohm)", true},
                   {"current (A of 1 A)", true},
                   {"share (ohm)", true},
                   {"share (%)", true},
                   {"gain if twice as wide (ohm)", true}};
  for (const SegmentShare& share : detail.segments) {
    const ElementId id = gap.engine().element(share.edge);
    const Element& element = network.elements[id];
    table.rows.push_back(
        {std::string(network.element_name(id)), layer_text(network, id),
         std::string(to_string(class_of(network, id))), place_of(network.files[element.file]),
         std::string(network.nodes.name(element.a)) + " - " +
             std::string(network.nodes.name(element.b)),
         format_number(element.ohm), format_number(share.amps), format_number(share.ohm),
         format_number(100 * share.ohm / detail.ohm), format_number(share.gain)});
  }
  return {"conductors by contribution", std::move(table)};
}

core::Section layer_section(const FlowDetail& detail) {
  core::Table table;
  table.columns = {{"tier"},           {"layer"}, {"class"}, {"team"}, {"share (ohm)", true},
                   {"share (%)", true}};
  for (const GroupShare& group : detail.groups) {
    table.rows.push_back({group.tier, group.layer.empty() ? "not known" : group.layer,
                          std::string(to_string(group.cls)), group.team, format_number(group.ohm),
                          format_number(100 * group.ohm / detail.ohm)});
  }
  return {"by layer", std::move(table)};
}

EngineOptions engine_options(const CheckOptions& options) {
  EngineOptions engine;
  engine.solve.reduce = options.solver.reduce;
  engine.solve.cholesky.memory_limit =
      options.solver.memory_limit != 0 ? options.solver.memory_limit : default_memory_limit();
  engine.segments = options.segments;
  return engine;
}

}  // namespace

std::optional<PathAnswer> find_path(const Project& project, const std::string& from,
                                    const std::string& to, const CheckOptions& options,
                                    core::Sink& sink) {
  const auto from_taps = taps_of(project, from, "--from", sink);
  const auto to_taps = taps_of(project, to, "--to", sink);
  if (!from_taps || !to_taps) return std::nullopt;
  Workspace workspace(project);
  const auto starts = place_taps(*from_taps, workspace.partition);
  const auto ends = place_taps(*to_taps, workspace.partition);
  PathAnswer answer;
  for (const auto& [part, start] : starts) {
    const auto end = ends.find(part);
    if (end == ends.end()) continue;
    PartEngine engine(project.network, workspace.partition, part);
    const Gap gap(engine, {{0, start}}, {{0, end->second}}, false, false);
    const EngineOptions engine_settings = engine_options(options);
    if (!engine.solve(engine_settings, sink)) return std::nullopt;
    answer.reachable = true;
    answer.merged = gap.pair(0, 0, {TerminalMode::kMerged, TerminalMode::kMerged}, false).ohm;
    answer.individual =
        gap.pair(0, 0, {TerminalMode::kIndividual, TerminalMode::kIndividual}, false).ohm;
    const Gap::Value value =
        gap.pair(0, 0, {TerminalMode::kDistributed, TerminalMode::kDistributed}, true);
    answer.distributed = value.ohm;
    answer.same = answer.merged == 0;
    if (std::isinf(value.ohm) || answer.same) break;
    PartFlow flow;
    flow.amps = value.amps;
    flow.shares = true;
    std::vector<FlowDetail> details;
    if (!engine.detail({flow}, nullptr, engine_settings, details, sink)) return std::nullopt;
    answer.total = details.front().ohm;
    answer.segments = segment_section(project, gap, details.front());
    answer.layers = layer_section(details.front());
    break;
  }
  return answer;
}

}  // namespace sealring::esd
