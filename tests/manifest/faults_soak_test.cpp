// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <map>
#include <random>
#include <thread>

#include "manifest/grade.h"
#include "manifest/ledger.h"
#include "manifest/runner/lease.h"
#include "manifest/verify.h"
#include "tests/manifest/killer.h"
#include "tests/manifest/workbench.h"
#include "tests/support/soak.h"

// Faults: killed processes, full and read-only disks, races, clocks that jump. After each of them every result that was
// acknowledged is there, nothing half-made is accepted, and the ledger is whole.
namespace sealring::manifest {
namespace {

using namespace testing;
using sealring::testing::soak_count;

/// Expects a sound ledger; returns what was looked at.
LedgerCheck expect_sound(const Workbench& bench, const std::string& when) {
  core::CollectingSink sink;
  const LedgerCheck check =
      ledger_verify(bench.workspace(), bench.trust(), bench.reader(), {}, sink);
  EXPECT_TRUE(sink.findings.empty()) << when << "\n" << spoken(sink);
  return check;
}

bool passes(const Workbench& bench, const std::string& folder) {
  return exit_status(verify(bench.reader(), {bench / folder}, bench.trust()).judgements) == 0;
}

/// Both some kills before the acknowledgement and some after it: otherwise the points prove little.
void expect_spread(const Killer& killer) {
  killer.tell();
  EXPECT_GT(killer.acknowledged(), 0);
  EXPECT_LT(killer.acknowledged(), killer.points() * 3 / 4);
}

TEST(Faults, a_killed_sealer_loses_and_half_seals_nothing) {
  const Workbench bench;
  bench.describe("");
  Killer killer;
  int sealed = 0;
  const auto next_run = [&] {
    core::CollectingSink sink;
    const std::string k = std::to_string(++sealed);
    const auto record =
        bench.shell("mkdir r; for i in 1 2 3 4 5; do echo $i " + k + " > r/$i; done", sink);
    EXPECT_TRUE(record) << spoken(sink);
    return record ? record->id : "";
  };
  const auto sealing = [&](const std::string& id) {
    return [&bench, id] {
      core::CollectingSink quiet;
      return bench.seal(id, quiet, "out-" + id).has_value();
    };
  };
  ASSERT_TRUE(killer.calibrate([&] { return sealing(next_run()); }));
  const int count = soak_count("points at which a sealer was killed", 20);
  for (int i = 0; i < count; ++i) {
    const std::string id = next_run();
    const std::string out = "out-" + id;
    const bool done = killer.kill_next(sealing(id));
    expect_sound(bench, "after kill " + std::to_string(i));
    if (done) {
      EXPECT_TRUE(passes(bench, out)) << i;
    }
    // Whatever was written either passes as it is or is refused; sealing again completes it.
    core::CollectingSink again;
    EXPECT_TRUE(bench.seal(id, again, out)) << spoken(again);
    EXPECT_TRUE(passes(bench, out)) << i;
  }
  EXPECT_EQ(expect_sound(bench, "at the end").entries, static_cast<std::uint64_t>(sealed));
  expect_spread(killer);
}

TEST(Faults, a_killed_runner_leaves_nothing_that_can_be_sealed) {
  const Workbench bench;
  bench.describe("");
  bench.sealed("echo x > o", "first");  // the ledger exists
  const core::SystemClock clock;
  const auto work = [&] {
    core::CollectingSink quiet;
    const auto record = bench.shell("echo a > o; sleep 0.02; echo b > o", quiet);
    return record && record->state == RunState::kCompleted;
  };
  Killer killer;
  ASSERT_TRUE(killer.calibrate([&] { return work; }));
  const int count = soak_count("points at which a runner was killed", 15);
  std::map<std::string, int> left_in;
  for (int i = 0; i < count; ++i) {
    const bool done = killer.kill_next(work);
    expect_sound(bench, "after kill " + std::to_string(i));
    core::CollectingSink sink;
    const auto log = ledger_log(bench.workspace(), true, sink);
    ASSERT_TRUE(log && !log->empty()) << spoken(sink);
    const LogLine& last = log->back();
    ++left_in[done ? "acknowledged" : last.state];
    if (done) {
      EXPECT_EQ(last.state, "completed");
    }
    if (last.state == "created" || last.state == "running") {
      core::CollectingSink refused;
      EXPECT_FALSE(bench.seal(last.key, refused));
      const auto lost = take_over(bench.workspace(), last.key, false, clock, refused);
      ASSERT_TRUE(lost) << spoken(refused);
      EXPECT_EQ(lost->state, RunState::kLost);
      EXPECT_FALSE(bench.seal(last.key, refused));
    }
  }
  expect_spread(killer);
  for (const auto& [state, times] : left_in)
    std::printf("  left as '%s': %d\n", state.c_str(), times);
}

TEST(Faults, a_killed_grader_loses_no_acknowledged_verdict) {
  const Workbench bench;
  write_file(bench / "stim", "1");
  write_file(bench / "board", R"({"schema":"sealring.scoreboard/1","comparisons":1,"errors":0})");
  bench.describe(
      "inputs:\n  - {role: stimulus, path: stim}\n  - {role: made, path: board}\n"
      "reports:\n  - {role: scoreboard, path: r/board, format: scoreboard}");
  bench.sealed("mkdir r; cp board r/board", "s");
  write_file(bench / "policy.yaml",
             "schema: sealring.policy/1\ntask: t\nstage: custom\nrunners: [runner]\n"
             "inputs: [{role: stimulus, files: [stim]}]\nchecker: {}\n");
  core::CollectingSink sink;
  const auto policy = read_policy(bench.reader(), bench / "policy.yaml", sink);
  ASSERT_TRUE(policy) << spoken(sink);
  const auto work = [&] {
    core::CollectingSink quiet;
    GradeOptions options;
    options.key = bench / "grader.key";
    options.grader = "grader";
    const GradeResult result = grade(bench.reader(), {bench / "s"}, *policy, bench.trust(), options,
                                     bench.workspace(), core::SystemClock(), quiet);
    return result.graded.size() == 1 && result.graded[0].signed_verdict;
  };
  Killer killer;
  ASSERT_TRUE(killer.calibrate([&] { return work; }));
  std::uint64_t before = expect_sound(bench, "before the kills").entries;
  const int count = soak_count("points at which a grader was killed", 15);
  for (int i = 0; i < count; ++i) {
    const bool done = killer.kill_next(work);
    const std::uint64_t now = expect_sound(bench, "after kill " + std::to_string(i)).entries;
    EXPECT_GE(now, before + (done ? 1 : 0));
    EXPECT_LE(now, before + 1);
    before = now;
  }
  expect_spread(killer);
}

/// Runs `work` in a process with a mount table of its own; its exit status.
int in_own_mounts(const std::function<int()>& work) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    const bool root = ::geteuid() == 0;
    if (::unshare(root ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) != 0) ::_exit(99);
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) ::_exit(98);
    ::_exit(work());
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 97;
}

TEST(Faults, a_full_disk_loses_nothing_that_was_acknowledged) {
  const int count = soak_count("sizes of a disk that ran full", 12);
  for (int i = 0; i < count; ++i) {
    const TempDir outside;
    const std::string state = (outside / ".sealring").string();
    fs::create_directories(state);
    const int result = in_own_mounts([&]() -> int {
      const Workbench bench;
      bench.describe("");
      fs::create_directories(bench / ".sealring");
      const std::string disk = (bench / ".sealring").string();
      const std::string size = "mode=755,size=" + std::to_string(200 + i * 3000 / count) + "k";
      if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, size.c_str()) != 0) return 90;
      std::vector<std::string> acknowledged;
      for (int k = 0; k < 12; ++k) {
        core::CollectingSink sink;
        const auto record = bench.shell("head -c 150000 /dev/urandom > o", sink);
        if (!record) continue;
        const std::string out = "s" + std::to_string(k);
        if (bench.seal(record->id, sink, out)) acknowledged.push_back(out);
      }
      if (::mount("tmpfs", disk.c_str(), "tmpfs", MS_REMOUNT, "size=64m") != 0) return 91;
      core::CollectingSink found;
      if (fs::exists(bench.workspace().ledger()) && fs::file_size(bench.workspace().ledger()) > 0) {
        const LedgerCheck check =
            ledger_verify(bench.workspace(), bench.trust(), bench.reader(), {}, found);
        if (!found.findings.empty()) return 92;
        if (check.entries < acknowledged.size()) return 93;
      } else if (!acknowledged.empty()) {
        return 94;
      }
      for (const std::string& out : acknowledged) {
        if (!passes(bench, out)) return 95;
      }
      core::CollectingSink later;
      const auto record = bench.shell("echo x > o", later);
      const bool works = record && bench.seal(record->id, later, "later") && passes(bench, "later");
      return works ? 0 : 96;
    });
    EXPECT_EQ(result, 0) << "size step " << i;
  }
}

TEST(Faults, a_read_only_store_is_told_and_still_verifies) {
  EXPECT_EQ(
      in_own_mounts([]() -> int {
        const Workbench bench;
        bench.describe("");
        const std::string id = bench.sealed("echo x > o");
        const std::string disk = bench.path().string();
        if (::mount(disk.c_str(), disk.c_str(), nullptr, MS_BIND, nullptr) != 0) return 90;
        if (::mount(nullptr, disk.c_str(), nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY, nullptr) != 0)
          return 91;
        core::CollectingSink sink;
        if (bench.seal(id, sink, "again")) return 92;
        if (sink.findings.empty()) return 93;
        core::CollectingSink refused;
        if (bench.shell("echo y > o", refused) || refused.findings.empty()) return 97;
        core::CollectingSink found;
        if (ledger_verify(bench.workspace(), bench.trust(), bench.reader(), {}, found).entries != 1)
          return 94;
        if (!found.findings.empty()) return 95;
        return passes(bench, "submission") ? 0 : 96;
      }),
      0);
}

TEST(Faults, eight_writers_on_one_workspace_lose_nothing) {
  const Workbench bench;
  bench.describe("");
  const int rounds = soak_count("runs of each of eight writers", 3);
  std::vector<pid_t> writers;
  for (int writer = 0; writer < 8; ++writer) {
    const pid_t pid = ::fork();
    if (pid == 0) {
      int failures = 0;
      for (int round = 0; round < rounds; ++round) {
        core::CollectingSink sink;
        const auto record =
            bench.shell("echo " + std::to_string(writer * 1000 + round) + " > o", sink);
        const std::string out = "w" + std::to_string(writer) + "-" + std::to_string(round);
        if (!record || !bench.seal(record->id, sink, out)) ++failures;
      }
      ::_exit(failures);
    }
    writers.push_back(pid);
  }
  for (const pid_t pid : writers) {
    int status = 0;
    ::waitpid(pid, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
  EXPECT_EQ(expect_sound(bench, "after the race").entries, static_cast<std::uint64_t>(8 * rounds));
  for (int writer = 0; writer < 8; ++writer)
    EXPECT_TRUE(passes(bench, "w" + std::to_string(writer) + "-0"));
}

TEST(Faults, sealers_of_one_run_race_to_one_entry) {
  const Workbench bench;
  bench.describe("");
  const int count = soak_count("races of two sealers", 5);
  for (int i = 0; i < count; ++i) {
    core::CollectingSink sink;
    const auto record = bench.shell("echo " + std::to_string(i) + " > o", sink);
    std::vector<pid_t> sealers;
    for (const char* out : {"a", "b"}) {
      const pid_t pid = ::fork();
      if (pid == 0) {
        core::CollectingSink quiet;
        ::_exit(bench.seal(record->id, quiet, out + std::to_string(i)) ? 0 : 1);
      }
      sealers.push_back(pid);
    }
    for (const pid_t pid : sealers) {
      int status = 0;
      ::waitpid(pid, &status, 0);
      EXPECT_EQ(WEXITSTATUS(status), 0);
    }
    EXPECT_EQ(read_file(bench / ("a" + std::to_string(i) + "/manifest.dsse.json")),
              read_file(bench / ("b" + std::to_string(i) + "/manifest.dsse.json")));
  }
  EXPECT_EQ(expect_sound(bench, "after the races").entries, static_cast<std::uint64_t>(count));
}

/// How often each run was recorded in a final state.
std::map<std::string, int> endings(const Workbench& bench) {
  core::CollectingSink sink;
  std::map<std::string, int> count;
  const auto log = ledger_log(bench.workspace(), true, sink);
  EXPECT_TRUE(log) << spoken(sink);
  for (const LogLine& line : log.value_or(std::vector<LogLine>())) {
    const auto state = line.kind == "run" ? parse_run_state(line.state) : std::nullopt;
    if (state && is_final(*state)) ++count[line.key];
  }
  return count;
}

/// The newest run of the workspace that has not ended, once it is in the ledger; "" when none comes.
std::string live_run(const Workbench& bench) {
  for (int i = 0; i < 400; ++i) {
    core::CollectingSink sink;
    const auto log = ledger_log(bench.workspace(), true, sink);
    if (log && !log->empty() && log->back().state == "running") return log->back().key;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return "";
}

pid_t start(const std::function<int()>& work) {
  const pid_t pid = ::fork();
  if (pid < 0) std::abort();  // never signal process -1
  if (pid == 0) ::_exit(work());
  return pid;
}

int wait_for(pid_t pid) {
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 97;
}

/// A runner is paused somewhere in its run, its lease runs out, two others take the run over at once, and it goes on.
TEST(Faults, a_paused_and_resumed_runner_that_was_taken_over_ends_once) {
  const Workbench bench;
  bench.describe("");
  bench.sealed("echo x > o", "first");
  std::mt19937 random(14);
  const core::SystemClock clock;
  const int count = soak_count("runners paused, taken over by two at once, and resumed", 6);
  int lost = 0;
  for (int i = 0; i < count; ++i) {
    const pid_t runner = start([&] {
      core::CollectingSink quiet;
      const auto record = bench.shell("echo a > o; sleep 0.05; echo b > o", quiet);
      return record && record->state == RunState::kCompleted ? 0 : 7;
    });
    const std::string id = live_run(bench);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 45000));
    ::kill(runner, SIGSTOP);
    const fs::path lease_file = bench.workspace().state() / "runs" / id / "lease.json";
    if (auto lease = id.empty() ? std::nullopt : read_lease(lease_file)) {
      lease->renewed_ms = 1;  // old, without waiting for it
      EXPECT_TRUE(write_lease(lease_file, *lease));
    }
    const auto taker = [&] {
      core::CollectingSink quiet;
      const auto record = take_over(bench.workspace(), id, false, clock, quiet);
      const bool good = record && is_final(record->state);
      if (!good) std::fprintf(stderr, "taking over: %s", spoken(quiet).c_str());
      return good ? 0 : 1;
    };
    const pid_t first = id.empty() ? 0 : start(taker);
    const pid_t second = id.empty() ? 0 : start(taker);
    if (first > 0) {
      EXPECT_EQ(wait_for(first), 0) << i;
      EXPECT_EQ(wait_for(second), 0) << i;
    }
    ::kill(runner, SIGCONT);
    const int ended = wait_for(runner);
    if (id.empty()) continue;  // it was over before it was seen
    core::CollectingSink sink;
    const auto record = find_run(bench.workspace(), id, sink);
    ASSERT_TRUE(record) << spoken(sink);
    if (ended == 0) {
      EXPECT_EQ(record->state, RunState::kCompleted) << i;
    }
    EXPECT_EQ(bench.seal(id, sink, "p" + std::to_string(i)).has_value(),
              record->state == RunState::kCompleted);
    lost += record->state == RunState::kLost ? 1 : 0;
  }
  for (const auto& [id, times] : endings(bench)) EXPECT_EQ(times, 1) << id;
  expect_sound(bench, "after the pauses");
  EXPECT_GT(lost, 0);
  std::printf("taken over before the end: %d of %d\n", lost, count);
}

TEST(Faults, two_runners_of_one_description_race_to_two_executions) {
  const Workbench bench;
  write_file(bench / "in", "1");
  bench.describe("inputs: [{role: in, path: in}]");
  const int count = soak_count("races of two runners", 5);
  for (int i = 0; i < count; ++i) {
    const auto work = [&] {
      core::CollectingSink quiet;
      const auto record = bench.shell("cat in > o", quiet);
      return record && bench.seal(record->id, quiet, "r-" + record->id) ? 0 : 1;
    };
    const pid_t first = start(work);
    const pid_t second = start(work);
    EXPECT_EQ(wait_for(first), 0);
    EXPECT_EQ(wait_for(second), 0);
  }
  EXPECT_EQ(expect_sound(bench, "after the races").entries, static_cast<std::uint64_t>(2 * count));
  EXPECT_EQ(endings(bench).size(), static_cast<std::size_t>(2 * count));
  for (const auto& [id, times] : endings(bench)) {
    EXPECT_EQ(times, 1);
    EXPECT_TRUE(passes(bench, "r-" + id));
  }
}

/// A clock that jumps back and forth.
class JumpingClock final : public core::Clock {
 public:
  std::chrono::system_clock::time_point now() const override {
    const std::chrono::hours jump(++calls_ % 2 == 0 ? -90000 : 90000);
    return std::chrono::system_clock::now() + jump;
  }

 private:
  mutable int calls_ = 0;
};

TEST(Faults, clocks_that_jump_change_no_result) {
  const Workbench bench;
  bench.describe("limits: {wall_s: 5}");
  const JumpingClock clock;
  core::CollectingSink sink;
  const auto spec = read_run_spec(bench.reader(), bench / "run.yaml", sink);
  RunOptions options;
  options.command = {"sh", "-c", "sleep 0.1; echo x > o"};
  const int count = soak_count("runs under a jumping clock", 4);
  for (int i = 0; i < count; ++i) {
    const auto record = manifest::run(bench.workspace(), *spec, options, clock, sink);
    ASSERT_TRUE(record) << spoken(sink);
    EXPECT_EQ(record->state, RunState::kCompleted);
    EXPECT_LT(record->wall_ms, 4000U);
    EXPECT_TRUE(bench.seal(record->id, sink, "s" + std::to_string(i))) << spoken(sink);
    EXPECT_TRUE(passes(bench, "s" + std::to_string(i)));
  }
  expect_sound(bench, "after the jumps");
}

}  // namespace
}  // namespace sealring::manifest
