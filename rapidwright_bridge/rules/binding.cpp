// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "rapidwright_bridge/rules/rules.h"

namespace sealring::rapidwright_bridge {
namespace {

/// What the verdict on a run needs.
constexpr std::array<FileKind, 3> kNeeded = {FileKind::kTimingSummary, FileKind::kRouteStatus,
                                             FileKind::kDrc};

constexpr std::array<FileKind, 10> kReports = {
    FileKind::kTimingSummary, FileKind::kTimingPaths,
    FileKind::kCheckTiming,   FileKind::kRouteStatus,
    FileKind::kDrc,           FileKind::kMethodology,
    FileKind::kUtilization,   FileKind::kClockUtilization,
    FileKind::kBusSkew,       FileKind::kLog};

bool is_report(FileKind kind) {
  return std::ranges::find(kReports, kind) != kReports.end();
}

void find_on(FileResult& file, const core::Code& code, std::string key, std::string message) {
  static const CheckOptions kNone;
  Judge(file, kNone).find(code, file.header.line, std::move(key), std::move(message));
}

/// Every file against the one that speaks for the run.
void compare(FileResult& file, const FileResult& reference) {
  const std::string name(to_string(reference.kind));
  const ReportHeader& a = file.header;
  const ReportHeader& b = reference.header;
  if (!a.design.empty() && !b.design.empty() && a.design != b.design) {
    find_on(file, codes::kDesignMismatch, "design",
            "report is of design '" + a.design + "', the " + name + " of this run is of design '" +
                b.design + "'");
  }
  if (!a.build.empty() && !b.build.empty() && a.build != b.build) {
    find_on(file, codes::kDesignMismatch, "build",
            "report was written by build " + a.build + ", the " + name + " of this run by build " +
                b.build);
  }
  const std::string_view field = differing_field(a.part, b.part);
  if (!field.empty()) {
    find_on(file, field == "speed grade" ? codes::kSpeedMismatch : codes::kPartMismatch, "part",
            std::string(field) + " differs: report is for '" + to_string(a.part) + "', the " +
                name + " of this run for '" + to_string(b.part) + "'");
  }
}

void judge_missing(const std::vector<FileResult>& files, RunResult& run) {
  for (const FileKind kind : kNeeded) {
    const bool there =
        std::ranges::any_of(run.files, [&](std::size_t i) { return files[i].kind == kind; });
    if (there) continue;
    const std::string name(to_string(kind));
    run.findings.push_back(
        core::make_finding(codes::kReportMissing, "no " + name + " report among the " +
                                                      std::to_string(run.files.size()) +
                                                      " files of run '" + run.folder + "'")
            .at({run.folder})
            .on(run.folder, name));
  }
}

/// Reports of one kind after different steps of one run (optimised, routed) belong together; two after the same step
/// do not.
void judge_mixed(const std::vector<FileResult>& files, RunResult& run) {
  std::map<std::pair<FileKind, std::string>, std::vector<const FileResult*>> by_kind;
  for (const std::size_t i : run.files)
    by_kind[{files[i].kind, files[i].header.state}].push_back(&files[i]);
  for (const auto& [key, list] : by_kind) {
    const FileKind kind = key.first;
    if (!is_report(kind) || list.size() < 2) continue;
    run.findings.push_back(
        core::make_finding(codes::kMixedRun,
                           "run '" + run.folder + "' holds " + std::to_string(list.size()) + " " +
                               std::string(to_string(kind)) + " reports, among them '" +
                               list[0]->file + "' and '" + list[1]->file +
                               "': which of them belong together cannot be told")
            .at({run.folder})
            .on(run.folder, std::string(to_string(kind))));
  }
}

bool passes(const std::vector<FileResult>& files, const RunResult& run, FileKind wanted) {
  return std::ranges::any_of(run.files, [&](std::size_t i) {
    return files[i].kind == wanted && verdict_of(files[i].findings) == core::Verdict::kPass;
  });
}

bool is_routed(const std::string& state) {
  return state == "Routed" || state == "Fully Routed";
}

/// A whole timing summary whose clocks do not meet.
bool crosses_no_clock(const FileResult& file) {
  if (file.kind != FileKind::kTimingSummary) return false;
  const bool cut = std::ranges::any_of(
      file.findings, [](const core::Finding& f) { return f.code == &codes::kTruncated; });
  return !cut && std::ranges::any_of(file.figures, [](const auto& figure) {
    return figure.first == "clock crossings" && figure.second == "0";
  });
}

/// What one report leaves open and another one of the run shows: a report made before routing beside one of its kind
/// made after it, a netlist that cannot be read beside a use of cells without black boxes, and no bus skew constraint
/// where no clock is crossed.
void settle_by_others(std::vector<FileResult>& files, const RunResult& run) {
  const bool used = passes(files, run, FileKind::kUtilization);
  const bool apart =
      std::ranges::any_of(run.files, [&](std::size_t i) { return crosses_no_clock(files[i]); });
  for (const std::size_t i : run.files) {
    FileResult& file = files[i];
    const bool later =
        !is_routed(file.header.state) && std::ranges::any_of(run.files, [&](std::size_t k) {
          return files[k].kind == file.kind && is_routed(files[k].header.state);
        });
    for (core::Finding& finding : file.findings) {
      const bool stage = finding.code == &codes::kNotRoutedStage && finding.key == "state" && later;
      const bool netlist = finding.code == &codes::kNetlistUnreadable && used;
      const bool skew = finding.code == &codes::kNoBusSkew && apart;
      if (stage || netlist || skew) finding.severity = core::Severity::kNote;
    }
  }
}

/// Reports must be written within the session that the log of the run records.
void judge_session(std::vector<FileResult>& files, const RunResult& run) {
  const FileResult* log = nullptr;
  for (const std::size_t i : run.files) {
    if (files[i].kind == FileKind::kLog) log = &files[i];
  }
  if (log == nullptr || !log->header.instant) return;
  for (const std::size_t i : run.files) {
    FileResult& file = files[i];
    if (file.kind == FileKind::kLog || !file.header.instant) continue;
    if (*file.header.instant < *log->header.instant) {
      find_on(file, codes::kStaleReport, "session",
              "report is of '" + file.header.date + "', the session of its run started at '" +
                  log->header.date + "'");
    }
  }
}

/// Report dates carry no time zone: only a report older than the checkpoint by more than any zone can explain is stale.
constexpr std::int64_t kWidestZone = 14 * 3600;

/// Reports against the checkpoint of the run, and the checkpoint against a passed route status.
void judge_checkpoint_of_run(std::vector<FileResult>& files, const RunResult& run) {
  const bool routed = passes(files, run, FileKind::kRouteStatus);
  for (const std::size_t c : run.files) {
    if (files[c].kind != FileKind::kCheckpoint || !files[c].checkpoint_time) continue;
    if (routed) {
      std::erase_if(files[c].findings,
                    [](const core::Finding& f) { return f.code == &codes::kNoPlacementProof; });
    }
    for (const std::size_t i : run.files) {
      FileResult& file = files[i];
      if (!is_report(file.kind) || !file.header.instant) continue;
      if (*file.header.instant + kWidestZone < *files[c].checkpoint_time) {
        find_on(file, codes::kStaleReport, "checkpoint",
                "report is of '" + file.header.date + "', older than checkpoint '" + files[c].file +
                    "' of its run");
      }
    }
  }
}

}  // namespace

void judge_binding(const CheckOptions& options, Judge& judge) {
  const ReportHeader& header = judge.header();
  if (!options.part.empty() && !header.part.empty()) {
    const std::string_view field = differing_field(header.part, options.part);
    if (field == "speed grade") {
      judge.find(codes::kSpeedMismatch, header.line, "part",
                 "speed grade is '" + header.part.speed + "', asked for is '" + options.part.speed +
                     "': placement can be reused, timing must be done again");
    } else if (!field.empty()) {
      judge.find(codes::kPartMismatch, header.line, "part",
                 std::string(field) + " differs: '" + to_string(header.part) + "' is not '" +
                     to_string(options.part) + "', which was asked for");
    }
  }
  if (!options.design.empty() && !header.design.empty() && header.design != options.design) {
    judge.find(codes::kDesignMismatch, header.line, "design",
               "design is '" + header.design + "', asked for is '" + options.design + "'");
  }
  if (options.not_before && header.present) {
    if (!header.instant) {
      judge.find(
          codes::kStaleReport, header.line, "age",
          "the date '" + header.date + "' of the report cannot be read, so its age is not known");
    } else if (*header.instant < *options.not_before) {
      judge.find(codes::kStaleReport, header.line, "age",
                 "report is of '" + header.date + "', older than the time asked for");
    }
  }
}

void judge_run(std::vector<FileResult>& files, RunResult& run) {
  judge_missing(files, run);
  judge_mixed(files, run);
  settle_by_others(files, run);
  judge_checkpoint_of_run(files, run);
  const FileResult* reference = nullptr;
  for (const std::size_t i : run.files) {
    if (files[i].header.present &&
        (reference == nullptr || files[i].kind == FileKind::kTimingSummary))
      reference = &files[i];
  }
  // Reports that do not belong together say nothing about one another.
  const bool mixed = std::ranges::any_of(
      run.findings, [](const core::Finding& f) { return f.code == &codes::kMixedRun; });
  if (reference == nullptr || mixed || !is_report(reference->kind)) return;
  const FileResult copy = *reference;
  for (const std::size_t i : run.files) {
    if (files[i].file != copy.file && files[i].header.present) compare(files[i], copy);
  }
  judge_session(files, run);
}

}  // namespace sealring::rapidwright_bridge
