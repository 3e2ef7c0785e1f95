// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/store/execution_record.h"
#include "sdcgen/prove/prove_view.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// Views of the configuration by name, all when `names` is empty; SDC-0308 for a name it does not have.
std::vector<View> chosen_views(const Project& project, const std::vector<std::string>& names,
                               core::Sink& sink);

/// Inputs of a run by role and digest.
core::ExecutionRecord record_of(const Project& project, std::string verb);

/// Hands findings on, each once: views share tables and netlists, so the same one can come from several.
void pass_on_once(core::CollectingSink& collected, core::Sink& sink);

/// One view to prove and where its result goes.
struct ProofTask {
  const Selection* expected = nullptr;
  const std::string* sdc = nullptr;
  std::string sdc_name;
  Proof* proof = nullptr;
};

struct ProofPlan {
  ProofMode mode = ProofMode::kAuto;
  std::string sta;
  ProofLimits limits;
  unsigned jobs = 1;
  std::filesystem::path cache;  ///< database of earlier proofs; empty: every view is proved
  std::string tool_build;       ///< of this program: part of the cache's key
};

/// Proves every task that the cache does not have, at most `jobs` sta processes at a time; findings come in the order of the tasks. In mode kAuto a
/// proof without a verdict is reported as a warning, since nobody asked for it.
void prove_all(const Project& project, const core::InputReader& reader, core::ProcessRunner& runner,
               const ProofPlan& plan, const std::vector<ProofTask>& tasks, core::Sink& sink);

}  // namespace sealring::sdcgen
