// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sealring::manifest {

/// What a stage's result depends on, so what its run description must list (or leave out with a reason).
struct StageKind {
  std::string_view name;
  std::vector<std::string_view> roles;  ///< input roles
  std::vector<std::string_view> parameters;
  bool tool = true;  ///< at least one tool build
};

/// The kind of a known stage name, or nullptr: other stages list what they like.
const StageKind* find_stage_kind(std::string_view name);
std::vector<std::string> stage_names();

/// Two stages that must have worked on the same content: an input of `later` equals an input or output of `earlier`.
struct ChainRule {
  std::string_view earlier;
  std::string_view earlier_role;
  bool earlier_output;  ///< the role is that of a report or output, else of an input
  std::string_view later;
  std::string_view later_role;
};
const std::vector<ChainRule>& chain_rules();

}  // namespace sealring::manifest
