// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "esd/topology/nearest.h"
#include "esd/topology/wiring.h"

namespace sealring::esd {

/// One electrically separate piece of a net that has several.
struct Piece {
  std::uint32_t part = 0;
  std::vector<ElementId> elements;      ///< conductors, shorts included
  std::vector<std::uint32_t> pads;      ///< into Project::pads
  std::vector<Wiring::Pin> pins;        ///< of instances
  std::vector<std::uint32_t> declared;  ///< into Network::pins: terminals of the extracted files
  std::size_t terminals() const { return pads.size() + pins.size() + declared.size(); }
};

/// A net in several pieces; the main one first: that with most pads, then with most conductors.
struct BrokenNet {
  std::uint32_t net = 0;
  std::vector<Piece> pieces;
};

/// All nets in several pieces, in order. Single nodes that nothing lies on are no pieces.
std::vector<BrokenNet> broken_nets(const Wiring& wiring);

/// What is nearest to joining a piece with the main one.
struct MissingLink {
  std::string text;  ///< "" when no place is known
  ElementId element = kNone;
  std::vector<std::string> notes;
};
MissingLink missing_link(const Wiring& wiring, const Piece& island, const ConductorIndex& main);

}  // namespace sealring::esd
