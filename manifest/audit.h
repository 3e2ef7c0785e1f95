// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/files/input.h"
#include "core/store/workspace.h"
#include "manifest/run_record.h"
#include "manifest/trust.h"
#include "manifest/verdicts.h"

namespace sealring::manifest {

struct AuditResult {
  std::vector<Judgement> judgements;
  std::uint64_t submissions = 0;
  std::uint64_t files = 0;
  std::uint64_t chains = 0;  ///< chain rules that had both their stages
};

/// Audits folders: a submission, or a folder of submissions. Reports unlisted files in the folders of the outputs
/// (MAN-0514), those that are outputs of an earlier run (MAN-0602), missing and changed files, one run submitted twice
/// (MAN-0516), and stages of one task that did not work on the same content (MAN-0603).
AuditResult audit(const core::InputReader& reader,
                  const std::vector<std::filesystem::path>& folders, const Trust& trust,
                  const std::optional<core::Workspace>& workspace);

/// In what two runs differ, a line each: inputs, parameters, tools, command, environment, outputs. Ids, times and cost
/// are no difference.
std::vector<std::string> differences(const RunRecord& a, const RunRecord& b);

struct DiffResult {
  bool compared = false;
  std::vector<core::Finding> findings;  ///< MAN-0605 each
  std::uint64_t items = 0;
};

/// Compares two sealed manifests: inputs, parameters, tools, command, environment, outputs. Times are no difference.
DiffResult diff(const core::InputReader& reader, const std::filesystem::path& a,
                const std::filesystem::path& b, const Trust& trust);

/// One stage that must be redone, and why.
struct StaleStage {
  std::string task;
  std::string stage;
  std::string run;
  std::vector<std::string> reasons;  ///< "rtl/fifo.v (rtl) changed"
  bool follows = false;  ///< its own files are the same; a stage before it must be redone first
};

struct StaleResult {
  std::vector<StaleStage> stages;
  std::uint64_t looked_at = 0;  ///< sealed stages
  std::uint64_t files = 0;
};

/// What must be redone, and only that: compares the inputs of the newest seal of each stage, and of the newest pass of
/// each check that is bound to its inputs (core::kBoundToInputs), with the files they came from. Of such a pass the task is
/// the project it checked, the stage its verb and the run its execution. `use_stat_cache`: files whose identity, size and times are as remembered are not read again.
std::optional<StaleResult> stale(const core::Workspace& workspace, bool use_stat_cache,
                                 core::Sink& sink);

}  // namespace sealring::manifest
