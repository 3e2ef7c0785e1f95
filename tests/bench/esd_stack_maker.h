// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace sealring::bench {

/// How large a synthetic two-tier stack is.
struct StackSize {
  std::uint32_t straps =
      50;  ///< per supply net, direction and tier: about 4 straps^2 nodes per net of both tiers
  std::uint32_t signals =
      500;  ///< die-to-die signal nets, each with an up and a down diode on both tiers
  std::uint32_t inputs = 16;  ///< of them, those that also come in from the package through a TSV
  std::uint32_t bumps = 100;  ///< package bumps per supply net
  std::uint32_t clamps = 4;   ///< rail clamps per domain and tier
};

constexpr std::uint32_t kDomains = 9;              ///< power nets VDD0 ... VDD8
constexpr std::uint32_t kSupplies = kDomains + 1;  ///< and VSS

/// Writes a project (stack, DEF and LEF of both dies, bump maps, bond table, layers, devices, rules with all six path
/// types) into `folder`. Supply straps of ten nets take turns on two layers, with a via at every crossing; a third layer
/// carries the faces of the hybrid bonds. Returns the bytes of DEF.
std::uint64_t write_esd_stack(const std::filesystem::path& folder, const StackSize& size);

}  // namespace sealring::bench
