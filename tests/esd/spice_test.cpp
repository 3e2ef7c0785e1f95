// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "esd/readers/network_builder.h"
#include "tests/esd/support.h"

namespace sealring::esd::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(SpiceReader, ReadsThePowerGridDialect) {
  core::CollectingSink sink;
  const auto network = network_of(
      "* circuit generated\n"
      "rr1 n2_1_2 _X_n2_1_2 2.500000e-01\n"
      "vb9 _X_n2_1_2 0 0\n"
      "V15 n0_1_2  N2_1_2 0.0\n"
      "iB33_0_v n0_1_2 0 1.5e-3\n"
      "R2 n0_1_2 n0_5_2 2.5e-01\n"
      ".op\n.end\n",
      sink);
  ASSERT_TRUE(network);
  EXPECT_THAT(sink.findings, IsEmpty());
  ASSERT_EQ(network->elements.size(), 3U);
  EXPECT_EQ(network->elements[1].kind, ElementKind::kSourceShort);
  EXPECT_EQ(network->sources.size(), 2U);
  EXPECT_EQ(network->sources[0].voltage, true);
  EXPECT_EQ(network->sources[1].value, 1.5e-3);
  EXPECT_EQ(network->nodes.name(network->ground), "0");
  EXPECT_DOUBLE_EQ(resistance(*network, "_x_N2_1_2", "n0_5_2"), 0.5)
      << "names without regard to case";
}

TEST(SpiceReader, TakesTheFirstLineAsACardWhenItIsOne) {
  EXPECT_EQ(
      good_network("R0 n1_m1_0_0 n1_m1_4000_0 4.46 \nR1 n1_m1_4000_0 b 1\n.end").elements.size(),
      2U);
  EXPECT_EQ(good_network("Resistor grid of a test chip\nR1 a b 1\n.end\n").elements.size(), 1U);
}

TEST(SpiceReader, ReadsTheOpenroadDialect) {
  const Network network = good_network(
      "* Netlist for VDD\n\n"
      "R0 Node_metal1_20330_22400 ITermNode_metal1_20330_22400 R=1.000000e-03\n"
      "R1 Node_metal1_20330_22400 Node_metal4_20330_22400 R = 2.5\n"
      "I0 ITermNode_metal1_20330_22400 0 DC 1.773e-07\n"
      "V0 Node_metal4_20330_22400 0 DC 1.1\n"
      ".OPTION NUMDGT=6\n.OP\n.SAVE TYPE=IC FILE=compare.ic\n.END\n");
  EXPECT_DOUBLE_EQ(network.elements[0].ohm, 1e-3);
  EXPECT_EQ(layer_text(network, 0), "metal1");
  EXPECT_EQ(layer_text(network, 1), "metal1/metal4");
  EXPECT_EQ(class_of(network, 0), ElementClass::kMetal);
  EXPECT_EQ(class_of(network, 1), ElementClass::kVia);
  EXPECT_DOUBLE_EQ(network.sources[1].value, 1.1);
}

TEST(SpiceReader, GivesLocationsFromNamesWhenTheUnitIsTold) {
  NetworkOptions options;
  options.dbu_per_um = 2000;
  const Network network = good_network("R0 n1_m1_0_400 n1_m1_4000_400 4.46\n.end\n", options);
  const ElementShape shape = shape_of(network, 0);
  EXPECT_TRUE(shape.known);
  EXPECT_DOUBLE_EQ(shape.x2_um, 2.0);
  EXPECT_DOUBLE_EQ(shape.y1_um, 0.2);
}

TEST(SpiceReader, JoinsContinuationLines) {
  const Network network = good_network("R1 a\n* a comment between\n+ b\n+ 2.5\n.end\n");
  EXPECT_DOUBLE_EQ(resistance(network, "a", "b"), 2.5);
}

TEST(SpiceReader, UnderstandsScalesAndUnits) {
  EXPECT_DOUBLE_EQ(parse_spice_number("2.5k").value(), 2500);
  EXPECT_DOUBLE_EQ(parse_spice_number("1meg").value(), 1e6);
  EXPECT_DOUBLE_EQ(parse_spice_number("3mOhm").value(), 3e-3);
  EXPECT_DOUBLE_EQ(parse_spice_number("0.1PF").value(), 0.1e-12);
  EXPECT_DOUBLE_EQ(parse_spice_number("10ohm").value(), 10);
  EXPECT_DOUBLE_EQ(parse_spice_number("+1.5e-3").value(), 1.5e-3);
  for (const char* bad : {"", "-", "rmet", "1x", "1.2.3", "nan", "inf", "0x10", "'a*b'", "1e999"}) {
    EXPECT_FALSE(parse_spice_number(bad)) << bad;
  }
}

TEST(SpiceReader, RefusesBadResistances_ESD_0002) {
  core::CollectingSink sink;
  EXPECT_FALSE(network_of("R1 a b\nR2 b c -3\nR3 c d rmet\nR4 d e {x}\n.end\n", sink));
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0002", "ESD-0002", "ESD-0002", "ESD-0002"));
  EXPECT_EQ(sink.findings[0].location.line, 1U);
  EXPECT_THAT(sink.findings[0].message, HasSubstr("'R1'"));
  EXPECT_THAT(sink.findings[1].message, HasSubstr("negative"));
  EXPECT_EQ(sink.findings[1].location.line, 2U);
  EXPECT_THAT(sink.findings[2].message, HasSubstr("'rmet'"));
  EXPECT_EQ(sink.findings[0].kind, core::FindingClass::kInput);
}

TEST(SpiceReader, ReportsSyntaxWithLines_ESD_0001) {
  core::CollectingSink sink;
  EXPECT_FALSE(network_of("* t\nR1 a\n+\nfoo bar\n=\nR2 a b 1 zzz=\n.ends\n.end\n", sink));
  EXPECT_THAT(ids(sink), Contains("ESD-0001"));
  EXPECT_GE(sink.findings.size(), 3U);
  EXPECT_EQ(sink.findings[0].location.line, 2U);
}

TEST(SpiceReader, RefusesWhatItWouldHaveToLeaveOut_ESD_0004) {
  core::CollectingSink sink;
  EXPECT_FALSE(network_of("* t\nR1 a b 1\n.include rest.sp\nE1 a 0 b 0 2\n.end\n", sink));
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0004", "ESD-0004"));
  core::CollectingSink second;
  EXPECT_FALSE(
      network_of(".subckt seg a b\nR1 a b 1\n.ends\nX1 p q seg\nR2 q r 1\n.end\n", second));
  EXPECT_THAT(ids(second), Contains("ESD-0004"));
}

TEST(SpiceReader, WarnsOfTextBehindTheEnd_ESD_0009) {
  core::CollectingSink sink;
  EXPECT_TRUE(network_of("R1 a b 1\n.end\nR2 b c 1\n", sink));
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0009"));
}

TEST(SpiceReader, RefusesAFileWithoutResistors_ESD_0011) {
  core::CollectingSink sink;
  EXPECT_FALSE(network_of("* empty\nV1 a 0 1\nC1 a 0 1p\n.end\n", sink));
  EXPECT_THAT(ids(sink), Contains("ESD-0011"));
  EXPECT_THAT(first(sink, "ESD-0011").message, HasSubstr("1 capacitor"));
}

TEST(SpiceReader, NamesSelfLoops_ESD_0013) {
  core::CollectingSink sink;
  EXPECT_TRUE(network_of("R1 a b 1\nR2 b b 4\n.end\n", sink));
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0013"));
}

TEST(SpiceReader, WarnsOfImplausibleValues_ESD_0010) {
  core::CollectingSink sink;
  EXPECT_TRUE(network_of("R1 a b 2e9\nR2 b c 2.5e9\nR3 c d 1\n.end\n", sink));
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0010"));
}

TEST(Dspf, ReadsNetsPinsAndProperties) {
  core::CollectingSink sink;
  const auto network = network_of(
      "*|DSPF 1.5\n*|DESIGN top\n*|DIVIDER /\n*|DELIMITER :\n"
      "*LAYER_MAP\n*1 M1\n*2 VIA1\n"
      ".SUBCKT top VDD\n"
      "*|GROUND_NET VSS\n"
      "*|NET VDD 0.0123PF\n"
      "*|P (VDD B 0 10 20)\n"
      "*|I (XCL1:high XCL1 high B 0 30 20)\n"
      "*|S (VDD:1 20 20) (VDD:2 20.0 20)\n"
      "R1 VDD VDD:1 0.5 $layer=M2 $w=0.4 $l=10 $X=10 $Y=20 $X2=20 $Y2=20\n"
      "R2 VDD:1 VDD:2 1.5 $lvl=2 $cuts=4\n"
      "R3 VDD:2 XCL1:high 0.25 $lvl=1 $w=0.1u l=2u\n"
      "C1 VDD:1 VSS 1e-15\n"
      "XCL1 VDD VSS clamp\n"
      ".ENDS\n",
      sink);
  ASSERT_TRUE(network) << sink.findings.front().message;
  EXPECT_THAT(sink.findings, IsEmpty());
  ASSERT_EQ(network->elements.size(), 3U);
  EXPECT_EQ(layer_text(*network, 0), "M2");
  EXPECT_EQ(layer_text(*network, 1), "VIA1");
  EXPECT_EQ(layer_text(*network, 2), "M1");
  EXPECT_FLOAT_EQ(network->elements[0].width_um, 0.4F);
  EXPECT_FLOAT_EQ(network->elements[2].width_um, 0.1F);
  EXPECT_FLOAT_EQ(network->elements[2].length_um, 2.0F);
  EXPECT_EQ(network->elements[1].cuts, 4U);
  EXPECT_TRUE(shape_of(*network, 0).known);
  EXPECT_DOUBLE_EQ(shape_of(*network, 1).x1_um, 20.0);
  ASSERT_EQ(network->nets.size(), 1U);
  EXPECT_EQ(network->nets[0].name, "VDD");
  EXPECT_EQ(network->nets[0].element_count, 3U);
  EXPECT_EQ(network->devices, 1U);
  EXPECT_DOUBLE_EQ(resistance(*network, "VDD", "XCL1:high"), 2.25);
}

TEST(Dspf, KeepsTheCaseOfNames) {
  const Network network =
      good_network("*|DSPF 1.0\n.SUBCKT t a\n*|NET a 0\nR1 a A 1\nR2 A b 2\n.ENDS\n");
  EXPECT_DOUBLE_EQ(resistance(network, "a", "b"), 3.0);
}

TEST(Dspf, RefusesAWidthInAWrongUnit) {
  core::CollectingSink sink;
  EXPECT_FALSE(network_of("*|DSPF 1.0\n.SUBCKT t a\n*|NET a 0\nR1 a b 1 $w=2e-7\n.ENDS\n", sink));
  EXPECT_THAT(first(sink, "ESD-0001").message, HasSubstr("length_unit"));
}

TEST(Cases, case_esd_22) {
  core::CollectingSink sink;
  EXPECT_FALSE(network_of(".subckt top VDD VSS\nR1 VDD a 1\n.ends\n", sink));
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0005"));
  EXPECT_THAT(sink.findings[0].message, HasSubstr("'VSS'"));
  core::CollectingSink dspf;
  EXPECT_FALSE(
      network_of("*|DSPF 1.0\n.SUBCKT t A\n*|NET A 0\n*|P (B X 0 1 1)\nR1 A a 1\n.ENDS\n", dspf));
  EXPECT_THAT(ids(dspf), ElementsAre("ESD-0005"));
}

TEST(Cases, case_esd_24) {
  core::CollectingSink sink;
  EXPECT_TRUE(network_of("R1 a b 1\nC1 b 0 1f\nC2 q 0 1f\nC3 r s 1f\n.end\n", sink));
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0012"));
  EXPECT_THAT(sink.findings[0].message, HasSubstr("3 nodes"));
  EXPECT_THAT(sink.findings[0].message, HasSubstr("'q'"));
}

TEST(Cases, case_esd_25) {
  for (const char* text : {"R1 a b 1\nR2 b c 1\n", ".subckt t a\nR1 a b 1\n", "R1 a b 1\nR2 b"}) {
    core::CollectingSink sink;
    EXPECT_FALSE(network_of(text, sink)) << text;
    EXPECT_THAT(ids(sink), Contains("ESD-0003")) << text;
  }
}

TEST(Cases, case_esd_28) {
  core::CollectingSink sink;
  const auto network = network_of("R1 a b 2\nR2 b a 2\nR3 a b 3\n.end\n", sink);
  ASSERT_TRUE(network);
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0006"));
  EXPECT_THAT(sink.findings[0].message, HasSubstr("'R2' and 'R1'"));
  EXPECT_DOUBLE_EQ(resistance(*network, "a", "b"), 0.75) << "duplicates stay, in parallel";
}

TEST(Cases, case_esd_31) {
  // A zero-ohm short and a node that only has a capacitor must not make the equations singular.
  core::CollectingSink sink;
  const auto network =
      network_of("R1 a b 1\nR2 b c 0\nV1 c d 0\nL1 d e 1n\nR3 e f 2\nC1 g 0 1f\n.end\n", sink);
  ASSERT_TRUE(network);
  EXPECT_DOUBLE_EQ(resistance(*network, "a", "f"), 3.0);
  EXPECT_EQ(resistance(*network, "b", "e"), 0.0);
  EXPECT_EQ(resistance(*network, "a", "g"), kOpenOhm);
}

}  // namespace
}  // namespace sealring::esd::testing
