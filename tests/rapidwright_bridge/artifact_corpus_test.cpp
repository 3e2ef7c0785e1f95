// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Real checkpoints, netlists and metadata.
#include <gtest/gtest.h>

#include <random>

#include "rapidwright_bridge/add.h"
#include "rapidwright_bridge/checkpoint.h"
#include "rapidwright_bridge/metadata.h"
#include "tests/rapidwright_bridge/support.h"

namespace sealring::rapidwright_bridge {
namespace {

namespace fs = std::filesystem;
using testing::as_input;
using testing::corpus_dir;
using testing::has;
using testing::slurp;
using testing::slurp_plain;

constexpr std::uint64_t kLimit = 1ULL << 30;

std::optional<Checkpoint> read(const std::string& name,
                               std::vector<core::Finding>* findings = nullptr) {
  core::CollectingSink sink;
  auto out = read_checkpoint(corpus_dir() / "dcp" / name, name, kLimit, sink);
  if (findings != nullptr) *findings = sink.findings;
  return out;
}

EdifDigest digest_of(const std::string& text) {
  core::CollectingSink sink;
  const auto source = memory_source(text);
  return digest_edif(*source, "x.edf", sink);
}

TEST(ArtifactCorpus, checkpoints) {
  struct Row {
    const char* name;
    std::int64_t version;
    const char* part;
    const char* top;
    NetlistEncoding encoding;
    bool placed;
    std::uint64_t black_boxes;
  };
  const Row rows[] = {
      {"count16_v2016.2.dcp", 5, "xc7a100tcsg324-3", "count16", NetlistEncoding::kVendor, true, 0},
      {"harness_basys3_swbut.dcp", 7, "xc7a35tcpg236-1", "top", NetlistEncoding::kVendor, true, 0},
      {"picoblaze_pblock0.dcp", 11, "xcvu3p-ffvc1517-2-i", "picoblaze_top",
       NetlistEncoding::kVendor, true, 0},
      {"picoblaze_pblock1.dcp", 11, "xcvu3p-ffvc1517-2-i", "picoblaze_top",
       NetlistEncoding::kVendor, true, 0},
      {"picoblaze_pblock2.dcp", 11, "xcvu3p-ffvc1517-2-i", "picoblaze_top",
       NetlistEncoding::kVendor, true, 0},
      {"picoblaze_synth_v2018.3.dcp", 11, "xcvu3p-ffvc1517-2-i", "picoblaze_top",
       NetlistEncoding::kPlain, false, 0},
      {"synth32_BB_v2018.3.dcp", 11, "xcvu7p-flva2104-2-i", "Xbridge_top", NetlistEncoding::kPlain,
       false, 1},
  };
  for (const Row& row : rows) {
    std::vector<core::Finding> findings;
    const auto c = read(row.name, &findings);
    ASSERT_TRUE(c) << row.name << (findings.empty() ? "" : findings[0].message);
    EXPECT_EQ(c->version, row.version) << row.name;
    EXPECT_EQ(c->part, parse_part(row.part)) << row.name;
    EXPECT_EQ(c->top, row.top);
    EXPECT_EQ(c->encoding, row.encoding) << row.name;
    EXPECT_EQ(c->placement, row.placed);
    if (c->netlist) {
      EXPECT_EQ(c->netlist->black_box_count, row.black_boxes) << row.name;
      EXPECT_EQ(c->netlist->top, row.top);
    }
    for (const CheckpointMember& member : c->members) EXPECT_TRUE(member.present) << member.name;
  }
}

TEST(ArtifactCorpus, three_shapes_are_one_circuit_with_three_regions) {
  std::vector<std::string> keys;
  std::vector<std::string> regions;
  for (int i = 0; i < 3; ++i) {
    const std::string n = std::to_string(i);
    const auto c = read("picoblaze_pblock" + n + ".dcp");
    ASSERT_TRUE(c);
    const EdifDigest d = digest_of(slurp(corpus_dir() / ("edif/picoblaze_pblock" + n + ".edf")));
    ASSERT_TRUE(d.complete);
    keys.push_back(circuit_key({d.canonical, c->constraints.circuit_digest(), d.ports}));
    ASSERT_EQ(c->constraints.pblocks.size(), 1U);
    regions.push_back(canonical_ranges(c->constraints.pblocks[0]));
    EXPECT_TRUE(c->constraints.pblocks[0].contain_routing);
    EXPECT_EQ(c->constraints.clocks.back().second, "2.850");
    EXPECT_EQ(slice_shape(c->constraints.pblocks[0]), "4 x 5");
  }
  EXPECT_EQ(keys[0], keys[1]);
  EXPECT_EQ(keys[0], keys[2]);
  EXPECT_NE(regions[0], regions[1]);
  // The synthesized netlist is the same circuit but for what optimisation changed.
  const auto synth = read("picoblaze_synth_v2018.3.dcp");
  ASSERT_TRUE(synth && synth->netlist);
  EXPECT_EQ(synth->netlist->ports,
            digest_of(slurp(corpus_dir() / "edif/picoblaze_pblock0.edf")).ports);
}

TEST(ArtifactCorpus, metadata_agrees_with_the_netlist) {
  for (int i = 0; i < 3; ++i) {
    const std::string n = std::to_string(i);
    core::CollectingSink sink;
    const auto m = read_metadata(
        as_input(slurp(corpus_dir() / ("metadata/pblock" + n + "_" + n + "_metadata.txt"))), sink);
    ASSERT_TRUE(m) << sink.findings[0].message;
    EXPECT_EQ(m->ports.size(), 66U);
    const EdifDigest d = digest_of(slurp(corpus_dir() / ("edif/picoblaze_pblock" + n + ".edf")));
    compare_ports(*m, d.ports, "m.txt", sink);
    EXPECT_TRUE(sink.findings.empty());
  }
}

TEST(ArtifactCorpus, whole_netlists_and_digests_agree) {
  for (const std::string name :
       {"picoblaze_pblock0.edf", "count16_netlist.edf", "8051.edf.gz", "aes_128_noBRAM.edf.gz"}) {
    const std::string text = slurp_plain(corpus_dir() / "edif" / name);
    const EdifDigest d = digest_of(text);
    ASSERT_TRUE(d.complete) << name;
    core::CollectingSink sink;
    const auto netlist = read_edif(text, name, sink);
    ASSERT_TRUE(netlist) << name;
    EXPECT_EQ(netlist->unresolved(), 0U) << name;
    std::uint64_t instances = 0;
    std::uint64_t nets = 0;
    std::uint64_t pins = 0;
    for (const auto& cell : netlist->cells()) {
      instances += cell.instances.count;
      nets += cell.nets.count;
      for (const auto& net : netlist->nets_of(cell)) pins += net.pins.count;
    }
    EXPECT_EQ(netlist->cells().size(), d.cells) << name;
    EXPECT_EQ(instances, d.instances) << name;
    EXPECT_EQ(nets + netlist->merged_nets(), d.nets) << name;
    EXPECT_EQ(pins, d.port_refs) << name;
    EXPECT_LE(netlist->memory_bytes(), 6 * text.size()) << name;
    ASSERT_NE(netlist->top(), kNoIndex);
    EXPECT_EQ(netlist->text(netlist->cells()[netlist->top()].original), d.top);
  }
}

/// No shortened copy of a checkpoint, netlist or metadata file is a pass.
TEST(ArtifactCorpus, shortened_copies_never_pass) {
  std::mt19937 random(5);
  std::vector<fs::path> files;
  for (const char* folder : {"dcp", "metadata"}) {
    for (const auto& entry : fs::directory_iterator(corpus_dir() / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension == ".dcp" || extension == ".txt") files.push_back(entry.path());
    }
  }
  files.push_back(corpus_dir() / "edif/picoblaze_pblock0.edf");
  files.push_back(corpus_dir() / "edif/count16_netlist.edf");
  for (const fs::path& path : files) {
    const std::string whole = slurp(path);
    for (std::size_t n = 0; n < 12 * testing::soak(); ++n) {
      const std::size_t cut = n < 3 ? whole.size() - 3 - n : random() % whole.size();
      const FileResult result = check_file(as_input(whole.substr(0, cut), path.filename().string()),
                                           {.out_of_context = true});
      EXPECT_NE(verdict_of(result.findings), core::Verdict::kPass) << path << " cut to " << cut;
    }
  }
}

}  // namespace
}  // namespace sealring::rapidwright_bridge
