// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "core/store/clock.h"
#include "core/store/execution_record.h"
#include "core/store/workspace.h"
#include "tests/support/scratch.h"

namespace sealring::core {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;
using std::chrono::system_clock;

ExecutionRecord example() {
  ExecutionRecord record;
  record.verb = "sdc generate";
  record.add_input("netlist", "a.v", std::string(64, 'a'));
  record.add_input("liberty", "b.lib", std::string(64, 'b'));
  record.parameters = {{"mode", "func"}, {"corner", "ss"}};
  record.tools = {{"sta", "2.5.0"}, {"sealring", "0.1.0"}};
  record.counts = {{"instances", 12}, {"clocks", 3}};
  return record;
}

TEST(ContentKeyTest, is_known_and_stable) {
  // A changed value here makes every stored result unreachable: change the schema name with it.
  EXPECT_EQ(content_key(example()),
            "d1ba2af37c6bf8d1009d7d4deaf6a4287eec227939b9ea6d5791ab18d69a85c5");
}

TEST(ContentKeyTest, depends_on_content_alone) {
  const std::string key = content_key(example());
  ExecutionRecord record = example();
  record.inputs[0].name = "renamed.v";
  record.counts.clear();
  std::reverse(record.inputs.begin(), record.inputs.end());
  std::reverse(record.parameters.begin(), record.parameters.end());
  std::reverse(record.tools.begin(), record.tools.end());
  EXPECT_EQ(content_key(record), key);
}

TEST(ContentKeyTest, depends_on_everything_a_result_depends_on) {
  std::set<std::string> keys{content_key(example())};
  const auto differs = [&](auto&& change) {
    ExecutionRecord record = example();
    change(record);
    return keys.insert(content_key(record)).second;
  };
  EXPECT_TRUE(differs([](ExecutionRecord& r) { r.verb = "sdc check"; }));
  EXPECT_TRUE(differs([](ExecutionRecord& r) { r.inputs[0].sha256[63] = 'b'; }));
  EXPECT_TRUE(differs([](ExecutionRecord& r) { r.inputs[0].role = "config"; }));
  EXPECT_TRUE(differs([](ExecutionRecord& r) { std::swap(r.inputs[0].role, r.inputs[1].role); }));
  EXPECT_TRUE(differs([](ExecutionRecord& r) { r.inputs.pop_back(); }));
  EXPECT_TRUE(differs([](ExecutionRecord& r) { r.inputs.push_back(r.inputs[0]); }));
  EXPECT_TRUE(differs([](ExecutionRecord& r) { r.parameters[0].second = "scan"; }));
  EXPECT_TRUE(differs([](ExecutionRecord& r) { r.parameters.clear(); }));
  EXPECT_TRUE(differs([](ExecutionRecord& r) { r.tools[0].second = "2.5.1"; }));
  EXPECT_TRUE(differs([](ExecutionRecord& r) { std::swap(r.tools, r.parameters); }));
  EXPECT_TRUE(differs([](ExecutionRecord& r) {
    r.parameters.push_back(r.tools.back());
    r.tools.pop_back();
  }));
}

TEST(ContentKeyTest, borders_of_fields_count) {
  const auto key_of = [](std::string name, std::string value) {
    ExecutionRecord record;
    record.parameters = {{std::move(name), std::move(value)}};
    return content_key(record);
  };
  EXPECT_NE(key_of("ab", "c"), key_of("a", "bc"));
  EXPECT_NE(key_of("", "abc"), key_of("abc", ""));
  EXPECT_NE(key_of(std::string("a\0b", 3), "c"), key_of("a", std::string("b\0c", 3)));
}

TEST(ExecutionRecordTest, json_is_canonical) {
  ExecutionRecord record = example();
  const std::string text = to_json_text(record);
  std::reverse(record.inputs.begin(), record.inputs.end());
  std::reverse(record.parameters.begin(), record.parameters.end());
  std::reverse(record.tools.begin(), record.tools.end());
  std::reverse(record.counts.begin(), record.counts.end());
  EXPECT_EQ(to_json_text(record), text);
  const nlohmann::json json = nlohmann::json::parse(text);
  EXPECT_EQ(json["schema"], "sealring.execution/1");
  EXPECT_EQ(json["content_key"], content_key(record));
  EXPECT_EQ(json["verb"], "sdc generate");
  EXPECT_EQ(json["inputs"][0]["role"], "liberty");
  EXPECT_EQ(json["inputs"][1]["name"], "a.v");
  EXPECT_EQ(json["parameters"][0]["name"], "corner");
  EXPECT_EQ(json["parameters"][0]["value"], "ss");
  EXPECT_EQ(json["tools"][1]["value"], "2.5.0");
  EXPECT_EQ(json["counts"][1]["value"], 12);
}

TEST(ExecutionRecordTest, file_names_need_not_be_utf8) {
  ExecutionRecord record;
  record.add_input("netlist", "caf\xe9.v", std::string(64, '0'));
  EXPECT_FALSE(nlohmann::json::parse(to_json_text(record)).is_discarded());
}

TEST(ExecutionRecordTest, ids_are_well_formed_and_never_the_same) {
  std::set<std::string> ids;
  for (int i = 0; i < 1000; ++i) ids.insert(new_execution_id());
  EXPECT_EQ(ids.size(), 1000U);
  for (const std::string& id : ids) EXPECT_THAT(id, ::testing::MatchesRegex("x-[0-9a-f]+"));
  EXPECT_THAT(ids, ::testing::Each(::testing::SizeIs(34)));
}

TEST(ClockTest, dates_and_instants_are_utc) {
  const system_clock::time_point time{seconds(1796040000)};
  EXPECT_EQ(utc_date(time), "2026-11-30");
  EXPECT_EQ(utc_instant(time), "2026-11-30T12:00:00Z");
  EXPECT_EQ(utc_instant(system_clock::time_point{}), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc_instant(system_clock::time_point{seconds(-1)}), "1969-12-31T23:59:59Z");
  EXPECT_EQ(
      utc_instant(system_clock::time_point{seconds(951827696)} + std::chrono::milliseconds(999)),
      "2000-02-29T12:34:56Z");
}

TEST(ClockTest, source_date_epoch_takes_the_place_of_the_machine) {
  ::setenv("SOURCE_DATE_EPOCH", "951827696", 1);
  EXPECT_EQ(utc_instant(SystemClock().now()), "2000-02-29T12:34:56Z");
  const std::string machine = utc_date(system_clock::now());
  for (const char* unusable : {"", "-1", "12x", "9999999999999999999", "253402300800", " 5"}) {
    ::setenv("SOURCE_DATE_EPOCH", unusable, 1);
    EXPECT_GE(utc_date(SystemClock().now()), machine) << unusable;
  }
  ::unsetenv("SOURCE_DATE_EPOCH");
  EXPECT_GE(utc_date(SystemClock().now()), machine);
}

class WorkspaceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "project" / "block" / "rtl");
    // Ends every search of these tests.
    fs::create_directory(folder_ / ".git");
  }
  void touch(const fs::path& path) const { std::ofstream(folder_ / path) << "x: y\n"; }
  std::optional<fs::path> root_from(const fs::path& start) const {
    const std::optional<Workspace> found = find_workspace(folder_ / start);
    return found ? std::optional(found->root) : std::nullopt;
  }

  sealring::testing::Scratch scratch_;
  const fs::path& folder_ = scratch_.path();
};

TEST_F(WorkspaceTest, is_the_nearest_folder_upward) {
  EXPECT_EQ(root_from("project/block/rtl"), std::nullopt);
  touch("project/sealring.yaml");
  EXPECT_EQ(root_from("project/block/rtl"), folder_ / "project");
  EXPECT_EQ(root_from("project"), folder_ / "project");
  EXPECT_EQ(root_from("."), std::nullopt) << "never downward";
  touch("project/block/sealring.yaml");
  EXPECT_EQ(root_from("project/block/rtl"), folder_ / "project" / "block");
  EXPECT_EQ(root_from("project/block/../block/rtl/.."), folder_ / "project" / "block");
}

TEST_F(WorkspaceTest, search_ends_at_a_repository) {
  touch("project/sealring.yaml");
  fs::create_directory(folder_ / "project" / "block" / ".git");
  EXPECT_EQ(root_from("project/block/rtl"), std::nullopt);
  touch("project/block/sealring.yaml");
  EXPECT_EQ(root_from("project/block/rtl"), folder_ / "project" / "block") << "beside .git counts";
  fs::remove_all(folder_ / "project" / "block" / ".git");
  fs::remove(folder_ / "project" / "block" / "sealring.yaml");
  touch("project/block/.git");  // a worktree has a file
  EXPECT_EQ(root_from("project/block/rtl"), std::nullopt);
}

TEST_F(WorkspaceTest, start_may_be_a_file_absent_or_relative) {
  touch("project/sealring.yaml");
  touch("project/block/top.v");
  EXPECT_EQ(root_from("project/block/top.v"), folder_ / "project");
  EXPECT_EQ(root_from("project/block/absent"), folder_ / "project");
  const fs::path before = fs::current_path();
  fs::current_path(folder_ / "project" / "block");
  const std::optional<Workspace> here = find_workspace(".");
  const std::optional<Workspace> unnamed = find_workspace("");
  fs::current_path(before);
  ASSERT_TRUE(here);
  EXPECT_EQ(here->root, folder_ / "project");
  ASSERT_TRUE(unnamed);
  EXPECT_EQ(unnamed->root, folder_ / "project");
}

TEST_F(WorkspaceTest, a_folder_of_that_name_is_no_configuration) {
  fs::create_directory(folder_ / "project" / "sealring.yaml");
  EXPECT_EQ(root_from("project"), std::nullopt);
  EXPECT_EQ(find_workspace("/"), std::nullopt);
}

TEST_F(WorkspaceTest, names_its_files) {
  const Workspace workspace{"/w"};
  EXPECT_EQ(workspace.config(), "/w/sealring.yaml");
  EXPECT_EQ(workspace.cache(), "/w/.sealring/cache.db");
  EXPECT_EQ(workspace.ledger(), "/w/.sealring/ledger.db");
  EXPECT_EQ(workspace.content(), "/w/.sealring/cas");
}

}  // namespace
}  // namespace sealring::core
