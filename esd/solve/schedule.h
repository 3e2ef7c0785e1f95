// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstddef>
#include <vector>

#include "esd/solve/parallel.h"

namespace sealring::esd {

/// How one part is to be worked on.
struct PartTurn {
  unsigned threads = 1;  ///< inside the part
  unsigned concurrent =
      1;  ///< parts in memory at the same time: each may use its share of the limit
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
