// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <vector>

#include "core/diagnostics/finding.h"
#include "core/diagnostics/verdict.h"

namespace sealring::manifest {

/// The judgement of one manifest or submission with its reasons in the order of the checks.
struct Judgement {
  std::string name;  ///< as the caller named it
  core::Verdict verdict = core::Verdict::kError;
  std::vector<core::Finding> reasons;
};

/// ERROR when a reason is an input fault, else FAIL when one refuses, else INCONCLUSIVE when one only lacks evidence
/// (MAN-0507, MAN-0512), else PASS. Warnings do not count.
core::Verdict verdict_of(const std::vector<core::Finding>& reasons);

/// Ids of the reasons of error severity, each once, in order.
std::vector<std::string> reason_codes(const Judgement& judgement);

/// 0 when every verdict is PASS and there is at least one, 2 when one is ERROR or there is none, else 1.
int exit_status(const std::vector<Judgement>& judgements);

}  // namespace sealring::manifest
