// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "esd/p2p.h"
#include "esd/read_network.h"

namespace sealring::fuzz {

/// Reads bytes as a network. What is accepted must be whole: every index inside its list, every resistance finite and
/// not negative; what is refused must say why. A small accepted network is solved between its first nodes.
inline int network(const std::uint8_t* data, std::size_t size, esd::NetworkFormat format) {
  core::InputFile file;
  file.name = "fuzz";
  file.text.assign(reinterpret_cast<const char*>(data), size);
  esd::NetworkOptions options;
  options.format = format;
  core::CollectingSink sink;
  const auto network = esd::parse_network(file, options, sink);
  bool error = false;
  for (const core::Finding& finding : sink.findings)
    error = error || finding.severity == core::Severity::kError;
  if (!network) {
    if (!error) std::abort();
    return 0;
  }
  if (error || network->elements.empty()) std::abort();
  for (esd::ElementId id = 0; id < network->elements.size(); ++id) {
    const esd::Element& element = network->elements[id];
    if (element.a >= network->nodes.size() || element.b >= network->nodes.size()) std::abort();
    if (!std::isfinite(element.ohm) || element.ohm < 0) std::abort();
    if (element.layer != esd::kNoLayer && element.layer >= network->layers.size()) std::abort();
    (void)esd::layer_text(*network, id);
    (void)esd::shape_of(*network, id);
  }
  for (const esd::DeclaredPin& pin : network->pins) {
    if (pin.node >= network->nodes.size()) std::abort();
  }
  if (network->nodes.size() < 2 || network->nodes.size() > 200) return 0;
  const std::vector<esd::Terminal> ends = {{"first", {0}}, {"second", {1}}};
  const esd::P2pResult result = esd::point_to_point(*network, ends, {{0, 1}}, {}, sink);
  if (result.ohm.size() != 1 || result.ohm[0] < 0) std::abort();
  return 0;
}

}  // namespace sealring::fuzz
