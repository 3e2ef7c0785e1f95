// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <string_view>

#include "core/lefdef/def.h"
#include "core/lefdef/lexer.h"

namespace sealring::core::lefdef {

/// Reads one DEF file by statements; wiring is in def_wiring.cpp.
class DefReader {
 public:
  DefReader(const InputFile& file, Sink& sink);
  std::optional<Def> read();

 private:
  void read_top();
  void read_units();
  void read_die_area();
  /// Calls `one` for every "- ..." statement of a section and compares their number with the one announced.
  template <class One>
  void read_section(const std::string& name, One one);
  void skip_section(const std::string& name);
  void end_section(const std::string& name, Coord announced, std::uint64_t found);
  void read_via();
  void read_via_rule(Via& via, std::string_view word);
  void finish_pattern(Via& via);
  void read_wire_rule();
  void read_component();
  void read_pin();
  bool read_pin_option(Pin& pin);
  void finish_port(Pin& pin);
  void read_net(bool special);
  void read_net_pin(Net& net);
  void read_net_option(Net& net, std::string_view word);
  void read_subnet();
  void give_rule(const Net& net);

  // def_wiring.cpp
  void start_path(bool special);
  void read_path_word(const Net& net);
  void read_path_point(const Net& net);
  void read_path_rect();
  void read_path_via(const Net& net);
  void read_special_shape(std::string_view word);
  Symbol layer_behind(Symbol via, Symbol layer);

  /// One word of a kind this design uses over and over ("INPUT", "SIGNAL"): a view that stays valid.
  std::string_view stable_word(std::string_view word);
  Coord integer(std::string_view what);
  /// "( x y )"; false after a report.
  bool read_point(Point& point, const char* what);
  bool expect(std::string_view word, const char* where);
  Symbol take_name();
  void check_duplicates();

  Lexer lex_;
  Def def_;
  bool any_section_ = false;
  bool ended_ = false;
  std::string open_section_;
  std::vector<std::string> unknown_;  // words of unknown statements met so far

  // The wire path being read.
  bool in_path_ = false;
  bool has_from_ = false;
  bool virtual_ = false;
  Wire path_;
  Symbol net_rule_ = Symbol::kNone;     // NONDEFAULTRULE of the net being read
  Symbol subnet_rule_ = Symbol::kNone;  // and of its SUBNET at hand

  struct Pattern {
    std::string text;
    Location location;
  };
  std::optional<Pattern> pattern_;  // of the via being read

  struct RawShape {
    Symbol layer;
    bool polygon;
    std::vector<Point> points;
  };
  std::vector<RawShape> port_shapes_;
  bool port_placed_ = false;
  Point port_at_;
  Orient port_orient_ = Orient::kN;
};

}  // namespace sealring::core::lefdef
