// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// The frozen result of step select for one view. Later steps take nothing but the list parsed from `csv`.
struct FrozenList {
  std::string
      csv;  ///< one row per clock of each instance; times as exact fractions in the row's unit
  std::string json;    ///< digest of the csv, digests of everything it was made from, counts
  std::string digest;  ///< sha256 of csv
};

/// Writes a selection as CSV and its JSON record.
FrozenList freeze(const Project& project, const Selection& selection);

/// Parses the CSV of a frozen list; `name` is used in messages. Nothing after reporting (SDC-0402).
std::optional<Selection> parse_frozen_csv(const std::string& csv, const std::string& name,
                                          const View& view, core::Sink& sink);

/// File names of a view's frozen list: "<top>.<view>.select.csv" and ".json".
std::string frozen_csv_name(const DesignConfig& config, const View& view);
std::string frozen_json_name(const DesignConfig& config, const View& view);

/// Reads both files from `folder`, and refuses a list whose digest is not the recorded one (SDC-0401) or that is not
/// there (SDC-0402).
std::optional<FrozenList> read_frozen(const core::InputReader& reader, const DesignConfig& config,
                                      const View& view, const std::filesystem::path& folder,
                                      core::Sink& sink);

/// A time as an exact fraction in `unit`: "10000", "0.5", "1000/3".
std::string exact_text(const core::Time& time, const core::Unit& unit);
std::optional<core::Time> parse_exact(std::string_view text, const core::Unit& unit);

}  // namespace sealring::sdcgen
