// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "esd/readers/lines.h"
#include "esd/readers/network_builder.h"

namespace sealring::esd {

/// Reads SPICE and DSPF text. One object per file.
class SpiceReader {
 public:
  SpiceReader(NetworkBuilder& builder, bool dspf) : builder_(builder), dspf_(dspf) {}
  void read();

 private:
  using Tokens = std::vector<std::string_view>;

  /// Trailing "key = value" fields of an element card.
  struct Fields {
    std::string_view resistance;
    double width_um = 0;
    double length_um = 0;
    std::uint16_t layer = kNoLayer;
    std::uint16_t cuts = 0;
    ElementShape shape;
    int corners = 0;
  };

  // spice.cpp
  void card(std::string_view text);
  bool looks_like_card(std::string_view text);
  void control(std::string_view text);
  void subcircuit();
  void resistor();
  void source(bool voltage);
  void inductor();
  void capacitor();
  void instance();
  void check_end();
  bool enough(std::size_t tokens, std::string_view what);
  NodeId node(std::string_view name);
  bool is_ground(std::string_view name) const;
  std::string_view value_field(std::size_t first, std::size_t& next) const;

  // dspf.cpp: "*|" cards and "$" properties
  void star_card(std::string_view text);
  void comment(std::string_view text);
  void pin_groups(std::string_view kind);
  bool property(Fields& fields, std::string_view key, std::string_view value);
  double micrometres(std::string_view key, std::string_view value, bool dollar);
  void read_fields(Fields& fields, std::size_t first);
  void finish_fields(const Fields& fields, ElementId id);

  std::string text(std::string_view view) const { return std::string(view); }
  std::string quoted(std::string_view view) const { return "'" + std::string(view) + "'"; }
  void syntax(std::string message);

  NetworkBuilder& builder_;
  bool dspf_;
  std::string_view
      ground_net_;  ///< "*|GROUND_NET": the far node of capacitors, no part of the network
  Tokens tokens_;
  std::uint32_t line_ = 0;
  bool saw_end_ = false;
  bool saw_ends_ = false;
  bool in_subcircuit_ = false;
  bool after_ends_ = false;
  bool in_control_ = false;
  bool in_layer_map_ = false;
  std::uint32_t subcircuit_line_ = 0;
  std::string subcircuit_;
  std::set<std::string> defined_;
  std::unordered_map<std::string, std::uint32_t> masters_;  ///< of X cards, with their first line
  std::unordered_map<std::string, std::string> layer_map_;  ///< number -> name
  std::string last_layer_text_;
  std::uint16_t last_layer_ = kNoLayer;
};

/// Lower case of ASCII letters.
std::string lower_case(std::string_view text);

}  // namespace sealring::esd
