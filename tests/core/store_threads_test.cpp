// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/store/cache.h"
#include "tests/core/store_testing.h"

namespace sealring::core::testing {
namespace {

using StoreThreadsTest = StoreTest;

constexpr int kWriters = 8;

TEST_F(StoreThreadsTest, runs_on_a_network_disk_wait_for_each_other) {
  std::vector<std::thread> threads;
  threads.reserve(kWriters);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      Database database = must(Database::open_as(file_, Database::Mode::kReadWrite, true));
      must(database.migrate("entries", kFirst));
      insert(database, std::to_string(i));
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    });
  }
  for (std::thread& thread : threads) thread.join();
  Database database = open_migrated(file_);
  EXPECT_EQ(ask(database, "SELECT count(*) FROM entry"), "4");
}

TEST_F(StoreThreadsTest, eight_threads_lose_nothing) {
  const int count = 40;
  std::vector<std::thread> threads;
  threads.reserve(kWriters);
  for (int w = 0; w < kWriters; ++w) threads.emplace_back(write_entries, file_, w, count);
  for (std::thread& thread : threads) thread.join();
  Database database = open_migrated(file_);
  EXPECT_EQ(ask(database, "SELECT count(*) FROM entry"), std::to_string(kWriters * count));
  must(database.check());
}

TEST_F(StoreThreadsTest, cache_is_shared_by_threads_with_connections_of_their_own) {
  std::vector<std::thread> threads;
  threads.reserve(kWriters);
  std::array<int, kWriters> wrong{};
  for (int w = 0; w < kWriters; ++w) {
    threads.emplace_back([&, w] {
      Cache cache = must(Cache::open(file_));
      for (int i = 0; i < 25; ++i) {
        const std::string key = std::to_string(i);
        must(cache.put("shared", key, "x-" + std::to_string(w), "result of " + key));
        const std::optional<CachedResult> found = must(cache.get("shared", key));
        if (!found || found->result != "result of " + key) ++wrong[static_cast<std::size_t>(w)];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(wrong, ::testing::Each(0));
}

}  // namespace
}  // namespace sealring::core::testing
