// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/edif/scanner.h"

#include <algorithm>

namespace sealring::rapidwright_bridge {

bool EdifScanner::refill() {
  if (source_ == nullptr) return false;
  const std::size_t keep = static_cast<std::size_t>(end_ - start_);
  const std::size_t gone = static_cast<std::size_t>(start_ - begin_);
  lines_gone_ += static_cast<std::uint64_t>(std::count(begin_, start_, '\n'));
  consumed_ += gone;
  if (keep + kPiece > buffer_.size()) {
    std::vector<char> larger(std::max(buffer_.size() * 2, keep + kPiece));
    std::memcpy(larger.data(), start_, keep);
    buffer_.swap(larger);
  } else if (keep > 0) {
    std::memmove(buffer_.data(), start_, keep);
  }
  const std::size_t got = source_->read(buffer_.data() + keep, kPiece);
  begin_ = start_ = at_ = buffer_.data();
  end_ = begin_ + keep + got;
  // The byte order mark in front of a text belongs to no token.
  if (consumed_ == 0 && gone == 0 && keep == 0 &&
      std::string_view(begin_, got).starts_with("\xEF\xBB\xBF"))
    at_ = start_ = begin_ + 3;
  return got != 0;
}

}  // namespace sealring::rapidwright_bridge
