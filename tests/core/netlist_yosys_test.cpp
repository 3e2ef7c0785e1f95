// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
//
// yosys reads the same random netlists and must see the same design, bit for bit.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "core/netlist/check.h"
#include "tests/core/netlist_judge.h"
#include "tests/core/netlist_testing.h"
#include "tests/support/soak.h"

namespace sealring::core {
namespace {

class ScratchFile {
 public:
  explicit ScratchFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("sealring-netlist-" + std::to_string(::getpid()) + ".v")) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { std::filesystem::remove(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

TEST(netlist_yosys, random_netlists_are_read_alike) {
  const int count = testing::soak_count("random netlists read by yosys too", 60);
  std::size_t compared = 0;
  for (int i = 0; i < count; ++i) {
    const std::string text = testing::random_netlist(static_cast<unsigned>(i));
    const auto ours = testing::read_text(text);
    ASSERT_TRUE(ours.good) << ours.messages() << text;
    const ScratchFile file(text);
    const auto theirs = testing::read_with_yosys(file.path());
    ASSERT_TRUE(theirs.json) << theirs.complaint << text;
    const auto differences = testing::compare_with_yosys(ours.netlist, *theirs.json, compared);
    ASSERT_TRUE(differences.empty()) << "seed " << i << "\n" << joined(differences) << text;
    CollectingSink sink;
    check_netlist(ours.netlist, sink);
    for (const Finding& finding : sink.findings) {
      FAIL() << "seed " << i << ": " << finding.message << "\n" << text;
    }
  }
  // The comparison saw real content.
  EXPECT_GT(compared, static_cast<std::size_t>(count) * 50);
}

/// The comparison itself notices a difference in any one place.
TEST(netlist_yosys, the_judge_sees_planted_differences) {
  const std::string text =
      "module s (input [1:0] a, output y); endmodule\n"
      "module m (input [3:0] d, output q); wire n; assign n = d[1]; s u (.a(d[2:1]), .y(q)); "
      "endmodule\n";
  const ScratchFile file(text);
  const auto theirs = testing::read_with_yosys(file.path());
  ASSERT_TRUE(theirs.json) << theirs.complaint;
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    other.replace(other.find(from), from.size(), to);
    std::size_t compared = 0;
    return testing::compare_with_yosys(testing::read_text(other).netlist, *theirs.json, compared)
        .size();
  };
  EXPECT_EQ(changed("d[1]", "d[1]"), 0u);
  EXPECT_GT(changed("d[1]", "d[2]"), 0u);
  EXPECT_GT(changed("d[2:1]", "d[3:2]"), 0u);
  EXPECT_GT(changed("input [3:0] d", "input [0:3] d"), 0u);
  EXPECT_GT(changed("output q", "inout q"), 0u);
  EXPECT_GT(changed("s u", "s v"), 0u);
  EXPECT_GT(changed(".y(q)", ".y(n)"), 0u);
  EXPECT_GT(changed(", .y(q)", ""), 0u);
  EXPECT_GT(changed("wire n;", "wire n, o;"), 0u);
  EXPECT_GT(changed("= d[1]", "= 1'b0"), 0u);
}

/// Mutated random netlists: whatever is done to the text, either the model is whole or something was said.
TEST(netlist_yosys, mutated_netlists_never_lose_content_in_silence) {
  const int count = testing::soak_count("mutated netlists", 300);
  std::mt19937 random(7);
  for (int i = 0; i < count; ++i) {
    std::string text = testing::random_netlist(static_cast<unsigned>(i % 50));
    const auto whole = testing::read_text(text);
    const std::size_t at = random() % text.size();
    switch (random() % 4) {
      case 0: text.resize(at); break;
      case 1: text.erase(at, 1 + random() % 8); break;
      case 2: text[at] = static_cast<char>(random() % 256); break;
      default: text.insert(at, text.substr(random() % text.size(), random() % 40)); break;
    }
    const auto read = testing::read_text(text);
    EXPECT_EQ(read.good, read.netlist.complete);
    CollectingSink sink;
    check_netlist(read.netlist, sink);
    if (!read.netlist.modules.empty() || !read.sink.findings.empty()) continue;
    ADD_FAILURE() << "nothing read, nothing said: " << text;
  }
}

}  // namespace
}  // namespace sealring::core
