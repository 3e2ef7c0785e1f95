// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/store/merkle.h"

#include <random>

#include "manifest/formats/base64.h"
#include "tests/manifest/support.h"

namespace sealring::manifest {
namespace {

struct Tree {
  std::vector<std::vector<std::string>> levels{1};
  void append(const std::string& entry) {
    std::string hash = leaf_hash(entry);
    for (unsigned level = 0;; ++level) {
      if (levels.size() <= level) levels.emplace_back();
      levels[level].push_back(hash);
      if (levels[level].size() % 2 != 0) break;
      hash = node_hash(levels[level][levels[level].size() - 2], hash);
    }
  }
  NodeSource source() const {
    return [this](unsigned level, std::uint64_t index) { return levels[level][index]; };
  }
};

TEST(Merkle, the_empty_tree_has_the_hash_of_nothing) {
  EXPECT_EQ(hex_encode(empty_root()),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Merkle, every_proof_of_small_trees_verifies_and_no_changed_one) {
  Tree tree;
  std::vector<std::string> roots{empty_root()};
  std::mt19937 random(3);
  for (std::uint64_t size = 1; size <= 40; ++size) {
    tree.append("entry " + std::to_string(size));
    roots.push_back(tree_root(size, tree.source()));
    for (std::uint64_t index = 0; index < size; ++index) {
      auto proof = inclusion_proof(index, size, tree.source());
      EXPECT_TRUE(verify_inclusion(index, size, tree.levels[0][index], proof, roots[size]));
      EXPECT_FALSE(verify_inclusion(index, size, leaf_hash("x"), proof, roots[size]));
      if (proof.empty()) continue;
      std::string& step = proof[random() % proof.size()];
      step[random() % 32] ^= 4;
      EXPECT_FALSE(verify_inclusion(index, size, tree.levels[0][index], proof, roots[size]));
    }
    for (std::uint64_t before = 1; before <= size; ++before) {
      auto proof = consistency_proof(before, size, tree.source());
      EXPECT_TRUE(verify_consistency(before, size, roots[before], roots[size], proof));
      EXPECT_FALSE(verify_consistency(before, size, roots[before - 1], roots[size], proof));
    }
  }
}

}  // namespace
}  // namespace sealring::manifest
