// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstdlib>

#include "core/diagnostics/policy.h"
#include "core/diagnostics/waivers.h"
#include "core/files/yaml.h"

namespace {

namespace core = sealring::core;

constexpr core::Code kCode{.id = "TST-0001",
                           .slug = "test",
                           .severity = core::Severity::kError,
                           .kind = core::FindingClass::kDesign,
                           .owner = core::Owner::kDesign,
                           .means = "m",
                           .matters = "w",
                           .fix = "f",
                           .example = "e"};

core::Waivers parse(const std::string& text, core::Sink& sink) {
  return core::parse_waivers({"w.yaml", "w.yaml", "", text}, sink);
}

}  // namespace

/// What was read must apply without trouble and must read back the same after it was written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  core::CollectingSink sink;
  core::FindingPolicy policy;
  policy.waivers = parse(std::string(reinterpret_cast<const char*>(data), size), sink);
  std::string text = "schema: sealring.waivers/1\nwaivers:\n";
  for (const core::Waiver& waiver : policy.waivers.items) text += core::to_yaml(waiver);
  core::CollectingSink again_sink;
  if (!policy.waivers.items.empty()) {
    const core::Waivers again = parse(text, again_sink);
    if (again.items.size() != policy.waivers.items.size()) std::abort();
    for (std::size_t i = 0; i < again.items.size(); ++i) {
      if (again.items[i].pattern != policy.waivers.items[i].pattern) std::abort();
      if (again.items[i].reason != policy.waivers.items[i].reason) std::abort();
    }
  }
  std::vector<core::Finding> findings;
  findings.push_back(core::make_finding(kCode, "m").at({"a/b.yaml", 3}).on("u_phy/n1"));
  const core::PolicyOutcome outcome = core::apply_policy(std::move(findings), policy, "2026-01-01");
  if (outcome.findings.empty()) std::abort();
  return 0;
}
