// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// The program as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/process/process.h"
#include "tests/esd/check_support.h"

namespace sealring::esd::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

core::ProcessResult run_tool(const Folder& folder, std::vector<std::string> arguments) {
  core::ProcessSpec spec;
  spec.argv = {SEALRING_BINARY};
  spec.argv.insert(spec.argv.end(), arguments.begin(), arguments.end());
  spec.directory = folder.path;
  auto result = core::SystemProcessRunner().run(spec);
  EXPECT_TRUE(result);
  return *result;
}

TEST(EsdVerbs, BareNetwork) {
  Folder folder;
  folder.write("grid.sp", "R1 a b 0.1\nR2 b c 0.2\nR3 x y 1\n.end\n");
  folder.write("to.txt", "b\nc\n");
  const auto run = run_tool(folder, {"esd", "p2p", "--network", "grid.sp", "--from", "a", "x",
                                     "--to", "to.txt", "y", "--json"});
  EXPECT_EQ(run.exit_code, 1) << run.standard_error;
  const json document = json::parse(run.standard_output);
  EXPECT_EQ(document["schema"], "sealring.esd.p2p/1");
  ASSERT_EQ(document["pairs"].size(), 6U);
  EXPECT_EQ(document["pairs"][1]["from"], "a");
  EXPECT_EQ(document["pairs"][1]["to"], "c");
  EXPECT_NEAR(document["pairs"][1]["ohm"].get<double>(), 0.3, 1e-15);
  EXPECT_TRUE(document["pairs"][2]["ohm"].is_null());
  EXPECT_EQ(document["pairs"][2]["state"], "unreachable");
  EXPECT_EQ(document["findings"][0]["code"], "ESD-0301");
}

TEST(EsdVerbs, MergedTerminalsAndExitZero) {
  Folder folder;
  folder.write("grid.sp", "R1 a b 0.5\nR2 c b 0.5\n.end\n");
  folder.write("pads.txt", "a c\n");
  const auto run = run_tool(folder, {"esd", "p2p", "--network", "grid.sp", "--from", "pads.txt",
                                     "--to", "b", "--merge-from", "--json"});
  EXPECT_EQ(run.exit_code, 0) << run.standard_error;
  const json document = json::parse(run.standard_output);
  ASSERT_EQ(document["pairs"].size(), 1U);
  EXPECT_EQ(document["pairs"][0]["from"], "pads.txt");
  EXPECT_NEAR(document["pairs"][0]["ohm"].get<double>(), 0.25, 1e-15);
}

TEST(EsdVerbs, SameTerminal_ESD_0103) {
  Folder folder;
  folder.write("grid.sp", "R1 a b 0.5\nV1 b c 0\n.end\n");
  const auto run = run_tool(
      folder, {"esd", "p2p", "--network", "grid.sp", "--from", "b", "--to", "c", "--json"});
  EXPECT_EQ(run.exit_code, 0);
  const json document = json::parse(run.standard_output);
  EXPECT_EQ(document["pairs"][0]["ohm"], 0);
  EXPECT_EQ(document["findings"][0]["code"], std::string("ESD-0103"));
}

TEST(EsdVerbs, WrongUseIsRefused) {
  Folder folder;
  folder.write("grid.sp", "R1 a b 0.5\n.end\n");
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"esd", "p2p"},
           {"esd", "p2p", "--network", "grid.sp"},
           {"esd", "p2p", "--network", "grid.sp", "--from", "a"},
           {"esd", "p2p", "--network", "nowhere.sp", "--from", "a", "--to", "b"},
           {"esd", "p2p", "--network", "grid.sp", "--from", "a", "--to", "q"},
           {"esd", "p2p", "grid.sp", "--network", "grid.sp", "--from", "a", "--to", "b"},
           {"esd", "p2p", "--network", "grid.sp", "--network-format", "gds", "--from", "a", "--to",
            "b"},
           {"esd", "check", "nowhere.yaml"},
           {"esd", "path", "nowhere.yaml", "--from", "a", "--to", "b"}}) {
    const auto run = run_tool(folder, arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments.back() << run.standard_output;
    EXPECT_FALSE((run.standard_output + run.standard_error).empty());
  }
}

TEST(EsdVerbs, ProjectVerbs) {
  Folder folder;
  ProjectText text;
  write_project(folder, text);
  for (const char* verb : {"check", "p2p", "cd"}) {
    const auto run = run_tool(folder, {"esd", verb, "esd.yaml", "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.standard_error << run.standard_output;
    EXPECT_EQ(json::parse(run.standard_output)["status"], "clean");
  }
  const auto path =
      run_tool(folder, {"esd", "path", "esd.yaml", "--from", "VDD", "--to", "CL2.high", "--json"});
  EXPECT_EQ(path.exit_code, 0);
  EXPECT_NEAR(json::parse(path.standard_output)["ohm"]["merged"].get<double>(), 0.19, 1e-12);
}

TEST(EsdVerbs, CacheInAWorkspaceGivesTheSameBytes) {
  Folder folder;
  ProjectText text;
  text.rules.replace(text.rules.find("limit: 0.2 ohm"), 14, "limit: 0.02 ohm");
  write_project(folder, text);
  folder.write("sealring.yaml", "schema: sealring.project/1\n");
  const auto first_run = run_tool(folder, {"esd", "check", "esd.yaml", "--json"});
  const auto second_run = run_tool(folder, {"esd", "check", "esd.yaml", "--json"});
  EXPECT_EQ(first_run.exit_code, 1) << first_run.standard_error;
  EXPECT_EQ(first_run.standard_output, second_run.standard_output);
  EXPECT_THAT(first_run.standard_error, Not(HasSubstr("taken from earlier results")));
  EXPECT_THAT(second_run.standard_error,
              HasSubstr("3 of 3 parts taken from earlier results of x-"));
  const auto anew =
      run_tool(folder, {"esd", "check", "esd.yaml", "--json", "--no-cache", "--jobs", "1"});
  EXPECT_EQ(anew.standard_output, first_run.standard_output);
}

TEST(EsdVerbs, EveryFormatCarriesTheFinding) {
  Folder folder;
  ProjectText text;
  text.rules.replace(text.rules.find("limit: 0.2 ohm"), 14, "limit: 0.02 ohm");
  write_project(folder, text);
  const auto run =
      run_tool(folder, {"esd", "check", "esd.yaml", "--format", "text", "--format", "json=a.json",
                        "--format", "sarif=a.sarif", "--format", "junit=a.xml"});
  EXPECT_EQ(run.exit_code, 1) << run.standard_error;
  EXPECT_THAT(run.standard_output, HasSubstr("ESD-0302"));
  EXPECT_THAT(run.standard_output, HasSubstr("twice as wide gains"));
  for (const char* name : {"a.json", "a.sarif", "a.xml"})
    EXPECT_TRUE(std::filesystem::exists(folder.path / name)) << name;
}

}  // namespace
}  // namespace sealring::esd::testing
