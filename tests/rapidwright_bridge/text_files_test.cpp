// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Metadata, pblocks, guides and constraint text.
#include <gtest/gtest.h>

#include "rapidwright_bridge/guide.h"
#include "rapidwright_bridge/metadata.h"
#include "rapidwright_bridge/pblock.h"
#include "rapidwright_bridge/xdc.h"
#include "tests/rapidwright_bridge/support.h"
#include "tests/rapidwright_bridge/synthetic.h"

namespace sealring::rapidwright_bridge {
namespace {

using testing::as_input;
using testing::has;
using testing::message_of;

TEST(Metadata, both_forms) {
  core::CollectingSink sink;
  const auto m = read_metadata(as_input(testing::metadata()), sink);
  ASSERT_TRUE(m);
  EXPECT_EQ(m->name, "pblock0");
  ASSERT_EQ(m->pblocks.size(), 1U);
  EXPECT_EQ(canonical_ranges(m->pblocks[0]),
            "RAMB36_X1Y47:RAMB36_X1Y47 SLICE_X13Y235:SLICE_X16Y239");
  ASSERT_EQ(m->clocks.size(), 1U);
  EXPECT_EQ(m->clocks[0].period_ns, "2.850");
  ASSERT_EQ(m->ports.size(), 4U);
  EXPECT_EQ(m->ports[2].passes, (std::vector<std::string>{"q"}));
  EXPECT_EQ(m->ports[0].type, "clock local");
}

TEST(Metadata, faults) {
  const std::string good = testing::metadata();
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"inputs 3", "inputs 4"},
                                                        {"end block\n", ""},
                                                        {"begin block", "block"},
                                                        {"period 2.850", "period x"},
                                                        {"maxdelay 0.079", "maxdelay -"},
                                                        {"  end clock\n", ""},
                                                        {"pblocks 1", "pblocks one"},
                                                        {"SLICE_X16Y239", "RAMB36_X16Y239"},
                                                        {"    end connections\n", ""},
                                                        {"netname q", "nettname q"}}) {
    core::CollectingSink sink;
    EXPECT_FALSE(read_metadata(as_input(testing::replace_all(good, from, to)), sink)) << from;
    EXPECT_TRUE(has(sink.findings, "RWB-0005")) << from;
  }
  core::CollectingSink sink;
  EXPECT_FALSE(read_metadata(as_input(good + "more\n"), sink));
}

TEST(Metadata, ports_against_the_netlist) {
  core::CollectingSink sink;
  const auto m = read_metadata(as_input(testing::metadata()), sink);
  ASSERT_TRUE(m);
  const std::string text = testing::edif();
  const auto bytes = memory_source(text);
  const EdifDigest d = digest_edif(*bytes, "core.edf", sink);
  compare_ports(*m, d.ports, "m.txt", sink);
  EXPECT_TRUE(sink.findings.empty());
  compare_ports(*m, {split_port_name("d[2:0]", 3, true)}, "m.txt", sink);
  EXPECT_TRUE(has(sink.findings, "RWB-0309"));
  EXPECT_NE(message_of(sink.findings, "RWB-0309").find("'d[2]' is in the netlist"),
            std::string::npos);
}

TEST(Pblock, ranges_and_files) {
  std::string problem;
  const auto range = parse_range("SLICE_X13Y235:SLICE_X16Y239", problem);
  ASSERT_TRUE(range);
  EXPECT_EQ(to_string(*range), "SLICE_X13Y235:SLICE_X16Y239");
  EXPECT_TRUE(parse_range("RAMB36_X1Y47", problem));
  EXPECT_FALSE(parse_range("odd", problem));
  core::CollectingSink sink;
  const auto lines = read_pblocks(as_input("# three\nRAMB36_X1Y47:RAMB36_X1Y47 "
                                           "SLICE_X13Y235:SLICE_X16Y239\nSLICE_X0Y0:SLICE_X2Y4\n"),
                                  sink);
  ASSERT_TRUE(lines);
  ASSERT_EQ(lines->size(), 2U);
  EXPECT_EQ(slice_shape((*lines)[1]), "3 x 5");
  const auto commands =
      read_pblocks(as_input("create_pblock a\nadd_cells_to_pblock a [get_cells x]\nresize_pblock "
                            "[get_pblocks a] -add {CLOCKREGION_X5Y5:CLOCKREGION_X5Y5}\n"),
                   sink);
  ASSERT_TRUE(commands);
  EXPECT_EQ((*commands)[0].ranges[0].type, "CLOCKREGION");
  EXPECT_TRUE(sink.findings.empty());
  for (const char* bad :
       {"SLICE_X3Y0:SLICE_X1Y4\n", "SLICE_X0Y0:DSP_X1Y4\n", "SLICE_X0Y0:SLICE_X1\n", "\n",
        "create_pblock a\nresize_pblock a -add SLICE_X3Y0:SLICE_X1Y4\n"}) {
    core::CollectingSink faults;
    EXPECT_FALSE(read_pblocks(as_input(bad), faults)) << bad;
    EXPECT_TRUE(has(faults.findings, "RWB-0006")) << bad;
  }
}

constexpr const char* kGuide =
    "PART xcvu3p-ffvc1517-2-i\nBLOCK 3f6c 2 2 1\nIMPL 0 SLICE_X0Y0:SLICE_X3Y4\nIMPL 1 1 "
    "SLICE_X8Y0:SLICE_X11Y4\nSUB_IMPL 0 SLICE_X8Y0:SLICE_X9Y4\n"
    "INST u0 0 SLICE_X0Y0\nINST u1 1 SLICE_X8Y5\nCLOCK clk 2.850 "
    "BUFGCE_X0Y2\nEND_BLOCK\nEND_BLOCKS\n";

TEST(Guide, blocks_implementations_and_instances) {
  core::CollectingSink sink;
  const auto g = read_guide(as_input(kGuide), sink);
  ASSERT_TRUE(g) << sink.findings[0].message;
  ASSERT_EQ(g->blocks.size(), 1U);
  EXPECT_EQ(g->blocks[0].implementations.size(), 2U);
  EXPECT_EQ(g->blocks[0].implementations[1].parts.size(), 1U);
  EXPECT_EQ(g->blocks[0].instances[1].lower_left_site, "SLICE_X8Y5");
  EXPECT_EQ(g->blocks[0].clocks[0].buffer, "BUFGCE_X0Y2");
}

TEST(Guide, faults) {
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"3f6c 2 2 1", "3f6c 3 2 1"},
           {"END_BLOCKS\n", ""},
           {"INST u1 1", "INST u1 7"},
           {"PART xcvu3p-ffvc1517-2-i\n", ""},
           {"END_BLOCK\n", ""},
           {"CLOCK clk 2.850 BUFGCE_X0Y2", "CLOCK clk"},
           {"INST u0 0", "INST u0 x"},
           {"IMPL 0 ", "IMPLEMENTATION 0 "}}) {
    core::CollectingSink sink;
    EXPECT_FALSE(read_guide(as_input(testing::replace_all(kGuide, from, to)), sink)) << from;
    EXPECT_TRUE(has(sink.findings, "RWB-0007")) << from;
  }
}

TEST(Xdc, commands_are_split_as_tcl_splits_them) {
  const auto commands =
      split_tcl("a b; c {d\n e} ;# note\nset x \\\n  [list 1 2]\n# all ; of this\nputs \"x;y\"");
  ASSERT_EQ(commands.size(), 4U);
  EXPECT_EQ(commands[0].first, "a b");
  EXPECT_EQ(commands[1].first, "c {d e}");
  EXPECT_EQ(commands[2].first, "set x [list 1 2]");
  EXPECT_EQ(commands[3].first, "puts \"x;y\"");
  EXPECT_EQ(tcl_words("a {b c} \"d e\" [f g]"),
            (std::vector<std::string>{"a", "b c", "d e", "[f g]"}));
}

}  // namespace
}  // namespace sealring::rapidwright_bridge
