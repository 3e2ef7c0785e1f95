// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/read_network.h"

#include <cctype>
#include <limits>

#include "esd/readers/network_builder.h"

namespace sealring::esd {

namespace {

NetworkFormat format_of(std::string_view text) {
  std::size_t start = 0;
  while (start < text.size() && std::isspace(static_cast<unsigned char>(text[start])) != 0) ++start;
  if (text.substr(start).starts_with("*SPEF")) return NetworkFormat::kSpef;
  constexpr std::size_t kLook = 65536;
  const std::string_view head = text.substr(0, kLook);
  if (head.substr(start).starts_with("*|") || head.find("\n*|") != std::string_view::npos) {
    return NetworkFormat::kDspf;
  }
  return NetworkFormat::kSpice;
}

std::uint16_t layer_in(Network& into, const std::string& name) {
  for (std::size_t i = 0; i < into.layers.size(); ++i) {
    if (into.layers[i] == name) return static_cast<std::uint16_t>(i);
  }
  if (into.layers.size() + 1 >= kNoLayer) return kNoLayer;
  into.layers.push_back(name);
  return static_cast<std::uint16_t>(into.layers.size() - 1);
}

/// Node ids of `from` inside `into`.
std::vector<NodeId> intern_nodes(Network& into, const Network& from, const std::string& prefix) {
  std::vector<NodeId> ids(from.nodes.size());
  std::string scratch = prefix;
  for (NodeId node = 0; node < from.nodes.size(); ++node) {
    scratch.resize(prefix.size());
    scratch += from.nodes.name(node);
    ids[node] = into.nodes.intern(scratch);
  }
  return ids;
}

void append_elements(Network& into, const Network& from, const std::vector<NodeId>& ids) {
  const std::size_t first = into.elements.size();
  const std::size_t first_file = into.files.size();
  std::vector<std::uint16_t> layers(from.layers.size());
  for (std::size_t i = 0; i < layers.size(); ++i) layers[i] = layer_in(into, from.layers[i]);
  into.files.insert(into.files.end(), from.files.begin(), from.files.end());
  into.elements.reserve(first + from.elements.size());
  for (const Element& old : from.elements) {
    Element element = old;
    element.a = ids[old.a];
    element.b = ids[old.b];
    element.file = static_cast<std::uint16_t>(first_file + old.file);
    if (old.layer != kNoLayer) element.layer = layers[old.layer];
    if (old.name != kNone)
      element.name = into.element_names.append(from.element_names.name(old.name));
    into.elements.push_back(element);
  }
  if (!from.shapes.empty()) {
    into.shapes.resize(first);
    into.shapes.insert(into.shapes.end(), from.shapes.begin(), from.shapes.end());
  }
}

}  // namespace

std::optional<NetworkFormat> parse_network_format(std::string_view word) {
  if (word == "auto") return NetworkFormat::kAuto;
  if (word == "spice") return NetworkFormat::kSpice;
  if (word == "dspf") return NetworkFormat::kDspf;
  if (word == "spef") return NetworkFormat::kSpef;
  return std::nullopt;
}

std::optional<Network> parse_network(const core::InputFile& file, const NetworkOptions& options,
                                     core::Sink& sink) {
  const NetworkFormat format =
      options.format == NetworkFormat::kAuto ? format_of(file.text) : options.format;
  NetworkBuilder builder(file, options, sink);
  switch (format) {
    case NetworkFormat::kSpef: read_spef(builder); break;
    case NetworkFormat::kDspf: read_spice(builder, true); break;
    default: read_spice(builder, false); break;
  }
  if (!builder.finish()) return std::nullopt;
  return std::move(builder.network);
}

std::optional<Network> read_network(const core::InputReader& reader,
                                    const std::filesystem::path& path,
                                    const NetworkOptions& options, core::Sink& sink,
                                    const core::Location& referred_from) {
  const std::optional<core::InputFile> file =
      reader.read(path, reader.limits().design, sink, referred_from);
  if (!file) return std::nullopt;
  return parse_network(*file, options, sink);
}

std::vector<NodeId> append_network(Network& into, const Network& from) {
  if (into.nodes.size() == 0 && into.files.empty()) {
    into.nodes.set_fold_case(from.nodes.fold_case());
    into.dbu_per_um = from.dbu_per_um;
  }
  const std::string& tier = from.files.empty() ? std::string() : from.files.front().tier;
  const std::vector<NodeId> ids = intern_nodes(into, from, tier.empty() ? "" : tier + "/");
  const auto first_element = static_cast<ElementId>(into.elements.size());
  const auto first_net = static_cast<std::uint32_t>(into.nets.size());
  append_elements(into, from, ids);
  for (NodeId node = 0; node < from.points.size(); ++node) {
    if (!from.points[node].known) continue;
    if (into.points.size() <= ids[node]) into.points.resize(ids[node] + 1ULL);
    into.points[ids[node]] = from.points[node];
  }
  for (const Net& net : from.nets) {
    into.nets.push_back(net);
    into.nets.back().first_element += first_element;
  }
  if (!from.net_of_node.empty()) {
    into.net_of_node.resize(into.nodes.size(), kNone);
    for (NodeId node = 0; node < from.net_of_node.size(); ++node) {
      if (from.net_of_node[node] != kNone)
        into.net_of_node[ids[node]] = first_net + from.net_of_node[node];
    }
  }
  for (Source source : from.sources) {
    source.a = ids[source.a];
    source.b = ids[source.b];
    into.sources.push_back(source);
  }
  for (DeclaredPin pin : from.pins) {
    pin.node = ids[pin.node];
    if (pin.net != kNone) pin.net += first_net;
    into.pins.push_back(pin);
  }
  if (from.ground != kNone && tier.empty()) into.ground = ids[from.ground];
  into.capacitors += from.capacitors;
  into.devices += from.devices;
  into.touched_by_capacitor_only += from.touched_by_capacitor_only;
  return ids;
}

}  // namespace sealring::esd
