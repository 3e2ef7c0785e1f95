// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "core/diagnostics/suggest.h"
#include "sdcgen/codes.h"
#include "sdcgen/emit/sdc_writer.h"
#include "sdcgen/generate.h"
#include "sdcgen/prove/views.h"
#include "sdcgen/rules/raw_count.h"
#include "sdcgen/select/frozen.h"

namespace sealring::sdcgen {

using core::make_finding;

namespace {

/// The view an SDC is to be proved as: told, named in its first lines, or the only one.
std::optional<View> view_of(const Project& project, const core::InputFile& file,
                            const std::string& told, core::Sink& sink) {
  const std::string named = told.empty() ? view_named_in(file.text) : told;
  const std::vector<View> all = project.config.views();
  if (named.empty() && all.size() == 1) return all.front();
  if (named.empty()) {
    std::string list;
    for (const View& view : all) list += (list.empty() ? "" : ", ") + view.name();
    sink.report(make_finding(codes::kViewNeeded,
                             "'" + file.name +
                                 "' names no view in its first lines and the configuration has " +
                                 std::to_string(all.size()) + "; give --view (" + list + ")")
                    .at(file.at(1))
                    .on(file.name, "view"));
    return std::nullopt;
  }
  const std::vector<View> chosen = chosen_views(project, {named}, sink);
  if (chosen.empty()) return std::nullopt;
  return chosen.front();
}

/// One file with what it is proved against.
struct FileWork {
  core::InputFile file;
  Selection expected;
  ViewResult result;
};

}  // namespace

core::Expected<GenerateResult> check_sdc(const core::InputReader& reader,
                                         const CheckOptions& options, core::ProcessRunner& runner,
                                         core::Sink& sink) {
  core::CollectingSink collected;
  core::CountingSink counted(collected);
  GenerateResult result;
  result.config = reader.shown(options.config);
  const std::unique_ptr<Project> project = read_project(reader, options.config, counted);
  std::vector<FileWork> work;
  if (project != nullptr) result.record = record_of(*project, "sdc check");
  for (const auto& path : options.files) {
    auto file = reader.read(path, reader.limits().design, counted);
    if (!file || project == nullptr) continue;
    result.record.add_input("sdc", file->name, file->sha256);
    const auto view = view_of(*project, *file, options.view, counted);
    if (!view) continue;
    FileWork entry;
    entry.expected = select_view(*project, select_clocks(*project, *view, counted), *view, counted);
    entry.result.view = view->name();
    entry.result.sdc = file->name;
    entry.result.lines =
        static_cast<std::uint64_t>(std::count(file->text.begin(), file->text.end(), '\n'));
    entry.result.active = entry.expected.count(ClockState::kActive);
    entry.result.unused = entry.expected.count(ClockState::kUnused);
    entry.result.counted_raw = count_raw_tables(*project, reader, entry.expected, counted);
    entry.file = std::move(*file);
    work.push_back(std::move(entry));
  }
  if (counted.errors == 0) {
    std::vector<ProofTask> tasks;
    for (FileWork& entry : work)
      tasks.push_back({&entry.expected, &entry.file.text, entry.file.name, &entry.result.proof});
    prove_all(*project, reader, runner,
              {ProofMode::kRequire, options.sta, options.limits, options.jobs, options.proof_cache,
               options.tool_build},
              tasks, counted);
  }
  for (FileWork& entry : work) result.views.push_back(std::move(entry.result));
  pass_on_once(collected, sink);
  return result;
}

}  // namespace sealring::sdcgen
