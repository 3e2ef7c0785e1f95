// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <set>

#include "rapidwright_bridge/rules/rules.h"

namespace sealring::rapidwright_bridge {

void Judge::find(const core::Code& code, std::uint32_t line, std::string key, std::string message) {
  std::string object = std::string(to_string(result_.kind));
  if (!result_.header.design.empty()) object = result_.header.design + "/" + object;
  result_.findings.push_back(core::make_finding(code, std::move(message))
                                 .at({result_.file, line})
                                 .on(std::move(object), std::move(key)));
}

bool Judge::whole(const Ending& ending) {
  if (ending.complete) return true;
  find(codes::kTruncated, ending.line, "ending",
       "report ends at line " + std::to_string(ending.line) + " without " + ending.missing);
  return false;
}

bool Judge::routed_state() {
  const std::string& state = result_.header.state;
  if (state.empty() || state == "Routed" || state == "Fully Routed") return true;
  find(codes::kNotRoutedStage, result_.header.line, "state",
       "design state is '" + state +
           "', 'Routed' was expected: figures are estimates before routing");
  return false;
}

void Judge::take(std::vector<core::Finding> findings) {
  for (core::Finding& finding : findings) result_.findings.push_back(std::move(finding));
}

core::Verdict verdict_of(std::span<const core::Finding> findings) {
  bool fail = false;
  bool open = false;
  for (const core::Finding& finding : findings) {
    if (finding.severity != core::Severity::kError || !finding.waived_by.empty()) continue;
    if (finding.kind == core::FindingClass::kInput) return core::Verdict::kError;
    (finding.code->id.starts_with("RWB-01") ? fail : open) = true;
  }
  if (fail) return core::Verdict::kFail;
  return open ? core::Verdict::kInconclusive : core::Verdict::kPass;
}

std::vector<std::string> reasons_of(std::span<const core::Finding> findings) {
  std::set<std::string> ids;
  for (const core::Finding& finding : findings) {
    if (finding.severity == core::Severity::kError && finding.waived_by.empty())
      ids.emplace(finding.code->id);
  }
  return {ids.begin(), ids.end()};
}

}  // namespace sealring::rapidwright_bridge
