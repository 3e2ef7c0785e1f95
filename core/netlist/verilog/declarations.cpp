// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <utility>

#include "core/codes.h"
#include "core/netlist/verilog/parser.h"

namespace sealring::core::verilog {
namespace {

constexpr std::uint64_t kMaxModuleBits = std::uint64_t{1} << 31;

bool is_strength(Keyword word) {
  switch (word) {
    case Keyword::kSupply0:
    case Keyword::kSupply1:
    case Keyword::kStrong0:
    case Keyword::kStrong1:
    case Keyword::kPull0:
    case Keyword::kPull1:
    case Keyword::kWeak0:
    case Keyword::kWeak1:
    case Keyword::kHighz0:
    case Keyword::kHighz1:
    case Keyword::kSmall:
    case Keyword::kMedium:
    case Keyword::kLarge: return true;
    default: return false;
  }
}

}  // namespace

/// `[msb:lsb]` with constants. The current token is '['.
Parser::DeclaredRange Parser::range() {
  DeclaredRange out;
  const std::uint64_t begin = token_.offset;
  advance();
  const auto msb = constant();
  if (!msb || !token_.is(':')) {
    syntax(msb ? "expected ':' in a range, found " + seen()
               : "the range is not constant: no value for " + seen());
    skip_balanced("]");
    accept(']');
    return out;
  }
  advance();
  const auto lsb = constant();
  if (!lsb || !token_.is(']')) {
    syntax(lsb ? "expected ']' after a range, found " + seen()
               : "the range is not constant: no value for " + seen());
    skip_balanced("]");
    accept(']');
    return out;
  }
  advance();
  constexpr std::int64_t kLowest = -2147483647;
  constexpr std::int64_t kHighest = 2147483647;
  const auto fits = [](std::int64_t v) { return v >= kLowest && v <= kHighest; };
  if (!fits(msb->value) || !fits(lsb->value) ||
      Range{static_cast<std::int32_t>(msb->value), static_cast<std::int32_t>(lsb->value)}.width() >
          kMaxBits) {
    lost(codes::kVerilogLimit, begin,
         "range [" + std::to_string(msb->value) + ":" + std::to_string(lsb->value) +
             "] is wider than the limit of " + std::to_string(kMaxBits) + " bits");
    return out;
  }
  out.present = true;
  out.by_parameter = msb->by_parameter || lsb->by_parameter;
  out.bits = {static_cast<std::int32_t>(msb->value), static_cast<std::int32_t>(lsb->value)};
  return out;
}

/// `#5`, `#1.5`, `#name`, `#(1, 2, 3)`.
void Parser::skip_delay() {
  if (!accept('#')) return;
  if (token_.is('(')) {
    advance();
    skip_balanced(")");
    accept(')');
  } else {
    advance();
  }
}

/// `(strong0, pull1)` or `(small)`; anything else is left alone.
void Parser::skip_strength() {
  while (is_strength(token_.keyword())) {
    advance();
    if (!accept(',')) break;
  }
}

/// `input [7:0] a, b;` in the body of a module.
void Parser::port_declaration() {
  const Direction direction = token_.is(Keyword::kInput)    ? Direction::kInput
                              : token_.is(Keyword::kOutput) ? Direction::kOutput
                                                            : Direction::kInout;
  advance();
  bool typed = true;
  NetKind kind = NetKind::kWire;
  switch (token_.keyword()) {
    case Keyword::kReg: kind = NetKind::kReg; break;
    case Keyword::kTri: kind = NetKind::kTri; break;
    case Keyword::kTri0: kind = NetKind::kTri0; break;
    case Keyword::kTri1: kind = NetKind::kTri1; break;
    case Keyword::kTriand: kind = NetKind::kTriand; break;
    case Keyword::kTrior: kind = NetKind::kTrior; break;
    case Keyword::kTrireg: kind = NetKind::kTrireg; break;
    case Keyword::kWand: kind = NetKind::kWand; break;
    case Keyword::kWor: kind = NetKind::kWor; break;
    case Keyword::kSupply0: kind = NetKind::kSupply0; break;
    case Keyword::kSupply1: kind = NetKind::kSupply1; break;
    case Keyword::kWire:
    case Keyword::kUwire: break;
    default: typed = false;
  }
  if (typed) advance();
  accept(Keyword::kSigned);
  DeclaredRange bits;
  if (token_.is('[')) bits = range();
  do {
    if (token_.is_name() && token_.symbol == logic_ && !token_.escaped) {
      advance();
      if (token_.is('[')) bits = range();
    }
    if (!token_.is_name()) {
      syntax("expected the name of a port, found " + seen());
      return skip_to_semicolon();
    }
    declare_direction(direction, typed, kind, bits);
    advance();
    if (token_.is('[')) {
      lost(codes::kVerilogUnsupported, token_.offset,
           "a port that is an array of vectors is not read");
      skip_balanced(",;");
    }
    if (accept('=')) skip_balanced(",;");
  } while (accept(','));
  expect_end_of_item("a port declaration");
}

/// Gives the port or port net named by the current token its direction and range.
void Parser::declare_direction(Direction direction, bool typed, NetKind kind,
                               const DeclaredRange& bits) {
  const Place place = here();
  const std::string name(token_.text);
  const std::uint32_t index = module_->find_port(token_.symbol);
  Port* port =
      index == kNoIndex || module_->ports[index].complex ? nullptr : &module_->ports[index];
  const std::uint32_t net = known_net(token_.symbol);
  const bool inside_port = net != kNoIndex && (net_flags_[net] & kFromPortList) != 0;
  if (port == nullptr && !inside_port) {
    lost(codes::kVerilogPortUndeclared, place.offset(),
         "'" + name + "' is declared " + std::string(to_string(direction)) +
             " and does not stand in the port list of module '" +
             std::string(names_->text(module_->name)) + "'");
    declare_net(token_.symbol, kind, bits, place);
    return;
  }
  if (net_directions_[net] != Direction::kUnknown) {
    reporter_->report(codes::kVerilogDuplicateName, place.offset(),
                      "port '" + name + "' is declared a second time; the first direction, " +
                          std::string(to_string(net_directions_[net])) + ", is kept");
    return;
  }
  net_directions_[net] = direction;
  net_flags_[net] |= kAsPort;
  Net& inner = module_->nets[net];
  if ((net_flags_[net] & kAsNet) == 0) {
    inner.kind = kind;
    if (typed) net_flags_[net] |= kAsNet;
    set_range(inner, bits, place);
  } else if (bits.present != inner.has_range || (bits.present && bits.bits != inner.bits)) {
    lost(codes::kVerilogRangeConflict, place.offset(),
         "port '" + name + "' is declared with " +
             (bits.present ? "range " + to_string(bits.bits) : std::string("no range")) +
             ", its net with " +
             (inner.has_range ? "range " + to_string(inner.bits) : std::string("no range")));
  }
  if (port != nullptr) {
    port->direction = direction;
    port->has_range = bits.present;
    port->by_parameter = bits.by_parameter;
    port->bits = bits.bits;
    port->place = place;
  }
}

/// `wire [3:0] a, b = c;` and its kin; the keyword is the current token.
void Parser::net_declaration(NetKind kind) {
  advance();
  if (accept('(')) {
    skip_strength();
    expect(')', "the strength");
  }
  if (!accept(Keyword::kVectored)) accept(Keyword::kScalared);
  if (token_.is_name() && token_.symbol == logic_ && !token_.escaped) advance();
  accept(Keyword::kSigned);
  DeclaredRange bits;
  if (token_.is('[')) bits = range();
  if (token_.is('#')) skip_delay();
  declared_names(kind, bits);
}

void Parser::declared_names(NetKind kind, const DeclaredRange& bits) {
  do {
    if (!token_.is_name()) {
      syntax("expected the name of a net, found " + seen());
      return skip_to_semicolon();
    }
    const Place place = here();
    const Symbol name = token_.symbol;
    declare_net(name, kind, bits, place);
    advance();
    if (token_.is('[')) {
      lost(codes::kVerilogUnsupported, token_.offset,
           "'" + std::string(names_->text(name)) +
               "' is a memory or an array of nets, which is not read");
      skip_balanced("=,;");
    }
    if (accept('=')) {
      const auto first = static_cast<std::uint32_t>(module_->pieces.size());
      push_piece({.kind = Piece::Kind::kNet, .index = net_index(name, place)});
      const PieceRange source = expression();
      module_->assigns.push_back({{first, 1}, source, place});
    }
  } while (accept(','));
  expect_end_of_item("a net declaration");
}

void Parser::declare_net(Symbol name, NetKind kind, const DeclaredRange& bits, Place place) {
  const std::uint32_t known = known_net(name);
  if (known == kNoIndex) {
    const std::uint32_t net = new_net(name, kind, place);
    if (net == kNoIndex) return;
    net_flags_[net] |= kAsNet;
    set_range(module_->nets[net], bits, place);
    return;
  }
  Net& net = module_->nets[known];
  const std::uint8_t flags = net_flags_[known];
  if ((flags & kAsNet) != 0) {
    reporter_->report(
        make_finding(codes::kVerilogDuplicateName, "net '" + std::string(names_->text(name)) +
                                                       "' is declared a second time in module '" +
                                                       std::string(names_->text(module_->name)) +
                                                       "'")
            .on(std::string(names_->text(module_->name)) + "/" + std::string(names_->text(name)))
            .note("first declared here", netlist_->locate(net.place)),
        place.offset());
    return;
  }
  net_flags_[known] |= kAsNet;
  net.kind = kind;
  if ((flags & kAsPort) != 0) {
    if (bits.present != net.has_range || (bits.present && bits.bits != net.bits)) {
      lost(codes::kVerilogRangeConflict, place.offset(),
           "net '" + std::string(names_->text(name)) + "' is declared with " +
               (bits.present ? "range " + to_string(bits.bits) : std::string("no range")) +
               ", its port with " +
               (net.has_range ? "range " + to_string(net.bits) : std::string("no range")));
    }
    return;
  }
  if ((flags & kFromPortList) == 0) {
    reporter_->report(codes::kVerilogUseBeforeDeclaration, place.offset(),
                      "net '" + std::string(names_->text(name)) +
                          "' is used before this declaration, at line " +
                          std::to_string(netlist_->locate(net.place).line));
    net.place = place;
  }
  set_range(net, bits, place);
}

void Parser::set_range(Net& net, const DeclaredRange& bits, Place place) {
  if (!bits.present) return;
  if (module_bits_ + bits.bits.width() > kMaxModuleBits) {
    lost(codes::kVerilogLimit, place.offset(),
         "module '" + std::string(names_->text(module_->name)) + "' has more than " +
             std::to_string(kMaxModuleBits) + " bits of nets; the range of this one is left out");
    return;
  }
  module_bits_ += bits.bits.width();
  net.has_range = true;
  net.by_parameter = bits.by_parameter;
  net.bits = bits.bits;
}

std::uint32_t Parser::known_net(Symbol name) const {
  const auto at = static_cast<std::size_t>(name);
  if (at >= net_of_symbol_.size() || net_of_symbol_[at] >> 32U != module_number_) return kNoIndex;
  return static_cast<std::uint32_t>(net_of_symbol_[at]);
}

/// The net of that name, made when it is new.
std::uint32_t Parser::net_index(Symbol name, Place place) {
  const std::uint32_t known = known_net(name);
  if (known != kNoIndex) return known;
  return new_net(name, NetKind::kWire, place);
}

std::uint32_t Parser::new_net(Symbol name, NetKind kind, Place place) {
  const auto index = static_cast<std::uint32_t>(module_->nets.size());
  const auto at = static_cast<std::size_t>(name);
  if (at >= net_of_symbol_.size()) {
    net_of_symbol_.resize(std::max(names_->size() + 1, net_of_symbol_.size() * 2));
  }
  net_of_symbol_[at] = (module_number_ << 32U) | index;
  module_->nets.push_back({.name = name, .kind = kind, .place = place});
  net_flags_.push_back(lexer_.implicit_nets() ? 0 : kForbidden);
  net_directions_.push_back(Direction::kUnknown);
  ++module_bits_;
  return index;
}

/// `parameter A = 1, B = 2;` and `localparam`, `specparam`.
void Parser::parameter_declaration(bool local) {
  advance();
  while (accept(Keyword::kSigned) || accept(Keyword::kInteger) || accept(Keyword::kReal) ||
         accept(Keyword::kTime) || accept(Keyword::kRealtime)) {
  }
  if (token_.is('[')) range();
  do {
    if (!token_.is_name()) {
      syntax("expected the name of a parameter, found " + seen());
      return skip_to_semicolon();
    }
    Parameter parameter{.name = token_.symbol, .local = local, .place = here()};
    advance();
    if (!expect('=', "the name of a parameter")) return skip_to_semicolon();
    const auto value = whole_constant(parameter.text, ",;");
    if (value) parameter.value = value->value;
    parameters_[static_cast<std::uint32_t>(parameter.name)] = parameter.value;
    module_->parameters.push_back(std::move(parameter));
  } while (accept(','));
  expect_end_of_item("a parameter declaration");
}

/// `defparam u1.P = 3, u2.Q = 4;`.
void Parser::defparam() {
  advance();
  do {
    Override over{.place = here()};
    std::string path;
    capture_ = &path;
    while (token_.is_name() || token_.is('.') || token_.is('[') || token_.is(']') ||
           (token_.kind == Token::Kind::kNumber && !path.empty())) {
      advance();
    }
    capture_ = nullptr;
    over.target = std::move(path);
    if (over.target.empty()) {
      syntax("expected the path of a parameter after 'defparam', found " + seen());
      return skip_to_semicolon();
    }
    if (!expect('=', "the path of a defparam")) return skip_to_semicolon();
    const auto value = whole_constant(over.text, ",;");
    if (value) over.value = value->value;
    module_->overrides.push_back(std::move(over));
  } while (accept(','));
  expect_end_of_item("a defparam");
}

}  // namespace sealring::core::verilog
