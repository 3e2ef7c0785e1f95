// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <fmt/format.h>

#include <algorithm>

#include "core/report/printable.h"
#include "core/report/report.h"
#include "core/report/text_parts.h"

namespace sealring::core {

namespace {

/// Items of "not checked" that the line names; the report has all of them.
constexpr std::size_t kNamedNotChecked = 3;

std::string counted(std::uint64_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

/// The first of the worst findings that still count, or nullptr.
const Finding* worst(const Report& report) {
  const Finding* found = nullptr;
  for (const Finding& finding : report.findings) {
    if (!finding.waived_by.empty() || finding.in_baseline) continue;
    if (found == nullptr || finding.severity > found->severity) found = &finding;
  }
  return found;
}

std::string not_checked_text(const std::vector<NotChecked>& items) {
  std::string text;
  for (std::size_t i = 0; i < std::min(items.size(), kNamedNotChecked); ++i) {
    text += (i == 0 ? "" : ", ") + printable(items[i].what) + " (" + printable(items[i].why) + ")";
  }
  if (items.size() > kNamedNotChecked) {
    text += fmt::format(" and {} more", items.size() - kNamedNotChecked);
  }
  return text;
}

}  // namespace

Summary summarise(const Report& report) {
  Summary counts;
  for (const Finding& finding : report.findings) counts.add(finding);
  for (const auto& [code, hidden] : report.hidden) counts.add(hidden);
  return counts;
}

std::string summary_line(const Report& report) {
  const Summary counts = summarise(report);
  std::string line;
  if (report.status == RunStatus::kFailed || report.status == RunStatus::kIncomplete) {
    line = std::string(to_string(report.status)) + ": ";
  }
  line += counted(counts.errors, "error") + ", " + counted(counts.warnings, "warning");
  if (counts.notes != 0) line += ", " + counted(counts.notes, "note");
  if (counts.waived != 0) line += fmt::format(", {} waived", counts.waived);
  if (counts.in_baseline != 0) line += fmt::format(", {} in the baseline", counts.in_baseline);
  line += "; checked " + checked_text(report);
  if (!report.not_checked.empty()) line += "; not checked: " + not_checked_text(report.not_checked);
  const Finding* finding = worst(report);
  if (finding != nullptr) line += fmt::format("; run 'sealring explain {}'", finding->code->id);
  return line;
}

}  // namespace sealring::core
