// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/units/rational.h"
#include "stack3d/stack.h"

namespace sealring::stack3d {

/// What a bump or a net is for.
enum class UseClass : std::uint8_t { kSignal, kPower, kGround, kDummy };
std::string_view to_string(UseClass use);

/// The rules of one assembly process (`schema: sealring.stack-rules/1`). Every number that is absent means that the rule
/// is not asked for. Patterns know '*' and '?'. docs/formats/stack3d.md describes the file.
struct Rules {
  std::string file;  ///< as shown; empty: built-in defaults
  std::string sha256;
  std::string revision;

  std::optional<Flip> flip;
  bool shift_layout = false;      ///< offset: shift-layout
  std::int64_t tolerance_nm = 0;  ///< of every interface
  std::int64_t gap_tolerance_nm = 0;
  struct InterfaceRule {
    std::string pattern;
    std::optional<std::int64_t> tolerance_nm;
    std::optional<std::int64_t> gap_tolerance_nm;
    core::Location location;
  };
  std::vector<InterfaceRule> interfaces;  ///< the first whose pattern matches counts

  std::optional<core::Rational> min_pitch_um;    ///< centre to centre on one face
  std::optional<core::Rational> min_spacing_um;  ///< pad edge to pad edge on one face
  std::map<UseClass, std::vector<std::string>> cell_classes;

  std::vector<std::string> power{"VDD*", "VCC*", "VPP*", "VPWR*", "AVDD*", "DVDD*"};
  std::vector<std::string> ground{"VSS*", "GND*", "VGND*", "AVSS*", "DVSS*"};
  std::vector<std::vector<std::string>>
      aliases;  ///< names ("VDD" or "tier/VDD") that mean one supply

  std::vector<std::string> must_connect;  ///< nets whose every bump must be on one stack net
  std::vector<std::string> join_by_name;  ///< nets outside the netlist that equal names join
  std::vector<std::array<std::string, 2>> keep_apart;
  bool ignore_case = false;
  std::string bus_delimiters = "[]";  ///< further pairs ("<>", "()", "__") that mean "[]"

  std::vector<std::string> mechanical;
  std::vector<std::string> trusted_inside;

  std::vector<std::string> tsv_cells;
  std::optional<core::Rational> min_landing_um;
  std::optional<core::Rational> backside_min_pad_um;
  std::optional<core::Rational> backside_min_spacing_um;
  std::optional<core::Rational> backside_min_width_um;
  std::vector<std::string> backside_layers;
  std::optional<core::Rational> seal_ring_keep_out_um;

  /// How `plan_pads` fills the faces of an interface.
  struct DummyPads {
    std::string cell;         ///< bump cell of the pads
    core::Rational size_um;   ///< edge of the square pad
    core::Rational pitch_um;  ///< at least size and spacing together
    core::Rational spacing_um;
  };
  std::optional<DummyPads> dummy_pads;

  std::vector<std::string> required_signoff{"drc", "antenna", "lvs", "esd"};

  /// Class of a net by its name.
  UseClass class_of_net(std::string_view net) const;
  /// Class of a bump cell; nothing when no pattern names it.
  std::optional<UseClass> class_of_cell(std::string_view cell) const;
  const InterfaceRule* rule_for(std::string_view interface_name) const;
  /// Names are compared in another form than they are written.
  bool maps_names() const { return ignore_case || bus_delimiters != "[]"; }
  /// The name as compared: bus delimiters unified, lower case where case does not count.
  std::string canonical(std::string_view name) const;
};

/// '*' and '?' match as in file names; everything else is itself.
bool matches_pattern(std::string_view name, std::string_view pattern);

/// Reads a rules file. Problems are findings; values that cannot be used keep their defaults.
Rules read_rules(const std::filesystem::path& path, const core::InputReader& reader,
                 const core::Location& named_at, core::Sink& sink);

/// The part of the rules that assembling needs.
AssembleOptions assemble_options(const Rules& rules);

}  // namespace sealring::stack3d
