// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sealring::sdcgen {

/// A line in which sta complained while it loaded the SDC.
struct StaComplaint {
  bool error = false;
  std::uint32_t line = 0;  ///< of the SDC; 0 when not given
  std::string text;
};

/// A query of the SDC and how many objects it found.
struct StaQuery {
  std::string command;
  std::string arguments;
  std::uint64_t found = 0;
};

/// A clock as sta holds it after everything is loaded. Times in the unit of the Liberty files.
struct StaClock {
  std::string name;
  double period = 0;
  std::vector<std::string> sources;  ///< full names; empty: virtual
  bool generated = false;
  std::string master;  ///< generated: as written by write_sdc
  std::vector<std::string> source;
  std::int64_t divide_by = 1;
  std::int64_t multiply_by = 1;
  bool invert = false;
  std::vector<std::int64_t> edges;
  std::vector<double> edge_shift;
  bool combinational = false;
  std::optional<std::pair<double, double>>
      waveform;  ///< first rise and fall; primary and virtual clocks
  std::optional<double> setup_uncertainty;
  std::optional<double> hold_uncertainty;
};

/// Paths that sta finds from one clock to another.
struct StaPair {
  std::string from;
  std::string to;
  std::uint64_t paths = 0;
};

/// Start and end points of the paths that an exception names.
struct StaTouch {
  std::size_t entry = 0;  ///< index in Selection::entries
  std::uint64_t starts = 0;
  std::uint64_t ends = 0;
};

/// Everything that one sta run said.
struct StaObservation {
  bool begun = false;
  bool loaded = false;  ///< the SDC was read to its end
  bool ended = false;
  std::vector<std::string>
      load_errors;  ///< while Liberty and netlist were read: no verdict is possible
  std::vector<std::string> black_boxes;  ///< messages about cells that no library holds
  std::vector<StaComplaint> complaints;  ///< while the SDC was read
  std::vector<StaQuery> queries;
  std::map<std::string, std::uint64_t>
      created;                         ///< clock name -> number of create commands that named it
  std::vector<std::string> set_units;  ///< arguments of each set_units
  std::vector<StaClock> clocks;
  std::vector<StaPair> pairs;
  std::vector<StaTouch> touches;
  std::map<std::string, std::vector<std::string>>
      checks;                               ///< check_setup option -> objects it listed
  std::vector<std::string> check_messages;  ///< other warnings of check_setup
};

/// Reads both streams of a run made by sta_script and the file written by write_sdc. Lines that are not understood are
/// kept as complaints or load errors when they start with "Error" or "Warning", never dropped.
StaObservation parse_sta_output(std::string_view mark, std::string_view standard_output,
                                std::string_view standard_error, std::string_view written_sdc);

/// Splits one Tcl command into words: blanks separate, braces, brackets and quotes nest; braces and quotes around a whole
/// word are taken off. Backslash-newline counts as a blank.
std::vector<std::string> split_tcl_words(std::string_view command);

}  // namespace sealring::sdcgen
