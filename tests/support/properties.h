// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <string>

namespace sealring::testing {

/// Gives property tests a fixed seed, and 100 cases times the whole number in SEALRING_SOAK. RC_PARAMS in the
/// environment wins. To be included in place of <rapidcheck/gtest.h>.
inline const bool kPropertiesConfigured = [] {
  const char* factor = std::getenv("SEALRING_SOAK");
  const int times = factor == nullptr ? 1 : std::atoi(factor);
  const std::string parameters =
      "seed=20260101 max_success=" + std::to_string(100 * (times < 1 ? 1 : times));
  return ::setenv("RC_PARAMS", parameters.c_str(), 0) == 0;
}();

}  // namespace sealring::testing
