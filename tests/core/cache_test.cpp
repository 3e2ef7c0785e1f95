// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "core/store/cache.h"
#include "tests/core/store_testing.h"

namespace sealring::core::testing {
namespace {

namespace fs = std::filesystem;

using CacheTest = StoreTest;

TEST_F(CacheTest, cache_gives_back_what_was_put) {
  const fs::path file = folder_ / ".sealring" / "cache.db";
  const std::string result("{\"a\":1}\0\xff", 9);
  {
    Cache cache = must(Cache::open(file));
    EXPECT_EQ(must(cache.get("sdc", "k1")), std::nullopt);
    must(cache.put("sdc", "k1", "x-1", result));
    must(cache.put("sdc", "k2", "x-2", ""));
    must(cache.put("esd", "k1", "x-3", "other kind"));
  }
  Cache cache = must(Cache::open(file));
  const std::optional<CachedResult> found = must(cache.get("sdc", "k1"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->execution_id, "x-1");
  EXPECT_EQ(found->result, result);
  EXPECT_EQ(must(cache.get("sdc", "k2"))->result, "") << "an empty result is a result";
  EXPECT_EQ(must(cache.get("esd", "k1"))->result, "other kind");
  EXPECT_EQ(must(cache.get("esd", "k2")), std::nullopt);
  must(cache.put("sdc", "k1", "x-4", "newer"));
  EXPECT_EQ(must(cache.get("sdc", "k1"))->execution_id, "x-4");
  EXPECT_EQ(must(cache.get("sdc", "k1"))->result, "newer");
}

TEST_F(CacheTest, cache_may_be_deleted_at_any_time) {
  {
    Cache cache = must(Cache::open(file_));
    must(cache.put("sdc", "k", "x-1", "r"));
  }
  fs::remove(file_);
  Cache cache = must(Cache::open(file_));
  EXPECT_EQ(must(cache.get("sdc", "k")), std::nullopt);
}

TEST_F(CacheTest, damaged_cache_entry_counts_as_absent) {
  for (const char* damage :
       {"UPDATE core_cache SET result=CAST('fbke' AS BLOB)",
        "UPDATE core_cache SET execution_id='x-2'", "UPDATE core_cache SET digest=''",
        "UPDATE core_cache SET key='k2'", "UPDATE core_cache SET kind='esd'"}) {
    fs::remove(file_);
    {
      Cache cache = must(Cache::open(file_));
      must(cache.put("sdc", "k", "x-1", "fake"));
      ASSERT_TRUE(must(cache.get("sdc", "k")));
    }
    must(must(Database::open(file_)).execute(damage));
    Cache cache = must(Cache::open(file_));
    EXPECT_EQ(must(cache.get("sdc", "k")), std::nullopt) << damage;
    EXPECT_EQ(must(cache.get("sdc", "k2")), std::nullopt) << damage;
    EXPECT_EQ(must(cache.get("esd", "k")), std::nullopt) << damage;
    must(cache.put("sdc", "k", "x-5", "made again"));
    EXPECT_EQ(must(cache.get("sdc", "k"))->result, "made again");
  }
}

}  // namespace
}  // namespace sealring::core::testing
