// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
//
// Netlists nobody here wrote, read by us and by yosys.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "core/netlist/check.h"
#include "core/netlist/resolve.h"
#include "tests/core/netlist_judge.h"
#include "tests/core/netlist_testing.h"

namespace sealring::core {
namespace {

namespace fs = std::filesystem;

fs::path corpus() {
  const char* given = std::getenv("SEALRING_CORPUS");
  return given != nullptr ? fs::path(given) : fs::path(SEALRING_SOURCE_DIR) / "../shared/data";
}

std::vector<fs::path> netlists(const std::string& folder) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(corpus() / folder)) {
    if (entry.path().extension() == ".v") out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

struct CorpusFile {
  Netlist netlist;
  CollectingSink sink;
  bool good = false;
};

CorpusFile read_file(const fs::path& path) {
  CorpusFile out;
  const InputReader reader(corpus());
  const auto file = reader.read(path, InputLimits{}.design, out.sink);
  if (file) out.good = read_verilog(*file, {}, out.netlist, out.sink);
  return out;
}

/// What yosys does not read: ports written as expressions, and a defparam of an instance that is not there.
const std::set<std::string> kYosysRefuses{"test__verilog_port_bundle_find_pin.v",
                                          "test__verilog_port_bundle_ordered.v",
                                          "test__verilog_port_concat.v", "test__verilog_specify.v"};

void compare_all(const std::string& folder, std::size_t at_least) {
  std::size_t agreed = 0;
  std::size_t compared = 0;
  for (const fs::path& path : netlists(folder)) {
    SCOPED_TRACE(path.string());
    const auto ours = read_file(path);
    EXPECT_TRUE(ours.good);
    for (const Finding& finding : ours.sink.findings) ADD_FAILURE() << finding.message;
    const auto theirs = testing::read_with_yosys(path);
    if (kYosysRefuses.contains(path.filename().string())) {
      EXPECT_FALSE(theirs.json) << "yosys reads it now: take it off the list";
      continue;
    }
    ASSERT_TRUE(theirs.json) << theirs.complaint;
    for (const std::string& difference :
         testing::compare_with_yosys(ours.netlist, *theirs.json, compared)) {
      ADD_FAILURE() << difference;
    }
    ++agreed;
  }
  EXPECT_GE(agreed, at_least);
  EXPECT_GT(compared, 1000u);
}

TEST(netlist_corpus, sdc_netlists_are_read_as_yosys_reads_them) {
  compare_all("sdc", 45);
}

TEST(netlist_corpus, stack_netlists_are_read_as_yosys_reads_them) {
  compare_all("stack", 12);
}

TEST(netlist_corpus, gcd_on_sky130hd) {
  const auto read = read_file(corpus() / "sdc/OpenSTA/examples__gcd_sky130hd.v");
  ASSERT_TRUE(read.good);
  const Module& gcd = *read.netlist.find("gcd");
  EXPECT_EQ(gcd.ports.size(), 8u);
  EXPECT_EQ(read.netlist.find_port(gcd, "resp_msg")->range(), (Range{15, 0}));
  EXPECT_EQ(resolve(read.netlist, gcd, "clk").direction, Direction::kInput);
  EXPECT_EQ(resolve(read.netlist, gcd, "req_msg[31]").kind, ObjectKind::kPort);
  EXPECT_EQ(resolve(read.netlist, gcd, "_297_/A").kind, ObjectKind::kLeafPin);
  EXPECT_EQ(resolve(read.netlist, gcd, "_297_/A").cell, "sky130_fd_sc_hd__nand2_8");
  EXPECT_EQ(resolve(read.netlist, gcd, "clkk").nearest.at(0), "clk");
}

TEST(netlist_corpus, names_with_slashes) {
  const auto read = read_file(corpus() / "sdc/OpenSTA/test__slash_port_test.v");
  const Module& top = *read.netlist.find("slash_port_test");
  EXPECT_EQ(resolve(read.netlist, top, "level1/level2/level3").kind, ObjectKind::kPort);
  EXPECT_EQ(resolve(read.netlist, top, "level1/Y").also,
            std::vector<std::string>{"port 'level1\\/Y'"});
}

TEST(netlist_corpus, substrates_that_lack_the_ports_their_instances_connect) {
  const auto read = read_file(corpus() / "stack/esc/case1000/top.v");
  CollectingSink sink;
  const NetlistCheck counts = check_netlist(read.netlist, sink);
  EXPECT_EQ(counts.connections, 60u);
  ASSERT_EQ(sink.findings.size(), 9u);
  EXPECT_EQ(sink.findings[0].code->id, "IO-0321");
  EXPECT_NE(sink.findings[8].message.find("37 further ports"), std::string::npos);
}

}  // namespace
}  // namespace sealring::core
