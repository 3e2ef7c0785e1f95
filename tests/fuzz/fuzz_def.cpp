// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstdlib>

#include "core/lefdef/def.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace core = sealring::core;
  core::CollectingSink sink;
  const core::InputFile file{"t.def", "t.def", "",
                             std::string(reinterpret_cast<const char*>(data), size)};
  auto def = core::lefdef::read_def(file, sink);
  if (!def) {
    if (sink.findings.empty()) std::abort();
    return 0;
  }
  core::lefdef::resolve_layers(*def, {});
  for (const auto& net : def->nets) {
    if (net.wires.first + net.wires.count > def->wires.size()) std::abort();
    if (net.pins.first + net.pins.count > def->net_pins.size()) std::abort();
    for (const auto& wire : def->of(def->wires, net.wires)) (void)def->text(wire.layer);
  }
  for (const auto& pin : def->pins) {
    for (const auto& shape : def->of(def->pin_shapes, pin.shapes)) {
      if (shape.points.first + shape.points.count > def->points.size()) std::abort();
    }
  }
  return 0;
}
