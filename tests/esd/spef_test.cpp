// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "esd/node_list.h"
#include "tests/esd/support.h"

namespace sealring::esd::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const char* const kHeader =
    "*SPEF \"IEEE 1481-1998\"\n*DESIGN \"t\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n"
    "*T_UNIT 1 NS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*L_UNIT 1 HENRY\n";

std::string with_header(const std::string& rest) {
  return kHeader + rest;
}

TEST(Spef, ReadsMapUnitsAndCoordinates) {
  core::CollectingSink sink;
  const auto network = network_of(
      with_header(
          "*NAME_MAP\n*1 net_a\n*2 u1\n*PORTS\n*1 I *C 1 2\n\n"
          "*D_NET *1 1.5\n*CONN\n*P *1 I *C 1 2\n*I *2:A I *C 5 2 *L 0.1 *D BUF\n*N *1:1 *C 3 2\n"
          "*CAP\n1 *1:1 0.5\n2 *2:A other:3 0.5\n"
          "*RES\n1 *1 *1:1 0.25 // $l=2 $w=0.1 $lvl=3\n2 *1:1 *2:A 0.5\n*END\n"),
      sink);
  ASSERT_TRUE(network) << sink.findings.front().message;
  EXPECT_THAT(sink.findings, IsEmpty());
  EXPECT_DOUBLE_EQ(resistance(*network, "net_a", "u1:A"), 750);
  EXPECT_EQ(network->nets[0].name, "net_a");
  EXPECT_TRUE(shape_of(*network, 1).known);
  EXPECT_DOUBLE_EQ(shape_of(*network, 1).x2_um, 5);
  EXPECT_FLOAT_EQ(network->elements[0].width_um, 0.1F);
  EXPECT_EQ(layer_text(*network, 0), "lvl3");
}

TEST(Spef, FindsEscapedNamesWithAndWithoutBackslash) {
  const Network network = good_network(with_header(
      "*D_NET a\\/b 1\n*CONN\n*P in I\n*I u\\[0\\]:A I\n*RES\n1 in u\\[0\\]:A 1\n*END\n"));
  const core::InputReader reader(".");
  core::CollectingSink sink;
  EXPECT_EQ(read_terminals(network, reader, {"u\\[0\\]:A"}, false, "--to", sink).size(), 1U);
  EXPECT_EQ(read_terminals(network, reader, {"u[0]:A"}, false, "--to", sink).size(), 1U);
  EXPECT_THAT(sink.findings, IsEmpty());
}

TEST(Spef, NamesMissingMapEntries_ESD_0008) {
  core::CollectingSink sink;
  EXPECT_FALSE(
      network_of(with_header("*NAME_MAP\n*1 a\n*D_NET *1 1\n*RES\n1 *1 *812:3 1\n*END\n"), sink));
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0008"));
  EXPECT_THAT(sink.findings[0].message, HasSubstr("812"));
}

TEST(Spef, TellsWhichTripletValueCounts_ESD_0014) {
  const std::string text = with_header("*D_NET a 1\n*RES\n1 a b 1:2:3\n*END\n");
  core::CollectingSink sink;
  const auto network = network_of(text, sink);
  ASSERT_TRUE(network);
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0014"));
  EXPECT_DOUBLE_EQ(resistance(*network, "a", "b"), 3000);
  NetworkOptions options;
  options.corner = SpefCorner::kMin;
  EXPECT_DOUBLE_EQ(resistance(good_network(text, options), "a", "b"), 1000);
}

TEST(Spef, RefusesBadValuesAndFields) {
  core::CollectingSink sink;
  EXPECT_FALSE(network_of(
      with_header("*D_NET a 1\n*RES\n1 a b\n2 a b -1\n3 a b zero\n4 a b c 1 2\n*END\n"), sink));
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0002", "ESD-0002", "ESD-0002", "ESD-0001"));
}

TEST(Spef, LeavesReducedNetsOut) {
  core::CollectingSink sink;
  EXPECT_TRUE(network_of(
      with_header("*R_NET r 1\n*DRIVER u:Z\n*CELL BUF\n*C2_R1_C1 1 2 3\n*LOADS\n*RC x 1\n*END\n"
                  "*D_NET a 1\n*RES\n1 a b 1\n*END\n"),
      sink));
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0009"));
  EXPECT_THAT(sink.findings[0].message, HasSubstr("*R_NET"));
}

TEST(Spef, RefusesOtherFiles_ESD_0004) {
  core::CollectingSink sink;
  EXPECT_FALSE(
      network_of(with_header("*DEFINE u1 \"sub.spef\"\n*D_NET a 1\n*RES\n1 a b 1\n*END\n"), sink));
  EXPECT_THAT(ids(sink), Contains("ESD-0004"));
}

TEST(Spef, LimitsTheNameMap_ESD_0015) {
  core::CollectingSink sink;
  EXPECT_FALSE(network_of(
      with_header("*NAME_MAP\n*99999999999 a\n*D_NET b 1\n*RES\n1 a b 1\n*END\n"), sink));
  EXPECT_THAT(ids(sink), Contains("ESD-0015"));
}

TEST(Cases, case_esd_25_spef) {
  core::CollectingSink sink;
  EXPECT_FALSE(network_of(with_header("*D_NET a 1\n*RES\n1 a b 1\n"), sink));
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0003"));
  EXPECT_THAT(sink.findings[0].message, HasSubstr("'a'"));
  core::CollectingSink middle;
  EXPECT_FALSE(network_of(
      with_header("*D_NET a 1\n*RES\n1 a b 1\n*D_NET c 1\n*RES\n1 c d 1\n*END\n"), middle));
  EXPECT_THAT(ids(middle), ElementsAre("ESD-0003"));
}

TEST(Cases, case_esd_34) {
  for (const char* unit :
       {"*R_UNIT OHM\n", "*R_UNIT 0 OHM\n", "*R_UNIT 1 MOHM\n", "*R_UNIT x OHM\n", ""}) {
    core::CollectingSink sink;
    std::string text = kHeader;
    text.replace(text.find("*R_UNIT 1 KOHM\n"), 15, unit);
    EXPECT_FALSE(network_of(text + "*D_NET a$1 1\n*RES\n1 a$1 b 1\n*END\n", sink)) << unit;
    EXPECT_THAT(ids(sink), ElementsAre("ESD-0007")) << unit;
  }
  core::CollectingSink sink;
  EXPECT_TRUE(network_of(with_header("*D_NET a$1 1\n*RES\n1 a$1 b 2e6\n2 b c 3e6\n*END\n"), sink));
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0010")) << "an implausible median is warned of";
}

TEST(Cases, case_esd_36) {
  core::CollectingSink sink;
  const auto network =
      network_of(with_header("*PORTS\nport_a[-2] I\n*D_NET port_a[-2] 1\n*CONN\n*P port_a[-2] "
                             "I\n*RES\n1 port_a[-2] b 1\n*END\n"),
                 sink);
  ASSERT_TRUE(network);
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0009"));
  EXPECT_DOUBLE_EQ(resistance(*network, "port_a[-2]", "b"), 1000);
}

TEST(Cases, case_esd_37) {
  core::CollectingSink sink;
  std::string text = kHeader;
  text.replace(text.find("*DELIMITER :"), 12, "*DELIMITER:");
  const auto network =
      network_of(text + "*D_NET a 1\n*CONN\n*P a\n*I u:A *C 1 2\n*RES\n1 a u:A 1\n*END\n", sink);
  ASSERT_TRUE(network);
  EXPECT_THAT(ids(sink), ElementsAre("ESD-0009", "ESD-0009", "ESD-0009"));
  EXPECT_EQ(sink.findings[0].location.line, 4U);
}

}  // namespace
}  // namespace sealring::esd::testing
