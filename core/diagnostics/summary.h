// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/diagnostics/finding.h"

namespace sealring::core {

/// Counts of findings. Every finding stands in exactly one of them: a waived one only under `waived`, one known from
/// the baseline only under `in_baseline`.
struct Summary {
  std::uint64_t errors = 0;
  std::uint64_t warnings = 0;
  std::uint64_t notes = 0;
  std::uint64_t waived = 0;
  std::uint64_t in_baseline = 0;

  void add(const Finding& finding);
  void add(const Summary& other);
  std::uint64_t total() const { return errors + warnings + notes + waived + in_baseline; }
};

/// Per code id: findings over --max-findings, counted and not listed.
using HiddenFindings = std::map<std::string, Summary>;

}  // namespace sealring::core
