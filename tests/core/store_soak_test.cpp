// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/core/store_testing.h"
#include "tests/support/soak.h"

namespace sealring::core::testing {
namespace {

namespace fs = std::filesystem;

using StoreSoakTest = StoreTest;

/// Reads everything; the code of the first failure, or "" when all was readable and sound.
std::string read_everything(const fs::path& file) {
  Expected<Database> database = Database::open(file);
  if (!database) return database.error().code;
  const Expected<void> migrated = database->migrate("entries", kFirst);
  if (!migrated) return migrated.error().code;
  const Expected<void> checked = database->check();
  if (!checked) return checked.error().code;
  Expected<Statement> all = database->prepare("SELECT name FROM entry ORDER BY name");
  if (!all) return all.error().code;
  while (true) {
    const Expected<bool> row = all->step();
    if (!row) return row.error().code;
    if (!*row) return "";
  }
}

TEST_F(StoreSoakTest, truncated_file_is_io_0702) {
  make_database(3000);
  const std::string whole = bytes_of(file_);
  ASSERT_GT(whole.size(), 60000U);
  ASSERT_EQ(read_everything(file_), "");
  const int count = sealring::testing::soak_count("truncated databases", 100);
  std::mt19937 random(11);
  for (int i = 0; i < count; ++i) {
    const std::size_t size = 1 + random() % (whole.size() - 1);
    write_bytes(file_, whole.substr(0, size));
    EXPECT_EQ(read_everything(file_), "IO-0702") << size;
    fs::remove(file_.string() + "-wal");
    fs::remove(file_.string() + "-shm");
  }
}

TEST_F(StoreSoakTest, overwritten_pages_never_pass_for_sound_structure) {
  make_database(3000);
  const std::string whole = bytes_of(file_);
  const int count = sealring::testing::soak_count("databases with a spoilt page", 100);
  std::mt19937 random(13);
  for (int i = 0; i < count; ++i) {
    std::string bytes = whole;
    const std::size_t page = 4096 * (random() % (whole.size() / 4096));
    for (std::size_t k = 0; k < 4096; ++k) bytes[page + k] = static_cast<char>(random());
    write_bytes(file_, bytes);
    EXPECT_EQ(read_everything(file_), "IO-0702") << page;
    fs::remove(file_.string() + "-wal");
    fs::remove(file_.string() + "-shm");
  }
}

}  // namespace
}  // namespace sealring::core::testing
