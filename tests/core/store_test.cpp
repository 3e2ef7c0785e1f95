// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/store/cache.h"
#include "core/store/file_system.h"
#include "core/store/sqlite.h"
#include "tests/core/store_testing.h"

namespace sealring::core::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr int kWriters = 8;

TEST_F(StoreTest, values_come_back_as_they_were_bound) {
  Database database = must(Database::open(file_));
  constexpr std::array<std::string_view, 1> kSteps{
      "CREATE TABLE value(i INTEGER, t TEXT, b BLOB, n TEXT) STRICT"};
  must(database.migrate("values", kSteps));
  const std::string blob("\0\xff\x80 a\0", 6);
  const std::string text("caf\xc3\xa9\0x", 7);
  Statement in = must(database.prepare("INSERT INTO value VALUES(?, ?, ?, ?)"));
  must(in.bind(1, std::int64_t{-9223372036854775807})
           .bind(2, text)
           .bind_blob(3, blob)
           .bind_null(4)
           .run());
  must(in.bind(1, std::int64_t{0}).bind(2, std::string_view()).bind_blob(3, {}).bind(4, "").run());
  Statement out = must(database.prepare("SELECT i, t, b, n FROM value ORDER BY i"));
  ASSERT_TRUE(must(out.step()));
  EXPECT_EQ(out.integer(0), -9223372036854775807);
  EXPECT_EQ(out.text(1), text);
  EXPECT_EQ(out.text(2), blob);
  EXPECT_TRUE(out.is_null(3));
  EXPECT_EQ(out.text(3), "");
  ASSERT_TRUE(must(out.step()));
  EXPECT_FALSE(out.is_null(1)) << "an empty text is not NULL";
  EXPECT_FALSE(out.is_null(2)) << "an empty blob is not NULL";
  EXPECT_FALSE(out.is_null(3));
  EXPECT_FALSE(must(out.step()));
  out.reset();
  EXPECT_TRUE(must(out.step()));
}

TEST_F(StoreTest, tables_are_strict_and_foreign_keys_are_kept) {
  Database database = must(Database::open(file_));
  must(database.migrate("entries", kSecond));
  const Expected<void> wrong_type = database.execute("INSERT INTO part VALUES(1, 'large')");
  ASSERT_FALSE(wrong_type);
  EXPECT_EQ(wrong_type.error().code, "IO-0704");
  EXPECT_THAT(wrong_type.error().message, HasSubstr("cannot store TEXT value in INTEGER column"));
  const Expected<void> dangling = database.execute("INSERT INTO part VALUES(99, 1)");
  ASSERT_FALSE(dangling);
  EXPECT_THAT(dangling.error().message, HasSubstr("FOREIGN KEY constraint failed"));
  EXPECT_EQ(ask(database, "SELECT count(*) FROM part"), "0");
}

TEST_F(StoreTest, failed_statements_name_the_file_and_say_what_to_do) {
  Database database = open_migrated(file_);
  insert(database, "once");
  EXPECT_EQ(database.changes(), 1);
  Statement again = must(database.prepare("INSERT INTO entry(name) VALUES(?)"));
  const Expected<void> twice = again.bind(1, "once").run();
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().code, "IO-0704");
  EXPECT_EQ(twice.error().message, "store '" + file_.string() +
                                       "' failed: UNIQUE constraint failed: entry.name; the "
                                       "change breaks a rule of its tables and was not made");
  must(again.bind(1, "twice").run());  // the statement is usable again
  const Expected<Statement> nonsense = database.prepare("SELEC 1");
  ASSERT_FALSE(nonsense);
  EXPECT_THAT(nonsense.error().message, HasSubstr("syntax error"));
  EXPECT_FALSE(database.prepare("SELECT 1; SELECT 2")) << "the second would be lost in silence";
  EXPECT_FALSE(database.prepare(" "));
  EXPECT_TRUE(database.prepare("SELECT 1 ;\n "));
}

TEST_F(StoreTest, failed_bind_is_told_by_the_next_step) {
  Database database = open_migrated(file_);
  Statement statement = must(database.prepare("INSERT INTO entry(name) VALUES(?)"));
  const Expected<void> out_of_range = statement.bind(2, "x").bind(1, "y").run();
  ASSERT_FALSE(out_of_range);
  EXPECT_THAT(out_of_range.error().message, HasSubstr("column index out of range"));
  EXPECT_EQ(ask(database, "SELECT count(*) FROM entry"), "0");
  must(statement.bind(1, "y").run());
}

TEST_F(StoreTest, statement_outlives_its_moved_and_closed_database) {
  std::optional<Statement> statement;
  {
    Database database = open_migrated(file_);
    insert(database, "kept");
    Database moved = std::move(database);
    statement = must(moved.prepare("SELECT name FROM entry"));
  }
  ASSERT_TRUE(must(statement->step()));
  EXPECT_EQ(statement->text(0), "kept");
}

TEST_F(StoreTest, transaction_is_whole_or_nothing) {
  Database database = open_migrated(file_);
  {
    Transaction transaction = must(Transaction::begin(database));
    insert(database, "lost");
    const Expected<Transaction> nested = Transaction::begin(database);
    EXPECT_FALSE(nested);
  }
  EXPECT_EQ(ask(database, "SELECT count(*) FROM entry"), "0");
  {
    Transaction transaction = must(Transaction::begin(database));
    insert(database, "kept");
    Transaction moved = std::move(transaction);
    must(moved.commit());
    must(moved.commit());  // a second time changes nothing
  }
  EXPECT_EQ(ask(database, "SELECT count(*) FROM entry"), "1");
}

TEST_F(StoreTest, failed_commit_is_rolled_back) {
  Database database = must(Database::open(file_));
  constexpr std::array<std::string_view, 1> kSteps{
      "CREATE TABLE a(id INTEGER PRIMARY KEY) STRICT;"
      "CREATE TABLE b(a INTEGER REFERENCES a(id) DEFERRABLE INITIALLY DEFERRED) STRICT"};
  must(database.migrate("deferred", kSteps));
  {
    Transaction transaction = must(Transaction::begin(database));
    must(database.execute("INSERT INTO b VALUES(1)"));
    EXPECT_FALSE(transaction.commit());
  }
  EXPECT_EQ(ask(database, "SELECT count(*) FROM b"), "0");
  must(must(Transaction::begin(database)).commit());
}

TEST_F(StoreTest, full_disk_is_told_and_changes_nothing) {
  Database database = open_migrated(file_);
  must(database.execute("PRAGMA max_page_count=20"));
  const std::string big(200000, 'x');
  const Expected<void> full =
      must(database.prepare("INSERT INTO entry(name, bytes) VALUES('big', ?)"))
          .bind_blob(1, big)
          .run();
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, "IO-0704");
  EXPECT_THAT(full.error().message, HasSubstr("free some space"));
  EXPECT_EQ(ask(database, "SELECT count(*) FROM entry"), "0");
  must(database.check());
}

TEST_F(StoreTest, migrations_run_once_and_in_order) {
  {
    Database database = open_migrated(file_);
    insert(database, "old");
  }
  Database database = must(Database::open(file_));
  must(database.migrate("entries", kSecond));
  must(database.migrate("entries", kSecond));
  EXPECT_EQ(ask(database, "SELECT group_concat(name) FROM (SELECT name FROM entry ORDER BY id)"),
            "old,by step two");
  EXPECT_EQ(ask(database, "SELECT version FROM core_schema WHERE module='entries'"), "2");
}

TEST_F(StoreTest, modules_have_versions_of_their_own) {
  Database database = must(Database::open(file_));
  constexpr std::array<std::string_view, 1> kOther{"CREATE TABLE other(x TEXT) STRICT"};
  must(database.migrate("entries", kSecond));
  must(database.migrate("other", kOther));
  EXPECT_EQ(ask(database,
                "SELECT group_concat(module || version) FROM (SELECT * FROM core_schema ORDER BY "
                "module)"),
            "entries2,other1");
}

TEST_F(StoreTest, failed_migration_leaves_the_version_before_it) {
  Database database = must(Database::open(file_));
  constexpr std::array<std::string_view, 2> kBroken{
      kFirst[0], "CREATE TABLE half(x TEXT) STRICT; INSERT INTO nowhere VALUES(1)"};
  const Expected<void> failed = database.migrate("entries", kBroken);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, "IO-0704");
  EXPECT_EQ(ask(database, "SELECT version FROM core_schema"), "1");
  EXPECT_EQ(ask(database, "SELECT count(*) FROM sqlite_schema WHERE name='half'"), "0");
  must(database.migrate("entries", kSecond));
}

TEST_F(StoreTest, migration_that_makes_a_lax_table_is_refused) {
  Database database = must(Database::open(file_));
  constexpr std::array<std::string_view, 1> kLax{"CREATE TABLE lax(x TEXT)"};
  const Expected<void> failed = database.migrate("lax", kLax);
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().message, HasSubstr("table 'lax' is not STRICT"));
  EXPECT_EQ(ask(database, "SELECT count(*) FROM sqlite_schema"), "0");
}

TEST_F(StoreTest, file_newer_than_the_program_is_io_0703) {
  {
    Database database = must(Database::open(file_));
    must(database.migrate("entries", kSecond));
  }
  Database database = must(Database::open(file_));
  const Expected<void> newer = database.migrate("entries", kFirst);
  ASSERT_FALSE(newer);
  EXPECT_EQ(newer.error().code, "IO-0703");
  EXPECT_EQ(newer.error().message, "store '" + file_.string() +
                                       "' has version 2 of 'entries', this "
                                       "program knows up to 1; use a newer program");
}

TEST_F(StoreTest, database_of_another_program_is_left_alone) {
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(file_.c_str(), &other), SQLITE_OK);
  sqlite3_exec(other, "CREATE TABLE bookmark(x)", nullptr, nullptr, nullptr);
  sqlite3_close(other);
  Database database = must(Database::open(file_));
  const Expected<void> refused = database.migrate("entries", kFirst);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "IO-0702");
  EXPECT_THAT(refused.error().message, HasSubstr("database of another program"));
  EXPECT_EQ(ask(database, "SELECT count(*) FROM sqlite_schema"), "1");
}

TEST_F(StoreTest, special_names_are_plain_files) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  for (const char* name : {":memory:", "file:x.db?mode=memory", "with %41 #?.db"}) {
    {
      insert(*std::make_unique<Database>(open_migrated(name)), "x");
    }
    EXPECT_TRUE(fs::is_regular_file(folder_ / name)) << name;
  }
  const Expected<void> shown = open_migrated("with %41 #?.db").execute("nonsense");
  fs::current_path(before);
  ASSERT_FALSE(shown);
  EXPECT_THAT(shown.error().message, HasSubstr("store 'with %41 #?.db' failed"));
}

TEST_F(StoreTest, read_only_changes_nothing) {
  make_database(5);
  const std::string before = bytes_of(file_);
  {
    Database database = must(Database::open(file_, Database::Mode::kReadOnly));
    must(database.migrate("entries", kFirst));
    EXPECT_EQ(ask(database, "SELECT count(*) FROM entry"), "5");
    const Expected<void> written = database.execute("DELETE FROM entry");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, "IO-0704");
    const Expected<void> old = database.migrate("entries", kSecond);
    ASSERT_FALSE(old);
    EXPECT_EQ(old.error().code, "IO-0704");
    EXPECT_THAT(old.error().message, HasSubstr("make a copy you may write to"));
  }
  EXPECT_EQ(bytes_of(file_), before);
}

TEST_F(StoreTest, reader_sees_what_a_writer_has_committed) {
  Database writer = open_migrated(file_);
  Database reader = must(Database::open(file_, Database::Mode::kReadOnly));
  insert(writer, "new");
  EXPECT_EQ(ask(reader, "SELECT count(*) FROM entry"), "1");
}

TEST_F(StoreTest, copy_in_a_folder_without_write_permission_can_be_read) {
  make_database(5);
  ASSERT_EQ(::chmod(folder_.c_str(), 0555), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    // Permissions mean nothing to root.
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(3);
    Expected<Database> database = Database::open(file_, Database::Mode::kReadOnly);
    if (!database) ::_exit(1);
    Expected<Statement> count = database->prepare("SELECT count(*) FROM entry");
    const bool five = count && count->step().value_or(false) && count->integer(0) == 5;
    ::_exit(five && !Database::open(file_) ? 0 : 2);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ::chmod(folder_.c_str(), 0755);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(StoreTest, local_disk_has_a_write_ahead_log_and_a_network_one_has_not) {
  {
    Database local = open_migrated(file_);
    EXPECT_EQ(ask(local, "PRAGMA journal_mode"), "wal");
    EXPECT_EQ(ask(local, "PRAGMA foreign_keys"), "1");
    EXPECT_EQ(ask(local, "PRAGMA synchronous"), "2");
    EXPECT_FALSE(local.on_network());
    insert(local, "kept");
  }
  Database remote = must(Database::open_as(file_, Database::Mode::kReadWrite, true));
  EXPECT_TRUE(remote.on_network());
  EXPECT_EQ(ask(remote, "PRAGMA journal_mode"), "delete");
  EXPECT_EQ(ask(remote, "PRAGMA locking_mode"), "exclusive");
  EXPECT_EQ(ask(remote, "SELECT name FROM entry"), "kept");
  insert(remote, "more");
  EXPECT_FALSE(fs::exists(file_.string() + "-shm"));
}

TEST_F(StoreTest, network_file_systems_are_told_by_their_type) {
  for (const std::uint32_t type : {0x6969U, 0x517BU, 0xFF534D42U, 0xFE534D42U, 0x65735546U,
                                   0x0BD00BD0U, 0x47504653U, 0x01021997U}) {
    EXPECT_TRUE(is_network_type(type)) << std::hex << type;
  }
  // ext4, xfs, btrfs, tmpfs, overlay, zfs, none
  for (const std::uint32_t type :
       {0xEF53U, 0x58465342U, 0x9123683EU, 0x01021994U, 0x794C7630U, 0x2FC12FC1U, 0U}) {
    EXPECT_FALSE(is_network_type(type)) << std::hex << type;
  }
  EXPECT_FALSE(on_network_file_system("/proc"));
  EXPECT_EQ(on_network_file_system(folder_ / "not" / "yet" / "there"),
            on_network_file_system(folder_));
}

TEST_F(StoreTest, unusable_path_is_io_0701) {
  const fs::path absent = folder_ / "absent" / "x.db";
  const Expected<Database> no_folder = Database::open(absent);
  ASSERT_FALSE(no_folder);
  EXPECT_EQ(no_folder.error().code, "IO-0701");
  EXPECT_EQ(no_folder.error().message, "cannot open store '" + absent.string() +
                                           "': unable to open database file; check that "
                                           "the folder exists and that you may write in it");
  const Expected<Database> folder = Database::open(folder_);
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().code, "IO-0701");
  const Expected<Database> nothing = Database::open(file_, Database::Mode::kReadOnly);
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, "IO-0701");
  EXPECT_FALSE(fs::exists(file_)) << "opening for reading creates nothing";
  write_bytes(folder_ / "plain", "x");
  const Expected<Cache> cache = Cache::open(folder_ / "plain" / "cache.db");
  ASSERT_FALSE(cache);
  EXPECT_EQ(cache.error().code, "IO-0701");
}

TEST_F(StoreTest, eight_processes_lose_nothing) {
  const int count = 40;
  std::vector<pid_t> children;
  for (int w = 0; w < kWriters; ++w) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      try {
        write_entries(file_, w, count);
      } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        ::_exit(1);
      }
      ::_exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  Database database = open_migrated(file_);
  EXPECT_EQ(ask(database, "SELECT count(*) FROM entry"), std::to_string(kWriters * count));
}

TEST_F(StoreTest, killed_writer_leaves_whole_transactions) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    Database database = open_migrated(file_);
    for (int i = 0;; ++i) {
      Transaction transaction = must(Transaction::begin(database));
      insert(database, "a" + std::to_string(i));
      insert(database, "b" + std::to_string(i));
      must(transaction.commit());
    }
  }
  const auto entries = [&] {
    Expected<Database> reader = Database::open(file_, Database::Mode::kReadOnly);
    if (!reader) return 0;
    Expected<Statement> count = reader->prepare("SELECT count(*) FROM entry");
    return count && count->step().value_or(false) ? static_cast<int>(count->integer(0)) : 0;
  };
  for (int i = 0; i < 1000 && entries() < 20; ++i) ::usleep(5000);
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  Database database = open_migrated(file_);
  must(database.check());
  const int count = std::stoi(ask(database, "SELECT count(*) FROM entry"));
  EXPECT_GE(count, 20);
  EXPECT_EQ(count % 2, 0);
}

}  // namespace
}  // namespace sealring::core::testing
