// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace sealring::esd {

/// Number of threads for `jobs` as given by the user (0: one per processor).
inline unsigned thread_count(std::uint64_t jobs) {
  if (jobs != 0) return static_cast<unsigned>(std::min<std::uint64_t>(jobs, 1024));
  return std::max(1U, std::thread::hardware_concurrency());
}

/// Calls work(worker, index) for every index below `count`, each once, on at most `threads` threads. The caller puts
/// results where `index` says, so that they do not depend on the number of threads.
template <class Work>
void parallel_for(unsigned threads, std::size_t count, Work&& work) {
  threads = static_cast<unsigned>(std::min<std::size_t>(threads, count));
  if (threads <= 1) {
    for (std::size_t i = 0; i < count; ++i) work(0U, i);
    return;
  }
  std::atomic<std::size_t> next{0};
  const auto run = [&](unsigned worker) {
    for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) work(worker, i);
  };
  std::vector<std::jthread> pool;
  pool.reserve(threads - 1);
  for (unsigned t = 1; t < threads; ++t) pool.emplace_back(run, t);
  run(0);
}

}  // namespace sealring::esd
