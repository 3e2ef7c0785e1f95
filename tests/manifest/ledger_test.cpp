// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/ledger.h"

#include <sqlite3.h>

#include <thread>

#include "manifest/record.h"
#include "manifest/signing/note.h"
#include "manifest/store/content_store.h"
#include "manifest/store/ledger_store.h"
#include "tests/manifest/workbench.h"

namespace sealring::manifest {
namespace {

using namespace testing;

/// Runs SQL past all guards of this program, as another program with the file could.
void tamper(const fs::path& file, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
  char* message = nullptr;
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK)
      << (message != nullptr ? message : "");
  sqlite3_free(message);
  sqlite3_close(database);
}

const std::string kNoTriggers =
    "DROP TRIGGER man_record_keep; DROP TRIGGER man_record_stay; DROP TRIGGER man_entry_keep; DROP "
    "TRIGGER "
    "man_entry_stay; DROP TRIGGER man_node_keep; DROP TRIGGER man_node_stay; DROP TRIGGER "
    "man_record_final; "
    "DROP TRIGGER man_checkpoint_keep; DROP TRIGGER man_checkpoint_stay;";

struct Sealed {
  Workbench bench;
  explicit Sealed(int count = 3) {
    bench.describe("");
    for (int i = 0; i < count; ++i)
      bench.sealed("echo " + std::to_string(i) + " > o", "s" + std::to_string(i));
  }
  std::vector<std::string> codes(bool with_trust = true,
                                 const std::vector<fs::path>& checkpoints = {}) const {
    core::CollectingSink sink;
    ledger_verify(bench.workspace(), with_trust ? std::optional(bench.trust()) : std::nullopt,
                  bench.reader(), checkpoints, sink);
    std::vector<std::string> ids = code_ids(sink.findings);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
  }
};

TEST(Ledger, a_sound_ledger_verifies) {
  const Sealed sealed;
  core::CollectingSink sink;
  const LedgerCheck check = ledger_verify(sealed.bench.workspace(), sealed.bench.trust(),
                                          sealed.bench.reader(), {}, sink);
  EXPECT_SILENT(sink);
  EXPECT_EQ(check.entries, 3U);
  EXPECT_EQ(check.signatures, 3U);
  EXPECT_EQ(check.checkpoints, 3U);
  EXPECT_EQ(check.records, 9U);
  EXPECT_EQ(check.contents,
            4U);  // three outputs and one log content: both logs of all runs are empty
}

TEST(Ledger, its_own_connection_cannot_change_or_remove) {
  const Sealed sealed(1);
  auto ledger =
      LedgerStore::open(sealed.bench.workspace().ledger(), core::Database::Mode::kReadWrite);
  ASSERT_TRUE(ledger);
  for (const char* sql :
       {"UPDATE man_record SET body = ''", "DELETE FROM man_entry", "DROP TABLE man_node",
        "INSERT OR REPLACE INTO man_record SELECT * FROM man_record LIMIT 1",
        "REPLACE INTO man_checkpoint(sequence, size, note, digest) SELECT 1, 0, x'', zeroblob(32)",
        "PRAGMA writable_schema=ON", "PRAGMA recursive_triggers=OFF", "DROP TRIGGER man_entry_stay",
        "ALTER TABLE man_entry RENAME TO x", "ATTACH ':memory:' AS m"}) {
    EXPECT_FALSE(ledger->database().execute(sql)) << sql;
  }
  EXPECT_EQ(sealed.codes(), std::vector<std::string>{});
}

TEST(Ledger, a_final_state_is_final) {
  const Sealed sealed(1);
  auto ledger =
      LedgerStore::open(sealed.bench.workspace().ledger(), core::Database::Mode::kReadWrite);
  std::string id;
  (void)ledger->each_record([&](const LedgerRecord& record) { id = record.key; });
  EXPECT_FALSE(ledger->append_record("run", id, "running", 0, "{}"));
  const auto entry = ledger->entry(0);
  EXPECT_FALSE(ledger->append_entries({**entry}));  // one seal per run
}

TEST(Ledger, changes_past_all_guards_are_found) {
  struct Change {
    std::string sql;
    std::string code;
  };
  for (const Change& change : std::vector<Change>{
           {"UPDATE man_entry SET envelope = CAST(replace(CAST(envelope AS TEXT), 'a', 'b') AS "
            "BLOB) WHERE position = 1",
            "MAN-0402"},
           {"UPDATE man_node SET hash = zeroblob(32) WHERE level = 0 AND place = 2", "MAN-0402"},
           {"UPDATE man_node SET hash = zeroblob(32) WHERE level = 1", "MAN-0402"},
           {"UPDATE man_entry SET key = 'x' WHERE position = 1", "MAN-0402"},
           {"DELETE FROM man_entry WHERE position = 1", "MAN-0402"},
           {"DELETE FROM man_entry WHERE position = 2", "MAN-0402"},
           {"DELETE FROM man_entry WHERE position = 2; DELETE FROM man_node WHERE level = 0 AND "
            "place = 2",
            "MAN-0404"},
           {"UPDATE man_record SET body = body || ' ' WHERE sequence = 4", "MAN-0406"},
           {"UPDATE man_record SET at_ns = at_ns + 1 WHERE sequence = 4", "MAN-0406"},
           {"DELETE FROM man_record WHERE sequence = 2", "MAN-0406"},
           {"UPDATE man_checkpoint SET note = CAST(note || 'x' AS BLOB) WHERE sequence = 1",
            "MAN-0401"}}) {
    const Sealed sealed;
    tamper(sealed.bench.workspace().ledger(), kNoTriggers + change.sql);
    const std::vector<std::string> codes = sealed.codes();
    EXPECT_TRUE(std::find(codes.begin(), codes.end(), change.code) != codes.end()) << change.sql;
  }
}

TEST(Ledger, a_ledger_that_is_no_database_is_damaged) {
  const Sealed sealed(1);
  for (const char* suffix : {"-wal", "-shm"}) {
    fs::remove(sealed.bench.workspace().ledger().string() + suffix);
  }
  write_file(sealed.bench.workspace().ledger(), std::string(4096, 'x'));
  EXPECT_EQ(sealed.codes(), std::vector<std::string>{"MAN-0401"});
}

TEST(Ledger, content_that_is_missing_or_altered_is_found) {
  const Sealed sealed(2);
  const fs::path cas = sealed.bench.workspace().content();
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(cas)) {
    if (entry.is_regular_file() && entry.file_size() > 0) files.push_back(entry.path());
  }
  ASSERT_EQ(files.size(), 2U);
  fs::permissions(files[0], fs::perms(0644));
  write_file(files[0], "9\n");
  fs::remove(files[1]);
  const std::vector<std::string> codes = sealed.codes();
  EXPECT_TRUE(std::find(codes.begin(), codes.end(), "MAN-0407") != codes.end());
  EXPECT_TRUE(std::find(codes.begin(), codes.end(), "MAN-0408") != codes.end());
}

TEST(Ledger, rollback_shows_against_a_checkpoint_kept_outside) {
  const Sealed sealed;
  core::CollectingSink sink;
  const auto note =
      ledger_checkpoint(sealed.bench.workspace(), sealed.bench / "runner.key", "", "runner", sink);
  ASSERT_TRUE(note);
  write_file(sealed.bench / "kept", *note);
  EXPECT_EQ(sealed.codes(true, {sealed.bench / "kept"}), std::vector<std::string>{});
  // The whole state put back to an earlier moment, hashes and checkpoints included.
  tamper(sealed.bench.workspace().ledger(),
         kNoTriggers +
             "DELETE FROM man_entry WHERE position = 2; DELETE FROM man_node WHERE level = 0 AND "
             "place = 2; DELETE FROM man_checkpoint WHERE size = 3");
  EXPECT_EQ(sealed.codes(true), std::vector<std::string>{});
  EXPECT_EQ(sealed.codes(true, {sealed.bench / "kept"}), std::vector<std::string>{"MAN-0404"});
  write_file(sealed.bench / "kept", note->substr(0, note->size() - 5) + "AAA=\n");
  EXPECT_EQ(sealed.codes(true, {sealed.bench / "kept"}), std::vector<std::string>{"MAN-0403"});
}

TEST(Ledger, the_flat_export_verifies_and_its_changes_show) {
  const Sealed sealed;
  core::CollectingSink sink;
  ASSERT_EQ(export_ledger(sealed.bench.workspace(), sealed.bench / "flat", sink), 3U)
      << spoken(sink);
  const auto codes = [&] {
    core::CollectingSink found;
    ledger_verify_export(sealed.bench.reader(), sealed.bench / "flat", sealed.bench.trust(), found);
    return code_ids(found.findings);
  };
  EXPECT_EQ(codes(), std::vector<std::string>{});
  const std::string entries = read_file(sealed.bench / "flat/entries.jsonl");
  write_file(sealed.bench / "flat/entries.jsonl", entries.substr(0, entries.find('\n') + 1));
  EXPECT_EQ(codes(), std::vector<std::string>{"MAN-0404"});
  write_file(sealed.bench / "flat/entries.jsonl", entries.substr(0, entries.size() - 1));
  EXPECT_EQ(codes(), std::vector<std::string>{"MAN-0402"});
  EXPECT_TRUE(ledger_prove(sealed.bench.workspace(),
                           ledger_log(sealed.bench.workspace(), false, sink)->at(0).key, sink));
  EXPECT_FALSE(ledger_prove(sealed.bench.workspace(), "x-absent", sink));
}

TEST(Ledger, a_proof_needs_a_checkpoint) {
  const Sealed sealed(1);
  auto ledger =
      LedgerStore::open(sealed.bench.workspace().ledger(), core::Database::Mode::kReadWrite);
  const auto first = ledger->entry(0);
  std::string envelope = (*first)->envelope;
  ASSERT_TRUE(ledger->append_entries({{0, "seal", "x-later", envelope}}));
  core::CollectingSink sink;
  EXPECT_FALSE(ledger_prove(sealed.bench.workspace(), "x-later", sink));
  EXPECT_CODE(sink, "MAN-0405");
}

TEST(Record, every_verb_can_leave_its_execution) {
  const Workbench bench;
  core::ExecutionRecord record;
  record.verb = "sdc check";
  record.add_input("sdc", "a.sdc", kSha);
  core::CollectingSink sink;
  const core::SystemClock clock;
  const auto a = record_execution(bench.workspace(), record, "clean", clock, sink);
  const auto b = record_execution(bench.workspace(), record, "clean", clock, sink);
  ASSERT_TRUE(a && b) << spoken(sink);
  EXPECT_NE(*a, *b);
  const auto log = ledger_log(bench.workspace(), true, sink);
  ASSERT_EQ(log->size(), 2U);
  EXPECT_EQ((*log)[0].kind, "execution");
  EXPECT_EQ((*log)[1].key, *b);
}

TEST(Record, a_store_that_cannot_be_written_is_told) {
  const Workbench bench;
  write_file(bench / ".sealring", "a file where the folder should be");
  core::CollectingSink sink;
  EXPECT_FALSE(record_execution(bench.workspace(), {}, "clean", core::SystemClock(), sink));
  EXPECT_FALSE(sink.findings.empty());
}

// Clock jumps change labels, never the order: position and sequence decide.
TEST(Ledger, order_does_not_depend_on_clocks) {
  const Workbench bench;
  auto ledger = [&] {
    fs::create_directories(bench.workspace().state());
    return LedgerStore::open(bench.workspace().ledger(), core::Database::Mode::kReadWrite);
  }();
  ASSERT_TRUE(ledger);
  for (const std::int64_t at : {1000L, -5L, 0L, 4000000000000000000L, 7L}) {
    ASSERT_TRUE(ledger->append_record("execution", "k", "", at, "{}"));
  }
  core::CollectingSink sink;
  EXPECT_EQ(ledger->verify(sink).second, 5U);
  EXPECT_SILENT(sink);
  EXPECT_EQ((*ledger->latest("execution", "k"))->at_ns, 7);
}

// Network file systems get one writer at a time and no shared memory; nothing is lost.
TEST(Ledger, case_manifest_60) {
  const TempDir dir;
  for (int i = 0; i < 3; ++i) {
    auto database = core::Database::open_as(dir / "l.db", core::Database::Mode::kReadWrite, true);
    ASSERT_TRUE(database);
    EXPECT_TRUE(database->on_network());
    EXPECT_FALSE(fs::exists((dir / "l.db-shm")));
  }
}
// A ledger that was cut off is checked before it is believed, and can be moved as flat files.
TEST(Ledger, case_manifest_61) {
  const Sealed sealed(2);
  core::CollectingSink sink;
  EXPECT_EQ(export_ledger(sealed.bench.workspace(), sealed.bench / "moved", sink), 2U);
  EXPECT_EQ(ledger_verify_export(sealed.bench.reader(), sealed.bench / "moved",
                                 sealed.bench.trust(), sink)
                .signatures,
            2U);
  EXPECT_SILENT(sink);
}

}  // namespace
}  // namespace sealring::manifest
