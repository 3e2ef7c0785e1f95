// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnostics/finding.h"
#include "core/diagnostics/verdict.h"
#include "core/files/input.h"
#include "core/store/execution_record.h"
#include "rapidwright_bridge/part.h"
#include "rapidwright_bridge/reports.h"

/// `reuse check`: what files of an implementation run prove. Exit codes and messages of success prove nothing.
namespace sealring::rapidwright_bridge {

struct CheckOptions {
  /// Ports are timed where the module is placed: missing input and output delays are not asked for. Default: no.
  bool out_of_context = false;
  Part part;           ///< what the files must be for; empty: only agreement among themselves
  std::string design;  ///< name of the top; empty: only agreement among themselves
  std::optional<std::int64_t>
      not_before;  ///< reports must not be older (seconds, as ReportHeader::instant)
};

/// What one file proves.
struct FileResult {
  std::string file;  ///< as shown
  FileKind kind = FileKind::kUnknown;
  std::string sha256;
  ReportHeader header;
  std::optional<std::int64_t>
      checkpoint_time;  ///< newest member of a checkpoint (seconds since 1970, UTC)
  std::vector<std::pair<std::string, std::string>> figures;  ///< name with unit, value as written
  std::vector<core::Finding> findings;
};

/// What the files of one folder prove together.
struct RunResult {
  std::string folder;
  std::vector<std::size_t> files;       ///< indexes into CheckOutcome::files
  std::vector<core::Finding> findings;  ///< of the folder itself: missing, mixed or unbound reports
};

struct CheckOutcome {
  std::vector<FileResult> files;  ///< sorted by name
  std::vector<RunResult> runs;    ///< one for each folder given that holds recognised files
  std::vector<std::string>
      skipped;  ///< files in folders that show nothing of a run: unknown, or lists of regions
  core::ExecutionRecord record;
};

/// PASS with no finding of error severity; else ERROR with one of class input, FAIL with one of RWB-01xx, INCONCLUSIVE
/// otherwise.
core::Verdict verdict_of(std::span<const core::Finding> findings);

/// The ids behind the verdict: error findings, sorted, each once.
std::vector<std::string> reasons_of(std::span<const core::Finding> findings);

/// "2026-04-22T15:46:37" as seconds, comparable with ReportHeader::instant.
std::optional<std::int64_t> parse_instant(std::string_view text);

/// Judges one file that is already in memory.
FileResult check_file(const core::InputFile& file, const CheckOptions& options);

/// Judges files and folders. A file that was named must be of a known kind; in folders (searched through all levels)
/// other files are skipped and listed.
CheckOutcome check_files(const core::InputReader& reader,
                         std::span<const std::filesystem::path> paths, const CheckOptions& options);

}  // namespace sealring::rapidwright_bridge
