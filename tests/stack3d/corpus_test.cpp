// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Public 3Dblox sets: golden numbers worked out apart from this program, and reviewed findings of every set.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/process/process.h"
#include "tests/stack3d/stack_support.h"

namespace sealring::stack3d {
namespace {

namespace fs = std::filesystem;
using test::check_stack;
using test::CheckedStack;

fs::path corpus() {
  const char* folder = std::getenv("SEALRING_CORPUS");
  return fs::path(folder == nullptr ? SEALRING_SOURCE_DIR "/../shared/data" : folder) / "stack";
}

struct Golden {
  const char* set;
  std::uint64_t dies;
  std::uint64_t bumps_top;
  std::uint64_t bumps_bottom;
  std::uint64_t pairs;
  std::uint64_t outside;  ///< bumps of the die outside their own region
  const char* gap;
};

// Independent re-derivation with exact coordinates at 2000 database units per um.
const Golden kGolden[] = {
    {"esc/case0/top.3dbx", 2, 5, 5, 5, 0, "26 um"},
    {"esc/case15/top.3dbx", 2, 15, 15, 15, 0, "26 um"},
    {"esc/case100/top.3dbx", 2, 100, 100, 100, 54, "26 um"},
    {"esc/case_rand/top.3dbx", 2, 100, 100, 100, 54, "26 um"},
    {"esc/case1000/top.3dbx", 2, 1000, 1000, 1000, 954, "26 um"},
    {"esc/paper_2col_40/top.3dbx", 2, 40, 40, 0, 0, "26 um"},
    {"esc/paper_2col_80/top.3dbx", 2, 80, 80, 0, 0, "26 um"},
    {"esc/paper_2col_120/top.3dbx", 2, 120, 120, 0, 0, "26 um"},
    {"esc/paper_2col_200/top.3dbx", 2, 200, 200, 0, 0, "26 um"},
    {"esc/paper_2x20_200/top.3dbx", 2, 200, 200, 0, 0, "26 um"},
    {"openroad/dbSta/3dic_cross.3dbx", 2, 3, 3, 2, 0, "0 um"},
};

TEST(Golden, PlacementsGapsAndPairs) {
  for (const Golden& golden : kGolden) {
    SCOPED_TRACE(golden.set);
    const CheckedStack result = check_stack(corpus() / golden.set);
    ASSERT_TRUE(result.stack);
    const Stack& stack = *result.stack;
    EXPECT_EQ(stack.tiers.size(), golden.dies);
    const Interface* face = nullptr;
    for (const Interface& one : stack.interfaces) {
      if (one.upper.tier != kNone && one.lower.tier != kNone) face = &one;
    }
    ASSERT_NE(face, nullptr);
    EXPECT_EQ(stack.region(face->upper).map.bumps.size(), golden.bumps_top);
    EXPECT_EQ(stack.region(face->lower).map.bumps.size(), golden.bumps_bottom);
    std::uint64_t aligned = 0;
    for (const Bond& bond : stack.bonds) aligned += bond.type == Bond::Type::kAligned ? 1U : 0U;
    EXPECT_EQ(aligned, golden.pairs);
    EXPECT_EQ(std::to_string(face->gap / stack.dbu_per_um) + " um", golden.gap);
    EXPECT_EQ(face->gap, face->thickness);
    EXPECT_FALSE(result.has("STK-0310"));
    const core::Finding* outside = result.find("STK-0306", stack.region(face->upper).map.file);
    EXPECT_EQ(outside != nullptr, golden.outside > 0) << result.all();
    if (outside != nullptr) {
      EXPECT_NE(outside->message.find(std::to_string(golden.outside) + " of "), std::string::npos)
          << outside->message;
    }
  }
}

TEST(Golden, NothingPairsIsNotClean) {
  // One shift explains all 40 misses; OpenROAD's checker says nothing.
  const CheckedStack result = check_stack(corpus() / "esc/paper_2col_40/top.3dbx");
  ASSERT_EQ(result.count("STK-0401"), 1U) << result.all();
  EXPECT_NE(result.find("STK-0401")->message.find("40 of 40 misses"), std::string::npos);
  EXPECT_NE(result.find("STK-0401")->message.find("moved by (240, 0) um"), std::string::npos);
  EXPECT_TRUE(result.has("STK-0308"));  // regions larger than the die
}

TEST(Golden, FaceToFaceCross) {
  const CheckedStack result = check_stack(corpus() / "openroad/dbSta/3dic_cross.3dbx");
  EXPECT_EQ(result.count("STK-0301"), 2U) << result.all();
  EXPECT_TRUE(result.find("STK-0301", "chipA.regions.front_reg/bump_d") != nullptr) << result.all();
  EXPECT_TRUE(result.find("STK-0301", "chipB.regions.front_reg/bump_q") != nullptr) << result.all();
  EXPECT_FALSE(result.has("STK-0201") || result.has("STK-0202") || result.has("STK-0203") ||
               result.has("STK-0213"))
      << result.all();
  EXPECT_EQ(result.checked("nets_compared"), 4U);  // OpenROAD's summary: 4 top-level nets
  EXPECT_EQ(result.checked("bumps"), 6U);          // and 6 bump pads
}

TEST(Golden, OverlapsOfTheShelf) {
  const CheckedStack ga100 = check_stack(corpus() / "chipletpar/ga100.3dbx");
  ASSERT_TRUE(ga100.stack);
  EXPECT_EQ(ga100.stack->tiers.size(), 179U);
  EXPECT_EQ(ga100.count("STK-0310"), 145U);
  for (const auto& [name, dies] :
       std::vector<std::pair<std::string, std::size_t>>{{"epyc7282", 32},
                                                        {"mempool_group", 40},
                                                        {"48_1_14_4_1600_1600", 48},
                                                        {"48_2_14_4_1600_1600", 96},
                                                        {"48_4_14_4_1600_1600", 192},
                                                        {"48_8_14_4_1600_1600", 384}}) {
    const CheckedStack result = check_stack(corpus() / "chipletpar" / (name + ".3dbx"));
    ASSERT_TRUE(result.stack) << name;
    EXPECT_EQ(result.stack->tiers.size(), dies) << name;
    EXPECT_EQ(result.count("STK-0310"), 0U) << name << result.all();
    EXPECT_EQ(result.count("STK-0319"), 1U) << name;
  }
}

TEST(Golden, ExampleHardHasOneWrongGap) {
  const CheckedStack result = check_stack(corpus() / "openroad/odb/data/example_hard.3dbx");
  ASSERT_TRUE(result.find("STK-0312", "is 0.01 um, its thickness is 50 um") != nullptr)
      << result.all();
  EXPECT_TRUE(result.has("IO-0102"));  // hard.3dbv holds a region twice
  const CheckedStack example = check_stack(corpus() / "openroad/odb/data/example.3dbx");
  ASSERT_TRUE(example.stack);
  EXPECT_FALSE(example.has("STK-0312") || example.has("STK-0310") || example.has("STK-0319"))
      << example.all();
  EXPECT_EQ(example.stack->tiers[1].to_stack.shift.z, 600 * 2000);
}

TEST(ErrorSets, EachFailsWithItsOwnCodeAndPlace) {
  struct Case {
    const char* file;
    const char* code;
    std::uint32_t line;
  };
  for (const Case& one :
       {Case{"example_no_coords.3dbv", "STK-0108", 18},
        Case{"example_polygon.3dbv", "STK-0107", 28}, Case{"fail.3dbx", "IO-0001", 6},
        Case{"fail_def.v1.3dbv", "IO-0001", 10}, Case{"fail_def.3dbv", "STK-0110", 1},
        Case{"hard.3dbv", "IO-0102", 27}, Case{"missing_regions.3dbx", "STK-0109", 0},
        Case{"missing_regions.3dbv", "STK-0108", 0}, Case{"path_assertions.3dbx", "STK-0210", 0}}) {
    SCOPED_TRACE(one.file);
    const CheckedStack result = check_stack(corpus() / "openroad/odb/data" / one.file);
    const core::Finding* finding = result.find(one.code);
    ASSERT_NE(finding, nullptr) << result.all();
    EXPECT_NE(finding->location.line, 0U);
    if (one.line != 0) {
      EXPECT_EQ(finding->location.line, one.line) << result.all();
    }
  }
}

/// "path: CODE count, CODE count" per set; reviewed by hand against the files.
std::string summary_of_sets() {
  std::vector<fs::path> files;
  for (const char* folder : {"openroad", "chipletpar", "esc"}) {
    for (const auto& entry : fs::recursive_directory_iterator(corpus() / folder)) {
      const std::string suffix = entry.path().extension().string();
      if (suffix == ".3dbx" || suffix == ".3dbv") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::string text;
  for (const fs::path& file : files) {
    const CheckedStack result = check_stack(file);
    text += file.lexically_relative(corpus()).generic_string() + ":";
    for (const auto& [code, count] : result.codes())
      text += " " + code + " " + std::to_string(count) + ",";
    text += " bumps " + std::to_string(result.checked("bumps")) + ", pairs " +
            std::to_string(result.checked("matched_pairs")) + "\n";
  }
  return text;
}

TEST(Golden, FindingsOfEverySet) {
  const fs::path golden = SEALRING_SOURCE_DIR "/tests/golden/stack3d/sets.txt";
  const std::string now = summary_of_sets();
  if (std::getenv("SEALRING_UPDATE_GOLDEN") != nullptr) {
    fs::create_directories(golden.parent_path());
    std::ofstream(golden) << now;
  }
  EXPECT_EQ(now, testing::read_bytes(golden));
}

TEST(Program, case1000AsJson) {
  core::SystemProcessRunner runner;
  core::ProcessSpec spec;
  spec.argv = {SEALRING_BINARY, "stack", "check", (corpus() / "esc/case1000/top.3dbx").string(),
               "--json"};
  const auto run = runner.run(spec);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->exit_code,
            2);  // the LEF files that are named do not exist, and there is no netlist
  const auto json = nlohmann::json::parse(run->standard_output);
  EXPECT_EQ(json["summary"]["checked"]["bumps"], 4004);
  EXPECT_EQ(json["summary"]["checked"]["matched_pairs"], 1000);
  EXPECT_EQ(json["summary"]["checked"]["nets"], 3004);
  EXPECT_EQ(json["status"], "incomplete");
}

}  // namespace
}  // namespace sealring::stack3d
