// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/report/scene.h"
#include "core/report/section.h"
#include "esd/rules/part_results.h"
#include "esd/rules/rule_run.h"

namespace sealring::esd {

/// A reported path with what its flows were taken apart into (one detail per flow; empty: not taken apart).
struct DetailedPath {
  const PathResult* path = nullptr;
  std::vector<FlowDetail> details;
};

/// Turns the answers of rules into findings, tables and drawings.
class FindingWriter {
 public:
  FindingWriter(const Workspace& workspace, core::Sink& sink);

  void write_p2p(const RuleResult& result, const std::vector<DetailedPath>& paths);
  void write_cd(const RuleResult& result, const std::vector<DetailedPath>& paths,
                PartResults& results);
  void write_device_currents(const RuleResult& result);

  /// Conductors by contribution of every violation taken apart; no rows: none was.
  core::Table contributions;
  core::Scene scene;

 private:
  bool write_state(const Rule& rule, const PathResult& path);
  core::Finding over_limit(const Rule& rule, const PathResult& path) const;
  void take_apart(core::Finding& finding, const Rule& rule, const DetailedPath& path);
  void add_shares(core::Finding& finding, const PathResult& path,
                  const std::vector<FlowDetail>& details) const;
  void write_gaps(const Rule& rule, const std::vector<DetailedPath>& paths, PartResults& results);
  void draw(ElementId element, const std::string& label, const std::string& fingerprint);
  void draw_bond(const BondSite& bond, const std::string& label, const std::string& fingerprint);
  const BondSite* bond_of(ElementId id) const;
  std::optional<core::Where> where_of(ElementId id) const;
  std::string segment_text(ElementId id) const;

  const Workspace& workspace_;
  const Network& network_;
  core::Sink& sink_;
};

/// "M3", "M1/M2 via", "layer not known".
std::string conductor_text(const Network& network, ElementId id);

}  // namespace sealring::esd
