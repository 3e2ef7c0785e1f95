// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/netlist/verilog/parser.h"

#include <algorithm>
#include <utility>

#include "core/codes.h"

namespace sealring::core::verilog {

Parser::Parser(std::string_view text, const VerilogOptions& options, Netlist& netlist,
               Reporter& reporter)
    : netlist_(&netlist),
      names_(&netlist.names),
      reporter_(&reporter),
      options_(&options),
      lexer_(text, options, netlist.names, reporter),
      logic_(netlist.names.intern("logic")) {}

void Parser::run() {
  advance();
  while (token_.kind != Token::Kind::kEnd) top_level();
}

void Parser::advance() {
  if (capture_ != nullptr) capture_->append(token_.text);
  previous_end_ = token_.offset + token_.text.size();
  lexer_.next(token_);
}

bool Parser::accept(char c) {
  if (!token_.is(c)) return false;
  advance();
  return true;
}

bool Parser::accept(Keyword word) {
  if (!token_.is(word)) return false;
  advance();
  return true;
}

bool Parser::expect(char c, std::string_view after) {
  if (accept(c)) return true;
  syntax("expected '" + std::string(1, c) + "' after " + std::string(after) + ", found " + seen());
  return false;
}

/// The ';' of an item. When it is missing and the next token begins a line of its own, only the ';' was left out and
/// reading goes on there; otherwise what follows up to the next ';' is given up.
void Parser::expect_end_of_item(std::string_view what) {
  if (accept(';')) return;
  const std::string_view text = lexer_.text();
  const std::uint64_t begin = std::min<std::uint64_t>(previous_end_, text.size());
  const std::uint64_t end = std::min<std::uint64_t>(token_.offset, text.size());
  const bool new_line =
      begin <= end && text.substr(begin, end - begin).find('\n') != std::string_view::npos;
  if (new_line && token_.kind != Token::Kind::kEnd && token_.kind != Token::Kind::kPunct) {
    lost(codes::kVerilogSyntax, begin, "';' is missing after " + std::string(what));
    return;
  }
  syntax("expected ';' after " + std::string(what) + ", found " + seen());
  skip_to_semicolon();
}

/// A syntax fault at the current token. Inside a module nothing is said at the end of the file: items() says that the
/// module is not closed.
void Parser::syntax(std::string message) {
  if (module_ != nullptr) module_->incomplete = true;
  if (token_.kind != Token::Kind::kEnd) {
    reporter_->report(codes::kVerilogSyntax, token_.offset, std::move(message));
  } else if (module_ == nullptr) {
    reporter_->report(codes::kVerilogTruncated, token_.offset, std::move(message));
  }
}

void Parser::lost(const Code& code, std::uint64_t offset, std::string message) {
  if (module_ != nullptr) module_->incomplete = true;
  reporter_->report(code, offset, std::move(message));
}

/// The current token for a message.
std::string Parser::seen() const {
  constexpr std::size_t kShown = 40;
  if (token_.kind == Token::Kind::kEnd) return "the end of the file";
  if (token_.kind == Token::Kind::kPunct && (token_.character < ' ' || token_.character == 0x7F)) {
    constexpr std::string_view kHex = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(token_.character);
    return std::string("the byte 0x") + kHex[byte >> 4U] + kHex[byte & 15U];
  }
  std::string text(token_.text.substr(0, kShown));
  if (token_.escaped && token_.is_name()) text.insert(text.begin(), '\\');
  return "'" + text + (token_.text.size() > kShown ? "..." : "") + "'";
}

void Parser::top_level() {
  if (token_.is(Keyword::kModule) || token_.is(Keyword::kMacromodule)) return module();
  if (token_.is(Keyword::kPrimitive)) return primitive();
  if (accept(';')) return;
  if (token_.is(Keyword::kConfig)) {
    const std::uint64_t begin = token_.offset;
    reporter_->report(codes::kVerilogUnsupported, begin,
                      "config blocks are not read; name the files to use as the netlist");
    skip_until(Keyword::kEndconfig, "config", begin);
    return;
  }
  if (system_verilog()) return;
  syntax("expected 'module', found " + seen());
  skip_to_module();
}

void Parser::skip_to_module() {
  do {
    advance();
  } while (token_.kind != Token::Kind::kEnd && !token_.is(Keyword::kModule) &&
           !token_.is(Keyword::kMacromodule) && !token_.is(Keyword::kPrimitive));
}

void Parser::module() {
  const Place place = here();
  ++modules_seen_;
  advance();
  if (!token_.is_name()) {
    syntax("expected the name of the module, found " + seen());
    skip_to_module();
    return;
  }
  Module* kept = netlist_->add_module(token_.symbol);
  if (kept == nullptr) {
    const std::string name(token_.text);
    const Module* first = netlist_->find(token_.symbol);
    reporter_->report(
        make_finding(codes::kVerilogDuplicateModule, "module '" + name +
                                                         "' is defined a second time; this one is "
                                                         "left out")
            .on(name)
            .note("first defined here", netlist_->locate(first->place)),
        place.offset());
    spare_ = Module{};
    spare_.name = token_.symbol;
  }
  module_ = kept != nullptr ? kept : &spare_;
  module_->place = place;
  module_->cell = lexer_.in_cell();
  module_->constants = "01xz";
  constants_ = {{"0", 0}, {"1", 1}, {"x", 2}, {"z", 3}};
  parameters_.clear();
  net_flags_.clear();
  net_directions_.clear();
  module_bits_ = 0;
  full_ = false;
  ++module_number_;
  advance();
  if (accept('#')) parameter_ports();
  if (accept('(')) port_list();
  expect_end_of_item("the head of module '" + std::string(names_->text(module_->name)) + "'");
  items();
  finish_module(kept != nullptr);
}

/// Items up to endmodule. A missing endmodule is noticed at the next module or at the end of the file.
void Parser::items() {
  while (true) {
    if (accept(Keyword::kEndmodule)) {
      if (accept(':')) advance();  // the SystemVerilog form that repeats the name
      return;
    }
    if (at_module_edge()) {
      const std::string name(names_->text(module_->name));
      const bool at_end = token_.kind == Token::Kind::kEnd;
      module_->incomplete = true;
      reporter_->report(make_finding(codes::kVerilogTruncated,
                                     "module '" + name + "' has no endmodule before " +
                                         (at_end ? "the end of the file" : "the next " + seen()))
                            .on(name)
                            .note("the module begins here", netlist_->locate(module_->place)),
                        token_.offset);
      return;
    }
    item();
  }
}

void Parser::item() {
  if (token_.is_name()) {
    if (!system_verilog()) instances();
    return;
  }
  switch (token_.keyword()) {
    case Keyword::kInput:
    case Keyword::kOutput:
    case Keyword::kInout: return port_declaration();
    case Keyword::kWire: return net_declaration(NetKind::kWire);
    case Keyword::kUwire: return net_declaration(NetKind::kWire);
    case Keyword::kTri: return net_declaration(NetKind::kTri);
    case Keyword::kTri0: return net_declaration(NetKind::kTri0);
    case Keyword::kTri1: return net_declaration(NetKind::kTri1);
    case Keyword::kTriand: return net_declaration(NetKind::kTriand);
    case Keyword::kTrior: return net_declaration(NetKind::kTrior);
    case Keyword::kTrireg: return net_declaration(NetKind::kTrireg);
    case Keyword::kWand: return net_declaration(NetKind::kWand);
    case Keyword::kWor: return net_declaration(NetKind::kWor);
    case Keyword::kSupply0: return net_declaration(NetKind::kSupply0);
    case Keyword::kSupply1: return net_declaration(NetKind::kSupply1);
    case Keyword::kReg: return net_declaration(NetKind::kReg);
    case Keyword::kParameter: return parameter_declaration(false);
    case Keyword::kLocalparam:
    case Keyword::kSpecparam: return parameter_declaration(true);
    case Keyword::kAssign: return assign();
    case Keyword::kDefparam: return defparam();
    case Keyword::kSpecify: return specify();
    case Keyword::kGenerate:
    case Keyword::kIf:
    case Keyword::kFor:
    case Keyword::kCase:
    case Keyword::kGenvar: return generate();
    case Keyword::kAlways:
    case Keyword::kInitial:
    case Keyword::kFunction:
    case Keyword::kTask:
    case Keyword::kInteger:
    case Keyword::kReal:
    case Keyword::kRealtime:
    case Keyword::kTime:
    case Keyword::kEvent: return behavioural();
    default: break;
  }
  if (accept(';')) return;
  gates();
}

void Parser::finish_module(bool kept) {
  finish_ports();
  Module& module = *module_;
  module.net_index().reserve(module.nets.size());
  for (std::uint32_t i = 0; i < module.nets.size(); ++i)
    module.net_index().add(module.nets[i].name, i);
  module.instance_index().reserve(module.instances.size());
  for (std::uint32_t i = 0; i < module.instances.size(); ++i) {
    const Instance& instance = module.instances[i];
    if (instance.name == Symbol::kNone) continue;
    const std::uint32_t first = module.instance_index().add(instance.name, i);
    if (first != i) {
      const std::string name(names_->text(instance.name));
      reporter_->report(make_finding(codes::kVerilogDuplicateName,
                                     "instance '" + name + "' stands twice in module '" +
                                         std::string(names_->text(module.name)) + "'")
                            .on(std::string(names_->text(module.name)) + "/" + name)
                            .note("first here", netlist_->locate(module.instances[first].place)),
                        instance.place.offset());
    }
  }
  module_ = nullptr;
  if (!kept) spare_ = Module{};
}

/// A user-defined primitive: its ports are kept, its table is not read.
void Parser::primitive() {
  const Place place = here();
  ++modules_seen_;
  advance();
  const std::string name(token_.text);
  Module* kept = token_.is_name() ? netlist_->add_module(token_.symbol) : nullptr;
  const bool cell = lexer_.in_cell();
  reporter_->report(
      make_finding(codes::kVerilogBehavioural,
                   "primitive '" + name + "': its table is not read, it counts as a black box")
          .as(cell ? Severity::kNote : codes::kVerilogBehavioural.severity)
          .on(name),
      place.offset());
  if (kept != nullptr) {
    kept->primitive = true;
    kept->behavioural = true;
    kept->cell = cell;
    kept->place = place;
    kept->constants = "01xz";
    ++module_number_;
    net_flags_.clear();
    net_directions_.clear();
    module_ = kept;
    advance();
    if (accept('(')) {
      for (bool output = true; token_.is_name() || token_.is(Keyword::kInput) ||
                               token_.is(Keyword::kOutput) || token_.is(Keyword::kReg);) {
        if (!token_.is_name()) {
          advance();
          continue;
        }
        const std::uint32_t port = add_port(token_.symbol, here());
        kept->ports[port].direction = output ? Direction::kOutput : Direction::kInput;
        output = false;
        advance();
        if (!accept(',')) break;
      }
    }
    finish_module(true);
  }
  skip_until(Keyword::kEndprimitive, "primitive '" + name + "'", place.offset());
}

}  // namespace sealring::core::verilog
