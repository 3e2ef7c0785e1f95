// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include "core/netlist/resolve.h"
#include "core/netlist/verilog.h"

namespace sealring::core {
namespace {

TEST(netlist_read, a_small_netlist_end_to_end) {
  CollectingSink sink;
  const InputFile file{.name = "t.v",
                       .text =
                           "module top (input clk, input [7:0] d, output q);\n"
                           "  DFF u1 (.D(d[3]), .CK(clk), .Q(q));\n"
                           "endmodule\n"};
  const auto netlist = read_verilog(file, sink);
  ASSERT_TRUE(netlist);
  EXPECT_TRUE(sink.findings.empty());
  const Module* top = netlist->find("top");
  ASSERT_NE(top, nullptr);
  ASSERT_EQ(netlist->tops().size(), 1u);
  EXPECT_EQ(resolve(*netlist, *top, "u1/CK").kind, ObjectKind::kLeafPin);
  EXPECT_EQ(resolve(*netlist, *top, "d[7]").kind, ObjectKind::kPort);
  EXPECT_EQ(resolve(*netlist, *top, "d[8]").kind, ObjectKind::kNothing);
}

}  // namespace
}  // namespace sealring::core
