// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/diagnostics/summary.h"

namespace sealring::core {

void Summary::add(const Finding& finding) {
  if (!finding.waived_by.empty()) {
    ++waived;
  } else if (finding.in_baseline) {
    ++in_baseline;
  } else if (finding.severity == Severity::kError) {
    ++errors;
  } else if (finding.severity == Severity::kWarning) {
    ++warnings;
  } else {
    ++notes;
  }
}

void Summary::add(const Summary& other) {
  errors += other.errors;
  warnings += other.warnings;
  notes += other.notes;
  waived += other.waived;
  in_baseline += other.in_baseline;
}

}  // namespace sealring::core
