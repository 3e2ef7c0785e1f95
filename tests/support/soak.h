// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace sealring::testing {

/// How many cases a random test runs: `base` times the whole number in SEALRING_SOAK (1 where it is not set).
/// Prints "soak: <n> <what>", which `./dev soak` keeps in docs/soak.md.
inline int soak_count(const std::string& what, int base) {
  const char* factor = std::getenv("SEALRING_SOAK");
  const int times = factor == nullptr ? 1 : std::atoi(factor);
  const int count = base * (times < 1 ? 1 : times);
  std::printf("soak: %d %s\n", count, what.c_str());
  return count;
}

}  // namespace sealring::testing
