// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/settings.h"
#include "core/diagnostics/code.h"
#include "core/diagnostics/failure.h"
#include "core/diagnostics/policy.h"
#include "core/files/input.h"
#include "core/report/report.h"
#include "core/store/clock.h"
#include "core/store/execution_record.h"
#include "core/store/workspace.h"

namespace sealring::cli {

/// Options that every checking verb has.
struct FindingOptions {
  std::vector<std::string> format;  ///< "json" or "json=FILE"
  bool json = false;
  std::optional<std::string> output;
  std::vector<std::string> select;
  std::vector<std::string> ignore;
  std::vector<std::string> severity;  ///< "CODE=LEVEL"
  std::string fail_on;                ///< empty: as in the settings
  std::vector<std::string> waivers;
  std::optional<std::string> baseline;
  std::uint64_t max_findings = 0;
  bool statistics = false;
  std::optional<std::string> stats;
  bool exit_zero = false;
};

/// What a checking verb hands over at its end.
struct CheckResult {
  std::string verb;  ///< "sdc check"
  std::vector<core::Finding> findings;
  std::vector<std::pair<std::string, std::uint64_t>> checked;
  std::vector<core::NotChecked> not_checked;
  std::vector<std::string> rules_run;
  std::vector<core::Section> sections;
  core::Scene scene;
  core::ExecutionRecord record;
  bool partial_is_fine =
      false;  ///< not_checked is listed but does not make the run incomplete (floorplan profile)
  /// For verbs whose main result is another document than the list of findings: its schema ("sealring.sdc.generate/1")
  /// and a function that adds the verb's own keys behind "schema" and "status"; "summary" and "findings" follow.
  std::string schema;
  std::function<void(nlohmann::ordered_json&)> main_result;
};

/// Everything a verb gets from the command line's frame.
struct Context {
  std::ostream& out;  ///< results
  std::ostream& err;  ///< progress, summary, log
  const core::CodeCatalogue& catalogue;
  const core::Clock& clock;
  FindingOptions findings;
  std::uint64_t jobs = 0;  ///< 0: one per processor
  bool quiet = false;
  bool verbose = false;
  std::string colour = "auto";
  std::string progress = "auto";
  std::optional<core::Workspace> workspace;
  Settings settings;
  bool require_proof = false;  ///< `sealring check`: proofs are required, not attempted
  std::vector<CheckResult>* collected =
      nullptr;  ///< when set, finish_check stores its result here instead of rendering

  /// Project root: the workspace's folder, else the working directory. Shown paths are relative to it.
  std::filesystem::path root() const;
  core::InputReader reader() const;
  core::RenderContext render_context(bool colour_on = false) const;
};

/// Applies the policy options, renders every format asked for, prints the summary line on stderr, writes --stats,
/// and returns the exit status: 2 when an input finding blocked a check or something asked for was not checked,
/// 1 when findings reach --fail-on, else 0.
int finish_check(Context& context, CheckResult result);

/// What the user asked to see and to fail on: options first, then the project's settings. Verbs that give a verdict of
/// their own apply it to the findings behind that verdict.
core::FindingPolicy finding_policy(const Context& context, core::Sink& sink);

/// Whether the stream takes colour: --color > NO_COLOR > CLICOLOR_FORCE/FORCE_COLOR > terminal and TERM.
bool colour_wanted(const Context& context, int descriptor);

/// Writes `text` to `file` (nothing or "-": standard output), whole or not at all. Exit status 0 or 2.
int write_result(Context& context, const std::optional<std::string>& file, std::string_view text);

/// Prints a failure on stderr in the form of a finding and returns 2.
int fail(Context& context, const core::Failure& failure);

/// Version, commit, compiler and kind of this build: part of the key of every kept result.
std::string tool_build();

}  // namespace sealring::cli
