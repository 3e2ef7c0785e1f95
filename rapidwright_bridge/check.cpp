// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/check.h"

#include <algorithm>
#include <map>
#include <set>

#include "rapidwright_bridge/guide.h"
#include "rapidwright_bridge/metadata.h"
#include "rapidwright_bridge/rules/rules.h"

namespace sealring::rapidwright_bridge {
namespace {

namespace fs = std::filesystem;

/// A member of a checkpoint may unpack to this many bytes.
constexpr std::uint64_t kMemberLimit = 16ULL << 30;

void judge_text(const core::InputFile& file, Judge& judge, FileResult& result) {
  const std::string_view text = file.text;
  switch (result.kind) {
    case FileKind::kTimingSummary: judge_timing(read_timing_summary(text), judge); break;
    case FileKind::kTimingPaths:
      judge.find(codes::kNotASummary, result.header.line, "kind",
                 "a report of single timing paths does not cover the design");
      break;
    case FileKind::kCheckTiming: {
      Ending ending;
      const CheckTiming report = read_check_timing(text, &ending);
      judge.whole(ending);
      judge_check_timing(report, judge);
      break;
    }
    case FileKind::kRouteStatus: judge_route_status(read_route_status(text), judge); break;
    case FileKind::kDrc: judge_drc(read_rule_report(text), judge); break;
    case FileKind::kMethodology: judge_methodology(read_rule_report(text), judge); break;
    case FileKind::kUtilization: judge_utilization(read_utilization(text), judge); break;
    case FileKind::kClockUtilization:
      judge_clock_utilization(read_clock_utilization(text), judge);
      break;
    case FileKind::kBusSkew: judge_bus_skew(read_bus_skew(text), judge); break;
    case FileKind::kNextpnrReport: judge_nextpnr_report(read_nextpnr_report(text), judge); break;
    case FileKind::kNextpnrLog: judge_nextpnr_log(read_nextpnr_log(text), judge); break;
    default: break;
  }
}

void check_log(const core::InputFile& file, Judge& judge, FileResult& result) {
  const VivadoLog log = read_log(file.text);
  result.header.present = true;
  result.header.tool_version = log.tool_version;
  result.header.build = log.build;
  result.header.design = log.top;
  result.header.part = log.part;
  result.header.instant = log.start;
  judge_log(log, judge);
}

void check_checkpoint(const core::InputFile& file, Judge& judge, FileResult& result,
                      core::Sink& sink) {
  fs::path root = file.path;
  const auto checkpoint =
      read_checkpoint_bytes(file.text, file.name, kMemberLimit, sink, root.replace_extension());
  if (!checkpoint) return;
  result.header.present = true;
  result.header.tool_version = checkpoint->tool_version;
  result.header.build = checkpoint->build;
  result.header.design = checkpoint->top;
  result.header.part = checkpoint->part;
  result.checkpoint_time = checkpoint->newest;
  judge_checkpoint(*checkpoint, judge);
}

void check_netlist(const core::InputFile& file, Judge& judge, FileResult& result,
                   core::Sink& sink) {
  const auto source = memory_source(file.text);
  const EdifDigest digest = digest_edif(*source, file.name, sink);
  if (!digest.complete) return;
  result.header.design = digest.top;
  result.header.part = parse_part(digest.part);
  judge_netlist(digest, judge);
}

/// Files that are read with findings of their own.
void check_artifact(const core::InputFile& file, Judge& judge, FileResult& result) {
  core::CollectingSink sink;
  switch (result.kind) {
    case FileKind::kCheckpoint: check_checkpoint(file, judge, result, sink); break;
    case FileKind::kNetlist: check_netlist(file, judge, result, sink); break;
    case FileKind::kMetadata:
      if (const auto metadata = read_metadata(file, sink)) judge_metadata(*metadata, judge);
      break;
    case FileKind::kPblock:
      if (const auto pblocks = read_pblocks(file, sink)) judge_pblocks(*pblocks, judge);
      break;
    case FileKind::kGuide:
      if (const auto guide = read_guide(file, sink)) judge_guide(*guide, judge);
      break;
    default: break;
  }
  judge.take(std::move(sink.findings));
}

bool is_artifact(FileKind kind) {
  return kind == FileKind::kCheckpoint || kind == FileKind::kNetlist ||
         kind == FileKind::kMetadata || kind == FileKind::kPblock || kind == FileKind::kGuide;
}

void add_folder(const core::InputReader& reader, const fs::path& folder,
                std::set<std::string>& seen, std::vector<std::pair<fs::path, bool>>& out) {
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::recursive_directory_iterator
           it(folder, fs::directory_options::skip_permission_denied, error),
       end;
       !error && it != end; it.increment(error)) {
    if (it->is_regular_file(error)) found.push_back(it->path());
  }
  std::ranges::sort(found);
  for (fs::path& path : found) {
    if (seen.insert(reader.shown(path)).second) out.emplace_back(std::move(path), false);
  }
}

}  // namespace

FileResult check_file(const core::InputFile& file, const CheckOptions& options) {
  FileResult result;
  result.file = file.name;
  result.sha256 = file.sha256;
  result.kind = recognise(file.text);
  Judge judge(result, options);
  if (result.kind == FileKind::kUnknown) {
    judge.find(codes::kUnknownKind, 0, "kind",
               "'" + file.name +
                   "' is not a report, checkpoint, netlist, metadata, pblock or guide file of a "
                   "known form");
    return result;
  }
  if (result.kind == FileKind::kLog) {
    check_log(file, judge, result);
  } else if (is_artifact(result.kind)) {
    check_artifact(file, judge, result);
  } else {
    result.header = read_header(file.text);
    judge_text(file, judge, result);
  }
  judge_binding(options, judge);
  return result;
}

CheckOutcome check_files(const core::InputReader& reader, std::span<const fs::path> paths,
                         const CheckOptions& options) {
  CheckOutcome outcome;
  std::set<std::string> seen;
  std::vector<std::pair<fs::path, bool>> todo;  // path, named by the user
  std::set<std::string> folders;
  for (const fs::path& path : paths) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
      add_folder(reader, path, seen, todo);
      continue;
    }
    if (seen.insert(reader.shown(path)).second) todo.emplace_back(path, true);
  }
  std::map<std::string, std::vector<std::string>> by_folder;
  for (const auto& [path, named] : todo) {
    core::CollectingSink sink;
    const auto file = reader.read(path, reader.limits().design, sink);
    if (!file) {
      if (!named && sink.findings.size() == 1 && sink.findings[0].code->id == "IO-0003") {
        outcome.skipped.push_back(reader.shown(path));
        continue;
      }
      FileResult result{.file = reader.shown(path)};
      result.findings = std::move(sink.findings);
      outcome.files.push_back(std::move(result));
      continue;
    }
    FileResult result = check_file(*file, options);
    // Scripts and lists of regions are what a run was given, not what it left.
    if (!named && (result.kind == FileKind::kUnknown || result.kind == FileKind::kPblock)) {
      outcome.skipped.push_back(file->name);
      continue;
    }
    if (!named) by_folder[reader.shown(path.parent_path())].push_back(file->name);
    outcome.record.add_input(std::string(to_string(result.kind)), file->name, file->sha256);
    outcome.files.push_back(std::move(result));
  }
  std::ranges::sort(outcome.files, {}, &FileResult::file);
  std::ranges::sort(outcome.skipped);
  for (const auto& [folder, names] : by_folder) {
    RunResult run{.folder = folder};
    for (std::size_t i = 0; i < outcome.files.size(); ++i) {
      if (std::ranges::find(names, outcome.files[i].file) != names.end()) run.files.push_back(i);
    }
    judge_run(outcome.files, run);
    outcome.runs.push_back(std::move(run));
  }
  return outcome;
}

}  // namespace sealring::rapidwright_bridge
