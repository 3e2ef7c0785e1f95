// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/store/sqlite_failure.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <string_view>
#include <system_error>

namespace sealring::core {

namespace {

std::string_view advice_for(int result) {
  switch (result & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "another run holds it, run again when it has finished";
    case SQLITE_FULL: return "free some space and run again";
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN: return "check that the folder exists and that you may write in it";
    case SQLITE_IOERR: return "check the disk and its free space, then run again";
    case SQLITE_CONSTRAINT: return "the change breaks a rule of its tables and was not made";
    case SQLITE_TOOBIG: return "the value is larger than a database can hold";
    case SQLITE_NOMEM: return "free some memory and run again";
    default: return "check that it was written by this program";
  }
}

bool means_damage(int result) {
  return (result & 0xFF) == SQLITE_NOTADB || (result & 0xFF) == SQLITE_CORRUPT;
}

Unexpected damaged(const std::string& name, std::string_view what) {
  return Unexpected({"IO-0702",
                     fmt::format("store '{}' is damaged: {}; put it back from a copy, or delete it "
                                 "when it is only a cache",
                                 name, what),
                     {}});
}

/// The detail kept by the connection belongs to `result` only while no other call came between.
std::string_view detail_of(sqlite3* database, int result) {
  if (database != nullptr && (sqlite3_errcode(database) & 0xFF) == (result & 0xFF)) {
    return sqlite3_errmsg(database);
  }
  return sqlite3_errstr(result);
}

}  // namespace

std::string shown_name(sqlite3* database) {
  const char* file = database == nullptr ? nullptr : sqlite3_db_filename(database, "main");
  if (file == nullptr) return "";
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  const std::filesystem::path relative = std::filesystem::path(file).lexically_relative(here);
  const bool below = !error && !relative.empty() && *relative.begin() != "..";
  return below ? relative.string() : file;
}

Unexpected store_failure(sqlite3* database, int result) {
  const std::string name = shown_name(database);
  const std::string_view detail = detail_of(database, result);
  if (means_damage(result)) return damaged(name, detail);
  return Unexpected(
      {"IO-0704", fmt::format("store '{}' failed: {}; {}", name, detail, advice_for(result)), {}});
}

Unexpected open_failure(const std::filesystem::path& path, sqlite3* database, int result) {
  const std::string_view detail = detail_of(database, result);
  if (means_damage(result)) return damaged(path.string(), detail);
  return Unexpected(
      {"IO-0701",
       fmt::format("cannot open store '{}': {}; {}", path.string(), detail, advice_for(result)),
       {}});
}

}  // namespace sealring::core
