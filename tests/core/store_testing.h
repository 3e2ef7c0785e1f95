// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/store/sqlite.h"
#include "tests/support/scratch.h"

namespace sealring::core::testing {

inline constexpr std::array<std::string_view, 1> kFirst{
    "CREATE TABLE entry(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, bytes BLOB) STRICT"};
inline constexpr std::array<std::string_view, 2> kSecond{
    kFirst[0],
    "CREATE TABLE part(entry INTEGER NOT NULL REFERENCES entry(id), size INTEGER NOT NULL) STRICT;"
    "CREATE INDEX part_of ON part(entry);"
    "INSERT INTO entry(name) VALUES('by step two')"};

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// The value, or an exception that ends the test.
template <class T>
T must(Expected<T> result) {
  if (!result) throw std::runtime_error(result.error().code + " " + result.error().message);
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

inline Database open_migrated(const std::filesystem::path& path) {
  Database database = must(Database::open(path));
  must(database.migrate("entries", kFirst));
  return database;
}

inline void insert(Database& database, std::string_view name) {
  must(must(database.prepare("INSERT INTO entry(name) VALUES(?)")).bind(1, name).run());
}

/// First column of the first row.
inline std::string ask(Database& database, std::string_view sql) {
  Statement statement = must(database.prepare(sql));
  return must(statement.step()) ? statement.text(0) : "(no row)";
}

/// Adds entries, each in a transaction of its own.
inline void write_entries(const std::filesystem::path& file, int writer, int count) {
  Database database = open_migrated(file);
  for (int i = 0; i < count; ++i) {
    Transaction transaction = must(Transaction::begin(database));
    insert(database, std::to_string(writer) + "/" + std::to_string(i));
    must(transaction.commit());
  }
}

/// A folder that is removed afterwards and the name of a database in it.
class StoreTest : public ::testing::Test {
 protected:
  /// A closed database with `count` entries.
  void make_database(int count) const {
    Database database = open_migrated(file_);
    Transaction transaction = must(Transaction::begin(database));
    for (int i = 0; i < count; ++i) insert(database, "entry " + std::to_string(i));
    must(transaction.commit());
  }

  sealring::testing::Scratch scratch_;
  const std::filesystem::path& folder_ = scratch_.path();
  std::filesystem::path file_ = folder_ / "some.db";
};

}  // namespace sealring::core::testing
