// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/diagnostics/failure.h"

struct sqlite3;
struct sqlite3_stmt;

namespace sealring::core {

/// A prepared statement. Parameters count from 1, columns from 0. A failed bind is told by the next step. While rows are
/// left unread it holds a read lock; `reset` or the end of its life lets go.
class Statement {
 public:
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&& other) noexcept;
  ~Statement();

  Statement& bind(int index, std::string_view text);
  Statement& bind(int index, std::int64_t value);
  Statement& bind_blob(int index, std::string_view bytes);
  Statement& bind_null(int index);

  /// Runs to the next row: true when there is one, false at the end.
  Expected<bool> step();
  /// Runs a statement that gives no rows, then makes it ready to run again.
  Expected<void> run();
  void reset();

  std::int64_t integer(int column) const;
  std::string text(int column) const;  ///< text or blob bytes; "" for NULL
  bool is_null(int column) const;

 private:
  friend class Database;
  Statement(sqlite3_stmt* handle, sqlite3* database) : handle_(handle), database_(database) {}
  sqlite3_stmt* handle_ = nullptr;
  Statement& note_bind(int result);
  sqlite3* database_ = nullptr;
  int bind_result_ = 0;
};

/// One SQLite file. Foreign keys on, STRICT tables only, busy time-out 10 s. Other failures than those of `open`
/// are IO-0702 (damaged) or IO-0704 (busy, full disk, a rule of the tables). One object per thread.
class Database {
 public:
  enum class Mode : std::uint8_t { kReadWrite, kReadOnly };

  /// Opens or creates `path`. Write-ahead log on local disks; rollback journal with an exclusive lock where the file
  /// system is a network one (statfs). Fails with IO-0701 (cannot open) or IO-0702 (not a database, damaged). A file
  /// of no bytes is a new database, but IO-0702 when it is opened for reading only. The folder must exist.
  static Expected<Database> open(const std::filesystem::path& path, Mode mode = Mode::kReadWrite);

  /// As `open`, with the kind of file system told by the caller.
  static Expected<Database> open_as(const std::filesystem::path& path, Mode mode, bool on_network);

  Database(Database&& other) noexcept;
  Database& operator=(Database&& other) noexcept;
  ~Database();

  Expected<Statement> prepare(std::string_view sql);
  /// Runs one or more statements without parameters.
  Expected<void> execute(const std::string& sql);

  /// Brings one module's tables up to date. Migration i of `steps` takes the schema from version i to i + 1; each runs
  /// in a transaction of its own and the version is kept per module. A file newer than the program is IO-0703; a step that
  /// makes a table that is not STRICT is refused (IO-0704), a database with tables of another program is IO-0702.
  Expected<void> migrate(std::string_view module, std::span<const std::string_view> steps);

  /// Reads the whole file and looks for damage and dangling foreign keys (IO-0702).
  Expected<void> check();

  std::int64_t changes() const;  ///< rows changed by the last statement
  bool on_network() const { return on_network_; }
  sqlite3* handle() const { return handle_; }

 private:
  explicit Database(sqlite3* handle) : handle_(handle) {}
  sqlite3* handle_ = nullptr;
  bool on_network_ = false;
};

/// A write transaction (BEGIN IMMEDIATE); rolled back unless `commit` succeeded. The database must stay where it is
/// (not be moved) meanwhile.
class Transaction {
 public:
  static Expected<Transaction> begin(Database& database);
  Transaction(Transaction&& other) noexcept;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();
  Expected<void> commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

}  // namespace sealring::core
