// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/proof.h"

namespace sealring::sdcgen {

std::string_view to_string(ProofStatus status) {
  switch (status) {
    case ProofStatus::kProved: return "proved";
    case ProofStatus::kFailed: return "failed";
    case ProofStatus::kError: return "error";
    case ProofStatus::kTimeout: return "timeout";
    case ProofStatus::kTooLarge: return "too_large";
    case ProofStatus::kNotRun: break;
  }
  return "not_run";
}

}  // namespace sealring::sdcgen
