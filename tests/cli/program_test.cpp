// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "core/process/process.h"
#include "tests/support/scratch.h"

namespace sealring::testing {
namespace {

using ::testing::HasSubstr;

core::ProcessResult run(core::ProcessSpec spec) {
  core::SystemProcessRunner runner;
  auto result = runner.run(spec);
  EXPECT_TRUE(result.has_value());
  return result ? *result : core::ProcessResult{};
}

/// A copy of the example and a `sta` in front of the real one that never comes back.
class SlowSta : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::copy(std::filesystem::path(SEALRING_SOURCE_DIR) / "examples/serdes56g",
                          folder / "ex", std::filesystem::copy_options::recursive);
    folder.write(
        "bin/sta",
        "#!/bin/sh\n[ \"$1\" = -version ] && { echo 2.0.17; exit 0; }\necho started >> \"" +
            (folder / "started").string() + "\"\nexec sleep 300\n");
    std::filesystem::permissions(folder / "bin/sta", std::filesystem::perms::owner_all);
  }
  Scratch folder;
};

TEST_F(SlowSta, InterruptEndsWithStatus130AndEndsTheChildToo) {
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string path = (folder / "bin").string() + ":/usr/bin:/bin";
    ::setenv("PATH", path.c_str(), 1);
    ::setenv("TMPDIR", folder.path().c_str(), 1);
    if (::chdir(folder.path().c_str()) != 0) ::_exit(99);
    if (::freopen("err.txt", "w", stderr) == nullptr ||
        ::freopen("out.txt", "w", stdout) == nullptr)
      ::_exit(98);
    ::execl(SEALRING_BINARY, "sealring", "sdc", "generate", "ex/soc_a.yaml", "--prove", "require",
            nullptr);
    ::_exit(97);
  }
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!std::filesystem::exists(folder / "started") &&
         std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ASSERT_TRUE(std::filesystem::exists(folder / "started"));
  ::kill(child, SIGINT);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_THAT(read_bytes(folder / "err.txt"), HasSubstr("CLI-0008"));
  EXPECT_EQ(read_bytes(folder / "out.txt"), "");
  // Nothing private is left behind.
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    EXPECT_THAT(entry.path().filename().string(), ::testing::Not(HasSubstr("sealring-proof")));
  }
}

TEST_F(SlowSta, TimeLimitOfTheProofIsExitStatusTwo) {
  core::ProcessSpec spec;
  spec.argv = {SEALRING_BINARY, "sdc",     "generate",        "ex/soc_a.yaml",
               "--prove",       "require", "--proof-timeout", "1"};
  spec.directory = folder.path();
  spec.environment = {{"PATH", (folder / "bin").string() + ":/usr/bin:/bin"}};
  const auto result = run(spec);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.standard_output, HasSubstr("SDC-0521"));
}

TEST(Program, AnErrorOfItsOwnIsSaidAndIsExitStatusTwo) {
  // The working folder is taken away before the program starts.
  Scratch folder;
  core::ProcessSpec spec;
  spec.argv = {"sh", "-c",
               "mkdir gone && cd gone && rmdir ../gone && exec " SEALRING_BINARY " config show"};
  spec.directory = folder.path();
  const auto result = run(spec);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.standard_error, HasSubstr("[CLI-0009]"));
}

TEST(Program, AFullDiskIsSaidAndLeavesNoPart) {
  if (::geteuid() != 0) {
    // Without root a folder that may not be written stands for the full disk.
    Scratch folder;
    std::filesystem::create_directory(folder / "out");
    std::filesystem::permissions(
        folder / "out", std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    core::ProcessSpec spec;
    spec.argv = {
        SEALRING_BINARY, "sdc",
        "generate",      std::string(SEALRING_SOURCE_DIR) + "/examples/serdes56g/soc_a.yaml",
        "--out-dir",     "out"};
    spec.directory = folder.path();
    const auto result = run(spec);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.standard_error, HasSubstr("IO-0008"));
    return;
  }
  Scratch folder;
  std::filesystem::create_directory(folder / "out");
  core::ProcessSpec mount;
  mount.argv = {"mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", (folder / "out").string()};
  ASSERT_EQ(run(mount).exit_code, 0);
  core::ProcessSpec spec;
  spec.argv = {SEALRING_BINARY, "sdc",
               "generate",      std::string(SEALRING_SOURCE_DIR) + "/examples/serdes56g/soc_a.yaml",
               "--out-dir",     "out"};
  spec.directory = folder.path();
  const auto result = run(spec);
  const auto left = std::distance(std::filesystem::directory_iterator(folder / "out"),
                                  std::filesystem::directory_iterator());
  core::ProcessSpec unmount;
  unmount.argv = {"umount", (folder / "out").string()};
  EXPECT_EQ(run(unmount).exit_code, 0);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.standard_error, HasSubstr("No space left on device"));
  EXPECT_EQ(left, 0);
}

}  // namespace
}  // namespace sealring::testing
