// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Every report, log and text file that `reuse check` knows: the verdict function over arbitrary bytes.
#include <cstdlib>

#include "rapidwright_bridge/check.h"

namespace {

namespace core = sealring::core;
namespace rwb = sealring::rapidwright_bridge;

rwb::FileResult check(std::string text) {
  core::InputFile file;
  file.name = "t.rpt";
  file.text = std::move(text);
  return rwb::check_file(file, {.out_of_context = true});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Checkpoints and netlists have targets of their own.
  if (size > 1U << 20) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const rwb::FileResult result = check(text);
  const core::Verdict verdict = rwb::verdict_of(result.findings);
  if (result.kind == rwb::FileKind::kUnknown && verdict != core::Verdict::kError) std::abort();
  for (const core::Finding& finding : result.findings) {
    if (finding.message.empty() || finding.code == nullptr) std::abort();
  }
  // A report that passes does not pass without its last third.
  if (verdict == core::Verdict::kPass &&
      rwb::verdict_of(check(text.substr(0, size - size / 3 - 1)).findings) == core::Verdict::kPass)
    std::abort();
  // Every reader takes every text, whatever its kind.
  rwb::read_header(text);
  rwb::read_timing_summary(text);
  rwb::read_route_status(text);
  rwb::read_rule_report(text);
  rwb::read_utilization(text);
  rwb::read_clock_utilization(text);
  rwb::read_bus_skew(text);
  rwb::read_log(text);
  rwb::read_nextpnr_report(text);
  rwb::read_nextpnr_log(text);
  return 0;
}
