// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/checkpoint.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <random>

#include "rapidwright_bridge/fit.h"
#include "tests/rapidwright_bridge/support.h"
#include "tests/rapidwright_bridge/synthetic.h"

namespace sealring::rapidwright_bridge {
namespace {

using testing::CheckpointSpec;
using testing::has;
using testing::message_of;

constexpr std::uint64_t kLimit = 1U << 30;

struct Read {
  std::optional<Checkpoint> checkpoint;
  std::vector<core::Finding> findings;
};

Read read(const std::string& bytes, std::uint64_t limit = kLimit) {
  core::CollectingSink sink;
  Read out;
  out.checkpoint = read_checkpoint_bytes(bytes, "core.dcp", limit, sink);
  out.findings = std::move(sink.findings);
  return out;
}

std::string packed(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

TEST(Checkpoint, facts) {
  const Read r = read(testing::checkpoint(
      {.late_xdc =
           "set_property HD.CLK_SRC BUFGCTRL_X0Y2 [get_ports clk]\n"
           "set_clock_uncertainty -setup 0.025 [get_clocks clk]\n"
           "create_pblock p\nresize_pblock [get_pblocks p] -add {SLICE_X13Y235:SLICE_X16Y239}\n"
           "set_property CONTAIN_ROUTING 1 [get_pblocks p]\n",
       .routed = true}));
  ASSERT_TRUE(r.checkpoint) << r.findings[0].message;
  const Checkpoint& c = *r.checkpoint;
  EXPECT_EQ(c.version, 11);
  EXPECT_EQ(c.tool_version, "2018.3");
  EXPECT_EQ(c.part, parse_part("xcvu3p-ffvc1517-2-i"));
  EXPECT_EQ(c.top, "core");
  EXPECT_TRUE(c.out_of_context);
  EXPECT_TRUE(c.placement && c.routing);
  EXPECT_EQ(c.encoding, NetlistEncoding::kPlain);
  ASSERT_TRUE(c.netlist);
  EXPECT_EQ(c.netlist->instances, 2U);
  ASSERT_EQ(c.constraints.clocks.size(), 1U);
  EXPECT_EQ(c.constraints.clocks[0].second, "2.850");
  EXPECT_EQ(c.constraints.clock_sources, (std::vector<std::string>{"BUFGCTRL_X0Y2"}));
  EXPECT_EQ(c.constraints.uncertainties, (std::vector<std::string>{"0.025"}));
  ASSERT_EQ(c.constraints.pblocks.size(), 1U);
  EXPECT_TRUE(c.constraints.pblocks[0].contain_routing);
  EXPECT_EQ(slice_shape(c.constraints.pblocks[0]), "4 x 5");
}

/// What place and route added does not change which circuit it is.
TEST(Checkpoint, implementation_commands_do_not_belong_to_the_circuit) {
  const Read plain = read(testing::checkpoint());
  const Read late = read(testing::checkpoint(
      {.xdc = "# by hand\n\nset_property src_info {type:XDC file:1 line:1} "
              "[current_design]\ncreate_clock   -period 2.850 \\\n  -name clk [get_ports clk]\n",
       .late_xdc = "create_pblock p\nset_clock_uncertainty -setup -0.100 [get_clocks clk]\n"}));
  ASSERT_TRUE(plain.checkpoint && late.checkpoint);
  EXPECT_EQ(plain.checkpoint->constraints.circuit_digest(),
            late.checkpoint->constraints.circuit_digest());
  const Read slower =
      read(testing::checkpoint({.xdc = "create_clock -period 3.0 -name clk [get_ports clk]\n"}));
  EXPECT_NE(plain.checkpoint->constraints.circuit_digest(),
            slower.checkpoint->constraints.circuit_digest());
}

TEST(Checkpoint, three_encodings_of_the_netlist) {
  const Read plain = read(testing::checkpoint());
  const Read zstd = read(testing::checkpoint({.netlist = packed(testing::edif())}));
  ASSERT_TRUE(plain.checkpoint && zstd.checkpoint);
  EXPECT_EQ(zstd.checkpoint->encoding, NetlistEncoding::kZstandard);
  EXPECT_EQ(zstd.checkpoint->netlist->canonical, plain.checkpoint->netlist->canonical);
  const Read vendor =
      read(testing::checkpoint({.netlist = "XlxV18EB    fa00 bytes that are not looked at"}));
  ASSERT_TRUE(vendor.checkpoint);
  EXPECT_EQ(vendor.checkpoint->encoding, NetlistEncoding::kVendor);
  EXPECT_FALSE(vendor.checkpoint->netlist);
  const std::string half = packed(testing::edif());
  EXPECT_TRUE(has(read(testing::checkpoint({.netlist = half.substr(0, half.size() / 2)})).findings,
                  "RWB-0004"));
}

TEST(Checkpoint, damaged_containers) {
  const std::string whole = testing::checkpoint();
  EXPECT_TRUE(has(read("version https://git-lfs.github.com/spec/v1\n").findings, "RWB-0002"));
  EXPECT_TRUE(has(read(whole.substr(0, whole.size() - 30)).findings, "RWB-0002"));
  EXPECT_TRUE(has(read(testing::zip({{"other.txt", "x"}})).findings, "RWB-0002"));
  EXPECT_TRUE(has(read(testing::zip({{"dcp.xml", "<Checkpoint"}})).findings, "RWB-0002"));
  EXPECT_TRUE(has(read(testing::zip({{"dcp.xml", "<Other/>"}})).findings, "RWB-0002"));
  std::string flipped = whole;
  flipped[flipped.find("(contents") + 3] ^= 1;  // the checksum of the member no longer matches
  EXPECT_TRUE(has(read(flipped).findings, "RWB-0002"));
}

TEST(Checkpoint, bombs_are_refused_before_anything_is_unpacked) {
  const Read small = read(testing::checkpoint(), 100);
  EXPECT_TRUE(has(small.findings, "RWB-0003"));
  // A directory that claims four gigabytes for a few bytes.
  std::string forged = testing::checkpoint();
  const std::size_t entry = forged.find("PK\x01\x02", forged.find("PK\x01\x02") + 4);
  forged[entry + 24] = forged[entry + 25] = forged[entry + 26] = '\xff';
  forged[entry + 27] = '\x7f';
  const Read r = read(forged, 16ULL << 30);
  EXPECT_FALSE(r.checkpoint);
  EXPECT_TRUE(has(r.findings, "RWB-0003") || has(r.findings, "RWB-0002"));
}

TEST(Checkpoint, damage_anywhere_never_crashes_and_truncation_never_reads) {
  const std::string whole = testing::checkpoint({.routed = true});
  std::mt19937 random(3);
  for (std::size_t n = 0; n < 300 * testing::soak(); ++n) {
    std::string text = whole;
    if (n % 2 == 0) {
      text.resize(random() % text.size());
      EXPECT_FALSE(read(text).checkpoint) << text.size();
    } else {
      text[random() % text.size()] = static_cast<char>(random());
      read(text);
    }
  }
}

TEST(Checkpoint, formats_of_tool_versions) {
  for (const auto& [version, format] : std::vector<std::pair<const char*, int>>{{"2015.4", 4},
                                                                                {"2016.1", 5},
                                                                                {"2016.2", 5},
                                                                                {"2017.2", 7},
                                                                                {"2018.3", 11},
                                                                                {"2018.3.1", 11},
                                                                                {"2019.2", 11},
                                                                                {"2020.2", 15},
                                                                                {"2023.2", 21},
                                                                                {"2025.2", 25},
                                                                                {"2026.1", 25},
                                                                                {"2010.1", 0},
                                                                                {"", 0},
                                                                                {"x", 0}})
    EXPECT_EQ(checkpoint_format_of(version), format) << version;
  core::CollectingSink sink;
  EXPECT_FALSE(check_checkpoint_tool("core.dcp", "2018.3", 11, "2017.4", sink));
  EXPECT_TRUE(has(sink.findings, "RWB-0304"));
  sink.findings.clear();
  EXPECT_TRUE(check_checkpoint_tool("core.dcp", "2018.3", 11, "2022.1", sink));
  EXPECT_TRUE(has(sink.findings, "RWB-0305"));
  sink.findings.clear();
  EXPECT_TRUE(check_checkpoint_tool("core.dcp", "2018.3", 11, "2018.3", sink));
  EXPECT_TRUE(check_checkpoint_tool("core.dcp", "2018.3.1", 11, "2018.3", sink));
  EXPECT_TRUE(sink.findings.empty());
  // A target older than every format on record, and one of the same format.
  EXPECT_FALSE(check_checkpoint_tool("core.dcp", "2018.3", 11, "2014.4", sink));
  EXPECT_FALSE(check_checkpoint_tool("core.dcp", "2019.2", 11, "2018.3", sink));
  EXPECT_EQ(sink.findings.size(), 2U);
}

}  // namespace
}  // namespace sealring::rapidwright_bridge
