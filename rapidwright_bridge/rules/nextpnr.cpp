// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <fmt/format.h>

#include <algorithm>

#include "rapidwright_bridge/rules/rules.h"

namespace sealring::rapidwright_bridge {

void judge_nextpnr_report(const NextpnrReport& report, Judge& judge) {
  judge.whole(report.ending);
  double worst = 0;
  bool any = false;
  for (const NextpnrReport::Clock& clock : report.clocks) {
    if (!(clock.achieved_mhz > 0) || !(clock.constraint_mhz > 0)) {
      judge.find(codes::kSetupNotAnalysed, 1, clock.name,
                 "clock '" + clock.name + "' has no achieved or no asked for frequency");
      continue;
    }
    const double slack = 1000 / clock.constraint_mhz - 1000 / clock.achieved_mhz;
    worst = any ? std::min(worst, slack) : slack;
    any = true;
    if (clock.achieved_mhz < clock.constraint_mhz) {
      judge.find(
          codes::kSetupViolated, 1, clock.name,
          fmt::format("clock '{}' reaches {:.2f} MHz, asked for are {:.2f} MHz (slack {:.3f} ns)",
                      clock.name, clock.achieved_mhz, clock.constraint_mhz, slack));
    }
  }
  judge.figure("worst setup slack (ns)", any ? fmt::format("{:.3f}", worst) : "");
  if (report.ending.complete && report.clocks.empty()) {
    judge.find(codes::kSetupNotAnalysed, 1, "fmax",
               "the report lists 0 clocks: no register path was analysed");
  }
  judge.find(codes::kHoldNotAnalysed, 1, "hold", "hold is not analysed by this tool");
  bool used = false;
  for (const NextpnrReport::Use& use : report.uses) {
    if (use.used != 0) judge.figure(use.site, std::to_string(use.used));
    used = used || use.used > 0;
    if (use.used > use.available) {
      judge.find(codes::kOverUtilized, 1, use.site,
                 "'" + use.site + "' uses " + std::to_string(use.used) + ", available are " +
                     std::to_string(use.available));
    }
  }
  if (report.ending.complete && !used)
    judge.find(codes::kNothingLookedAt, 1, "utilization", "every site type is used 0 times");
}

void judge_nextpnr_log(const NextpnrLog& log, Judge& judge) {
  judge.whole(log.ending);
  judge.figure("warnings", std::to_string(log.warnings));
  if (!log.errors.empty()) {
    judge.find(codes::kLogError, log.errors.front().line, "error",
               std::to_string(log.errors.size()) + " errors (limit 0), the first is " +
                   log.errors.front().text.substr(0, 160));
  }
  if (log.ending.complete && !log.routed)
    judge.find(codes::kNotFullyRouted, log.ending.line, "route",
               "the log does not say that routing was completed");
}

}  // namespace sealring::rapidwright_bridge
