// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
//
// NVDLA's hardware configurations and Hammer's examples.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <sstream>

#include "core/process/process.h"
#include "sdcgen/readers/hammer.h"
#include "sdcgen/readers/nvdla_spec.h"
#include "tests/sdcgen/readers_testing.h"

namespace sealring::sdcgen {
namespace {

namespace fs = std::filesystem;
using testing::messages;

fs::path corpus() {
  const char* given = std::getenv("SEALRING_CORPUS");
  return given != nullptr ? fs::path(given) : fs::path(SEALRING_SOURCE_DIR) / "../shared/data";
}

/// The specs include "projects.spec" beside them; the corpus keeps the files of several branches in one folder, so
/// they are laid out as in their repository first.
struct NvdlaTree {
  explicit NvdlaTree(const std::string& prefix) {
    for (const auto& entry : fs::directory_iterator(corpus() / "sdc/hw")) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(prefix) || entry.path().extension() != ".spec") continue;
      fs::copy_file(entry.path(), folder.path() / name.substr(prefix.size()));
    }
  }
  std::optional<NvdlaSpec> read(const std::string& name) {
    return read_nvdla_spec(folder.reader(), folder.path() / name, {}, sink);
  }
  testing::ScratchFolder folder;
  core::CollectingSink sink;
};

/// What the Makefile of NVDLA does: the GNU preprocessor, and the %define lines it leaves.
std::map<std::string, std::string> by_gnu_cpp(const fs::path& file) {
  core::SystemProcessRunner runner;
  const auto result = runner.run({.argv = {"cpp", "-undef", "-nostdinc", "-P", file.string()}});
  std::map<std::string, std::string> out;
  if (!result || result->exit_code != 0) return out;
  std::istringstream lines(result->standard_output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string define;
    std::string name;
    if (!(words >> define >> name) || define != "%define") continue;
    std::string text;
    for (std::string word; words >> word;) text += word;
    out[name] = text;
  }
  return out;
}

TEST(readers_corpus, every_nvdla_configuration_of_the_master_branch) {
  NvdlaTree tree("master__spec__defs__");
  struct Want {
    const char* file;
    std::int64_t atomic_c;
    std::int64_t banks;
    std::int64_t depth_log2;
    std::int64_t read_clients;
  };
  for (const Want& want :
       {Want{"nv_small.spec", 8, 32, 9, 7}, Want{"nv_small_256.spec", 32, 32, 7, 7},
        Want{"nv_medium_512.spec", 32, 32, 9, 7}, Want{"nv_large.spec", 64, 16, 9, 8}}) {
    SCOPED_TRACE(want.file);
    const auto spec = tree.read(want.file);
    ASSERT_TRUE(spec) << messages(tree.sink);
    EXPECT_EQ(spec->parameters.at("NVDLA_MAC_ATOMIC_C_SIZE").value, want.atomic_c);
    EXPECT_EQ(spec->parameters.at("NVDLA_CBUF_BANK_NUMBER").value, want.banks);
    EXPECT_EQ(spec->parameters.at("NVDLA_CBUF_BANK_DEPTH_LOG2").value, want.depth_log2);
    EXPECT_EQ(spec->parameters.at("NVDLA_NUM_DMA_READ_CLIENTS").value, want.read_clients);
    EXPECT_EQ(spec->parameters.at("NVDLA_CBUF_ENTRY_WIDTH").value,
              want.atomic_c * *spec->parameters.at("NVDLA_BPE").value);
    EXPECT_GT(spec->parameters.size(), 60u);
    std::map<std::string, std::string> ours;
    for (const auto& [name, parameter] : spec->parameters) {
      ours[name] = parameter.text;
      std::erase_if(ours[name], [](char c) { return c == ' ' || c == '\t'; });
    }
    EXPECT_EQ(ours, by_gnu_cpp(tree.folder.path() / want.file));
    EXPECT_EQ(spec->files.size(), 2u);
  }
  EXPECT_TRUE(tree.sink.findings.empty()) << messages(tree.sink);
}

TEST(readers_corpus, nvdla_of_the_first_release) {
  NvdlaTree tree("spec__defs__");
  const auto spec = tree.read("nv_full.spec");
  ASSERT_TRUE(spec) << messages(tree.sink);
  EXPECT_EQ(spec->parameters.at("NVDLA_MAC_ATOMIC_C_SIZE").value, 64);
  EXPECT_EQ(spec->parameters.at("NVDLA_CBUF_BANK_NUMBER").value, 16);
}

TEST(readers_corpus, projects_spec_alone_refuses_itself) {
  NvdlaTree tree("master__spec__defs__");
  EXPECT_FALSE(tree.read("projects.spec"));
  EXPECT_GT(tree.sink.findings.size(), 10u);
  EXPECT_EQ(tree.sink.findings[0].code->id, "SDC-0611");
}

TEST(readers_corpus, hammer_examples) {
  core::CollectingSink sink;
  const core::InputReader reader(corpus());
  std::size_t with_clocks = 0;
  std::size_t without = 0;
  for (const auto& entry : fs::directory_iterator(corpus() / "sdc/hammer")) {
    if (entry.path().extension() != ".yml") continue;
    core::CollectingSink one;
    const auto out = read_hammer_clocks(reader, entry.path(), one);
    if (out) {
      ++with_clocks;
      ASSERT_EQ(out->clocks.size(), 1u) << entry.path();
      EXPECT_EQ(out->clocks[0].uncertainty->value.si,
                core::Rational(100) * core::power_of_ten(-12));
    } else {
      ++without;
      EXPECT_EQ(testing::codes_of(one), std::vector<std::string>{"SDC-0621"})
          << entry.path() << messages(one);
    }
  }
  EXPECT_GE(with_clocks, 3u);
  EXPECT_GE(without, 3u);
}

}  // namespace
}  // namespace sealring::sdcgen
