// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Generated stacks of three kinds without and with a fault: clean ones have no finding, a moved bump is named.
#include <gtest/gtest.h>

#include <random>

#include "tests/stack3d/stack_generator.h"
#include "tests/stack3d/stack_support.h"
#include "tests/support/soak.h"

namespace sealring::stack3d {
namespace {

using test::check_stack;
using test::CheckedStack;
using test::GenBump;
using test::GenRegion;
using test::GenStack;
using test::kUm;
using test::TempFolder;
using test::Unit;

using Random = std::mt19937;

std::size_t any(Random& random, std::size_t count) {
  return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

/// A bump of a signal of the region.
GenBump& any_signal(Random& random, GenRegion& region) {
  while (true) {
    GenBump& bump = region.bumps[any(random, region.bumps.size())];
    if (bump.port.find('[') != std::string::npos) return bump;
  }
}

TEST(Mutations, CleanStacksHaveNoFinding) {
  Random random(5);
  const int rounds = testing::soak_count("clean stacks of three kinds", 3);
  for (int round = 0; round < rounds; ++round) {
    test::GenOptions options;
    options.signals = 60 + static_cast<int>(any(random, 60));
    options.supply_bumps = 1 + static_cast<int>(any(random, 3));
    options.pitch = (8 + static_cast<Unit>(any(random, 5))) * kUm;
    for (const GenStack& stack :
         {test::two_dies(options), test::interposer_system(options), test::hierarchical(options)}) {
      const TempFolder folder;
      const CheckedStack result =
          check_stack(test::write_stack(stack, folder.path()), folder / "rules.yaml");
      EXPECT_TRUE(result.findings.empty()) << result.all();
      EXPECT_TRUE(result.outcome.not_checked.empty());
      EXPECT_EQ(result.checked("unpaired_bumps"), 0U);
    }
  }
}

TEST(Mutations, FaultsInHierarchyAreNamedByTheirPath) {
  Random random(9);
  const int rounds = testing::soak_count("faults in hierarchical stacks", 2);
  for (int round = 0; round < rounds; ++round) {
    const TempFolder folder;
    GenStack stack = test::hierarchical({.signals = 64});
    GenBump& bump = any_signal(random, stack.region("Upper", "front"));
    bump.x += kUm / 2;
    const CheckedStack result = check_stack(test::write_stack(stack, folder.path()));
    EXPECT_EQ(result.codes(), (std::map<std::string, std::size_t>{{"STK-0302", 1}}))
        << result.all();
    EXPECT_TRUE(result.find("STK-0302", "u_pair/u_hi.regions.front/" + bump.name) != nullptr)
        << result.all();
  }
}

TEST(Mutations, FullSizeSystem) {
  // 24,000 signal bonds, 9 power domains and ground: clean, and one shifted bump in it is found.
  const TempFolder folder;
  GenStack stack = test::two_dies({.signals = 24000, .supply_bumps = 100});
  CheckedStack clean = check_stack(test::write_stack(stack, folder.path()), folder / "rules.yaml");
  EXPECT_TRUE(clean.findings.empty()) << clean.all().substr(0, 2000);
  EXPECT_GE(clean.checked("matched_pairs"), 25000U);
  Random random(1);
  GenBump& bump = any_signal(random, stack.region("Upper", "front"));
  bump.y -= kUm;
  const CheckedStack result =
      check_stack(test::write_stack(stack, folder.path()), folder / "rules.yaml");
  EXPECT_TRUE(result.find("STK-0302", bump.name) != nullptr) << result.all().substr(0, 2000);
  EXPECT_LE(result.findings.size(), 2U) << result.all().substr(0, 2000);
}

}  // namespace
}  // namespace sealring::stack3d
