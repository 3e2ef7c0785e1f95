// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/lefdef/geometry.h"

/// LEF and DEF 5.8 as public documents describe them: the parts that placement, connectivity and resistance need, with
/// locations. What is skipped is skipped by statement, never in silence where it could matter.
namespace sealring::core::lefdef {

/// A rectangle or polygon on a layer; LEF coordinates are in picometres.
struct Shape {
  std::string layer;
  std::vector<Point> points;  ///< rectangle: lower-left and upper-right; polygon: 3 and more
  bool polygon = false;

  Rect box() const;
};

enum class LayerType : std::uint8_t { kRouting, kCut, kMasterslice, kOverlap, kImplant, kOther };

struct Layer {
  std::string name;
  LayerType type = LayerType::kOther;
  std::uint32_t number = 0;  ///< order of definition over all LEF of a design, from 0
  std::string direction;     ///< "HORIZONTAL", "VERTICAL" or empty
  std::optional<Coord> width;
  std::optional<Coord> pitch;
  std::optional<Coord> spacing;  ///< smallest SPACING without conditions
  std::optional<Coord> thickness;
  std::optional<Coord> height;
  std::optional<double> ohm_per_square;  ///< RESISTANCE RPERSQ of a routing layer
  std::optional<double> ohm_per_cut;     ///< RESISTANCE of a cut layer
  bool backside = false;  ///< BACKSIDE, or PROPERTY LEF58_TYPE / LEF58_BACKSIDE says so
  Location location;
};

struct Port {
  std::string port_class;  ///< "CORE", "BUMP" ... or empty
  std::vector<Shape> shapes;
};

struct MacroPin {
  std::string name;
  std::string direction;
  std::string use;
  std::string shape;  ///< "ABUTMENT", "RING" ... or empty
  std::vector<Port> ports;
  Location location;
};

struct Macro {
  std::string name;
  std::string macro_class;  ///< "COVER BUMP", "PAD", "CORE" ...
  Point origin;             ///< ORIGIN: added to every shape to bring it into the SIZE box
  std::string foreign;
  Point foreign_offset;
  Coord width = 0;
  Coord height = 0;
  std::vector<MacroPin> pins;
  std::vector<Shape> obstructions;
  Location location;

  const MacroPin* find_pin(std::string_view pin) const;
  bool is_bump() const;  ///< class COVER BUMP, or PAD AREAIO
};

/// A via by shapes or by rule. A generated via has `rule` and the numbers of LEF's VIARULE form.
struct Via {
  std::string name;
  std::string rule;
  bool is_default = false;
  std::optional<double> ohm;  ///< RESISTANCE of the whole via
  std::vector<Shape> shapes;
  std::string bottom_layer;
  std::string cut_layer;
  std::string top_layer;
  Point cut_size;
  Point cut_spacing;
  Point bottom_enclosure;
  Point top_enclosure;
  Point origin;
  Point bottom_offset;  ///< of the bottom metal from where `origin` puts it
  Point top_offset;
  std::uint32_t rows = 1;
  std::uint32_t columns = 1;
  std::vector<bool> pattern;  ///< row by row from the lower left: which cuts exist; empty: all
  Location location;

  /// Whether a rule's cut exists; rows count from the bottom, columns from the left.
  bool has_cut(std::uint32_t row, std::uint32_t column) const {
    return pattern.empty() || pattern[std::size_t{row} * columns + column];
  }

  /// Cuts of one use: shapes on `cut_layer`, or the cuts of a rule's rows and columns.
  std::uint32_t cuts(const std::string& cut_layer_name) const;
};

/// Reads "2_FF8_1_R4F0" (LEF/DEF 5.8, PATTERN of a generated via) into `via.pattern`: pairs of how many rows, and one row from
/// the left; each digit stands for four cuts, "Rn" repeats the digit behind it n times. All numbers are hexadecimal; the
/// first row is the lowest. Answers what is wrong with it for ROWCOL of `via`; empty: nothing.
std::string read_cut_pattern(std::string_view text, Via& via);

/// VIARULE ... GENERATE.
struct ViaRule {
  struct Part {
    std::string layer;
    std::optional<Point> enclosure;
    std::optional<Rect> cut;
    std::optional<Point> spacing;
    std::optional<double> ohm_per_cut;
  };
  std::string name;
  bool generate = false;
  std::vector<Part> parts;
  Location location;
};

/// NONDEFAULTRULE of LEF or DEF: wire widths of regular nets that name it. In picometres, of a DEF in its database units.
struct NonDefaultRule {
  struct Width {
    std::string layer;
    Coord width = 0;
  };
  std::string name;
  std::vector<Width> widths;
  Location location;

  /// Nothing: wires on this layer have its default width.
  std::optional<Coord> width_on(std::string_view layer) const;
};

/// Everything the LEF files of one design say together.
struct Lef {
  std::optional<std::int64_t> dbu_per_um;  ///< UNITS DATABASE MICRONS
  std::string bus_bits = "[]";
  std::string divider = "/";
  std::vector<Layer> layers;
  std::vector<Via> vias;
  std::vector<ViaRule> via_rules;
  std::vector<NonDefaultRule> wire_rules;
  std::map<std::string, Macro, std::less<>> macros;
  std::vector<std::string> files;  ///< as shown

  const Layer* find_layer(std::string_view name) const;
  const Via* find_via(std::string_view name) const;
  const ViaRule* find_via_rule(std::string_view name) const;
  const NonDefaultRule* find_wire_rule(std::string_view name) const;
  const Macro* find_macro(std::string_view name) const;
};

/// Reads one LEF file and adds to `into`. Problems are IO-04xx findings; reading goes on at the next statement. A macro,
/// layer or via that was there already keeps its first definition (IO-0404 when the two differ in size). False when
/// an error was reported.
bool read_lef(const InputFile& file, Lef& into, Sink& sink);

}  // namespace sealring::core::lefdef
