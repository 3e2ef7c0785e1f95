// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sealring::core::lookup {

/// Keeps the few names that are nearest to one word, by the same measure as core::closest(); cheap enough to be shown
/// every name of a large module.
class Nearest {
 public:
  Nearest(std::string_view word, std::size_t count);

  void offer(std::string_view name);
  /// Best first; equally near ones in alphabetical order.
  std::vector<std::string> best() const;

 private:
  struct Kept {
    std::size_t distance;
    std::string name;
    auto operator<=>(const Kept&) const = default;
  };

  std::string word_;  ///< lower case
  std::uint64_t letters_ = 0;
  std::size_t bound_ = 0;
  std::size_t count_;
  std::vector<Kept> kept_;  ///< sorted
  std::string lower_;
  std::vector<std::size_t> rows_;
};

}  // namespace sealring::core::lookup
