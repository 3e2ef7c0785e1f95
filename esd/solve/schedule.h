// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cmath>
#include <cstddef>
#include <mutex>
#include <string_view>
#include <vector>

#include "esd/solve/parallel.h"
#include "esd/solver_options.h"

namespace sealring::esd {

/// How one part is to be worked on.
struct PartTurn {
  unsigned threads = 1;  ///< inside the part
  unsigned concurrent =
      1;  ///< parts in memory at the same time: each may use its share of the limit
};

/// Adds up what the parts of a phase cost, about the power 1.5 of their conductors, and tells how far it is.
class PhaseProgress {
 public:
  PhaseProgress(const ProgressFunction& tell, std::string_view phase,
                const std::vector<std::size_t>& sizes)
      : tell_(tell), phase_(phase), parts_(sizes.size()) {
    for (const std::size_t size : sizes) all_ += cost(size);
    if (tell_ && parts_ > 0) tell_(phase_, 0, parts_, 0);
  }
  void finished(std::size_t size) {
    if (!tell_) return;
    const std::lock_guard lock(mutex_);
    done_ += cost(size);
    tell_(phase_, ++count_, parts_, all_ > 0 ? done_ / all_ : 1);
  }

 private:
  static double cost(std::size_t size) { return std::pow(static_cast<double>(size), 1.5); }

  const ProgressFunction& tell_;
  std::string_view phase_;
  std::size_t parts_;
  std::mutex mutex_;
  std::size_t count_ = 0;
  double all_ = 0;
  double done_ = 0;
};

/// Runs `work(index, turn)` for every part. Small parts run side by side, one thread each. Several large parts run side
/// by side too; one that says (by returning false) that its share of the memory is not enough gets a second turn
/// alone. A single large part gets all threads.
template <class Work>
void run_parts(const std::vector<std::size_t>& sizes, unsigned threads, Work&& work) {
  constexpr std::size_t kLarge = 20000;  // conductors
  std::vector<std::size_t> large;
  std::vector<std::size_t> small;
  for (std::size_t i = 0; i < sizes.size(); ++i) (sizes[i] < kLarge ? small : large).push_back(i);
  std::vector<std::size_t> alone;
  if (large.size() > 1 && threads > 1) {
    std::vector<unsigned char> enough(large.size(), 1);
    const PartTurn side_by_side{1, threads};
    parallel_for(threads, large.size(), [&](unsigned, std::size_t k) {
      enough[k] = work(large[k], side_by_side) ? 1 : 0;
    });
    for (std::size_t k = 0; k < large.size(); ++k) {
      if (enough[k] == 0) alone.push_back(large[k]);
    }
  } else {
    alone = large;
  }
  for (const std::size_t i : alone) work(i, PartTurn{threads, 1});
  parallel_for(threads, small.size(), [&](unsigned, std::size_t k) { work(small[k], PartTurn{}); });
}

}  // namespace sealring::esd
