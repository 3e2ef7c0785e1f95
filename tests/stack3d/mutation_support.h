// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

#include "tests/stack3d/stack_generator.h"
#include "tests/stack3d/stack_support.h"

namespace sealring::test {

/// What a fault must give.
struct Expected {
  std::set<std::string> codes;    ///< one of them must be found ...
  std::string object;             ///< ... on this object (part of object or message)
  std::set<std::string> allowed;  ///< further codes that may be said beside it
};

using Random = std::mt19937;

inline std::size_t any(Random& random, std::size_t count) {
  return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

/// A bump of a signal of the region.
inline GenBump& any_signal(Random& random, GenRegion& region) {
  while (true) {
    GenBump& bump = region.bumps[any(random, region.bumps.size())];
    if (bump.port.find('[') != std::string::npos) return bump;
  }
}

inline void rename(GenBump& bump, const std::string& name) {
  bump.port = name;
  bump.net = name;
}

inline void judge(const CheckedStack& result, const Expected& expected, const std::string& fault) {
  SCOPED_TRACE(fault);
  bool found = false;
  std::set<std::string> allowed = expected.allowed;
  allowed.insert(expected.codes.begin(), expected.codes.end());
  for (const core::Finding& finding : result.findings) {
    const std::string code(finding.code->id);
    const bool right = expected.codes.contains(code) &&
                       (finding.object + " " + finding.message + " " + finding.location.file)
                               .find(expected.object) != std::string::npos;
    found = found || right;
    EXPECT_TRUE(allowed.contains(code)) << code << ": " << finding.message;
  }
  EXPECT_TRUE(found) << "no " << *expected.codes.begin() << " on '" << expected.object << "' in\n"
                     << result.all();
}

}  // namespace sealring::test
