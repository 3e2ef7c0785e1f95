// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace sealring::stack3d {

/// A name by number; equal numbers are equal names. kNone is "no name".
enum class NameId : std::uint32_t { kNone = 0 };

/// Keeps each different name once. Ids are given in order of first use; texts stay valid as long as the pool.
class NamePool {
 public:
  NamePool();
  NameId intern(std::string_view text);
  NameId find(std::string_view text) const;
  std::string_view text(NameId id) const {
    const Entry& entry = entries_[static_cast<std::size_t>(id)];
    return {entry.data, entry.size};
  }
  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    const char* data;
    std::uint32_t size;
    std::uint32_t hash;
  };
  struct Slot {
    std::uint32_t hash = 0;
    NameId id = NameId::kNone;  ///< kNone: free
  };
  const char* keep(std::string_view text);
  void grow();

  std::vector<Entry> entries_;
  std::vector<Slot> slots_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t used_ = 0;
  std::size_t block_size_ = 0;
};

}  // namespace sealring::stack3d
