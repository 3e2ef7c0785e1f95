// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <random>
#include <thread>

#include "core/files/digest.h"
#include "manifest/grade.h"
#include "manifest/ledger.h"
#include "manifest/runner/lease.h"
#include "manifest/store/ledger_store.h"
#include "manifest/verify.h"
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

/// Runs `work` in a process of its own and kills it after `delay`; true when it had acknowledged (returned true).
bool killed_after(std::chrono::microseconds delay, const std::function<bool()>& work) {
  int pipe_ends[2];
  EXPECT_EQ(::pipe(pipe_ends), 0);
  const pid_t pid = ::fork();
  if (pid < 0) std::abort();  // never signal process -1
  if (pid == 0) {
    ::close(pipe_ends[0]);
    const char word = work() ? 'y' : 'n';
    (void)!::write(pipe_ends[1], &word, 1);
    ::_exit(0);
  }
  ::close(pipe_ends[1]);
  std::this_thread::sleep_for(delay);
  ::kill(pid, SIGKILL);
  ::waitpid(pid, nullptr, 0);
  char word = 0;
  const bool acknowledged = ::read(pipe_ends[0], &word, 1) == 1 && word == 'y';
  ::close(pipe_ends[0]);
  return acknowledged;
}

TEST(Faults, a_killed_sealer_loses_and_half_seals_nothing) {
  const Workbench bench;
  bench.describe("");
  std::mt19937 random(11);
  int acknowledged = 0;
  const int count = soak_count("points at which a sealer was killed", 20);
  for (int i = 0; i < count; ++i) {
    core::CollectingSink sink;
    const auto record = bench.shell(
        "mkdir r; for i in 1 2 3 4 5; do echo $i " + std::to_string(i) + " > r/$i; done", sink);
    ASSERT_TRUE(record) << spoken(sink);
    const std::string out = "s" + std::to_string(i);
    const bool done = killed_after(std::chrono::microseconds(random() % 250000), [&] {
      core::CollectingSink quiet;
      return bench.seal(record->id, quiet, out).has_value();
    });
    expect_sound(bench, "after kill " + std::to_string(i));
    if (done) {
      ++acknowledged;
      EXPECT_TRUE(passes(bench, out)) << i;
    }
    // Whatever was written either passes as it is or is refused; sealing again completes it.
    core::CollectingSink again;
    EXPECT_TRUE(bench.seal(record->id, again, out)) << spoken(again);
    EXPECT_TRUE(passes(bench, out)) << i;
  }
  EXPECT_EQ(expect_sound(bench, "at the end").entries, static_cast<std::uint64_t>(count));
  std::printf("acknowledged before the kill: %d of %d\n", acknowledged, count);
}

TEST(Faults, a_killed_runner_leaves_nothing_that_can_be_sealed) {
  const Workbench bench;
  bench.describe("");
  bench.sealed("echo x > o", "first");  // the ledger exists
  std::mt19937 random(12);
  const core::SystemClock clock;
  const int count = soak_count("points at which a runner was killed", 15);
  for (int i = 0; i < count; ++i) {
    const bool done = killed_after(std::chrono::microseconds(random() % 60000), [&] {
      core::CollectingSink quiet;
      const auto record = bench.shell("echo a > o; sleep 0.02; echo b > o", quiet);
      return record && record->state == RunState::kCompleted;
    });
    expect_sound(bench, "after kill " + std::to_string(i));
    core::CollectingSink sink;
    const auto log = ledger_log(bench.workspace(), true, sink);
    if (!log || log->empty()) continue;
    const LogLine& last = log->back();
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
  std::mt19937 random(13);
  std::uint64_t acknowledged = 0;
  const int count = soak_count("points at which a grader was killed", 15);
  for (int i = 0; i < count; ++i) {
    acknowledged += killed_after(std::chrono::microseconds(random() % 20000), [&] {
      core::CollectingSink quiet;
      GradeOptions options;
      options.key = bench / "grader.key";
      options.grader = "grader";
      return grade(bench.reader(), {bench / "s"}, *policy, bench.trust(), options,
                   bench.workspace(), core::SystemClock(), quiet)
                 .graded.size() == 1;
    });
    EXPECT_GE(expect_sound(bench, "after kill " + std::to_string(i)).entries, 1 + acknowledged);
  }
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

// ---------------------------------------------------------------------------------------------------------------------
// Tampering: one byte at a time.

struct Tampered {
  Workbench bench;
  std::vector<fs::path> submission, flat, kept, content;
  fs::path database;

  Tampered() {
    bench.describe("");
    for (int i = 0; i < 5; ++i) {
      bench.sealed("mkdir r; echo " + std::to_string(i) + " > r/a; echo more > r/b",
                   "s" + std::to_string(i));
    }
    core::CollectingSink sink;
    const auto note =
        ledger_checkpoint(bench.workspace(), bench / "runner.key", "", "runner", sink);
    write_file(bench / "kept/checkpoint", *note);
    EXPECT_TRUE(export_ledger(bench.workspace(), bench / "flat", sink));
    submission = files_in(bench / "s3");
    flat = files_in(bench / "flat");
    kept = files_in(bench / "kept");
    content = files_in(bench.workspace().content());
    database = bench.workspace().ledger();
  }

  static std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file() && entry.file_size() > 0) {
        fs::permissions(entry.path(), fs::perms(0644));
        files.push_back(entry.path());
      }
    }
    std::sort(files.begin(), files.end());
    return files;
  }

  bool submission_refused() const { return !passes(bench, "s3"); }
  bool flat_refused() const {
    core::CollectingSink sink;
    ledger_verify_export(bench.reader(), bench / "flat", bench.trust(), sink);
    return !sink.findings.empty();
  }
  bool ledger_refused(bool with_kept) const {
    core::CollectingSink sink;
    ledger_verify(bench.workspace(), bench.trust(), bench.reader(),
                  with_kept ? std::vector<fs::path>{kept[0]} : std::vector<fs::path>{}, sink);
    return !sink.findings.empty();
  }
  /// Every decoded record, entry and checkpoint as one text; nothing when they cannot be read.
  std::optional<std::string> decoded() const {
    auto ledger = LedgerStore::open(database, core::Database::Mode::kReadOnly);
    if (!ledger) return {};
    std::string text;
    const auto add = [&](const std::string& field) {
      text += std::to_string(field.size()) + ":" + field;
    };
    const auto records = ledger->each_record([&](const LedgerRecord& r) {
      for (const std::string& field :
           {std::to_string(r.sequence), r.kind, r.key, r.state, std::to_string(r.at_ns), r.body})
        add(field);
    });
    const auto entries = ledger->each_entry([&](const LedgerEntry& e) {
      for (const std::string& field : {std::to_string(e.position), e.kind, e.key, e.envelope})
        add(field);
    });
    const auto notes = ledger->checkpoints();
    if (!records || !entries || !notes) return {};
    for (const std::string& note : *notes) add(note);
    return text;
  }
};

/// Changes one random byte of one of the files, calls `seen`, and puts it back.
void change_one(const std::vector<fs::path>& files, std::mt19937& random,
                const std::function<void(const std::string& what)>& seen) {
  const fs::path& file = files[random() % files.size()];
  const std::string good = read_file(file);
  std::string bad = good;
  const std::size_t at = random() % bad.size();
  bad[at] = static_cast<char>(bad[at] ^ static_cast<char>(1 + random() % 255));
  write_file(file, bad);
  seen(file.filename().string() + " byte " + std::to_string(at) + " of " +
       std::to_string(good.size()));
  write_file(file, good);
}

TEST(Tampering, every_changed_byte_outside_the_database_is_reported) {
  Tampered t;
  std::mt19937 random(21);
  ASSERT_FALSE(t.submission_refused());
  ASSERT_FALSE(t.flat_refused());
  ASSERT_FALSE(t.ledger_refused(true));
  const int count =
      soak_count("single-byte changes of submissions, exports, checkpoints and content", 400);
  for (int i = 0; i < count; ++i) {
    switch (i % 4) {
      case 0:
        change_one(t.submission, random,
                   [&](const std::string& what) { EXPECT_TRUE(t.submission_refused()) << what; });
        break;
      case 1:
        change_one(t.flat, random,
                   [&](const std::string& what) { EXPECT_TRUE(t.flat_refused()) << what; });
        break;
      case 2:
        change_one(t.kept, random,
                   [&](const std::string& what) { EXPECT_TRUE(t.ledger_refused(true)) << what; });
        break;
      default:
        change_one(t.content, random,
                   [&](const std::string& what) { EXPECT_TRUE(t.ledger_refused(false)) << what; });
    }
  }
  EXPECT_FALSE(t.submission_refused());
}

TEST(Tampering, no_changed_byte_of_the_database_alters_a_record_unseen) {
  Tampered t;
  std::mt19937 random(22);
  const std::optional<std::string> good = t.decoded();
  ASSERT_TRUE(good);
  int altered = 0;
  int harmless = 0;
  const int count = soak_count("single-byte changes of the ledger's database", 150);
  for (int i = 0; i < count; ++i) {
    change_one({t.database}, random, [&](const std::string& what) {
      const std::optional<std::string> now = t.decoded();
      const bool reported = t.ledger_refused(false);
      if (now == good) {
        harmless += reported ? 0 : 1;
        return;
      }
      ++altered;
      EXPECT_TRUE(reported) << what;
    });
  }
  std::printf("altered a record: %d (all reported), touched nothing that is read: %d\n", altered,
              harmless);
}

}  // namespace
}  // namespace sealring::manifest
