// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "esd/network.h"

namespace sealring::esd {

enum class NetworkFormat : std::uint8_t {
  kAuto,   ///< by content: "*SPEF", "*|" cards, else SPICE
  kSpice,  ///< R, V, I, L, C cards; names without regard to case
  kDspf,   ///< SPICE with "*|" cards
  kSpef,   ///< IEEE 1481
};
std::optional<NetworkFormat> parse_network_format(std::string_view word);

/// Which value of a SPEF triplet min:typ:max counts.
enum class SpefCorner : std::uint8_t { kMin, kTyp, kMax };

struct NetworkOptions {
  NetworkFormat format = NetworkFormat::kAuto;
  std::string tier;        ///< name of the die or substrate; "" when there is one only
  double dbu_per_um = 0;   ///< of coordinates inside node names; 0: not known
  double um_per_unit = 1;  ///< of $w, $l, $x ... properties and "*|" coordinates without a suffix
  SpefCorner corner = SpefCorner::kMax;
};

/// Reads one extracted network (plain, .gz, .xz, .zst). Every fault is reported with its line; with any fault of
/// error severity nothing is returned, since a network with a hole answers another question. Resistances are in ohm.
std::optional<Network> read_network(const core::InputReader& reader,
                                    const std::filesystem::path& path,
                                    const NetworkOptions& options, core::Sink& sink,
                                    const core::Location& referred_from = {});

/// The same on bytes already read.
std::optional<Network> parse_network(const core::InputFile& file, const NetworkOptions& options,
                                     core::Sink& sink);

/// Adds `from` to `into`. Node names of a file with a tier get "tier/" in front; without one, equal names are the
/// same node. Gives the number of each node of `from` in `into`.
std::vector<NodeId> append_network(Network& into, const Network& from);

}  // namespace sealring::esd
