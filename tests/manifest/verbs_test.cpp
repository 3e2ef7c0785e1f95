// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <sys/wait.h>

#include "manifest/formats/json.h"
#include "tests/manifest/support.h"

// What a user does with the program itself in a fresh folder.
namespace sealring::manifest {
namespace {

using namespace testing;

struct Project {
  TempDir dir;

  Project() {
    write_file(dir / "sealring.yaml", "schema: sealring.project/1\n");
    write_file(dir / "run.yaml",
               "schema: sealring.run/1\ntask: t\nstages:\n  custom:\n    inputs: [{role: in, path: "
               "in}]\n");
    write_file(dir / "in", "1\n");
  }

  int shell(const std::string& command) const {
    const std::string bin = fs::path(SEALRING_BINARY).parent_path().string();
    const std::string line = "cd '" + dir.path().string() + "' && PATH='" + bin + "':$PATH && { " +
                             command + " ; } > out 2> err < /dev/null";
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string said() const { return read_file(dir / "out") + read_file(dir / "err"); }
  Json json(const std::string& command, int status = 0) const {
    EXPECT_EQ(shell(command + " --json"), status) << said();
    core::CollectingSink sink;
    const auto parsed = parse_json(read_file(dir / "out"), "out", sink);
    EXPECT_TRUE(parsed) << said();
    return parsed.value_or(Json());
  }
  std::string new_key(const std::string& name) const {
    return json("sealring manifest keygen keys/" + name + ".key").text_at({"public_key"});
  }
  /// Makes keys runner, second and auditor and a trust file with `more` at its end.
  void make_keys(const std::string& more = "") const {
    fs::create_directories(dir / "keys");
    const std::string text =
        "schema: sealring.trust/1\nkeys:\n  - {id: runner, public_key: '" + new_key("runner") +
        "', roles: [runner, log]}\n  - {id: second, public_key: '" + new_key("second") +
        "', roles: [runner]}\n  - {id: auditor, public_key: '" + new_key("auditor") +
        "', roles: [auditor]}\n";
    write_file(dir / "trust.yaml", text + more);
  }
  std::string run_and_seal(const std::string& out, const std::string& more = "") const {
    EXPECT_EQ(shell("sealring manifest run --protect keys --id-file id -- cp in o"), 0) << said();
    EXPECT_EQ(shell("sealring manifest seal --run $(cat id) --key keys/runner.key --out " + out +
                    " " + more),
              0)
        << said();
    std::string id = read_file(dir / "id");
    id.pop_back();
    return id;
  }
};

TEST(Verbs, a_revoked_key_counts_before_its_revocation_and_not_after) {
  const Project project;
  project.make_keys();
  project.run_and_seal("a");
  const std::string revoke =
      "sealring manifest key revoke runner --trust trust.yaml --events events.jsonl --key keys/";
  // A stranger to the key may not revoke it, and nothing is written.
  EXPECT_EQ(project.shell(revoke + "second.key"), 2);
  EXPECT_NE(project.said().find("MAN-0213"), std::string::npos) << project.said();
  EXPECT_FALSE(fs::exists(project.dir / "events.jsonl"));
  EXPECT_EQ(project.shell(revoke + "auditor.key --position x"), 2);
  EXPECT_NE(project.said().find("is no ledger position"), std::string::npos) << project.said();
  EXPECT_EQ(project.json(revoke + "auditor.key").find("position")->as_integer(), 1);
  write_file(project.dir / "trust.yaml",
             read_file(project.dir / "trust.yaml") + "events: events.jsonl\n");
  EXPECT_EQ(project.shell("sealring manifest verify a --trust trust.yaml"), 0) << project.said();
  project.run_and_seal("b");
  EXPECT_EQ(project.shell("sealring manifest verify b --trust trust.yaml"), 1);
  EXPECT_EQ(project.said().find("CLI-0006"), std::string::npos) << project.said();
  EXPECT_NE(project.said().find("revoked"), std::string::npos) << project.said();
}

TEST(Verbs, a_rotated_key_hands_over_to_the_new_one) {
  const Project project;
  project.make_keys();
  project.run_and_seal("a");
  const std::string fresh = project.new_key("runner2");
  const std::string rotate =
      "sealring manifest key rotate runner --new-id runner2 --new-public-key '" + fresh +
      "' --trust trust.yaml --events events.jsonl --key keys/runner.key";
  EXPECT_EQ(project.shell(rotate), 0) << project.said();
  write_file(project.dir / "trust.yaml",
             read_file(project.dir / "trust.yaml") + "events: events.jsonl\n");
  // The same again: that id is taken now.
  EXPECT_EQ(project.shell(rotate), 2);
  EXPECT_NE(project.said().find("MAN-0213"), std::string::npos) << project.said();
  EXPECT_EQ(project.shell("sealring manifest run --protect keys --id-file id -- cp in o && "
                          "sealring manifest seal --run $(cat id) --key keys/runner2.key --out b"),
            0)
      << project.said();
  EXPECT_EQ(project.shell("sealring manifest verify a b --trust trust.yaml"), 0) << project.said();
}

TEST(Verbs, a_threshold_counts_keys_and_a_key_given_twice_is_refused) {
  const Project project;
  project.make_keys("thresholds: {runner: 2}\n");
  project.run_and_seal("one");
  EXPECT_EQ(project.shell("sealring manifest verify one --trust trust.yaml"), 1);
  EXPECT_NE(project.said().find("MAN-0209"), std::string::npos) << project.said();
  project.run_and_seal("two", "--co-sign keys/second.key");
  EXPECT_EQ(project.shell("sealring manifest verify two --trust trust.yaml"), 0) << project.said();
  EXPECT_EQ(project.shell("sealring manifest run --id-file id -- cp in o && sealring manifest seal "
                          "--run $(cat id) --key keys/runner.key --co-sign keys/runner.key"),
            2);
  EXPECT_NE(project.said().find("given twice"), std::string::npos) << project.said();
}

TEST(Verbs, a_continuation_is_proved_as_a_file_and_verified_without_the_ledger) {
  const Project project;
  project.make_keys();
  project.run_and_seal("a");
  const std::string note = "sealring manifest ledger checkpoint --key keys/runner.key --out ";
  ASSERT_EQ(project.shell(note + "old"), 0) << project.said();
  for (const char* out : {"b", "c", "d"}) project.run_and_seal(out);
  ASSERT_EQ(project.shell("sealring manifest ledger prove --since old --out proof"), 0)
      << project.said();
  EXPECT_TRUE(read_file(project.dir / "proof").starts_with("old 1\n"));
  ASSERT_EQ(project.shell("mkdir elsewhere && cp old proof trust.yaml elsewhere"), 0);
  const std::string verify =
      "cd elsewhere && sealring --no-settings manifest ledger verify --trust trust.yaml "
      "--checkpoint old --continuation proof";
  EXPECT_EQ(project.shell(verify), 0) << project.said();
  // Every changed byte of the proof shows.
  const fs::path file = project.dir / "elsewhere/proof";
  const std::string good = read_file(file);
  for (std::size_t at = 0; at < good.size(); at += 1 + good.size() / 23) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 1);
    write_file(file, bad);
    EXPECT_NE(project.shell(verify), 0) << at;
  }
  write_file(file, good);
  // A proof is about one checkpoint, and a ledger of another history cannot prove it.
  EXPECT_EQ(project.shell("sealring manifest ledger prove --since old --run x"), 2);
  EXPECT_NE(project.said().find("either --run or --since"), std::string::npos) << project.said();
  EXPECT_EQ(
      project.shell("sealring manifest ledger verify --trust trust.yaml --continuation proof"), 2);
  const Project other;
  other.make_keys();
  other.run_and_seal("a");
  fs::copy_file(project.dir / "proof", other.dir / "later");
  EXPECT_EQ(other.shell("sealring manifest ledger prove --since later"), 2) << other.said();
}

TEST(Verbs, a_rerun_is_a_new_execution_and_says_what_differs) {
  const Project project;
  ASSERT_EQ(project.shell("sealring manifest run --id-file id -- sh -c 'cat in > o; echo x > p'"),
            0)
      << project.said();
  const Json same = project.json("sealring manifest rerun $(cat id)");
  EXPECT_NE(same.text_at({"run", "id"}), same.text_at({"repeats"}));
  EXPECT_EQ(same.find("differs")->items().size(), 0U);
  write_file(project.dir / "in", "2\n");
  const Json other = project.json("sealring manifest rerun $(cat id)");
  const auto& lines = other.find("differs")->items();
  ASSERT_EQ(lines.size(), 2U) << project.said();
  EXPECT_TRUE(lines[0].text().starts_with("input in 'in': ")) << lines[0].text();
  EXPECT_TRUE(lines[1].text().starts_with("output 'o': ")) << lines[1].text();
  EXPECT_EQ(project.shell("sealring manifest rerun x-none"), 2);
  EXPECT_NE(project.said().find("MAN-0312"), std::string::npos) << project.said();
  // Failed runs are repeated like others.
  EXPECT_EQ(project.shell("sealring manifest run --id-file id -- sh -c 'exit 3'"), 1);
  EXPECT_EQ(project.shell("sealring manifest rerun $(cat id)"), 1) << project.said();
  write_file(project.dir / "run.yaml",
             "schema: sealring.run/1\ntask: u\nstages:\n  custom: {costs: {}}\n");
  EXPECT_EQ(project.shell("sealring manifest rerun $(cat id)"), 2);
  EXPECT_NE(project.said().find("was about 't'"), std::string::npos) << project.said();
}

TEST(Verbs, how_a_run_ended_is_its_exit_status_and_is_said) {
  const Project project;
  EXPECT_EQ(project.shell("sealring manifest run -- sh -c 'echo why it failed >&2; exit 3'"), 1);
  EXPECT_NE(project.said().find("stderr: why it failed"), std::string::npos) << project.said();
  EXPECT_EQ(project.shell("sealring manifest run -- no-such-tool"), 2);
  EXPECT_EQ(project.shell("sealring manifest run --stage sat -- cp in o"), 2);
  EXPECT_NE(project.said().find("no stage 'sat'; it holds custom"), std::string::npos)
      << project.said();
}

TEST(Verbs, a_full_disk_is_said_and_a_ledger_of_nothing_is_no_pass) {
  const Project project;
  EXPECT_EQ(project.shell("sealring manifest run --id-file /dev/full/id -- cp in o"), 2);
  EXPECT_NE(project.said().find("IO-0008"), std::string::npos) << project.said();
  write_file(project.dir / "empty/sealring.yaml", "schema: sealring.project/1\n");
  EXPECT_EQ(project.shell("cd empty && sealring manifest ledger verify"), 2);
}

TEST(Verbs, a_run_that_is_interrupted_is_recorded_and_ends_with_130) {
  const Project project;
  EXPECT_EQ(
      project.shell("timeout -s INT 1 sealring manifest run --id-file id -- sleep 30; test $? "
                    "= 124"),
      0)
      << project.said();
  const Json log = project.json("sealring manifest ledger log --records");
  EXPECT_EQ(log.find("lines")->items().back().text_at({"state"}), "interrupted") << project.said();
}

}  // namespace
}  // namespace sealring::manifest
