// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/lefdef/geometry.h"
#include "core/lefdef/lef.h"
#include "core/netlist/names.h"

namespace sealring::core::lefdef {

/// A range of entries in one of the flat lists of a Def.
struct Span {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

enum class PlaceStatus : std::uint8_t { kNone, kPlaced, kFixed, kCover, kUnplaced };

struct Component {
  Symbol name = Symbol::kNone;
  Symbol macro = Symbol::kNone;
  PlaceStatus status = PlaceStatus::kNone;
  Orient orient = Orient::kN;
  Point
      at;  ///< lower-left corner of the turned SIZE box; meaningful unless kNone / kUnplaced without a point
  std::uint32_t line = 0;
};

/// One LAYER or POLYGON of a pin's port, turned and moved to where it stands.
struct PinShape {
  Symbol layer = Symbol::kNone;
  bool polygon = false;
  Rect box;
  Span points;  ///< in Def::points, of a polygon
  std::uint32_t port = 0;
};

struct Pin {
  Symbol name = Symbol::kNone;
  Symbol net = Symbol::kNone;
  std::string_view direction;  ///< "INPUT" ... or empty
  std::string_view use;        ///< "SIGNAL", "POWER" ... or empty
  bool special = false;
  bool placed = false;
  Point at;  ///< of its first placed port
  Orient orient = Orient::kN;
  Span shapes;  ///< in Def::pin_shapes
  std::uint32_t ports = 0;
  std::uint32_t line = 0;
};

/// "( inst pin )" of a net; no instance means PIN.
struct NetPin {
  Symbol instance = Symbol::kNone;
  Symbol pin = Symbol::kNone;
};

/// A straight piece of wire. A special wire ends at its points unless it has extensions; a regular wire goes on for half of
/// its width where no extension is written.
struct Wire {
  Symbol layer = Symbol::kNone;
  /// Not 0: the layer depends on LEF vias of the path; Def::layer_steps[layer_step - 1] is the last of them, and
  /// `layer` is the one before the first. resolve_layers() fills `layer` and sets this to 0.
  std::uint32_t layer_step = 0;
  Symbol shape = Symbol::kNone;  ///< STRIPE, RING ... of special wires
  /// Not none: a regular wire with the width of this NONDEFAULTRULE. resolve_layers() fills `width` and clears this.
  Symbol rule = Symbol::kNone;
  Coord width = 0;  ///< regular wires: 0, the layer's default width
  Point from;
  Point to;
  Coord from_extension = 0;
  Coord to_extension = 0;
  bool regular = false;
  bool tapered = false;    ///< TAPER or TAPERRULE: whatever the rule of its net
  bool from_half = false;  ///< goes on for half of its width instead of `from_extension`
  bool to_half = false;
};

/// A via, or an array of them.
struct ViaUse {
  Symbol via = Symbol::kNone;
  Orient orient = Orient::kN;
  Point at;
  std::uint32_t columns = 1;
  std::uint32_t rows = 1;
  Point step;
};

struct NetRect {
  Symbol layer = Symbol::kNone;
  Symbol shape = Symbol::kNone;
  Rect box;
};

struct NetPolygon {
  Symbol layer = Symbol::kNone;
  Span points;  ///< in Def::points
};

/// A via in a path whose layers the DEF does not say.
struct LayerStep {
  Symbol via = Symbol::kNone;
  Symbol layer = Symbol::kNone;  ///< before the via; used when `previous` is 0
  std::uint32_t previous = 0;    ///< number + 1 of the step before
};

/// A net or special net with its pins and its geometry.
struct Net {
  Symbol name = Symbol::kNone;
  std::string_view use;
  bool special = false;
  bool all_instances = false;  ///< "( * pin )": the pin of that name of every component
  Span pins;
  Span wires;
  Span vias;
  Span rects;
  Span polygons;
  std::uint32_t line = 0;
};

/// One DEF design. Names are in `names`; lists that belong to objects are flat and addressed by Span.
struct Def {
  std::string file;    ///< as shown
  std::string sha256;  ///< of the bytes on disk
  std::string design;
  std::int64_t dbu_per_um = 0;
  bool ended = false;  ///< END DESIGN was there; else the absence of an object says nothing
  std::string bus_bits = "[]";
  std::string divider = "/";
  std::vector<Point> die_area;  ///< two corners, or the points of a polygon; empty: none given
  NamePool names;
  std::vector<Via> vias;  ///< of the VIAS section; coordinates in database units of this DEF
  std::vector<NonDefaultRule> wire_rules;  ///< likewise
  std::vector<Component> components;
  std::vector<Pin> pins;
  std::vector<Net> nets;  ///< NETS and SPECIALNETS, in file order
  std::vector<PinShape> pin_shapes;
  std::vector<NetPin> net_pins;
  std::vector<Wire> wires;
  std::vector<ViaUse> via_uses;
  std::vector<NetRect> rects;
  std::vector<NetPolygon> polygons;
  std::vector<Point> points;
  std::vector<LayerStep> layer_steps;

  std::string_view text(Symbol symbol) const { return names.text(symbol); }
  Location at(std::uint32_t line) const { return {file, line, 1}; }
  std::optional<Rect> die_box() const;
  const Component* find_component(Symbol name) const;
  const Pin* find_pin(Symbol name) const;
  const Net* find_net(Symbol name) const;  ///< the first of that name
  const Via* find_via(std::string_view name) const;
  const NonDefaultRule* find_wire_rule(std::string_view name) const;
  template <class T>
  std::span<const T> of(const std::vector<T>& list, Span span) const {
    return {list.data() + span.first, span.count};
  }

  /// For the reader: builds the look-up tables.
  void index();

 private:
  // By symbol: number of the object plus one, 0 for none.
  std::vector<std::uint32_t> component_index_;
  std::vector<std::uint32_t> pin_index_;
  std::vector<std::uint32_t> net_index_;
};

/// Reads one DEF file. Every problem is an IO-04xx finding at its line; reading goes on at the next statement.
/// Nothing when the file is no DEF at all (neither DESIGN nor any section).
std::optional<Def> read_def(const InputFile& file, Sink& sink);

/// Gives every wire that follows a LEF via in its path the layer on the other side of that via, and every wire with a
/// NONDEFAULTRULE its width; a wire whose rule is neither in the DEF nor in the LEF keeps `rule`. Returns how many vias are not
/// in the LEF or do not touch the layer (their wires keep `layer_step`).
std::size_t resolve_layers(Def& def, const Lef& lef);

/// The layer of a via that is not `layer`: of its lowest and highest conductor. Empty when the via does not touch `layer`.
std::string_view other_layer(const Via& via, std::string_view layer);

/// A shape of a LEF pin of a placed component, in database units of the DEF.
struct PlacedShape {
  std::string_view layer;
  Rect box;  ///< bounding box for polygons
};

/// Shapes of one pin of a placed component; empty when the macro or pin is unknown. Coordinates off the DEF grid are
/// rounded to it.
std::vector<PlacedShape> pin_shapes(const Component& component, const Macro& macro,
                                    const MacroPin& pin, std::int64_t dbu_per_um);

}  // namespace sealring::core::lefdef
