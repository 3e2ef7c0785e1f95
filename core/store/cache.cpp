// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/store/cache.h"

#include <fmt/format.h>

#include <array>
#include <system_error>

#include "core/files/digest.h"

namespace sealring::core {

namespace {

constexpr std::array<std::string_view, 1> kSteps{
    "CREATE TABLE core_cache(kind TEXT NOT NULL, key TEXT NOT NULL, execution_id TEXT NOT NULL, "
    "digest TEXT NOT NULL, result BLOB NOT NULL, UNIQUE(kind, key)) STRICT"};

/// Over the whole entry, so that a result cannot answer for another key.
std::string digest_of(std::string_view kind, std::string_view key, std::string_view execution_id,
                      std::string_view result) {
  Sha256 hash;
  for (const std::string_view field : {kind, key, execution_id, result}) hash.update_field(field);
  return hash.finish_hex();
}

}  // namespace

Expected<Cache> Cache::open(const std::filesystem::path& file) {
  std::error_code error;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
  if (error) {
    return Unexpected({"IO-0701",
                       fmt::format("cannot open store '{}': cannot make its folder: {}; check that "
                                   "you may write there",
                                   file.string(), error.message()),
                       {}});
  }
  Expected<Database> database = Database::open(file);
  if (!database) return Unexpected(std::move(database.error()));
  // A lost entry costs a run, not a result: no wait for the disk at every entry.
  Expected<void> ready = database->execute("PRAGMA synchronous=NORMAL").and_then([&] {
    return database->migrate("cache", kSteps);
  });
  if (!ready) return Unexpected(std::move(ready.error()));
  return Cache(std::move(*database));
}

Expected<std::optional<CachedResult>> Cache::get(std::string_view kind, std::string_view key) {
  Expected<Statement> statement = database_.prepare(
      "SELECT execution_id, digest, result FROM core_cache WHERE kind=? AND key=?");
  if (!statement) return Unexpected(std::move(statement.error()));
  Expected<bool> row = statement->bind(1, kind).bind(2, key).step();
  if (!row) return Unexpected(std::move(row.error()));
  if (!*row) return std::nullopt;
  CachedResult found{statement->text(0), statement->text(2)};
  if (statement->text(1) != digest_of(kind, key, found.execution_id, found.result)) {
    return std::nullopt;
  }
  return found;
}

Expected<void> Cache::put(std::string_view kind, std::string_view key,
                          std::string_view execution_id, std::string_view result) {
  Expected<Statement> statement = database_.prepare(
      "INSERT INTO core_cache(kind, key, execution_id, digest, result) VALUES(?1, ?2, ?3, ?4, ?5) "
      "ON CONFLICT(kind, key) DO UPDATE SET execution_id=?3, digest=?4, result=?5");
  if (!statement) return Unexpected(std::move(statement.error()));
  return statement->bind(1, kind)
      .bind(2, key)
      .bind(3, execution_id)
      .bind(4, digest_of(kind, key, execution_id, result))
      .bind_blob(5, result)
      .run();
}

}  // namespace sealring::core
