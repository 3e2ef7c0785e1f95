// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/location.h"
#include "core/netlist/netlist.h"

namespace sealring::core {

/// What a hierarchical name stands for.
enum class ObjectKind : std::uint8_t {
  kNothing,
  kPort,      ///< port of the top module, or a bit of one
  kInstance,  ///< instance of a module of the netlist
  kLeafCell,  ///< instance of a cell that is not in the netlist, or of a library cell or gate
  kPin,       ///< pin of an instance whose module is in the netlist: direction and range known
  kLeafPin,   ///< pin of a leaf cell
  kNet        ///< net of the top module or inside an instance
};
std::string_view to_string(
    ObjectKind kind);  ///< "port", "instance", "leaf cell", "pin", "leaf pin", "net", "nothing"

/// A pin of a library cell, as the library gives it.
struct CellPin {
  Direction direction = Direction::kUnknown;
  std::optional<Range> range;
};

/// Source of pin facts for cells that are not in the netlist (a Liberty reader can be one).
class CellPins {
 public:
  virtual ~CellPins() = default;
  virtual bool has_cell(std::string_view cell) const = 0;
  virtual std::optional<CellPin> pin(std::string_view cell, std::string_view pin) const = 0;
  virtual std::vector<std::string> pin_names(std::string_view cell) const = 0;
};

/// Kinds wanted, for names that stand for several things (a port of top and its net, say).
struct Want {
  bool ports = true;
  bool instances = true;
  bool pins = true;
  bool nets = true;
};

/// The answer to a look-up.
struct Resolved {
  ObjectKind kind = ObjectKind::kNothing;
  std::string
      path;  ///< canonical: '/' between levels, bit as [n], names with '/' or [] escaped `\/`, `\[`
  std::vector<std::string>
      names;  ///< the names themselves, level by level, without escapes and bit
  std::optional<Range>
      range;  ///< declared range of the port, pin or net (also when one bit of it is named)
  std::optional<std::int64_t> bit;     ///< the bit named
  std::optional<Direction> direction;  ///< ports and pins, when known
  std::string cell;                    ///< instances and pins: name of the module or cell
  bool escaped = false;                ///< the last name needs the escaped form in Verilog
  Location location;  ///< of the declaration, the instance, or (leaf pins) the connection
  const Module* scope =
      nullptr;  ///< module the object stands in (for pins: the one that holds the instance)
  std::uint32_t index = kNoIndex;  ///< port, instance (also for pins) or net index in `scope`
  /// Leaf pins: named in a connection or known to the library. A leaf pin that neither knows is kNothing.
  bool from_library = false;
  /// Other readings of the same text ("bit 0 of bus 'a'" against the escaped scalar 'a[0]').
  std::vector<std::string> also;

  // When kind is kNothing:
  std::string reached;  ///< the part of the path that exists ("u_soc/u_serdes"), "" for none
  std::string missing;  ///< the first name that does not
  std::string
      why;  ///< one sentence: "no instance, pin or net 'rx_clkk' in 'u_soc/u_serdes' (module 'serdes')"
  std::vector<std::string> nearest;  ///< full paths, best first, at most 3
  bool uncertain =
      false;  ///< the search ended in a module that could not be read whole, or in a cell nobody describes

  explicit operator bool() const { return kind != ObjectKind::kNothing; }
  /// Several bits are meant: a vector named without a bit.
  bool is_bus() const { return range && !bit && range->width() > 1; }
};

/// Looks `path` up below module `top`. Names are separated by '/'. A bit is "d[3]". Literal '/', '[' and ']' of
/// escaped names may be written `\/`, `\[`, `\]` (as OpenSTA does), as a Verilog escaped name `\a/b ` with its
/// closing blank, or plainly where no other reading exists: "a/b" is tried as instance a with pin b and as the
/// one name `\a/b `; "r[0]" first as bit 0 of r, then as the scalar `\r[0] `.
Resolved resolve(const Netlist& netlist, const Module& top, std::string_view path,
                 const Want& want = {}, const CellPins* library = nullptr);

/// ", did you mean 'u_soc/u_phy/rx_clk'?" or "".
std::string did_you_mean(const Resolved& missing);

}  // namespace sealring::core
