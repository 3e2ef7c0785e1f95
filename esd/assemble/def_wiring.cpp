// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/assemble/tier_wiring.h"
#include "esd/stack_codes.h"

namespace sealring::esd {

std::optional<TierWiring> extract_tier(const TierTask& task, core::Sink& sink) {
  sink.report(core::make_finding(codes::kTierWithoutDelivery,
                                 "tier '" + task.setup->path + "' cannot be extracted from DEF")
                  .at(task.setup->location)
                  .on(task.setup->path, "delivery"));
  return std::nullopt;
}

}  // namespace sealring::esd
