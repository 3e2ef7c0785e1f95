// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include "core/netlist/bits.h"
#include "core/netlist/check.h"
#include "tests/core/netlist_testing.h"

namespace sealring::core {
namespace {

using testing::read_text;

struct Checked {
  testing::ReadNetlist read;
  NetlistCheck counts;
  std::vector<std::string> found;  ///< "IO-0321 message"
  std::vector<Finding> findings;
};

Checked check_text(const std::string& text) {
  Checked out{.read = read_text(text)};
  EXPECT_TRUE(out.read.good) << out.read.messages();
  CollectingSink sink;
  out.counts = check_netlist(out.read.netlist, sink);
  for (const Finding& finding : sink.findings) {
    out.found.push_back(std::string(finding.code->id) + " " + finding.message);
  }
  out.findings = sink.findings;
  return out;
}

const std::string kSub = "module sub (input [3:0] a, input c, output y); endmodule\n";

TEST(netlist_check, a_consistent_netlist_has_no_finding) {
  const auto out =
      check_text(kSub +
                 "module top (input [7:0] d, output y);\n"
                 "  sub u (.a(d[3:0]), .c(1'b0), .y(y));\n  sub v ({d[1:0], d[7:6]}, , y);\n"
                 "  sub w (.a('h3), .c());\n  BUF b1 (.A(y)); BUF b2 (.A(y)); INV i (.A(y));\n"
                 "  assign d = 8'd3;\nendmodule\n");
  EXPECT_EQ(out.found, std::vector<std::string>{});
  EXPECT_EQ(out.counts.modules, 2u);
  EXPECT_EQ(out.counts.instances, 6u);
  EXPECT_EQ(out.counts.connections, 11u);
  EXPECT_EQ(out.counts.widths_compared, 7u);
  EXPECT_EQ(out.counts.black_boxes, (std::map<std::string, std::uint64_t>{{"BUF", 2}, {"INV", 1}}));
}

TEST(netlist_check, unknown_port_with_suggestion) {
  const auto out =
      check_text(kSub + "module top; sub u (.a(4'd0), .clk(1'b0), .yy()); endmodule\n");
  ASSERT_EQ(out.found.size(), 2u);
  EXPECT_EQ(out.found[0],
            "IO-0321 instance 'top/u' connects port 'clk', which module 'sub' does not have");
  EXPECT_EQ(out.found[1],
            "IO-0321 instance 'top/u' connects port 'yy', which module 'sub' does not have, did "
            "you mean 'y'?");
  EXPECT_EQ(to_string(out.findings[0].location), "t.v:2:30");
  EXPECT_EQ(out.findings[0].object, "top/u");
  EXPECT_EQ(out.findings[0].key, "clk");
}

TEST(netlist_check, many_unknown_ports_of_one_instance_are_summed_up) {
  std::string text = kSub + "module top; sub u (.q0()";
  for (int i = 1; i < 50; ++i) text += ", .q" + std::to_string(i) + "()";
  const auto out = check_text(text + "); endmodule\n");
  ASSERT_EQ(out.found.size(), 9u);
  EXPECT_NE(out.found.back().find("connects 42 further ports"), std::string::npos);
}

TEST(netlist_check, port_connected_twice) {
  const auto out =
      check_text(kSub + "module top; sub u (.c(1'b0), .c(1'b1)); X x (.a(), .a()); endmodule\n");
  EXPECT_EQ(out.found,
            (std::vector<std::string>{"IO-0322 instance 'top/u' connects port 'c' twice",
                                      "IO-0322 instance 'top/x' connects port 'a' twice"}));
}

TEST(netlist_check, too_many_positions) {
  const auto out = check_text(kSub + "module top; wire w; sub u (4'd0, w, w, w); endmodule\n");
  EXPECT_EQ(out.found,
            std::vector<std::string>{
                "IO-0323 instance 'top/u' connects 4 positions, module 'sub' has 3 ports"});
}

TEST(netlist_check, widths) {
  const auto out =
      check_text(kSub +
                 "module top (input [7:0] d, output y);\n  sub u (.a(d), .c(d[1:0]));\n"
                 "  assign y = d;\nendmodule\n");
  EXPECT_EQ(out.found,
            (std::vector<std::string>{
                "IO-0324 port 'a' of 'top/u' (module 'sub') has 4 bits, 8 are connected",
                "IO-0324 port 'c' of 'top/u' (module 'sub') has 1 bit, 2 are connected",
                "IO-0324 assign in module 'top' has 1 bits on its left and 8 on its right"}));
}

TEST(netlist_check, selects) {
  const auto out = check_text(
      "module top (input [7:0] d, input s, input [0:3] u);\n"
      "  X x (d[8], d[9:4], s[0], d[0:3], u[1:2], u[3:0]);\nendmodule\n");
  EXPECT_EQ(out.found, (std::vector<std::string>{
                           "IO-0325 'd[8]' lies outside the range [7:0] of net 'd'",
                           "IO-0325 'd[9:4]' lies outside the range [7:0] of net 'd'",
                           "IO-0325 's[0]' selects from net 's', which is declared without a range",
                           "IO-0325 'd[0:3]' runs against the range [7:0] of net 'd'",
                           "IO-0325 'u[3:0]' runs against the range [0:3] of net 'u'"}));
}

TEST(netlist_check, loops) {
  const auto out = check_text(
      "module a; b u1 (); endmodule\nmodule b; c u2 (); a u3 (); endmodule\nmodule c; c self (); "
      "endmodule\n");
  EXPECT_EQ(out.found,
            (std::vector<std::string>{"IO-0326 module 'c' contains itself: c/self (c)",
                                      "IO-0326 module 'a' contains itself: a/u1 (b)/u3 (a)"}));
}

TEST(netlist_check, overridden_parameters_are_said_to_be_unchecked) {
  const auto out = check_text(
      "module p #(parameter W = 4) (input [W-1:0] a); wire b; assign b = a; endmodule\n"
      "module top (input [7:0] d); p #(.W(8)) u (.a(d)); p v (.a(d)); endmodule\n");
  EXPECT_EQ(out.found,
            std::vector<std::string>{"IO-0327 widths of module 'p' depend on parameters that "
                                     "'top/u' overrides; they were not compared"});
}

TEST(netlist_bits, order_is_most_significant_first_in_declared_order) {
  const auto read = read_text(
      "module m (input [1:0] d, input [0:1] u, output \\d[0] );\n"
      "  X x ({d, u, u[1], 2'b1z, \\d[0] });\nendmodule\n");
  const Module& m = read.module("m");
  const auto bits = bits_of(m, m.connections[0].pieces);
  const std::vector<Bit> want{{0, 1, 0}, {0, 0, 0},          {1, 0, 0},          {1, 1, 0},
                              {1, 1, 0}, {kNoIndex, 0, '1'}, {kNoIndex, 0, 'z'}, {2, 0, 0}};
  EXPECT_EQ(bits, want);
}

TEST(netlist_bits, assigns_join_bits_and_carry_constants) {
  const auto read = read_text(
      "module m (input [3:0] a, output [0:1] b, output c, e, f, g);\n  supply1 vdd;\n  wire z, "
      "loop;\n"
      "  assign {b, c} = a[2:0];\n  assign z = vdd, e = 1'b0, f = e, f = g, g = 1'b1;\n"
      "  assign loop = z, z = loop;\nendmodule\n");
  const Module& m = read.module("m");
  const NetBits bits(m);
  const auto at = [&](std::string_view net, std::int32_t bit) {
    return bits.number(m.find_net(read.netlist.names.find(net)), bit);
  };
  EXPECT_EQ(bits.size(), 4u + 2 + 4 + 3);
  EXPECT_EQ(bits.root(at("b", 0)), bits.root(at("a", 2)));
  EXPECT_EQ(bits.root(at("b", 1)), bits.root(at("a", 1)));
  EXPECT_EQ(bits.root(at("c", 0)), bits.root(at("a", 0)));
  EXPECT_NE(bits.root(at("a", 3)), bits.root(at("a", 2)));
  EXPECT_EQ(bits.constant(at("z", 0)), '1');
  EXPECT_EQ(bits.root(at("loop", 0)), bits.root(at("vdd", 0)));
  EXPECT_EQ(bits.constant(at("e", 0)), 'c');
  EXPECT_EQ(bits.constant(at("a", 3)), 0);
  EXPECT_EQ(at("a", 4), kNoIndex);
  EXPECT_EQ(at("c", 1), kNoIndex);
  for (std::uint32_t i = 0; i < bits.size(); ++i) {
    EXPECT_EQ(bits.number(bits.bit(i).net, bits.bit(i).index), i);
  }
}

}  // namespace
}  // namespace sealring::core
