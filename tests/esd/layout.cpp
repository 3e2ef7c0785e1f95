// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "tests/esd/layout.h"

#include <gtest/gtest.h>

#include "esd/extract/rect_tree.h"

namespace sealring::esd::testing {

std::string small_lef() {
  const auto routing = [](const std::string& name, const std::string& direction,
                          const std::string& ohm) {
    return "LAYER " + name + "\n  TYPE ROUTING ;\n  DIRECTION " + direction +
           " ;\n  WIDTH 0.1 ;\n  PITCH 0.2 ;\n  RESISTANCE RPERSQ " + ohm + " ;\nEND " + name +
           "\n";
  };
  const auto cut = [](const std::string& name, const std::string& ohm) {
    return "LAYER " + name + "\n  TYPE CUT ;\n  RESISTANCE " + ohm + " ;\nEND " + name + "\n";
  };
  const auto via = [](const std::string& name, const std::string& low, const std::string& cut_layer,
                      const std::string& high, bool two) {
    const std::string half = two ? "0.3" : "0.1";
    std::string text = "VIA " + name + "\n";
    for (const std::string& layer : {low, high})
      text += "  LAYER " + layer + " ; RECT -" + half + " -0.1 " + half + " 0.1 ;\n";
    text += "  LAYER " + cut_layer + " ; ";
    if (two) {
      text += "RECT -0.25 -0.05 -0.15 0.05 ; RECT 0.15 -0.05 0.25 0.05 ;\n";
    } else {
      text += "RECT -0.05 -0.05 0.05 0.05 ;\n";
    }
    return text + "END " + name + "\n";
  };
  return "VERSION 5.8 ;\nUNITS\n  DATABASE MICRONS 1000 ;\nEND UNITS\n" +
         routing("m1", "HORIZONTAL", "0.4") + cut("v1", "4") + routing("m2", "VERTICAL", "0.2") +
         cut("v2", "2") + routing("m3", "HORIZONTAL", "0.1") +
         via("VIA1", "m1", "v1", "m2", false) + via("VIA1X2", "m1", "v1", "m2", true) +
         via("VIA2", "m2", "v2", "m3", false) + "END LIBRARY\n";
}

std::string small_def(const std::string& special, const std::string& before,
                      const std::string& nets) {
  return "VERSION 5.8 ;\nDESIGN t ;\nUNITS DISTANCE MICRONS 1000 ;\n"
         "DIEAREA ( 0 0 ) ( 100000 100000 ) ;\n" +
         before + "SPECIALNETS 1 ;\n" + special + "\nEND SPECIALNETS\n" +
         (nets.empty() ? "" : "NETS 1 ;\n" + nets + "\nEND NETS\n") + "END DESIGN\n";
}

Layout layout_of(const std::string& def, const std::string& lef) {
  core::CollectingSink sink;
  Layout layout;
  const core::InputFile lef_file{"t.lef", "t.lef", "", lef};
  EXPECT_TRUE(core::lefdef::read_lef(lef_file, layout.lef, sink));
  const core::InputFile def_file{"t.def", "t.def", "", def};
  auto read = core::lefdef::read_def(def_file, sink);
  EXPECT_TRUE(read);
  if (read) layout.def = std::move(*read);
  core::lefdef::resolve_layers(layout.def, layout.lef);
  for (const core::Finding& finding : sink.findings) {
    if (finding.severity == core::Severity::kError)
      ADD_FAILURE() << finding.location.line << ": " << finding.message;
  }
  return layout;
}

std::optional<Extraction> extraction_of(const Layout& layout, core::CollectingSink& sink,
                                        const ExtractOptions& options,
                                        const std::vector<Touch>& touches) {
  return extract(layout.def, layout.lef, touches, options, sink);
}

Extraction good_extraction(const std::string& def, const ExtractOptions& options,
                           const std::vector<Touch>& touches, const std::string& lef) {
  const Layout layout = layout_of(def, lef);
  core::CollectingSink sink;
  auto result = extraction_of(layout, sink, options, touches);
  if (!result) {
    ADD_FAILURE() << (sink.findings.empty() ? "nothing extracted" : sink.findings.front().message);
    return {};
  }
  return std::move(*result);
}

Touch touch_at(std::string_view net, std::string_view layer, core::lefdef::Coord x,
               core::lefdef::Coord y, core::lefdef::Coord half) {
  return {net, layer, {{x - half, y - half}, {x + half, y + half}}, "pad", {}};
}

double between_nodes(const Network& network, NodeId from, NodeId to) {
  if (from == kNone || to == kNone) return NAN;
  core::CollectingSink sink;
  const P2pResult result =
      point_to_point(network, {{"from", {from}}, {"to", {to}}}, {{0, 1}}, {}, sink);
  return result.ohm.front();
}

double between(const Extraction& extraction, std::size_t from, std::size_t to) {
  return between_nodes(extraction.network, extraction.touches.at(from).node,
                       extraction.touches.at(to).node);
}

std::size_t parts(const Network& network) {
  extraction::Joined nodes(network.nodes.size());
  for (const Element& element : network.elements) nodes.join(element.a, element.b);
  std::size_t count = 0;
  for (NodeId node = 0; node < network.nodes.size(); ++node) count += nodes.find(node) == node;
  return count;
}

}  // namespace sealring::esd::testing
