// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnostics/code.h"
#include "core/diagnostics/finding.h"
#include "core/diagnostics/summary.h"
#include "core/diagnostics/verdict.h"
#include "core/report/scene.h"
#include "core/report/section.h"

namespace sealring::core {

/// Something that was asked for and not looked at.
struct NotChecked {
  std::string what;
  std::string why;
};

/// One run of a verb, ready to be rendered. Holds no times, hosts or absolute paths.
struct Report {
  std::string verb;  ///< "stack check"
  RunStatus status = RunStatus::kFailed;
  std::vector<Finding> findings;                               ///< in output order
  std::vector<std::pair<std::string, std::uint64_t>> checked;  ///< what was really looked at
  std::vector<NotChecked> not_checked;
  std::vector<std::string>
      rules_run;          ///< code ids of the checks that ran (for JUnit: passes are visible)
  HiddenFindings hidden;  ///< over --max-findings: counted, not listed
  std::optional<Severity> fail_on = Severity::kError;  ///< what fails the run; nothing: never
  std::vector<Section> sections;
  Scene scene;
};

/// Exact counts, hidden findings included.
Summary summarise(const Report& report);

/// The closing line for stderr, without line end: "1 error, 0 warnings, 2 waived; checked 24000 bonds, 24010 nets;
/// not checked: ...; run 'sealring explain ESD-0101'". A run that looked at nothing says so.
std::string summary_line(const Report& report);

/// What renderers need beside the report.
struct RenderContext {
  std::filesystem::path root;  ///< shown paths are relative to it; source lines are read from there
  const CodeCatalogue* catalogue = nullptr;
  std::string version;
  bool colour = false;
  bool statistics = false;  ///< text formats: a count per code at the end
};

using Renderer = void (*)(const Report&, const RenderContext&, std::ostream&);

/// One file per format in this folder.
void render_text(const Report& report, const RenderContext& context, std::ostream& out);
void render_concise(const Report& report, const RenderContext& context, std::ostream& out);
void render_json(const Report& report, const RenderContext& context, std::ostream& out);
void render_sarif(const Report& report, const RenderContext& context, std::ostream& out);
void render_junit(const Report& report, const RenderContext& context, std::ostream& out);
void render_github(const Report& report, const RenderContext& context, std::ostream& out);
void render_lyrdb(const Report& report, const RenderContext& context, std::ostream& out);
void render_rve(const Report& report, const RenderContext& context, std::ostream& out);
void render_svg(const Report& report, const RenderContext& context, std::ostream& out);
void render_html(const Report& report, const RenderContext& context, std::ostream& out);

/// A format by its name on the command line.
struct Format {
  std::string_view name;
  Renderer render;
};

/// All formats, in the order of the help text.
std::vector<Format> formats();
const Format* find_format(std::string_view name);

}  // namespace sealring::core
