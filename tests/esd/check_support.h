// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>

#include "esd/check.h"
#include "tests/esd/support.h"

namespace sealring::esd::testing {

/// The example project as texts that a test may change before it is written and run.
struct ProjectText {
  ProjectText();
  std::string network;
  std::string layers;
  std::string devices;
  std::string rules;
  std::string pads;       ///< list entries
  std::string instances;  ///< list entries
  std::string head;       ///< everything of esd.yaml before the pads
};

struct ProjectRun {
  std::optional<Project> project;
  CheckOutcome outcome;
  core::CollectingSink sink;
};

/// A rule file with the example's groups and these rules, one per argument line.
std::string rule(const std::string& flow_mapping);

void write_project(const Folder& folder, const ProjectText& text);
ProjectRun run_project(const Folder& folder, const ProjectText& text,
                       const CheckOptions& options = {});

/// Reads only; the findings of reading.
ProjectRun read_only(const Folder& folder, const ProjectText& text);

std::uint64_t count_of(const CheckOutcome& outcome, const std::string& what);

/// The worst value of a rule as its summary row shows it.
double value_of(const CheckOutcome& outcome, const std::string& rule_id);

std::string property(const core::Finding& finding, const std::string& name);

}  // namespace sealring::esd::testing
