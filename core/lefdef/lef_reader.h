// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/lefdef/lef.h"
#include "core/lefdef/lexer.h"

namespace sealring::core::lefdef {

/// Reads one LEF file by statements; macros and shapes are in lef_macros.cpp.
class LefReader {
 public:
  LefReader(const InputFile& file, Lef& lef, Sink& sink) : lex_(file, sink), lef_(lef) {}

  bool read();

 private:
  void read_top();
  /// Takes everything up to and with "END name".
  void skip_block(const std::string& name);
  void ended_inside(const std::string& name);
  /// "END name" closes a block. Answers whether the block goes on.
  bool more(const std::string& name);
  void read_units();
  /// A whole number, also when it is written as "1000.0".
  void read_database_units();
  Coord length(std::string_view what);
  Point point(std::string_view what);
  void read_layer();
  void read_layer_statement(Layer& layer);
  void read_via();
  /// False when the via has a PATTERN that cannot be used.
  bool finish_pattern(Via& via);
  void read_via_rule_use(Via& via, std::string_view word);
  void read_via_rule();
  void read_wire_rule();
  /// False when a width cannot be used; the rule is left out then.
  bool read_wire_rule_layer(NonDefaultRule& rule);

  // lef_macros.cpp
  /// Points up to ';', ITERATE or the like; "( )" around points and MASK are allowed.
  std::vector<Point> read_points(std::string_view what);
  void read_shape(const std::string& layer, std::string_view word, std::vector<Shape>& into);
  void make_shapes(const std::string& layer, std::string_view word,
                   const std::vector<Point>& points, std::vector<Shape>& into) const;
  /// "DO n BY m STEP x y": copies of the shapes in columns and rows.
  void iterate_shapes(std::vector<Shape>& shapes);
  /// LAYER / RECT / POLYGON / PATH / VIA statements up to END.
  void read_geometry(std::vector<Shape>& shapes, std::string* port_class, const std::string& owner);
  void read_macro();
  void read_macro_statement(Macro& macro);
  void read_pin(Macro& macro);
  /// Shapes are kept in the SIZE box: ORIGIN is added once, here.
  static void move_to_origin(Macro& macro);
  void add_macro(Macro macro);
  Coord layer_width(const std::string& name) const;

  Lexer lex_;
  Lef& lef_;
  std::uint64_t objects_ = 0;
  Coord path_width_ = 0;
  std::optional<std::pair<std::string, Location>> pattern_;  // of the via being read
};

}  // namespace sealring::core::lefdef
