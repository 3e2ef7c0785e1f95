// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include "tests/stack3d/stack_support.h"

namespace sealring::stack3d {
namespace {

using test::check_small;
using test::check_stack;
using test::CheckedStack;
using test::replaced;
using test::SmallStack;
using test::TempFolder;

/// Two dies joined by a bus of n bits "d" and by VSS; `upper_bit` says which bit of B stands over bit i of A.
template <class UpperBit>
SmallStack bus_stack(int n, UpperBit upper_bit) {
  SmallStack stack;
  stack.a_map = "av UB 5 5 VSS VSS\n";
  stack.b_map = "bv UB 95 5 VSS VSS\n";
  for (int i = 0; i < n; ++i) {
    const std::string x = std::to_string(10 + 5 * (i % 16));
    const std::string y = std::to_string(20 + 7 * (i / 16) + i % 16);
    const std::string a = "d[" + std::to_string(i) + "]";
    a.size();
    stack.a_map += "a" + std::to_string(i) + " UB " + x + " " + y + " " + a + " " + a + "\n";
    const int bit = upper_bit(i);
    const std::string b = bit < 0 ? "-" : "d[" + std::to_string(bit) + "]";
    stack.b_map += "b" + std::to_string(i) + " UB " + std::to_string(100 - std::stoi(x)) + " " + y +
                   " " + b + " " + b + "\n";
  }
  const std::string width = "[" + std::to_string(n - 1) + ":0]";
  stack.top_v = "module A (inout " + width + " d, inout VSS); endmodule\nmodule B (inout " + width +
                " d, inout VSS); endmodule\nmodule top (inout VSS);\n  wire " + width +
                " w;\n  A u_a (.d(w), .VSS(VSS));\n  B u_b (.d(w), .VSS(VSS));\nendmodule\n";
  return stack;
}

TEST(Connectivity, SwappedPairIsOneFindingWithBothNets) {
  const CheckedStack result = check_small(bus_stack(24, [](int i) {
    return i == 3 ? 9 : i == 9 ? 3 : i;
  }));
  EXPECT_EQ(result.codes(), (std::map<std::string, std::size_t>{{"STK-0202", 1}})) << result.all();
  EXPECT_NE(result.find("STK-0202")->message.find("'w[3]' and 'w[9]'"), std::string::npos);
  ASSERT_TRUE(result.find("STK-0202")->where);
}

TEST(Connectivity, case_stack3d_d13) {
  // Three nets in a ring are one cycle, not three opens and three shorts.
  const CheckedStack result = check_small(bus_stack(40, [](int i) {
    return i == 3 ? 9 : i == 9 ? 14 : i == 14 ? 3 : i;
  }));
  EXPECT_EQ(result.codes(), (std::map<std::string, std::size_t>{{"STK-0202", 1}})) << result.all();
  EXPECT_NE(result.find("STK-0202")->message.find("3 nets trade places"), std::string::npos)
      << result.all();
}

TEST(Connectivity, case_stack3d_b16) {
  // The permutation of a bus is named: reversed, shifted by k.
  const CheckedStack reversed = check_small(bus_stack(8, [](int i) { return 7 - i; }));
  EXPECT_TRUE(reversed.has("STK-0204")) << reversed.all();
  EXPECT_NE(reversed.find("STK-0204")->message.find("8 bits"), std::string::npos);
  EXPECT_FALSE(reversed.has("STK-0202") || reversed.has("STK-0201") || reversed.has("STK-0203"))
      << reversed.all();
  const CheckedStack shifted = check_small(bus_stack(20, [](int i) { return (i + 1) % 20; }));
  EXPECT_TRUE(shifted.has("STK-0212") || shifted.has("STK-0202")) << shifted.all();
}

TEST(Connectivity, OpenInsideABus) {
  // The bump over bit 5 carries no name: a missing label, and the port has no bump.
  const CheckedStack result = check_small(bus_stack(24, [](int i) { return i == 5 ? -1 : i; }));
  EXPECT_TRUE(result.find("STK-0207", "w[5]") != nullptr) << result.all();
  EXPECT_TRUE(result.find("STK-0205", "u_b/d[5]") != nullptr) << result.all();
  EXPECT_EQ(result.findings.size(), 2U) << result.all();
}

TEST(Connectivity, ShortBetweenSignalAndGround) {
  // A second VSS bump of B stands over a second bump of d[3] of A; both nets are also bonded well.
  SmallStack stack = bus_stack(24, [](int i) { return i; });
  stack.a_map += "extra UB 50 80 d[3] d[3]\n";
  stack.b_map += "extra UB 50 80 VSS VSS\n";
  const CheckedStack result = check_small(stack);
  EXPECT_EQ(result.codes(), (std::map<std::string, std::size_t>{{"STK-0201", 1}})) << result.all();
  EXPECT_NE(result.find("STK-0201")->message.find("'VSS' and 'w[3]'"), std::string::npos)
      << result.all();
}

TEST(Connectivity, WrongNameIsAWrongPair) {
  // The bump over d[3] is called d[30], a port that is bonded nowhere else.
  SmallStack stack = bus_stack(24, [](int i) { return i; });
  stack.top_v =
      "module A (inout [23:0] d, inout VSS); endmodule\nmodule B (inout [31:0] d, inout VSS); "
      "endmodule\n"
      "module top (inout VSS);\n  wire [31:0] w;\n  A u_a (.d(w[23:0]), .VSS(VSS));\n  B u_b "
      "(.d(w), .VSS(VSS));\nendmodule\n";
  stack.b_map = replaced(stack.b_map, "d[3] d[3]", "d[30] d[30]");
  const CheckedStack result = check_small(stack);
  EXPECT_EQ(result.codes(), (std::map<std::string, std::size_t>{{"STK-0213", 1}})) << result.all();
}

TEST(Connectivity, OpenNetNamesItsParts) {
  // Net x2 of u_a is only bonded to nothing: B has its bump on the far side.
  SmallStack stack;
  stack.b_map = "b1 UB 90 10 s1 s1\nb3 UB 70 10 VSS VSS\n";
  stack.a_map = "a1 UB 10 10 s1 s1\na3 UB 30 10 VSS VSS\n";
  stack.a_extra = "";
  const TempFolder folder;
  const auto file = stack.write(folder);
  const std::string far =
      "      back:\n        side: back\n        bmap: far.bmap\n        coords: [[0, 0], [100, 0], "
      "[100, 100], [0, 100]]\n";
  folder.write("far.bmap", "z2 UB 50 50 s2 s2\n");
  std::string dies = folder.read("dies.3dbv");
  const std::size_t b = dies.find("  B:");
  dies = dies.substr(0, b) + far + dies.substr(b) + far;
  folder.write("dies.3dbv", dies);
  const CheckedStack result = check_stack(file);
  ASSERT_TRUE(result.find("STK-0203", "x2") != nullptr) << result.all();
  EXPECT_NE(result.find("STK-0203")->message.find("'u_a/s2', 'u_b/s2'"), std::string::npos);
  EXPECT_EQ(result.count("STK-0317"), 2U) << result.all();
}

TEST(Connectivity, SupplySplitOverTiers) {
  SmallStack stack;
  stack.top_v = replaced(stack.top_v, "  B u_b (.s1(x1), .s2(x2), .VSS(VSS));",
                         "  B u_b (.s1(x1), .s2(x2), .VSS(VSS));");
  stack.a_map += "a4 UB 40 10 VDD1 VDD1\n";
  stack.b_map += "b4 UB 60 10 nc nc\n";
  stack.top_v =
      "module A (inout s1, inout s2, inout VSS, inout VDD1, inout VDD2); endmodule\n"
      "module B (inout s1, inout s2, inout VSS, inout nc, inout VDD1); endmodule\nmodule top "
      "(inout VSS, inout VDD);\n"
      "  wire x1, x2;\n  A u_a (.s1(x1), .s2(x2), .VSS(VSS), .VDD1(VDD), .VDD2());\n"
      "  B u_b (.s1(x1), .s2(x2), .VSS(VSS), .nc(), .VDD1(VDD));\nendmodule\n";
  const TempFolder folder;
  const auto file = stack.write(folder);
  folder.write("far.bmap", "z4 UB 50 50 VDD1 VDD1\n");
  folder.write("dies.3dbv", folder.read("dies.3dbv") +
                                "      back:\n        side: back\n        bmap: far.bmap\n        "
                                "coords: [[0, 0], [100, 0], [100, "
                                "100], [0, 100]]\n");
  const CheckedStack result = check_stack(file);
  EXPECT_TRUE(result.find("STK-0209", "'VDD'") != nullptr) << result.all();
  // A's supply bump stands on a port that the netlist leaves open.
  EXPECT_TRUE(result.find("STK-0208", "u_b/nc") != nullptr) << result.all();
}

TEST(Connectivity, ExtraPin) {
  SmallStack stack;
  stack.a_map += "a4 UB 40 10 test test\n";
  stack.b_map += "b4 UB 60 10 - -\n";
  stack.top_v = replaced(stack.top_v, "module A (inout s1", "module A (inout test, inout s1");
  const CheckedStack result = check_small(stack);
  EXPECT_EQ(result.codes(), (std::map<std::string, std::size_t>{{"STK-0206", 1}})) << result.all();
}

TEST(Connectivity, case_stack3d_c5) {
  // A port has as many bumps as it likes; 200 bumps of one supply are one node of one net.
  SmallStack stack;
  for (int i = 0; i < 200; ++i) {
    const std::string at = std::to_string(5 + i % 20 * 4);
    const std::string y = std::to_string(30 + i / 20 * 4);
    stack.a_map += "va" + std::to_string(i) + " UB " + at + " " + y + " VSS VSS\n";
    stack.b_map += "vb" + std::to_string(i) + " UB " + std::to_string(100 - std::stoi(at)) + " " +
                   y + " VSS VSS\n";
  }
  const CheckedStack result = check_small(stack);
  EXPECT_TRUE(result.findings.empty()) << result.all();
  EXPECT_EQ(result.checked("nets"), 3U);
  EXPECT_EQ(result.checked("matched_pairs"), 203U);
}

TEST(Connectivity, BlackBoxIsSaidAndKnownInsideIsNot) {
  // Die A joins s1 and s2 of the netlist inside; nothing shows that.
  SmallStack stack;
  stack.top_v =
      "module A (inout s1, inout s2, inout VSS); endmodule\nmodule B (inout s1, inout s2, inout "
      "VSS); endmodule\n"
      "module top (inout VSS);\n  wire x1;\n  A u_a (.s1(x1), .s2(x1), .VSS(VSS));\n"
      "  B u_b (.s1(x1), .s2(x1), .VSS(VSS));\nendmodule\n";
  const CheckedStack box = check_small(stack);
  EXPECT_TRUE(box.has("STK-0211")) << box.all();
  EXPECT_FALSE(box.outcome.not_checked.empty());
  EXPECT_TRUE(check_small(stack, "trusted_inside: [A, B]\n").findings.empty());
  // With a body that connects them it is known.
  stack.top_v = replaced(stack.top_v, "module A (inout s1, inout s2, inout VSS); endmodule",
                         "module A (inout s1, inout s2, inout VSS); assign s1 = s2; endmodule");
  EXPECT_TRUE(check_small(stack).findings.empty()) << check_small(stack).all();
  // With a body that keeps them apart on both dies the net is open.
  stack.top_v =
      "module A (inout s1, inout s2, inout VSS); X i (.a(s1)); endmodule\n"
      "module B (inout s1, inout s2, inout VSS); X i (.a(s1)); endmodule\n"
      "module top (inout VSS);\n  wire x1;\n  A u_a (.s1(x1), .s2(x1), .VSS(VSS));\n"
      "  B u_b (.s1(x1), .s2(x1), .VSS(VSS));\nendmodule\n";
  EXPECT_TRUE(check_small(stack).has("STK-0203")) << check_small(stack).all();
}

TEST(Connectivity, ShortInsideADieByItsDef) {
  TempFolder folder;
  SmallStack stack;
  stack.a_extra = "    external:\n      DEF_file: A.def\n";
  const auto file = stack.write(folder);
  folder.write("A.def",
               "VERSION 5.8 ;\nDESIGN A ;\nUNITS DISTANCE MICRONS 2000 ;\nDIEAREA ( 0 0 ) ( 200000 "
               "200000 ) ;\nPINS 3 ;\n"
               "- s1 + NET s1 ;\n- s2 + NET s1 ;\n- VSS + NET VSS ;\nEND PINS\nNETS 2 ;\n- s1 ( "
               "PIN s1 ) ;\n- s2 ( PIN s2 ) ;\n"
               "END NETS\nEND DESIGN\n");
  const CheckedStack result = check_stack(file);
  EXPECT_TRUE(result.find("STK-0201", "inside the die") != nullptr) << result.all();
}

TEST(Connectivity, case_stack3d_d16) {
  // All labels are kept, the port's name wins over the label; a second name on the same bump pair is compared.
  SmallStack stack;
  stack.a_map = "a1 UB 10 10 s1 label_of_s1\na2 UB 20 10 s2 s2\na3 UB 30 10 VSS VSS\n";
  const CheckedStack result = check_small(stack);
  EXPECT_TRUE(result.findings.empty()) << result.all();
  ASSERT_TRUE(result.stack);
  EXPECT_EQ(result.stack->names.text(result.stack->chiplets[0].nodes[0].name), "s1");
  EXPECT_EQ(result.stack->names.text(result.stack->chiplets[0].nodes[0].net), "label_of_s1");
}

TEST(Connectivity, DefPinNamesTheBumpBeforeMapAndLabel) {
  TempFolder folder;
  SmallStack stack;
  stack.a_extra = "    external:\n      DEF_file: A.def\n";
  stack.a_map = "a1 UB 10 10 - some_label\na2 UB 20 10 wrong wrong\na3 UB 30 10 VSS VSS\n";
  const auto file = stack.write(folder);
  folder.write(
      "A.def",
      "VERSION 5.8 ;\nDESIGN A ;\nUNITS DISTANCE MICRONS 2000 ;\nDIEAREA ( 0 0 ) ( 200000 200000 ) "
      ";\nCOMPONENTS 3 ;\n"
      "- a1 UB + FIXED ( 0 0 ) N ;\n- a2 UB + FIXED ( 0 0 ) N ;\n- a3 UB + FIXED ( 0 0 ) N ;\nEND "
      "COMPONENTS\nPINS 3 ;\n"
      "- s1 + NET n1 ;\n- s2 + NET n2 ;\n- VSS + NET VSS ;\nEND PINS\nNETS 3 ;\n- n1 ( PIN s1 ) ( "
      "a1 PAD ) ;\n"
      "- n2 ( PIN s2 ) ( a2 PAD ) ;\n- VSS ( PIN VSS ) ( a3 PAD ) ;\nEND NETS\nEND DESIGN\n");
  const CheckedStack result = check_stack(file);
  // Every net is connected, and the one contradiction is said; the labels are no nets of the DEF.
  EXPECT_EQ(result.codes(), (std::map<std::string, std::size_t>{{"STK-0127", 2}, {"STK-0128", 1}}))
      << result.all();
  EXPECT_TRUE(result.find("STK-0128", "pin 's2'") != nullptr) << result.all();
}

TEST(Connectivity, case_stack3d_d17) {
  // A port without geometry in the DEF is matched through its bump.
  TempFolder folder;
  SmallStack stack;
  stack.a_extra = "    external:\n      DEF_file: A.def\n";
  const auto file = stack.write(folder);
  folder.write("A.def",
               "VERSION 5.8 ;\nDESIGN A ;\nUNITS DISTANCE MICRONS 2000 ;\nDIEAREA ( 0 0 ) ( 200000 "
               "200000 ) ;\nPINS 3 ;\n"
               "- s1 + NET s1 ;\n- s2 + NET s2 ;\n- VSS + NET VSS ;\nEND PINS\nEND DESIGN\n");
  EXPECT_TRUE(check_stack(file).findings.empty()) << check_stack(file).all();
}

TEST(Connectivity, case_stack3d_d1) {
  // An escaped name ends at any white space, and its bit select may stand on the next line.
  SmallStack stack;
  stack.top_v =
      "module A (inout s1, inout s2, inout VSS); endmodule\nmodule B (inout s1, inout s2, inout "
      "VSS); endmodule\n"
      "module top (inout VSS);\n  wire [1:0] \\x.y ;\n  A u_a (.s1(\\x.y\n[0]), .s2(\\x.y\t[1]), "
      ".VSS(VSS));\n"
      "  B u_b (.s1(\\x.y [0]), .s2(\\x.y \n [1]), .VSS(VSS));\nendmodule\n";
  EXPECT_TRUE(check_small(stack).findings.empty()) << check_small(stack).all();
}

TEST(Connectivity, case_stack3d_d7) {
  // Attributes and nested escapes are no obstacle.
  SmallStack stack;
  stack.top_v =
      "(* keep = \"true\" *) module A ((* x *) inout s1, inout s2, inout VSS); endmodule\n"
      "module B (inout s1, inout s2, inout VSS); endmodule\nmodule top (inout VSS);\n  wire x2, "
      "\\a\\x ;\n"
      "  (* dont_touch *) A u_a (.s1(\\a\\x ), .s2(x2), .VSS(VSS));\n  B u_b (.s1(\\a\\x ), "
      ".s2(x2), .VSS(VSS));\nendmodule\n";
  EXPECT_TRUE(check_small(stack).findings.empty()) << check_small(stack).all();
}

TEST(Connectivity, case_stack3d_d8) {
  // A DEF that protects '/' and '[' with backslashes means the same ports.
  TempFolder folder;
  SmallStack stack;
  stack.a_map = replaced(stack.a_map, "s1 s1", "u/s[1] u/s[1]");
  stack.a_extra = "    external:\n      DEF_file: A.def\n";
  stack.top_v = replaced(replaced(stack.top_v, "module A (inout s1,", "module A (inout \\u/s[1] ,"),
                         "u_a (.s1(x1)", "u_a (.\\u/s[1] (x1)");
  const auto file = stack.write(folder);
  folder.write("A.def",
               "VERSION 5.8 ;\nDESIGN A ;\nUNITS DISTANCE MICRONS 2000 ;\nDIEAREA ( 0 0 ) ( 200000 "
               "200000 ) ;\nPINS 3 ;\n"
               "- u\\/s\\[1\\] + NET u\\/s\\[1\\] ;\n- s2 + NET s2 ;\n- VSS + NET VSS ;\nEND "
               "PINS\nEND DESIGN\n");
  EXPECT_TRUE(check_stack(file).findings.empty()) << check_stack(file).all();
}

TEST(Connectivity, case_stack3d_c13) {
  // All intent is in files: two runs over the same files agree, and what one run did leaves nothing behind.
  SmallStack stack;
  stack.b_map = replaced(stack.b_map, "s2 s2", "s1 s1");
  const TempFolder folder;
  const auto file = stack.write(folder);
  const CheckedStack first = check_stack(file);
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path()))
    ++files;
  EXPECT_EQ(files, 5U);
  EXPECT_EQ(first.all(), check_stack(file).all());
  EXPECT_FALSE(first.findings.empty());
}

TEST(Connectivity, case_stack3d_d2) {
  // "foo[7]" in a bump map is the bit of a bus or the escaped scalar, as the ports declare it.
  SmallStack stack;
  stack.a_map = replaced(replaced(stack.a_map, "s1 s1", "foo[7] foo[7]"), "s2 s2", "bar[1] bar[1]");
  stack.b_map = replaced(replaced(stack.b_map, "s1 s1", "foo[7] foo[7]"), "s2 s2", "bar[1] bar[1]");
  stack.top_v =
      "module A (\\foo[7] , bar, VSS); inout \\foo[7] ; inout [1:1] bar; inout VSS; endmodule\n"
      "module B (foo, \\bar[1] , VSS); inout [7:7] foo; inout \\bar[1] ; inout VSS; endmodule\n"
      "module top (inout VSS);\n  wire x1, x2;\n  A u_a (.\\foo[7] (x1), .bar(x2), .VSS(VSS));\n"
      "  B u_b (.foo(x1), .\\bar[1] (x2), .VSS(VSS));\nendmodule\n";
  const CheckedStack result = check_small(stack);
  EXPECT_TRUE(result.findings.empty()) << result.all();
}

TEST(Connectivity, case_stack3d_d5) {
  // LSB-first buses keep their direction: d[0] of A meets d[0] of B although B is declared [0:2].
  SmallStack stack;
  stack.a_map = "a0 UB 10 10 d[0] d[0]\na1 UB 20 10 d[1] d[1]\na2 UB 30 10 d[2] d[2]\n";
  stack.b_map = "b0 UB 90 10 d[0] d[0]\nb1 UB 80 10 d[1] d[1]\nb2 UB 70 10 d[2] d[2]\n";
  stack.top_v =
      "module A (d); inout [2:0] d; endmodule\nmodule B (d); inout [0:2] d; endmodule\nmodule "
      "top;\n  wire [2:0] w;\n"
      "  A u_a (.d(w));\n  B u_b (.d({w[0], w[1], w[2]}));\nendmodule\n";
  EXPECT_TRUE(check_small(stack).findings.empty()) << check_small(stack).all();
  // Connected as it stands, the order of B is reversed.
  stack.top_v = replaced(stack.top_v, "{w[0], w[1], w[2]}", "w");
  const CheckedStack wrong = check_small(stack);
  EXPECT_TRUE(wrong.has("STK-0202") || wrong.has("STK-0204")) << wrong.all();
}

TEST(Connectivity, case_stack3d_d4) {
  // A vector connection without the module's declaration is not guessed; the order of the files does not matter.
  SmallStack stack;
  stack.a_map = "a0 UB 10 10 d[0] d[0]\na1 UB 20 10 d[1] d[1]\n";
  stack.b_map = "b0 UB 90 10 d[0] d[0]\nb1 UB 80 10 d[1] d[1]\n";
  stack.top_v =
      "module B (d); inout [1:0] d; endmodule\nmodule top;\n  wire [1:0] w;\n  A u_a (.d(w));\n  B "
      "u_b (.d(w));\nendmodule\n";
  EXPECT_TRUE(check_small(stack).has("STK-0206")) << check_small(stack).all();
  const TempFolder folder;
  const auto file = stack.write(folder);
  const auto stubs = folder.write("stubs.v", "module A (d); inout [1:0] d; endmodule\n");
  EXPECT_TRUE(check_stack(file, {}, Profile::kFinal, {stubs}).findings.empty());
}

TEST(Connectivity, case_stack3d_d14) {
  // A top without ports: the outside is not checked against ports.
  SmallStack stack;
  stack.top_v = replaced(stack.top_v, "module top (inout VSS);\n  wire x1, x2;",
                         "module top;\n  wire x1, x2, VSS;");
  EXPECT_TRUE(check_small(stack).findings.empty()) << check_small(stack).all();
}

TEST(Connectivity, case_stack3d_d10) {
  // Names from bus bits with other delimiters match by the map of the rules.
  SmallStack stack;
  stack.a_map = replaced(stack.a_map, "s1 s1", "s_1_ s_1_");
  stack.b_map = replaced(stack.b_map, "s1 s1", "S<1> S<1>");
  stack.top_v =
      "module A (inout [1:1] s, inout s2, inout VSS); endmodule\nmodule B (inout [1:1] s, inout "
      "s2, inout VSS); endmodule\n"
      "module top (inout VSS);\n  wire x1, x2;\n  A u_a (.s(x1), .s2(x2), .VSS(VSS));\n  B u_b "
      "(.s(x1), .s2(x2), .VSS(VSS));\nendmodule\n";
  EXPECT_FALSE(check_small(stack).findings.empty());
  const CheckedStack mapped =
      check_small(stack, "names: {case: insensitive, bus_delimiters: [\"<>\", \"__\"]}\n");
  EXPECT_TRUE(mapped.findings.empty()) << mapped.all();
}

TEST(Connectivity, case_stack3d_d11) {
  // Supplies that the netlist leaves out: joined by name, by alias, or kept apart, as the rules say.
  SmallStack stack;
  stack.a_map += "a4 UB 40 10 VDD_CORE VDD_CORE\n";
  stack.b_map += "b4 UB 60 10 VDD VDD\n";
  const CheckedStack strict = check_small(stack);
  EXPECT_TRUE(strict.has("STK-0201") || strict.has("STK-0213")) << strict.all();
  const CheckedStack alias = check_small(stack, "supplies:\n  aliases: [[VDD_CORE, u_b.VDD]]\n");
  EXPECT_TRUE(alias.findings.empty()) << alias.all();
  const CheckedStack apart = check_small(
      stack,
      "supplies:\n  aliases: [[VDD_CORE, u_b/VDD]]\nnets:\n  keep_apart: [[VDD_CORE, VDD]]\n");
  EXPECT_TRUE(apart.has("STK-0216")) << apart.all();
  const CheckedStack must =
      check_small(stack, "nets:\n  must_connect: [VSS, x1]\n  keep_apart: [[s1, s2]]\n");
  EXPECT_FALSE(must.has("STK-0215") || must.has("STK-0216")) << must.all();
}

TEST(Connectivity, MustConnectFindsTwoPieces) {
  SmallStack stack;
  stack.a_map = "a1 UB 10 10 s1 s1\na2 UB 20 10 s2 s2\na3 UB 30 10 VSS VSS\na4 UB 70 70 VSSX q\n";
  stack.b_map = "b1 UB 90 10 s1 s1\nb2 UB 80 10 s2 s2\nb3 UB 70 10 VSS VSS\nb4 UB 30 70 VSSX q\n";
  const CheckedStack result = check_small(stack, "nets:\n  must_connect: [\"VSS*\", none]\n");
  EXPECT_FALSE(result.has("STK-0215")) << result.all();  // one net per name
  EXPECT_TRUE(result.find("STK-0601", "none") != nullptr) << result.all();
  stack.b_map = replaced(stack.b_map, "b3 UB 70 10 VSS VSS", "b3 UB 70 90 VSS VSS");
  EXPECT_TRUE(check_small(stack, "nets:\n  must_connect: [VSS]\n").has("STK-0215"));
}

TEST(Connectivity, NoNetlistIsSaid) {
  SmallStack stack;
  stack.netlist = false;
  const CheckedStack result = check_small(stack);
  const core::Finding* finding = result.find("STK-0220");
  ASSERT_NE(finding, nullptr) << result.all();
  EXPECT_EQ(finding->kind, core::FindingClass::kInput);
  EXPECT_FALSE(result.outcome.not_checked.empty());
  // Labels are compared instead.
  stack.b_map = replaced(stack.b_map, "s2 s2", "t t");
  EXPECT_TRUE(check_small(stack).find("STK-0214", "1 of 3") != nullptr);
}

TEST(Connectivity, TopModuleByAnotherName) {
  SmallStack stack;
  stack.top_v = replaced(stack.top_v, "module top", "module system");
  const CheckedStack renamed = check_small(stack);
  EXPECT_EQ(renamed.codes(), (std::map<std::string, std::size_t>{{"STK-0222", 1}}))
      << renamed.all();
  stack.top_v = "module other; endmodule\n";
  EXPECT_TRUE(check_small(stack).has("STK-0221"));
}

TEST(Connectivity, InstancesAndDiesAreCompared) {
  SmallStack stack;
  stack.top_v = replaced(stack.top_v, "  B u_b", "  B u_other");
  const CheckedStack result = check_small(stack);
  EXPECT_TRUE(result.find("STK-0223", "u_b") != nullptr) << result.all();
  EXPECT_TRUE(result.find("STK-0224", "u_other") != nullptr) << result.all();
}

TEST(Paths, AssertionsHoldOrNot) {
  SmallStack stack;
  stack.more = "Path:\n  Path1:\n    - u_a.regions.front\n    - u_b.regions.front\n";
  EXPECT_TRUE(check_small(stack).findings.empty());
  stack.more =
      "Path:\n  Path1:\n    - u_a.regions.front\n    - NOT u_b.regions.front\n    - "
      "u_b.regions.front\n  Path0:\n    - x\n";
  const CheckedStack result = check_small(stack);
  EXPECT_TRUE(result.find("STK-0210", "NOT forbids") != nullptr) << result.all();
  EXPECT_TRUE(result.has("STK-0103"));  // Path0 is no name of a path
}

TEST(Connectivity, case_stack3d_f10) {
  // Names and positions decide: 4,000 interchangeable nets are compared in linear time.
  SmallStack stack;
  stack.a_map.clear();
  stack.b_map.clear();
  std::string width = "[3999:0]";
  for (int i = 0; i < 4000; ++i) {
    const std::string bit = "d[" + std::to_string(i) + "]";
    const double x = 1 + (i % 80);
    const double y = 1 + i / 80;
    stack.a_map += "a" + std::to_string(i) + " UB " + std::to_string(x) + " " + std::to_string(y) +
                   " " + bit + " " + bit + "\n";
    stack.b_map += "b" + std::to_string(i) + " UB " + std::to_string(100 - x) + " " +
                   std::to_string(y) + " " + bit + " " + bit + "\n";
  }
  stack.top_v = "module A (inout " + width + " d); endmodule\nmodule B (inout " + width +
                " d); endmodule\nmodule top;\n  wire " + width +
                " w;\n  A u_a (.d(w));\n  B u_b (.d(w));\nendmodule\n";
  const CheckedStack result = check_small(stack);
  EXPECT_TRUE(result.findings.empty()) << result.all();
  EXPECT_EQ(result.checked("nets_compared"), 4000U);
}

}  // namespace
}  // namespace sealring::stack3d
