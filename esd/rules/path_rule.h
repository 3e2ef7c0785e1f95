// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "esd/rules/rule_run.h"
#include "esd/solve/sharing.h"

namespace sealring::esd {

/// A rule whose path leads through devices: pad, diode, rail, clamp, rail, pad. Between two stages it runs on the
/// conductors of one part; terminals count as distributed. A path does not come back to a part it has left.
class PathRule final : public RuleRun {
 public:
  using RuleRun::RuleRun;
  void plan(core::Sink& sink) override;
  RuleResult evaluate() override;

 private:
  /// A device in the direction the current takes.
  struct StageDevice {
    std::size_t instance = 0;
    const DeviceType* type = nullptr;
  };
  /// Where something starts on the conductors: gap and row; or ends: gap and column.
  struct Spot {
    Gap* gap = nullptr;
    std::size_t index = 0;
  };
  /// Cheapest (or dearest) continuation from a device to each end.
  struct Tail {
    double cost = 0;
    std::uint32_t next =
        kNone;  ///< device of the next stage, or the end itself behind the last one
  };
  using Tails = std::vector<std::vector<std::vector<Tail>>>;  ///< per stage, device, end

  bool select_stages(core::Sink& sink);
  void make_gaps(std::size_t k);
  bool compatible(std::size_t k, std::uint32_t row, std::uint32_t column) const;
  double wire(double ohm, double current) const { return rule_.in_volt ? ohm * current : ohm; }
  double device(const StageDevice& device, double current) const;
  const std::vector<StageDevice>& stage(std::size_t k) const { return stages_[k]; }
  bool better(double a, double b) const;
  const Tails& tails_for(double current);
  bool any_failed(std::size_t k, std::uint32_t row) const;

  PathResult path_from(std::uint32_t from, std::uint32_t to) const;
  /// Devices of the first stage on the conductors of a pad, rising.
  std::vector<std::uint32_t> first_devices(std::uint32_t from) const;
  /// A pad whose way ends on an island that was reported.
  bool stranded_on_the_way(std::uint32_t from) const;
  bool report_missing(std::uint32_t from, RuleResult& result) const;
  void evaluate_chain(std::uint32_t from, RuleResult& result);
  void add_step(PathResult& path, std::size_t k, std::uint32_t row, std::uint32_t column) const;
  double cross(std::size_t k, std::uint32_t row, std::uint32_t column) const;

  /// Which devices of each stage lie on a way from `from` to one of `ends`.
  std::vector<std::vector<std::uint32_t>> on_the_way(const std::vector<std::uint32_t>& starts,
                                                     const std::vector<std::uint32_t>& ends) const;
  void evaluate_parallel(const std::vector<std::uint32_t>& starts,
                         const std::vector<std::uint32_t>& ends, RuleResult& result);

  std::vector<RuleTerminal> from_;
  std::vector<RuleTerminal> to_;
  std::vector<std::vector<StageDevice>> stages_;
  std::vector<std::vector<RuleTerminal>> in_;   ///< per stage: where the current enters the device
  std::vector<std::vector<RuleTerminal>> out_;  ///< per stage: where it leaves the device
  /// Gap level k lies between stage k - 1 (or the from-terminals) and stage k (or the to-terminals).
  std::vector<std::vector<std::unique_ptr<Gap>>> gaps_;
  std::vector<std::vector<std::vector<Spot>>> row_spots_;     ///< per level and row terminal
  std::vector<std::vector<std::vector<Spot>>> column_spots_;  ///< per level and column terminal
  std::map<double, Tails> tails_;
  std::unordered_map<std::string, std::vector<std::uint32_t>>
      first_of_net_;  ///< of the first stage
  friend class PathSharing;
};

}  // namespace sealring::esd
