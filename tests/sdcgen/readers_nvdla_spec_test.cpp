// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include "sdcgen/readers/nvdla_spec.h"
#include "sdcgen/readers/spec_expression.h"
#include "tests/sdcgen/readers_testing.h"

namespace sealring::sdcgen {
namespace {

using testing::codes_of;
using testing::messages;
using Ids = std::vector<std::string>;

class NvdlaSpecTest : public ::testing::Test {
 protected:
  std::optional<NvdlaSpec> read(const std::string& name, const std::string& text,
                                const CHeaderOptions& options = {}) {
    return read_nvdla_spec(folder_.reader(), folder_.write(name, text), options, sink_);
  }
  testing::ScratchFolder folder_;
  core::CollectingSink sink_;
};

const char* const kProjects =
    "#if defined(INT8)\n  %define BPE 8\n#elif defined(INT16)\n  %define BPE 16\n#else\n"
    "  #error \"INT8 or INT16 must be set\"\n#endif\n"
    "#if !defined(LUT_DISABLE)\n%define LUT_ENABLE // a switch\n#endif\n"
    "/* %define COMMENTED 1 */\n// %define COMMENTED 2\n"
    "%define WIDTH (32*BPE) + 2\n%define DEPTH_LOG2 log2(DEPTH)\n%define DEPTH 512\n"
    "%define ODD log2(48)\n%define CEIL max(4, ceil(BPE/3))\n%define FLOORED int(7/2)\n";

TEST_F(NvdlaSpecTest, switches_become_parameters) {
  folder_.write("projects.spec", kProjects);
  const auto spec =
      read("small.spec", "//#define INT16\n#define INT8\n#include \"projects.spec\"\n");
  ASSERT_TRUE(spec) << messages(sink_);
  EXPECT_EQ(spec->parameters.at("BPE").value, 8);
  EXPECT_EQ(core::to_string(spec->parameters.at("BPE").location), "projects.spec:2:3");
  EXPECT_EQ(spec->parameters.at("WIDTH").value, 258);
  EXPECT_EQ(spec->parameters.at("WIDTH").text, "(32*BPE) + 2");
  EXPECT_EQ(spec->parameters.at("DEPTH_LOG2").value, 9);
  EXPECT_EQ(spec->parameters.at("CEIL").value, 4);
  EXPECT_EQ(spec->parameters.at("FLOORED").value, 3);
  EXPECT_EQ(spec->parameters.at("LUT_ENABLE").text, "");
  EXPECT_FALSE(spec->parameters.at("ODD").value);
  EXPECT_FALSE(spec->parameters.contains("COMMENTED"));
  ASSERT_EQ(spec->files.size(), 2u);
  EXPECT_EQ(spec->files[1].name, "projects.spec");
}

TEST_F(NvdlaSpecTest, another_switch_gives_another_hardware) {
  folder_.write("projects.spec", kProjects);
  const auto spec = read("large.spec", "#include \"projects.spec\"\n",
                         {.defines = {{"INT16", ""}, {"LUT_DISABLE", ""}}});
  ASSERT_TRUE(spec) << messages(sink_);
  EXPECT_EQ(spec->parameters.at("BPE").value, 16);
  EXPECT_FALSE(spec->parameters.contains("LUT_ENABLE"));
}

TEST_F(NvdlaSpecTest, an_error_directive_refuses_the_file) {
  folder_.write("projects.spec", kProjects);
  EXPECT_FALSE(read("none.spec", "#include \"projects.spec\"\n"));
  EXPECT_EQ(codes_of(sink_), Ids{"SDC-0611"}) << messages(sink_);
  EXPECT_NE(messages(sink_).find("INT8 or INT16 must be set"), std::string::npos);
  EXPECT_EQ(core::to_string(sink_.findings[0].location), "projects.spec:6:4");
}

TEST_F(NvdlaSpecTest, faults_of_the_file) {
  EXPECT_FALSE(read("a.spec", "#include \"nowhere.spec\"\n"));
  EXPECT_EQ(codes_of(sink_), Ids{"SDC-0611"}) << messages(sink_);
  sink_.findings.clear();
  EXPECT_FALSE(read("b.spec",
                    "%define A 1\n%define A 2\n%define A 1\nsome text\n%def B 1\n%define C-D 1\n"));
  EXPECT_EQ(codes_of(sink_), (Ids{"SDC-0612", "SDC-0611", "SDC-0611", "SDC-0611"}))
      << messages(sink_);
  sink_.findings.clear();
  EXPECT_FALSE(read("c.spec", "#define ONLY_A_SWITCH\n"));
  EXPECT_EQ(codes_of(sink_), Ids{"SDC-0611"}) << messages(sink_);
  sink_.findings.clear();
  folder_.write("e.spec", "%define A 1\n");
  EXPECT_FALSE(read("d.spec", "#include \"e.spec\"\n#include \"e.spec\"\n"));
  EXPECT_EQ(codes_of(sink_), Ids{"SDC-0611"}) << messages(sink_);
}

TEST_F(NvdlaSpecTest, asking_for_a_parameter) {
  const auto spec = read(
      "a.spec", "%define LANES 4\n%define SWITCH\n%define HALF LANES/8\n%define LOOP LOOP+1\n");
  ASSERT_TRUE(spec) << messages(sink_);
  const core::Location here{"soc.yaml", 3, 1};
  EXPECT_EQ(find_parameter(*spec, "LANES", here, sink_), 4);
  EXPECT_FALSE(find_parameter(*spec, "SWITCH", here, sink_));
  EXPECT_FALSE(find_parameter(*spec, "HALF", here, sink_));
  EXPECT_FALSE(find_parameter(*spec, "LOOP", here, sink_));
  EXPECT_FALSE(find_parameter(*spec, "LANE", here, sink_));
  EXPECT_EQ(codes_of(sink_), (Ids{"SDC-0613", "SDC-0613", "SDC-0613", "SDC-0603"}));
}

TEST(spec_expression, values) {
  const auto value = [](std::string_view text) -> std::string {
    const auto out = evaluate_spec_expression(text, [](std::string_view name) {
      return name == "two" ? std::optional<core::Rational>(2) : std::nullopt;
    });
    return out ? core::format_decimal(*out, 6) : "(none)";
  };
  EXPECT_EQ(value("1+2*3"), "7");
  EXPECT_EQ(value("(1+2)*3 - -4"), "13");
  EXPECT_EQ(value("two/8"), "0.25");
  EXPECT_EQ(value("int(0-7/2)"), "-3");
  EXPECT_EQ(value("floor(0-7/2)"), "-4");
  EXPECT_EQ(value("ceil(7/2)"), "4");
  EXPECT_EQ(value("log2(1)+log2(1024)"), "10");
  EXPECT_EQ(value("min(3, two, 7)"), "2");
  for (const std::string_view bad :
       {"", "1+", "(1", "1)", "1/0", "x", "log2(3)", "log2(0)", "int(1,2)", "min()", "f(1)", "1 2",
        "99999999999999999999999999999999999999999999"}) {
    EXPECT_EQ(value(bad), "(none)") << bad;
  }
  EXPECT_EQ(value(std::string(100000, '(')), "(none)");
  EXPECT_EQ(value(std::string(100000, '-')), "(none)");
}

}  // namespace
}  // namespace sealring::sdcgen
