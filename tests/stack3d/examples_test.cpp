// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// The example as a user runs it, through the program.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/process/process.h"
#include "tests/stack3d/stack_generator.h"
#include "tests/stack3d/stack_support.h"

namespace sealring::stack3d {
namespace {

namespace fs = std::filesystem;
using test::TempFolder;

struct Ran {
  int status = -1;
  std::string out;
  std::string err;
};

Ran sealring(std::vector<std::string> arguments, const fs::path& folder = SEALRING_SOURCE_DIR) {
  core::SystemProcessRunner runner;
  core::ProcessSpec spec;
  spec.argv = {SEALRING_BINARY};
  spec.argv.insert(spec.argv.end(), arguments.begin(), arguments.end());
  spec.directory = folder;
  const auto result = runner.run(spec);
  if (!result) return {-1, "", result.error().message};
  return {result->exit_code, result->standard_output, result->standard_error};
}

const std::string kExample = "examples/stack-two-dies/";

TEST(Example, CleanIsCleanByDefault) {
  for (const char* file : {"clean/stack.3dbx", "clean/stack.yaml"}) {
    const Ran run = sealring({"stack", "check", kExample + file, "--json"});
    EXPECT_EQ(run.status, 0) << file << run.out << run.err;
    const auto json = nlohmann::json::parse(run.out);
    EXPECT_EQ(json["status"], "clean");
    EXPECT_EQ(json["findings"].size(), 0U);
    EXPECT_EQ(json["summary"]["not_checked"].size(), 0U);
    EXPECT_EQ(json["summary"]["checked"]["dies"], 4);
  }
}

TEST(Example, BrokenFailsWithItsSeededFaults) {
  const Ran run = sealring({"stack", "check", kExample + "broken/stack.3dbx", "--json"});
  EXPECT_EQ(run.status, 1) << run.out << run.err;
  const auto json = nlohmann::json::parse(run.out);
  std::set<std::string> codes;
  for (const auto& finding : json["findings"]) codes.insert(finding["code"].get<std::string>());
  for (const char* code : {"STK-0202", "STK-0302", "STK-0301", "STK-0207", "STK-0312"}) {
    EXPECT_TRUE(codes.contains(code)) << code << run.out;
  }
  EXPECT_TRUE(codes.contains("STK-0201") || codes.contains("STK-0213")) << run.out;
  const Ran project = sealring({"stack", "check", kExample + "broken/stack.yaml"});
  EXPECT_EQ(project.status, 1) << project.out;
  EXPECT_NE(project.out.find("STK-0503"), std::string::npos) << project.out;
}

TEST(Example, EveryFormat) {
  const TempFolder folder;
  for (const char* format :
       {"text", "concise", "json", "sarif", "junit", "github", "lyrdb", "rve", "svg", "html"}) {
    const Ran run =
        sealring({"stack", "check", kExample + "broken/stack.3dbx", "--format", format});
    EXPECT_EQ(run.status, 1) << format << run.err;
    EXPECT_GT(run.out.size(), 200U) << format;
  }
}

TEST(Example, case_stack3d_f5) {
  // The cap lists fewer and counts all.
  const TempFolder folder;
  test::GenStack stack = test::two_dies({.signals = 40});
  test::GenRegion& region = stack.region("Upper", "front");
  region.bumps.erase(region.bumps.begin() + 3, region.bumps.begin() + 8);
  const std::string file = test::write_stack(stack, folder.path()).string();
  const Ran all = sealring({"stack", "check", file, "--json"});
  const Ran capped = sealring({"stack", "check", file, "--json", "--max-findings", "1"});
  const auto whole = nlohmann::json::parse(all.out);
  const auto part = nlohmann::json::parse(capped.out);
  EXPECT_GE(whole["findings"].size(), 5U) << all.out;
  EXPECT_EQ(whole["summary"]["errors"], part["summary"]["errors"]);
  EXPECT_LT(part["findings"].size(), whole["findings"].size());
}

TEST(Example, case_stack3d_f8) {
  // Every message carries its object and a place.
  const Ran run = sealring({"stack", "check", kExample + "broken/stack.3dbx", "--json"});
  const nlohmann::json result = nlohmann::json::parse(run.out);
  for (const auto& finding : result["findings"]) {
    EXPECT_FALSE(finding["object"].get<std::string>().empty());
    ASSERT_FALSE(finding["location"].is_null()) << finding.dump();
    EXPECT_FALSE(finding["location"]["file"].get<std::string>().empty());
  }
}

TEST(Example, case_stack3d_f7) {
  // One result set in text, JSON, lyrdb, db and JUnit at once.
  const TempFolder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  const Ran run =
      sealring({"stack", "check", kExample + "broken/stack.3dbx", "--format",
                "json=" + file("a.json"), "--format", "lyrdb=" + file("a.lyrdb"), "--format",
                "rve=" + file("a.db"), "--format", "junit=" + file("a.xml")});
  EXPECT_EQ(run.status, 1);
  for (const char* name : {"a.json", "a.lyrdb", "a.db", "a.xml"})
    EXPECT_TRUE(fs::exists(folder / name)) << name;
}

TEST(Verbs, FloorplanThenFinalAgainstIt) {
  const TempFolder folder;
  const std::string early = (folder / "early.json").string();
  const Ran first = sealring({"stack", "check", kExample + "broken/stack.3dbx", "--profile",
                              "floorplan", "--json", "-o", early});
  EXPECT_EQ(first.status, 1) << first.err;
  const Ran last =
      sealring({"stack", "check", kExample + "broken/stack.3dbx", "--against", early, "--json"});
  EXPECT_EQ(last.status, 1) << last.err;
  const auto json = nlohmann::json::parse(last.out);
  ASSERT_TRUE(json.contains("against")) << last.out;
  EXPECT_GT(json["against"]["reproduced"], 0);
  EXPECT_EQ(json["against"]["gone"], 0);
  EXPECT_GT(json["against"]["new"], 0);
  EXPECT_EQ(json["against"]["new_but_visible_early"], 0);
  EXPECT_EQ(json["stack"]["flip"], "as-is");
}

TEST(Verbs, ExportAndReport) {
  const TempFolder folder;
  const Ran netlist = sealring({"stack", "export", kExample + "clean/stack.3dbx", "--to", "netlist",
                                "-o", (folder / "s.v").string()});
  EXPECT_EQ(netlist.status, 0) << netlist.err;
  EXPECT_NE(netlist.err.find("nets before: 30, after: 30"), std::string::npos) << netlist.err;
  const Ran json = sealring({"stack", "export", kExample + "clean/stack.3dbx", "--to", "json"});
  EXPECT_EQ(json.status, 0);
  EXPECT_EQ(nlohmann::json::parse(json.out)["schema"], "sealring.stack.model/1");
  const Ran again = sealring({"stack", "export", kExample + "clean/stack.3dbx", "--to", "3dbx",
                              "-o", (folder / "x").string()});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_NE(again.err.find("nets before: 30, after: 30"), std::string::npos) << again.err;
  for (const char* form : {"lyrdb", "rve"}) {
    const Ran databases = sealring({"stack", "export", kExample + "broken/stack.3dbx", "--to", form,
                                    "-o", (folder / form).string()});
    EXPECT_EQ(databases.status, 0) << databases.err;
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder / form)) ++files;
    EXPECT_EQ(files, 8U);  // four interfaces, four dies
  }
  const Ran report = sealring({"stack", "report", kExample + "broken/stack.3dbx", "--html",
                               (folder / "r.html").string(), "--svg", (folder / "r.svg").string()});
  EXPECT_EQ(report.status, 0) << report.err;
  EXPECT_GT(fs::file_size(folder / "r.html"), 5000U);
}

TEST(Verbs, WrongUseIsTwo) {
  EXPECT_EQ(sealring({"stack", "check"}).status, 2);
  EXPECT_EQ(sealring({"stack", "check", "no/such.3dbx"}).status, 2);
  EXPECT_EQ(
      sealring({"stack", "check", kExample + "clean/stack.3dbx", "--profile", "finall"}).status, 2);
  EXPECT_EQ(sealring({"stack", "check", kExample + "clean/chiplets.3dbv"}).status, 2);
  EXPECT_EQ(
      sealring({"stack", "check", kExample + "clean/stack.3dbx", "--rules", "gone.yaml"}).status,
      2);
  EXPECT_EQ(sealring({"stack", "export", kExample + "clean/stack.3dbx", "--to", "gds"}).status, 2);
  EXPECT_EQ(sealring({"stack", "export", kExample + "clean/stack.3dbx", "--to", "lyrdb"}).status,
            2);
  EXPECT_EQ(sealring({"stack", "report", kExample + "clean/stack.3dbx"}).status, 2);
}

}  // namespace
}  // namespace sealring::stack3d
