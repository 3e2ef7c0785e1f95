// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnostics/sink.h"
#include "rapidwright_bridge/byte_source.h"

/// EDIF 2 0 0 netlists (ANSI/EIA-548) as implementation tools write them.
namespace sealring::rapidwright_bridge {

enum class PortDirection : std::uint8_t { kUnknown, kInput, kOutput, kInout };
std::string_view to_string(PortDirection direction);

/// A port of the top cell as a receiver sees it. Bits are counted from the left end of the range.
struct PortInfo {
  std::string name;  ///< without range: "address"
  PortDirection direction = PortDirection::kUnknown;
  std::int64_t left = 0;  ///< of a bus
  std::int64_t right = 0;
  std::uint32_t width = 1;
  bool bus = false;
  friend bool operator==(const PortInfo&, const PortInfo&) = default;
};

/// What one pass over a netlist gives, at constant memory.
struct EdifDigest {
  bool complete = false;  ///< the outermost bracket was closed and nothing but blanks follows
  std::string
      canonical;    ///< 64 hex digits; see docs/formats/rapidwright_bridge.md for its definition
  std::string top;  ///< original name of the cell that the design names
  std::string program;  ///< "Vivado 2018.3" as the writer says; not part of the digest
  std::string part;     ///< property PART of the design
  std::vector<PortInfo>
      ports;  ///< of the top cell, in file order; empty when the top is not the last cell
  std::vector<std::string>
      black_boxes;  ///< cells without contents outside libraries of primitives (first 100)
  std::uint64_t cells = 0;
  std::uint64_t black_box_count = 0;
  std::uint64_t instances = 0;
  std::uint64_t nets = 0;
  std::uint64_t port_refs = 0;
  std::uint64_t bytes = 0;
};

/// Reads a netlist once. Syntax faults are RWB-0004; then `complete` is false and `canonical` empty.
EdifDigest digest_edif(ByteSource& source, const std::string& shown, core::Sink& sink);

/// Names of a netlist; views stay good as long as the netlist lives.
using NameId = std::uint32_t;
constexpr std::uint32_t kNoIndex = 0xffffffffU;

/// A whole netlist: flat arrays, each cell owns a range of each.
class EdifNetlist {
 public:
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  struct Property {
    enum class Kind : std::uint8_t { kString, kInteger, kBoolean, kNumber };
    NameId key;
    NameId value;  ///< as written
    Kind kind;
  };
  struct Port {
    NameId name;      ///< legal identifier
    NameId original;  ///< with range, as the user wrote it
    std::uint32_t width;
    PortDirection direction;
    bool bus;
  };
  struct Instance {
    NameId name;
    NameId original;
    std::uint32_t cell;  ///< kNoIndex: not found
    Range properties;
  };
  struct PinRef {
    std::uint32_t instance;  ///< within the whole netlist; kNoIndex: a port of the cell itself
    std::uint32_t port;      ///< within the whole netlist; kNoIndex: not found
    std::uint32_t member;    ///< bit from the left; kNoIndex: no member given
  };
  struct Net {
    NameId name;
    NameId original;
    Range pins;
  };
  struct Cell {
    NameId name;
    NameId original;
    NameId library;
    Range ports, instances, nets, properties;
    bool contents = false;
    bool external = false;  ///< in a library of declarations only
    std::uint32_t line_offset = 0;
  };

  std::string_view text(NameId id) const { return names_[id]; }
  std::span<const Cell> cells() const { return cells_; }
  std::span<const Port> ports_of(const Cell& cell) const { return slice(ports_, cell.ports); }
  std::span<const Instance> instances_of(const Cell& cell) const {
    return slice(instances_, cell.instances);
  }
  std::span<const Net> nets_of(const Cell& cell) const { return slice(nets_, cell.nets); }
  std::span<const PinRef> pins_of(const Net& net) const { return slice(pins_, net.pins); }
  std::span<const Property> properties_of(Range range) const { return slice(properties_, range); }
  const Instance& instance(std::uint32_t index) const { return instances_[index]; }
  const Port& port(std::uint32_t index) const { return ports_[index]; }
  std::uint32_t top() const {
    return top_;
  }  ///< index into cells(); kNoIndex: the design names no known cell
  const Cell* find_cell(std::string_view original_or_legal) const;
  std::uint64_t unresolved() const { return unresolved_; }  ///< references that name nothing
  std::uint64_t merged_nets() const { return merged_nets_; }
  std::uint64_t memory_bytes() const;  ///< of this object, text included

 private:
  friend class EdifReader;
  friend class EdifLinker;
  template <class T>
  static std::span<const T> slice(const std::vector<T>& all, Range range) {
    return std::span<const T>(all).subspan(range.first, range.count);
  }

  std::shared_ptr<const std::string> text_;
  std::vector<std::string_view> names_;
  std::vector<Cell> cells_;
  std::vector<Port> ports_;
  std::vector<Instance> instances_;
  std::vector<Net> nets_;
  std::vector<PinRef> pins_;
  std::vector<Property> properties_;
  std::uint32_t top_ = kNoIndex;
  std::uint64_t unresolved_ = 0;
  std::uint64_t merged_nets_ = 0;
};

/// Builds the whole netlist. Syntax faults are RWB-0004 and give nothing; nets of one cell with one original name are
/// merged (RWB-0008).
std::optional<EdifNetlist> read_edif(std::string text, const std::string& shown, core::Sink& sink);

/// Takes "address[11:0]" or "c[0,0][7:0]" apart: the last bracket is the range.
PortInfo split_port_name(std::string_view original, std::uint32_t width, bool bus);

/// Undoes %-escapes of EDIF strings ("%34%" is '"').
std::string unescape_edif(std::string_view text);

}  // namespace sealring::rapidwright_bridge
