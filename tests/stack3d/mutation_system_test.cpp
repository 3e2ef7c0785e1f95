// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// The same faults in larger systems: memories in eight orientations on an interposer, and a pair inside a turned
// sub-assembly. Each is found on its own interface, with its own kind.
#include <gtest/gtest.h>

#include <functional>

#include "tests/stack3d/mutation_support.h"
#include "tests/support/soak.h"

namespace sealring::stack3d {
namespace {

using test::any;
using test::any_signal;
using test::check_stack;
using test::Expected;
using test::GenBump;
using test::GenChiplet;
using test::GenRegion;
using test::GenStack;
using test::judge;
using test::kUm;
using test::Random;
using test::rename;
using test::TempFolder;
using test::Unit;

/// The die of a stack that gets the fault, and what its places are called.
struct Victim {
  std::string chiplet;
  std::string region;
  std::string face;   ///< interface
  std::string pins;   ///< "path.regions.region"
  std::string other;  ///< the same of the facing side
};

struct Fault {
  const char* name;
  std::function<Expected(GenStack&, const Victim&, Random&)> apply;
};

using Motion = std::function<void(Unit width, Unit height, GenBump&)>;

/// A fault that moves all bumps of the die in one way.
Fault motion(const char* name, const char* code, Motion move) {
  return {name, [code, move](GenStack& stack, const Victim& victim, Random&) {
            const GenChiplet& chiplet = stack.chiplet(victim.chiplet);
            for (GenBump& bump : stack.region(victim.chiplet, victim.region).bumps)
              move(chiplet.width, chiplet.height, bump);
            return Expected{{code}, victim.face, {"STK-0305", "STK-0306"}};
          }};
}

std::vector<Fault> faults() {
  return {
      {"shift one bump",
       [](GenStack& stack, const Victim& victim, Random& random) {
         GenBump& bump = any_signal(random, stack.region(victim.chiplet, victim.region));
         bump.y -= (static_cast<Unit>(any(random, 4)) + 1) * kUm / 4;
         return Expected{{"STK-0302"}, victim.pins + "/" + bump.name, {}};
       }},
      {"drop a bump",
       [](GenStack& stack, const Victim& victim, Random& random) {
         GenRegion& region = stack.region(victim.chiplet, victim.region);
         const GenBump* bump = &any_signal(random, region);
         region.bumps.erase(region.bumps.begin() + (bump - region.bumps.data()));
         return Expected{{"STK-0301"}, victim.other, {"STK-0205"}};
       }},
      {"swap two nets",
       [](GenStack& stack, const Victim& victim, Random& random) {
         GenRegion& region = stack.region(victim.chiplet, victim.region);
         GenBump& a = any_signal(random, region);
         GenBump* b = &a;
         while (b->port == a.port) b = &any_signal(random, region);
         std::swap(a.port, b->port);
         std::swap(a.net, b->net);
         return Expected{{"STK-0202"}, victim.face, {}};
       }},
      {"missing label",
       [](GenStack& stack, const Victim& victim, Random& random) {
         GenBump& bump = any_signal(random, stack.region(victim.chiplet, victim.region));
         rename(bump, "-");
         return Expected{{"STK-0207"}, victim.pins + "/" + bump.name, {"STK-0205"}};
       }},
      {"misspelt port",
       [](GenStack& stack, const Victim& victim, Random& random) {
         GenBump& bump = any_signal(random, stack.region(victim.chiplet, victim.region));
         rename(bump, "x" + bump.port);
         return Expected{{"STK-0126"}, bump.name, {"STK-0205", "STK-0206"}};
       }},
      {"short of two supplies",
       [](GenStack& stack, const Victim& victim, Random&) {
         for (GenBump& bump : stack.region(victim.chiplet, victim.region).bumps) {
           if (bump.port != "VDD3") continue;
           rename(bump, "VSS");
           break;
         }
         return Expected{{"STK-0201"}, "VSS", {"STK-0205", "STK-0209"}};
       }},
      motion("shift all", "STK-0401",
             [](Unit, Unit, GenBump& bump) {
               bump.x += 2 * kUm;
               bump.y += kUm;
             }),
      motion("mirror", "STK-0402",
             [](Unit width, Unit, GenBump& bump) { bump.x = width - bump.x; }),
      motion("rotate", "STK-0403",
             [](Unit width, Unit height, GenBump& bump) {
               bump.x = width - bump.x;
               bump.y = height - bump.y;
             }),
      motion("scale", "STK-0404",
             [](Unit, Unit, GenBump& bump) {
               bump.x = bump.x * 95 / 100;
               bump.y = bump.y * 95 / 100;
             }),
  };
}

void every_fault(const std::function<GenStack()>& build, const std::function<Victim(Random&)>& pick,
                 int rounds, unsigned seed) {
  Random random(seed);
  for (int round = 0; round < rounds; ++round) {
    for (const Fault& fault : faults()) {
      const TempFolder folder;
      GenStack stack = build();
      const Victim victim = pick(random);
      SCOPED_TRACE(victim.pins);
      const Expected expected = fault.apply(stack, victim, random);
      judge(check_stack(test::write_stack(stack, folder.path()), folder / "rules.yaml"), expected,
            fault.name);
    }
  }
}

TEST(SystemMutations, MemoriesInEveryOrientationOnAnInterposer) {
  const int rounds = testing::soak_count("rounds of 10 faults in an interposer with 10 dies", 2);
  every_fault([] { return test::interposer_system({.signals = 300, .supply_bumps = 2}); },
              [](Random& random) {
                const std::string name = "Mem" + std::to_string(any(random, 8));
                return Victim{name, "bond", "c_u_" + name, "u_" + name + ".regions.bond",
                              "u_base.regions.site_u_" + name};
              },
              rounds, 77);
}

TEST(SystemMutations, APairInsideATurnedSubAssembly) {
  const int rounds = testing::soak_count("rounds of 10 faults in a hierarchical stack", 2);
  every_fault([] { return test::hierarchical({.signals = 64}); },
              [](Random&) {
                return Victim{"Upper", "front", "f2f", "u_pair/u_hi.regions.front",
                              "u_pair/u_lo.regions.front"};
              },
              rounds, 78);
}

}  // namespace
}  // namespace sealring::stack3d
