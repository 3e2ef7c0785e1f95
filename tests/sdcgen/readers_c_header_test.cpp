// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "core/process/process.h"
#include "sdcgen/readers/c_header.h"
#include "tests/sdcgen/readers_testing.h"
#include "tests/support/soak.h"

namespace sealring::sdcgen {
namespace {

using testing::codes_of;
using testing::messages;
using Ids = std::vector<std::string>;

class CHeaderTest : public ::testing::Test {
 protected:
  std::optional<CHeader> read(const std::string& name, const std::string& text,
                              const CHeaderOptions& options = {}) {
    return read_c_header(folder_.reader(), folder_.write(name, text), options, sink_);
  }
  static std::string value(const CHeader& header, const std::string& name) {
    const auto found = header.constants.find(name);
    return found == header.constants.end() ? "(none)" : found->second.decimal();
  }
  static std::string why(const CHeader& header, const std::string& name) {
    const auto found = header.others.find(name);
    return found == header.others.end() ? "(none)" : found->second.why;
  }

  testing::ScratchFolder folder_;
  core::CollectingSink sink_;
};

TEST_F(CHeaderTest, macros_with_expressions) {
  const auto header =
      read("serdes.h",
           "#ifndef SERDES_H\n#define SERDES_H\n"
           "#define LANES 4\n#define SIDES 2u\n#define TOTAL (LANES * SIDES)\n"
           "#define MASK 0xFFFFFFFFFFFFFFFFull\n#define LOW (-3)\n#define SHIFTED (1ULL << 63)\n"
           "#define CHOICE (LANES > 2 ? 16 : 8)\n#define LATE LATER\n#define LATER 7\n"
           "#define SIZE sizeof(long long)\n#define CHAR 'A'\n#endif\n");
  ASSERT_TRUE(header) << messages(sink_);
  EXPECT_EQ(value(*header, "LANES"), "4");
  EXPECT_EQ(value(*header, "TOTAL"), "8");
  EXPECT_TRUE(header->constants.at("TOTAL").is_unsigned);
  EXPECT_EQ(value(*header, "MASK"), "18446744073709551615");
  EXPECT_EQ(value(*header, "LOW"), "-3");
  EXPECT_EQ(value(*header, "SHIFTED"), "9223372036854775808");
  EXPECT_EQ(value(*header, "CHOICE"), "16");
  EXPECT_EQ(value(*header, "LATE"), "7");
  EXPECT_EQ(value(*header, "SIZE"), "8");
  EXPECT_EQ(value(*header, "CHAR"), "65");
  EXPECT_EQ(header->constants.at("LANES").kind, HeaderConstant::Kind::kMacro);
  EXPECT_EQ(core::to_string(header->constants.at("TOTAL").location), "serdes.h:5:9");
  EXPECT_EQ(why(*header, "SERDES_H"), "is a macro without a value");
}

TEST_F(CHeaderTest, what_is_no_whole_number_says_why) {
  const auto header = read(
      "x.h",
      "#define TEXT \"abc\"\n#define HALF 1.5\n#define CALL(x) (x)\n#define TYPE unsigned long\n"
      "#define BROKEN 3 +\n#define OPEN (3\n#define CLOSE ) ; int evil = (2\n"
      "#define BLOCK { 1 }\n#define UNKNOWN some_name\n#define GONE 3\n#undef GONE\n"
      "#define AFTER 5\nextern int counter;\n");
  ASSERT_TRUE(header) << messages(sink_);
  EXPECT_NE(why(*header, "TEXT").find("is no whole number"), std::string::npos)
      << why(*header, "TEXT");
  EXPECT_NE(why(*header, "HALF").find("is no whole number"), std::string::npos);
  EXPECT_EQ(why(*header, "CALL"), "is a macro with arguments");
  EXPECT_EQ(why(*header, "TYPE"), "is no constant expression");
  EXPECT_EQ(why(*header, "BROKEN"), "is no constant expression");
  EXPECT_EQ(why(*header, "OPEN"), "is no expression");
  EXPECT_EQ(why(*header, "CLOSE"), "is no expression");
  EXPECT_EQ(why(*header, "UNKNOWN"), "is no constant expression");
  EXPECT_EQ(why(*header, "GONE"), "is no constant expression");
  EXPECT_EQ(why(*header, "counter"), "is a variable, not a constant");
  // One bad macro leaves the others alone.
  EXPECT_EQ(value(*header, "AFTER"), "5");
}

TEST_F(CHeaderTest, enumerators_and_constants_of_cpp) {
  const auto header =
      read("serdes.hpp",
           "#pragma once\n#include <cstdint>\nnamespace serdes {\n"
           "enum Side { kLeft, kRight = 5, kBoth };\n"
           "enum class Mode : std::uint64_t { kPcie = 0xFFFFFFFFFFFFFFFFull, kEth = 1 };\n"
           "enum Minus : int { kMinus = -2 };\n"
           "constexpr unsigned kLanes = 4 * 2;\nstatic const int kOld = -7;\n"
           "constexpr int square(int x) { return x * x; }\nconstexpr int kSquare = square(12);\n"
           "struct Limits { static constexpr std::uint64_t kMost = ~0ull; };\n"
           "constexpr double kRate = 1.5;\nconstexpr bool kOn = true;\n}\n"
           "#define LANES serdes::kLanes\n");
  ASSERT_TRUE(header) << messages(sink_);
  EXPECT_EQ(value(*header, "serdes::kBoth"), "6");
  EXPECT_EQ(header->constants.at("serdes::kBoth").kind, HeaderConstant::Kind::kEnumerator);
  EXPECT_EQ(value(*header, "serdes::Mode::kPcie"), "18446744073709551615");
  EXPECT_EQ(value(*header, "serdes::kMinus"), "-2");
  EXPECT_EQ(value(*header, "serdes::kLanes"), "8");
  EXPECT_EQ(header->constants.at("serdes::kLanes").kind, HeaderConstant::Kind::kConstexpr);
  EXPECT_EQ(value(*header, "serdes::kOld"), "-7");
  EXPECT_EQ(value(*header, "serdes::kSquare"), "144");
  EXPECT_EQ(value(*header, "serdes::Limits::kMost"), "18446744073709551615");
  EXPECT_EQ(value(*header, "serdes::kOn"), "1");
  EXPECT_NE(why(*header, "serdes::kRate").find("its type is const double"), std::string::npos);
  EXPECT_EQ(value(*header, "LANES"), "8");
  // System headers give no names.
  EXPECT_FALSE(header->constants.contains("INT32_MAX"));
  EXPECT_EQ(header->files.size(), 1u);
}

TEST_F(CHeaderTest, a_header_of_c_that_is_no_cpp_and_the_other_way_round) {
  const auto c = read("c.h", "enum { new = 3, class = 4 };\n#define N new\n");
  ASSERT_TRUE(c) << messages(sink_);
  EXPECT_EQ(value(*c, "class"), "4");
  EXPECT_EQ(value(*c, "N"), "3");
  const auto cpp = read("cpp.h", "namespace a { constexpr int k = 3; }\n");
  ASSERT_TRUE(cpp) << messages(sink_);
  EXPECT_EQ(value(*cpp, "a::k"), "3");
}

TEST_F(CHeaderTest, defines_and_include_folders_decide) {
  folder_.write("inc/board.h", "#define BOARD_LANES 16\n");
  const std::string text =
      "#include <board.h>\n#ifdef BIG\n#define LANES BOARD_LANES\n#else\n#define LANES 2\n#endif\n"
      "#ifndef WIDTH\n#error set WIDTH\n#endif\n";
  EXPECT_FALSE(read("s.h", text));
  EXPECT_EQ(codes_of(sink_), (Ids{"SDC-0601", "SDC-0601"})) << messages(sink_);
  EXPECT_NE(
      messages(sink_).find("s.h:1:10: SDC-0601 's.h' does not compile: 'board.h' file not found"),
      std::string::npos)
      << messages(sink_);
  EXPECT_NE(messages(sink_).find("set WIDTH"), std::string::npos);
  sink_.findings.clear();
  CHeaderOptions options{.defines = {{"BIG", ""}, {"WIDTH", "0x20"}},
                         .include_dirs = {folder_.path() / "inc"}};
  const auto header = read("s.h", text, options);
  ASSERT_TRUE(header) << messages(sink_);
  EXPECT_EQ(value(*header, "LANES"), "16");
  EXPECT_EQ(value(*header, "WIDTH"), "32");
  EXPECT_EQ(value(*header, "BIG"), "1");
  ASSERT_EQ(header->files.size(), 2u);
  EXPECT_EQ(header->files[0].name, "s.h");
  EXPECT_EQ(header->files[1].name, "inc/board.h");
  EXPECT_EQ(header->files[1].sha256.size(), 64u);
}

TEST_F(CHeaderTest, asking_for_a_constant) {
  const auto header = read("s.h", "#define SERDES_LANES 4\n#define NAME \"x\"\n");
  ASSERT_TRUE(header);
  const core::Location here{"soc.yaml", 7, 3};
  EXPECT_NE(find_constant(*header, "SERDES_LANES", here, sink_), nullptr);
  EXPECT_TRUE(sink_.findings.empty());
  EXPECT_EQ(find_constant(*header, "NAME", here, sink_), nullptr);
  EXPECT_EQ(find_constant(*header, "SERDES_LANE", here, sink_), nullptr);
  EXPECT_EQ(codes_of(sink_), (Ids{"SDC-0602", "SDC-0603"}));
  EXPECT_EQ(core::to_string(sink_.findings[0].location), "soc.yaml:7:3");
  EXPECT_EQ(core::to_string(sink_.findings[0].notes.at(0).location), "s.h:2:9");
  EXPECT_NE(sink_.findings[1].message.find("did you mean 'SERDES_LANES'?"), std::string::npos);
}

TEST_F(CHeaderTest, bad_files) {
  EXPECT_FALSE(read_c_header(folder_.reader(), folder_.path() / "none.h", {}, sink_));
  EXPECT_EQ(codes_of(sink_), Ids{"IO-0001"});
  sink_.findings.clear();
  EXPECT_FALSE(read("b.h", std::string("\x7f\x45\x4c\x46\0\x01int {{{", 14)));
  EXPECT_FALSE(sink_.findings.empty());
  sink_.findings.clear();
  std::string many;
  for (int i = 0; i < 100; ++i) many += "int int;\n";
  EXPECT_FALSE(read("m.h", many));
  EXPECT_EQ(sink_.findings.size(), 21u);
}

/// A random whole-number expression over the macros before it.
std::string random_expression(std::mt19937& random, int made, int depth) {
  const auto pick = [&](int count) {
    return static_cast<int>(random() % static_cast<unsigned>(count));
  };
  if (depth > 3 || pick(3) == 0) {
    if (made > 0 && pick(2) == 0) return "M" + std::to_string(pick(made));
    const char* const suffixes[] = {"", "u", "l", "ul", "ll", "ull"};
    return std::to_string(random() % 1000) + suffixes[pick(6)];
  }
  const std::string left = random_expression(random, made, depth + 1);
  const std::string right = random_expression(random, made, depth + 1);
  switch (pick(7)) {
    case 0: return "(" + left + " + " + right + ")";
    case 1: return "(" + left + " ^ " + right + ")";
    case 2: return "(" + left + " & 0xffffu) * 3ull";
    case 3: return "(" + left + " > " + right + " ? " + left + " : -1ll)";
    case 4: return "(~(" + left + "))";
    case 5: return "(" + left + " / 7 - 5ll)";
    default: return "((" + left + ") | 0x8000000000000000ull)";
  }
}

/// gcc computes the same macros in a program of its own.
TEST_F(CHeaderTest, random_macros_have_the_values_gcc_gives_them) {
  const int count = testing::soak_count("macros compared with gcc", 200);
  std::mt19937 random(3);
  std::string text;
  std::string program = "#include <stdio.h>\n#include \"r.h\"\nint main(void) {\n";
  for (int i = 0; i < count; ++i) {
    const std::string name = "M" + std::to_string(i);
    // Few macros refer to one another, so that nothing unfolds without bound.
    const std::string expression = random_expression(random, std::min(i, 4), 0);
    text += "#define " + name + " (" + expression + ")\n";
    program += "printf(\"%s%llu\\n\", ((__typeof__(" + name +
               "))-1) > 0 ? \"u\" : \"s\", (unsigned long long)" + name + ");\n";
  }
  folder_.write("p.c", program + "}\n");
  const auto header = read("r.h", text);
  ASSERT_TRUE(header) << messages(sink_);
  core::SystemProcessRunner runner;
  const auto built =
      runner.run({.argv = {"gcc", "-w", "p.c", "-o", "p"}, .directory = folder_.path()});
  ASSERT_TRUE(built);
  ASSERT_EQ(built->exit_code, 0) << built->standard_error;
  const auto ran = runner.run({.argv = {(folder_.path() / "p").string()}});
  ASSERT_TRUE(ran);
  std::istringstream lines(ran->standard_output);
  for (int i = 0; i < count; ++i) {
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    const auto found = header->constants.find("M" + std::to_string(i));
    ASSERT_NE(found, header->constants.end()) << i << " " << why(*header, "M" + std::to_string(i));
    const std::string ours =
        (found->second.is_unsigned ? "u" : "s") + std::to_string(found->second.bits);
    EXPECT_EQ(ours, line) << i;
  }
}

}  // namespace
}  // namespace sealring::sdcgen
