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

/// kShared: in use, and the same clock on the same object as another instance's, which is the one that is written.
enum class ClockState : std::uint8_t { kActive, kUnused, kNotInMode, kUnanswered, kShared };
std::string_view to_string(
    ClockState state);  ///< "active", "unused", "not-in-mode", "unanswered", "shared"

/// One entry of the list that step select freezes: everything that later steps need about one clock of one instance.
struct SelectedClock {
  std::string instance;
  std::string clock;  ///< name in the specification
  ClockState state = ClockState::kUnanswered;
  ClockKind kind = ClockKind::kPrimary;
  std::string
      name;  ///< in the SDC: instance and clock joined by '_'; of a shared clock, the name of the one written
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
  Derivation derivation;
  bool add = false;   ///< stands on its object beside another clock
  std::string io_of;  ///< virtual clock made for IO delays: SDC name of the clock it stands for
  std::string parameters;  ///< values of the instance's parameters with their origins
  std::string document;    ///< id and revision of the IP document
  std::string table_cell;  ///< file:line:column of the period
  core::Location cell;     ///< the same, while the list is made; empty in a list read back
  std::string spec_place;  ///< file:line:column of the clock's description
  std::string citation;
};

/// kActive: written. kNotApplicable: not in this view, and why. kCandidate: nobody has confirmed it yet.
enum class EntryState : std::uint8_t { kActive, kNotApplicable, kCandidate };
std::string_view to_string(EntryState state);  ///< "active", "not-applicable", "candidate"

/// An object of the netlist or a clock, as the SDC names it.
struct SelectedObject {
  ObjectPattern::Kind kind = ObjectPattern::Kind::kPin;
  std::string path;
  auto operator<=>(const SelectedObject&) const = default;
};

/// One entry of the frozen list beside the clocks: everything that later steps need.
struct SelectedEntry {
  std::string instance;  ///< empty: of the design
  std::string id;
  EntryKind kind = EntryKind::kRaw;
  EntryState state = EntryState::kActive;
  std::string why;  ///< unless active
  RelationKind relation = RelationKind::kSynchronous;
  std::vector<std::vector<std::string>> groups;  ///< SDC names of clocks
  std::vector<SelectedObject> from;
  std::vector<SelectedObject> through;
  std::vector<SelectedObject> to;
  std::vector<SelectedObject> objects;
  std::vector<Amount> amounts;
  std::string clock;  ///< SDC name
  std::vector<std::string> flags;
  std::string value;
  std::string driving_cell;
  std::string reason;
  std::string document;
  std::string place;  ///< file:line:column
  std::string citation;
  core::Location location;  ///< the same as place, while the list is made
  core::Owner owner = core::Owner::kConfig;

  bool has(std::string_view flag) const;
};

/// The list of one view, in the order of the configuration's instances and of each specification's clocks.
struct Selection {
  View view;
  std::vector<SelectedClock> clocks;
  std::vector<SelectedEntry> entries;
  std::size_t count(ClockState state) const;
  std::size_t count(EntryState state) const;
};

/// Everything read for one configuration.
struct Project {
  DesignConfig config;
  std::map<std::string, IpSpec> specs;         ///< by path and values of the parameters
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
  /// The first library of a corner: its units of capacitance and resistance are those of the SDC.
  const LibertyFile& first_library(const std::string& corner) const;
};

/// Reads configuration, specifications, tables, libraries and netlists; every problem of every file is reported in this
/// one call. Nothing when the configuration itself cannot be read.
std::unique_ptr<Project> read_project(const core::InputReader& reader,
                                      const std::filesystem::path& config, core::Sink& sink);

/// Step select, the clocks of one design mode: what each table answers for each clock of each instance, checked against
/// specification (SDC-02xx) and netlist (SDC-03xx).
Selection select_clocks(const Project& project, const View& view, core::Sink& sink);

/// Step select for one view: `clocks` of its design mode with the margins of the view, and the entries that apply
/// (select_entries.h), with the virtual clocks that IO delays need.
Selection select_view(const Project& project, const Selection& clocks, const View& view,
                      core::Sink& sink);

}  // namespace sealring::sdcgen
