// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include "sdcgen/readers/hammer.h"
#include "tests/sdcgen/readers_testing.h"

namespace sealring::sdcgen {
namespace {

using testing::codes_of;
using testing::messages;
using Ids = std::vector<std::string>;

class HammerTest : public ::testing::Test {
 protected:
  std::optional<HammerClocks> read(const std::string& text) {
    return read_hammer_clocks(folder_.reader(), folder_.write("h.yml", text), sink_);
  }
  testing::ScratchFolder folder_;
  core::CollectingSink sink_;
};

core::Rational picoseconds(std::int64_t count) {
  return core::Rational(count) * core::power_of_ten(-12);
}

TEST_F(HammerTest, one_dotted_key) {
  const auto out = read(
      "vlsi.core.technology: x\n"
      "vlsi.inputs.clocks: [\n  {name: \"clk\", period: \"5ns\", uncertainty: \"0.1 ns\"},\n"
      "  {name: fast, period: 333.3 ps, path: \"u/pll/out\", group: g0}, {name: plain, period: "
      "20}\n]\n");
  ASSERT_TRUE(out) << messages(sink_);
  ASSERT_EQ(out->clocks.size(), 3u);
  EXPECT_EQ(out->clocks[0].path, "clk");
  EXPECT_EQ(out->clocks[0].period->value.si, picoseconds(5000));
  EXPECT_EQ(out->clocks[0].period->text, "5ns");
  EXPECT_EQ(out->clocks[0].uncertainty->value.si, picoseconds(100));
  EXPECT_EQ(out->clocks[1].path, "u/pll/out");
  EXPECT_EQ(out->clocks[1].period->value.si * core::Rational(10), picoseconds(3333));
  EXPECT_EQ(out->clocks[1].group, "g0");
  // Hammer's own default unit.
  EXPECT_EQ(out->clocks[2].period->value.si, picoseconds(20000));
  EXPECT_EQ(out->clocks[1].location.line, 4u);
  EXPECT_EQ(out->sha256.size(), 64u);
}

TEST_F(HammerTest, nested_keys_and_generated_clocks) {
  const auto out = read(
      "vlsi:\n  inputs.clocks:\n    - {name: a, period: 2 ns}\n"
      "    - {name: b, generated: true, source_path: a, divisor: -4}\n  inputs:\n    sram: x\n");
  ASSERT_TRUE(out) << messages(sink_);
  ASSERT_EQ(out->clocks.size(), 2u);
  EXPECT_TRUE(out->clocks[1].generated);
  EXPECT_EQ(out->clocks[1].divisor, 4);
  EXPECT_TRUE(out->clocks[1].inverted);
  EXPECT_FALSE(out->clocks[1].period);
}

TEST_F(HammerTest, faults_are_all_named_in_one_run) {
  EXPECT_FALSE(read(
      "vlsi.inputs.clocks:\n  - {name: a, period: fast}\n  - {name: b}\n  - {name: c, period: 0}\n"
      "  - {name: d, period: 1 V}\n  - {name: e, generated: true}\n  - {name: f, period: 1, "
      "divisor: 2}\n"
      "  - {name: f, period: 1, uncertainty: -1}\n  - {name: g, generated: true, source_path: f, "
      "divisor: 0}\n"));
  EXPECT_EQ(codes_of(sink_), Ids(10, "SDC-0622")) << messages(sink_);
  EXPECT_NE(messages(sink_).find("h.yml:2:23: SDC-0622 clock 'a': period 'fast' is no time"),
            std::string::npos)
      << messages(sink_);
}

TEST_F(HammerTest, unknown_keys_of_a_clock_are_not_ignored) {
  EXPECT_FALSE(read("vlsi.inputs.clocks: [{name: a, peroid: 1ns, period: 1ns}]\n"));
  EXPECT_EQ(codes_of(sink_), Ids{"IO-0103"});
}

TEST_F(HammerTest, a_source_outside_the_list_is_a_warning) {
  const auto out =
      read("vlsi.inputs.clocks: [{name: a, generated: true, source_path: u/p, divisor: 2}]\n");
  EXPECT_TRUE(out);
  ASSERT_EQ(codes_of(sink_), Ids{"SDC-0622"});
  EXPECT_EQ(sink_.findings[0].severity, core::Severity::kWarning);
}

TEST_F(HammerTest, no_clocks_is_an_error) {
  EXPECT_FALSE(read("vlsi.core: x\n"));
  EXPECT_FALSE(read("vlsi.inputs.clocks: []\n"));
  EXPECT_EQ(codes_of(sink_), (Ids{"SDC-0621", "SDC-0621"}));
  sink_.findings.clear();
  EXPECT_FALSE(read("vlsi.inputs.clocks: clk\n"));
  EXPECT_EQ(codes_of(sink_), Ids{"SDC-0622"});
}

TEST_F(HammerTest, what_is_not_imported_is_named) {
  EXPECT_TRUE(
      read("vlsi.inputs:\n  clocks: [{name: a, period: 1ns}]\n  delays: [{name: x}, {name: y}]\n"
           "  output_loads: []\n  custom_sdc_constraints: [\"set_x\"]\n"));
  EXPECT_EQ(codes_of(sink_), (Ids{"SDC-0623", "SDC-0623"}));
  EXPECT_EQ(sink_.findings[0].message, "'vlsi.inputs.delays' is not imported (2 entries)");
}

}  // namespace
}  // namespace sealring::sdcgen
