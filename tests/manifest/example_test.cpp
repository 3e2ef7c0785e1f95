// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <sys/wait.h>

#include <map>
#include <set>

#include "core/files/digest.h"
#include "manifest/formats/json.h"
#include "tests/manifest/support.h"

// The example as a user runs it: the program itself, in a copy of the folder.
namespace sealring::manifest {
namespace {

using namespace testing;

struct Example {
  TempDir dir;
  fs::path folder = dir / "fifo";

  Example() {
    fs::copy(fs::path(SEALRING_SOURCE_DIR) / "examples/fifo-submissions", folder,
             fs::copy_options::recursive);
    for (const char* made : {"keys", "trust.yaml", ".sealring"}) fs::remove_all(folder / made);
  }

  int shell(const std::string& command) const {
    const std::string bin = fs::path(SEALRING_BINARY).parent_path().string();
    const int status = std::system(
        ("cd '" + folder.string() + "' && PATH='" + bin + "':$PATH && " + command + " > out 2> err")
            .c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string err() const { return read_file(folder / "err"); }

  Json grade(const std::string& more, int status) const {
    EXPECT_EQ(shell("sealring manifest grade submissions/* --policy policy.yaml --trust trust.yaml "
                    "--json " +
                    more),
              status)
        << err();
    core::CollectingSink sink;
    const auto json = parse_json(read_file(folder / "out"), "out", sink);
    EXPECT_TRUE(json) << spoken(sink);
    return json.value_or(Json());
  }
};

std::map<std::string, std::vector<std::string>> verdicts(const Json& graded,
                                                         std::set<std::string>& passed) {
  std::map<std::string, std::vector<std::string>> reasons;
  for (const Json& item : graded.find("verdicts")->items()) {
    const std::string name = fs::path(item.text_at({"submission"})).filename();
    if (item.text_at({"verdict"}) == "PASS") passed.insert(name);
    for (const Json& reason : item.find("reasons")->items()) reasons[name].push_back(reason.text());
  }
  return reasons;
}

TEST(Example, weak_accepts_eight_and_strict_exactly_the_two) {
  const Example example;
  ASSERT_EQ(example.shell("./seal.sh"), 0) << example.err();
  std::set<std::string> weak;
  const Json by_weak = example.grade("--rule weak", 1);
  verdicts(by_weak, weak);
  EXPECT_EQ(weak.size(), 8U);
  EXPECT_FALSE(by_weak.find("countable")->truth());
  std::set<std::string> strict;
  auto reasons = verdicts(example.grade("", 1), strict);
  const std::set<std::string> valid = {"valid-write-7", "valid-write-9"};
  EXPECT_EQ(strict, valid);
  std::size_t invalid = 0;
  for (const std::string& name : weak) invalid += valid.contains(name) ? 0 : 1;
  EXPECT_EQ(invalid, 6U);
  std::set<std::string> codes;
  for (const auto& [name, list] : reasons) {
    ASSERT_EQ(list.size(), 1U) << name;
    EXPECT_TRUE(codes.insert(list[0]).second) << name << " " << list[0];
  }
  EXPECT_EQ(codes.size(), 8U);
  EXPECT_EQ(reasons["half-product"], std::vector<std::string>{"MAN-0502"});
}

TEST(Example, can_be_sealed_again) {
  const Example example;
  ASSERT_EQ(example.shell("./seal.sh"), 0) << example.err();
  const std::string key = read_file(example.folder / "keys/runner.key");
  ASSERT_EQ(example.shell("./seal.sh"), 0) << example.err();
  EXPECT_EQ(read_file(example.folder / "keys/runner.key"), key);
  std::set<std::string> strict;
  verdicts(example.grade("", 1), strict);
  EXPECT_EQ(strict.size(), 2U);
  EXPECT_EQ(example.shell("sealring --workspace . manifest ledger verify --trust trust.yaml"), 0)
      << example.err();
  EXPECT_EQ(
      example.shell(
          "sealring --workspace . manifest audit submissions/valid-write-7 --trust trust.yaml"),
      0)
      << example.err() << read_file(example.folder / "out");
}

// The project's own settings cannot talk a verdict away.
TEST(Example, settings_do_not_influence_verification) {
  const Example example;
  ASSERT_EQ(example.shell("./seal.sh"), 0) << example.err();
  write_file(example.folder / "sealring.yaml",
             "schema: sealring.project/1\nignore: [MAN]\nfail_on: never\n");
  EXPECT_EQ(example.shell("sealring --workspace . manifest verify "
                          "submissions/changed-after-sealing --trust trust.yaml"),
            1);
  EXPECT_EQ(
      example.shell(
          "sealring --workspace . manifest verify submissions/valid-write-7 --trust trust.yaml"),
      0);
  EXPECT_EQ(example.shell("sealring --workspace . manifest verify submissions/valid-write-7"), 2);
}

TEST(Example, a_real_icarus_run_is_sealed_verified_and_graded) {
  const Example example;
  ASSERT_EQ(example.shell("./seal.sh"), 0) << example.err();
  ASSERT_EQ(
      example.shell(
          "sealring --workspace . manifest run --spec real/run.yaml --protect keys --id-file id "
          "-- sh simulate.sh"),
      0)
      << example.err() << read_file(example.folder / "out");
  ASSERT_EQ(example.shell(
                "sealring --workspace . manifest seal --run \"$(cat id)\" --key keys/runner.key "
                "--out real/submission"),
            0)
      << example.err();
  EXPECT_EQ(example.shell("sealring manifest verify real/submission --trust trust.yaml"), 0)
      << example.err();
  EXPECT_EQ(
      example.shell(
          "sealring manifest grade real/submission --policy real/policy.yaml --trust trust.yaml"),
      0)
      << read_file(example.folder / "out");
  // The same policy refuses the run after the source was edited.
  write_file(example.folder / "task/rtl/fifo.v", "module fifo; endmodule\n");
  EXPECT_EQ(
      example.shell(
          "sealring manifest grade real/submission --policy real/policy.yaml --trust trust.yaml"),
      1);
  EXPECT_EQ(example.shell("sealring --workspace . manifest stale"), 1);
  EXPECT_NE(read_file(example.folder / "out").find("MAN-0604"), std::string::npos);
}

}  // namespace
}  // namespace sealring::manifest
