// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// The frozen result of step select for one view. Later steps take nothing but the list parsed from its two tables.
struct FrozenList {
  std::string
      csv;  ///< one row per clock of each instance; times as exact fractions in the row's unit
  std::string json;         ///< digest of the csv, digests of everything it was made from, counts
  std::string digest;       ///< sha256 of csv
  std::string entries_csv;  ///< one row per entry, those that do not apply with the reason
  std::string entries_digest;
};

/// Writes a selection as CSV and its JSON record.
FrozenList freeze(const Project& project, const Selection& selection);

/// Parses the tables of a frozen list; `name` is used in messages. Nothing after reporting (SDC-0402).
std::optional<Selection> parse_frozen(const FrozenList& list, const std::string& name,
                                      const View& view, core::Sink& sink);

/// File names of a view's frozen list: "<top>.<view>.select.csv", ".select-entries.csv", ".select.json".
std::string frozen_csv_name(const DesignConfig& config, const View& view);
std::string frozen_entries_name(const DesignConfig& config, const View& view);
std::string frozen_json_name(const DesignConfig& config, const View& view);

/// Reads the files from `folder`, and refuses a list whose digest is not the recorded one (SDC-0401) or that is not
/// there (SDC-0402).
std::optional<FrozenList> read_frozen(const core::InputReader& reader, const DesignConfig& config,
                                      const View& view, const std::filesystem::path& folder,
                                      core::Sink& sink);

/// A time as an exact fraction in `unit`: "10000", "0.5", "1000/3".
std::string exact_text(const core::Time& time, const core::Unit& unit);
std::optional<core::Time> parse_exact(std::string_view text, const core::Unit& unit);

/// Adds one field to a CSV row under way (RFC 4180 quoting); the row ends with a newline that the caller adds.
void append_csv_field(std::string& row, std::string_view text);

}  // namespace sealring::sdcgen
