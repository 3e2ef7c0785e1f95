// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/store/sqlite.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cctype>
#include <chrono>
#include <system_error>
#include <utility>

#include "core/store/file_system.h"
#include "core/store/sqlite_failure.h"

namespace sealring::core {

namespace {

constexpr std::chrono::milliseconds kBusyTimeout{10000};
constexpr int kWriting = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
constexpr std::uintmax_t kSmallestPage = 512;

int run_quietly(sqlite3* database, const char* sql) {
  return sqlite3_exec(database, sql, nullptr, nullptr, nullptr);
}

bool is_busy(int result) {
  return (result & 0xFF) == SQLITE_BUSY || (result & 0xFF) == SQLITE_LOCKED;
}

/// SQLite does not wait where a change of the journal meets another connection; so it is tried again here.
int run_until_free(sqlite3* database, const char* sql) {
  const auto deadline = std::chrono::steady_clock::now() + kBusyTimeout;
  while (true) {
    const int result = run_quietly(database, sql);
    if (!is_busy(result) || std::chrono::steady_clock::now() >= deadline) return result;
    sqlite3_sleep(5);
  }
}

/// "file:" address of an absolute path that is opened without locks and journal.
std::string immutable_address(const std::filesystem::path& path) {
  std::string address = "file://";
  for (const char c : path.string()) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '.' ||
                       c == '-' || c == '_';
    address += plain ? std::string(1, c)
                     : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return address + "?immutable=1";
}

/// Opens without reading; `database` is set even on failure, as SQLite does.
int open_and_set_up(const std::string& name, int flags, sqlite3*& database) {
  int result = sqlite3_open_v2(name.c_str(), &database, flags | SQLITE_OPEN_EXRESCODE, nullptr);
  if (result != SQLITE_OK) return result;
  sqlite3_busy_timeout(database, static_cast<int>(kBusyTimeout.count()));
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  return run_quietly(
      database, "PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON");
}

int read_first_page(sqlite3* database) {
  return run_until_free(database, "SELECT count(*) FROM sqlite_schema");
}

/// Takes the lock of a file on a network file system at once and for good: two runs that both kept a read lock could
/// never write. Does not wait, because a read lock may have been taken on the way; the caller closes and tries again.
int take_exclusively(sqlite3* database) {
  sqlite3_busy_timeout(database, 0);
  const int result = run_quietly(database,
                                 "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=DELETE; "
                                 "BEGIN EXCLUSIVE; COMMIT");
  sqlite3_busy_timeout(database, static_cast<int>(kBusyTimeout.count()));
  return result;
}

/// Opens for writing and takes the lock; waits for another run that has it.
int open_alone(const std::filesystem::path& file, sqlite3*& database) {
  const auto deadline = std::chrono::steady_clock::now() + kBusyTimeout;
  while (true) {
    int result = open_and_set_up(file.string(), kWriting, database);
    if (result == SQLITE_OK) result = take_exclusively(database);
    if (result == SQLITE_OK) result = read_first_page(database);
    if (!is_busy(result) || std::chrono::steady_clock::now() >= deadline) return result;
    sqlite3_close_v2(std::exchange(database, nullptr));
    std::uint8_t jitter = 0;  // so that two runs do not meet again and again
    sqlite3_randomness(sizeof(jitter), &jitter);
    sqlite3_sleep(5 + jitter % 32);
  }
}

/// Whether a journal with content lies beside the file: then the file alone is not the whole database.
bool has_log(const std::filesystem::path& file) {
  for (const char* suffix : {"-wal", "-journal"}) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file.string() + suffix, error);
    if (!error && size != 0) return true;
  }
  return false;
}

/// A folder that cannot be written has no room for the files beside a write-ahead log; without a log to replay the
/// database alone is whole.
int open_for_reading(const std::filesystem::path& file, sqlite3*& database) {
  int result = open_and_set_up(file.string(), SQLITE_OPEN_READONLY, database);
  if (result == SQLITE_OK) result = read_first_page(database);
  const bool no_room = (result & 0xFF) == SQLITE_CANTOPEN || result == SQLITE_READONLY_CANTINIT ||
                       result == SQLITE_READONLY_DIRECTORY;
  if (!no_room || has_log(file)) return result;
  sqlite3* alone = nullptr;
  int again =
      open_and_set_up(immutable_address(file), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, alone);
  if (again == SQLITE_OK) again = read_first_page(alone);
  sqlite3_close_v2(std::exchange(database, alone));
  return again;
}

bool blank(const char* text) {
  for (; *text != '\0'; ++text) {
    if (std::isspace(static_cast<unsigned char>(*text)) == 0 && *text != ';') return false;
  }
  return true;
}

/// A null pointer would bind NULL.
const char* data_of(std::string_view text) {
  return text.data() == nullptr ? "" : text.data();
}

}  // namespace

// ---------------------------------------------------------------------------------------------------------------------
// Statement

Statement::Statement(Statement&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)),
      database_(other.database_),
      bind_result_(other.bind_result_) {}

Statement& Statement::operator=(Statement&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(database_, other.database_);
  std::swap(bind_result_, other.bind_result_);
  return *this;
}

Statement::~Statement() {
  sqlite3_finalize(handle_);
}

Statement& Statement::note_bind(int result) {
  if (bind_result_ == SQLITE_OK) bind_result_ = result;
  return *this;
}

Statement& Statement::bind(int index, std::string_view text) {
  return note_bind(sqlite3_bind_text64(handle_, index, data_of(text), text.size(), SQLITE_TRANSIENT,
                                       SQLITE_UTF8));
}

Statement& Statement::bind(int index, std::int64_t value) {
  return note_bind(sqlite3_bind_int64(handle_, index, value));
}

Statement& Statement::bind_blob(int index, std::string_view bytes) {
  return note_bind(
      sqlite3_bind_blob64(handle_, index, data_of(bytes), bytes.size(), SQLITE_TRANSIENT));
}

Statement& Statement::bind_null(int index) {
  return note_bind(sqlite3_bind_null(handle_, index));
}

Expected<bool> Statement::step() {
  if (bind_result_ != SQLITE_OK) return store_failure(database_, std::exchange(bind_result_, 0));
  const int result = sqlite3_step(handle_);
  if (result == SQLITE_ROW) return true;
  if (result == SQLITE_DONE) return false;
  Unexpected failure = store_failure(database_, result);
  reset();
  return failure;
}

Expected<void> Statement::run() {
  while (true) {
    Expected<bool> more = step();
    if (!more) return Unexpected(std::move(more.error()));
    if (!*more) break;
  }
  reset();
  return {};
}

void Statement::reset() {
  sqlite3_reset(handle_);
  bind_result_ = SQLITE_OK;
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(handle_, column);
}

std::string Statement::text(int column) const {
  const void* bytes = sqlite3_column_type(handle_, column) == SQLITE_BLOB
                          ? sqlite3_column_blob(handle_, column)
                          : static_cast<const void*>(sqlite3_column_text(handle_, column));
  if (bytes == nullptr) return "";
  return {static_cast<const char*>(bytes),
          static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

// ---------------------------------------------------------------------------------------------------------------------
// Database

Expected<Database> Database::open(const std::filesystem::path& path, Mode mode) {
  return open_as(path, mode, on_network_file_system(path));
}

Expected<Database> Database::open_as(const std::filesystem::path& path, Mode mode,
                                     bool on_network) {
  std::error_code error;
  // An absolute name is never taken for ":memory:" or an address.
  const std::filesystem::path file = std::filesystem::absolute(path, error);
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  const bool reading = mode == Mode::kReadOnly;
  if (!error && size < kSmallestPage && (size != 0 || (reading && !has_log(file)))) {
    return Unexpected({"IO-0702",
                       fmt::format("store '{}' is damaged: its {} bytes are less than any database "
                                   "has; put it back from a copy",
                                   path.string(), size),
                       {}});
  }
  Database database(nullptr);
  database.on_network_ = on_network;
  int result = SQLITE_OK;
  if (reading) {
    result = open_for_reading(file, database.handle_);
  } else if (on_network) {
    result = open_alone(file, database.handle_);
  } else {
    result = open_and_set_up(file.string(), kWriting, database.handle_);
    if (result == SQLITE_OK) result = run_until_free(database.handle_, "PRAGMA journal_mode=WAL");
    if (result == SQLITE_OK) result = read_first_page(database.handle_);
  }
  if (result != SQLITE_OK) return open_failure(path, database.handle_, result);
  return database;
}

Database::Database(Database&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)), on_network_(other.on_network_) {}

Database& Database::operator=(Database&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(on_network_, other.on_network_);
  return *this;
}

// Statements that are still alive keep the connection until they go.
Database::~Database() {
  sqlite3_close_v2(handle_);
}

Expected<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* handle = nullptr;
  const char* rest = nullptr;
  const std::string text(sql);
  const int result =
      sqlite3_prepare_v2(handle_, text.c_str(), static_cast<int>(text.size()) + 1, &handle, &rest);
  if (result != SQLITE_OK) return store_failure(handle_, result);
  Statement statement(handle, handle_);
  if (handle == nullptr || !blank(rest)) {
    return Unexpected({"IO-0704",
                       fmt::format("store '{}' failed: exactly one statement was expected in '{}'; "
                                   "report this as a fault of the program",
                                   shown_name(handle_), sql),
                       {}});
  }
  return statement;
}

Expected<void> Database::execute(const std::string& sql) {
  const int result = run_quietly(handle_, sql.c_str());
  if (result != SQLITE_OK) return store_failure(handle_, result);
  return {};
}

std::int64_t Database::changes() const {
  return sqlite3_changes64(handle_);
}

Expected<void> Database::check() {
  for (const char* pragma : {"PRAGMA integrity_check(1)", "PRAGMA foreign_key_check"}) {
    Expected<Statement> statement = prepare(pragma);
    if (!statement) return Unexpected(std::move(statement.error()));
    Expected<bool> row = statement->step();
    if (!row) return Unexpected(std::move(row.error()));
    if (!*row || statement->text(0) == "ok") continue;
    return Unexpected({"IO-0702",
                       fmt::format("store '{}' is damaged: {} (table or place), found by {}; put "
                                   "it back from a copy",
                                   shown_name(handle_), statement->text(0), pragma),
                       {}});
  }
  return {};
}

}  // namespace sealring::core
