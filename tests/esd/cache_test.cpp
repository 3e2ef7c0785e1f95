// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/store/cache.h"
#include "core/store/sqlite.h"
#include "tests/esd/check_support.h"

namespace sealring::esd::testing {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;

class CacheTest : public ::testing::Test {
 protected:
  ProjectRun run(const ProjectText& text, const std::string& build = "b1") {
    auto cache = core::Cache::open(folder.path / ".sealring" / "cache.db");
    CheckOptions options;
    options.cache = &*cache;
    options.tool_build = build;
    return run_project(folder, text, options);
  }
  Folder folder;
};

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

std::string findings_text(const ProjectRun& run) {
  std::string text;
  for (const core::Finding& finding : run.sink.findings) {
    text += finding.message;
    for (const core::Note& note : finding.notes) text += note.message;
  }
  return text;
}

TEST_F(CacheTest, UnchangedPartsAreNotSolvedAgain) {
  ProjectText text;
  replace_all(text.rules, "limit: 0.2 ohm",
              "limit: 0.02 ohm");  // a violation, so that details are kept too
  const ProjectRun first_run = run(text);
  EXPECT_EQ(first_run.outcome.parts_solved, 3U);
  const ProjectRun again = run(text);
  EXPECT_EQ(again.outcome.parts_solved, 0U);
  EXPECT_EQ(again.outcome.parts_reused, 3U);
  EXPECT_EQ(again.outcome.reused_from.size(), 1U);
  EXPECT_EQ(findings_text(again), findings_text(first_run)) << "the same words, details included";
}

TEST_F(CacheTest, OneChangedConductorSolvesOnlyItsPart) {
  ProjectText text;
  run(text);
  replace_all(text.network, "R22 VSS:1 VSS:2 0.056", "R22 VSS:1 VSS:2 0.057");
  const ProjectRun changed = run(text);
  EXPECT_EQ(changed.outcome.parts_solved, 1U);
  EXPECT_EQ(changed.outcome.parts_reused, 2U);
}

TEST_F(CacheTest, AChangedRonAloneIsSolvedAgain) {
  ProjectText text;
  text.rules = rule(
      "{id: L, check: p2p, from: {pads: {kind: signal}}, through: [esd_diode, rail_clamp], "
      "to: {pads: {kind: ground}}, answer: nearest, limit: 99 ohm, operator: \"<\"}");
  const double before = value_of(run(text).outcome, "L");
  replace_all(text.devices, "ron: 0.9 ohm", "ron: 1.9 ohm");
  const ProjectRun changed = run(text);
  EXPECT_NEAR(value_of(changed.outcome, "L") - before, 1.0, 1e-12);
  EXPECT_EQ(changed.outcome.parts_solved, 2U) << "the two rails hold the clamps";
  EXPECT_EQ(changed.outcome.parts_reused, 1U) << "the signal net holds diodes only";
}

TEST_F(CacheTest, RulesTablesAndBuildsAreInTheKey) {
  ProjectText text;
  run(text);
  ProjectText rules = text;
  replace_all(rules.rules, "limit: 6 V", "limit: 5.9 V");
  EXPECT_EQ(run(rules).outcome.parts_reused, 0U);
  ProjectText layers = text;
  replace_all(layers.layers, "0.8 A", "0.9 A");
  EXPECT_EQ(run(layers).outcome.parts_reused, 0U);
  EXPECT_EQ(run(text, "b2").outcome.parts_reused, 0U);
  EXPECT_EQ(run(text).outcome.parts_reused, 3U);
}

TEST_F(CacheTest, ADamagedCacheCostsTimeOnly_ESD_0403) {
  ProjectText text;
  run(text);
  auto cache = core::Cache::open(folder.path / ".sealring" / "cache.db");
  auto database = core::Database::open(folder.path / ".sealring" / "cache.db");
  ASSERT_TRUE(database);
  ASSERT_TRUE(database->execute("DROP TABLE core_cache"));
  CheckOptions options;
  options.cache = &*cache;
  const ProjectRun without = run_project(folder, text, options);
  EXPECT_EQ(without.outcome.parts_solved, 3U);
  EXPECT_THAT(ids(without.sink), ::testing::ElementsAre("ESD-0403"));
}

TEST_F(CacheTest, FailuresAreNotKept) {
  ProjectText text;
  auto cache = core::Cache::open(folder.path / ".sealring" / "cache.db");
  CheckOptions options;
  options.cache = &*cache;
  options.tool_build = "b1";
  options.solver.memory_limit = 100;
  options.solver.reduce = false;
  EXPECT_THAT(ids(run_project(folder, text, options).sink), Contains("ESD-0401"));
  options.solver.memory_limit = 0;
  const ProjectRun better = run_project(folder, text, options);
  EXPECT_THAT(better.sink.findings, IsEmpty());
}

}  // namespace
}  // namespace sealring::esd::testing
