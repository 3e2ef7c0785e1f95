// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "manifest/store/files.h"

namespace sealring::manifest {

/// What keeps a command away from everything but its own folder.
struct SandboxPlan {
  std::vector<std::filesystem::path> writable;  ///< folders it may write to
  std::vector<std::filesystem::path>
      protected_;         ///< files and folders it may neither read nor write
  bool disabled = false;  ///< "sandbox: none" in the run description
};

/// A prepared sandbox: `enter` is called in the child between fork and exec and makes system calls only.
class Sandbox {
 public:
  /// With root rights the command gets a user id of its own (if that user can reach its folder); where the kernel has
  /// Landlock, rights to files are limited by it as well. Nothing when neither works; `problem` says why.
  static std::optional<Sandbox> prepare(const SandboxPlan& plan, std::string& problem);

  /// "uid+landlock", "uid", "landlock" or "none".
  std::string name() const;
  /// The user the command runs as, to whom its writable folders must belong; nothing: the caller's.
  std::optional<uid_t> user() const { return user_; }

  /// Applies it to the calling process for good; false on any failure.
  bool enter() const;

 private:
  std::optional<uid_t> user_;
  Descriptor rules_;
  bool disabled_ = false;
};

}  // namespace sealring::manifest
