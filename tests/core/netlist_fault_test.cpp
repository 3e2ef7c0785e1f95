// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include <set>

#include "tests/core/netlist_testing.h"

namespace sealring::core {
namespace {

using testing::connected;
using testing::read_text;
using testing::show;

using Ids = std::vector<std::string>;

TEST(netlist_fault, syntax_is_reported_at_its_place_and_reading_goes_on) {
  const auto read = read_text(
      "module m (input a, output y);\n  wire x = ;\n  C u1 (.A(a)) oops;\n  C u2 (.A(a) .B(y));\n"
      "  C u3 (.A(a));\n  junk;\n  C (.A(a));\n  + 3;\n  C u4 (.A(a), .Y(y));\nendmodule\n");
  EXPECT_FALSE(read.good);
  EXPECT_FALSE(read.netlist.complete);
  EXPECT_TRUE(read.module("m").incomplete);
  EXPECT_EQ(read.codes(), Ids(6, "IO-0301")) << read.messages();
  EXPECT_EQ(to_string(read.sink.findings[0].location), "t.v:2:12");
  EXPECT_EQ(read.sink.findings[1].message, "expected ';' after instances of 'C', found 'oops'");
  EXPECT_EQ(connected(read, "m", "u3", "A"), "a");
  EXPECT_EQ(connected(read, "m", "u4", "Y"), "y");
}

TEST(netlist_fault, a_missing_semicolon_costs_nothing_behind_it) {
  const auto read = read_text(
      "module m (input a)\n  wire x\n  C u1 (.A(a))\n  C u2 (.A(x));\n  assign x = a\nendmodule\n");
  EXPECT_EQ(read.codes(), Ids(4, "IO-0301")) << read.messages();
  EXPECT_EQ(to_string(read.sink.findings[0].location), "t.v:1:19");
  EXPECT_EQ(connected(read, "m", "u1", "A"), "a");
  EXPECT_EQ(connected(read, "m", "u2", "A"), "x");
  EXPECT_EQ(read.module("m").assigns.size(), 1u);
}

TEST(netlist_fault, a_missing_endmodule_is_a_truncated_file) {
  const auto read = read_text("module a; C u ();\nmodule b; endmodule\nmodule c; C v (");
  EXPECT_EQ(read.codes(), (Ids{"IO-0302", "IO-0302"})) << read.messages();
  EXPECT_EQ(read.sink.findings[0].message, "module 'a' has no endmodule before the next 'module'");
  EXPECT_EQ(read.sink.findings[1].message,
            "module 'c' has no endmodule before the end of the file");
  EXPECT_TRUE(read.module("a").incomplete);
  EXPECT_FALSE(read.module("b").incomplete);
}

TEST(netlist_fault, whatever_is_left_open_is_named) {
  EXPECT_EQ(read_text("module m; endmodule /* x").codes(), (Ids{"IO-0302"}));
  EXPECT_EQ(read_text("module m; endmodule (* x").codes(), (Ids{"IO-0302"}));
  EXPECT_EQ(read_text("module m; endmodule `ifdef A x").codes(), (Ids{"IO-0302"}));
  EXPECT_EQ(read_text("module m; specify endmodule").codes(), (Ids{"IO-0302"}));
  EXPECT_EQ(read_text("module").codes(), (Ids{"IO-0302"}));
  EXPECT_TRUE(read_text("module m; function f; endmodule").reported("IO-0302"));
  EXPECT_TRUE(read_text("module m; endmodule config c; design x;").reported("IO-0302"));
}

TEST(netlist_fault, what_holds_instances_and_is_not_read_is_an_error_by_name) {
  const auto read = read_text(
      "`include \"cells.v\"\n`define F(x) x\nmodule m (input [3:0] a);\n"
      "  INV u[3:0] (.A(a));\n  generate for (i = 0; i < 4; i = i + 1) begin INV x (a[i]); end "
      "endgenerate\n"
      "  if (1) begin INV y (); end else begin INV z (); end\n  C c1 (.*);\n  C c2 (.A(top.x.y));\n"
      "  `F(1);\n  wire [3:0] mem [0:7];\n  always_ff @(posedge a) begin q <= a; end\n  C last "
      "(.A(a));\n"
      "endmodule\ninterface ii; logic x; endinterface\nconfig k; design x; endconfig\n");
  EXPECT_EQ(read.codes(), Ids(11, "IO-0303")) << read.messages();
  EXPECT_NE(read.messages().find("`include \"cells.v\" is not followed"), std::string::npos)
      << read.messages();
  EXPECT_NE(read.messages().find("'u[3:0]' of 'INV'"), std::string::npos);
  EXPECT_NE(read.messages().find("'top.x.y'"), std::string::npos);
  EXPECT_NE(read.messages().find("'generate'"), std::string::npos);
  EXPECT_NE(read.messages().find("'always_ff' is SystemVerilog"), std::string::npos);
  EXPECT_EQ(connected(read, "m", "last", "A"), "a");
  EXPECT_TRUE(read.module("m").incomplete);
}

TEST(netlist_fault, behaviour_is_named_and_passed) {
  const auto read = read_text(
      "primitive p (output q, input a); table 0 : 1; endtable endprimitive\n"
      "module m (input clk, a, b, output reg q, output y);\n"
      "  always @(posedge clk) if (a) begin q <= b; case (a) 1: q <= 0; endcase end else q <= 1;\n"
      "  initial begin : name $display(\"end;\"); end\n  function f; input x; f = x; endfunction\n"
      "  integer i;\n  assign y = a & b;\n  C u (.A(~a), .B(a ? b : q), .C(f(a)), .D(a[b]), "
      ".E(a));\n"
      "  always @(*) q = a;\n  C v (.A(a));\nendmodule\n");
  EXPECT_TRUE(read.good) << read.messages();
  EXPECT_EQ(read.codes(), Ids(11, "IO-0304")) << read.messages();
  EXPECT_NE(read.messages().find("t.v:3:3: IO-0304 'always' in module 'm'"), std::string::npos);
  EXPECT_NE(read.messages().find("operator '&' is logic"), std::string::npos);
  EXPECT_NE(read.messages().find("index of 'a' that is no constant"), std::string::npos);
  EXPECT_TRUE(read.module("m").behavioural);
  EXPECT_FALSE(read.module("m").incomplete);
  EXPECT_EQ(connected(read, "m", "u", "A"), "?");
  EXPECT_EQ(connected(read, "m", "u", "E"), "a");
  EXPECT_EQ(connected(read, "m", "v", "A"), "a");
  EXPECT_TRUE(read.module("p").primitive);
  EXPECT_EQ(read.module("p").ports[0].direction, Direction::kOutput);
}

TEST(netlist_fault, behaviour_of_a_library_cell_is_a_note) {
  const auto read =
      read_text("`celldefine\nmodule c (input a, output y); assign y = ~a; endmodule\n");
  ASSERT_EQ(read.codes(), Ids{"IO-0304"});
  EXPECT_EQ(read.sink.findings[0].severity, Severity::kNote);
}

TEST(netlist_fault, a_file_without_a_module_is_not_a_netlist) {
  EXPECT_EQ(read_text("// nothing\n").codes(), Ids{"IO-0305"});
  CollectingSink sink;
  EXPECT_FALSE(read_verilog({.name = "t.sdc", .text = "create_clock -period 1 clk\n"}, sink));
  EXPECT_EQ(sink.findings.size(), 2u);
}

TEST(netlist_fault, duplicates_are_found) {
  const auto read = read_text(
      "module m (a, a, b);\n  input a; input a; output b;\n  wire x; wire x;\n"
      "  C u (); C u ();\nendmodule\nmodule m; endmodule\n");
  EXPECT_EQ(read.codes(), (Ids{"IO-0307", "IO-0307", "IO-0307", "IO-0307", "IO-0306"}))
      << read.messages();
  EXPECT_EQ(read.sink.findings[3].notes.at(0).location.line, 4u);
  EXPECT_EQ(read.netlist.modules.size(), 1u);
}

TEST(netlist_fault, port_lists_and_declarations_must_agree) {
  const auto read = read_text(
      "module m (a, b);\n  input a;\n  output c;\nendmodule\n"
      "module n (a);\n  input [3:0] a;\n  wire [7:0] a;\nendmodule\n"
      "module o (a);\n  wire [7:0] a;\n  input [3:0] a;\nendmodule\n");
  EXPECT_EQ(read.codes(), (Ids{"IO-0308", "IO-0308", "IO-0309", "IO-0309"})) << read.messages();
  EXPECT_NE(read.messages().find("'c' is declared output and does not stand in the port list"),
            std::string::npos);
  EXPECT_NE(read.messages().find("port 'b' of module 'm'"), std::string::npos);
}

TEST(netlist_fault, implicit_nets_are_reported_where_they_are_forbidden) {
  const std::string body = "module m (input a); C u (.A(a), .B(new_net)); endmodule\n";
  EXPECT_EQ(read_text(body).codes(), Ids{});
  EXPECT_EQ(read_text("`default_nettype none\n" + body).codes(), Ids{"IO-0310"});
  EXPECT_EQ(read_text("`default_nettype none\n`default_nettype wire\n" + body).codes(), Ids{});
}

TEST(netlist_fault, use_before_declaration) {
  const auto read = read_text("module m; C u (.A(w)); wire [1:0] w; endmodule\n");
  EXPECT_EQ(read.codes(), Ids{"IO-0311"});
  EXPECT_EQ(read.netlist.find_net(read.module("m"), "w")->width(), 2u);
}

TEST(netlist_fault, undefined_macros) {
  const auto read = read_text("module m; wire [`W-1:0] a; C u (); endmodule\n");
  EXPECT_TRUE(read.reported("IO-0312")) << read.messages();
  EXPECT_NE(read.netlist.find_instance(read.module("m"), "u"), nullptr);
}

TEST(netlist_fault, limits_stop_bombs) {
  EXPECT_TRUE(read_text("module m; wire [2147483647:0] a; endmodule").reported("IO-0313"));
  EXPECT_TRUE(read_text("module m (input a); C u ({2000000{a}}); endmodule").reported("IO-0313"));
  EXPECT_TRUE(read_text("`define A `A\nmodule m; `A endmodule").reported("IO-0313"));
  EXPECT_TRUE(read_text("module m (input a); C u (a[2000000:0]); endmodule").reported("IO-0313"));
  EXPECT_TRUE(read_text("module m; C u (1048577'b0); endmodule").reported("IO-0301"));
  const std::string deep(5000, '{');
  EXPECT_TRUE(read_text("module m (input a); C u (" + deep + "a); endmodule").reported("IO-0313"));
  EXPECT_TRUE(read_text("module m; wire [" + std::string(100000, '(') + "1:0] a; endmodule")
                  .reported("IO-0301"));
  std::string doubling = "`define M0 x x\n";
  for (int i = 1; i < 40; ++i) {
    const std::string last = "`M" + std::to_string(i - 1);
    doubling += "`define M" + std::to_string(i) + " " + last + " " + last + "\n";
  }
  EXPECT_TRUE(read_text(doubling + "module m; `M39 endmodule").reported("IO-0313"));
  VerilogOptions few;
  few.max_objects = 2;
  const auto read = read_text("module m; C a (); C b (); C c (); C d (); endmodule", few);
  EXPECT_EQ(read.codes(), Ids{"IO-0313"});
  EXPECT_EQ(read.module("m").instances.size(), 2u);
}

TEST(netlist_fault, findings_of_one_file_are_bounded_and_the_rest_is_counted) {
  std::string text = "module m;\n";
  for (int i = 0; i < 1000; ++i) text += "junk;\n";
  const auto read = read_text(text + "endmodule\n");
  ASSERT_EQ(read.sink.findings.size(), 201u);
  EXPECT_EQ(read.sink.findings.back().message,
            "800 further findings in 't.v' are not listed, the limit is 200 per file; mend the "
            "first ones");
}

TEST(netlist_fault, strange_bytes) {
  using std::string_literals::operator""s;
  const std::string text = "module m; C u (\x01); \x80 C v (.A(1'b0)); endmodule\0x"s;
  const auto read = read_text(text);
  EXPECT_FALSE(read.good);
  EXPECT_NE(read.messages().find("the byte 0x01"), std::string::npos) << read.messages();
  EXPECT_TRUE(read_text("module m; wire a = \"unclosed\n; endmodule").reported("IO-0301"));
  EXPECT_TRUE(read_text("module m; C u (1'q0); endmodule").reported("IO-0301"));
  EXPECT_TRUE(read_text("module m; C u (3'b2); endmodule").reported("IO-0301"));
  EXPECT_TRUE(read_text("module m; C u (0'b1); endmodule").reported("IO-0301"));
  EXPECT_TRUE(read_text("module m; C u ({a, 3}); endmodule").reported("IO-0301"));
  EXPECT_TRUE(read_text("`else\nmodule m; endmodule").reported("IO-0301"));
}

const std::string kSmall =
    "`timescale 1ns/1ps\n"
    "/* made by hand */\n"
    "module top (clk, \\d[0] , q);\n"
    "  input clk;\n  input \\d[0] ;\n  output [1:0] q;\n"
    "  wire [3:0] n;\n  (* keep *) wire z;\n"
    "  assign {n[0], z} = {1'b0, n[1]};\n"
    "  DFF #(.W(2)) u1 (.D({n[3:2], {2{z}}}), .CK(clk), .Q(q));\n"
    "  sub \\u/2  (clk, , n[3]);\n"
    "endmodule\n"
    "module sub (input a, input b, output y);\n"
    "  BUF g (.A(a), .Y(y));\n"
    "endmodule // the end\n";

/// Everything the model holds, as text.
std::string dump(const testing::ReadNetlist& read) {
  std::string out;
  for (const Module& m : read.netlist.modules) {
    out += "module " + std::string(read.netlist.text(m.name)) + "\n";
    for (const Port& p : m.ports) {
      out += " port " + std::string(read.netlist.text(p.name)) + " " +
             std::string(to_string(p.direction)) + (p.has_range ? to_string(p.bits) : "") + "\n";
    }
    for (const Net& n : m.nets) {
      out += " net " + std::string(read.netlist.text(n.name)) +
             (n.has_range ? to_string(n.bits) : "") + "\n";
    }
    for (const Instance& i : m.instances) {
      out += " inst " + std::string(read.netlist.text(i.name)) + " " +
             std::string(read.netlist.text(i.cell));
      for (const Connection& c : m.connections_of(i)) {
        out += " ." + std::string(read.netlist.text(c.port)) + "(" +
               show(read.netlist, m, c.pieces) + ")";
      }
      out += "\n";
    }
    for (const Assign& a : m.assigns) {
      out += " assign " + show(read.netlist, m, a.target) + " = " +
             show(read.netlist, m, a.source) + "\n";
    }
  }
  return out;
}

TEST(netlist_fault, cut_at_every_byte_nothing_is_lost_in_silence) {
  const auto whole = read_text(kSmall);
  ASSERT_TRUE(whole.good) << whole.messages();
  const std::string all = dump(whole);
  for (std::size_t size = 0; size < kSmall.size(); ++size) {
    const auto cut = read_text(kSmall.substr(0, size));
    // Good is only a file that lost nothing, or one cut between two modules.
    const bool between = kSmall.substr(0, size).ends_with("endmodule\n") ||
                         kSmall.substr(0, size).ends_with("endmodule");
    if (between) continue;
    EXPECT_TRUE(!cut.good || dump(cut) == all) << size << "\n" << kSmall.substr(0, size);
  }
}

TEST(netlist_fault, any_one_byte_taken_out_or_changed_is_survived) {
  for (std::size_t i = 0; i < kSmall.size(); ++i) {
    std::string shorter = kSmall;
    shorter.erase(i, 1);
    read_text(shorter);
    for (const char c : {';', '(', ')', '{', '"', '\\', '`', '*', '\n', '\0', 'x'}) {
      std::string changed = kSmall;
      changed[i] = c;
      const auto read = read_text(changed);
      EXPECT_EQ(read.good, read.netlist.complete);
    }
  }
}

TEST(netlist_fault, a_dropped_semicolon_never_drops_an_instance_in_silence) {
  const auto whole = read_text(kSmall);
  for (std::size_t i = 0; i < kSmall.size(); ++i) {
    if (kSmall[i] != ';') continue;
    std::string text = kSmall;
    text.erase(i, 1);
    const auto read = read_text(text);
    EXPECT_FALSE(read.good) << i;
    EXPECT_EQ(dump(read), dump(whole)) << i << read.messages();
  }
}

TEST(netlist_fault, a_renamed_port_instance_or_net_changes_the_model) {
  const std::string base = dump(read_text(kSmall));
  for (const std::string word : {"clk", "u1", "n[1]", "sub", ".CK", "top", "DFF"}) {
    const std::size_t at = kSmall.find(word);
    std::string text = kSmall;
    text.insert(at + word.size() - (word.back() == ']' ? 3 : 0), "_renamed");
    EXPECT_NE(dump(read_text(text)), base) << word;
  }
}

}  // namespace
}  // namespace sealring::core
