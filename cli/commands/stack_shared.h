// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/context.h"
#include "core/diagnostics/sink.h"
#include "core/process/process.h"
#include "stack3d/check.h"

namespace sealring::cli {

/// Exit status after an interrupt: nothing is written, since what was looked at is not the whole.
inline constexpr int kInterrupted = 130;

/// What the verbs of the group have in common on their command lines.
struct StackArguments {
  std::string file;  ///< STACK.3dbx, CHIPLETS.3dbv or STACK.yaml
  std::vector<std::string> netlists;
  std::optional<std::string> rules;
  std::optional<std::string> flip;
};

/// A stack with everything that its checks need.
struct LoadedStack {
  std::optional<stack3d::Stack> stack;
  stack3d::Rules rules;
  std::optional<stack3d::Project> project;
};

/// Reads the project (when the file is one), the rules and the description, and assembles it.
LoadedStack load_stack(const StackArguments& arguments, const core::InputReader& reader,
                       core::Sink& sink);

/// The digests of everything the result depends on.
core::ExecutionRecord stack_record(const std::string& verb, const LoadedStack& loaded);

}  // namespace sealring::cli
