// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/store/workspace.h"

#include <system_error>

namespace sealring::core {

std::optional<Workspace> find_workspace(const std::filesystem::path& start) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path folder = fs::weakly_canonical(
      start.empty() ? fs::current_path(error) : fs::absolute(start, error), error);
  if (error) return std::nullopt;
  if (!fs::is_directory(folder, error)) folder = folder.parent_path();
  while (true) {
    Workspace candidate{folder};
    if (fs::is_regular_file(candidate.config(), error)) return candidate;
    if (fs::exists(folder / ".git", error) || !folder.has_relative_path()) return std::nullopt;
    folder = folder.parent_path();
  }
}

}  // namespace sealring::core
