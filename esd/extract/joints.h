// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "esd/extract/metal.h"

namespace sealring::esd::extraction {

/// Where something meets a bar, on its centre line.
struct Tap {
  std::uint32_t bar = 0;
  std::uint32_t node = 0;  ///< of Joints::nodes; kNone: an end of the bar
  Coord at2 =
      0;  ///< twice the coordinate along the bar; along a slant twice the distance from its start
};

/// A touch's metal and what became of it.
struct TouchPad {
  LayerId layer = kNoLayerId;
  Rect box;
  std::uint32_t node = kNone;  ///< of Joints::nodes
  double moved = 0;            ///< database units
};

/// The bars of one net on all layers, what joins them, and the nodes that come of it.
///
/// Two bars meet where their centre lines cross; where one ends before the other's centre line, at its end and at the
/// foot of the perpendicular on the other. A pad that lies in a bar meets it at the pad's centre. Anything larger
/// than a corner counts as contact. Pads that touch are one node unless a bar joins them already.
class Joints {
 public:
  /// Merges the bars in `metal` and finds all joints. `snap`: how far a touch may look for metal.
  void make(NetMetal& metal, std::vector<TouchPad>& touches, Coord snap);

  struct LayerBars {
    LayerId layer = kNoLayerId;
    std::uint32_t first = 0;   ///< number of its first bar
    std::uint32_t slants = 0;  ///< number of its first slant, behind the bars
    std::uint32_t end = 0;
  };
  const std::vector<LayerBars>& layers() const { return layers_; }
  std::span<const Tap> taps() const { return taps_; }  ///< by bar, then place
  std::uint32_t node_of_pad(LayerId layer, std::uint32_t pad) {
    return nodes.find(first_pad_[layer] + pad);
  }

  /// Calls `one(layer, box)` for all metal of vias that sticks out of the bars.
  template <class One>
  void free_metal(const NetMetal& metal, One&& one) const {
    for (LayerId id = 0; id < free_.size(); ++id) {
      for (const FreePad& pad : free_[id]) {
        if (pad.node - first_pad_[id] < metal.layers[id].via_pads) one(id, pad.box);
      }
    }
  }

  Joined nodes;

 private:
  void bars_of(LayerId id, LayerMetal& metal);
  void join_bars(const LayerMetal& metal, const LayerBars& bars);
  void join_pair(const LayerMetal& metal, const LayerBars& bars, std::uint32_t i, std::uint32_t j);
  bool passed_by(const LayerMetal& metal, const LayerBars& bars, const Bar& bar,
                 const Bar& other) const;
  void join_slants(const LayerMetal& metal, const LayerBars& bars);
  void tap_pads(LayerId id, const LayerMetal& metal, const LayerBars& bars);
  bool tap_pad(const LayerMetal& metal, const LayerBars& bars, const Point& centre, const Rect& box,
               std::uint32_t node, std::vector<std::uint32_t>& chosen);
  void join_free_pads(LayerId id, const LayerMetal& metal);
  void join_touch(TouchPad& touch, const LayerMetal& metal, const LayerBars* bars, Coord snap);
  bool snap_touch(TouchPad& touch, const LayerMetal& metal, const LayerBars& bars, Coord snap);
  void sort_taps(const NetMetal& metal);
  void drop_stubs(const NetMetal& metal);
  void tap(std::uint32_t bar, Coord at2, std::uint32_t node) { taps_.push_back({bar, node, at2}); }

  std::vector<LayerBars> layers_;
  std::vector<Tap> taps_;
  std::vector<std::uint32_t> first_pad_;  // by layer: node of its first pad
  std::vector<RectTree> trees_;           // by layer, of its bars
  std::vector<RectTree> slant_trees_;

  struct FreePad {
    Rect box;
    std::uint32_t node = 0;
    std::vector<std::uint32_t> bars;
  };
  std::vector<std::vector<FreePad>> free_;  // by layer: pads that stick out of their bars
  std::vector<RectTree> free_trees_;
  std::vector<std::uint32_t> found_;
};

}  // namespace sealring::esd::extraction
