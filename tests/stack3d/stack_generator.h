// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// Makes complete stacks (description, bump maps, netlist, and where wanted LEF, DEF, rules and sign-off) whose every bump,
/// net and coordinate is known, for tests and benchmarks. Knows orientation by its own table, not by the code under test.
namespace sealring::test {

/// Lengths in units of 1/2000 um.
using Unit = std::int64_t;
inline constexpr Unit kUm = 2000;

struct GenBump {
  std::string name;
  std::string cell = "UB";
  Unit x = 0;
  Unit y = 0;
  std::string port;  ///< "-" for none
  std::string net;
};

struct GenRegion {
  std::string name;
  std::string side;
  Unit x1 = 0, y1 = 0, x2 = 0, y2 = 0;
  std::vector<GenBump> bumps;
  bool has_map = true;
};

struct GenChiplet {
  std::string name;
  std::string type = "die";
  Unit width = 0, height = 0, thickness = 0;  ///< design area
  Unit seal = 0, scribe = 0;                  ///< on every side
  std::vector<GenRegion> regions;
  bool with_def = false;
  Unit def_shift_x = 0, def_shift_y = 0;  ///< a fault: the whole DEF is moved
  std::vector<std::string> ports;         ///< of the Verilog module
};

struct GenInstance {
  std::string name;
  std::string chiplet;
  Unit x = 0, y = 0, z = 0;
  std::string orient = "R0";
};

struct GenConnection {
  std::string name;
  std::string top;  ///< "inst.regions.region"
  std::string bottom;
  Unit thickness = 0;
};

/// Instance pin to net of the top module.
struct GenWire {
  std::string instance;
  std::string port;
  std::string net;
};

struct GenStack {
  std::string design = "top";
  std::vector<GenChiplet> chiplets;
  std::vector<GenInstance> instances;
  std::vector<GenConnection> connections;
  std::vector<GenWire> wires;
  std::vector<std::string> top_ports;
  std::vector<std::string> mechanical;
  bool with_lef = true;
  bool with_signoff = false;
  // A sub-assembly: instances of this list stand in an own .3dbx that the top includes and places once.
  std::vector<GenInstance> sub_instances;
  std::vector<GenConnection> sub_connections;
  GenInstance sub_place;  ///< name empty: no sub-assembly

  GenChiplet& chiplet(const std::string& name);
  GenInstance& instance(const std::string& name);
  GenRegion& region(const std::string& chiplet, const std::string& region);
};

struct GenOptions {
  int signals = 40;
  int supply_bumps = 4;  ///< per supply and die
  int power_domains = 9;
  Unit pitch = 10 * kUm;
  unsigned seed = 1;
};

/// Two face-to-face dies on an interposer, one dummy die beside them.
GenStack two_dies(const GenOptions& options);

/// An interposer with two SoCs and eight memories in several orientations.
GenStack interposer_system(const GenOptions& options);

/// A face-to-face pair as a sub-assembly, turned, on an interposer.
GenStack hierarchical(const GenOptions& options);

/// Writes everything; returns the file to check: stack.yaml when with_signoff, else top.3dbx. `rules.yaml` is written too.
std::filesystem::path write_stack(const GenStack& stack, const std::filesystem::path& folder);

/// One decimal of a length in micrometres: exact.
std::string um_of(Unit length);

/// Maps a point of a placed chiplet (full outline w x h) to the global frame, by a table of its own.
void place_point(const std::string& orient, Unit w, Unit h, Unit loc_x, Unit loc_y, Unit x, Unit y,
                 Unit& gx, Unit& gy);

/// The inverse of place_point.
void unplace_point(const std::string& orient, Unit w, Unit h, Unit loc_x, Unit loc_y, Unit gx,
                   Unit gy, Unit& x, Unit& y);

}  // namespace sealring::test
