// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "esd/rules/rule_run.h"

namespace sealring::esd {

/// A rule whose path stays on one net: pad to clamp, clamp to ground pad, ground to ground.
class NetRule final : public RuleRun {
 public:
  using RuleRun::RuleRun;
  void plan(core::Sink& sink) override;
  RuleResult evaluate() override;

 private:
  struct RowPlace {
    Gap* gap = nullptr;
    std::size_t row = 0;
  };
  /// What is known of one from-terminal and one to-terminal (or of all to-terminals together).
  struct Candidate {
    double ohm = 0;
    std::vector<std::pair<RowPlace, std::size_t>>
        through;  ///< the gaps that join them, with the column
  };
  using Candidates = std::map<std::uint32_t, Candidate>;
  /// What takes the current of one from-terminal in one part.
  struct PartUse {
    RowPlace place;
    std::vector<std::size_t> columns;
  };

  void evaluate_from(std::uint32_t from, RuleResult& result);
  bool evaluate_single(std::uint32_t from, RuleResult& result);
  void make_net_index();
  bool within_and_no_worse(const RuleResult& result, double ohm, double current) const;
  Candidates candidates_of(std::uint32_t from, bool& failed) const;
  template <class Reached>
  bool report_unreached(std::uint32_t from, bool any_found, Reached&& reached,
                        RuleResult& result) const;
  void report_alone(std::uint32_t from, RuleResult& result) const;
  void judge_candidate(std::uint32_t from, std::uint32_t to, const Candidate& candidate,
                       RuleResult& result) const;
  void evaluate_parallel(std::uint32_t from, const Candidates& found, RuleResult& result) const;
  bool parallel_in(const RowPlace& place, const std::vector<std::size_t>& columns, PathResult& path,
                   double& ohm) const;
  void linear_in(const std::vector<PartUse>& uses, PathResult& path) const;
  bool shared_in(const std::vector<PartUse>& uses, PathResult& path) const;
  void lead_shared(const std::vector<PartUse>& uses, const std::vector<double>& amps,
                   PathResult& path) const;
  bool needs_sharing(const std::vector<PartUse>& uses) const;
  const DeviceType& type_of(const PartUse& use, std::size_t column) const;
  bool uses_ron() const;
  PathResult path_from(std::uint32_t from, const std::string& to) const;
  void add_flow(PathResult& path, Gap& gap, const Gap::Value& value, double share) const;
  double ron_of(std::uint32_t to) const;

  std::vector<RuleTerminal> from_;
  std::vector<RuleTerminal> to_;
  std::vector<std::unique_ptr<Gap>> gaps_;
  std::vector<std::vector<RowPlace>> places_;  ///< per from-terminal
  /// Declared nets by number, so that pairs are compared without their names; 0: not told.
  std::vector<std::uint32_t> from_net_;
  std::vector<std::uint32_t> to_net_;
  std::vector<std::vector<std::uint32_t>> to_of_net_;  ///< to-terminals by number of their net
  std::vector<std::uint32_t> reached_;                 ///< per to-terminal: last `from` + 1
};

}  // namespace sealring::esd
