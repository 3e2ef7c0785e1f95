// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/netlist/netlist.h"
#include "sdcgen/model.h"
#include "sdcgen/readers/liberty_units.h"

namespace sealring::sdcgen {

enum class ClockState : std::uint8_t { kActive, kUnused, kNotInMode, kUnanswered };
std::string_view to_string(ClockState state);  ///< "active", "unused", "not-in-mode", "unanswered"

/// One entry of the list that step select freezes: everything that later steps need about one clock of one instance.
struct SelectedClock {
  std::string instance;
  std::string clock;  ///< name in the specification
  ClockState state = ClockState::kUnanswered;
  ClockKind kind = ClockKind::kPrimary;
  std::string name;   ///< in the SDC: instance and clock joined by '_'
  core::Time period;  ///< 0 unless active
  core::Unit unit;    ///< of the clock table
  std::optional<core::Time> setup_uncertainty;
  std::optional<core::Time> hold_uncertainty;
  std::optional<core::Time> rise;
  std::optional<core::Time> fall;
  ObjectRef::Kind object_kind = ObjectRef::Kind::kNone;  ///< port of the top, or pin
  std::string object;  ///< path from the top, as OpenSTA writes it
  std::string master;  ///< SDC name of the master clock
  ObjectRef::Kind source_kind = ObjectRef::Kind::kNone;
  std::string source;
  std::int64_t divide_by = 1;
  std::int64_t multiply_by = 1;
  bool invert = false;
  std::string document;    ///< id and revision of the IP document
  std::string table_cell;  ///< file:line:column of the period
  core::Location cell;     ///< the same, while the list is made; empty in a list read back
  std::string spec_place;  ///< file:line:column of the clock's description
  std::string citation;
};

/// The list of one view, in the order of the configuration's instances and of each specification's clocks.
struct Selection {
  View view;
  std::vector<SelectedClock> clocks;
  std::size_t count(ClockState state) const;
};

/// Everything read for one configuration.
struct Project {
  DesignConfig config;
  std::map<std::string, IpSpec> specs;         ///< by path as written with its folder
  std::map<std::string, ClockTable> tables;    ///< likewise
  std::map<std::string, LibertyFile> liberty;  ///< likewise
  core::Netlist netlist;
  const core::Module* top = nullptr;
  std::vector<std::string> netlist_names;  ///< as shown, in order
  std::vector<std::string> netlist_digests;

  const IpSpec* spec_of(const Instance& instance) const;
  const ClockTable* table_of(const Instance& instance, const std::string& design_mode) const;
  /// Time unit of a corner's libraries (all the same, checked when read).
  const core::Unit& time_unit(const std::string& corner) const;
};

/// Reads configuration, specifications, tables, libraries and netlists; every problem of every file is reported in this
/// one call. Nothing when the configuration itself cannot be read.
std::unique_ptr<Project> read_project(const core::InputReader& reader,
                                      const std::filesystem::path& config, core::Sink& sink);

/// Step select for one view: what each table answers for each clock of each instance, checked against specification
/// (SDC-02xx) and netlist (SDC-03xx).
Selection select_clocks(const Project& project, const View& view, core::Sink& sink);

}  // namespace sealring::sdcgen
