// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Seeded faults in generated stacks: each is found, at its place, with its own code, and nothing unrelated is said.
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

#include "tests/stack3d/mutation_support.h"
#include "tests/support/soak.h"

namespace sealring::stack3d {
namespace {

using test::any;
using test::any_signal;
using test::check_stack;
using test::CheckedStack;
using test::Expected;
using test::GenBump;
using test::GenRegion;
using test::GenStack;
using test::judge;
using test::kUm;
using test::Random;
using test::rename;
using test::TempFolder;
using test::Unit;

/// A fault in the model, before it is written.
struct Fault {
  const char* name;
  std::function<Expected(GenStack&, Random&)> apply;
};

/// A fault in the files, after they are written.
struct FileFault {
  const char* name;
  std::function<Expected(const TempFolder&, Random&)> apply;
};

const std::vector<Fault>& model_faults() {
  static const std::vector<Fault> kFaults{
      {"shift one bump",
       [](GenStack& stack, Random& random) {
         GenBump& bump = any_signal(random, stack.region("Upper", "front"));
         bump.x += (static_cast<Unit>(any(random, 4)) + 1) * kUm / 4;
         return Expected{{"STK-0302"}, "u_upper.regions.front/" + bump.name, {}};
       }},
      {"shift one bump far",
       [](GenStack& stack, Random& random) {
         GenBump& bump = any_signal(random, stack.region("Upper", "front"));
         bump.y += 3 * kUm + 41 * kUm + kUm / 4;
         return Expected{{"STK-0302"},
                         "u_upper.regions.front/" + bump.name,
                         {"STK-0305", "STK-0306", "STK-0307", "STK-0325"}};
       }},
      {"shift a die",
       [](GenStack& stack, Random& random) {
         stack.instance("u_upper").x += (1 + static_cast<Unit>(any(random, 40))) * kUm;
         return Expected{{"STK-0401"}, "f2f", {}};
       }},
      {"drop a bump",
       [](GenStack& stack, Random& random) {
         GenRegion& region = stack.region("Upper", "front");
         const GenBump* bump = &any_signal(random, region);
         const std::string port = bump->port;
         region.bumps.erase(region.bumps.begin() + (bump - region.bumps.data()));
         return Expected{{"STK-0301"}, "u_lower.regions.front", {"STK-0205"}};
       }},
      {"swap two nets",
       [](GenStack& stack, Random& random) {
         GenRegion& region = stack.region("Upper", "front");
         GenBump& a = any_signal(random, region);
         GenBump& b = any_signal(random, region);
         if (a.port == b.port) {
           rename(a, "d0[0]");
           rename(region.bumps[0], "d0[1]");
           rename(region.bumps[1], "d0[0]");
           return Expected{{"STK-0202"}, "f2f", {"STK-0201", "STK-0205", "STK-0213", "STK-0203"}};
         }
         std::swap(a.port, b.port);
         std::swap(a.net, b.net);
         return Expected{{"STK-0202"}, "f2f", {}};
       }},
      {"mirror a bump map",
       [](GenStack& stack, Random&) {
         const Unit width = stack.chiplet("Upper").width +
                            2 * (stack.chiplet("Upper").seal + stack.chiplet("Upper").scribe);
         for (GenBump& bump : stack.region("Upper", "front").bumps) bump.x = width - bump.x;
         return Expected{{"STK-0402"}, "f2f", {}};
       }},
      {"rotate a die",
       [](GenStack& stack, Random&) {
         stack.instance("u_upper").orient = "MZ_MX";
         return Expected{{"STK-0403"}, "f2f", {}};
       }},
      {"scale a bump map",
       [](GenStack& stack, Random&) {
         for (GenBump& bump : stack.region("Upper", "front").bumps) {
           bump.x = bump.x * 98 / 100;
           bump.y = bump.y * 98 / 100;
         }
         return Expected{{"STK-0404"}, "f2f", {}};
       }},
      {"open by dropping both bumps",
       [](GenStack& stack, Random& random) {
         GenRegion& upper = stack.region("Upper", "front");
         const std::string port = any_signal(random, upper).port;
         for (GenRegion* region : {&upper, &stack.region("Lower", "front")}) {
           std::erase_if(region->bumps, [&](const GenBump& bump) { return bump.port == port; });
         }
         return Expected{{"STK-0205"}, port, {}};
       }},
      {"short to another net",
       [](GenStack& stack, Random& random) {
         GenRegion& upper = stack.region("Upper", "front");
         for (GenBump& bump : upper.bumps) {
           if (bump.port != "VSS") continue;
           rename(bump, any(random, 2) == 0 ? "VDD0" : "VDD1");
           const std::string name = bump.name;
           return Expected{{"STK-0201"}, "VSS", {}};
         }
         return Expected{};
       }},
      {"missing label",
       [](GenStack& stack, Random& random) {
         GenBump& bump = any_signal(random, stack.region("Upper", "front"));
         rename(bump, "-");
         return Expected{{"STK-0207"}, "u_upper.regions.front/" + bump.name, {"STK-0205"}};
       }},
      {"misspelt port",
       [](GenStack& stack, Random& random) {
         GenBump& bump = any_signal(random, stack.region("Upper", "front"));
         rename(bump, "x" + bump.port);
         return Expected{{"STK-0126"}, bump.name, {"STK-0205", "STK-0127", "STK-0206"}};
       }},
      {"wrong z",
       [](GenStack& stack, Random& random) {
         stack.instance("u_upper").z += (1 + static_cast<Unit>(any(random, 50))) * kUm / 2;
         return Expected{{"STK-0312"}, "f2f", {"STK-0319"}};
       }},
      {"overlapping dies",
       [](GenStack& stack, Random&) {
         stack.instance("u_dummy").x = stack.instance("u_lower").x + 3 * kUm;
         return Expected{{"STK-0310"}, "u_dummy", {"STK-0315", "STK-0319"}};
       }},
      {"seal-ring shift of the DEF",
       [](GenStack& stack, Random&) {
         stack.chiplet("Lower").def_shift_x = -3 * kUm;
         stack.chiplet("Lower").def_shift_y = -3 * kUm;
         return Expected{{"STK-0132"}, "Lower", {}};
       }},
      {"reversed bus",
       [](GenStack& stack, Random&) {
         std::vector<GenBump*> bits;
         for (GenBump& bump : stack.region("Upper", "front").bumps) {
           if (bump.port.starts_with("d0[")) bits.push_back(&bump);
         }
         for (std::size_t i = 0; i < bits.size() / 2; ++i) {
           std::swap(bits[i]->port, bits[bits.size() - 1 - i]->port);
           std::swap(bits[i]->net, bits[bits.size() - 1 - i]->net);
         }
         return Expected{{"STK-0204"}, "d0", {}};
       }},
      {"extra pin",
       [](GenStack& stack, Random&) {
         stack.chiplet("Upper").ports.push_back("test_out");
         GenBump bump{"extra", "UB", 20 * kUm, 8 * kUm, "test_out", "test_out"};
         stack.region("Upper", "front").bumps.push_back(bump);
         return Expected{{"STK-0206"}, "u_upper/test_out", {"STK-0301", "STK-0305"}};
       }},
      {"improper orientation",
       [](GenStack& stack, Random&) {
         stack.instance("u_upper").orient = "MZ";
         return Expected{{"STK-0402"}, "f2f", {"STK-0320"}};
       }},
      {"bump twice",
       [](GenStack& stack, Random& random) {
         GenRegion& region = stack.region("Upper", "front");
         region.bumps.push_back(any_signal(random, region));
         const std::string name = region.bumps.back().name;
         return Expected{{"STK-0124"}, name, {"STK-0301", "IO-0415"}};
       }},
      {"region moved off its partner",
       [](GenStack& stack, Random&) {
         GenRegion& region = stack.region("Interposer", "site");
         region.x1 += 10000 * kUm;
         region.x2 += 10000 * kUm;
         return Expected{{"STK-0315"}, "to_base", {"STK-0306", "STK-0308", "STK-0319"}};
       }},
      {"dummy die carries a supply",
       [](GenStack& stack, Random&) {
         GenRegion& region = stack.chiplet("Dummy").regions.front();
         region.has_map = true;
         region.bumps.push_back({"k0", "UB", 10 * kUm, 10 * kUm, "VSS", "VSS"});
         return Expected{{"STK-0324"}, "u_dummy.regions.back/k0", {"STK-0316", "STK-0301"}};
       }},
  };
  return kFaults;
}

const std::vector<FileFault>& file_faults() {
  static const std::vector<FileFault> kFaults{
      {"stale file",
       [](const TempFolder& folder, Random&) {
         folder.write("top.v", folder.read("top.v") + "// later\n");
         return Expected{{"STK-0508"}, "top.v", {}};
       }},
      {"wrong deck revision",
       [](const TempFolder& folder, Random&) {
         folder.write("Upper_drc.yaml", test::replaced(folder.read("Upper_drc.yaml"),
                                                       "revision: \"1.4\"", "revision: \"1.5\""));
         return Expected{{"STK-0503"}, "Upper", {}};
       }},
      {"result of another layout",
       [](const TempFolder& folder, Random&) {
         folder.write("Lower_drc.yaml",
                      test::replaced(folder.read("Lower_drc.yaml"), "layout_sha256: ",
                                     "layout_sha256: " + std::string(64, '0') + " #"));
         return Expected{{"STK-0502"}, "Lower", {}};
       }},
      {"netlist lost",
       [](const TempFolder& folder, Random&) {
         std::filesystem::remove(folder / "top.v");
         return Expected{{"IO-0001"}, "top.v", {"STK-0509", "STK-0211", "STK-0214"}};
       }},
      {"bump map cut off",
       [](const TempFolder& folder, Random&) {
         const std::string text = folder.read("Upper_front.bmap");
         folder.write("Upper_front.bmap", text.substr(0, text.size() - 6));
         return Expected{{"STK-0121", "STK-0126", "STK-0301"},
                         "",
                         {"STK-0502", "STK-0205", "STK-0301", "STK-0127", "STK-0128", "STK-0134",
                          "STK-0213", "STK-0201"}};
       }},
  };
  return kFaults;
}

GenStack fresh(Random& random) {
  test::GenOptions options;
  options.signals = 40 + static_cast<int>(any(random, 40));
  options.supply_bumps = 1 + static_cast<int>(any(random, 3));
  options.pitch = (8 + static_cast<Unit>(any(random, 5))) * kUm;
  GenStack stack = test::two_dies(options);
  stack.with_signoff = true;
  stack.chiplet("Interposer").with_def = true;
  // The DEF belongs to the map in these stacks, so that a fault in the map is not also one against the DEF.
  stack.chiplet("Upper").with_def = true;
  return stack;
}

TEST(Mutations, EveryFaultIsFoundWithItsOwnCode) {
  Random random(20260101);
  const std::size_t kinds = model_faults().size() + file_faults().size();
  EXPECT_GE(kinds, 15U);
  const int rounds = testing::soak_count("mutated stacks per kind of fault (26 kinds)", 2);
  for (int round = 0; round < rounds; ++round) {
    for (const Fault& fault : model_faults()) {
      const TempFolder folder;
      GenStack stack = fresh(random);
      const Expected expected = fault.apply(stack, random);
      judge(check_stack(test::write_stack(stack, folder.path())), expected, fault.name);
    }
    for (const FileFault& fault : file_faults()) {
      const TempFolder folder;
      const auto file = test::write_stack(fresh(random), folder.path());
      const Expected expected = fault.apply(folder, random);
      judge(check_stack(file), expected, fault.name);
    }
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
