// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/solve/part_engine.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <tuple>

#include "core/files/digest.h"
#include "esd/solve/faults.h"
#include "esd/solve/parallel.h"

namespace sealring::esd {

namespace {

constexpr std::uint32_t kFlowsAtOnce = 8;  ///< right-hand sides in memory together

template <class T>
std::string_view bytes_of(const T* data, std::size_t count) {
  return {reinterpret_cast<const char*>(data), count * sizeof(T)};
}

}  // namespace

std::uint32_t PartEngine::add_port(std::uint32_t local_node) {
  const auto [at, fresh] =
      port_of_.emplace(local_node, static_cast<std::uint32_t>(port_nodes_.size()));
  if (fresh) port_nodes_.push_back(local_node);
  return at->second;
}

std::size_t PartEngine::add_block(std::vector<std::uint32_t> rows,
                                  std::vector<std::uint32_t> columns) {
  blocks_.push_back({std::move(rows), std::move(columns), {}});
  return blocks_.size() - 1;
}

std::string PartEngine::digest() const {
  core::Sha256 sha;
  struct Row {
    std::uint32_t a, b;
    double ohm;
    float width, length;
    std::uint32_t cuts, cls;
  };
  std::vector<Row> rows;
  std::string layers;
  for (const ElementId id : partition_.elements_of(part_)) {
    const Element& element = network_.elements[id];
    rows.push_back({partition_.local_of(element.a), partition_.local_of(element.b), element.ohm,
                    element.width_um, element.length_um, element.cuts,
                    static_cast<std::uint32_t>(element.cls)});
    const NetworkFile& file = network_.files[element.file];
    layers += layer_text(network_, id) + "\n" + file.tier + "\n" + file.interface + "\n" +
              file.team + "\n";
  }
  sha.update_field(bytes_of(rows.data(), rows.size()));
  sha.update_field(layers);
  sha.update_field(bytes_of(port_nodes_.data(), port_nodes_.size()));
  for (const PortBlock& block : blocks_) {
    sha.update_field(bytes_of(block.rows.data(), block.rows.size()));
    sha.update_field(bytes_of(block.columns.data(), block.columns.size()));
  }
  return sha.finish_hex();
}

bool PartEngine::ensure_solver(const EngineOptions& options, core::Sink& sink) {
  if (solver_) return true;
  auto solver =
      PortSolver::make(make_graph(network_, partition_, part_), port_nodes_, options.solve);
  short_of_memory_ = !solver && solver.error().kind == CholeskyFault::Kind::kTooLarge;
  if (!solver) {
    report_fault(solver.error(), network_, partition_, part_, options.solve.cholesky.memory_limit,
                 sink);
    return false;
  }
  solver_ = std::move(*solver);
  return true;
}

bool PartEngine::solve(const EngineOptions& options, core::Sink& sink) {
  if (!ensure_solver(options, sink)) return false;
  for (PortBlock& block : blocks_) {
    block.ohm.resize(block.rows.size() * block.columns.size());
    parallel_for(options.solve.threads, block.rows.size(), [&](unsigned, std::size_t row) {
      double* out = block.ohm.data() + row * block.columns.size();
      for (std::size_t c = 0; c < block.columns.size(); ++c) {
        out[c] = solver_->resistance(block.rows[row], block.columns[c]);
      }
    });
  }
  return true;
}

std::string PartEngine::block_bytes() const {
  std::string bytes;
  for (const PortBlock& block : blocks_) bytes += bytes_of(block.ohm.data(), block.ohm.size());
  return bytes;
}

bool PartEngine::restore(std::string_view bytes) {
  std::size_t wanted = 0;
  for (const PortBlock& block : blocks_) wanted += block.rows.size() * block.columns.size();
  if (bytes.size() != wanted * sizeof(double)) return false;
  std::size_t at = 0;
  for (PortBlock& block : blocks_) {
    block.ohm.resize(block.rows.size() * block.columns.size());
    if (!block.ohm.empty()) {
      std::memcpy(block.ohm.data(), bytes.data() + at, block.ohm.size() * sizeof(double));
    }
    at += block.ohm.size() * sizeof(double);
  }
  return true;
}

std::uint64_t PartEngine::bytes() const {
  if (!solver_) return 0;
  const std::uint64_t factor = solver_->factor() != nullptr ? solver_->factor()->bytes() : 0;
  return factor + solver_->path_entries() * 20 + solver_->graph().edges.size() * 100;
}

void PartEngine::make_groups() {
  if (!group_of_.empty()) return;
  std::map<std::tuple<std::string, ElementClass, std::uint16_t>, std::uint16_t> known;
  for (const ElementId id : partition_.elements_of(part_)) {
    const Element& element = network_.elements[id];
    const ElementClass cls = class_of(network_, id);
    const auto [at, fresh] =
        known.emplace(std::tuple(layer_text(network_, id), cls, element.file),
                      static_cast<std::uint16_t>(std::min<std::size_t>(groups_.size(), 65534)));
    if (fresh && groups_.size() < 65535) {
      const NetworkFile& file = network_.files[element.file];
      groups_.push_back({std::get<0>(at->first), cls, place_of(file), file.team});
    }
    group_of_.push_back(at->second);
  }
}

PartLimits PartEngine::limits_of(const std::vector<const LayerTable*>& tables) const {
  PartLimits result;
  std::map<std::pair<std::string, int>, std::size_t> gap_of;
  const auto missing = [&](const std::string& layer, PartLimits::Gap::Why why, std::uint32_t edge,
                           std::uint64_t cuts) {
    const auto [at, fresh] =
        gap_of.emplace(std::pair(layer, static_cast<int>(why)), result.gaps.size());
    if (fresh) result.gaps.push_back({layer, 0, edge, why, cuts});
    ++result.gaps[at->second].count;
    return std::numeric_limits<double>::quiet_NaN();
  };
  const auto limit_of = [&](std::uint32_t edge) {
    using Why = PartLimits::Gap::Why;
    const ElementId id = element(edge);
    const Element& conductor = network_.elements[id];
    const std::string layer = layer_text(network_, id);
    const LayerRow* row = tables[conductor.file]->find(layer);
    if (row == nullptr) return missing(layer, Why::kNoLimit, edge, 0);
    if (row->unlimited) return std::numeric_limits<double>::infinity();
    if (conductor.cuts > 1) return missing(layer, Why::kLumped, edge, conductor.cuts);
    const bool by_width =
        row->brackets.size() > 1 ||
        (!row->brackets.empty() && (row->brackets[0].per_width || row->brackets[0].below_um > 0));
    if (by_width && conductor.width_um <= 0) return missing(layer, Why::kNoWidth, edge, 0);
    const WidthBracket* bracket = row->bracket(conductor.width_um);
    if (bracket == nullptr) return missing(layer, Why::kNoLimit, edge, 0);
    return bracket->per_width ? bracket->amps_per_um * conductor.width_um : bracket->amps;
  };
  const auto edges = static_cast<std::uint32_t>(partition_.elements_of(part_).size());
  result.amps.reserve(edges);
  for (std::uint32_t edge = 0; edge < edges; ++edge) result.amps.push_back(limit_of(edge));
  return result;
}

namespace {

bool is_vertical(ElementClass cls) {
  return cls == ElementClass::kTsv || cls == ElementClass::kBond || cls == ElementClass::kBump;
}

}  // namespace

FlowDetail PartEngine::examine(const PartFlow& flow, const std::vector<double>& amps,
                               const PartLimits* limits, const EngineOptions& options) const {
  FlowDetail detail;
  const std::vector<GraphEdge>& edges = solver_->graph().edges;
  std::vector<double> by_group(groups_.size(), 0.0);
  std::vector<SegmentShare> all;
  for (std::uint32_t e = 0; e < edges.size(); ++e) {
    const double share = edges[e].ohm * amps[e] * amps[e];
    detail.ohm += share;
    if (flow.shares) by_group[group_of_[e]] += share;
    if (std::fabs(amps[e]) < options.least_amps) continue;
    if (flow.shares) all.push_back({e, amps[e], share, 0});
    if (flow.vertical && is_vertical(groups_[group_of_[e]].cls))
      detail.vertical.push_back({e, amps[e], share, 0});
    if (!flow.density) continue;
    const double real = std::fabs(amps[e]) * flow.current;
    if (std::isnan(limits->amps[e])) continue;
    ++detail.judged;
    if (real > limits->amps[e] * (1 + 1e-9)) detail.hits.push_back({e, real, limits->amps[e]});
  }
  const auto larger = [](const SegmentShare& a, const SegmentShare& b) {
    return a.ohm != b.ohm ? a.ohm > b.ohm : a.edge < b.edge;
  };
  std::sort(detail.vertical.begin(), detail.vertical.end(),
            [](const SegmentShare& a, const SegmentShare& b) {
              return std::pair(-std::fabs(a.amps), a.edge) < std::pair(-std::fabs(b.amps), b.edge);
            });
  const std::size_t listed = std::min(options.segments, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(listed), all.end(),
                    larger);
  all.resize(listed);
  for (SegmentShare& segment : all) {
    segment.gain = detail.ohm - solver_->with_edge_changed(
                                    segment.edge, edges[segment.edge].ohm / 2, detail.ohm, amps);
  }
  detail.segments = std::move(all);
  for (std::size_t g = 0; g < by_group.size(); ++g) {
    if (by_group[g] > 0)
      detail.groups.push_back(
          {groups_[g].layer, groups_[g].cls, groups_[g].tier, groups_[g].team, by_group[g]});
  }
  std::sort(
      detail.groups.begin(), detail.groups.end(), [](const GroupShare& a, const GroupShare& b) {
        return std::tie(b.ohm, a.layer, a.tier, a.team) < std::tie(a.ohm, b.layer, b.tier, b.team);
      });
  std::sort(detail.hits.begin(), detail.hits.end(), [](const DensityHit& a, const DensityHit& b) {
    const double x = a.amps / a.limit;
    const double y = b.amps / b.limit;
    return x != y ? x > y : a.edge < b.edge;
  });
  return detail;
}

bool PartEngine::detail(const std::vector<PartFlow>& flows, const PartLimits* limits,
                        const EngineOptions& options, std::vector<FlowDetail>& details,
                        core::Sink& sink) {
  if (!ensure_solver(options, sink)) return false;
  make_groups();
  details.resize(flows.size());
  const std::size_t batches = (flows.size() + kFlowsAtOnce - 1) / kFlowsAtOnce;
  parallel_for(options.solve.threads, batches, [&](unsigned, std::size_t batch) {
    const std::size_t first = batch * kFlowsAtOnce;
    const std::size_t last = std::min(flows.size(), first + kFlowsAtOnce);
    std::vector<std::vector<double>> injected;
    for (std::size_t f = first; f < last; ++f) {
      std::vector<double> amps(port_nodes_.size(), 0.0);
      for (const auto& [port, value] : flows[f].amps) amps[port] += value;
      injected.push_back(std::move(amps));
    }
    const std::vector<std::vector<double>> currents = solver_->edge_currents(injected);
    for (std::size_t f = first; f < last; ++f) {
      details[f] = examine(flows[f], currents[f - first], limits, options);
    }
  });
  return true;
}

}  // namespace sealring::esd
