// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/progress.h"
#include "cli/verb.h"
#include "esd/network.h"
#include "esd/solver_options.h"

namespace sealring::cli {

/// Options that every esd verb has.
struct EsdSolverOptions {
  std::uint64_t memory_limit_mib = 0;
  bool no_reduction = false;

  void declare(Options& options);
  esd::SolverOptions solver(const Context& context) const;
};

/// Options of the verbs that check a project.
struct EsdCheckOptions {
  std::uint64_t details = 20;
  std::uint64_t segments = 10;
  bool no_cache = false;

  void declare(Options& options);
};

/// Which kinds of rules run.
struct EsdKinds {
  bool p2p = true;
  bool cd = true;
  bool topology = false;
  bool layout = false;
};

/// Reads a project, runs its rules and finishes the verb.
int run_esd_check(Context& context, const std::string& verb, const std::string& project,
                  const EsdSolverOptions& solver, const EsdCheckOptions& checks, EsdKinds kinds);

/// Progress of the solver on a status line, which must outlive it.
esd::ProgressFunction tell_progress(ProgressLine& line);

/// Adds what was read of a network to the counts and the record of a result.
void add_network(const esd::Network& network, CheckResult& result);

/// On --verbose: what each phase took, on the error stream.
void tell_phases(Context& context, const esd::SolverCounts& counts);

}  // namespace sealring::cli
