// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/process/process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/scratch.h"

namespace sealring::core {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using End = ProcessResult::End;

ProcessSpec shell(const std::string& script) {
  ProcessSpec spec;
  spec.argv = {"sh", "-c", script};
  return spec;
}

ProcessResult run(const ProcessSpec& spec) {
  Expected<ProcessResult> result = SystemProcessRunner().run(spec);
  EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().message);
  return result ? *result : ProcessResult{};
}

std::string start_failure(const ProcessSpec& spec) {
  Expected<ProcessResult> result = SystemProcessRunner().run(spec);
  EXPECT_FALSE(result.has_value());
  if (result) return "";
  EXPECT_EQ(result.error().code, "IO-0601");
  return result.error().message;
}

/// Whether a process runs; one that only waits to be collected does not.
bool running(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  if (!std::getline(file, text)) return false;
  const std::size_t name_end = text.rfind(')');
  return name_end != std::string::npos && text[name_end + 2] != 'Z';
}

bool ends_soon(pid_t process) {
  for (int i = 0; i < 200 && running(process); ++i) std::this_thread::sleep_for(milliseconds(10));
  return !running(process);
}

class ProcessTest : public ::testing::Test {
 protected:
  std::string make_file(const std::string& name, const std::string& text, mode_t mode) const {
    const std::filesystem::path path = folder_ / name;
    std::ofstream(path) << text;
    EXPECT_EQ(::chmod(path.c_str(), mode), 0);
    return path.string();
  }

  sealring::testing::Scratch scratch_;
  const std::filesystem::path& folder_ = scratch_.path();
};

TEST_F(ProcessTest, reads_both_streams_and_the_exit_status) {
  const ProcessResult result = run(shell("echo to out; echo to err >&2; exit 3"));
  EXPECT_EQ(result.end, End::kExited);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.standard_output, "to out\n");
  EXPECT_EQ(result.standard_error, "to err\n");
  EXPECT_EQ(describe_end(result), "exit status 3");
}

TEST_F(ProcessTest, arguments_reach_the_child_untouched) {
  ProcessSpec spec;
  spec.argv = {"printf", "<%s>", "a b", "", "$HOME;*", "q\"'", "\xc3\xa4\n"};
  EXPECT_EQ(run(spec).standard_output, "<a b><><$HOME;*><q\"'><\xc3\xa4\n>");
}

TEST_F(ProcessTest, no_input_is_an_empty_input) {
  ProcessSpec spec;
  spec.argv = {"cat"};
  const ProcessResult result = run(spec);
  EXPECT_EQ(result.end, End::kExited);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.standard_output, "");
}

TEST_F(ProcessTest, input_may_be_left_unread_or_opened_again) {
  ProcessSpec spec = shell("exit 0");
  spec.standard_input.assign(4 << 20, 'x');
  EXPECT_EQ(run(spec).exit_code, 0);
  spec = shell("cat /dev/stdin");
  spec.standard_input = "again";
  EXPECT_EQ(run(spec).standard_output, "again");
}

TEST_F(ProcessTest, fifty_megabytes_pass_both_ways_without_a_deadlock) {
  ProcessSpec spec = shell("tee /dev/stderr");
  spec.standard_input.resize(50U << 20U);
  for (std::size_t i = 0; i < spec.standard_input.size(); ++i) {
    spec.standard_input[i] = static_cast<char>((i * 2654435761U) >> 13U);
  }
  spec.time_limit = milliseconds(120000);
  const ProcessResult result = run(spec);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.standard_output == spec.standard_input);
  EXPECT_TRUE(result.standard_error == spec.standard_input);
}

TEST_F(ProcessTest, works_in_the_folder_given) {
  ProcessSpec spec = shell("pwd -P");
  spec.directory = folder_;
  EXPECT_EQ(run(spec).standard_output, std::filesystem::canonical(folder_).string() + "\n");
}

TEST_F(ProcessTest, relative_tool_path_belongs_to_the_caller_not_to_the_folder) {
  make_file("tool.sh", "#!/bin/sh\necho here\n", 0755);
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  ProcessSpec spec;
  spec.argv = {"./tool.sh"};
  spec.directory = "/";
  const ProcessResult result = run(spec);
  std::filesystem::current_path(before);
  EXPECT_EQ(result.standard_output, "here\n");
}

TEST_F(ProcessTest, environment_is_the_callers_or_exactly_the_one_given) {
  ::setenv("SEALRING_PROCESS_TEST", "inherited", 1);
  EXPECT_EQ(run(shell("echo $SEALRING_PROCESS_TEST")).standard_output, "inherited\n");
  ProcessSpec spec;
  spec.argv = {"env"};
  spec.environment = {{"A", "1"}, {"B", "x=y z"}};
  EXPECT_EQ(run(spec).standard_output, "A=1\nB=x=y z\n");
}

TEST_F(ProcessTest, missing_tool_is_io_0601) {
  ProcessSpec spec;
  spec.argv = {"sealring-no-such-tool"};
  EXPECT_EQ(start_failure(spec),
            "cannot start 'sealring-no-such-tool': no program of this name in PATH; install it or "
            "add its folder to PATH");
  spec.argv = {(folder_ / "absent").string()};
  EXPECT_THAT(start_failure(spec), HasSubstr("absent': No such file or directory; correct"));
  spec.argv = {};
  EXPECT_THAT(start_failure(spec), HasSubstr("the command is empty"));
  spec.argv = {""};
  EXPECT_THAT(start_failure(spec), HasSubstr("cannot start ''"));
}

TEST_F(ProcessTest, unusable_tool_is_io_0601_with_the_reason) {
  ProcessSpec spec;
  spec.argv = {folder_.string()};
  EXPECT_THAT(start_failure(spec), HasSubstr("it is a folder; name the program itself"));
  spec.argv = {make_file("plain", "text", 0644)};
  EXPECT_THAT(start_failure(spec), HasSubstr("not executable for you; set its execute"));
  spec.argv = {make_file("headless", "no magic here\n", 0755)};
  EXPECT_THAT(start_failure(spec), HasSubstr("it is no program for this machine"));
  spec.argv = {make_file("orphan", "#!/no/such/interpreter\n", 0755)};
  EXPECT_THAT(start_failure(spec), HasSubstr("its interpreter or loader is missing"));
}

TEST_F(ProcessTest, arguments_beyond_the_limit_of_the_system_are_io_0601) {
  ProcessSpec spec;
  spec.argv = {"true", std::string(1U << 20U, 'x')};
  EXPECT_THAT(start_failure(spec), HasSubstr("too long; give it fewer arguments"));
}

TEST_F(ProcessTest, missing_working_folder_is_io_0601) {
  ProcessSpec spec = shell("exit 0");
  spec.directory = folder_ / "absent";
  EXPECT_THAT(start_failure(spec), HasSubstr("cannot work in folder"));
  EXPECT_THAT(start_failure(spec), HasSubstr("absent"));
}

TEST_F(ProcessTest, death_by_a_signal_is_told) {
  ProcessResult result = run(shell("kill -SEGV $$"));
  EXPECT_EQ(result.end, End::kSignalled);
  EXPECT_EQ(result.signal, SIGSEGV);
  EXPECT_EQ(describe_end(result), "killed by signal 11 (Segmentation fault)");
  result = run(shell("kill -KILL $$"));
  EXPECT_EQ(describe_end(result), "killed by signal 9 (Killed)");
}

TEST_F(ProcessTest, time_limit_ends_the_child_and_its_children) {
  ProcessSpec spec = shell("sleep 60 & echo $!; wait");
  spec.time_limit = milliseconds(800);
  const ProcessResult result = run(spec);
  EXPECT_EQ(result.end, End::kTimeout);
  EXPECT_GE(result.wall, milliseconds(800));
  EXPECT_EQ(result.signal, SIGTERM) << "no force was needed";
  const pid_t grandchild = std::stoi(result.standard_output);
  EXPECT_TRUE(ends_soon(grandchild));
  EXPECT_THAT(describe_end(result), ::testing::MatchesRegex("stopped after 0\\.[0-9]+ s"));
}

TEST_F(ProcessTest, time_limit_ends_those_who_ignore_the_request) {
  ProcessSpec spec = shell(
      "trap '' TERM; (trap '' TERM; sleep 60; sleep 60) & echo $!; "
      "while :; do sleep 60; done");
  spec.time_limit = milliseconds(800);
  const ProcessResult result = run(spec);
  EXPECT_EQ(result.end, End::kTimeout);
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_TRUE(ends_soon(std::stoi(result.standard_output)));
}

TEST_F(ProcessTest, a_child_that_tidies_up_after_the_request_is_still_a_timeout) {
  ProcessSpec spec = shell("trap 'echo tidy; exit 0' TERM; echo ready; sleep 60 & wait");
  spec.time_limit = milliseconds(800);
  const ProcessResult result = run(spec);
  EXPECT_EQ(result.end, End::kTimeout);
  EXPECT_EQ(result.standard_output, "ready\ntidy\n");
}

TEST_F(ProcessTest, left_behind_processes_do_not_hold_the_run_up) {
  const ProcessResult result = run(shell("sleep 60 & echo $!; exit 4"));
  EXPECT_EQ(result.end, End::kExited);
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_LT(result.wall, milliseconds(5000));
  EXPECT_TRUE(ends_soon(std::stoi(result.standard_output)));
}

TEST_F(ProcessTest, output_of_a_process_that_outlives_the_child_briefly_is_kept) {
  const ProcessResult result = run(shell("(sleep 0.1; echo late) & exit 0"));
  EXPECT_EQ(result.standard_output, "late\n");
}

TEST_F(ProcessTest, endless_output_is_stopped_at_the_limit) {
  ProcessSpec spec;
  spec.argv = {"yes"};
  spec.output_limit_bytes = 100000;
  spec.time_limit = milliseconds(60000);
  const ProcessResult result = run(spec);
  EXPECT_EQ(result.end, End::kOutputLimit);
  EXPECT_EQ(result.standard_output.size(), 100000U);
  EXPECT_EQ(describe_end(result), "stopped because it wrote more than 100000 bytes");
}

TEST_F(ProcessTest, output_limit_counts_exactly_and_for_each_stream) {
  ProcessSpec spec = shell("printf 12345678; printf 12345678 >&2");
  spec.output_limit_bytes = 8;
  EXPECT_EQ(run(spec).end, End::kExited);
  spec.output_limit_bytes = 7;
  EXPECT_EQ(run(spec).end, End::kOutputLimit);
  spec = shell("printf 123456789 >&2");
  spec.output_limit_bytes = 8;
  EXPECT_EQ(run(spec).end, End::kOutputLimit);
}

TEST_F(ProcessTest, memory_limit_bounds_the_child_only) {
  ProcessSpec spec;
  spec.argv = {"dd", "if=/dev/zero", "of=/dev/null", "bs=300M", "count=1"};
  EXPECT_EQ(run(spec).exit_code, 0);
  spec.memory_limit_bytes = 200U << 20U;
  const ProcessResult result = run(spec);
  EXPECT_NE(result.exit_code, 0);
  EXPECT_THAT(result.standard_error, HasSubstr("memory"));
}

TEST_F(ProcessTest, measures_time_and_memory_of_the_child) {
  ProcessSpec spec;
  // Several rounds: below our own size the peak is sampled, and the child has to live long enough to be seen whole.
  spec.argv = {"dd", "if=/dev/zero", "of=/dev/null", "bs=300M", "count=10"};
  const ProcessResult big = run(spec);
  EXPECT_GT(big.peak_memory_bytes, 290ULL << 20U);
  EXPECT_LT(big.peak_memory_bytes, 400ULL << 20U);
  const ProcessResult busy = run(shell("i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"));
  EXPECT_GT(busy.cpu, milliseconds(20));
  EXPECT_GE(busy.wall + milliseconds(20), busy.cpu);
}

TEST_F(ProcessTest, memory_of_this_program_is_not_counted_as_the_childs) {
  std::vector<char> ballast(256U << 20U, 1);
  const ProcessResult result = run(shell("sleep 0.2"));
  EXPECT_LT(result.peak_memory_bytes, 64ULL << 20U);
  EXPECT_GT(result.peak_memory_bytes, 0U);
  EXPECT_EQ(ballast[ballast.size() / 2], 1);
}

TEST_F(ProcessTest, child_inherits_no_descriptor) {
  const int leak = ::open("/dev/null", O_RDONLY);  // deliberately without O_CLOEXEC
  ASSERT_GE(leak, 0);
  const int high = ::fcntl(leak, F_DUPFD, 200);
  ProcessSpec spec;
  spec.argv = {"ls", "/proc/self/fd"};
  const ProcessResult result = run(spec);
  ::close(leak);
  ::close(high);
  EXPECT_EQ(result.standard_output, "0\n1\n2\n3\n") << "3 is the folder that ls reads";
}

TEST_F(ProcessTest, works_when_the_standard_descriptors_are_closed) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    for (int i = 0; i < 3; ++i) ::close(i);
    ProcessSpec spec = shell("cat; echo err >&2");
    spec.standard_input = "in";
    const Expected<ProcessResult> result = SystemProcessRunner().run(spec);
    const bool good =
        result && result->standard_output == "in" && result->standard_error == "err\n";
    ::_exit(good ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(ProcessTest, child_has_default_signals_and_its_own_group) {
  struct sigaction ignore{};
  struct sigaction before{};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, &before);
  sigset_t blocked;
  sigset_t mask_before;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &mask_before);
  const ProcessResult result =
      run(shell("grep -E 'Sig(Blk|Ign)' /proc/self/status; ps -o pgid= -p $$; echo $$"));
  ::pthread_sigmask(SIG_SETMASK, &mask_before, nullptr);
  ::sigaction(SIGPIPE, &before, nullptr);
  EXPECT_THAT(result.standard_output, HasSubstr("SigBlk:\t0000000000000000"));
  EXPECT_THAT(result.standard_output, HasSubstr("SigIgn:\t0000000000000000"));
  std::istringstream words(result.standard_output);
  std::string skip;
  int group = -1;
  int self = -2;
  words >> skip >> skip >> skip >> skip >> group >> self;
  EXPECT_EQ(group, self);
  EXPECT_NE(group, ::getpgrp());
}

/// Runs `spec` in a process of its own with the interrupt handler installed; its exit status tells how the run ended.
pid_t run_apart(const ProcessSpec& spec) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
  install_interrupt_handler();
  SystemProcessRunner runner;
  const Expected<ProcessResult> result = runner.run(spec);
  if (!result) ::_exit(100);
  const Expected<ProcessResult> next = runner.run(spec);  // nothing more is started
  const bool both = interrupt_requested() && next && next->end == End::kInterrupted;
  ::_exit(both ? static_cast<int>(result->end) : 101);
}

pid_t wait_for_pid(const std::filesystem::path& file) {
  for (int i = 0; i < 500; ++i) {
    pid_t process = 0;
    std::string end;
    if (std::ifstream(file) >> process >> end && end == "end") return process;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return 0;
}

TEST_F(ProcessTest, interrupt_ends_the_group_and_is_told) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::filesystem::path file = folder_ / std::to_string(signal);
    const pid_t apart = run_apart(shell("sleep 60 & echo $! end >" + file.string() + "; wait"));
    ASSERT_GT(apart, 0);
    const pid_t grandchild = wait_for_pid(file);
    EXPECT_GT(grandchild, 0);
    ::kill(apart, signal);
    int status = 0;
    ASSERT_EQ(::waitpid(apart, &status, 0), apart);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), static_cast<int>(End::kInterrupted));
    EXPECT_TRUE(ends_soon(grandchild));
  }
  ProcessResult result;
  result.end = End::kInterrupted;
  EXPECT_EQ(describe_end(result), "interrupted");
}

TEST_F(ProcessTest, signal_that_was_ignored_stays_ignored) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::signal(SIGINT, SIG_IGN);
    install_interrupt_handler();
    ::raise(SIGINT);
    ::_exit(interrupt_requested() ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(ProcessTest, child_does_not_outlive_this_program) {
  const std::filesystem::path file = folder_ / "pid";
  const pid_t apart = run_apart(shell("echo $$ end >" + file.string() + "; exec sleep 60"));
  ASSERT_GT(apart, 0);
  const pid_t tool = wait_for_pid(file);
  ASSERT_GT(tool, 0);
  EXPECT_TRUE(running(tool));
  ::kill(apart, SIGKILL);
  ASSERT_EQ(::waitpid(apart, nullptr, 0), apart);
  EXPECT_TRUE(ends_soon(tool));
}

TEST_F(ProcessTest, nothing_stays_open_and_nobody_stays_unwaited) {
  const auto open_descriptors = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  };
  run(shell("exit 0"));
  const auto before = open_descriptors();
  for (int i = 0; i < 20; ++i) run(shell("exit 0"));
  ProcessSpec missing;
  missing.argv = {make_file("orphan", "#!/no/such/interpreter\n", 0755)};
  start_failure(missing);
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(ProcessTest, find_tool_searches_path_in_order) {
  const char* path = std::getenv("PATH");
  ASSERT_NE(path, nullptr);
  const std::string before = path;
  const std::string script = make_file("sealring-test-tool", "#!/bin/sh\n", 0755);
  std::filesystem::create_directories(folder_ / "second" / "sh");
  ::setenv("PATH",
           ("/nonexistent:" + (folder_ / "second").string() + ":" + folder_.string()).c_str(), 1);
  EXPECT_EQ(find_tool("sealring-test-tool"), std::filesystem::path(script));
  EXPECT_EQ(find_tool("sh"), std::nullopt) << "a folder is no tool";
  ::setenv("PATH", before.c_str(), 1);
  EXPECT_TRUE(find_tool("sh").has_value());
  EXPECT_EQ(find_tool(script), std::filesystem::path(script));
  EXPECT_EQ(find_tool("sealring-test-tool"), std::nullopt);
  EXPECT_EQ(find_tool(make_file("plain", "", 0644)), std::nullopt);
  EXPECT_EQ(find_tool(""), std::nullopt);
}

}  // namespace
}  // namespace sealring::core
