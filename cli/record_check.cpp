// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/record_check.h"

#include <filesystem>
#include <ostream>
#include <string_view>

#include "core/diagnostics/sink.h"
#include "manifest/record.h"

namespace sealring::cli {

std::vector<std::filesystem::path> waiver_files(const Context& context) {
  const std::vector<std::string>& named = context.findings.waivers;
  std::vector<std::filesystem::path> files(named.begin(), named.end());
  for (const std::string& name : context.settings.list("waivers"))
    files.push_back(context.root() / name);
  return files;
}

std::optional<std::string> record_check(Context& context, const CheckResult& result,
                                        const std::string& outcome) {
  // `check` is a list of checks, each recorded by itself; the manifest verbs keep the ledger's own records; to look at
  // what is there is no execution.
  const std::string_view verb = result.verb;
  const bool recorded = verb != "check" && !verb.starts_with("manifest") &&
                        !verb.ends_with(" list") && !verb.ends_with(" show");
  if (!context.workspace || !recorded) return {};
  core::CollectingSink sink;
  std::error_code ignored;
  std::optional<std::string> id;
  std::string why = "there is no folder '" + context.workspace->root.string() + "'";
  if (std::filesystem::is_directory(context.workspace->root, ignored)) {
    core::ExecutionRecord record = result.record;
    record.verb = result.verb;
    if (record.counts.empty()) record.counts = result.checked;
    // What was waived is part of what a result says.
    core::CollectingSink reported;
    const core::InputReader reader = context.reader();
    for (const std::filesystem::path& path : waiver_files(context)) {
      if (const auto file = reader.read(path, reader.limits().yaml, reported))
        record.add_input("waivers", file->name, file->sha256);
    }
    id = manifest::record_execution(*context.workspace, record, outcome, context.clock, sink);
    if (!sink.findings.empty()) why = sink.findings.front().message;
  }
  if (!id) {
    context.err << "sealring: warning: this '" << result.verb
                << "' is not recorded in the ledger: " << why << "\n";
  }
  return id;
}

}  // namespace sealring::cli
