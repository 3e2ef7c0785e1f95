// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/part.h"

#include <gtest/gtest.h>

namespace sealring::rapidwright_bridge {
namespace {

TEST(Part, all_forms_of_reports_and_checkpoints) {
  struct Row {
    const char* text;
    Part part;
  };
  const Row rows[] = {
      {"xcvu3p-ffvc1517-2-i", {"xcvu3p", "ffvc1517", "2", "I"}},
      {"xc7a35tcpg236-1", {"xc7a35t", "cpg236", "1", ""}},
      {"7a100t-fgg484", {"xc7a100t", "fgg484", "", ""}},
      {"xczu3eg-sbva484", {"xczu3eg", "sbva484", "", ""}},
      {"xczu3eg-sbva484-1-e", {"xczu3eg", "sbva484", "1", "E"}},
      {"xc7vx485tffg1761-2", {"xc7vx485t", "ffg1761", "2", ""}},
      {"xc7z020clg484-1", {"xc7z020", "clg484", "1", ""}},
      {"xc7a100ticsg324-1L", {"xc7a100ti", "csg324", "1L", ""}},
      {"xc7a100t", {"xc7a100t", "", "", ""}},
      {"xcvu9p-flga2104-2L-e", {"xcvu9p", "flga2104", "2L", "E"}},
      {"xcvc1902-vsva2197-2MP-e-S", {"xcvc1902", "vsva2197", "2MP", "E"}},
  };
  for (const Row& row : rows)
    EXPECT_EQ(parse_part(row.text), row.part)
        << row.text << " -> " << to_string(parse_part(row.text));
  for (const char* text : {"", "-", "top", "<none>", "xc", "12", "a b"})
    EXPECT_TRUE(parse_part(text).empty()) << text;
}

TEST(Part, speed_file_and_differences) {
  EXPECT_EQ(parse_speed_file("-1  PRODUCTION 1.23 2018-06-13"), "1");
  EXPECT_EQ(parse_speed_file("-1L"), "1L");
  EXPECT_EQ(parse_speed_file("PRODUCTION"), "");
  EXPECT_EQ(differing_field(parse_part("xc7a35tcpg236-1"), parse_part("7a35t-cpg236")), "");
  EXPECT_EQ(differing_field(parse_part("xc7a35tcpg236-1"), parse_part("xc7a35tcpg236-2")),
            "speed grade");
  EXPECT_EQ(differing_field(parse_part("xc7a35tcpg236-1"), parse_part("xc7a35tcsg324-1")),
            "package");
  EXPECT_EQ(differing_field(parse_part("xc7a35tcpg236-1"), parse_part("xc7a50tcpg236-1")),
            "device");
  EXPECT_EQ(differing_field(parse_part("xczu3eg-sbva484-1-e"), parse_part("xczu3eg-sbva484-1-i")),
            "temperature grade");
}

}  // namespace
}  // namespace sealring::rapidwright_bridge
