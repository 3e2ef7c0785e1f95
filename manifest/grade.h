// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/files/input.h"
#include "core/store/clock.h"
#include "core/store/workspace.h"
#include "manifest/trust.h"
#include "manifest/verdicts.h"

namespace sealring::manifest {

/// What the task gives for one input role.
struct InputRule {
  std::string role;
  std::vector<std::string> sha256;  ///< of the task's files
  bool any = false;                 ///< true: the run uses one of them; false: exactly these
};

/// A policy (YAML `sealring.policy/1`): what counts as an acceptable submission of one task.
struct Policy {
  std::string name;
  std::string sha256;  ///< of the policy file
  std::string task;
  std::string stage;
  std::vector<std::string> runners;
  std::vector<InputRule> inputs;
  bool any_sandbox = false;
  std::optional<std::string> checker_role;  ///< role of the report that must show comparisons
  std::uint64_t least_comparisons = 1;
  std::optional<std::string> coverage_role;
  std::uint64_t coverage_percent = 0;
  std::vector<std::string> bins;  ///< of the coverage plan; empty: all that the report names
  std::string trace_role = "trace";
  bool same_trace = true;
  std::vector<std::string> tests;        ///< names that must have passed
  std::vector<std::string> clean_roles;  ///< reports that must state no error
  /// Hidden: stimulus sha256 -> data words expected in the trace.
  std::map<std::string, std::vector<std::string>> expected;
};

/// Reads a policy and the files it names. A policy that demands no runner, no input or no evidence is MAN-0519.
std::optional<Policy> read_policy(const core::InputReader& reader,
                                  const std::filesystem::path& file, core::Sink& sink);

struct GradeOptions {
  bool weak = false;
  bool auditor = false;       ///< shows expected values; the producer's view never does
  std::filesystem::path key;  ///< grader's key; empty: verdicts are not signed
  std::string passphrase;
  std::string grader;  ///< id of that key in the trust file
  std::string version;
  std::filesystem::path
      verdict_dir;  ///< where signed verdicts are written; empty: only into the ledger
};

struct Graded {
  Judgement judgement;
  std::string run;  ///< execution id; "" when there is no manifest
  std::string manifest_sha256;
  std::uint64_t bins_hit = 0;
  std::uint64_t bins_planned = 0;
  std::vector<std::string> missing_bins;
  bool signed_verdict = false;
};

struct GradeResult {
  std::vector<Graded> graded;
  std::optional<std::string>
      best;  ///< best accepted submission so far, earlier verdicts in the ledger included
  std::uint64_t best_bins = 0;
  std::uint64_t items = 0;  ///< comparisons of a submission with a rule
  std::uint64_t queries =
      0;  ///< gradings recorded in the ledger for these submissions, this one included
};

/// Grades submission folders. With a workspace the query is recorded and signed verdicts are entered in its ledger.
/// The weak rule (numbers in files alone) exists to show what it lets through; its verdicts are never signed.
GradeResult grade(const core::InputReader& reader,
                  const std::vector<std::filesystem::path>& submissions, const Policy& policy,
                  const Trust& trust, const GradeOptions& options,
                  const std::optional<core::Workspace>& workspace, const core::Clock& clock,
                  core::Sink& sink);

}  // namespace sealring::manifest
