// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <memory>
#include <vector>

#include "esd/rules/rule_run.h"

namespace sealring::esd {

/// A rule from each pad to the pad on the other side of its bond, and to no other. Each bond counts once.
class MateRule final : public RuleRun {
 public:
  using RuleRun::RuleRun;
  void plan(core::Sink& sink) override;
  RuleResult evaluate() override;

 private:
  struct Bond {
    RuleTerminal from;
    RuleTerminal to;
    std::unique_ptr<Gap> gap;  ///< nothing when no conductor joins them
  };
  void evaluate_bond(const Bond& bond, RuleResult& result) const;

  std::vector<Bond> bonds_;
  std::vector<RuleTerminal> alone_;  ///< pads without another side
};

}  // namespace sealring::esd
