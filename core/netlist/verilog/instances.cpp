// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <utility>

#include "core/codes.h"
#include "core/netlist/verilog/parser.h"

namespace sealring::core::verilog {
namespace {

bool is_gate(Keyword word) {
  switch (word) {
    case Keyword::kAnd:
    case Keyword::kNand:
    case Keyword::kOr:
    case Keyword::kNor:
    case Keyword::kXor:
    case Keyword::kXnor:
    case Keyword::kBuf:
    case Keyword::kNot:
    case Keyword::kBufif0:
    case Keyword::kBufif1:
    case Keyword::kNotif0:
    case Keyword::kNotif1:
    case Keyword::kNmos:
    case Keyword::kPmos:
    case Keyword::kRnmos:
    case Keyword::kRpmos:
    case Keyword::kCmos:
    case Keyword::kRcmos:
    case Keyword::kTran:
    case Keyword::kRtran:
    case Keyword::kTranif0:
    case Keyword::kTranif1:
    case Keyword::kRtranif0:
    case Keyword::kRtranif1:
    case Keyword::kPullup:
    case Keyword::kPulldown: return true;
    default: return false;
  }
}

}  // namespace

/// `CELL #(...) u1 (...), u2 (...);`.
void Parser::instances() {
  const Symbol cell = token_.symbol;
  const bool logic = cell == logic_ && !token_.escaped;
  advance();
  if (logic && (token_.is('[') || token_.is(Keyword::kSigned))) {
    accept(Keyword::kSigned);
    return declared_names(NetKind::kReg, token_.is('[') ? range() : DeclaredRange{});
  }
  std::uint32_t first_override = kNoIndex;
  if (token_.is('#')) first_override = overrides();
  do {
    if (!token_.is_name()) {
      if (token_.is('(')) {
        syntax("instance of '" + std::string(names_->text(cell)) + "' has no name");
      } else {
        syntax("expected the name of an instance of '" + std::string(names_->text(cell)) +
               "', found " + seen());
      }
      return skip_to_semicolon();
    }
    one_instance(cell, here(), false, first_override);
    if (token_.kind == Token::Kind::kEnd) return;
  } while (accept(','));
  expect_end_of_item("instances of '" + std::string(names_->text(cell)) + "'");
}

/// `and #1 g1 (y, a, b), (z, c, d);`.
void Parser::gates() {
  if (!is_gate(token_.keyword())) {
    syntax("expected a declaration, an instance or 'endmodule', found " + seen());
    return skip_to_semicolon();
  }
  const auto cell = token_.symbol;
  advance();
  // A strength and the terminals of an unnamed gate both begin with '('.
  bool open = false;
  if (accept('(')) {
    const std::uint64_t before = token_.offset;
    skip_strength();
    if (token_.offset != before) {
      expect(')', "the strength");
    } else {
      open = true;
    }
  }
  if (!open) skip_delay();
  do {
    if (open) {
      Instance instance{.cell = cell, .gate = true, .place = here()};
      connections(instance);
      module_->instances.push_back(instance);
    } else {
      one_instance(cell, here(), true, kNoIndex);
    }
    open = false;
    if (token_.kind == Token::Kind::kEnd) return;
  } while (accept(','));
  expect_end_of_item("gates '" + std::string(names_->text(cell)) + "'");
}

/// Name and connections of one instance.
void Parser::one_instance(Symbol cell, Place place, bool gate, std::uint32_t first_override) {
  Instance instance{.cell = cell, .first_override = first_override, .gate = gate, .place = place};
  if (token_.is_name()) {
    instance.name = token_.symbol;
    advance();
    if (token_.is('[')) {
      std::string bounds;
      const std::uint64_t begin = token_.offset;
      capture_ = &bounds;
      advance();
      skip_balanced("]");
      accept(']');
      capture_ = nullptr;
      lost(codes::kVerilogUnsupported, begin,
           "array of instances '" + std::string(names_->text(instance.name)) + bounds + "' of '" +
               std::string(names_->text(cell)) + "' is not read");
      if (accept('(')) {
        skip_balanced(")");
        accept(')');
      }
      return;
    }
  }
  if (cell == logic_ && !token_.is('(')) {
    declare_net(instance.name, NetKind::kReg, {}, place);
    return;
  }
  if (!expect('(', "instance '" + std::string(names_->text(instance.name)) + "' of '" +
                       std::string(names_->text(cell)) + "'")) {
    skip_balanced(";");
    return;
  }
  if (module_->instances.size() >= options_->max_objects) {
    if (!full_) {
      lost(codes::kVerilogLimit, place.offset(),
           "module '" + std::string(names_->text(module_->name)) + "' has more than " +
               std::to_string(options_->max_objects) + " instances; the rest is left out");
    }
    full_ = true;
    skip_balanced(")");
    accept(')');
    return;
  }
  connections(instance);
  module_->instances.push_back(instance);
}

/// The list behind '(' up to and with ')'.
void Parser::connections(Instance& instance) {
  instance.first_connection = static_cast<std::uint32_t>(module_->connections.size());
  if (accept(')')) return;
  bool named = false;
  bool by_position = false;
  do {
    const Place at = here();
    if (token_.is('.')) {
      named = true;
      named_connection(instance);
    } else {
      by_position = true;
      Connection connection{.offset =
                                static_cast<std::uint32_t>(at.offset() - instance.place.offset())};
      if (!token_.is(',') && !token_.is(')')) connection.pieces = expression();
      module_->connections.push_back(connection);
    }
    if (named && by_position) {
      lost(codes::kVerilogSyntax, at.offset(),
           "instance '" + std::string(names_->text(instance.name)) +
               "' mixes connections by name and by position");
      by_position = false;
    }
  } while (accept(','));
  instance.connection_count =
      static_cast<std::uint32_t>(module_->connections.size()) - instance.first_connection;
  if (accept(')')) return;
  syntax("expected ',' or ')' in the connections of '" + std::string(names_->text(instance.name)) +
         "', found " + seen());
  skip_balanced(");");
  accept(')');
}

/// `.port(expression)`, `.port()` or `.port`.
void Parser::named_connection(Instance& instance) {
  Connection connection{.offset =
                            static_cast<std::uint32_t>(token_.offset - instance.place.offset())};
  advance();
  if (token_.is('*')) {
    lost(codes::kVerilogUnsupported, token_.offset,
         "the wildcard connection '.*' of instance '" + std::string(names_->text(instance.name)) +
             "' is not read");
    advance();
    return;
  }
  if (!token_.is_name()) {
    syntax("expected the name of a port after '.', found " + seen());
    skip_balanced(",)");
    return;
  }
  connection.port = token_.symbol;
  const Place at = here();
  advance();
  if (accept('(')) {
    if (!token_.is(')')) connection.pieces = expression();
    module_->connections.push_back(connection);
    if (accept(')')) return;
    syntax("expected ')' after the connection of port '" +
           std::string(names_->text(connection.port)) + "', found " + seen());
    skip_balanced(",);");
    return;
  }
  // The SystemVerilog short form: the net of the same name.
  const auto first = static_cast<std::uint32_t>(module_->pieces.size());
  push_piece({.kind = Piece::Kind::kNet, .index = net_index(connection.port, at)});
  connection.pieces = {first, 1};
  module_->connections.push_back(connection);
}

/// `#(8)`, `#(.W(8), .D(2))` or `#8`; index of the first one recorded.
std::uint32_t Parser::overrides() {
  advance();
  const auto first = static_cast<std::uint32_t>(module_->overrides.size());
  const auto instance = static_cast<std::uint32_t>(module_->instances.size());
  if (!token_.is('(')) {
    module_->overrides.push_back(
        {.instance = instance, .text = std::string(token_.text), .place = here()});
    advance();
    return first;
  }
  advance();
  while (!token_.is(')') && !at_module_edge()) {
    Override over{.instance = instance, .place = here()};
    const bool named = accept('.');
    if (named) {
      over.target = std::string(token_.text);
      advance();
      if (!expect('(', "parameter '" + over.target + "'")) break;
    }
    const auto value = whole_constant(over.text, named ? ")" : ",)");
    if (value) over.value = value->value;
    module_->overrides.push_back(std::move(over));
    if (named && !expect(')', "the value of a parameter")) break;
    if (!accept(',')) break;
  }
  expect(')', "the parameters of an instance");
  return module_->overrides.size() == first ? kNoIndex : first;
}

/// `assign a = b, {c, d} = e;`.
void Parser::assign() {
  const Place place = here();
  advance();
  if (accept('(')) {
    skip_strength();
    expect(')', "the strength");
  }
  skip_delay();
  do {
    assign_one(place);
  } while (accept(','));
  expect_end_of_item("an assign");
}

void Parser::assign_one(Place place) {
  const PieceRange target = expression(true);
  if (!expect('=', "the left side of an assign")) return skip_balanced(",;");
  const PieceRange source = expression();
  module_->assigns.push_back({target, source, place});
}

}  // namespace sealring::core::verilog
