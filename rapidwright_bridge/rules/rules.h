// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <vector>

#include "core/files/input.h"
#include "rapidwright_bridge/check.h"
#include "rapidwright_bridge/checkpoint.h"
#include "rapidwright_bridge/codes.h"

/// One function for each kind of report: looks at the model, adds findings and figures to the result.
namespace sealring::rapidwright_bridge {

struct ModuleMetadata;
struct ImplementationGuide;

/// Adds findings of one file with its name as object.
class Judge {
 public:
  Judge(FileResult& result, const CheckOptions& options) : result_(result), options_(options) {}

  const CheckOptions& options() const { return options_; }
  const ReportHeader& header() const { return result_.header; }
  void find(const core::Code& code, std::uint32_t line, std::string key, std::string message);
  void figure(std::string name, std::string value) {
    result_.figures.emplace_back(std::move(name), std::move(value));
  }
  /// Reports a file that ends too early; true when it is whole.
  bool whole(const Ending& ending);
  /// Reports a state before routing; true when nothing speaks against a routed design.
  bool routed_state();
  /// Takes over findings of a reader.
  void take(std::vector<core::Finding> findings);

 private:
  FileResult& result_;
  const CheckOptions& options_;
};

void judge_timing(const TimingSummary& report, Judge& judge);
void judge_check_timing(const CheckTiming& report, Judge& judge);
void judge_route_status(const RouteStatus& report, Judge& judge);
void judge_drc(const RuleReport& report, Judge& judge);
void judge_methodology(const RuleReport& report, Judge& judge);
void judge_utilization(const Utilization& report, Judge& judge);
void judge_clock_utilization(const ClockUtilization& report, Judge& judge);
void judge_bus_skew(const BusSkew& report, Judge& judge);
void judge_log(const VivadoLog& report, Judge& judge);
void judge_nextpnr_report(const NextpnrReport& report, Judge& judge);
void judge_nextpnr_log(const NextpnrLog& log, Judge& judge);

void judge_netlist(const EdifDigest& digest, Judge& judge);
void judge_checkpoint(const Checkpoint& checkpoint, Judge& judge);
void judge_metadata(const ModuleMetadata& metadata, Judge& judge);
void judge_pblocks(const std::vector<Pblock>& pblocks, Judge& judge);
void judge_guide(const ImplementationGuide& guide, Judge& judge);

/// Part, design, state and age of one file against what was asked for.
void judge_binding(const CheckOptions& options, Judge& judge);

/// The files of one folder against one another: missing kinds, parts, designs, builds and times.
void judge_run(std::vector<FileResult>& files, RunResult& run);

}  // namespace sealring::rapidwright_bridge
