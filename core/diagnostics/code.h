// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace sealring::core {

/// How bad a finding is. Ordered: a later value is worse.
enum class Severity : std::uint8_t { kNote, kWarning, kError };

/// `kDesign`: the thing that was checked is wrong. `kInput`: what the user gave makes a check that was
/// asked for impossible (exit status 2; never waived, ignored or lowered).
enum class FindingClass : std::uint8_t { kDesign, kInput };

/// Where the correction belongs.
enum class Owner : std::uint8_t {
  kSpec,
  kConfig,
  kDesign,
  kTiming,
  kDft,
  kPackage,
  kProcess,
  kTool
};

/// One stable diagnostic code with its documentation. Instances live in one constexpr table per module
/// (`<module>/codes.h`); an id is never renamed or used again.
struct Code {
  std::string_view id;    ///< three letters, dash, four digits: "SDC-0101"
  std::string_view slug;  ///< kebab-case name
  Severity severity;      ///< default severity
  FindingClass kind;
  Owner owner;  ///< default owner
  std::string_view means;
  std::string_view matters;
  std::string_view fix;
  std::string_view example;  ///< a message as a user would see it
};

/// The word used in every output ("error", "design", "spec" ...).
std::string_view to_string(Severity severity);
std::string_view to_string(FindingClass kind);
std::string_view to_string(Owner owner);

/// Reads a severity word; nothing for any other word.
std::optional<Severity> parse_severity(std::string_view word);

/// Every code table known to the program, in module order. Built once by the command line.
class CodeCatalogue {
 public:
  /// Adds a table; the table must outlive the catalogue.
  void add(std::span<const Code* const> table);

  /// The code with this id or slug (case of the id does not matter), or nullptr.
  const Code* find(std::string_view id_or_slug) const;

  /// Calls `visit` for each code in table order.
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::size_t i = 0; i < count_; ++i) {
      for (const Code* code : tables_[i]) visit(*code);
    }
  }

 private:
  static constexpr std::size_t kMaxTables = 16;
  std::span<const Code* const> tables_[kMaxTables];
  std::size_t count_ = 0;
};

}  // namespace sealring::core
