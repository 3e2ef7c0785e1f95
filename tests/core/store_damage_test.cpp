// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "core/store/cache.h"
#include "tests/core/store_testing.h"

namespace sealring::core::testing {
namespace {

using ::testing::HasSubstr;

using StoreDamageTest = StoreTest;

TEST_F(StoreDamageTest, garbage_is_io_0702) {
  std::mt19937 random(7);
  for (const std::size_t size : {1U, 15U, 16U, 99U, 100U, 512U, 4096U, 100000U}) {
    std::string bytes(size, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    write_bytes(file_, bytes);
    for (const auto mode : {Database::Mode::kReadWrite, Database::Mode::kReadOnly}) {
      const Expected<Database> opened = Database::open(file_, mode);
      ASSERT_FALSE(opened) << size;
      EXPECT_EQ(opened.error().code, "IO-0702") << opened.error().message;
    }
    EXPECT_EQ(bytes_of(file_), bytes) << "the file is left as it is";
  }
  const Expected<Cache> cache = Cache::open(file_);
  ASSERT_FALSE(cache);
  EXPECT_EQ(cache.error().code, "IO-0702");
  EXPECT_EQ(cache.error().message, "store '" + file_.string() +
                                       "' is damaged: file is not a database; put it back from a "
                                       "copy, or delete it when it is only a cache");
}

TEST_F(StoreDamageTest, text_file_is_io_0702) {
  write_bytes(file_, "schema: sealring.project/1\nname: soc\n");
  const Expected<Database> opened = Database::open(file_);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, "IO-0702");
}

TEST_F(StoreDamageTest, empty_file_is_new_for_writing_and_damaged_for_reading) {
  write_bytes(file_, "");
  const Expected<Database> reading = Database::open(file_, Database::Mode::kReadOnly);
  ASSERT_FALSE(reading);
  EXPECT_EQ(reading.error().code, "IO-0702");
  EXPECT_THAT(reading.error().message, HasSubstr("its 0 bytes are less than any database has"));
  Database writing = open_migrated(file_);
  must(writing.check());
}

TEST_F(StoreDamageTest, dangling_reference_is_found_by_check) {
  Database database = must(Database::open(file_));
  must(database.migrate("entries", kSecond));
  must(database.check());
  must(database.execute("PRAGMA foreign_keys=OFF; INSERT INTO part VALUES(99, 1)"));
  const Expected<void> checked = database.check();
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, "IO-0702");
}

}  // namespace
}  // namespace sealring::core::testing
