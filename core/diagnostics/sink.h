// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstddef>
#include <vector>

#include "core/diagnostics/finding.h"

namespace sealring::core {

/// Receives findings. Readers and checks push everything they see in one run and go on.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void report(Finding finding) = 0;
};

/// Keeps findings in the order they came.
class CollectingSink final : public Sink {
 public:
  void report(Finding finding) override { findings.push_back(std::move(finding)); }

  std::vector<Finding> findings;
};

/// Passes findings on and counts those of error severity, so that a caller can tell whether one step of its
/// work reported any.
class CountingSink final : public Sink {
 public:
  explicit CountingSink(Sink& next) : next_(next) {}
  void report(Finding finding) override {
    if (finding.severity == Severity::kError) ++errors;
    next_.report(std::move(finding));
  }

  std::size_t errors = 0;

 private:
  Sink& next_;
};

}  // namespace sealring::core
