// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/formats/paths.h"

#include <array>

#include "tests/manifest/support.h"

namespace sealring::manifest {
namespace {

using namespace testing;
using namespace std::string_literals;

std::string problem_id(std::string_view path) {
  const auto finding = path_problem(path);
  return finding ? std::string(finding->code->id) : "";
}

TEST(Paths, plain_names_are_good) {
  for (const char* path : {"a", "rtl/fifo.v", "a b/c-d_e.f", "caf\xC3\xA9.v", "..a/b", "a.b.c"}) {
    EXPECT_EQ(problem_id(path), "") << path;
  }
}

TEST(Paths, hostile_names_are_refused_by_kind) {
  EXPECT_EQ(problem_id("../x"), "MAN-0106");
  EXPECT_EQ(problem_id("/etc/passwd"), "MAN-0106");
  EXPECT_EQ(problem_id("a/../../b"), "MAN-0106");
  EXPECT_EQ(problem_id("./../b"), "MAN-0106");
  EXPECT_EQ(problem_id("a//b"), "MAN-0107");
  EXPECT_EQ(problem_id("./a"), "MAN-0107");
  EXPECT_EQ(problem_id("a/"), "MAN-0107");
  EXPECT_EQ(problem_id(""), "MAN-0107");
  EXPECT_EQ(problem_id(std::string(2000, 'a')), "MAN-0107");
  EXPECT_EQ(problem_id("a\\b"), "MAN-0108");
  EXPECT_EQ(problem_id("CON"), "MAN-0108");
  EXPECT_EQ(problem_id("x/lpt1.txt"), "MAN-0108");
  EXPECT_EQ(problem_id("a\tb"), "MAN-0108");
  EXPECT_EQ(problem_id("a\0b"s), "MAN-0108");
  EXPECT_EQ(problem_id("-rf"), "MAN-0108");
  EXPECT_EQ(problem_id(" "), "MAN-0108");
  EXPECT_EQ(problem_id("a\xE2\x80\xAE"
                       "b.v"),
            "MAN-0108");
  EXPECT_EQ(problem_id("a\xC0\xAF"), "MAN-0108");
  EXPECT_EQ(problem_id("a."), "MAN-0108");
}

TEST(Paths, names_that_fall_together_are_refused) {
  core::CollectingSink sink;
  EXPECT_TRUE(report_collisions(std::array<std::string, 2>{"a.v", "b.v"}, sink));
  EXPECT_SILENT(sink);
  EXPECT_FALSE(report_collisions(std::array<std::string, 2>{"A.v", "a.v"}, sink));
  EXPECT_FALSE(
      report_collisions(std::array<std::string, 2>{"caf\xC3\xA9.v", "cafe\xCC\x81.v"}, sink));
  EXPECT_FALSE(report_collisions(std::array<std::string, 2>{"a.v", "a.v"}, sink));
  EXPECT_EQ(code_ids(sink.findings),
            (std::vector<std::string>{"MAN-0109", "MAN-0109", "MAN-0109"}));
}

// Two entries for one name: a link to a recorded file must not give the name a second digest.
TEST(Paths, case_manifest_39) {
  core::CollectingSink sink;
  EXPECT_FALSE(report_collisions(std::array<std::string, 2>{"out/log", "out/log"}, sink));
  EXPECT_CODE(sink, "MAN-0109");
}

}  // namespace
}  // namespace sealring::manifest
