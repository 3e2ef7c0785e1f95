// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/compare.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "stack3d/codes.h"

namespace sealring::stack3d {

namespace {

bool counts(std::string_view code) {
  return code.starts_with("STK-") || code.starts_with("IO-");
}

bool is_visible_early(const core::Finding& finding) {
  return std::any_of(finding.properties.begin(), finding.properties.end(),
                     [](const auto& property) {
                       return property.first == "visible_early" && property.second == "true";
                     });
}

}  // namespace

std::optional<Against> compare_runs(std::span<const core::Finding> findings,
                                    const std::filesystem::path& earlier,
                                    const core::InputReader& reader, core::Sink& sink) {
  const auto file = reader.read(earlier, reader.limits().design, sink);
  if (!file) return std::nullopt;
  const auto document = nlohmann::json::parse(file->text, nullptr, false);
  const bool usable = document.is_object() &&
                      document.value("schema", nlohmann::json()) == "sealring.findings/1" &&
                      document.contains("findings") && document["findings"].is_array();
  if (!usable) {
    sink.report(core::make_finding(codes::kAgainstUnusable,
                                   "'" + file->name + "' is not a sealring.findings/1 document")
                    .at({file->name})
                    .on(file->name, "against"));
    return std::nullopt;
  }
  std::set<std::string> before;
  for (const auto& finding : document["findings"]) {
    if (!finding.is_object()) continue;
    const auto code = finding.find("code");
    const auto print = finding.find("fingerprint");
    if (code == finding.end() || print == finding.end() || !code->is_string() ||
        !print->is_string())
      continue;
    if (counts(code->get_ref<const std::string&>())) before.insert(print->get<std::string>());
  }
  Against result;
  std::set<std::string> now;
  for (const core::Finding& finding : findings) {
    if (!counts(finding.code->id)) continue;
    const std::string print = core::fingerprint(finding);
    if (!now.insert(print).second) continue;
    if (before.contains(print)) {
      ++result.reproduced;
    } else {
      ++result.fresh;
      if (is_visible_early(finding)) ++result.fresh_but_visible_early;
    }
  }
  result.gone = before.size() - result.reproduced;
  return result;
}

}  // namespace sealring::stack3d
