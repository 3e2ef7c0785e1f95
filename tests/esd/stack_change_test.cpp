// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// The example stack with one thing changed: what is computed changes as it must, and nothing depends on orders of lines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "core/store/cache.h"
#include "tests/esd/stack_support.h"
#include "tests/support/soak.h"

namespace sealring::esd::testing {
namespace {

using sealring::testing::soak_count;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kBall = "u_substrate.regions.balls/b0";
constexpr const char* kUpper = "u_memory/clamp0.high";

/// The example with a rule file of its own, so that it stays what these tests need.
StackText example() {
  StackText text;
  text.files.clear();
  for (const auto& entry :
       std::filesystem::directory_iterator(SEALRING_SOURCE_DIR "/examples/esd-stack/clean")) {
    std::ifstream file(entry.path());
    std::ostringstream bytes;
    bytes << file.rdbuf();
    text.files[entry.path().filename()] = bytes.str();
  }
  text.files["rules.yaml"] = R"(schema: sealring.esd.rules/1
revision: t
groups:
  - {name: external, current: 1.33 A}
  - {name: internal, current: 1.33 A}
  - {name: d2d, current: 0.1 A}
rules:
  - {id: UP, check: p2p, from: {pads: {kind: power, group: external, net: VDD}}, to: {devices: {type: rail_clamp, pin: high, tier: u_memory}}, answer: each, limit: 5 ohm, operator: "<="}
  - {id: ALL, check: p2p, from: {pads: {kind: power, group: external, net: VDD}}, to: {devices: {type: rail_clamp, pin: high}}, answer: parallel, with_ron: true, limit: 5 ohm, operator: "<="}
)";
  return text;
}

double upper(const StackText& text) {
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  if (!run.project || !errors(run.sink).empty()) return -2;
  return between(*run.project, kBall, kUpper);
}

TEST(StackChange, HigherBondResistanceRaisesThePath) {
  StackText text = example();
  const double base = upper(text);
  ASSERT_GT(base, 0.1);
  text.replace("bonds.yaml", "resistance: 30 mohm", "resistance: 3 ohm");
  EXPECT_GT(upper(text), base + 0.05);
}

TEST(StackChange, OpenFeedThroughRaisesThePathAndIsTold) {
  StackText text = example();
  const double base = upper(text);
  text.replace("logic_back.bmap", "c0 C4 20 160 VDD VDD\n", "");
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  ASSERT_TRUE(run.project);
  EXPECT_GT(between(*run.project, kBall, kUpper), base + 1e-3);
  EXPECT_THAT(first(run.sink, "ESD-0614").message,
              HasSubstr("1 bump of interface 'die_attach' without a partner, first "
                        "'u_substrate.regions.top/p0'"));
}

TEST(StackChange, ThinWireRaisesThePath) {
  StackText text = example();
  const double base = upper(text);
  text.replace("logic.def", "M2 4000 + SHAPE STRIPE ( 20000 10000 )",
               "M2 1000 + SHAPE STRIPE ( 20000 10000 )");
  EXPECT_GT(upper(text), base + 1e-3);
}

TEST(StackChange, DroppedViaArrayRaisesThePath) {
  StackText text = example();
  const double base = upper(text);
  text.replace("logic.def", "    NEW M2 0 + SHAPE STRIPE ( 20000 130000 ) strap23\n", "");
  EXPECT_GT(upper(text), base + 1e-4);
}

TEST(StackChange, SwappedNetsOfTwoBumpsAreAShort) {
  StackText text = example();
  text.replace("logic_front.bmap", "h0 HB 40 30 VDD VDD", "h0 HB 40 30 VSS VSS");
  text.replace("logic_front.bmap", "h9 HB 40 50 VSS VSS", "h9 HB 40 50 VDD VDD");
  Folder folder;
  const ProjectRun run = read_stack(folder, text);
  EXPECT_THAT(ids(run.sink), Contains("ESD-0608"));
}

TEST(StackChange, DroppedUpperWiringOfAClampIsUnreachable) {
  StackText text = example();
  text.replace("memory.def", "    NEW M1 3000 + SHAPE FOLLOWPIN ( 12000 96000 ) ( 228000 * )\n",
               "");
  Folder folder;
  const ProjectRun run = run_stack(folder, text);
  EXPECT_THAT(ids(run.sink), Contains("ESD-0301"));
}

// Cutting anything never lowers a resistance (Rayleigh).
TEST(StackChange, CutsNeverLowerAResistance) {
  const StackText text = example();
  const double base = upper(text);
  const std::string& def = text.files.at("logic.def");
  const std::size_t begin = def.find("- VDD ( clamp_core0");
  const std::size_t end = def.find("+ USE POWER", begin);
  ASSERT_NE(begin, std::string::npos);
  std::vector<std::size_t> pieces;
  for (std::size_t at = def.find("    NEW ", begin); at < end; at = def.find("    NEW ", at + 1)) {
    // A landing without its wire is the ideal plate of its via array, so it is no cut.
    if (def.substr(at, def.find('\n', at) - at).find("PADRING") == std::string::npos)
      pieces.push_back(at);
  }
  ASSERT_GE(pieces.size(), 20U);
  std::mt19937 random(7);
  const int count = soak_count("cuts of the example stack", 12);
  int raised = 0;
  for (int i = 0; i < count; ++i) {
    StackText cut = text;
    std::string& changed = cut.files["logic.def"];
    const std::size_t at = pieces[random() % pieces.size()];
    const std::string piece = def.substr(at, def.find('\n', at) + 1 - at);
    changed.erase(at, piece.size());
    const double value = upper(cut);
    if (value < 0) continue;  // a bump or device without metal: told as an error
    EXPECT_GE(value, base - 1e-12) << piece;
    if (value > base + 1e-9) ++raised;
  }
  EXPECT_GT(raised, count / 3);
}

std::string shuffled(const std::string& text, std::mt19937& random) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::shuffle(lines.begin(), lines.end(), random);
  std::string result;
  for (const std::string& line : lines) result += line + "\n";
  return result;
}

TEST(StackChange, NothingDependsOnTheOrderOfLines) {
  const StackText text = example();
  Folder folder;
  const ProjectRun base = run_stack(folder, text);
  std::mt19937 random(3);
  const int count = soak_count("orders of lines of the example stack", 2);
  for (int i = 0; i < count; ++i) {
    StackText other = text;
    for (const char* name : {"logic_front.bmap", "logic_back.bmap", "memory_front.bmap",
                             "substrate_top.bmap", "substrate_balls.bmap"}) {
      other.files[name] = shuffled(other.files[name], random);
    }
    other.replace(
        "esd.yaml",
        "  u_logic: {team: logic, extract: def}\n  u_memory: {team: memory, extract: def}\n",
        "  u_memory: {team: memory, extract: def}\n  u_logic: {team: logic, extract: def}\n");
    std::string& bonds = other.files["bonds.yaml"];
    const std::size_t c4 = bonds.find("  - {name: c4");
    const std::size_t ball = bonds.find("  - {name: ball");
    const std::string row = bonds.substr(c4, ball - c4);
    bonds.erase(c4, row.size());
    bonds.insert(bonds.find("  - {name: hybrid"), row);
    Folder place;
    const ProjectRun run = run_stack(place, other);
    EXPECT_EQ(run.sink.findings.size(), base.sink.findings.size());
    ASSERT_EQ(run.outcome.rules.size(), base.outcome.rules.size());
    for (std::size_t r = 0; r < run.outcome.rules.size(); ++r) {
      EXPECT_EQ(run.outcome.rules[r].paths, base.outcome.rules[r].paths);
      EXPECT_NEAR(run.outcome.rules[r].worst, base.outcome.rules[r].worst, 1e-12);
    }
  }
}

class StackCache : public ::testing::Test {
 protected:
  ProjectRun run(const StackText& text) {
    auto cache = core::Cache::open(folder.path / ".sealring" / "cache.db");
    CheckOptions options;
    options.cache = &*cache;
    options.tool_build = "b";
    return run_stack(folder, text, options);
  }
  Folder folder;
};

TEST_F(StackCache, WhatChangedIsNeverAnsweredFromTheCache) {
  const StackText text = example();
  const ProjectRun base = run(text);
  ASSERT_GT(base.outcome.parts_solved, 0U);
  EXPECT_EQ(run(text).outcome.parts_solved, 0U) << "unchanged";
  struct Change {
    const char* file;
    const char* what;
    const char* by;
  };
  for (const Change& change :
       {Change{"devices.yaml", "ron: 0.6 ohm", "ron: 0.9 ohm"},
        Change{"bonds.yaml", "resistance: 30 mohm", "resistance: 31 mohm"},
        Change{"bonds.yaml", "limit: 400 mA", "limit: 390 mA"},
        Change{"layers.yaml", "limit: 0.25 A", "limit: 0.24 A"},
        Change{"substrate_layers.yaml", "200 mA/um", "190 mA/um"},
        Change{"rules.yaml", "revision: t", "revision: u"},
        Change{"stack.3dbx", "# The memory is turned", "# The memory die is turned"},
        Change{"logic.def", "M2 4000 + SHAPE STRIPE ( 20000 10000 )",
               "M2 3000 + SHAPE STRIPE ( 20000 10000 )"}}) {
    StackText changed = text;
    changed.replace(change.file, change.what, change.by);
    const ProjectRun again = run(changed);
    EXPECT_EQ(again.outcome.parts_reused, 0U) << change.file;
    EXPECT_GT(again.outcome.parts_solved, 0U) << change.file;
  }
  EXPECT_EQ(run(text).outcome.parts_solved, 0U) << "as it was";
}

TEST_F(StackCache, TheRecordNamesEverythingTheResultIsBoundTo) {
  const ProjectRun base = run(example());
  std::vector<std::string> roles;
  for (const core::InputRecord& input : base.outcome.record.inputs) {
    roles.push_back(input.role + " " + input.name);
    EXPECT_EQ(input.sha256.size(), 64U) << input.name;
  }
  for (const char* wanted :
       {"project esd.yaml", "bonds bonds.yaml", "devices devices.yaml", "rules rules.yaml",
        "layers layers.yaml", "layers substrate_layers.yaml", "network substrate.dspf",
        "pin-map substrate_pins.csv", "stack-def logic.def", "stack-def memory.def",
        "stack-lef tech.lef", "stack-lef cells.lef", "stack-bump-map logic_front.bmap"}) {
    EXPECT_THAT(roles, Contains(wanted));
  }
}

}  // namespace
}  // namespace sealring::esd::testing
