// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/diagnostics/sink.h"
#include "esd/graph/partition.h"
#include "esd/layers.h"
#include "esd/network.h"
#include "esd/solve/port_solver.h"

namespace sealring::esd {

/// Resistances between two lists of ports, row by row.
struct PortBlock {
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> columns;
  std::vector<double> ohm;

  double at(std::size_t row, std::size_t column) const {
    return ohm[row * columns.size() + column];
  }
};

/// 1 ampere led into and out of a part; amperes per port, summing to 0.
struct PartFlow {
  std::vector<std::pair<std::uint32_t, double>> amps;
  double current = 0;     ///< the real current in ampere, for densities
  bool shares = false;    ///< wanted: conductors by contribution
  bool density = false;   ///< wanted: currents against the limits
  bool vertical = false;  ///< wanted: currents of TSVs, bonds and bumps
};

/// One conductor's part in a resistance: ohm = r * i^2 for 1 ampere.
struct SegmentShare {
  std::uint32_t edge = 0;  ///< into Partition::elements_of
  double amps = 0;
  double ohm = 0;
  double gain =
      0;  ///< ohm won when it is made twice as wide and the flow into the ports stays as it is
};

/// The part of a layer, class, tier (or interface between tiers) and team.
struct GroupShare {
  std::string layer;
  ElementClass cls = ElementClass::kUnknown;
  std::string tier;
  std::string team;
  double ohm = 0;
};

/// A conductor above its limit.
struct DensityHit {
  std::uint32_t edge = 0;
  double amps = 0;
  double limit = 0;
};

/// What a full solution tells about one flow.
struct FlowDetail {
  double ohm = 0;                      ///< sum of r * i^2
  std::vector<SegmentShare> segments;  ///< by falling contribution
  std::vector<GroupShare> groups;      ///< by falling contribution
  std::vector<SegmentShare> vertical;  ///< TSVs, bonds and bumps by falling current; no gain
  std::vector<DensityHit> hits;        ///< by falling ratio of current to limit
  std::uint64_t judged = 0;            ///< conductors with a limit that carried current
};

/// Limit of each conductor of a part, and how many have none and why.
struct PartLimits {
  std::vector<double> amps;  ///< infinity: unlimited, NaN: not known
  struct Gap {
    std::string layer;
    std::uint64_t count = 0;
    std::uint32_t first_edge = 0;
    enum class Why : std::uint8_t { kNoLimit, kNoWidth, kLumped } why = Why::kNoLimit;
    std::uint64_t cuts = 0;
  };
  std::vector<Gap> gaps;
};

struct EngineOptions {
  SolveOptions solve;
  std::size_t segments = 10;  ///< listed per flow
  double least_amps = 1e-9;   ///< of 1 ampere; below that a conductor counts as idle
};

/// One electrically separate part of a network with the questions asked about it. First ports and blocks are added,
/// then `solve` fills the blocks; `detail` answers flows with one full solve each.
class PartEngine {
 public:
  PartEngine(const Network& network, const Partition& partition, std::uint32_t part)
      : network_(network), partition_(partition), part_(part) {}

  std::uint32_t add_port(std::uint32_t local_node);
  std::size_t add_block(std::vector<std::uint32_t> rows, std::vector<std::uint32_t> columns);
  const PortBlock& block(std::size_t index) const { return blocks_[index]; }

  /// sha256 over conductors, ports and blocks: equal digests give equal answers.
  std::string digest() const;

  /// Fills the blocks; false after reporting why not.
  bool solve(const EngineOptions& options, core::Sink& sink);

  /// Fills the blocks from bytes made by `block_bytes`; false when they do not fit.
  bool restore(std::string_view bytes);
  std::string block_bytes() const;

  /// Answers flows; `limits` is needed when a flow asks for densities. False after reporting why not.
  bool detail(const std::vector<PartFlow>& flows, const PartLimits* limits,
              const EngineOptions& options, std::vector<FlowDetail>& details, core::Sink& sink);

  /// `tables`: the layer table of each file of the network.
  PartLimits limits_of(const std::vector<const LayerTable*>& tables) const;
  ElementId element(std::uint32_t edge) const { return partition_.elements_of(part_)[edge]; }
  std::uint32_t part() const { return part_; }
  std::size_t ports() const { return port_nodes_.size(); }
  /// The last attempt was refused because of the memory limit.
  bool short_of_memory() const { return short_of_memory_; }
  std::uint64_t bytes() const;
  void release() { solver_.reset(); }

 private:
  struct Group {
    std::string layer;
    ElementClass cls;
    std::string tier;
    std::string team;
  };
  bool ensure_solver(const EngineOptions& options, core::Sink& sink);
  void make_groups();
  FlowDetail examine(const PartFlow& flow, const std::vector<double>& amps,
                     const PartLimits* limits, const EngineOptions& options) const;

  const Network& network_;
  const Partition& partition_;
  std::uint32_t part_;
  std::vector<std::uint32_t> port_nodes_;
  std::unordered_map<std::uint32_t, std::uint32_t> port_of_;
  std::vector<PortBlock> blocks_;
  std::optional<PortSolver> solver_;
  bool short_of_memory_ = false;
  std::vector<Group> groups_;
  std::vector<std::uint16_t> group_of_;  ///< of each edge
};

}  // namespace sealring::esd
