// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <utility>

#include "core/codes.h"
#include "core/netlist/verilog/parser.h"

namespace sealring::core::verilog {
namespace {

std::optional<Direction> direction_of(Keyword word) {
  switch (word) {
    case Keyword::kInput: return Direction::kInput;
    case Keyword::kOutput: return Direction::kOutput;
    case Keyword::kInout: return Direction::kInout;
    default: return std::nullopt;
  }
}

std::optional<NetKind> net_kind_of(Keyword word) {
  switch (word) {
    case Keyword::kWire:
    case Keyword::kUwire: return NetKind::kWire;
    case Keyword::kTri: return NetKind::kTri;
    case Keyword::kTri0: return NetKind::kTri0;
    case Keyword::kTri1: return NetKind::kTri1;
    case Keyword::kTriand: return NetKind::kTriand;
    case Keyword::kTrior: return NetKind::kTrior;
    case Keyword::kTrireg: return NetKind::kTrireg;
    case Keyword::kWand: return NetKind::kWand;
    case Keyword::kWor: return NetKind::kWor;
    case Keyword::kSupply0: return NetKind::kSupply0;
    case Keyword::kSupply1: return NetKind::kSupply1;
    case Keyword::kReg: return NetKind::kReg;
    default: return std::nullopt;
  }
}

}  // namespace

/// `#(parameter A = 1, B = 2)` of a module head.
void Parser::parameter_ports() {
  if (!expect('(', "'#'")) return;
  bool local = false;
  while (!token_.is(')') && !at_module_edge()) {
    if (accept(Keyword::kParameter)) local = false;
    if (accept(Keyword::kLocalparam)) local = true;
    while (accept(Keyword::kSigned) || accept(Keyword::kInteger) || accept(Keyword::kReal)) {
    }
    if (token_.is('[')) range();
    if (!token_.is_name()) {
      syntax("expected the name of a parameter, found " + seen());
      skip_balanced(")");
      break;
    }
    Parameter parameter{.name = token_.symbol, .local = local, .place = here()};
    advance();
    if (accept('=')) {
      const auto value = whole_constant(parameter.text, ",)");
      if (value) parameter.value = value->value;
    }
    parameters_[static_cast<std::uint32_t>(parameter.name)] = parameter.value;
    module_->parameters.push_back(std::move(parameter));
    if (!accept(',')) break;
  }
  expect(')', "the parameters");
}

void Parser::port_list() {
  if (accept(')')) return;
  if (direction_of(token_.keyword())) {
    ansi_ports();
  } else {
    plain_ports();
  }
  if (accept(')')) return;
  syntax("expected ',' or ')' in the port list, found " + seen());
  skip_balanced(";");
}

/// `(input [7:0] a, b, output wire c)`.
void Parser::ansi_ports() {
  Direction direction = Direction::kUnknown;
  NetKind kind = NetKind::kWire;
  DeclaredRange bits;
  do {
    if (const auto given = direction_of(token_.keyword())) {
      direction = *given;
      kind = NetKind::kWire;
      bits = {};
      advance();
      if (const auto type = net_kind_of(token_.keyword())) {
        kind = *type;
        advance();
      }
      if (token_.is_name() && token_.symbol == logic_ && !token_.escaped) advance();
      accept(Keyword::kSigned);
      if (token_.is('[')) bits = range();
    }
    if (!token_.is_name()) {
      syntax("expected the name of a port, found " + seen());
      return;
    }
    const Symbol name = token_.symbol;
    const Place place = here();
    add_port(name, place);
    declare_direction(direction, true, kind, bits);
    advance();
    if (token_.is('[')) {
      lost(codes::kVerilogUnsupported, token_.offset,
           "port '" + std::string(names_->text(name)) +
               "' is an array of vectors, which is not read");
      skip_balanced(",)");
    }
    if (accept('=')) skip_balanced(",)");
  } while (accept(','));
}

/// `(a, .b(c), {d, e}, , f)`: directions follow in the body.
void Parser::plain_ports() {
  do {
    plain_port();
  } while (accept(','));
}

void Parser::plain_port() {
  const Place place = here();
  if (token_.is(',') || token_.is(')')) {
    module_->ports.push_back({.direction = Direction::kUnknown, .complex = true, .place = place});
    return;
  }
  if (token_.is_name()) {
    const Symbol name = token_.symbol;
    advance();
    if (!token_.is('[')) {
      add_port(name, place);
      return;
    }
    const std::uint32_t net = net_index(name, place);
    net_flags_[net] |= kFromPortList;
    const auto first = static_cast<std::uint32_t>(module_->pieces.size());
    opaque_why_.clear();
    frames_.clear();
    if (!select(net)) {
      syntax("a port of the port list has an index that is not constant");
      return;
    }
    module_->ports.push_back(
        {.complex = true,
         .inside = {first, static_cast<std::uint32_t>(module_->pieces.size()) - first},
         .place = place});
    return;
  }
  Port port{.complex = true, .place = place};
  if (accept('.')) {
    if (!token_.is_name()) {
      syntax("expected the name of a port after '.', found " + seen());
      return;
    }
    port.name = token_.symbol;
    const std::string name(token_.text);
    advance();
    if (!expect('(', "port name '" + name + "'")) return;
    if (!token_.is(')')) port_reference(port.inside);
    if (!expect(')', "the inside of port '" + name + "'")) return;
    const auto index = static_cast<std::uint32_t>(module_->ports.size());
    if (module_->port_index().add(port.name, index) != index) {
      reporter_->report(codes::kVerilogDuplicateName, place.offset(),
                        "port '" + name + "' stands twice in the port list");
      return;
    }
  } else if (token_.is('{')) {
    port_reference(port.inside);
  } else {
    syntax("expected a port, found " + seen());
    return;
  }
  module_->ports.push_back(port);
}

/// The nets a port joins inside; marks them, since their direction is declared in the body.
void Parser::port_reference(PieceRange& pieces) {
  pieces = expression();
  for (const Piece& piece : module_->pieces_of(pieces)) {
    const bool net = piece.kind == Piece::Kind::kNet || piece.kind == Piece::Kind::kSelect;
    if (net) net_flags_[piece.index] |= kFromPortList;
  }
}

/// A simple port and the net of its name; the port's index (that of the first one when the name is taken).
std::uint32_t Parser::add_port(Symbol name, Place place) {
  const auto index = static_cast<std::uint32_t>(module_->ports.size());
  const std::uint32_t first = module_->port_index().add(name, index);
  if (first != index) {
    reporter_->report(
        codes::kVerilogDuplicateName, place.offset(),
        "port '" + std::string(names_->text(name)) + "' stands twice in the port list");
    return first;
  }
  const std::uint32_t net = net_index(name, place);
  net_flags_[net] |= kFromPortList;
  module_->ports.push_back({.name = name, .net = net, .place = place});
  return index;
}

/// After the body: directions of ports that are written as expressions, and ports that were never declared.
void Parser::finish_ports() {
  for (Port& port : module_->ports) {
    if (port.complex) {
      for (const Piece& piece : module_->pieces_of(port.inside)) {
        const bool net = piece.kind == Piece::Kind::kNet || piece.kind == Piece::Kind::kSelect;
        if (net) port.direction = net_directions_[piece.index];
      }
      if (port.inside.count == 0) continue;
    }
    if (port.direction != Direction::kUnknown || module_->primitive) continue;
    const std::string name(names_->text(port.name));
    module_->incomplete = true;
    reporter_->report(
        make_finding(
            codes::kVerilogPortUndeclared,
            "port '" + name + "' of module '" + std::string(names_->text(module_->name)) +
                "' stands in the port list and is declared neither input, output nor inout")
            .on(std::string(names_->text(module_->name)) + "/" + name),
        port.place.offset());
  }
  for (std::uint32_t i = 0; i < module_->nets.size(); ++i) {
    const bool from_ports = (net_flags_[i] & (kFromPortList | kAsPort | kAsNet)) != 0;
    if (from_ports) continue;
    Net& net = module_->nets[i];
    net.implicit = true;
    if ((net_flags_[i] & kForbidden) == 0) continue;
    const std::string name(names_->text(net.name));
    reporter_->report(
        make_finding(codes::kVerilogImplicitNet,
                     "net '" + name + "' is not declared, and `default_nettype none forbids that")
            .on(std::string(names_->text(module_->name)) + "/" + name),
        net.place.offset());
  }
}

}  // namespace sealring::core::verilog
