// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cmath>
#include <cstdlib>

#include "esd/extract.h"

namespace {

constexpr const char* kLef =
    "UNITS\n  DATABASE MICRONS 1000 ;\nEND UNITS\n"
    "LAYER m1\n  TYPE ROUTING ;\n  DIRECTION HORIZONTAL ;\n  WIDTH 0.1 ;\n  RESISTANCE RPERSQ 0.4 "
    ";\nEND m1\n"
    "LAYER v1\n  TYPE CUT ;\n  RESISTANCE 4 ;\nEND v1\n"
    "LAYER m2\n  TYPE ROUTING ;\n  DIRECTION VERTICAL ;\n  WIDTH 0.1 ;\n  RESISTANCE RPERSQ 0.2 "
    ";\nEND m2\n"
    "VIA VIA1\n  LAYER m1 ; RECT -0.1 -0.1 0.1 0.1 ;\n  LAYER m2 ; RECT -0.1 -0.1 0.1 0.1 ;\n"
    "  LAYER v1 ; RECT -0.05 -0.05 0.05 0.05 ;\nEND VIA1\n"
    "MACRO C\n  SIZE 1 BY 1 ;\n  PIN P\n    PORT\n      LAYER m1 ;\n        RECT 0 0 1 0.1 ;\n     "
    " LAYER m2 ;\n"
    "        RECT 0 0 0.1 1 ;\n    END\n  END P\nEND C\nEND LIBRARY\n";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace core = sealring::core;
  namespace esd = sealring::esd;
  core::CollectingSink sink;
  static const core::lefdef::Lef kTechnology = [] {
    core::CollectingSink none;
    core::lefdef::Lef lef;
    if (!core::lefdef::read_lef({"t.lef", "t.lef", "", kLef}, lef, none)) std::abort();
    return lef;
  }();
  const core::InputFile file{"t.def", "t.def", "",
                             std::string(reinterpret_cast<const char*>(data), size)};
  auto def = core::lefdef::read_def(file, sink);
  if (!def) return 0;
  core::lefdef::resolve_layers(*def, kTechnology);
  if (def->dbu_per_um <= 0) return 0;
  esd::ExtractOptions options;
  options.component_pins = size % 2 == 0;
  options.join_ports = size % 4 == 0;
  options.count_duplicates = size % 3 == 0;
  options.most_cuts = 20'000;
  options.snap_um = 0.5;
  std::vector<esd::Touch> touches;
  for (const auto& net : def->nets) {
    if (touches.size() < 4)
      touches.push_back({def->text(net.name), "m1", {{-50, -50}, {50, 50}}, "t", {}});
  }
  const auto before = sink.findings.size();
  const auto result = esd::extract(*def, kTechnology, touches, options, sink);
  if (!result) {
    if (sink.findings.size() == before) std::abort();
    return 0;
  }
  const esd::Network& network = result->network;
  if (network.shapes.size() != network.elements.size()) std::abort();
  if (network.points.size() != network.nodes.size()) std::abort();
  if (network.net_of_node.size() != network.nodes.size()) std::abort();
  for (const esd::Element& element : network.elements) {
    if (element.a >= network.nodes.size() || element.b >= network.nodes.size()) std::abort();
    if (element.a == element.b || !(element.ohm > 0) || !std::isfinite(element.ohm)) std::abort();
    if (network.net_of_node[element.a] != network.net_of_node[element.b]) std::abort();
  }
  for (const esd::TouchPlace& touch : result->touches) {
    if (touch.node != esd::kNone && touch.node >= network.nodes.size()) std::abort();
  }
  return 0;
}
