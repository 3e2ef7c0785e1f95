// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sealring::core::lookup {

/// Collects names that are near one word; cheap enough to be shown every name of a large module.
class Nearest {
 public:
  explicit Nearest(std::string_view word);

  void offer(std::string_view name);
  /// The best of those offered, best first, at most `count`.
  std::vector<std::string> best(std::size_t count);

 private:
  std::string word_;
  unsigned long long letters_ = 0;
  std::size_t bound_ = 0;
  std::vector<std::string> kept_;
};

}  // namespace sealring::core::lookup
