// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <map>
#include <string>

#include "tests/esd/check_support.h"

namespace sealring::esd::testing {

/// Two dies face to face, each delivered as a SPICE network: the lower one meets the package through TSVs at its back.
/// Files by name; a test changes some before they are written and read.
///
///   package -c4- [TSV] T -1 ohm- H1 -hb- K1 -2 ohm- C (clamp of the upper die)
///                      T -3 ohm- H2 -hb- K2 -4 ohm- C
///   VSS and the signal likewise; a clamp of the lower die sits at H2.
struct StackText {
  StackText();
  std::map<std::string, std::string> files;

  /// Replaces the only place (ASSERTs that it is there).
  void replace(const std::string& file, const std::string& what, const std::string& by);
};

ProjectRun read_stack(const Folder& folder, const StackText& text);
ProjectRun run_stack(const Folder& folder, const StackText& text, const CheckOptions& options = {});

/// Effective resistance between the pads or instance pins of two names, merged.
double between(const Project& project, const std::string& from, const std::string& to);

/// Findings of error severity.
std::vector<core::Finding> errors(const core::CollectingSink& sink);

}  // namespace sealring::esd::testing
