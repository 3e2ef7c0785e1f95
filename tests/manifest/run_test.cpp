// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/run.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "core/files/digest.h"
#include "manifest/runner/lease.h"
#include "tests/manifest/workbench.h"

namespace sealring::manifest {
namespace {

using namespace testing;

TEST(Run, records_inputs_outputs_and_cost) {
  const Workbench bench;
  write_file(bench / "in.txt", "hello");
  bench.describe(
      "inputs:\n  - {role: text, path: in.txt}\nparameters: {seed: \"7\"}\n"
      "tools:\n  - {name: sh, probe: [sh, -c, 'echo build 1']}\n"
      "set_environment: {MODE: fast}\ncosts: {model_tokens: 1200}\n"
      "licence: {feature: sim, acquire: [sh, -c, 'sleep 0.05']}");
  core::CollectingSink sink;
  const auto record = bench.shell("cat in.txt > out.txt; echo said $MODE", sink);
  ASSERT_TRUE(record) << spoken(sink);
  EXPECT_EQ(record->state, RunState::kCompleted);
  EXPECT_SILENT(sink);
  ASSERT_EQ(record->inputs.size(), 1U);
  EXPECT_EQ(record->inputs[0].sha256, core::sha256_hex("hello"));
  ASSERT_EQ(record->outputs.size(), 1U);
  EXPECT_EQ(record->outputs[0].path, "out.txt");
  EXPECT_EQ(record->outputs[0].sha256, core::sha256_hex("hello"));
  EXPECT_EQ(record->tools[0].build, "build 1");
  EXPECT_EQ(record->environment.at("MODE"), "fast");
  EXPECT_EQ(record->costs.at("model_tokens"), 1200);
  EXPECT_GE(record->licence->wait_ms, 40U);
  EXPECT_GT(record->peak_memory_bytes, 0U);
  const fs::path folder = bench.workspace().state() / "runs" / record->id;
  EXPECT_EQ(read_file(folder / "stdout.log"), "said fast\n");
  EXPECT_NE(record->sandbox, "none");
}

TEST(Run, the_same_inputs_run_twice_are_two_executions) {
  const Workbench bench;
  bench.describe("");
  core::CollectingSink sink;
  const auto a = bench.shell("echo x > o", sink);
  const auto b = bench.shell("echo x > o", sink);
  ASSERT_TRUE(a && b) << spoken(sink);
  EXPECT_NE(a->id, b->id);
  EXPECT_EQ(a->outputs[0].sha256, b->outputs[0].sha256);
}

struct Ending {
  std::string body;
  std::string script;
  RunState state;
  FailureClass failure;
  std::string code;
};

TEST(Run, every_ending_has_its_state_class_and_code) {
  const std::vector<Ending> endings = {
      {"", "exit 3", RunState::kFailed, FailureClass::kFunctional, "MAN-0304"},
      {"", "echo 'top.v:3: syntax error' >&2; exit 1", RunState::kFailed, FailureClass::kSyntax,
       "MAN-0304"},
      {"", "echo 'License checkout failed'; exit 1", RunState::kFailed,
       FailureClass::kToolEnvironment, "MAN-0304"},
      {"", "kill -SEGV $$", RunState::kFailed, FailureClass::kToolEnvironment, "MAN-0304"},
      {"failure_classes: {'DRC': physical}", "echo 12 DRC violations; exit 1", RunState::kFailed,
       FailureClass::kPhysical, "MAN-0304"},
      {"limits: {wall_s: 1}", "sleep 30", RunState::kTimeout, FailureClass::kBudget, "MAN-0305"},
      {"limits: {output_mib: 1}", "head -c 3000000 /dev/zero > big", RunState::kFailed,
       FailureClass::kFunctional, ""},
      {"reports:\n  - {role: r, path: r.json, format: coverage}", "true", RunState::kFailed,
       FailureClass::kToolEnvironment, "MAN-0308"},
      {"reports:\n  - {role: r, path: r.json, format: coverage}", "echo '{' > r.json",
       RunState::kFailed, FailureClass::kToolEnvironment, "MAN-0308"},
      {"costs: {model_tokens: 9}\nbudgets: {model_tokens: 8}", "true", RunState::kFailed,
       FailureClass::kBudget, "MAN-0309"},
      {"licence: {feature: x, acquire: [sh, -c, 'exit 1']}", "true", RunState::kFailed,
       FailureClass::kToolEnvironment, "MAN-0304"},
      {"", "ln -s /etc/passwd link", RunState::kFailed, FailureClass::kToolEnvironment, "MAN-0314"},
      {"", "echo a > a; ln a b", RunState::kFailed, FailureClass::kToolEnvironment, "MAN-0314"},
      {"", "mkfifo p", RunState::kFailed, FailureClass::kToolEnvironment, "MAN-0314"},
      {"", "echo x > -rf", RunState::kFailed, FailureClass::kToolEnvironment, "MAN-0108"},
      {"", "echo x > A.v; echo y > a.v", RunState::kFailed, FailureClass::kToolEnvironment,
       "MAN-0109"},
  };
  const Workbench bench;
  for (const Ending& ending : endings) {
    bench.describe(ending.body);
    core::CollectingSink sink;
    const auto record = bench.shell(ending.script, sink);
    ASSERT_TRUE(record) << ending.script << spoken(sink);
    EXPECT_EQ(record->state, ending.state) << ending.script << spoken(sink);
    if (!ending.code.empty()) {
      EXPECT_EQ(record->failure, ending.failure) << ending.script;
      EXPECT_CODE(sink, ending.code);
    }
    core::CollectingSink refused;
    EXPECT_FALSE(bench.seal(record->id, refused)) << ending.script;
    EXPECT_CODE(refused, "MAN-0313");
  }
}

TEST(Run, a_command_that_cannot_start_is_recorded_as_such) {
  const Workbench bench;
  bench.describe("");
  core::CollectingSink sink;
  const auto record = bench.run({"/no/such/program"}, sink);
  ASSERT_TRUE(record) << spoken(sink);
  EXPECT_EQ(record->state, RunState::kFailed);
  EXPECT_CODE(sink, "MAN-0301");
}

TEST(Run, nothing_is_recorded_when_the_description_cannot_be_kept) {
  const Workbench bench;
  core::CollectingSink sink;
  bench.describe("inputs:\n  - {role: text, path: absent.txt}");
  EXPECT_FALSE(bench.shell("true", sink));
  EXPECT_CODE(sink, "IO-0001");
  bench.describe("tools:\n  - {name: x, probe: [sh, -c, 'exit 1']}");
  EXPECT_FALSE(bench.shell("true", sink));
  EXPECT_CODE(sink, "MAN-0316");
  bench.describe("inputs:\n  - {role: rtl, path: run.yaml}", "simulation");
  EXPECT_FALSE(bench.shell("true", sink));
  EXPECT_CODE(sink, "MAN-0302");
  bench.describe("");
  EXPECT_FALSE(bench.run({}, sink));
}

TEST(Run, every_known_stage_lists_what_it_depends_on) {
  const Workbench bench;
  write_file(bench / "f", "x");
  bench.describe(
      "inputs:\n  - {role: rtl, path: f}\nparameters: {seed: \"1\"}\n"
      "without: {stimulus: none is needed, checker: formal, coverage-plan: formal, tool: none}",
      "simulation");
  core::CollectingSink sink;
  const auto record = bench.shell("true", sink);
  ASSERT_TRUE(record) << spoken(sink);
  EXPECT_EQ(record->without.at("checker"), "formal");
}

// An input that changes while the command runs makes the run unsealable, at its source and as staged.
TEST(Run, case_manifest_24) {
  for (const bool staged : {false, true}) {
    const Workbench bench;
    write_file(bench / "in.txt", "before");
    bench.describe("inputs:\n  - {role: text, path: in.txt}");
    core::CollectingSink sink;
    const std::string other = (bench / "in.txt").string();
    std::thread meddler([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      if (!staged) write_file(other, "after");
    });
    const auto record = bench.shell(
        staged ? "rm -f in.txt; echo other > in.txt; echo x > o" : "sleep 1; echo x > o", sink);
    meddler.join();
    ASSERT_TRUE(record) << spoken(sink);
    EXPECT_EQ(record->state, RunState::kFailed);
    EXPECT_CODE(sink, "MAN-0303");
    core::CollectingSink refused;
    EXPECT_FALSE(bench.seal(record->id, refused));
  }
  // Touched without a change of content: still good.
  const Workbench bench;
  write_file(bench / "in.txt", "same");
  bench.describe("inputs:\n  - {role: text, path: in.txt}");
  core::CollectingSink sink;
  std::thread toucher([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    write_file(bench / "in.txt", "same");
  });
  const auto record = bench.shell("sleep 0.6; echo x > o", sink);
  toucher.join();
  EXPECT_EQ(record->state, RunState::kCompleted) << spoken(sink);
}

// A command that tries everything: other folders, the store, the ledger, a key, the checker, its staged input's parent.
TEST(Run, a_hostile_command_reaches_nothing_but_its_folder) {
  const Workbench bench;
  write_file(bench / "checker.sh", "checker");
  write_file(bench / ".sealring/cas/aa/x", "content");
  fs::permissions(bench / "checker.sh", fs::perms(0666));
  fs::create_directories(bench / "out");
  fs::permissions(bench / "out", fs::perms(0777));
  bench.describe("writable: [out]");
  const std::string at = bench.path().string();
  core::CollectingSink sink;
  const auto record =
      bench.run({"sh", "-c",
                 "for f in " + at + "/checker.sh " + at + "/.sealring/ledger.db " + at +
                     "/.sealring/cas/aa/x " + at + "/new /tmp/sealring-hostile.$$ " + at +
                     "/../sealring-up.$$ ; do (echo hacked > $f) 2>/dev/null && echo "
                     "WROTE $f; done; "
                     "cat " +
                     at + "/runner.key && echo READ key; cat " + at +
                     "/.sealring/ledger.db > l && echo READ ledger; "
                     "rm -rf " +
                     at +
                     "/.sealring/cas 2>/dev/null; kill -9 $PPID 2>/dev/null && echo KILLED; "
                     "echo ok > " +
                     at + "/out/allowed; echo done > result; true"},
                sink, {bench / "runner.key"});
  ASSERT_TRUE(record) << spoken(sink);
  const fs::path folder = bench.workspace().state() / "runs" / record->id;
  EXPECT_EQ(read_file(folder / "stdout.log"), "") << read_file(folder / "stderr.log");
  EXPECT_EQ(read_file(bench / "checker.sh"), "checker");
  EXPECT_EQ(read_file(bench / ".sealring/cas/aa/x"), "content");
  EXPECT_FALSE(fs::exists(bench / "new"));
  EXPECT_EQ(read_file(bench / "out/allowed"), "ok\n");
  EXPECT_EQ(read_file(folder / "work/result"), "done\n");
  EXPECT_EQ(record->state, RunState::kCompleted) << spoken(sink);
}

TEST(Run, nothing_it_started_survives_the_command) {
  const Workbench bench;
  bench.describe("");
  core::CollectingSink sink;
  const auto record = bench.shell(
      "setsid sh -c 'sleep 2; echo late > late' >/dev/null 2>&1 & (sleep 2; echo late > late2) & "
      "echo x > o",
      sink);
  ASSERT_TRUE(record) << spoken(sink);
  EXPECT_LT(record->wall_ms, 1500U);
  std::this_thread::sleep_for(std::chrono::milliseconds(2300));
  const fs::path work = bench.workspace().state() / "runs" / record->id / "work";
  EXPECT_FALSE(fs::exists(work / "late"));
  EXPECT_FALSE(fs::exists(work / "late2"));
}

/// Starts a runner in a process of its own.
pid_t start_runner(const Workbench& bench, const std::string& script) {
  const pid_t pid = ::fork();
  EXPECT_GE(pid, 0);
  if (pid < 0) std::abort();  // never signal process -1
  if (pid == 0) {
    core::CollectingSink sink;
    const auto record = bench.shell(script, sink);
    ::_exit(record && record->state == RunState::kCompleted ? 0 : 7);
  }
  return pid;
}

/// The id of the only run once its command has been started.
std::string wait_for_run(const Workbench& bench) {
  const fs::path runs = bench.workspace().state() / "runs";
  for (int i = 0; i < 400; ++i) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(runs, error)) {
      if (fs::exists(entry.path() / "work/started")) return entry.path().filename();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
  }
  return "";
}

TEST(Run, a_paused_runner_that_was_taken_over_can_never_finish) {
  const Workbench bench;
  bench.describe("");
  const core::SystemClock clock;
  const pid_t runner = start_runner(bench, "echo > started; sleep 1; echo x > o");
  const std::string id = wait_for_run(bench);
  ASSERT_FALSE(id.empty());
  core::CollectingSink alive;
  EXPECT_FALSE(take_over(bench.workspace(), id, false, clock, alive));
  EXPECT_CODE(alive, "MAN-0311");
  ::kill(runner, SIGSTOP);
  // Make the lease look old instead of waiting for it to become so.
  const fs::path lease_file = bench.workspace().state() / "runs" / id / "lease.json";
  auto lease = read_lease(lease_file);
  ASSERT_TRUE(lease);
  lease->renewed_ms = 1;
  ASSERT_TRUE(write_lease(lease_file, *lease));
  core::CollectingSink sink;
  const auto lost = take_over(bench.workspace(), id, false, clock, sink);
  ASSERT_TRUE(lost) << spoken(sink);
  EXPECT_EQ(lost->state, RunState::kLost);
  EXPECT_EQ(lost->epoch, 2U);
  ::kill(runner, SIGCONT);
  int status = 0;
  ::waitpid(runner, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  core::CollectingSink refused;
  EXPECT_EQ(find_run(bench.workspace(), id, refused)->state, RunState::kLost);
  EXPECT_FALSE(bench.seal(id, refused));
  EXPECT_CODE(refused, "MAN-0313");
}

TEST(Run, a_killed_runner_leaves_a_run_that_can_only_be_lost) {
  const Workbench bench;
  bench.describe("");
  const core::SystemClock clock;
  const pid_t runner = start_runner(bench, "echo > started; sleep 20; echo x > o");
  const std::string id = wait_for_run(bench);
  ASSERT_FALSE(id.empty());
  ::kill(runner, SIGKILL);
  ::waitpid(runner, nullptr, 0);
  core::CollectingSink sink;
  const auto seen = attach(bench.workspace(), id, sink);
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->state, RunState::kRunning);
  EXPECT_CODE(sink, "MAN-0307");
  core::CollectingSink refused;
  EXPECT_FALSE(bench.seal(id, refused));
  EXPECT_CODE(refused, "MAN-0313");
  const auto lost = take_over(bench.workspace(), id, false, clock, sink);
  ASSERT_TRUE(lost);
  EXPECT_EQ(lost->state, RunState::kLost);
}

TEST(Run, attach_waits_for_a_live_run) {
  const Workbench bench;
  bench.describe("");
  const pid_t runner = start_runner(bench, "echo > started; sleep 1; echo x > o");
  const std::string id = wait_for_run(bench);
  core::CollectingSink sink;
  const auto record = attach(bench.workspace(), id, sink);
  ::waitpid(runner, nullptr, 0);
  ASSERT_TRUE(record) << spoken(sink);
  EXPECT_EQ(record->state, RunState::kCompleted);
  EXPECT_FALSE(find_run(bench.workspace(), "x-absent", sink));
  EXPECT_CODE(sink, "MAN-0312");
}

TEST(Run, a_command_that_is_stopped_from_outside_was_interrupted) {
  const Workbench bench;
  bench.describe("");
  std::thread killer([&] {
    const std::string id = wait_for_run(bench);
    const fs::path file = bench.workspace().state() / "runs" / id / "lease.json";
    for (int i = 0; i < 200; ++i) {
      const auto lease = read_lease(file);
      if (lease && lease->supervisor > 0) {
        ::kill(lease->supervisor, SIGTERM);
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(25));
    }
  });
  core::CollectingSink sink;
  const auto record = bench.shell("echo > started; sleep 20; echo x > o", sink);
  killer.join();
  ASSERT_TRUE(record) << spoken(sink);
  EXPECT_EQ(record->state, RunState::kInterrupted);
  EXPECT_LT(record->wall_ms, 15000U);
  EXPECT_CODE(sink, "MAN-0306");
}

TEST(Run, a_sandbox_that_cannot_be_made_is_no_run) {
  const Workbench bench;
  bench.describe("writable: [nowhere]");
  core::CollectingSink sink;
  EXPECT_FALSE(bench.shell("echo x > o", sink));
  EXPECT_CODE(sink, "MAN-0310");
}

// A run that fails is recorded like any other, so that it cannot vanish from the history.
TEST(Run, case_manifest_27) {
  const Workbench bench;
  bench.describe("");
  core::CollectingSink sink;
  const auto record = bench.shell("echo partial > o; exit 1", sink);
  ASSERT_TRUE(record);
  const auto again = find_run(bench.workspace(), record->id, sink);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->state, RunState::kFailed);
  EXPECT_EQ(again->outputs.size(), 1U);
}

// What a failed run left is never complete, whatever the files look like.
TEST(Run, case_manifest_28) {
  const Workbench bench;
  bench.describe("reports:\n  - {role: log, path: report.txt}");
  core::CollectingSink sink;
  const auto record = bench.shell("echo all fine > report.txt; exit 1", sink);
  ASSERT_TRUE(record);
  EXPECT_FALSE(bench.seal(record->id, sink));
  EXPECT_CODE(sink, "MAN-0313");
}

// Each run has a fresh folder: a report of an earlier run is never there to be read as this run's.
TEST(Run, case_manifest_18) {
  const Workbench bench;
  bench.describe("reports:\n  - {role: log, path: report.txt}");
  core::CollectingSink sink;
  ASSERT_EQ(bench.shell("echo clean > report.txt", sink)->state, RunState::kCompleted);
  const auto second = bench.shell("test ! -e report.txt || echo stale", sink);
  EXPECT_EQ(second->state, RunState::kFailed);
  EXPECT_CODE(sink, "MAN-0308");
}

// A simulation that ends without its results file is a diagnostic, not a result.
TEST(Run, case_manifest_6) {
  const Workbench bench;
  bench.describe("reports:\n  - {role: tests, path: results.xml, format: junit}");
  core::CollectingSink sink;
  const auto record = bench.shell("echo simulator shut down", sink);
  EXPECT_EQ(record->state, RunState::kFailed);
  EXPECT_EQ(record->failure, FailureClass::kToolEnvironment);
  EXPECT_CODE(sink, "MAN-0308");
}

// Digests are taken from the files the command reads, not from a list of names: an edited file is seen.
TEST(Run, case_manifest_21) {
  const Workbench bench;
  write_file(bench / "tb.v", "one");
  bench.describe("inputs:\n  - {role: rtl, path: tb.v}");
  core::CollectingSink sink;
  const auto first = bench.shell("cat tb.v > o", sink);
  write_file(bench / "tb.v", "two");
  const auto second = bench.shell("cat tb.v > o", sink);
  EXPECT_NE(first->inputs[0].sha256, second->inputs[0].sha256);
  EXPECT_EQ(second->outputs[0].sha256, core::sha256_hex("two"));
}

}  // namespace
}  // namespace sealring::manifest
