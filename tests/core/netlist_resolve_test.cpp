// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include "core/netlist/resolve.h"
#include "tests/core/netlist_testing.h"

namespace sealring::core {
namespace {

using testing::read_text;

const char* const kChip =
    "module chip (input clk, input [7:0] d, output \\q[0] , inout \\io/x );\n"
    "  wire [0:3] n; wire \\n[1] ; wire [1:0] \\b[0] ;\n"
    "  soc u_soc (.clk(clk), .d(d));\n"
    "  PAD \\pad[3] (.IO(\\io/x ), .C(n));\n"
    "  BUF io (.A(clk), .x(n[0]));\n"
    "  and g (n[0], clk, clk);\n"
    "endmodule\n"
    "module soc (input clk, input [7:0] d);\n"
    "  serdes u_serdes (.ref_clk(clk));\n"
    "  serdes \\lane/1  (.ref_clk(clk));\n"
    "endmodule\n"
    "module serdes (input ref_clk, output rx_clk, output [3:0] rx_data);\n"
    "  wire core_clk;\n  DFF r (.CK(ref_clk), .Q(rx_clk));\n"
    "endmodule\n"
    "`celldefine\nmodule DFF (input CK, input D, output Q); endmodule\n`endcelldefine\n";

class NetlistResolve : public ::testing::Test {
 protected:
  Resolved at(std::string_view path, const Want& want = {}, const CellPins* library = nullptr) {
    return resolve(read_.netlist, read_.module("chip"), path, want, library);
  }
  testing::ReadNetlist read_ = read_text(kChip);
};

TEST_F(NetlistResolve, every_kind_of_object) {
  ASSERT_TRUE(read_.good) << read_.messages();
  EXPECT_EQ(at("clk").kind, ObjectKind::kPort);
  EXPECT_EQ(at("clk").direction, Direction::kInput);
  EXPECT_EQ(at("u_soc").kind, ObjectKind::kInstance);
  EXPECT_EQ(at("u_soc").cell, "soc");
  EXPECT_EQ(at("u_soc/u_serdes").kind, ObjectKind::kInstance);
  EXPECT_EQ(at("io").kind, ObjectKind::kLeafCell);
  EXPECT_EQ(at("g").kind, ObjectKind::kLeafCell);
  const Resolved pin = at("u_soc/u_serdes/rx_clk");
  EXPECT_EQ(pin.kind, ObjectKind::kPin);
  EXPECT_EQ(pin.direction, Direction::kOutput);
  EXPECT_EQ(pin.cell, "serdes");
  EXPECT_EQ(pin.path, "u_soc/u_serdes/rx_clk");
  EXPECT_EQ(pin.names, (std::vector<std::string>{"u_soc", "u_serdes", "rx_clk"}));
  EXPECT_EQ(to_string(pin.location), "t.v:12:38");
  EXPECT_EQ(at("u_soc/u_serdes/core_clk").kind, ObjectKind::kNet);
  EXPECT_EQ(at("n").kind, ObjectKind::kNet);
  EXPECT_TRUE(at("n").is_bus());
  EXPECT_EQ(at("io/A").kind, ObjectKind::kLeafPin);
  EXPECT_EQ(at("u_soc/u_serdes/r").kind, ObjectKind::kLeafCell);
  // A library cell whose module is here: pins with direction, connected or not.
  EXPECT_EQ(at("u_soc/u_serdes/r/D").kind, ObjectKind::kLeafPin);
  EXPECT_EQ(at("u_soc/u_serdes/r/Q").direction, Direction::kOutput);
}

TEST_F(NetlistResolve, bits_of_buses) {
  const Resolved bit = at("d[3]");
  EXPECT_EQ(bit.kind, ObjectKind::kPort);
  EXPECT_EQ(bit.bit, 3);
  EXPECT_EQ(bit.range, (Range{7, 0}));
  EXPECT_FALSE(bit.is_bus());
  EXPECT_TRUE(at("d").is_bus());
  EXPECT_EQ(at("n[3]").kind, ObjectKind::kNet);
  EXPECT_EQ(at("u_soc/u_serdes/rx_data[3]").bit, 3);
  const Resolved outside = at("u_soc/u_serdes/rx_data[4]");
  EXPECT_FALSE(outside);
  EXPECT_NE(outside.why.find("bit 4 does not exist"), std::string::npos);
  EXPECT_NE(outside.why.find("[3:0]"), std::string::npos);
  EXPECT_FALSE(at("clk[0]"));
  // The connection of an unknown cell tells how many bits its pin has, not how they are numbered.
  EXPECT_TRUE(at("pad\\[3\\]/C[2]").uncertain);
  EXPECT_FALSE(at("pad\\[3\\]/C[4]"));
}

TEST_F(NetlistResolve, escaped_names_and_bits_stay_apart) {
  EXPECT_EQ(at("q[0]").kind, ObjectKind::kPort);
  EXPECT_TRUE(at("q[0]").escaped);
  EXPECT_EQ(at("q[0]").bit, std::nullopt);
  EXPECT_EQ(at("q[0]").path, "q\\[0\\]");
  // Bit 1 of n and the scalar \n[1] both exist: the bit comes first, the other is named.
  const Resolved both = at("n[1]");
  EXPECT_EQ(both.bit, 1);
  ASSERT_EQ(both.also.size(), 1u);
  EXPECT_EQ(both.also[0], "net 'n\\[1\\]'");
  EXPECT_EQ(at("n\\[1\\]").bit, std::nullopt);
  EXPECT_TRUE(at("n\\[1\\]").also.empty());
  EXPECT_EQ(at("\\n[1] ").bit, std::nullopt);
  EXPECT_EQ(at("\\b[0] [1]").bit, 1);
  EXPECT_EQ(at("b\\[0\\][1]").bit, 1);
  EXPECT_EQ(at("b[0][1]").bit, 1);
  EXPECT_EQ(at("pad[3]").kind, ObjectKind::kLeafCell);
  EXPECT_EQ(at("\\pad[3] /IO").kind, ObjectKind::kLeafPin);
}

TEST_F(NetlistResolve, slashes_in_names) {
  // Both instance io with pin x and the port \io/x exist.
  const Resolved both = at("io/x");
  EXPECT_EQ(both.kind, ObjectKind::kLeafPin);
  EXPECT_EQ(both.also, std::vector<std::string>{"port 'io\\/x'"});
  EXPECT_EQ(at("io\\/x").kind, ObjectKind::kPort);
  EXPECT_EQ(at("\\io/x ").kind, ObjectKind::kPort);
  EXPECT_EQ(at("\\io/x").kind, ObjectKind::kPort);
  EXPECT_EQ(at("u_soc/lane/1/rx_clk").kind, ObjectKind::kPin);
  EXPECT_EQ(at("u_soc/lane\\/1/rx_clk").path, "u_soc/lane\\/1/rx_clk");
  EXPECT_EQ(at("u_soc/\\lane/1 /r/CK").kind, ObjectKind::kLeafPin);
}

TEST_F(NetlistResolve, wanted_kinds) {
  EXPECT_EQ(at("clk", {.ports = false}).kind, ObjectKind::kNet);
  EXPECT_FALSE(at("clk", {.ports = false, .nets = false}));
  EXPECT_EQ(at("io/x", {.pins = false}).kind, ObjectKind::kPort);
  EXPECT_EQ(at("u_soc/d", {.pins = false}).kind, ObjectKind::kNet);
}

TEST_F(NetlistResolve, what_is_missing_is_told_with_the_nearest_names) {
  const Resolved pin = at("u_soc/u_serdes/rx_ckl");
  EXPECT_EQ(pin.reached, "u_soc/u_serdes");
  EXPECT_EQ(pin.missing, "rx_ckl");
  EXPECT_EQ(pin.why, "no pin, instance, net 'rx_ckl' in 'u_soc/u_serdes' (module 'serdes')");
  EXPECT_EQ(did_you_mean(pin), ", did you mean 'u_soc/u_serdes/rx_clk'?");
  const Resolved level = at("u_soc/u_serdez/rx_clk");
  EXPECT_EQ(level.reached, "u_soc");
  EXPECT_EQ(did_you_mean(level), ", did you mean 'u_soc/u_serdes/rx_clk'?");
  EXPECT_EQ(at("u_sc/u_serdes/rx_data[2]").nearest.at(0), "u_soc/u_serdes/rx_data[2]");
  EXPECT_EQ(at("dd[3]").nearest.at(0), "d[3]");
  EXPECT_TRUE(at("nothing_like_it").nearest.empty());
  EXPECT_EQ(did_you_mean(at("nothing_like_it")), "");
  const Resolved leaf = at("io/AA");
  EXPECT_TRUE(leaf.uncertain);
  EXPECT_NE(leaf.why.find("known by its connections only: A, x"), std::string::npos);
  const Resolved cell = at("u_soc/u_serdes/r/QN");
  EXPECT_FALSE(cell.uncertain);
  EXPECT_EQ(cell.nearest.at(0), "u_soc/u_serdes/r/Q");
  EXPECT_FALSE(at("g/A"));
  for (const std::string_view odd :
       {"", "/", "//", "\\", "\\ ", "[", "]", "[3]", "a[", "\\[", "u_soc/", "/clk", "clk/",
        "u_soc//clk", "d[]", "d[99999999999999999999]"}) {
    EXPECT_FALSE(at(odd)) << odd;
  }
}

TEST_F(NetlistResolve, a_module_that_was_not_read_whole_leaves_doubt) {
  const auto read = read_text("module m; generate x y (); endgenerate endmodule");
  const Resolved out = resolve(read.netlist, read.module("m"), "y");
  EXPECT_FALSE(out);
  EXPECT_TRUE(out.uncertain);
}

class Library : public CellPins {
 public:
  bool has_cell(std::string_view cell) const override { return cell == "BUF"; }
  std::optional<CellPin> pin(std::string_view, std::string_view pin) const override {
    if (pin == "A") return CellPin{.direction = Direction::kInput};
    if (pin == "Z") return CellPin{.direction = Direction::kOutput, .range = Range{1, 0}};
    return std::nullopt;
  }
  std::vector<std::string> pin_names(std::string_view) const override { return {"A", "Z"}; }
};

TEST_F(NetlistResolve, a_library_knows_pins_that_no_connection_names) {
  const Library library;
  const Resolved pin = at("io/Z[1]", {}, &library);
  EXPECT_EQ(pin.kind, ObjectKind::kLeafPin);
  EXPECT_TRUE(pin.from_library);
  EXPECT_EQ(pin.direction, Direction::kOutput);
  // Connected, but no pin of the cell: the library has the last word.
  EXPECT_FALSE(at("io/x", {.ports = false, .nets = false}, &library));
  EXPECT_FALSE(at("io/ZZ", {}, &library).uncertain);
  EXPECT_EQ(at("io/ZZ", {}, &library).nearest.at(0), "io/Z");
}

TEST(netlist_resolve_size, names_near_a_word_among_many) {
  std::string text = "module m;\n";
  for (int i = 0; i < 50000; ++i) text += "wire net_" + std::to_string(i) + ";\n";
  const auto read = read_text(text + "endmodule\n");
  const Resolved out = resolve(read.netlist, read.module("m"), "nett_23456");
  EXPECT_FALSE(out);
  EXPECT_EQ(out.nearest.at(0), "net_23456");
}

/// A path of many levels costs no call stack.
TEST(netlist_resolve_size, thousands_of_levels) {
  std::string text;
  std::string path;
  constexpr int kLevels = 5000;
  for (int i = 0; i < kLevels; ++i) {
    text += "module m" + std::to_string(i) + " (input c); m" + std::to_string(i + 1) +
            " u (c); endmodule\n";
    path += "u/";
  }
  const auto read =
      read_text(text + "module m" + std::to_string(kLevels) + " (input c); endmodule\n");
  EXPECT_TRUE(read.good);
  EXPECT_EQ(resolve(read.netlist, read.module("m0"), path + "c").kind, ObjectKind::kPin);
}

}  // namespace
}  // namespace sealring::core
