// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "manifest/checks/submission.h"
#include "manifest/grade.h"
#include "manifest/readers/reports.h"

namespace sealring::manifest {

/// A report that was sealed and read.
struct Evidence {
  ReportRecord report;
  std::string sha256;
  ReportFacts facts;
};

/// One submission under the policy.
struct Case {
  std::string name;
  std::filesystem::path folder;
  const VerifiedManifest& manifest;
  const Policy& policy;
  bool auditor = false;
  std::vector<Evidence> evidence;
  std::vector<std::string>
      spoilt_roles;  ///< reports that are missing, changed or unreadable: reported already

  const RunRecord& record() const { return manifest.provenance.record; }
  std::vector<const Evidence*> of_role(const std::string& role) const;
  bool spoilt(const std::string& role) const;
};

/// Reads the sealed reports of a submission whose bytes are intact; what cannot be read is MAN-0512.
void read_evidence(Case& submission, core::Sink& sink);

// One item each, in the order in which they are checked; every one reports its own code.
void check_task(const Case& submission, core::Sink& sink);     ///< MAN-0513, MAN-0208, MAN-0518
void check_inputs(const Case& submission, core::Sink& sink);   ///< MAN-0504, MAN-0505
void check_checker(const Case& submission, core::Sink& sink);  ///< MAN-0506, MAN-0507, MAN-0511
void check_clean(const Case& submission, core::Sink& sink);    ///< MAN-0511, MAN-0512
void check_trace(const Case& submission, core::Sink& sink);    ///< MAN-0508
void check_data(const Case& submission, core::Sink& sink);     ///< MAN-0509
void check_tests(const Case& submission, core::Sink& sink);    ///< MAN-0515
void check_coverage(const Case& submission, Graded& graded,
                    core::Sink& sink);  ///< MAN-0510, MAN-0512

/// The weak rule: reads whatever scoreboard and coverage files lie in the folder, believes every number, and takes a
/// missing one for zero.
std::vector<core::Finding> weak_rule(const std::filesystem::path& folder, const std::string& name,
                                     const Policy& policy, Graded& graded);

/// Hit and planned bins of coverage facts under a plan.
void count_bins(const std::map<std::string, std::uint64_t>& bins,
                const std::vector<std::string>& plan, Graded& graded);

}  // namespace sealring::manifest
