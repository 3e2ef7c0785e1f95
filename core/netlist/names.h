// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sealring::core {

/// Handle of a name in a NamePool. Equal names have equal symbols; 0 is "no name".
enum class Symbol : std::uint32_t { kNone = 0 };

/// Keeps each different name once. Symbols count up from 1 in the order names are first seen.
class NamePool {
 public:
  NamePool();

  /// The symbol of `text`, made when it is new. The empty text is Symbol::kNone.
  Symbol intern(std::string_view text);

  /// The symbol of `text`, or Symbol::kNone when it was never interned.
  Symbol find(std::string_view text) const;

  /// The name behind a symbol; "" for Symbol::kNone. Valid as long as the pool.
  std::string_view text(Symbol symbol) const {
    const char* at = entries_[static_cast<std::size_t>(symbol)];
    std::uint32_t length = 0;
    __builtin_memcpy(&length, at - sizeof length, sizeof length);
    return {at, length};
  }

  /// Number of different names.
  std::size_t size() const { return entries_.size() - 1; }

  /// Length of the longest name, in bytes.
  std::size_t longest() const { return longest_; }

  /// Memory held, in bytes.
  std::size_t bytes() const;

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t symbol = 0;
  };
  void grow();
  const char* store(std::string_view text);

  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t block_free_ = 0;
  char* block_next_ = nullptr;
  std::size_t block_bytes_ = 0;
  std::size_t longest_ = 0;
  std::vector<const char*> entries_;  // each points behind its 4-byte length
  std::vector<Slot> slots_;           // power of two, linear probing
};

/// A Verilog name as people write it: what it is called, which bit of it, and whether the text needs the
/// escaped form. The scalar `\a[0] ` has base "a[0]" and no bit; bit 0 of bus a has base "a" and bit 0.
struct Name {
  std::string base;
  std::optional<std::int64_t> bit;
  bool escaped = false;  ///< `base` is no simple identifier (IEEE 1364-2005 3.7.1), or is a keyword

  bool operator==(const Name&) const = default;
};

/// Whether `text` can stand in Verilog without a backslash: a simple identifier that is no keyword.
bool is_simple_identifier(std::string_view text);

/// Whether `text` is a reserved word of IEEE 1364-2005.
bool is_verilog_keyword(std::string_view text);

/// The name as Verilog text: "a", "a[3]", "\a[0] " (with the blank that ends it), "\a[0] [3]".
std::string to_verilog(const Name& name);

}  // namespace sealring::core
