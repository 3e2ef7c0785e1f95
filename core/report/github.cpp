// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// GitHub workflow commands: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "core/report/printable.h"
#include "core/report/report.h"

namespace sealring::core {

namespace {

std::string replace_all(std::string text, char what, std::string_view by) {
  for (std::size_t i = text.find(what); i != std::string::npos;
       i = text.find(what, i + by.size())) {
    text.replace(i, 1, by);
  }
  return text;
}

/// Text behind the '::' of a command; a line end in it is written as %0A.
std::string command_text(std::string_view text) {
  return replace_all(replace_all(std::string(text), '%', "%25"), '\n', "%0A");
}

/// Value of a property of a command.
std::string property(std::string_view text) {
  return replace_all(replace_all(command_text(printable(text)), ':', "%3A"), ',', "%2C");
}

std::string_view command(Severity severity) {
  switch (severity) {
    case Severity::kNote: return "notice";
    case Severity::kWarning: return "warning";
    case Severity::kError: break;
  }
  return "error";
}

std::string place(const Location& location) {
  if (location.file.empty()) return {};
  std::string text = ",file=" + property(location.file);
  if (location.line == 0) return text;
  text += fmt::format(",line={}", location.line);
  if (location.column == 0) return text;
  text += fmt::format(",col={}", location.column);
  if (location.end_column != 0) {
    text += fmt::format(",endLine={},endColumn={}", location.line, location.end_column);
  }
  return text;
}

std::string body(const Finding& finding) {
  std::string text = printable(finding.message);
  for (const Note& note : finding.notes) {
    const std::string where = printable(to_string(note.location));
    text += "\nnote: " + printable(note.message) + (where.empty() ? "" : " (" + where + ")");
  }
  if (!finding.object.empty()) text += "\nobject: " + printable(finding.object);
  const std::string fix = finding.fix.empty() ? std::string(finding.code->fix) : finding.fix;
  return text + "\nfix: " + printable(fix);
}

}  // namespace

void render_github(const Report& report, const RenderContext& /*context*/, std::ostream& out) {
  std::vector<const Finding*> open;
  for (const Finding& finding : report.findings) {
    if (finding.waived_by.empty() && !finding.in_baseline) open.push_back(&finding);
  }
  // GitHub shows about ten annotations of a kind per step: what blocks the run first, then the worst.
  std::stable_sort(open.begin(), open.end(), [](const Finding* a, const Finding* b) {
    if (a->severity != b->severity) return a->severity > b->severity;
    return a->kind == FindingClass::kInput && b->kind != FindingClass::kInput;
  });
  for (const Finding* finding : open) {
    out << "::" << command(finding->severity)
        << " title=" << property(fmt::format("sealring ({})", finding->code->id))
        << place(finding->location) << "::" << command_text(body(*finding)) << '\n';
  }
  for (const NotChecked& item : report.not_checked) {
    out << "::error title=sealring (not checked)::"
        << command_text(printable(item.what) + ": " + printable(item.why)) << '\n';
  }
  out << "::notice title=sealring " << property(report.verb)
      << "::" << command_text(summary_line(report)) << '\n';
}

}  // namespace sealring::core
