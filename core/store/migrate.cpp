// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <fmt/format.h>
#include <sqlite3.h>

#include "core/store/sqlite.h"
#include "core/store/sqlite_failure.h"

namespace sealring::core {

namespace {

/// "SEAL" in the header of every file of ours, so that no other program's database is written to by mistake.
constexpr std::int64_t kApplicationId = 0x5345414C;

/// The first column of the first row as a number; 0 without a row.
Expected<std::int64_t> ask_number(Database& database, std::string_view sql,
                                  std::optional<std::string_view> parameter = std::nullopt) {
  Expected<Statement> statement = database.prepare(sql);
  if (!statement) return Unexpected(std::move(statement.error()));
  if (parameter) statement->bind(1, *parameter);
  Expected<bool> row = statement->step();
  if (!row) return Unexpected(std::move(row.error()));
  return *row ? statement->integer(0) : 0;
}

/// Version of a module's tables in the file; 0 when it has none.
Expected<std::int64_t> version_of(Database& database, std::string_view module) {
  Expected<std::int64_t> known = ask_number(
      database, "SELECT count(*) FROM sqlite_schema WHERE type='table' AND name=?", "core_schema");
  if (!known || *known == 0) return known;
  return ask_number(database, "SELECT version FROM core_schema WHERE module=?", module);
}

/// A file with tables must bear our mark, which is written together with the first of them.
Expected<void> must_be_ours(Database& database) {
  Expected<std::int64_t> tables = ask_number(database, "SELECT count(*) FROM sqlite_schema");
  if (!tables) return Unexpected(std::move(tables.error()));
  if (*tables == 0) return {};
  Expected<std::int64_t> mark = ask_number(database, "PRAGMA application_id");
  if (!mark) return Unexpected(std::move(mark.error()));
  if (*mark == kApplicationId) return {};
  return Unexpected({"IO-0702",
                     fmt::format("store '{}' is a database of another program; name the right "
                                 "file, or move it away",
                                 shown_name(database.handle())),
                     {}});
}

Unexpected newer(Database& database, std::string_view module, std::int64_t version,
                 std::size_t known) {
  return Unexpected({"IO-0703",
                     fmt::format("store '{}' has version {} of '{}', this program knows up to {}; "
                                 "use a newer program",
                                 shown_name(database.handle()), version, module, known),
                     {}});
}

/// Types are checked by STRICT tables alone, so no step may make another kind.
Expected<void> all_tables_strict(Database& database) {
  Expected<Statement> statement = database.prepare(
      "SELECT name FROM pragma_table_list WHERE schema='main' AND type='table' AND strict=0 AND "
      "name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name");
  if (!statement) return Unexpected(std::move(statement.error()));
  Expected<bool> row = statement->step();
  if (!row) return Unexpected(std::move(row.error()));
  if (!*row) return {};
  return Unexpected({"IO-0704",
                     fmt::format("store '{}' failed: table '{}' is not STRICT; report this as a "
                                 "fault of the program",
                                 shown_name(database.handle()), statement->text(0)),
                     {}});
}

Expected<void> set_version(Database& database, std::string_view module, std::int64_t version) {
  Expected<Statement> statement = database.prepare(
      "INSERT INTO core_schema(module, version) VALUES(?1, ?2) ON CONFLICT(module) DO UPDATE SET "
      "version=?2");
  if (!statement) return Unexpected(std::move(statement.error()));
  return statement->bind(1, module).bind(2, version).run();
}

/// Takes one step, unless another program did so meanwhile. Gives the version reached.
Expected<std::int64_t> take_step(Database& database, std::string_view module,
                                 std::span<const std::string_view> steps) {
  Expected<Transaction> transaction = Transaction::begin(database);
  if (!transaction) return Unexpected(std::move(transaction.error()));
  Expected<void> made = database.execute(
      fmt::format("PRAGMA application_id={};", kApplicationId) +
      "CREATE TABLE IF NOT EXISTS core_schema(module TEXT PRIMARY KEY NOT NULL, version INTEGER "
      "NOT NULL) STRICT");
  if (!made) return Unexpected(std::move(made.error()));
  Expected<std::int64_t> version = version_of(database, module);
  if (!version || *version >= static_cast<std::int64_t>(steps.size())) return version;
  made = database.execute(std::string(steps[static_cast<std::size_t>(*version)]))
             .and_then([&] { return all_tables_strict(database); })
             .and_then([&] { return set_version(database, module, *version + 1); })
             .and_then([&] { return transaction->commit(); });
  if (!made) return Unexpected(std::move(made.error()));
  return *version + 1;
}

}  // namespace

Expected<void> Database::migrate(std::string_view module, std::span<const std::string_view> steps) {
  const auto target = static_cast<std::int64_t>(steps.size());
  Expected<void> ours = must_be_ours(*this);
  if (!ours) return ours;
  Expected<std::int64_t> version = version_of(*this, module);
  if (version && *version < target && sqlite3_db_readonly(handle_, "main") == 1) {
    return Unexpected({"IO-0704",
                       fmt::format("store '{}' has version {} of '{}', this program needs {} and "
                                   "may only read it; make a copy you may write to",
                                   shown_name(handle_), *version, module, target),
                       {}});
  }
  while (version && *version < target) version = take_step(*this, module, steps);
  if (!version) return Unexpected(std::move(version.error()));
  if (*version > target) return newer(*this, module, *version, steps.size());
  return {};
}

// ---------------------------------------------------------------------------------------------------------------------
// Transaction

Expected<Transaction> Transaction::begin(Database& database) {
  Expected<void> begun = database.execute("BEGIN IMMEDIATE");
  if (!begun) return Unexpected(std::move(begun.error()));
  return Transaction(database);
}

Transaction::Transaction(Transaction&& other) noexcept
    : database_(std::exchange(other.database_, nullptr)) {}

Transaction::~Transaction() {
  if (database_ == nullptr || sqlite3_get_autocommit(database_->handle()) != 0) return;
  sqlite3_exec(database_->handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

Expected<void> Transaction::commit() {
  if (database_ == nullptr) return {};
  Expected<void> committed = database_->execute("COMMIT");
  if (committed) database_ = nullptr;
  return committed;
}

}  // namespace sealring::core
