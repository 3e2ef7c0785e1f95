// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/store/workspace.h"
#include "manifest/run.h"
#include "manifest/store/files.h"

namespace sealring::manifest {

/// The folder of one run: `.sealring/runs/<id>/` with `work/` for the command, `tmp/`, the logs and the lease.
struct RunFolder {
  std::filesystem::path root;
  std::filesystem::path work() const { return root / "work"; }
  std::filesystem::path temporary() const { return root / "tmp"; }
  std::filesystem::path output_log() const { return root / "stdout.log"; }
  std::filesystem::path error_log() const { return root / "stderr.log"; }
  std::filesystem::path lease() const { return root / "lease.json"; }
};

RunFolder run_folder(const core::Workspace& workspace, const std::string& id);

/// Makes the folders, mode 0700 for the command's; false after reporting IO-0008.
bool make_folders(const RunFolder& folder, core::Sink& sink);

/// Copies (or only hashes) the inputs and records them. IO-0001 / IO-0002 for what is missing or unreadable.
std::optional<std::vector<FileRecord>> stage_inputs(const StageSpec& stage, const RunFolder& folder,
                                                    const std::filesystem::path& root,
                                                    core::Sink& sink);

/// Gives the command's folders and the folders in them to `user`; staged files stay with the caller.
bool hand_over(const RunFolder& folder, uid_t user);

/// Reports MAN-0303 for every input whose content is not what was recorded, where it came from or as staged.
/// True when all are the same.
bool inputs_unchanged(const StageSpec& stage, const RunFolder& folder,
                      const std::vector<FileRecord>& recorded, core::Sink& sink);

/// The files the command made, hashed: everything that is no staged input, or what `outputs` lists. MAN-0314 for what
/// is no plain file; nothing is returned then.
std::optional<std::vector<FileRecord>> collect_outputs(const StageSpec& stage,
                                                       const RunFolder& folder, core::Sink& sink);

}  // namespace sealring::manifest
