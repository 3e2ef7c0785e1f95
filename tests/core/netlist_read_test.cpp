// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include "tests/core/netlist_testing.h"

namespace sealring::core {
namespace {

using testing::connected;
using testing::read_text;
using testing::ReadNetlist;
using testing::show;

const Port& port(const ReadNetlist& read, std::string_view module, std::string_view name) {
  return *read.netlist.find_port(read.module(module), name);
}

TEST(netlist_read, ansi_ports_carry_direction_and_range_along) {
  const auto read = read_text(
      "module top (input clk, rst, input [7:0] d, e, output reg [0:3] q, inout wire io);\n"
      "endmodule\n");
  EXPECT_TRUE(read.good) << read.messages();
  ASSERT_EQ(read.module("top").ports.size(), 6u);
  EXPECT_EQ(port(read, "top", "rst").direction, Direction::kInput);
  EXPECT_FALSE(port(read, "top", "rst").has_range);
  EXPECT_EQ(port(read, "top", "e").range(), (Range{7, 0}));
  EXPECT_EQ(port(read, "top", "q").range(), (Range{0, 3}));
  EXPECT_FALSE(port(read, "top", "q").bits.descending());
  EXPECT_EQ(port(read, "top", "io").direction, Direction::kInout);
  EXPECT_EQ(read.netlist.locate(port(read, "top", "d").place).column, 41u);
}

TEST(netlist_read, non_ansi_ports_are_declared_in_the_body) {
  const auto read = read_text(
      "module m (a, b, c);\n  input [3:0] a;\n  output b;\n  wire b;\n  inout tri [1:2] c;\n"
      "endmodule\n");
  EXPECT_TRUE(read.good) << read.messages();
  EXPECT_EQ(port(read, "m", "a").range(), (Range{3, 0}));
  EXPECT_EQ(port(read, "m", "b").direction, Direction::kOutput);
  EXPECT_EQ(port(read, "m", "c").range(), (Range{1, 2}));
  EXPECT_EQ(read.module("m").nets[2].kind, NetKind::kTri);
  EXPECT_EQ(read.netlist.locate(port(read, "m", "a").place).line, 2u);
}

TEST(netlist_read, ports_written_as_expressions) {
  const auto read = read_text(
      "module m (.p(x), {a, b}, c[1:0], , .n());\n"
      "  input x; output a, b; inout [3:0] c;\nendmodule\n");
  EXPECT_TRUE(read.good) << read.messages();
  const Module& m = read.module("m");
  ASSERT_EQ(m.ports.size(), 5u);
  EXPECT_EQ(read.netlist.text(m.ports[0].name), "p");
  EXPECT_EQ(m.ports[0].direction, Direction::kInput);
  EXPECT_EQ(show(read.netlist, m, m.ports[1].inside), "a, b");
  EXPECT_EQ(m.ports[1].direction, Direction::kOutput);
  EXPECT_EQ(m.width_of(m.ports[1]), 2u);
  EXPECT_EQ(show(read.netlist, m, m.ports[2].inside), "c[1:0]");
  EXPECT_EQ(m.width_of(m.ports[2]), 2u);
  EXPECT_EQ(m.ports[3].inside.count, 0u);
}

TEST(netlist_read, net_kinds_and_declarations_with_a_value) {
  const auto read = read_text(
      "module m (input [1:0] i);\n"
      "  supply0 gnd; supply1 vdd; tri0 t0; wand w; wor [2:0] v; trireg (small) c;\n"
      "  wire [1:0] a = i, b;\n  wire signed [7:0] s;\n  wire vectored [3:0] x;\n"
      "  wire #(1, 2) slow;\n  reg r;\nendmodule\n");
  EXPECT_TRUE(read.good) << read.messages();
  const Module& m = read.module("m");
  EXPECT_EQ(read.netlist.find_net(m, "gnd")->kind, NetKind::kSupply0);
  EXPECT_EQ(read.netlist.find_net(m, "vdd")->kind, NetKind::kSupply1);
  EXPECT_EQ(read.netlist.find_net(m, "v")->range(), (Range{2, 0}));
  EXPECT_EQ(read.netlist.find_net(m, "c")->kind, NetKind::kTrireg);
  EXPECT_EQ(read.netlist.find_net(m, "s")->width(), 8u);
  EXPECT_EQ(read.netlist.find_net(m, "r")->kind, NetKind::kReg);
  ASSERT_EQ(m.assigns.size(), 1u);
  EXPECT_EQ(show(read.netlist, m, m.assigns[0].source), "i");
}

TEST(netlist_read, connections_of_every_form) {
  const auto read = read_text(
      "module m (input a, input [7:0] d, output y);\n"
      "  CELL u1 (.A(a), .B(d[3]), .C(d[7:4]), .D(), .a, .E({a, {2{d[0]}}, 2'b1x}));\n"
      "  CELL u2 (a, , d, 1'b0);\n  CELL u3 ();\n  CELL u4 (.A(4'hA)), u5 (.A('b0));\n"
      "endmodule\n");
  EXPECT_TRUE(read.good) << read.messages();
  EXPECT_EQ(connected(read, "m", "u1", "A"), "a");
  EXPECT_EQ(connected(read, "m", "u1", "B"), "d[3]");
  EXPECT_EQ(connected(read, "m", "u1", "C"), "d[7:4]");
  EXPECT_EQ(connected(read, "m", "u1", "D"), "");
  EXPECT_EQ(connected(read, "m", "u1", "a"), "a");
  EXPECT_EQ(connected(read, "m", "u1", "E"), "a, d[0], d[0], 2'b1x");
  EXPECT_EQ(connected(read, "m", "u2", "#0"), "a");
  EXPECT_EQ(connected(read, "m", "u2", "#1"), "");
  EXPECT_EQ(connected(read, "m", "u2", "#3"), "1'b0");
  EXPECT_EQ(read.netlist.find_instance(read.module("m"), "u3")->connection_count, 0u);
  EXPECT_EQ(connected(read, "m", "u4", "A"), "4'b1010");
  EXPECT_EQ(connected(read, "m", "u5", "A"), "'b" + std::string(32, '0'));
}

TEST(netlist_read, constants_of_every_base) {
  const auto read = read_text(
      "module m;\n  C u (.a(8'b1_0x0), .b(6'o17), .c(12'hFz), .d(5'd21), .e(3'bx), .f(16 'sd 7),\n"
      "   .g(2'b1111), .h(70'd1180591620717411303424), .i(4'b?01?), .j(42), .k('hF));\n"
      "endmodule\n");
  EXPECT_TRUE(read.good) << read.messages();
  EXPECT_EQ(connected(read, "m", "u", "a"), "8'b000010x0");
  EXPECT_EQ(connected(read, "m", "u", "b"), "6'b001111");
  EXPECT_EQ(connected(read, "m", "u", "c"), "12'b00001111zzzz");
  EXPECT_EQ(connected(read, "m", "u", "d"), "5'b10101");
  EXPECT_EQ(connected(read, "m", "u", "e"), "3'bxxx");
  EXPECT_EQ(connected(read, "m", "u", "f"), "16'b0000000000000111");
  EXPECT_EQ(connected(read, "m", "u", "g"), "2'b11");
  // 2 to the 70th: the leading one is cut off.
  EXPECT_EQ(connected(read, "m", "u", "h"), "70'b" + std::string(70, '0'));
  EXPECT_EQ(connected(read, "m", "u", "i"), "4'bz01z");
  EXPECT_EQ(connected(read, "m", "u", "j"), "'b" + std::string(26, '0') + "101010");
}

TEST(netlist_read, escaped_names_are_kept_apart_from_bits) {
  const auto read = read_text(
      "module m (\\a[0] , a, \\clk );\n  input \\a[0] ; input [1:0] a; input clk;\n"
      "  \\cell/x \\u.1[2]  (.\\p[0] (\\a[0] ), .q(a[0]), .r(\\a[0] ));\n"
      "  wire \\wire ;\n  B u2 (.x(\\wire ), .y(\\a ));\nendmodule\n");
  EXPECT_TRUE(read.good) << read.messages();
  EXPECT_EQ(port(read, "m", "a[0]").range(), std::nullopt);
  EXPECT_EQ(port(read, "m", "a").range(), (Range{1, 0}));
  // An escaped name that needs no escape is the same name.
  EXPECT_EQ(port(read, "m", "clk").direction, Direction::kInput);
  const Module& m = read.module("m");
  const Instance* u = read.netlist.find_instance(m, "u.1[2]");
  ASSERT_NE(u, nullptr);
  EXPECT_EQ(read.netlist.text(u->cell), "cell/x");
  const auto pieces = [&](std::size_t i) { return m.pieces[m.connections_of(*u)[i].pieces.first]; };
  EXPECT_EQ(pieces(0).kind, Piece::Kind::kNet);
  EXPECT_EQ(pieces(1).kind, Piece::Kind::kSelect);
  EXPECT_EQ(connected(read, "m", "u2", "x"), "wire");
  EXPECT_EQ(connected(read, "m", "u2", "y"), "a");
  EXPECT_EQ(to_verilog({.base = "a[0]"}), "\\a[0] ");
  EXPECT_EQ(to_verilog({.base = "a", .bit = 0}), "a[0]");
  EXPECT_EQ(to_verilog({.base = "wire"}), "\\wire ");
}

TEST(netlist_read, replication_and_nesting) {
  const auto read = read_text(
      "module m #(parameter W = 3) (input [1:0] a);\n  localparam N = W - 1;\n"
      "  C u (.p({{2{a, 1'b1}}, {3{1'b0}}}), .q({a[1], {N{a[0]}}}), .r({2{{2{a[0]}}}}),\n"
      "       .s({0{a}}), .t((a)), .v({({a})}), .w({W{2'b10}}));\nendmodule\n");
  EXPECT_TRUE(read.good) << read.messages();
  EXPECT_EQ(connected(read, "m", "u", "p"), "a, 1'b1, a, 1'b1, 3'b000");
  EXPECT_EQ(connected(read, "m", "u", "q"), "a[1], a[0], a[0]");
  EXPECT_EQ(connected(read, "m", "u", "r"), "a[0], a[0], a[0], a[0]");
  EXPECT_EQ(connected(read, "m", "u", "t"), "a");
  EXPECT_EQ(connected(read, "m", "u", "v"), "a");
  EXPECT_EQ(connected(read, "m", "u", "w"), "6'b101010");
}

TEST(netlist_read, indexed_part_selects_follow_the_declared_order) {
  const auto read = read_text(
      "module m (input [7:0] d, input [0:7] u);\n"
      "  C c (.a(d[2 +: 3]), .b(d[7 -: 4]), .e(u[2 +: 3]), .f(u[7 -: 4]), "
      ".g(d[3-1]));\nendmodule\n");
  EXPECT_TRUE(read.good) << read.messages();
  EXPECT_EQ(connected(read, "m", "c", "a"), "d[4:2]");
  EXPECT_EQ(connected(read, "m", "c", "b"), "d[7:4]");
  EXPECT_EQ(connected(read, "m", "c", "e"), "u[2:4]");
  EXPECT_EQ(connected(read, "m", "c", "f"), "u[4:7]");
  EXPECT_EQ(connected(read, "m", "c", "g"), "d[2]");
}

TEST(netlist_read, parameters_and_overrides_are_recorded) {
  const auto read = read_text(
      "module m #(parameter W = 8, parameter signed [3:0] S = 2, T = \"abc\") (input [W-1:0] d);\n"
      "  parameter A = W * 2 + (1 << 3), B = $clog2(A), C = 1.5;\n  localparam L = A > 4 ? 1 : 0;\n"
      "  wire [B:0] x;\n  CELL #(.P(3), .Q(\"s\")) u (.a(d));\n  CELL #(1, W) v (d);\n  CELL #5 w "
      "(d);\n"
      "  defparam u.R = 7, v.sub.Z = 4'd3;\nendmodule\n");
  EXPECT_TRUE(read.good) << read.messages();
  const Module& m = read.module("m");
  EXPECT_EQ(port(read, "m", "d").range(), (Range{7, 0}));
  EXPECT_TRUE(port(read, "m", "d").by_parameter);
  ASSERT_EQ(m.parameters.size(), 7u);
  EXPECT_EQ(m.parameters[3].value, 24);
  EXPECT_EQ(m.parameters[4].value, 5);
  EXPECT_EQ(m.parameters[5].value, std::nullopt);
  EXPECT_EQ(m.parameters[5].text, "1.5");
  EXPECT_EQ(m.parameters[6].value, 1);
  EXPECT_TRUE(m.parameters[6].local);
  EXPECT_EQ(read.netlist.find_net(m, "x")->range(), (Range{5, 0}));
  const auto of_u = m.overrides_of(*read.netlist.find_instance(m, "u"));
  ASSERT_EQ(of_u.size(), 2u);
  EXPECT_EQ(of_u[0].target, "P");
  EXPECT_EQ(of_u[0].value, 3);
  EXPECT_EQ(of_u[1].text, "\"s\"");
  EXPECT_EQ(m.overrides_of(*read.netlist.find_instance(m, "v"))[1].value, 8);
  EXPECT_EQ(m.overrides.back().target, "v.sub.Z");
  EXPECT_EQ(m.overrides.back().value, 3);
}

TEST(netlist_read, gates_become_instances_of_their_name) {
  const auto read = read_text(
      "module m (input a, b, output y, z);\n  and g1 (y, a, b);\n  buf #(1,2) (z, a), g2 (n, b);\n"
      "  nand (strong0, weak1) #3 g3 (o, a, b);\n  pullup (p);\n  not (q, a);\nendmodule\n");
  EXPECT_TRUE(read.good) << read.messages();
  const Module& m = read.module("m");
  ASSERT_EQ(m.instances.size(), 6u);
  EXPECT_EQ(read.netlist.text(m.instances[0].cell), "and");
  EXPECT_TRUE(m.instances[0].gate);
  EXPECT_EQ(m.instances[1].name, Symbol::kNone);
  EXPECT_EQ(connected(read, "m", "g2", "#1"), "b");
  EXPECT_EQ(connected(read, "m", "g3", "#0"), "o");
  EXPECT_EQ(m.instances[4].connection_count, 1u);
  EXPECT_TRUE(read.netlist.find_net(m, "n")->implicit);
}

TEST(netlist_read, comments_attributes_and_directives) {
  const auto read = read_text(
      "\xEF\xBB\xBF`timescale 1ns/1ps // module nope (a);\n/* module no; */\n"
      "`celldefine\n(* top = 1, src = \"x*)y\" *) module c ((* p *) input (* q *) a);\n"
      "  (* r *) wire w;\n  C u (.A (* s *) (a));\n  specify\n   (a => w) = (1, 2);\n"
      "   $setup(a, posedge w, 3);\n  endspecify\nendmodule\n`endcelldefine\n"
      "`define NAME u_real \\\n  // gone\n`define W 3\n`ifdef NOPE\n module lost \"; `else\n"
      "`define X\n`endif\n`ifdef X\nmodule d (input [`W:0] a); C `NAME (.A(a)); endmodule\n"
      "`elsif Y\nbad\n`else\nbad\n`endif\n`ifndef X\nbad `ifdef Q `else `endif bad\n`endif\n"
      "`resetall\n`undef W\n");
  EXPECT_TRUE(read.good) << read.messages();
  EXPECT_TRUE(read.module("c").cell);
  EXPECT_EQ(connected(read, "c", "u", "A"), "a");
  EXPECT_FALSE(read.module("d").cell);
  EXPECT_EQ(port(read, "d", "a").range(), (Range{3, 0}));
  EXPECT_EQ(connected(read, "d", "u_real", "A"), "a");
}

TEST(netlist_read, defines_of_the_run_choose_branches) {
  const std::string text =
      "module m (\n`ifdef USE_POWER_PINS\n inout VPWR,\n`endif\n input a);\nendmodule\n";
  EXPECT_EQ(read_text(text).module("m").ports.size(), 1u);
  const auto powered = read_text(text, {.defines = {{"USE_POWER_PINS", ""}}});
  EXPECT_EQ(powered.module("m").ports.size(), 2u);
  EXPECT_TRUE(powered.good);
}

TEST(netlist_read, several_files_form_one_netlist) {
  Netlist netlist;
  CollectingSink sink;
  const InputFile a{.name = "a.v", .sha256 = "1", .text = "module top; sub u (); endmodule\n"};
  const InputFile b{.name = "b.v", .sha256 = "2", .text = "\nmodule sub; LEAF v (); endmodule\n"};
  EXPECT_TRUE(read_verilog(a, {}, netlist, sink));
  EXPECT_TRUE(read_verilog(b, {}, netlist, sink));
  ASSERT_EQ(netlist.modules.size(), 2u);
  ASSERT_EQ(netlist.tops().size(), 1u);
  EXPECT_EQ(netlist.text(netlist.tops()[0]->name), "top");
  EXPECT_EQ(to_string(netlist.locate(netlist.find("sub")->place)), "b.v:2:1");
  EXPECT_TRUE(netlist.complete);
}

TEST(netlist_read, tops_leave_library_cells_out) {
  const auto read = read_text(
      "`celldefine\nmodule inv (input a); endmodule\n`endcelldefine\nmodule chip; blk b (); "
      "endmodule\n"
      "module blk; endmodule\nmodule spare; endmodule\n");
  std::vector<std::string> names;
  for (const Module* top : read.netlist.tops()) names.emplace_back(read.netlist.text(top->name));
  EXPECT_EQ(names, (std::vector<std::string>{"chip", "spare"}));
}

TEST(netlist_read, specify_and_stray_semicolons_say_nothing) {
  const auto read = read_text("module m;;; specify endspecify; endmodule : m\n;");
  EXPECT_TRUE(read.sink.findings.empty()) << read.messages();
}

TEST(netlist_read, assigns_with_concatenations_on_both_sides) {
  const auto read = read_text(
      "module m (input [3:0] a, output b, output [2:0] c);\n"
      "  assign {b, c} = {a[0], a[3:1]}, d = 1'b1;\n  assign (strong0, strong1) #2 e = "
      "d;\nendmodule\n");
  EXPECT_TRUE(read.good) << read.messages();
  const Module& m = read.module("m");
  ASSERT_EQ(m.assigns.size(), 3u);
  EXPECT_EQ(show(read.netlist, m, m.assigns[0].target), "b, c");
  EXPECT_EQ(show(read.netlist, m, m.assigns[0].source), "a[0], a[3:1]");
  EXPECT_EQ(show(read.netlist, m, m.assigns[1].source), "1'b1");
}

}  // namespace
}  // namespace sealring::core
