// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/netlist/netlist.h"
#include "core/netlist/verilog.h"
#include "core/netlist/verilog/lexer.h"

namespace sealring::core::verilog {

/// A constant expression's value and where it came from.
struct ConstantValue {
  std::int64_t value = 0;
  bool by_parameter = false;
};

/// The bits of a number as written.
struct Literal {
  std::string digits;  ///< 0, 1, x, z, most significant first
  bool sized = false;
  std::string fault;  ///< why the text is no number; empty when it is one
};

/// Reads `text` (a number token). Sizes above `max_bits` are a fault.
Literal read_literal(std::string_view text, std::uint64_t max_bits);

/// Value of a number of at most 18 digits and nothing else: the short way for indices.
std::optional<std::int64_t> plain_decimal(std::string_view text);

/// Value of the digits when none is x or z and it fits in 63 bits.
std::optional<std::int64_t> value_of(const Literal& literal);

/// The bits of a computed value, 32 of them where it fits.
Literal unsized_literal(std::int64_t value);

/// Recursive-descent reader of one file. Nesting of expressions is kept on a stack of its own, so that depth costs no
/// call stack; constant expressions recurse to a fixed depth.
class Parser {
 public:
  Parser(std::string_view text, const VerilogOptions& options, Netlist& netlist,
         Reporter& reporter);

  /// Reads the whole file.
  void run();
  /// Modules met, kept or not.
  std::uint64_t modules_seen() const { return modules_seen_; }

 private:
  // What the reader knows of a net while its module is open.
  enum NetFlag : std::uint8_t { kFromPortList = 1, kAsPort = 2, kAsNet = 4, kForbidden = 8 };
  struct Frame {
    char closer;                ///< '}' or ')'
    std::uint32_t first_piece;  ///< where its pieces begin
    std::uint64_t repeat;       ///< replication count; 1 for a plain concatenation
  };
  struct DeclaredRange {
    bool present = false;
    bool by_parameter = false;
    Range bits;
  };

  // parser.cpp: files, modules, items.
  void advance();
  bool accept(char c);
  bool accept(Keyword word);
  bool expect(char c, std::string_view after);
  void expect_end_of_item(std::string_view what);
  void syntax(std::string message);
  void lost(const Code& code, std::uint64_t offset, std::string message);
  std::string seen() const;
  void top_level();
  void skip_to_module();
  void module();
  void items();
  void item();
  void finish_module(bool kept);
  void primitive();
  Place here() const { return {reporter_->file(), token_.offset}; }

  // ports.cpp
  void parameter_ports();
  void port_list();
  void ansi_ports();
  void plain_ports();
  void plain_port();
  void port_reference(PieceRange& pieces);
  std::uint32_t add_port(Symbol name, Place place);
  void finish_ports();

  // declarations.cpp
  void port_declaration();
  void net_declaration(NetKind kind);
  void declared_names(NetKind kind, const DeclaredRange& range);
  void parameter_declaration(bool local);
  void defparam();
  DeclaredRange range();
  void skip_delay();
  void skip_strength();
  void declare_port_net(Symbol name, NetKind kind, const DeclaredRange& range, Place place);
  void declare_net(Symbol name, NetKind kind, const DeclaredRange& range, Place place);
  void set_range(Net& net, const DeclaredRange& range, Place place);
  std::uint32_t net_index(Symbol name, Place place);
  std::uint32_t new_net(Symbol name, NetKind kind, Place place);
  std::uint32_t known_net(Symbol name) const;
  void declare_direction(Direction direction, bool typed, NetKind kind, const DeclaredRange& range);

  // instances.cpp
  void instances();
  void gates();
  void one_instance(Symbol cell, Place cell_place, bool gate, std::uint32_t first_override);
  void connections(Instance& instance);
  void named_connection(Instance& instance);
  std::uint32_t overrides();
  void assign();
  void assign_one(Place place);

  // expression.cpp
  PieceRange expression(bool target = false);
  bool operand();
  bool operand_end();
  bool name_operand();
  bool number_operand();
  void hierarchical_reference(std::string path, std::uint64_t begin);
  bool select(std::uint32_t net);
  bool replication(const std::optional<ConstantValue>& count, std::uint64_t begin);
  void close_frame();
  void push_constant(const std::string& digits, bool sized);
  void push_piece(const Piece& piece);
  std::uint32_t constant_at(const std::string& digits);

  // constant.cpp
  std::optional<ConstantValue> constant(int precedence = 0, int depth = 0);
  std::optional<ConstantValue> constant_operand(int depth);
  std::optional<ConstantValue> constant_call(int depth);
  std::optional<ConstantValue> constant_rest(ConstantValue left, int precedence, int depth);
  std::optional<ConstantValue> whole_constant(std::string& text, std::string_view closers);

  // skip.cpp
  void skip_to_semicolon();
  void skip_balanced(std::string_view closers, std::size_t depth = 0);
  void skip_statement();
  bool skip_until(Keyword end, std::string_view what, std::uint64_t begin);
  void behavioural();
  void generate();
  bool system_verilog();
  void specify();
  bool at_module_edge() const;

  static constexpr std::uint64_t kMaxBits = std::uint64_t{1}
                                            << 20;  ///< of one vector or expression
  static constexpr int kMaxDepth = 100;             ///< of a constant expression
  static constexpr std::size_t kMaxNesting = 1000;  ///< of concatenations

  Netlist* netlist_;
  NamePool* names_;
  Reporter* reporter_;
  const VerilogOptions* options_;
  Lexer lexer_;
  Token token_;
  std::uint64_t previous_end_ = 0;
  Symbol logic_;
  std::string* capture_ = nullptr;  ///< texts of tokens passed are added here

  std::uint64_t modules_seen_ = 0;
  Module* module_ = nullptr;
  Module spare_;  ///< takes the text of a module whose name is taken
  std::vector<std::uint8_t> net_flags_;
  std::vector<Direction> net_directions_;
  std::vector<std::uint64_t> net_of_symbol_;  ///< module number << 32 | net index
  std::uint64_t module_number_ = 0;
  std::uint64_t module_bits_ = 0;
  bool full_ = false;  ///< the module reached max_objects; said once
  std::unordered_map<std::string, std::uint32_t> constants_;
  std::unordered_map<std::uint32_t, std::optional<std::int64_t>> parameters_;
  std::vector<Frame> frames_;  ///< brackets open in the expression being read
  std::string opaque_why_;     ///< why that expression is opaque; "-" when it was reported already
  std::size_t in_parentheses_ = 0;
  std::uint64_t unfolded_ = 0;  ///< pieces and bits made by replication, per file
};

}  // namespace sealring::core::verilog
