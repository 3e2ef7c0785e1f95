// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cmath>
#include <cstdlib>
#include <string>

#include "esd/p2p.h"
#include "esd/read_network.h"

namespace sealring::fuzz {

/// Reads bytes as a network of one format; what was read must hold together and be solvable or be refused in words.
inline int network(const std::uint8_t* data, std::size_t size, esd::NetworkFormat format) {
  core::CollectingSink sink;
  core::InputFile file{"t", "t", "", std::string(reinterpret_cast<const char*>(data), size)};
  esd::NetworkOptions options;
  options.format = format;
  const auto network = esd::parse_network(file, options, sink);
  if (!network) {
    if (sink.findings.empty()) std::abort();  // nothing read is never silent
    return 0;
  }
  for (esd::ElementId id = 0; id < network->elements.size(); ++id) {
    const esd::Element& element = network->elements[id];
    if (element.a >= network->nodes.size() || element.b >= network->nodes.size()) std::abort();
    if (!(element.ohm >= 0) || !std::isfinite(element.ohm)) std::abort();
    if (element.line == 0) std::abort();
    esd::layer_text(*network, id);
    esd::shape_of(*network, id);
  }
  constexpr std::uint32_t kFew = 200;
  if (network->nodes.size() < 2 || network->nodes.size() > kFew) return 0;
  const std::vector<esd::Terminal> terminals = {{"a", {0}}, {"b", {network->nodes.size() - 1}}};
  const esd::P2pResult result = esd::point_to_point(*network, terminals, {{0, 1}}, {}, sink);
  if (std::isnan(result.ohm[0]) && sink.findings.empty()) std::abort();
  if (result.ohm[0] < 0) std::abort();
  return 0;
}

}  // namespace sealring::fuzz
