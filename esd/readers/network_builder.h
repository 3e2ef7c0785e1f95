// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "esd/network.h"
#include "esd/read_network.h"

namespace sealring::esd {

/// Collects what a reader finds in one file and judges the whole at the end.
class NetworkBuilder {
 public:
  NetworkBuilder(const core::InputFile& file, const NetworkOptions& options, core::Sink& sink);

  NodeId node(std::string_view name) { return network.nodes.intern(name); }

  /// Adds a resistor (or a short) and marks its nodes as touched.
  ElementId add(const Element& element, std::string_view name);
  void set_shape(ElementId id, const ElementShape& shape);
  void set_point(NodeId node, double x_um, double y_um);
  void touch(NodeId node, std::uint8_t how);
  std::uint16_t layer(std::string_view name);

  void begin_net(std::string_view name, std::uint32_t line);
  void end_net();
  std::uint32_t current_net() const { return current_net_; }
  void declare_pin(NodeId node, bool port, std::uint32_t line);

  /// Reports and counts; errors make the file unusable.
  void report(const core::Code& code, std::uint32_t line, std::string message);
  void error_on(const core::Code& code, std::uint32_t line, std::string message,
                std::string object);

  /// Counts an oddity that is accepted; each kind becomes one warning with its first line.
  void tolerate(const std::string& what, std::uint32_t line);

  /// Final checks: nothing read, untouched ports, nodes behind capacitors only, duplicates, implausible values.
  /// True when the network may be used.
  bool finish();

  const core::InputFile& file;
  const NetworkOptions& options;
  Network network;
  std::uint64_t errors = 0;

  static constexpr std::uint8_t kByElement = 1;
  static constexpr std::uint8_t kByCapacitor = 2;
  static constexpr std::uint8_t kByDevice = 4;

 private:
  struct Tolerated {
    std::string what;
    std::uint32_t line = 0;
    std::uint64_t count = 0;
  };
  void assign_nets();
  void check_pins();
  void check_capacitor_only();
  void check_duplicates();
  void check_median();

  core::Sink& sink_;
  std::vector<std::uint8_t> touched_;
  NameTable layer_names_;
  std::vector<Tolerated> tolerated_;
  std::uint32_t current_net_ = kNone;
};

/// A SPICE number: decimal, an optional scale (f p n u m k meg g t) and an optional unit word (ohm, v, a, f, h).
/// `scaled` tells whether a scale or unit was written. Nothing for any other text.
std::optional<double> parse_spice_number(std::string_view text, bool* scaled = nullptr);

/// Readers: fill the builder from the file's text; `finish` is left to the caller.
void read_spice(NetworkBuilder& builder, bool dspf);
void read_spef(NetworkBuilder& builder);

}  // namespace sealring::esd
