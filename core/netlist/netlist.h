// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/location.h"
#include "core/netlist/names.h"

/// Model of structural Verilog (IEEE 1364-2005): modules, ports, nets, instances, connections, assigns.
/// Plain data with interned names; read_verilog() in core/netlist/verilog.h fills it, resolve() in
/// core/netlist/resolve.h looks paths up, check_netlist() in core/netlist/check.h tests its consistency and
/// core/netlist/bits.h takes it apart bit by bit.
namespace sealring::core {

/// A declared vector range as written: [7:0] has msb 7 and lsb 0, [0:7] has msb 0 and lsb 7.
struct Range {
  std::int32_t msb = 0;
  std::int32_t lsb = 0;

  std::uint64_t width() const {
    const std::int64_t span = std::int64_t{msb} - lsb;
    return static_cast<std::uint64_t>(span < 0 ? -span : span) + 1;
  }
  bool descending() const { return msb >= lsb; }
  bool contains(std::int64_t bit) const {
    return descending() ? bit <= msb && bit >= lsb : bit >= msb && bit <= lsb;
  }
  bool operator==(const Range&) const = default;
};

/// kUnknown: the port stands in the port list and is declared nowhere (reported by the reader).
enum class Direction : std::uint8_t { kInput, kOutput, kInout, kUnknown };

enum class NetKind : std::uint8_t {
  kWire,
  kTri,
  kTri0,
  kTri1,
  kTriand,
  kTrior,
  kTrireg,
  kWand,
  kWor,
  kSupply0,
  kSupply1,
  kReg
};

std::string_view to_string(Direction direction);  ///< "input", "output", "inout", "unknown"
std::string_view to_string(NetKind kind);         ///< "wire", "supply0" ...
std::string to_string(const Range& range);        ///< "[7:0]"

/// A place in one of the netlist's files; Netlist::locate() turns it into file:line:column.
class Place {
 public:
  Place() = default;
  Place(std::uint16_t file, std::uint64_t offset)
      : raw_((std::uint64_t{file} << kOffsetBits) | offset) {}
  std::uint16_t file() const { return static_cast<std::uint16_t>(raw_ >> kOffsetBits); }
  std::uint64_t offset() const { return raw_ & ((std::uint64_t{1} << kOffsetBits) - 1); }

 private:
  static constexpr int kOffsetBits = 48;
  std::uint64_t raw_ = 0;
};

/// Objects of a module are named by their index in its vectors.
inline constexpr std::uint32_t kNoIndex = 0xFFFFFFFF;

/// One part of an expression. An expression is a run of pieces, most significant first, with nested
/// concatenations and replications already unfolded.
struct Piece {
  enum class Kind : std::uint8_t {
    kNet,     ///< the whole net `index`, in its declared order
    kSelect,  ///< net `index`, bits first..last as written (a bit select has first == last)
    kConstant,  ///< bits of a constant: Module::digits() gives one of 0, 1, x, z per bit, most significant first
    kUnsized,  ///< as kConstant, and the text gave no size: cut or extended to what it meets
    kOpaque    ///< an expression that is not structural (reported by the reader); width not known
  };
  Kind kind = Kind::kNet;
  std::uint32_t index = 0;  ///< net for kNet and kSelect; start in Module::constants for constants
  std::int32_t first = 0;   ///< first bit of a select; number of bits of a constant
  std::int32_t last = 0;    ///< last bit of a select
};

/// A run of pieces in Module::pieces.
struct PieceRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// A port in the order of the port list.
struct Port {
  Symbol name = Symbol::kNone;  ///< none for an unnamed position of the list, such as `{a, b}`
  Direction direction = Direction::kUnknown;
  bool has_range = false;
  bool complex = false;  ///< written `.name(expression)` or `{...}`: `inside` says what it joins
  bool by_parameter = false;     ///< the range is computed from parameters, default values taken
  std::uint32_t net = kNoIndex;  ///< the net of the same name inside; kNoIndex when complex
  Range bits;
  PieceRange inside;  ///< for complex ports
  Place place;        ///< of its declaration (direction), else of the port list

  std::optional<Range> range() const { return has_range ? std::optional(bits) : std::nullopt; }
};

/// A net (or variable) of a module. Every simple port has one of the same name.
struct Net {
  Symbol name = Symbol::kNone;
  NetKind kind = NetKind::kWire;
  bool has_range = false;
  bool implicit = false;  ///< never declared: came into being by use, one bit
  bool by_parameter = false;
  Range bits;
  Place place;

  std::optional<Range> range() const { return has_range ? std::optional(bits) : std::nullopt; }
  std::uint64_t width() const { return has_range ? bits.width() : 1; }
};

/// One entry of an instance's connection list.
struct Connection {
  Symbol port = Symbol::kNone;  ///< the name before the parenthesis; none when by position
  PieceRange pieces;            ///< empty: left open, `.port()` or an empty position
  std::uint32_t offset = 0;     ///< bytes from the instance's place; see Module::place_of
};

/// An instance of a module, of a cell that is not in the netlist, or of a gate primitive.
struct Instance {
  Symbol name = Symbol::kNone;  ///< none for an unnamed gate
  Symbol cell = Symbol::kNone;  ///< module or cell name; "and", "buf" ... for gates
  std::uint32_t first_connection = 0;
  std::uint32_t connection_count = 0;
  std::uint32_t first_override = kNoIndex;  ///< in Module::overrides; kNoIndex: none
  bool gate = false;
  Place place;
};

/// `assign target = source;` or the same as part of a net declaration.
struct Assign {
  PieceRange target;
  PieceRange source;
  Place place;
};

/// A parameter, localparam or specparam with its default.
struct Parameter {
  Symbol name = Symbol::kNone;
  bool local = false;
  std::optional<std::int64_t> value;  ///< when it is a whole number
  std::string text;                   ///< as written
  Place place;
};

/// One parameter override of an instance (`#(...)`) or one defparam.
struct Override {
  std::uint32_t instance = kNoIndex;  ///< first instance of the statement; kNoIndex for a defparam
  std::string target;  ///< parameter name, "" by position; the whole path for a defparam
  std::optional<std::int64_t> value;
  std::string text;
  Place place;
};

/// Finds the index of an object by its symbol.
class SymbolIndex {
 public:
  /// Adds `symbol` unless it is there; the index that now stands for it.
  std::uint32_t add(Symbol symbol, std::uint32_t index);
  /// The index, or kNoIndex.
  std::uint32_t find(Symbol symbol) const;
  void reserve(std::size_t count);
  std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

 private:
  struct Slot {
    std::uint32_t symbol = 0;
    std::uint32_t index = 0;
  };
  void rehash(std::size_t size);
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

/// One module definition.
class Module {
 public:
  Symbol name = Symbol::kNone;
  Place place;
  bool cell = false;         ///< between `celldefine and `endcelldefine
  bool primitive = false;    ///< a user-defined primitive: ports known, table not read
  bool incomplete = false;   ///< something in it could not be read (each was reported)
  bool behavioural = false;  ///< holds behavioural text that was not read (each was reported)

  std::vector<Port> ports;
  std::vector<Net> nets;
  std::vector<Instance> instances;
  std::vector<Connection> connections;
  std::vector<Piece> pieces;
  std::vector<Assign> assigns;
  std::vector<Parameter> parameters;
  std::vector<Override> overrides;
  std::string constants;  ///< digits of all constants

  /// Index of the port, net or instance, or kNoIndex.
  std::uint32_t find_port(Symbol symbol) const { return port_index_.find(symbol); }
  std::uint32_t find_net(Symbol symbol) const { return net_index_.find(symbol); }
  std::uint32_t find_instance(Symbol symbol) const { return instance_index_.find(symbol); }

  std::span<const Connection> connections_of(const Instance& instance) const {
    return {connections.data() + instance.first_connection, instance.connection_count};
  }
  /// Parameter overrides of the instance (those of its statement).
  std::span<const Override> overrides_of(const Instance& instance) const;
  std::span<const Piece> pieces_of(PieceRange range) const {
    return {pieces.data() + range.first, range.count};
  }
  /// The bits of a constant piece as characters 0, 1, x, z.
  std::string_view digits(const Piece& piece) const {
    return std::string_view(constants).substr(piece.index, static_cast<std::size_t>(piece.first));
  }
  Place place_of(const Instance& instance, const Connection& connection) const {
    return {instance.place.file(), instance.place.offset() + connection.offset};
  }

  /// Bits of the port seen from outside; nothing when it cannot be known (opaque or undeclared).
  std::optional<std::uint64_t> width_of(const Port& port) const;

  /// For readers: indexes over ports, nets and instances are kept by these.
  SymbolIndex& port_index() { return port_index_; }
  SymbolIndex& net_index() { return net_index_; }
  SymbolIndex& instance_index() { return instance_index_; }

  /// Memory held by the vectors and indexes, in bytes.
  std::size_t bytes() const;

 private:
  SymbolIndex port_index_;
  SymbolIndex net_index_;
  SymbolIndex instance_index_;
};

/// All modules read from one or several files.
class Netlist {
 public:
  /// One file that was read.
  struct File {
    std::string name;    ///< as shown
    std::string sha256;  ///< of the bytes on disk
    std::vector<std::uint64_t> line_starts;
  };

  NamePool names;
  std::vector<Module>
      modules;  ///< in reading order; names are unique (a second one is reported and left out)
  std::vector<File> files;
  bool complete = true;  ///< every file was read to its end without an error

  /// The module of that name, or nullptr.
  const Module* find(std::string_view module_name) const { return find(names.find(module_name)); }
  const Module* find(Symbol module_name) const;
  std::uint32_t find_index(Symbol module_name) const { return module_index_.find(module_name); }

  /// Name lookups by text.
  const Port* find_port(const Module& module, std::string_view name) const;
  const Net* find_net(const Module& module, std::string_view name) const;
  const Instance* find_instance(const Module& module, std::string_view name) const;

  std::string_view text(Symbol symbol) const { return names.text(symbol); }
  Location locate(Place place) const;

  /// Adds an empty module. When the name is taken, nullptr: the caller reports it.
  Module* add_module(Symbol module_name);

  /// Modules that no other module of the netlist instantiates, in reading order. Library cells (`celldefine`)
  /// and primitives count only when there is nothing else.
  std::vector<const Module*> tops() const;

  /// Memory held, in bytes.
  std::size_t bytes() const;

 private:
  SymbolIndex module_index_;
};

}  // namespace sealring::core
