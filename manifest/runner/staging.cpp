// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/runner/staging.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

#include "core/codes.h"
#include "manifest/codes.h"
#include "manifest/formats/paths.h"

namespace sealring::manifest {

namespace {

constexpr std::uint64_t kMostFiles = 1'000'000;

void cannot_write(const std::filesystem::path& path, core::Sink& sink) {
  sink.report(core::make_finding(core::codes::kCannotWrite,
                                 "cannot write '" + path.filename().string() +
                                     "' in the folder of the run: " + std::strerror(errno))
                  .on(path.filename().string(), "staging"));
}

std::string shown(const std::filesystem::path& path, const std::filesystem::path& root) {
  const std::filesystem::path relative = path.lexically_normal().lexically_relative(root);
  return relative.empty() ? path.filename().string() : relative.generic_string();
}

std::optional<FileRecord> stage_input(const InputSpec& input, const RunFolder& folder,
                                      const std::filesystem::path& root, core::Sink& sink) {
  FileRecord record;
  record.role = input.role;
  record.path = input.staged;
  record.source = shown(std::filesystem::absolute(input.path), root);
  std::string problem;
  const Descriptor from(::open(input.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!from) {
    const bool missing = errno == ENOENT || errno == ENOTDIR;
    sink.report(
        core::make_finding(missing ? core::codes::kFileMissing : core::codes::kFileUnreadable,
                           "input '" + record.source + "' (" + input.role +
                               ") cannot be opened: " + std::strerror(errno))
            .at(input.location)
            .on(record.source, input.role));
    return {};
  }
  Descriptor to;
  const std::filesystem::path target = folder.work() / input.staged;
  if (input.copied) {
    std::error_code ignored;
    std::filesystem::create_directories(target.parent_path(), ignored);
    struct stat status{};
    const bool executable = ::fstat(from.get(), &status) == 0 && (status.st_mode & S_IXUSR) != 0;
    to = Descriptor(
        ::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, executable ? 0555 : 0444));
    if (!to) {
      cannot_write(target, sink);
      return {};
    }
  }
  const std::optional<Content> content =
      read_content(from.get(), input.copied ? to.get() : -1, true, problem);
  if (!content) {
    const bool disk = problem.find("copied") != std::string::npos;
    sink.report(core::make_finding(disk ? core::codes::kCannotWrite : core::codes::kFileUnreadable,
                                   "input '" + record.source + "' (" + input.role + ") " + problem)
                    .at(input.location)
                    .on(record.source, input.role));
    return {};
  }
  record.sha256 = content->sha256;
  record.bytes = content->bytes;
  record.executable = content->executable;
  return record;
}

bool is_selected(const std::string& path, const std::vector<std::string>& outputs) {
  if (outputs.empty()) return true;
  return std::any_of(outputs.begin(), outputs.end(), [&](const std::string& wanted) {
    const std::string folder = wanted.ends_with('/') ? wanted : wanted + "/";
    return path == wanted || path.starts_with(folder);
  });
}

void unsafe(const std::string& path, const std::string& what, core::Sink& sink) {
  sink.report(
      core::make_finding(codes::kUnsafeOutput, "output '" + path + "' " + what).on(path, "output"));
}

}  // namespace

RunFolder run_folder(const core::Workspace& workspace, const std::string& id) {
  return {workspace.state() / "runs" / id};
}

bool make_folders(const RunFolder& folder, core::Sink& sink) {
  std::error_code error;
  std::filesystem::create_directories(folder.root.parent_path(), error);
  for (const auto& [path, mode] :
       {std::pair{folder.root, mode_t{0711}}, std::pair{folder.work(), mode_t{0700}},
        std::pair{folder.temporary(), mode_t{0700}}}) {
    if (::mkdir(path.c_str(), mode) != 0 || ::chmod(path.c_str(), mode) != 0) {
      cannot_write(path, sink);
      return false;
    }
  }
  return true;
}

std::optional<std::vector<FileRecord>> stage_inputs(const StageSpec& stage, const RunFolder& folder,
                                                    const std::filesystem::path& root,
                                                    core::Sink& sink) {
  std::vector<FileRecord> records;
  bool good = true;
  for (const InputSpec& input : stage.inputs) {
    std::optional<FileRecord> record = stage_input(input, folder, root, sink);
    good = good && record.has_value();
    if (record) records.push_back(std::move(*record));
  }
  if (!good) return {};
  return records;
}

bool hand_over(const RunFolder& folder, uid_t user) {
  std::error_code error;
  for (const std::filesystem::path& top : {folder.work(), folder.temporary()}) {
    if (::lchown(top.c_str(), user, user) != 0) return false;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(top, error)) {
      if (entry.is_directory(error) && ::lchown(entry.path().c_str(), user, user) != 0)
        return false;
    }
  }
  return !error;
}

bool inputs_unchanged(const StageSpec& stage, const RunFolder& folder,
                      const std::vector<FileRecord>& recorded, core::Sink& sink) {
  bool same = true;
  const Descriptor work = open_folder(folder.work());
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    const FileRecord& record = recorded[i];
    std::string problem;
    const auto source = hash_path(stage.inputs[i].path, problem);
    std::string where = "'" + record.source + "'";
    bool changed = !source || source->sha256 != record.sha256;
    if (!changed && stage.inputs[i].copied) {
      const Descriptor staged = open_beneath(work.get(), record.path, problem);
      const auto copy = staged ? read_content(staged.get(), -1, false, problem) : std::nullopt;
      changed = !copy || copy->sha256 != record.sha256;
      if (changed) where = "'" + record.path + "' in the folder of the run";
    }
    if (!changed) continue;
    same = false;
    sink.report(core::make_finding(codes::kInputChanged, "input " + where + " (" + record.role +
                                                             ") changed while the command ran")
                    .at(stage.inputs[i].location)
                    .on(record.source, record.role));
  }
  return same;
}

std::optional<std::vector<FileRecord>> collect_outputs(const StageSpec& stage,
                                                       const RunFolder& folder, core::Sink& sink) {
  const Descriptor work = open_folder(folder.work());
  std::set<std::string> staged;
  for (const InputSpec& input : stage.inputs) {
    if (input.copied) staged.insert(input.staged);
  }
  core::CountingSink counted(sink);
  std::vector<FileRecord> records;
  std::vector<std::string> paths;
  std::string trouble;
  const auto visit = [&](const std::string& path, const std::string& what) {
    if (staged.contains(path) || !is_selected(path, stage.outputs)) return;
    if (!what.empty()) return unsafe(path, what, counted);
    if (auto problem = path_problem(path)) return counted.report(std::move(*problem));
    std::string problem;
    const Descriptor file = open_beneath(work.get(), path, problem);
    const auto content = file ? read_content(file.get(), -1, false, problem) : std::nullopt;
    if (!content) return unsafe(path, problem, counted);
    FileRecord record;
    record.path = path;
    record.sha256 = content->sha256;
    record.bytes = content->bytes;
    record.executable = content->executable;
    for (const ReportRecord& report : stage.reports) {
      if (report.path == path) record.role = report.role;
    }
    paths.push_back(path);
    records.push_back(std::move(record));
  };
  if (!work || !each_file(work.get(), kMostFiles, visit, trouble)) unsafe(".", trouble, counted);
  report_collisions(paths, counted);
  if (counted.errors > 0) return {};
  return records;
}

}  // namespace sealring::manifest
