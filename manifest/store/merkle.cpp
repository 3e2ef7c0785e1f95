// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/store/merkle.h"

#include <bit>

#include "manifest/signing/crypto.h"

namespace sealring::manifest {

std::string empty_root() {
  return sha256_raw("");
}

std::string leaf_hash(std::string_view entry) {
  std::string bytes(1, '\0');
  bytes += entry;
  return sha256_raw(bytes);
}

std::string node_hash(std::string_view left, std::string_view right) {
  std::string bytes(1, '\1');
  bytes += left;
  bytes += right;
  return sha256_raw(bytes);
}

namespace {

/// Largest power of two below `size` (size > 1): where RFC 6962 splits.
std::uint64_t split_of(std::uint64_t size) {
  return std::bit_floor(size - 1);
}

/// Root of the `count` leaves from `start`; `start` is a multiple of the subtree's span.
std::string range_root(std::uint64_t start, std::uint64_t count, const NodeSource& node) {
  if (std::has_single_bit(count)) {
    const auto level = static_cast<unsigned>(std::countr_zero(count));
    return node(level, start >> level);
  }
  const std::uint64_t left = split_of(count);
  return node_hash(range_root(start, left, node), range_root(start + left, count - left, node));
}

void path_to(std::uint64_t index, std::uint64_t start, std::uint64_t count, const NodeSource& node,
             std::vector<std::string>& out) {
  if (count == 1) return;
  const std::uint64_t left = split_of(count);
  if (index < left) {
    path_to(index, start, left, node, out);
    out.push_back(range_root(start + left, count - left, node));
  } else {
    path_to(index - left, start + left, count - left, node, out);
    out.push_back(range_root(start, left, node));
  }
}

/// SUBPROOF of RFC 6962 section 2.1.2.
void sub_proof(std::uint64_t size1, std::uint64_t start, std::uint64_t count, bool whole,
               const NodeSource& node, std::vector<std::string>& out) {
  if (size1 == count) {
    if (!whole) out.push_back(range_root(start, count, node));
    return;
  }
  const std::uint64_t left = split_of(count);
  if (size1 <= left) {
    sub_proof(size1, start, left, whole, node, out);
    out.push_back(range_root(start + left, count - left, node));
  } else {
    sub_proof(size1 - left, start + left, count - left, false, node, out);
    out.push_back(range_root(start, left, node));
  }
}

}  // namespace

std::string tree_root(std::uint64_t size, const NodeSource& node) {
  return size == 0 ? empty_root() : range_root(0, size, node);
}

std::vector<std::string> inclusion_proof(std::uint64_t index, std::uint64_t size,
                                         const NodeSource& node) {
  std::vector<std::string> out;
  path_to(index, 0, size, node, out);
  return out;
}

std::vector<std::string> consistency_proof(std::uint64_t size1, std::uint64_t size2,
                                           const NodeSource& node) {
  std::vector<std::string> out;
  sub_proof(size1, 0, size2, true, node, out);
  return out;
}

bool verify_inclusion(std::uint64_t index, std::uint64_t size, std::string_view leaf,
                      const std::vector<std::string>& proof, std::string_view root) {
  if (index >= size || leaf.size() != 32) return false;
  std::uint64_t fn = index;
  std::uint64_t sn = size - 1;
  std::string hash(leaf);
  for (const std::string& step : proof) {
    if (sn == 0 || step.size() != 32) return false;
    if ((fn & 1U) != 0 || fn == sn) {
      hash = node_hash(step, hash);
      while ((fn & 1U) == 0 && fn != 0) {
        fn >>= 1U;
        sn >>= 1U;
      }
    } else {
      hash = node_hash(hash, step);
    }
    fn >>= 1U;
    sn >>= 1U;
  }
  return sn == 0 && hash == root;
}

bool verify_consistency(std::uint64_t size1, std::uint64_t size2, std::string_view root1,
                        std::string_view root2, const std::vector<std::string>& proof) {
  if (size1 > size2) return false;
  if (size1 == size2) {
    return proof.empty() && root1 == root2 && (size1 != 0 || root1 == empty_root());
  }
  if (size1 == 0 || proof.empty() || root1.size() != 32) return false;
  std::vector<std::string> path = proof;
  if (std::has_single_bit(size1)) path.insert(path.begin(), std::string(root1));
  std::uint64_t fn = size1 - 1;
  std::uint64_t sn = size2 - 1;
  while ((fn & 1U) != 0) {
    fn >>= 1U;
    sn >>= 1U;
  }
  std::string first = path.front();
  std::string second = path.front();
  for (std::size_t i = 1; i < path.size(); ++i) {
    const std::string& step = path[i];
    if (sn == 0 || step.size() != 32) return false;
    if ((fn & 1U) != 0 || fn == sn) {
      first = node_hash(step, first);
      second = node_hash(step, second);
      while ((fn & 1U) == 0 && fn != 0) {
        fn >>= 1U;
        sn >>= 1U;
      }
    } else {
      second = node_hash(second, step);
    }
    fn >>= 1U;
    sn >>= 1U;
  }
  return first == root1 && second == root2 && sn == 0;
}

}  // namespace sealring::manifest
