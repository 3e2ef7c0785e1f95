// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <vector>

#include "esd/extract/joints.h"

namespace sealring::esd::extraction {

/// Turns the joints of one net after the other into nodes and elements of one network.
class NetworkWriter {
 public:
  NetworkWriter(const core::lefdef::Def& def, Technology& technology, Problems& problems,
                Network& network)
      : def_(def), technology_(technology), problems_(problems), network_(network) {}

  void write(const std::string& name, std::uint32_t line, const NetMetal& metal, Joints& joints);

  /// The node that a representative of Joints::nodes became; kNone when nothing else is there.
  NodeId node_of(std::uint32_t representative) const { return ids_[representative]; }

 private:
  void name_nodes(const NetMetal& metal, Joints& joints);
  void write_wires(const NetMetal& metal, Joints& joints);
  void write_cuts(const NetMetal& metal, Joints& joints);
  NodeId make_node(LayerId layer, Coord x2, Coord y2);
  std::uint16_t layer_index(LayerId id);
  double um(Coord twice) const {
    return static_cast<double>(twice) / (2 * static_cast<double>(def_.dbu_per_um));
  }
  void add(Element element, const ElementShape& shape);

  const core::lefdef::Def& def_;
  Technology& technology_;
  Problems& problems_;
  Network& network_;
  std::vector<NodeId> ids_;                 // by representative
  std::vector<std::uint16_t> layer_index_;  // by LayerId, + 1; 0: not used yet
  std::string text_;
  std::uint32_t line_ = 0;
};

}  // namespace sealring::esd::extraction
