// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// RFC 6962 / RFC 9162 hash trees over SHA-256. Hashes are 32 raw bytes.
namespace sealring::manifest {

std::string empty_root();                                              ///< SHA-256 of nothing
std::string leaf_hash(std::string_view entry);                         ///< SHA-256(0x00 || entry)
std::string node_hash(std::string_view left, std::string_view right);  ///< SHA-256(0x01 || l || r)

/// Hash of the complete subtree of 2^level leaves that starts at leaf index * 2^level.
using NodeSource = std::function<std::string(unsigned level, std::uint64_t index)>;

/// Root of the first `size` leaves.
std::string tree_root(std::uint64_t size, const NodeSource& node);
/// Audit path of leaf `index` < `size`.
std::vector<std::string> inclusion_proof(std::uint64_t index, std::uint64_t size,
                                         const NodeSource& node);
/// Proof that the tree of `size1` is the beginning of the tree of `size2`; 0 < size1 <= size2.
std::vector<std::string> consistency_proof(std::uint64_t size1, std::uint64_t size2,
                                           const NodeSource& node);

/// RFC 9162 section 2.1.3.2.
bool verify_inclusion(std::uint64_t index, std::uint64_t size, std::string_view leaf,
                      const std::vector<std::string>& proof, std::string_view root);
/// RFC 9162 section 2.1.4.2. Two empty trees are consistent only under the root of the empty tree; a proof from size 0
/// to a larger one says nothing and is refused.
bool verify_consistency(std::uint64_t size1, std::uint64_t size2, std::string_view root1,
                        std::string_view root2, const std::vector<std::string>& proof);

}  // namespace sealring::manifest
