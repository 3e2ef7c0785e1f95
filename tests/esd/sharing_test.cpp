// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include <cmath>

#include "esd/solve/sharing.h"
#include "esd/solve/terminals.h"

namespace sealring::esd::testing {
namespace {

/// Source on point 0 of net 0, devices from points 1 ... n to an ideal ground.
SharingProblem rail(const std::vector<double>& to_device, const std::vector<double>& ron,
                    const std::vector<double>& hold, const std::vector<double>& trigger,
                    double current) {
  SharingProblem problem;
  DenseMatrix net(to_device.size() + 1);  // a star: point 0 is its centre
  for (std::size_t i = 0; i < to_device.size(); ++i) {
    net.at(0, i + 1) = net.at(i + 1, 0) = to_device[i];
    for (std::size_t j = 0; j < i; ++j)
      net.at(i + 1, j + 1) = net.at(j + 1, i + 1) = to_device[i] + to_device[j];
    problem.branches.push_back({{0, i + 1}, {1, 0}, ron[i], hold[i], trigger[i], 0});
  }
  problem.nets = {net, DenseMatrix(1)};
  problem.source = {0, 0};
  problem.sink = {1, 0};
  problem.current = current;
  return problem;
}

TEST(Sharing, LinearSplitByResistance) {
  const SharingResult r = share_current(rail({1, 2}, {1, 1}, {0, 0}, {0, 0}, 5));
  ASSERT_TRUE(r.converged);
  EXPECT_NEAR(r.amps[0], 3, 1e-12);
  EXPECT_NEAR(r.amps[1], 2, 1e-12);
  EXPECT_NEAR(r.volt, 6, 1e-12);
  EXPECT_NEAR(r.ohm, 1.2, 1e-12);
}

TEST(Sharing, HoldingVoltagesShiftTheSplit) {
  // 1 V + 1 ohm beside 2 V + 1 ohm at 3 A: i1 + 1 = i2 + 2, i1 + i2 = 3.
  const SharingResult r = share_current(rail({0.5, 0.5}, {0.5, 0.5}, {1, 2}, {1, 2}, 3));
  ASSERT_TRUE(r.converged);
  EXPECT_NEAR(r.amps[0], 2, 1e-12);
  EXPECT_NEAR(r.amps[1], 1, 1e-12);
  EXPECT_NEAR(r.volt, 3, 1e-12);
}

TEST(Sharing, ADeviceThatWouldRunBackwardsStaysOff) {
  const SharingResult r = share_current(rail({0.5, 0.5}, {0.5, 0.5}, {1, 5}, {1, 5}, 2));
  ASSERT_TRUE(r.converged);
  EXPECT_NEAR(r.amps[0], 2, 1e-12);
  EXPECT_EQ(r.amps[1], 0);
  EXPECT_NEAR(r.volt, 3, 1e-12);
}

TEST(Sharing, SnapbackKeepsTheSecondDeviceOffUntilItsTrigger) {
  // The first device holds the rail at 1 V + 1 ohm * I; the second, equal one fires only above 4 V.
  const SharingResult low = share_current(rail({0.1, 0.1}, {0.9, 0.9}, {1, 1}, {3, 4}, 2));
  ASSERT_TRUE(low.converged);
  EXPECT_NEAR(low.amps[0], 2, 1e-12);
  EXPECT_EQ(low.amps[1], 0);
  const SharingResult high = share_current(rail({0.1, 0.1}, {0.9, 0.9}, {1, 1}, {3, 4}, 4));
  ASSERT_TRUE(high.converged);
  EXPECT_NEAR(high.amps[0], 2, 1e-12);
  EXPECT_NEAR(high.amps[1], 2, 1e-12);
}

TEST(Sharing, TwoStagesOverTwoRails) {
  // pad -0.1- diode (0.7 V, 0.5 ohm) -0.2- clamp (1 V, 0.3 ohm) -0.05- ground pad
  SharingProblem problem;
  const auto wire = [](double ohm) {
    DenseMatrix net(2);
    net.at(0, 1) = net.at(1, 0) = ohm;
    return net;
  };
  problem.nets = {wire(0.1), wire(0.2), wire(0.05)};
  problem.branches = {{{0, 1}, {1, 0}, 0.5, 0.7, 0.7, 1}, {{1, 1}, {2, 0}, 0.3, 1.0, 1.0, 2}};
  problem.source = {0, 0};
  problem.sink = {2, 1};
  problem.current = 2;
  const SharingResult r = share_current(problem);
  ASSERT_TRUE(r.converged);
  EXPECT_NEAR(r.ohm, 1.15, 1e-12);
  EXPECT_NEAR(r.volt, 1.15 * 2 + 1.7, 1e-12);
  EXPECT_NEAR(r.injected[1][0], 2, 1e-12);
  EXPECT_NEAR(r.injected[1][1], -2, 1e-12);
}

TEST(Sharing, MeetsTheConditionsOfTheSplitOnRandomRails) {
  std::uint64_t seed = 1;
  const auto uniform = [&seed] {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(seed >> 40) / static_cast<double>(1ULL << 24);
  };
  for (int round = 0; round < 50; ++round) {
    const std::size_t n = 3 + static_cast<std::size_t>(uniform() * 20);
    std::vector<double> to(n), ron(n), hold(n);
    for (std::size_t i = 0; i < n; ++i) {
      to[i] = 0.05 + uniform();
      ron[i] = 0.1 + uniform();
      hold[i] = 3 * uniform();
    }
    const SharingResult r = share_current(rail(to, ron, hold, hold, 0.5 + 3 * uniform()));
    ASSERT_TRUE(r.converged) << round;
    for (std::size_t i = 0; i < n; ++i) {
      const double needed = hold[i] + (to[i] + ron[i]) * r.amps[i];
      EXPECT_GE(r.amps[i], 0);
      if (r.amps[i] > 0) {
        EXPECT_NEAR(needed, r.volt, 1e-9);
      } else {
        EXPECT_GE(hold[i], r.volt - 1e-9);
      }
    }
  }
}

TEST(Sharing, UndeterminedSplitIsNotCalledConverged) {
  // Two ideal devices on one point: any split is right, so none is reported.
  EXPECT_FALSE(share_current(rail({0, 0}, {0, 0}, {1, 1}, {1, 1}, 1)).converged);
}

TEST(Terminals, ResistorsBehindGroups) {
  // Two members on a star of 1 ohm arms, behind one common 3 ohm resistor or behind one each.
  PointSet members(2);
  members.resistance.at(0, 1) = members.resistance.at(1, 0) = 2;
  PointSet common = members;
  common.resistor = {0, 0};
  common.resistor_ohm = {3};
  const std::vector<double> to_member = {2, 2};  // from a source at 1 ohm from the centre
  EXPECT_NEAR(ShortedGroup(common).from(to_member).ohm, 1 + 0.5 + 3, 1e-13);
  PointSet each = members;
  each.resistor = {0, 1};
  each.resistor_ohm = {3, 1};
  const PointFlow flow = ShortedGroup(each).from(to_member);
  EXPECT_NEAR(flow.ohm, 1 + 1 / (1.0 / 4 + 1.0 / 2), 1e-13);
  EXPECT_NEAR(flow.amps[0], -1.0 / 3, 1e-13);
  EXPECT_NEAR(flow.amps[1], -2.0 / 3, 1e-13);
}

TEST(Terminals, RepeatedPointsAreLeftOut) {
  PointSet points(3);  // 1 and 2 are one node
  points.resistance.at(0, 1) = points.resistance.at(1, 0) = 4;
  points.resistance.at(0, 2) = points.resistance.at(2, 0) = 4;
  const std::vector<unsigned char> side = {0, 1, 1};
  EXPECT_NEAR(merged_resistance(points, side).ohm, 4, 1e-13);
}

}  // namespace
}  // namespace sealring::esd::testing
