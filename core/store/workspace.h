// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace sealring::core {

/// Where a project keeps its state: `sealring.yaml` and beside it `.sealring/`.
struct Workspace {
  std::filesystem::path root;
  std::filesystem::path config() const { return root / "sealring.yaml"; }
  std::filesystem::path state() const { return root / ".sealring"; }
  std::filesystem::path cache() const { return state() / "cache.db"; }
  std::filesystem::path ledger() const { return state() / "ledger.db"; }
  std::filesystem::path content() const { return state() / "cas"; }
};

/// The nearest folder upward from `start` that holds sealring.yaml; the search ends at a `.git` or at '/'.
std::optional<Workspace> find_workspace(const std::filesystem::path& start);

}  // namespace sealring::core
