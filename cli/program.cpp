// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/program.h"

#include <cstdlib>
#include <filesystem>
#include <ostream>

#include "cli/codes.h"
#include "cli/command_line.h"
#include "core/codes.h"
#include "core/process/process.h"
#include "esd/codes.h"
#include "manifest/codes.h"
#include "rapidwright_bridge/codes.h"
#include "sdcgen/codes.h"
#include "stack3d/codes.h"

namespace sealring::cli {

namespace fs = std::filesystem;

namespace {

const char* environment(const char* name) {
  return std::getenv(name);
}

/// Finds the project and reads its settings. Problems are printed; false when there were any.
bool load_settings(Context& context, const GlobalOptions& globals) {
  core::CollectingSink sink;
  if (globals.workspace) {
    context.workspace = core::Workspace{fs::absolute(*globals.workspace).lexically_normal()};
  } else if (!globals.no_settings) {
    context.workspace = core::find_workspace(fs::current_path());
  }
  const core::InputReader reader(context.root());
  if (globals.settings) {
    context.settings.read_file(reader, *globals.settings, sink);
  } else if (context.workspace && !globals.no_settings && fs::exists(context.workspace->config())) {
    context.settings.read_file(reader, context.workspace->config(), sink);
  }
  context.settings.read_environment(&environment);
  context.settings.define(globals.define, sink);
  for (const core::Finding& finding : sink.findings) {
    fail(context, {std::string(finding.code->id), finding.message, finding.location});
  }
  return sink.findings.empty();
}

int run_parsed(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
               const Context* outer, std::vector<CheckResult>* collected) {
  const core::CodeCatalogue catalogue = all_codes();
  const core::SystemClock clock;
  Context context{.out = out, .err = err, .catalogue = catalogue, .clock = clock};
  GlobalOptions globals;
  std::vector<BoundVerb> verbs = bind_verbs(context.findings);
  const ParsedCommand parsed = parse_command_line(arguments, verbs, globals, out, err);
  if (parsed.verb == nullptr) return parsed.exit_status;
  context.jobs = globals.jobs;
  context.quiet = globals.quiet;
  context.verbose = globals.verbose;
  context.colour = globals.colour;
  context.progress = globals.progress;
  if (globals.directory) {
    std::error_code error;
    fs::current_path(*globals.directory, error);
    if (error)
      return fail(
          context,
          {"IO-0001", "cannot enter folder '" + *globals.directory + "': " + error.message(), {}});
  }
  if (outer != nullptr) {
    context.settings = outer->settings;
    context.workspace = outer->workspace;
    context.quiet = true;
    context.require_proof = true;
    context.collected = collected;
  } else if (!load_settings(context, globals)) {
    return 2;
  }
  const int status = parsed.verb->verb->run(context);
  if (!core::interrupt_requested()) return status;
  if (outer == nullptr) fail(context, {"CLI-0008", "interrupted; there is no result", {}});
  return 130;
}

}  // namespace

core::CodeCatalogue all_codes() {
  core::CodeCatalogue catalogue;
  catalogue.add(core::codes::kTable);
  catalogue.add(codes::kTable);
  catalogue.add(sdcgen::code_table());
  catalogue.add(stack3d::code_table());
  catalogue.add(esd::code_table());
  catalogue.add(manifest::code_table());
  catalogue.add(rapidwright_bridge::code_table());
  return catalogue;
}

int run_program(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  return run_parsed(arguments, out, err, nullptr, nullptr);
}

int run_nested(const std::vector<std::string>& arguments, const Context& outer,
               std::vector<CheckResult>& collected) {
  return run_parsed(arguments, outer.out, outer.err, &outer, &collected);
}

}  // namespace sealring::cli
