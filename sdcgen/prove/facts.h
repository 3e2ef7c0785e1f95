// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sdcgen/entry.h"

namespace sealring::sdcgen {

/// The constraints beside the clocks in a form that does not depend on how they were written: one value per clock, port or
/// pin and per edge and side, the names of each side of an exception, and the groups of clocks. Numbers are in the units
/// of the SDC.
struct Facts {
  struct Groups {
    RelationKind kind = RelationKind::kAsynchronous;
    std::vector<std::vector<std::string>> groups;
  };
  std::map<std::string, double> values;  ///< "input_delay rx[0] io rise max rise" -> 1.5
  std::map<std::string, std::set<std::string>> sides;  ///< "false_path - from" -> names
  std::vector<Groups> groups;

  /// Adds a value under every combination of the words: one word of each list, joined by blanks.
  void set(double value, const std::vector<std::vector<std::string>>& words);
};

/// Reads what write_sdc of OpenSTA wrote. Commands about clocks themselves and those without a form here are passed over.
Facts read_written_facts(std::string_view written_sdc);

/// A name without the backslashes that some writers put before brackets and slashes.
std::string plain_name(std::string_view name);

/// Key of an exception: "multicycle 2 setup end", "max_delay 3 -", "false_path - -".
std::string exception_key(EntryKind kind, const std::string& value, const std::string& check,
                          const std::string& edge);

}  // namespace sealring::sdcgen
